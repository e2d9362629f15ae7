// Single keys for everything at the table; they act only while they are switched on and nothing is being typed.

import { skipReveal, isRevealing } from "./reveal.js";
import { setting } from "./settings.js";
import { addChip, choose, edit } from "./staking.js";

const EDITS = { u: "undo", c: "clear", x: "double" };

function press(selector) {
  const control = document.querySelector(selector);
  if (!control || control.disabled) return false;
  control.click();
  return true;
}

function onBox(number, isBonus) {
  if (document.getElementById("stakes")) return addChip(number, isBonus ? "bonus" : "ante");
  document.getElementById(`box-${number}`)?.focus();
  return true;
}

function act(event) {
  const digit = /^Digit([1-7])$/.exec(event.code);
  if (digit) return onBox(Number(digit[1]), event.shiftKey);
  const key = event.key.toLowerCase();
  if (key === " " && isRevealing()) return skipReveal() ?? true;
  if (key === "+" || key === "=") return choose(1);
  if (key === "-") return choose(-1);
  if (EDITS[key] && document.getElementById("stakes")) return edit(EDITS[key]);
  if (key === "d") return press("#deal-button");
  if (key === "p") return press("#stakes [name=place]");
  if (key === "r") return press("#repeat [data-key=r]") || press('#stakes [data-do="rebet"]');
  if (["b", "f", "n"].includes(key)) return press(`[data-key=${key}]`);
  return false;
}

const isTyping = (element) => element.matches("input:not([type=radio]):not([type=checkbox]), textarea, select");

export function startKeys() {
  document.addEventListener("keydown", (event) => {
    if (setting("keys") !== "on" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (event.key === " " && event.target.matches("button, summary, a, input")) return;
    if (act(event)) event.preventDefault();
  });
}
