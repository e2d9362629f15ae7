// The table page: sends what the player does, keeps the table fresh, and leaves focus and typed amounts alone.

import { Idiomorph } from "../vendor/idiomorph-0.8.0/idiomorph.esm.js";
import { readClocks, startClocks } from "./clock.js";
import { startKeys } from "./keys.js";
import { liftAgain, startLifting } from "./lifting.js";
import { randomHex, showAlert, table, tell } from "./page.js";
import { isRevealing, revealResult, skipReveal } from "./reveal.js";
import { commitmentFor, seedToReveal, showSeed } from "./seeds.js";
import { startSettings } from "./settings.js";
import { isAsPlaced, readSet, reasonAgainst, refreshStaking, startStaking } from "./staking.js";

const POLL_MS = 1500;
// Longer than the gap of a double click, shorter than anybody reads two cards.
const ARMING_MS = 450;
const plainTitle = document.title.replace(/^.* · (?=.* · )/, "");
let tag = null;
let told = { round: null, sequence: 0 };
let toldTurn = "";
let busy = false;
let revealed = null;
let lookedAt = "";
let armed = { for: "", at: 0 };
let isLost = false;

const hasStake = () => document.querySelector(".box.mine.taken") !== null;

/** Fetch the table as it is now and put it into the page where it differs. */
async function refresh({ always = false } = {}) {
  if (isRevealing()) return;
  const headers = tag && !always ? { "If-None-Match": tag } : {};
  const answer = await fetch(`${location.pathname}/fragment${location.search}`, { headers, cache: "no-store" });
  if (answer.status === 304) return;
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
  tag = answer.headers.get("ETag");
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const before = document.activeElement;
  const sameRound = table().dataset.round === fresh.getElementById("table").dataset.round;
  const wasOver = ["settled", "void"].includes(table().dataset.phase);
  morph(table(), fresh.getElementById("table"), sameRound);
  const facts = fresh.getElementById("facts");
  await settle(!wasOver || !sameRound);
  morph(document.getElementById("facts"), facts, sameRound);
  if (before !== document.body && !before.isConnected) refocus();
}

function morph(old, fresh, sameRound) {
  Idiomorph.morph(old, fresh, {
    morphStyle: "outerHTML",
    // For anything but a field this would keep all that is inside as it was.
    ignoreActiveValue: document.activeElement.matches("input"),
    callbacks: {
      beforeNodeMorphed(node, next) {
        if (!sameRound || !(node instanceof Element) || !(next instanceof Element) || node.id !== next.id) return true;
        if (node.dataset.local !== undefined && next.dataset.local !== undefined) return false;
        return !(node.matches("input[data-wager]") && node.value !== node.defaultValue);
      },
      beforeAttributeUpdated: (name, node) => !(name === "open" && node.matches("details")),
    },
  });
}

/** Keep the focus at the panel when what had it is gone; on no button, so that no stray key bets. */
function refocus() {
  document.getElementById("panel").focus({ preventScroll: true });
}

/** Do what a fresh table asks for: clocks, title, voice, seeds, and the end of a round step by step. */
async function settle(cameLive) {
  readClocks();
  refreshStaking();
  arm();
  liftAgain();
  showSeed();
  const turn = table().dataset.turnTitle;
  document.title = turn ? `${turn} · ${plainTitle}` : plainTitle;
  speakNews();
  if (cameLive) bringIntoView();
  if (table().dataset.panel === "reveal") revealSeed();
  await revealResult(cameLive);
  arm();
}

/** Hold back the buttons that have just come up: a double click or a second Enter must answer nothing unread. */
function arm() {
  const panel = document.getElementById("panel");
  const box = panel.querySelector("[name=box]")?.value;
  const now = [table().dataset.round, table().dataset.panel, box, isRevealing()].join(" ");
  if (now !== armed.for) {
    armed = { for: now, at: armed.for ? Date.now() + ARMING_MS : 0 };
    if (panel.contains(document.activeElement)) refocus();
  }
  const left = armed.at - Date.now();
  for (const button of panel.querySelectorAll(".go button:not([data-skip])")) button.disabled = left > 0;
  if (left > 0) setTimeout(arm, left);
}

/** Bring what has just begun into view: the box in turn, or the top of the table when cards come or go. */
function bringIntoView() {
  const turn = document.querySelector(".box.mine.turn");
  const now = turn ? turn.id : table().dataset.phase;
  if (now === lookedAt) return;
  lookedAt = now;
  (turn ?? document.querySelector(".felt")).scrollIntoView({ block: turn ? "nearest" : "start", behavior: "instant" });
}

