// A finished round step by step: each press tells the next sentence and turns up what was turned up then.

import { sentence } from "./page.js";

const bar = document.getElementById("replay");
const cards = document.querySelector(".mini-felt");
const story = [...document.querySelectorAll(".story li")];
const stepped = [...cards.querySelectorAll("[data-step]"), ...story];
const last = story.length;
let step = last;

function show() {
  const isOver = step === last;
  cards.classList.toggle("replaying", !isOver);
  for (const element of stepped) element.classList.toggle("pending", Number(element.dataset.step) > step);
  for (const [place, line] of story.entries()) {
    if (place + 1 === step && !isOver) line.setAttribute("aria-current", "step");
    else line.removeAttribute("aria-current");
  }
  const told = story[step - 1].querySelector("span").textContent;
  document.getElementById("replay-step").textContent = `${sentence(bar, "sayStep", { step, last })} ${told}`;
  for (const button of bar.querySelectorAll("[data-go]")) {
    const { go } = button.dataset;
    button.disabled = go === "back" ? step === 1 : go !== "start" && isOver;
  }
}

bar.addEventListener("click", (event) => {
  const go = event.target.closest("[data-go]")?.dataset.go;
  if (!go) return;
  step = { start: 1, back: Math.max(1, step - 1), on: Math.min(last, step + 1), end: last }[go];
  show();
});
bar.hidden = last === 0;
