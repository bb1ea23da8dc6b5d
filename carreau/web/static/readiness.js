// A quiet line while the game is compiled behind the scenes; it goes away when that is done.

import { prefix } from "./page.js";

const PAUSE = 1500; // milliseconds between two questions

/** @param {HTMLElement} line */
export async function followReadiness(line) {
  const bar = /** @type {HTMLProgressElement} */ (line.querySelector("progress"));
  for (;;) {
    const share = await ask(line.dataset.game ?? "");
    if (share === null) break;
    bar.value = share ?? bar.value;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  line.remove();
}

/**
 * How much is done; null if there is nothing to wait for, undefined if the server cannot be asked just now.
 * @param {string} game
 * @returns {Promise<number | null | undefined>}
 */
async function ask(game) {
  try {
    const answer = await fetch(`${prefix}/readiness/${game}`);
    return answer.ok ? (await answer.json()).share : undefined;
  } catch {
    return undefined;
  }
}
