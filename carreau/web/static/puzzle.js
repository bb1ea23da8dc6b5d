// The puzzle of the day: on which days this browser has solved one, and how fast.

import { $, fill, formatTime, say } from "./page.js";
import { storage } from "./storage.js";

const KEY = "puzzle-days", MOST_DAYS = 400;

/** @returns {Set<string>} */
const solvedDays = () => new Set(JSON.parse(storage.get(KEY) ?? "[]"));

/** @param {string} day @param {number} days */
function daysBefore(day, days) {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10);
}

/** @param {Set<string>} days @param {string} last */
function daysInARow(days, last) {
  let number = 0;
  while (days.has(daysBefore(last, number))) number++;
  return number;
}

/** On the puzzle's page: a streak that lasted until yesterday can still be continued. */
export function showStreak() {
  const days = solvedDays(), today = $("puzzle").dataset.day ?? "", streak = $("streak");
  const number = daysInARow(days, days.has(today) ? today : daysBefore(today, 1));
  if (number) streak.textContent = fill(streak.dataset.words ?? "", { number });
}

/** @param {string} table  its id: how long ago this browser first saw it, as 3:07 */
export function timeTaken(table) {
  const key = `begun-${table}`;
  if (!storage.get(key)) storage.set(key, String(Date.now()));
  return formatTime((Date.now() - Number(storage.get(key))) / 1000);
}

/** @param {string} game @param {string} day @param {string} taken  kept the first time only */
export function keepSolved(game, day, taken) {
  const days = solvedDays(), key = `time-${game}-${day}`, time = storage.get(key) ?? taken;
  storage.set(key, time);
  days.add(day);
  storage.set(KEY, JSON.stringify([...days].slice(-MOST_DAYS)));
  $("streak").textContent = `${say("best", { time })} ${say("streak", { number: daysInARow(days, day) })}`;
}
