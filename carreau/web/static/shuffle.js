// This screen's part of the shuffle: pledged first, by its hash; shown when all have pledged.

/** @import { Shuffling, Command } from "../messages" */

import { sha256 } from "./sha256.js";
import { storage } from "./storage.js";

function randomHex() {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} id  of the table @param {number | string} seat */
export const partKey = (id, seat) => `part-${id}-${seat}`;
/** @param {string} id  of the table */
export const pledgesKey = (id) => `pledges-${id}`;

/**
 * @param {string} id  of the table
 * @param {Shuffling} shuffle
 * @param {(command: Command) => void} send
 */
export function addToShuffle(id, { seat, pledges, sealed, parts }, send) {
  if (seat === null) return;
  const key = partKey(id, seat);
  if (!sealed && !pledges[seat]) {
    const part = storage.get(key) ?? randomHex();
    storage.set(key, part);
    send({ type: "pledge", seat, pledge: sha256(`${seat} ${part}`) });
  }
  const part = storage.get(key);
  if (sealed && part && !parts[seat] && pledges[seat] === sha256(`${seat} ${part}`)) {
    // the pledges before this screen showed its part: kept once, and not changed by what comes later
    if (!storage.get(pledgesKey(id))) storage.set(pledgesKey(id), JSON.stringify(pledges));
    send({ type: "part", seat, part });
  }
}
