// The player's own seed for the shuffle: drawn here, shown, committed to with the stakes, revealed once bets are closed.

import { canDerive, clientCommitment } from "./deck.js";
import { newKey, table } from "./page.js";

const place = (round) => `seed:${table().dataset.table}:${round}`;
const isSeed = (text) => /^[0-9a-f]{32}$/.test(text ?? "");

/** Return the seed of a round, drawing one the first time; it lives as long as the tab. */
export function seedOf(round) {
  const kept = sessionStorage.getItem(place(round));
  if (isSeed(kept)) return kept;
  const drawn = newKey();
  sessionStorage.setItem(place(round), drawn);
  return drawn;
}

/** Show the seed and take over what is typed. */
export function showSeed() {
  const details = document.querySelector("[data-seed]");
  if (!details || !canDerive()) return;
  details.hidden = false;
  const input = document.getElementById("client-seed");
  const round = table().dataset.round;
  if (input.dataset.round === round) return;
  input.dataset.round = round;
  input.value = seedOf(round);
  input.addEventListener("input", () => {
    const typed = input.value.trim().toLowerCase();
    input.setAttribute("aria-invalid", String(!isSeed(typed)));
    if (isSeed(typed)) sessionStorage.setItem(place(input.dataset.round), typed);
  });
}

/** Return the commitment for a set whose lowest box is `box`, or null where the browser cannot compute it. */
export async function commitmentFor(round, box, player) {
  return canDerive() && player ? clientCommitment(box, player, seedOf(round)) : null;
}

/** Return the seed to reveal for a round, or null if this tab never made one. */
export function seedToReveal(round) {
  const kept = sessionStorage.getItem(place(round));
  return isSeed(kept) ? kept : null;
}
