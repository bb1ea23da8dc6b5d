// Who plays: names, clocks, and for the host a button for everyone who is away.

/** @import { PlayerNote, Command } from "../messages" */

import { $, create, find, formatTime, say, words } from "./page.js";

export class Players {
  /** @param {(command: Command) => void} send */
  constructor(send) {
    this.send = send;
    this.absent = ""; // for whom there are buttons
  }

  /** @param {{ players: PlayerNote[], seats: number[], state: string }} event */
  show({ players, seats, state }) {
    this.offerBots(players);
    const plain = players.every(({ kind, here, left }) => left === null && (kind !== "person" || here));
    $("players").hidden = plain && state !== "waiting"; // the table itself names everybody
    $("players").replaceChildren(...players.map((player) => playerItem(player, seats.length > 0)));
  }

  /** @param {PlayerNote[]} players */
  offerBots(players) {
    const menu = find("absent");
    if (!menu) return;
    const absent = players.map(({ name, lend }, seat) => ({ name, lend, seat })).filter(({ lend }) => lend);
    if (this.absent === JSON.stringify(absent)) return;
    this.absent = JSON.stringify(absent);
    menu.replaceChildren(...absent.map(({ name, seat }) => {
      const button = create("button", say("lend", { name }));
      button.type = "button";
      button.dataset.absent = String(seat);
      button.onclick = () => this.send({ type: "lend", absent: seat });
      return button;
    }));
  }

  /** @param {number} passed  seconds since the clocks were told */
  tick(passed) {
    /** @type {NodeListOf<HTMLElement>} */
    const clocks = document.querySelectorAll("[data-left]");
    for (const clock of clocks) {
      const left = Number(clock.dataset.left) - (clock.dataset.running === "true" ? passed : 0);
      clock.textContent = formatTime(Math.max(0, left));
    }
  }
}

/**
 * @param {PlayerNote} player
 * @param {boolean} seated  whether this screen has a seat: who only watches is not told who is away
 */
function playerItem(player, seated) {
  const away = seated && player.kind === "person" && !player.here;
  const item = create("li", player.name + (away ? ` (${words.away})` : ""));
  if (player.left !== null) {
    const clock = document.createElement("span");
    clock.dataset.left = String(player.left);
    clock.dataset.running = String(player.running);
    item.append(` – ${words.left} `, clock);
  }
  return item;
}
