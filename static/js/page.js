// What every script of the page uses: amounts, sentences, the alert, and the voice.

export const table = () => document.getElementById("table");

/** Return the sentence kept in the page under `name`, its {places} filled. */
export function sentence(holder, name, values = {}) {
  const template = holder.dataset[name] ?? "";
  return template.replace(/\{(\w+)\}/g, (place, key) => values[key] ?? place);
}

/** Return an amount of minor units as the page writes it. */
export function amountText(minor, decimals) {
  const unit = 10 ** decimals;
  const whole = Math.floor(minor / unit).toString().replace(/\B(?=(\d{3})+$)/g, ",");
  return decimals ? `${whole}.${(minor % unit).toString().padStart(decimals, "0")}` : whole;
}

/** Return an amount without decimals where they are all zero. */
export function shortAmountText(minor, decimals) {
  const text = amountText(minor, decimals);
  return minor % 10 ** decimals === 0 && decimals ? text.slice(0, -1 - decimals) : text;
}

/** Return the minor units of a typed amount: 0 for nothing, null for what is no amount; 1,284.5 and 10,5 are read. */
export function parseAmount(text, decimals) {
  const close = text.replace(/\s/g, "");
  const isGrouped = /^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(close);
  const plain = isGrouped ? close.replace(/,/g, "") : close.replace(",", ".");
  if (plain === "" || plain === "–") return 0;
  const match = /^(\d{1,13})(?:\.(\d*))?$/.exec(plain);
  if (!match || (match[2] ?? "").length > decimals) return null;
  return Number(match[1]) * 10 ** decimals + Number((match[2] ?? "").padEnd(decimals, "0") || 0);
}

/** Show what was refused, as an alert; an empty text takes the alert away. */
export function showAlert(text) {
  const place = document.getElementById("alert");
  if (place.textContent.trim() === text) return;
  place.replaceChildren();
  if (text) {
    const paragraph = document.createElement("p");
    paragraph.textContent = text;
    place.append(paragraph);
  }
}

/** Tell an event through the one polite live region. */
export function tell(text) {
  const place = document.getElementById("news");
  const line = document.createElement("span");
  line.textContent = `${text} `;
  place.append(line);
  while (place.childElementCount > 12) place.firstElementChild.remove();
}

/** Return 16 random bytes as hex: a seed, or the key that makes a request count once. */
export function randomHex() {
  return toHex(crypto.getRandomValues(new Uint8Array(16)));
}

export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function fromHex(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Say whether the reader asked for less motion. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
