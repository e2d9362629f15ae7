// Single keys for everything at the table; they act only while they are switched on and nothing is being typed.

import { tell } from "./page.js";
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

/** Say what a key did to a box, for who does not see the chip fall. */
function tellBox(number) {
  const cost = document.getElementById(`cost-${number}`).textContent;
  tell(`${document.getElementById(`box-${number}`).getAttribute("aria-label")}: ${cost}`);
}

function onBox(number, isBonus) {
  if (document.getElementById("stakes")) {
    const has = addChip(number, isBonus ? "bonus" : "ante");
    if (has) tellBox(number);
    return has;
  }
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
    // A key that is held down is one press: it must not go on to the next box.
    if (event.repeat || setting("keys") !== "on" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (event.key === " " && event.target.matches("button, summary, a, input")) return;
    if (act(event)) event.preventDefault();
  });
}
