// Placing bets: chips by click, amounts by typing, and what everything costs before it is placed.

import { amountText, parseAmount, sentence, shortAmountText, showAlert, table, tell } from "./page.js";
import { drawPile } from "./chips.js";

let history = [];
let round = null;
let typed = [];

const form = () => document.getElementById("stakes");
const decimals = () => Number(table().dataset.decimals);
const number = (name) => Number(form().dataset[name]);
const inputs = () => [...document.querySelectorAll("input[data-wager]")];
const inputOf = (box, wager) => document.getElementById(`${wager}-${box}`);
const text = (minor) => (minor ? shortAmountText(minor, decimals()) : "");
const chosenChip = () => Number(form().querySelector("[name=chip]:checked")?.value ?? 0);

function snapshot() {
  return new Map(inputs().map((input) => [input.id, input.value]));
}

function keep() {
  history.push(snapshot());
  if (history.length > 100) history.shift();
}

function restore(values) {
  for (const input of inputs()) if (values.has(input.id)) input.value = values.get(input.id);
}

/** Put the chosen chip on a box, unless a limit says no; the limit is then named. */
export function addChip(box, wager) {
  const input = inputOf(box, wager);
  if (!input) return false;
  const now = parseAmount(input.value, decimals()) ?? 0;
  const most = number(`${wager}Max`);
  const chip = chosenChip();
  if (now + chip > most) {
    refuseOver(wager, most);
    return true;
  }
  keep();
  input.value = text(now + chip);
  update();
  return true;
}

function refuseOver(wager, most) {
  const name = wager === "ante" ? "sayOverAnte" : "sayOverBonus";
  showAlert(sentence(form(), name, { max: shortAmountText(most, decimals()) }));
}

/** Choose the next larger or smaller chip. */
export function choose(by) {
  const chips = [...(form()?.querySelectorAll("[name=chip]") ?? [])];
  if (!chips.length) return false;
  const place = chips.findIndex((chip) => chip.checked) + by;
  const chip = chips[Math.max(0, Math.min(chips.length - 1, place))];
  chip.checked = true;
  tell(chip.labels[0].textContent.trim());
  return true;
}

/** Undo, clear, double, or put down again what was played last. */
export function edit(what) {
  if (what === "undo") {
    if (history.length) restore(history.pop());
    update();
    return true;
  }
  const before = snapshot();
  if (what === "clear") for (const input of inputs()) input.value = "";
  if (what === "rebet") rebet();
  if (what === "double" && !double()) {
    restore(before);
    return true;
  }
  history.push(before);
  update();
  return true;
}

function rebet() {
  for (const input of inputs()) input.value = "";
  for (const stake of form().dataset.rebet.split(" ").filter(Boolean)) {
    const [box, ante, bonus] = stake.split(":").map(Number);
    if (inputOf(box, "ante")) inputOf(box, "ante").value = text(ante);
    if (inputOf(box, "bonus")) inputOf(box, "bonus").value = text(bonus);
  }
}

function double() {
  for (const input of inputs()) {
    const doubled = 2 * (parseAmount(input.value, decimals()) ?? 0);
    const most = number(`${input.dataset.wager}Max`);
    if (doubled > most) {
      refuseOver(input.dataset.wager, most);
      return false;
    }
    input.value = text(doubled);
  }
  return true;
}

/** Return the set on the table as [{box, ante, bonus}], and what is wrong with it by box. */
export function readSet() {
  const stakes = [];
  const wrong = new Map();
  for (const ante of document.querySelectorAll('input[data-wager="ante"]')) {
    const box = Number(ante.dataset.box);
    const bonus = inputOf(box, "bonus");
    const stake = { box, ante: parseAmount(ante.value, decimals()), bonus: bonus ? parseAmount(bonus.value, decimals()) : 0 };
    const sentences = [fault(stake.ante, "ante"), bonus && fault(stake.bonus, "bonus")].filter(Boolean);
    if (stake.bonus && stake.ante === 0) sentences.push(sentence(form(), "sayNoAnte"));
    if (sentences.length) wrong.set(box, sentences[0]);
    ante.setAttribute("aria-invalid", String(Boolean(fault(stake.ante, "ante"))));
    bonus?.setAttribute("aria-invalid", String(Boolean(fault(stake.bonus, "bonus"))));
    if (stake.ante || stake.bonus) stakes.push({ box, ante: stake.ante ?? 0, bonus: stake.bonus ?? 0 });
  }
  return { stakes, wrong };
}

