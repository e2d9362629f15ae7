// What a player sets for this browser: speed of the deal, order of the boxes, single keys.

const DEFAULTS = { speed: "normal", order: "reading", keys: "on" };

export function setting(name) {
  return localStorage.getItem(`table:${name}`) ?? DEFAULTS[name];
}

function apply() {
  document.documentElement.classList.toggle("order-table", setting("order") === "table");
  document.body.classList.toggle("no-keys", setting("keys") !== "on");
}

/** Show the settings, set as they were left, and keep what is changed. */
export function startSettings() {
  apply();
  const holder = document.querySelector("[data-settings]");
  if (!holder) return;
  holder.hidden = false;
  for (const input of holder.querySelectorAll("input")) {
    input.checked = input.name === "keys" ? setting("keys") === "on" : setting(input.name) === input.value;
    input.addEventListener("change", () => {
      localStorage.setItem(`table:${input.name}`, input.name === "keys" ? (input.checked ? "on" : "off") : input.value);
      apply();
    });
  }
}
