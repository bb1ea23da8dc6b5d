// The first page: the tables at which a match is still running come first.

import { $ } from "./page.js";
import { storage } from "./storage.js";

/** @param {string} id  of a table */
const key = (id) => `state-${id}`;

/** @param {string} id @param {string} state  as this browser has seen it last */
export function keepState(id, state) {
  if (storage.get(key(id)) !== state) storage.set(key(id), state);
}

export function showRunning() {
  /** @type {NodeListOf<HTMLElement>} */
  const lines = document.querySelectorAll("[data-table]");
  const running = [...lines].filter((line) => isRunning(line.dataset.table ?? "", line.dataset.state ?? ""));
  $("running").lastElementChild?.append(...running);
  $("running").hidden = !running.length;
  $("tables").hidden = !document.querySelector("#tables li");
}

/** @param {string} id @param {string} told  by the server, which knows only tables that are open just now */
function isRunning(id, told) {
  const state = told || storage.get(key(id));
  return state === "playing" || state === "waiting";
}