function fault(amount, wager) {
  const kind = wager === "ante" ? "Ante" : "Bonus";
  const limit = (name) => shortAmountText(number(name), decimals());
  if (amount === null) return sentence(form(), "sayAmount");
  if (amount === 0) return null;
  if (amount > number(`${wager}Max`)) return sentence(form(), `sayOver${kind}`, { max: limit(`${wager}Max`) });
  if (amount < number(`${wager}Min`)) return sentence(form(), `sayUnder${kind}`, { min: limit(`${wager}Min`) });
  // Steps count from the smallest stake, as the table counts them.
  if ((amount - number(`${wager}Min`)) % number(`${wager}Step`)) return sentence(form(), "sayStep", { step: limit(`${wager}Step`) });
  return null;
}

/** Say what a box is: open or blind once it has an ante; a free one only where that is settled already. */
function playText(ante, isOpen, hasAny) {
  const play = sentence(form(), isOpen ? "sayOpen" : "sayBlind");
  if (ante) return play;
  return hasAny ? `${sentence(form(), "sayFree")} · ${play}` : sentence(form(), "sayFree");
}

function showBox(box, stake, isOpen, wrong, hasAny) {
  const times = 1 + number("multiple");
  const ante = stake?.ante ?? 0;
  document.getElementById(`play-${box}`).textContent = playText(ante, isOpen, hasAny);
  document.getElementById(`bet-${box}`).textContent = ante ? shortAmountText(ante * number("multiple"), decimals()) : "–";
  const cost = document.getElementById(`cost-${box}`);
  cost.classList.toggle("wrong", Boolean(wrong));
  const bonus = stake?.bonus ? sentence(form(), "sayBonus", { bonus: amountText(stake.bonus, decimals()) }) : "";
  const values = { times, ante: amountText(ante, decimals()), bet: amountText(ante * (times - 1), decimals()), bonus, total: amountText(ante * times + (stake?.bonus ?? 0), decimals()) };
  cost.textContent = wrong ?? (ante ? sentence(form(), isOpen ? "sayCostOpen" : "sayCostBlind", values) : "\u00a0");
  document.getElementById(`box-${box}`).classList.toggle("staked", Boolean(ante));
}

function showTotal({ stakes, wrong }) {
  const times = 1 + number("multiple");
  const sum = (amounts) => amounts.reduce((total, amount) => total + amount, 0);
  const antes = sum(stakes.map((stake) => stake.ante));
  const bonuses = sum(stakes.map((stake) => stake.bonus));
  const total = antes * times + bonuses;
  const say = (amount) => amountText(amount, decimals());
  const boxes = stakes.length === 1 ? sentence(form(), "sayBox") : sentence(form(), "sayBoxes", { count: stakes.length });
  const values = { boxes, antes: say(antes), bets: say(antes * (times - 1)), bonuses: bonuses ? sentence(form(), "sayTotalBonus", { bonuses: say(bonuses) }) : "", total: say(total), balance: say(number("balance")) };
  const short = total > number("balance");
  const place = document.getElementById("total-text");
  place.textContent = sentence(form(), !stakes.length ? "sayNone" : short ? "sayBalance" : "sayTotal", values);
  place.classList.toggle("minus", short);
  const amount = document.getElementById("deal-amount");
  // What is placed is paid for already; a second time the amount would read as a second price.
  if (amount) amount.textContent = total && !short && !wrong.size && !isAsPlaced() ? say(total) : "";
}

