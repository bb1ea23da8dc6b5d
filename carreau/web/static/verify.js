// The deal, verified in this browser: the record of the match is compared with what was promised before.

import { say, words } from "./page.js";
import { sha256 } from "./sha256.js";
import { partKey, pledgesKey } from "./shuffle.js";
import { storage } from "./storage.js";

/**
 * @typedef {{ secret: string, pledges: Record<string, string>, parts: Record<string, string> }} Deal
 *     where players have added to the shuffle: the server's secret, and what each seat has pledged and shown
 * @typedef {{ game: string, version: number, players: number, options: object, seed: string, deal?: Deal }} GameRecord
 */

const MOST_SEATS = 8;

/** @param {string} id  of the table */
export const commitmentKey = (id) => `commitment-${id}`;

/**
 * JSON as the server hashes it: keys in order, no spaces.
 * @param {unknown} data
 * @returns {string}
 */
function canonical(data) {
  if (data === null || typeof data !== "object") return JSON.stringify(data);
  const entries = Object.entries(data).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${canonical(value)}`).join(",")}}`;
}

/**
 * Whether the server has kept its promise.
 * @param {GameRecord} record
 * @param {string} promise
 */
function isPromised({ game, version, players, options, seed, deal }, promise) {
  const fixed = { game, version, players, options, seed: deal ? deal.secret : seed };
  return sha256(canonical(deal ? { ...fixed, mixed: true } : fixed)) === promise;
}

/**
 * Whether the seed comes from the server's secret and the players' parts, and every pledge is one that this screen saw.
 * @param {GameRecord} record
 * @param {string} id
 * @param {boolean} expected
 */
function isMixed({ players, seed, deal }, id, expected) {
  const seen = storage.get(pledgesKey(id));
  if (!deal) return !expected && !seen;
  return Object.keys(deal.pledges).every((seat) => Number(seat) < players)
    && Object.entries(deal.parts).every(([seat, part]) => sha256(`${seat} ${part}`) === deal.pledges[seat])
    && (!seen || canonical(JSON.parse(seen)) === canonical(deal.pledges))
    && ownParts(id).every(({ seat, part }) => !(seat in deal.parts) || deal.parts[seat] === part)
    && sha256(canonical({ secret: deal.secret, parts: deal.parts })) === seed;
}

/** @param {string} id */
function ownParts(id) {
  return [...Array(MOST_SEATS).keys()]
    .map((seat) => ({ seat: String(seat), part: storage.get(partKey(id, seat)) }))
    .filter(({ part }) => part);
}

/** @param {string[]} seats  as people count them */
const listSeats = (seats) => seats.map((seat) => Number(seat) + 1).join(", ") || "–";

/**
 * Whose screens have added to the shuffle.
 * @param {GameRecord} record
 * @param {string} id
 */
function describeParts({ deal }, id) {
  if (!deal) return "";
  const sentences = [say("parts", { seats: listSeats(Object.keys(deal.parts)) })];
  if (ownParts(id).some(({ seat }) => !(seat in deal.parts))) sentences.push(words.without);
  const broken = Object.keys(deal.pledges).filter((seat) => !(seat in deal.parts));
  if (broken.length) sentences.push(say("broken", { seats: listSeats(broken) }));
  return ` ${sentences.join(" ")}`;
}

/**
 * @param {string} address
 * @returns {Promise<GameRecord | null>}
 */
async function fetchRecord(address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/**
 * @param {string} address  of the record
 * @param {DOMStringMap} facts  of the table
 */
async function verdict(address, { id = "", commitment = "", mixed }) {
  const record = await fetchRecord(address);
  if (!record) return words.unread;
  const promise = storage.get(commitmentKey(id)) ?? commitment;
  const right = isPromised(record, promise) && isMixed(record, id, mixed === "yes");
  return (right ? words.verified : words.wrong) + describeParts(record, id);
}

/** @param {HTMLElement} root  of the page: its button fetches the record and says whether the deal is right */
export function offerVerification(root) {
  /** @type {HTMLElement | null} */
  const button = root.querySelector(".verify");
  const shown = root.querySelector(".verdict");
  if (!button || !shown) return;
  button.onclick = async () => {
    shown.textContent = await verdict(button.dataset.record ?? "", root.dataset);
  };
}
