// A running table: shows what the server says has happened, and sends what its players do.

/** @import { Closing, Event as Told, Hinted, Command } from "../messages" */
/** @import { Shown } from "./drawing.js" */
/** @typedef {Omit<Told, "drawing"> & Shown} Event  what the server says, with the drawing put together */

import { Chooser } from "./chooser.js";
import { Coach } from "./coach.js";
import { Connection } from "./connection.js";
import { Drawing } from "./drawing.js";
import { keepFocus } from "./focus.js";
import { keepState } from "./home.js";
import { $, announce, create, field, find, onFormChange, prefix, say, screenForm, words } from "./page.js";
import { Players } from "./players.js";
import { keepSolved, timeTaken } from "./puzzle.js";
import { Scene } from "./scene.js";
import { showScores } from "./scores.js";
import { addToShuffle } from "./shuffle.js";
import { storage } from "./storage.js";
import { commitmentKey } from "./verify.js";

const CLOSING_TIME = 6000; // milliseconds for which the end of a round is shown to players who cannot act

export class Table {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.id = root.dataset.id ?? "";
    this.scene = new Scene($("scene"));
    this.drawing = new Drawing();
    /** @type {Event | null} */
    this.event = null; // the last one
    this.received = 0; // when it came
    this.since = 0; // how many entries have been written to the log
    /** @type {Closing | null} */
    this.closing = null; // the end of a round, while it is shown
    this.closingUntil = 0;
    this.closingTimer = 0;
    this.chooser = new Chooser(this.scene.element, (action) => this.play(action));
    this.coach = root.dataset.coach && find("advice") ? new Coach(this, root.dataset.coach === "warning") : null;
    this.players = new Players((command) => this.send(command));
    this.connection = new Connection(() => this.address(), (news) => {
      if (news.type === "event") this.show({ ...news, ...this.drawing.apply(news.drawing) });
      else if (news.type === "hint") this.showHint(news);
      else if (news.type === "advice") this.coach?.show(news);
      else if (news.type === "checked") this.coach?.hear(news);
      else if (news.type === "refused" && !this.coach?.isRefused(news.text)) $("said").textContent = news.text;
    });
    if (!storage.get(commitmentKey(this.id))) storage.set(commitmentKey(this.id), root.dataset.commitment ?? "");
    this.listen();
    setInterval(() => this.tick(), 250);
    this.connection.open();
  }

  address() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    return `${scheme}://${location.host}${prefix}/table/${this.id}/socket?since=${this.since}&form=${screenForm()}`;
  }

  // what players do

  listen() {
    this.scene.element.addEventListener("click", () => this.goOn());
    onFormChange(() => this.send({ type: "form", form: screenForm() }));
    $("on").onclick = () => this.goOn();
    this.onClick("undo", () => ({ type: "undo", seat: this.seat() }));
    this.onClick("leave", () => ({ type: "leave", seat: this.seat() }));
    this.onClick("back", () => ({ type: "back", seat: this.seat() }));
    this.onClick("start", () => ({ type: "start" }));
    this.onClick("again", () => ({ type: "rematch" }));
    this.onClick("hint", () => ({ type: "hint" }));
    const rename = find("rename", HTMLFormElement);
    if (rename) {
      rename.onsubmit = (event) => {
        event.preventDefault();
        this.send({ type: "rename", seat: this.seat(), name: field(rename, "name").value });
      };
    }
    for (const button of this.root.querySelectorAll("button.copy")) button.addEventListener("click", () => copyLink(button));
  }

  /** @param {string} id @param {() => Command} command */
  onClick(id, command) {
    const button = find(id);
    if (button) button.onclick = () => this.send(command());
  }

  /** The seat that this screen acts for; the server refuses any but its own. */
  seat() {
    return this.event?.seat ?? this.event?.seats[0] ?? 0;
  }

  /** @param {string} action */
  play(action) {
    this.goOn();
    if (!this.event) return;
    const { ply, sequence } = this.event, seat = this.seat();
    const send = () => this.send({ type: "play", seat, action, ply, sequence });
    if (this.coach) this.coach.check({ seat, action, sequence }, send);
    else send();
  }

  /** @param {Command} command */
  send(command) {
    this.connection.send(command);
  }

  // what has happened

  /** @param {Event} event */
  show(event) {
    const last = this.event;
    this.event = event;
    this.received = performance.now();
    if (event.closing || event.state === "over") this.closing = event.closing;
    if (event.closing) this.closingUntil = this.received + CLOSING_TIME;
    keepFocus(() => {
      this.connection.restored();
      this.draw(event);
      this.tell(event, last);
      this.showControls(event);
      if (event.state === "over") this.showEnd(event);
      if (event.lines.length) $("history").scrollTop = $("history").scrollHeight;
    });
    if (event.shuffle) addToShuffle(this.id, event.shuffle, (command) => this.send(command));
    if (event.next) location.replace(`${prefix}/table/${event.next}`); // so that Back skips this table
    this.tick();
  }

  /** @param {Event} event */
  draw(event) {
    const { closing } = this, { curtain } = event;
    $("curtain").hidden = !curtain || Boolean(closing);
    $("scene").hidden = !event.svg || Boolean(curtain && !closing);
    $("waiting").hidden = Boolean(event.svg);
    lastChild("waiting").textContent = event.guidance;
    if (!event.svg) return;
    if (curtain) this.drawCurtain(curtain);
    this.scene.show(closing ? closing.svg : event.svg);
    if (closing) for (const one of this.scene.element.querySelectorAll("[data-tap]")) one.removeAttribute("data-tap");
    this.chooser.offer(curtain ? [] : event.choices, curtain ? [] : event.steps);
    this.coach?.update(event);
    $("on").hidden = !closing;
    $("on").textContent = event.acting ? words.on_turn : words.on;
    clearTimeout(this.closingTimer);
    if (!closing || event.acting || curtain) return;
    this.closingTimer = setTimeout(() => this.goOn(), Math.max(0, this.closingUntil - performance.now()));
  }

  /** The end of a round is shown until the player continues; it goes away by itself if it is not their turn. */
  goOn() {
    const { event } = this;
    if (!this.closing || !event) return;
    this.closing = null;
    keepFocus(() => this.draw(event));
  }

  /** @param {import("../messages").Curtain} curtain */
  drawCurtain({ seat, name }) {
    const button = lastChild("curtain");
    $("curtain").children[0].textContent = say("curtain", { name });
    button.textContent = say("lift", { name });
    button.onclick = () => this.send({ type: "look", seat });
  }

  /** @param {Event} event @param {Event | null} last */
  tell(event, last) {
    for (const [i, line] of event.lines.entries()) {
      if (!line || event.since + i < this.since) continue;
      $("log").append(create("li", line));
    }
    this.since = event.sequence;
    const news = [...event.lines.slice(-3), event.closing?.guidance ?? ""].join(" ").trim();
    if (!last || last.guidance !== event.guidance || news) announce(`${last ? news : ""} ${event.guidance}`);
    if (last?.sequence !== event.sequence) $("said").textContent = "";
    $("spoken").replaceChildren(...event.spoken.split("\n").map((line) => create("p", line)));
  }

  /** @param {Event} event */
  showControls(event) {
    this.root.dataset.state = event.state;
    keepState(this.id, event.state);
    this.players.show(event);
    this.showLinks(event);
    $("undo").hidden = !event.undo;
    $("back").hidden = !event.away;
    $("countdown").hidden = event.clock === null;
    const device = find("device");
    if (device) device.hidden = event.state === "over";
  }

  /** @param {Event} event  whose free seats have links */
  showLinks({ players }) {
    const links = find("links");
    if (!links) return;
    /** @type {NodeListOf<HTMLElement>} */
    const seats = links.querySelectorAll("[data-seat]");
    for (const link of seats) if (players[Number(link.dataset.seat)].kind !== "open") link.remove();
    links.hidden = !players.some((player) => player.kind === "open");
  }

  /** @param {Event} event */
  showEnd(event) {
    $("end").hidden = false;
    $("outcome").textContent = event.outcome;
    showScores(event);
    $("seed").textContent = event.seed;
    const { game = "", puzzle } = this.root.dataset;
    const hasWon = event.seats.some((seat) => event.winners.includes(seat));
    if (puzzle && hasWon) keepSolved(game, puzzle, timeTaken(this.id));
  }

  /** @param {Hinted} hint */
  showHint({ action, text }) {
    $("said").textContent = text;
    this.scene.hint(this.chooser.tapsOf(action));
  }

  /** Clocks keep running between two events. */
  tick() {
    if (!this.event) return;
    const { clock, state } = this.event, passed = (performance.now() - this.received) / 1000, timer = find("timer");
    this.players.tick(passed);
    if (clock !== null) $("countdown").textContent = `${Math.ceil(Math.max(0, clock - passed))} s`;
    if (timer && state === "playing") timer.textContent = timeTaken(this.id);
  }
}

/** @param {string} id */
function lastChild(id) {
  return /** @type {HTMLElement} */ ($(id).lastElementChild);
}

/** @param {Element} button  with a link; where it cannot be copied, it is selected */
async function copyLink(button) {
  try {
    await navigator.clipboard.writeText(button.getAttribute("data-link") ?? "");
    $("said").textContent = words.copied;
  } catch {
    button.previousElementSibling?.querySelector("input")?.select();
  }
}