/** Draw everything that follows from the amounts: piles, open or blind, costs, the total. */
export function update() {
  const { stakes, wrong } = readSet();
  typed = stakes;
  sessionStorage.setItem(typedPlace(), JSON.stringify({ round, values: [...snapshot()] }));
  const chips = form().dataset.chips.split(" ").map(Number);
  for (const spot of document.querySelectorAll(".spot.add")) {
    const amount = parseAmount(inputOf(spot.dataset.box, spot.dataset.wager).value, decimals()) ?? 0;
    spot.classList.toggle("filled", amount > 0);
    spot.firstElementChild.replaceChildren(...(amount ? [drawPile(amount, chips)] : []));
  }
  let lower = 0;
  for (const input of document.querySelectorAll('input[data-wager="ante"]')) {
    const box = Number(input.dataset.box);
    const stake = stakes.find((one) => one.box === box);
    showBox(box, stake, lower < number("open"), wrong.get(box), stakes.length > 0);
    if (stake?.ante) lower += 1;
  }
  showTotal({ stakes, wrong });
  for (const button of document.querySelectorAll("[data-do]")) {
    button.disabled = button.dataset.do === "undo" ? !history.length : button.dataset.do === "rebet" ? false : !stakes.length;
  }
}

/** Say whether bets are placed, and the fields hold just these. */
export function isAsPlaced() {
  const { placedSet } = form().dataset;
  return placedSet !== "" && placedSet === readSet().stakes.map(({ box, ante, bonus }) => `${box}:${ante}:${bonus}`).join(" ");
}

/** Return why the set cannot be placed, or an empty text. */
export function reasonAgainst({ stakes, wrong }, mayBeEmpty) {
  if (wrong.size) {
    const [[box, reason]] = wrong;
    return sentence(form(), "sayWrong", { box, reason });
  }
  if (!stakes.length && !mayBeEmpty) return sentence(form(), "sayPlaceFirst");
  if (stakes.length > number("perPlayer")) return sentence(form(), "sayBoxesLimit", { count: number("perPlayer") });
  return "";
}

const typedPlace = () => `typed:${table().dataset.table}`;

/** Put back what was typed for this round before the page was left, unless bets are placed already. */
function bringBack() {
  const kept = JSON.parse(sessionStorage.getItem(typedPlace()) ?? "{}");
  if (kept.round === round && !form().dataset.placed) restore(new Map(kept.values));
}

/** Name a box on which something was typed and which somebody else has taken meanwhile. */
function tellTaken() {
  const lost = typed.find(({ box }) => !inputOf(box, "ante"));
  if (!lost) return;
  const name = document.querySelector(`#box-${lost.box} header em`).textContent;
  showAlert(sentence(form(), "sayTaken", { box: lost.box, name }));
}

/** Take over a betting form that has come into the page. */
export function refreshStaking() {
  if (!form()) {
    round = null;
    return;
  }
  const isNew = round !== table().dataset.round;
  round = table().dataset.round;
  form().querySelector("[data-tray]").hidden = false;
  if (isNew) {
    history = [];
    bringBack();
  } else tellTaken();
  update();
}

export function startStaking() {
  document.addEventListener("click", (event) => {
    const spot = event.target.closest(".spot.add");
    if (spot) {
      showAlert("");
      addChip(spot.dataset.box, spot.dataset.wager);
    }
    const tool = event.target.closest("[data-do]");
    if (tool) {
      showAlert("");
      edit(tool.dataset.do);
    }
  });
  document.addEventListener("focusin", (event) => {
    if (event.target.matches("input[data-wager]")) event.target.select();
  });
  document.addEventListener("beforeinput", (event) => {
    if (event.target.matches("input[data-wager]") && event.target.dataset.keptFor !== event.target.value) {
      event.target.dataset.keptFor = event.target.value;
      keep();
    }
  });
  document.addEventListener("input", (event) => {
    if (!event.target.matches("input[data-wager]")) return;
    // An alert speaks of what was typed before.
    showAlert("");
    update();
  });
  document.addEventListener("change", (event) => {
    if (!event.target.matches("input[data-wager]")) return;
    const amount = parseAmount(event.target.value, decimals());
    if (amount !== null) event.target.value = text(amount);
    update();
  });
}
