// Piles of chips as drawings; the figure beside a pile is the truth.

const SVG = "http://www.w3.org/2000/svg";
const HEIGHT = 4;
const BOTTOM = 7.5;
const RISE = 2.5;

function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** Return the drawing of an amount in the chips of the table. */
export function drawPile(amount, chips) {
  const pile = element("svg", { class: "pile", viewBox: "0 0 48 56", "aria-hidden": "true" });
  const sizes = [...chips].sort((one, other) => other - one);
  let place = 0;
  for (const size of sizes) {
    for (; amount >= size && place < HEIGHT; amount -= size, place += 1) {
      const colour = `chip-${sizes.length - 1 - sizes.indexOf(size)}`;
      pile.append(element("use", { href: "#chip", class: colour, y: BOTTOM - RISE * place, width: 48, height: 48 }));
    }
  }
  return pile;
}
