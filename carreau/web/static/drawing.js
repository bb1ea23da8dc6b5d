// Drawings: put in place, and cards moved from where they were.

import { $, calm } from "./page.js";

export async function loadSheet(root) {
  const answer = await fetch(root.dataset.sheet);
  $("sheet").replaceChildren(drawing(await answer.text()));
  $("sheet").hidden = false;
  $("sheet").className = "unseen";
}

function drawing(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return document.importNode(parsed, true);
}

function places(scene) {
  const found = new Map();
  scene.querySelectorAll(".card[id]").forEach((one) => found.set(one.id, one.getScreenCTM()));
  scene.querySelectorAll(".pile[id], .player[id]").forEach((one) => found.set(one.id, one.getBoundingClientRect()));
  return found;
}

export function put(scene, text) {
  if (scene.drawn === text) return;
  const before = places(scene);
  scene.drawn = text;
  scene.replaceChildren(drawing(text));
  scene.lens?.lay();
  if (calm.matches || !before.size) return;
  for (const card of scene.querySelectorAll(".card[id]")) {
    const from = before.get(card.id) ?? before.get(card.dataset.from);
    if (from) slide(card, from);
  }
}

function slide(card, from) {
  const now = card.getScreenCTM();
  if (from instanceof DOMRect) from = Object.assign(card.getScreenCTM(), { e: from.x + from.width / 2, f: from.y + from.height / 2 });
  if (Math.abs(from.e - now.e) + Math.abs(from.f - now.f) + Math.abs(from.a - now.a) < 1.5) return;
  const parent = card.parentNode.getScreenCTM();
  const matrix = (m) => `matrix(${m.a},${m.b},${m.c},${m.d},${m.e},${m.f})`;
  const start = parent.inverse().multiply(from), end = parent.inverse().multiply(now);
  card.animate([{ transform: matrix(start) }, { transform: matrix(end) }], { duration: 250, easing: "ease-out" });
}
