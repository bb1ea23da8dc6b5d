// The table in the browser: shows what the server draws, and points. It knows no rules.

import { verifying } from "./deal.js";
import { loadSheet } from "./drawing.js";
import { Lens } from "./lens.js";
import { Live } from "./live.js";
import { $, house, kept } from "./page.js";
import { showStreak } from "./puzzle.js";
import { Replay } from "./replay.js";

function settings() {
  const theme = $("theme");
  const show = () => { if (theme.value) document.documentElement.dataset.theme = theme.value; else delete document.documentElement.dataset.theme; };
  theme.value = kept.get("theme") ?? "";
  show();
  theme.onchange = () => { kept.set("theme", theme.value); show(); };
  $("confirm").checked = kept.get("confirm") === "yes";
  $("confirm").onchange = () => kept.set("confirm", $("confirm").checked ? "yes" : "no");
}

function joining() {
  $("join").onsubmit = (event) => {
    event.preventDefault();
    const whole = $("join").link.value.trim().replace(/^[a-z]+:\/\/[^/]+/i, "");
    const path = whole.startsWith(`${house}/`) ? whole.slice(house.length) : whole;
    if (/^\/table\/[\w-]+(\/seat\/[\w-]+)?$/.test(path)) location.href = house + path;
    else {
      $("join-mistake").textContent = $("join-mistake").dataset.words;
      $("join").link.focus();
    }
  };
}

function seats() {
  const players = $("set-up").players;
  const show = () => document.querySelectorAll(".seat").forEach((seat) => { seat.hidden = Number(seat.dataset.seat) >= Number(players.value); });
  players.onchange = show;
  show();
}

document.documentElement.dataset.ready = "";
settings();
if ($("join")) joining();
if ($("set-up")) seats();
if ($("puzzle")) showStreak();
const root = $("table") ?? $("replay");
if (root) {
  verifying(root);
  loadSheet(root);
  new Lens($("scene"));
  globalThis.carreau = $("table") ? new Live(root) : new Replay(root);
}
