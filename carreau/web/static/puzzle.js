// The puzzle of the day: on which days this browser has solved one, and how fast.

import { $, kept, say } from "./page.js";

const KEY = "puzzle-days", MOST = 400;
const solvedDays = () => new Set(JSON.parse(kept.get(KEY) ?? "[]"));

function inARow(days, day) {
  let number = 0;
  for (let at = new Date(`${day}T12:00:00Z`); days.has(at.toISOString().slice(0, 10)); at.setUTCDate(at.getUTCDate() - 1)) number++;
  return number;
}

export function showStreak() {
  const days = solvedDays(), today = $("puzzle").dataset.day;
  const before = new Date(new Date(`${today}T12:00:00Z`) - 864e5).toISOString().slice(0, 10);
  const number = inARow(days, days.has(today) ? today : before);
  if (number) $("streak").textContent = $("streak").dataset.words.replace("@", number);
}

export function solved(game, day, taken) {
  const days = solvedDays(), time = `time-${game}-${day}`;
  if (!kept.get(time)) kept.set(time, taken);
  days.add(day);
  kept.set(KEY, JSON.stringify([...days].slice(-MOST)));
  $("streak").textContent = `${say("best", kept.get(time) ?? "")} ${say("streak", inARow(days, day))}`;
}
