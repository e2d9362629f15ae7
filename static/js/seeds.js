// The player's own seed for the shuffle: drawn here, shown, committed to with the stakes, revealed once bets are closed.

import { canDerive, clientCommitment } from "./deck.js";
import { randomHex, table } from "./page.js";

const shelf = () => `seed:${table().dataset.table}:`;
const place = (round) => shelf() + round;
const isSeed = (text) => /^[0-9a-f]{32}$/.test(text ?? "");

/** Return the seed of a round, drawing one the first time; all tabs of this browser share it. */
export function seedOf(round) {
  const kept = localStorage.getItem(place(round));
  if (isSeed(kept)) return kept;
  forgetBefore(Number(round) - 1);
  const drawn = randomHex();
  localStorage.setItem(place(round), drawn);
  return drawn;
}

function forgetBefore(round) {
  for (const name of Object.keys(localStorage)) {
    if (name.startsWith(shelf()) && Number(name.slice(shelf().length)) < round) localStorage.removeItem(name);
  }
}

/** Show the seed and take over what is typed. */
export function showSeed() {
  const details = document.querySelector("[data-seed]");
  if (!details || !canDerive()) return;
  details.hidden = false;
  const input = document.getElementById("client-seed");
  const round = table().dataset.round;
  // What was committed to can only be revealed as it was; whoever wants another seed takes the bets back first.
  input.readOnly = document.getElementById("stakes").dataset.placed !== "";
  if (input.dataset.round === round) return;
  input.dataset.round = round;
  input.value = seedOf(round);
  input.oninput = () => {
    const typed = input.value.trim().toLowerCase();
    input.setAttribute("aria-invalid", String(!isSeed(typed)));
    if (isSeed(typed)) localStorage.setItem(place(round), typed);
  };
}

/** Return the commitment for a set whose lowest box is `box`, or null where the browser cannot compute it. */
export async function commitmentFor(round, box, player) {
  return canDerive() && player ? clientCommitment(box, player, seedOf(round)) : null;
}

/** Return the seed to reveal for a round, or null if this browser never made one. */
export function seedToReveal(round) {
  const kept = localStorage.getItem(place(round));
  return isSeed(kept) ? kept : null;
}
