// The scoring as a picture: a bar for every player, the winners first.

/** @import { Score } from "../messages" */

import { $, create, words } from "./page.js";

/** @param {{ scores: Score[], winners: number[], seats: number[] }} event */
export function showScores({ scores, winners, seats }) {
  $("scores").hidden = scores.length < 2;
  const items = scores.map((score) => scoreItem(score, winners.includes(score.seat), seats.includes(score.seat)));
  $("scores").replaceChildren(...items);
}

/** @param {Score} score @param {boolean} won @param {boolean} own */
function scoreItem({ name, points, about, part }, won, own) {
  const item = document.createElement("li"), bar = create("span", ""), length = document.createElement("i");
  bar.className = "bar";
  bar.append(length);
  length.style.width = `${100 * part}%`;
  item.classList.toggle("won", won);
  item.classList.toggle("own", own);
  item.append(winnerMark(won), labelled("who", name), bar, labelled("points", points), labelled("facts", about));
  return item;
}

/** @param {boolean} won */
function winnerMark(won) {
  const mark = labelled("mark", won ? "★" : "");
  if (won) mark.setAttribute("aria-label", words.winner);
  if (won) mark.setAttribute("role", "img");
  return mark;
}

/** @param {string} name @param {string} text */
function labelled(name, text) {
  const span = create("span", text);
  span.className = name;
  return span;
}
