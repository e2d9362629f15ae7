// Countdowns: from the stored instant of a deadline and the server's time, never from when a page was opened.

import { sentence, tell } from "./page.js";

const LAST_SECONDS = 8;
let ahead = 0;
let toldFor = "";
let onZero = () => {};

/** Take over the server's time from the clocks in the page. */
export function readClocks() {
  const clock = document.querySelector("[data-now]");
  if (clock) ahead = Number(clock.dataset.now) - Date.now();
  tick();
}

function tick() {
  for (const clock of document.querySelectorAll("[data-deadline]")) {
    const left = Math.max(0, Math.ceil((Number(clock.dataset.deadline) - Date.now() - ahead) / 1000));
    const figure = clock.matches(".seconds") ? clock : clock.querySelector(".seconds");
    const text = clock.matches(".seconds") ? `${left} s` : String(left);
    if (figure.textContent !== text) figure.textContent = text;
    clock.classList.toggle("last", left <= LAST_SECONDS);
    if (left > 0 && left <= LAST_SECONDS && clock.matches(".decide *, .bets *") && toldFor !== clock.dataset.deadline) {
      toldFor = clock.dataset.deadline;
      tell(sentence(clock, "sayLast", { seconds: left }));
    }
    if (left === 0 && clock.dataset.over !== clock.dataset.deadline) {
      clock.dataset.over = clock.dataset.deadline;
      onZero();
    }
  }
}

/** Keep the countdowns going; `whenOver` is called once a deadline has passed. */
export function startClocks(whenOver) {
  onZero = whenOver;
  setInterval(tick, 250);
}
