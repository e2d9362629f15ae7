// The end of a round shown step by step: bonuses, turn, river, dealer, then box by box.

import { isStill, table, tell } from "./page.js";
import { setting } from "./settings.js";

const PAUSES = { instant: 0, normal: 550, slow: 1500 };
let finish = null;

export const isRevealing = () => finish !== null;

const shownPlace = () => `shown:${table().dataset.table}`;

/** Show the rest at once. */
export function skipReveal() {
  finish?.();
}

/** Reveal a finished round that this tab has not shown yet; resolves when everything can be seen. */
export async function revealResult(cameLive) {
  const felt = table();
  const last = Number(felt.dataset.lastStep);
  if (!last || sessionStorage.getItem(shownPlace()) === felt.dataset.round) return;
  sessionStorage.setItem(shownPlace(), felt.dataset.round);
  const pause = isStill() ? 0 : PAUSES[setting("speed")];
  const stepped = [...felt.querySelectorAll("[data-step]")];
  if (!pause || !cameLive) {
    if (cameLive) for (const line of stepped) tellLine(line);
    return;
  }
  felt.classList.add("revealing");
  for (const element of stepped) element.classList.add("pending");
  let skipped = false;
  const skip = new Promise((resolve) => {
    finish = () => {
      skipped = true;
      resolve();
    };
  });
  for (let step = 1; step <= last; step += 1) {
    const now = stepped.filter((element) => Number(element.dataset.step) === step);
    if (now.length && !skipped) await Promise.race([skip, new Promise((resolve) => setTimeout(resolve, pause))]);
    for (const element of now) {
      element.classList.remove("pending");
      if (!skipped) element.classList.add("arrive");
      tellLine(element);
    }
  }
  felt.classList.remove("revealing");
  finish = null;
  if (document.activeElement.matches("body, [data-skip]")) document.getElementById("panel").focus({ preventScroll: true });
}

function tellLine(element) {
  if (element.matches("#story li")) tell(element.textContent);
}
