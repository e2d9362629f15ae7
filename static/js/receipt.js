// The receipt: the deck of the round derived again from its seeds, here, and compared card by card.

import { canDerive, deriveDeck } from "./deck.js";

async function check() {
  const proof = document.getElementById("proof");
  const verdict = document.getElementById("deck-verdict");
  if (!canDerive()) {
    verdict.textContent = proof.dataset.sayCannot;
    return;
  }
  const clients = [...proof.querySelectorAll(".share")].map((share) => ({
    box: Number(share.dataset.box),
    player: share.dataset.player,
    seed: share.dataset.seed,
  }));
  const { serverSeed, table, round } = proof.dataset;
  const derived = await deriveDeck({ serverSeed, table, round: Number(round), clients });
  const isSealed = derived.commitment === proof.dataset.commitment;
  const isSame = derived.deck.join(" ") === proof.dataset.deck;
  verdict.textContent = !isSealed ? proof.dataset.saySeal : isSame ? proof.dataset.saySame : proof.dataset.sayDiffers;
  verdict.classList.add(isSealed && isSame ? "right" : "wrong");
}

check();
