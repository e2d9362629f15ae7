// A box that is pointed at, touched or focused shows which cards of the board its best five uses.

import { isRevealing } from "./reveal.js";
import { table } from "./page.js";

let lifted = "";
let place = null;

const boxOf = (element) => element.closest?.(".box[tabindex]")?.dataset.box ?? "";

function lift(box) {
  lifted = box;
  liftAgain();
}

/** Lift what was lifted before the table was drawn anew. */
export function liftAgain() {
  const felt = table();
  const box = !isRevealing() && felt.querySelector(`.box[tabindex][data-box="${lifted}"]`) ? lifted : "";
  felt.toggleAttribute("data-lifted", box !== "");
  for (const card of felt.querySelectorAll(".board .card")) {
    card.classList.toggle("lifted", box !== "" && (card.dataset.uses ?? "").split(" ").includes(box));
  }
  for (const caption of felt.querySelectorAll(".uses")) caption.hidden = caption.dataset.uses !== box;
}

export function startLifting() {
  document.addEventListener("pointermove", (event) => {
    // A pointer that rests while cards come under it points at nothing.
    const here = `${event.clientX} ${event.clientY}`;
    const hasMoved = place !== null && place !== here;
    place = here;
    if (event.pointerType === "mouse" && hasMoved && boxOf(event.target) !== lifted) lift(boxOf(event.target));
  });
  document.addEventListener("click", (event) => event.detail && lift(boxOf(event.target)));
  document.addEventListener("focusin", (event) => event.target.matches(":focus-visible") && lift(boxOf(event.target)));
}
