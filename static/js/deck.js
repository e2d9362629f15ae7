// The shuffle, derived again with WebCrypto: commitment, contributions, key, stream, deck.

import { fromHex, toHex } from "./page.js";

const RANKS = "23456789TJQKA";
const SUITS = "cdhs";
const encoder = new TextEncoder();

/** Say whether this browser can compute digests here (it does over https and on the same machine). */
export const canDerive = () => Boolean(globalThis.crypto?.subtle);

/** Join fields, each as its length in 4 bytes and its bytes; text is UTF-8, whole numbers are 8 bytes. */
export function lengthPrefixed(...fields) {
  const parts = fields.map((field) => {
    if (field instanceof Uint8Array) return field;
    return typeof field === "number" ? eightBytes(field) : encoder.encode(field);
  });
  const joined = new Uint8Array(parts.reduce((size, part) => size + 4 + part.length, 0));
  const sizes = new DataView(joined.buffer);
  let place = 0;
  for (const part of parts) {
    sizes.setUint32(place, part.length);
    joined.set(part, place + 4);
    place += 4 + part.length;
  }
  return joined;
}

function eightBytes(number) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number));
  return bytes;
}

async function digest(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

async function hmac(key, bytes) {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, bytes));
}

/** Return the commitment that a player's browser sends with its stakes, as hex. */
export async function clientCommitment(box, player, seed) {
  return toHex(await digest(lengthPrefixed("casino-table/client-commitment/1", box, player, fromHex(seed))));
}

/** Derive a deck from what a receipt shows; `clients` are {box, player, seed} with hex seeds. */
export async function deriveDeck({ serverSeed, table, round, clients }) {
  const server = fromHex(serverSeed);
  const commitment = toHex(await digest(lengthPrefixed("casino-table/seed/1", server)));
  const shares = [...clients]
    .sort((one, other) => one.box - other.box)
    .map(({ box, player, seed }) => lengthPrefixed(box, player, fromHex(seed)));
  const contributions = await digest(lengthPrefixed("casino-table/clients/1", ...shares));
  const key = await hmac(server, lengthPrefixed("casino-table/shuffle/1", table, round, contributions));
  const deck = await shuffled(key);
  return { commitment, contributions: toHex(contributions), key: toHex(key), deck: deck.map(cardText) };
}

async function shuffled(key) {
  const deck = Array.from({ length: 52 }, (_, card) => card);
  const words = [];
  let block = 0;
  const below = async (limit) => {
    for (;;) {
      if (words.length === 0) {
        const view = new DataView((await hmac(key, eightBytes(block))).buffer);
        block += 1;
        for (let place = 0; place < 32; place += 4) words.push(view.getUint32(place));
      }
      const word = words.shift();
      if (word < 2 ** 32 - (2 ** 32 % limit)) return word % limit;
    }
  };
  for (let place = 51; place > 0; place -= 1) {
    const other = await below(place + 1);
    [deck[place], deck[other]] = [deck[other], deck[place]];
  }
  return deck;
}

const cardText = (card) => RANKS[card >> 2] + SUITS[card & 3];
