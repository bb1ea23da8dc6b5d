// The form of a new table: shows what belongs to the way to play and to the number of players.

import { $, field } from "./page.js";

export class SetUp {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    form.onchange = () => this.show();
    this.show();
  }

  show() {
    /** @type {HTMLInputElement | null} */
    const way = this.form.querySelector(".way input:checked");
    if (way) this.showWay(way.value, (way.dataset.players ?? "").split(" "));
    this.showSeats();
  }

  /** @param {string} way @param {string[]} numbers  how many can play it */
  showWay(way, numbers) {
    const players = $("number", HTMLSelectElement);
    for (const option of players.options) option.hidden = option.disabled = !numbers.includes(option.value);
    if (!numbers.includes(players.value)) players.value = numbers[0];
    /** @type {NodeListOf<HTMLElement>} */
    const fields = this.form.querySelectorAll("[data-ways]");
    for (const one of fields) one.hidden = !(one.dataset.ways ?? "").split(" ").includes(way);
  }

  showSeats() {
    const players = Number($("number", HTMLSelectElement).value);
    /** @type {NodeListOf<HTMLElement>} */
    const seats = this.form.querySelectorAll(".seat");
    for (const seat of seats) seat.hidden = Number(seat.dataset.seat) >= players;
    this.offerCoach([...seats].filter((seat) => !seat.hidden));
  }

  /** @param {HTMLElement[]} seats  a coach is only for one person among bots */
  offerCoach(seats) {
    const chosen = seats.map((seat) => seat.querySelector("select")?.value ?? "");
    const people = chosen.filter((one) => !one.startsWith("bot"));
    $("coach").hidden = field(this.form, "coach").disabled = people.join() !== "me" || seats.length < 2;
  }
}