function speakNews() {
  const { round } = table().dataset;
  const items = [...document.querySelectorAll("#story li")];
  const last = Math.max(0, ...items.map((item) => Number(item.dataset.sequence)));
  if (told.round === null) {
    told = { round, sequence: last };
    return;
  }
  // Who only watched hears how the round ended from the notice that stands over the next one.
  const notice = told.round === round ? null : document.getElementById("notice");
  if (notice) tell(notice.textContent.trim());
  const known = told.round === round ? told.sequence : 0;
  for (const item of items) if (Number(item.dataset.sequence) > known && !item.dataset.step) tell(item.textContent);
  const turn = table().dataset.turnTitle && `${round} ${table().dataset.turnTitle}`;
  if (turn && turn !== toldTurn) {
    for (const line of document.querySelectorAll("#panel :is(.say, .clock)")) tell(line.textContent.trim());
  }
  toldTurn = turn;
  told = { round, sequence: last };
}

async function revealSeed() {
  const form = document.getElementById("reveal");
  const seed = seedToReveal(table().dataset.round);
  if (!form || !seed || revealed === table().dataset.round) return;
  revealed = table().dataset.round;
  const body = new FormData(form);
  body.set("client_seed", seed);
  await post(form.action, body);
  await refresh();
}

async function post(action, body) {
  const answer = await fetch(action, { method: "POST", body: new URLSearchParams(body), headers: { Accept: "application/json" } });
  if (answer.ok) return "";
  const refusal = await answer.json().catch(() => ({}));
  return refusal.sentence ?? `${answer.status} ${answer.statusText}`;
}

/** Send a form of the table; the same key goes out until the answer is known, so nothing counts twice. */
async function send(form, button) {
  if (busy) return;
  busy = true;
  try {
    const body = new FormData(form);
    if (button?.name) body.set(button.name, button.value);
    if (form.id === "stakes" && !(await prepareStakes(form, body, button))) return;
    if (form.id === "repeat") await prepareRepeat(form, body);
    skipReveal();
    const refusal = await post(actionOf(form, button), body);
    showAlert(refusal);
    if (refusal) form.querySelector("[name=key]").value = randomHex();
    else if (form.action.endsWith("/stakes")) history.replaceState(null, "", `?bets=${body.get("round")}`);
    await refresh({ always: true });
  } catch {
    onLost();
  } finally {
    busy = false;
  }
}

/** Return where a form goes: bets that lie there as they are need no placing again, only the deal. */
function actionOf(form, button) {
  return form.id === "stakes" && button?.name === "deal" && isAsPlaced() ? form.dataset.dealUrl : form.action;
}

async function prepareStakes(form, body, button) {
  const set = readSet();
  const reason = reasonAgainst(set, button?.name === "place" && form.dataset.placed !== "");
  showAlert(reason);
  if (reason) return false;
  if (set.stakes.length) {
    const commitment = await commitmentFor(table().dataset.round, set.stakes[0].box, form.dataset.player);
    if (commitment) body.set("client_commitment", commitment);
  }
  return true;
}

/** Commit to a seed for the bets that are placed again, as for any others. */
async function prepareRepeat(form, body) {
  const boxes = [...form.querySelectorAll("[name^=ante_]")].map((input) => Number(input.name.slice("ante_".length)));
  const commitment = await commitmentFor(body.get("round"), Math.min(...boxes), form.dataset.player);
  if (commitment) body.set("client_commitment", commitment);
}

function onSubmit(event) {
  const form = event.target;
  if (!form.closest("#panel") || form.matches("[data-plain]")) return;
  event.preventDefault();
  send(form, event.submitter);
}

function onClick(event) {
  if (event.target.closest("[data-skip]")) skipReveal();
  const link = event.target.closest('a[data-key="n"]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  history.pushState(null, "", link.href);
  showAlert("");
  refresh({ always: true }).catch(onLost);
}

async function poll() {
  const isAsleep = document.hidden && !hasStake();
  if (!busy && !isAsleep) await refresh().then(onReached, onLost);
  setTimeout(poll, POLL_MS);
}

function onReached() {
  if (isLost) showAlert("");
  isLost = false;
}

function onLost() {
  isLost = true;
  showAlert(table().dataset.sayLost);
}

document.documentElement.classList.add("js");
startSettings();
startStaking();
startKeys();
startLifting();
startClocks(() => setTimeout(() => refresh().catch(onLost), 200));
document.addEventListener("submit", onSubmit);
document.addEventListener("click", onClick);
addEventListener("pageshow", (event) => event.persisted && refresh({ always: true }).catch(onLost));
addEventListener("popstate", () => refresh({ always: true }).catch(onLost));
document.addEventListener("visibilitychange", () => !document.hidden && refresh().catch(() => {}));
settle(false);
setTimeout(poll, POLL_MS);
