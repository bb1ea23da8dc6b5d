// A running table: hears what has happened, shows it, and tells what its players wish.

import { Chooser } from "./chooser.js";
import { put } from "./drawing.js";
import { keepFocus } from "./focus.js";
import { $, form, house, kept, say, speak, time, words } from "./page.js";
import { solved } from "./puzzle.js";
import { addToDeal } from "./shuffle.js";

export class Live {
  constructor(root) {
    this.root = root;
    this.scene = $("scene");
    this.since = 0;
    this.tries = 0;
    this.event = null;
    this.closing = null;
    this.chooser = new Chooser($("scene"), (action) => {
      this.goOn();
      const { seat, ply, sequence } = this.event;
      this.send({ type: "play", seat, action, ply, sequence });
    });
    this.scene.addEventListener("click", () => this.goOn());
    this.form = form();
    const promised = `commitment-${root.dataset.id}`;
    if (!kept.get(promised)) kept.set(promised, root.dataset.commitment);
    this.buttons();
    setInterval(() => this.tick(), 250);
    addEventListener("resize", () => { if (form() !== this.form) { this.form = form(); this.send({ type: "form", form: this.form }); } });
    addEventListener("offline", () => this.socket?.close());
    addEventListener("online", () => this.connect());
    this.connect();
  }

  connect() {
    if (this.socket && this.socket.readyState < 2) return;
    clearTimeout(this.again);
    const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${house}/table/${this.root.dataset.id}/socket`;
    this.socket = new WebSocket(`${address}?since=${this.since}&form=${this.form}`);
    this.socket.onmessage = (message) => this.hear(JSON.parse(message.data));
    this.socket.onclose = () => this.lost();
  }

  lost() {
    if (this.gone) return;
    if (!this.full) $("connection").textContent = words.lost;
    $("connection").className = "lost";
    const wait = this.full ? 3000 + 3000 * Math.random() : Math.min(5000, 300 * 2 ** this.tries++);
    this.full = false;
    this.again = setTimeout(() => this.connect(), wait);
  }

  send(wish) { if (this.socket.readyState === 1) this.socket.send(JSON.stringify(wish)); }

  hear(message) {
    if (message.type === "ping") this.send({ type: "pong", number: message.number });
    else if (message.type === "event") this.show(message);
    else if (message.type === "refused") $("said").textContent = message.text;
    else if (message.type === "hint") this.hint(message);
    else if (message.type === "preparing") $("connection").textContent = message.text;
    else if (message.type === "full") { this.full = true; $("connection").textContent = message.text; }
    else if (message.type === "gone") { this.gone = true; $("connection").textContent = message.text; $("connection").className = "lost"; }
  }

  show(event) {
    const last = this.event;
    this.event = event;
    this.at = performance.now();
    this.tries = 0;
    if (event.closing || event.state === "over") this.closing = event.closing;
    if (event.closing) this.closes = this.at + 6000;
    keepFocus(() => {
      this.draw(event);
      this.change(event, last);
    });
    if (event.shuffle) addToDeal(this.root.dataset.id, event.shuffle, (wish) => this.send(wish));
    if (event.next) location.href = `${house}/table/${event.next}`;
    this.tick();
  }

  // a round that has ended is shown until its player goes on; by itself as long as it is not their turn

  goOn() {
    if (!this.closing) return;
    this.closing = null;
    keepFocus(() => this.draw(this.event));
  }

  draw(event) {
    const { closing } = this, veiled = event.curtain !== null;
    $("curtain").hidden = !veiled || Boolean(closing);
    $("scene").hidden = !event.svg || (veiled && !closing);
    $("waiting").hidden = Boolean(event.svg);
    $("waiting").lastElementChild.textContent = event.guidance;
    if (!event.svg) return;
    if (veiled) this.veil(...event.curtain);
    put($("scene"), closing ? closing.svg : event.svg);
    if (closing) for (const one of $("scene").querySelectorAll("[data-tap]")) one.removeAttribute("data-tap");
    this.chooser.offer(veiled ? [] : event.choices, veiled ? [] : event.steps);
    $("on").hidden = !closing;
    $("on").textContent = event.acting ? words.on_turn : words.on;
    clearTimeout(this.going);
    if (closing && !event.acting && !veiled) this.going = setTimeout(() => this.goOn(), Math.max(0, this.closes - performance.now()));
  }

  change(event, last) {
    this.root.dataset.state = event.state;
    $("connection").textContent = $("connection").className === "lost" ? words.back : "";
    $("connection").className = "";
    if (last?.sequence !== event.sequence) $("said").textContent = "";
    this.tell(event, last);
    this.people(event);
    $("undo").hidden = !event.undo;
    $("back").hidden = !event.away;
    document.querySelectorAll("#links [data-seat]").forEach((link) => { if (event.players[link.dataset.seat].kind !== "open") link.remove(); });
    if ($("start")) $("links").hidden = !event.players.some((player) => player.kind === "open");
    if ($("device")) $("device").hidden = event.state === "over";
    $("countdown").hidden = event.clock === null;
    if (event.state === "over") this.over(event);
  }

  tell(event, last) {
    for (const [i, line] of event.lines.entries()) {
      if (event.since + i < this.since || !line) continue;
      const item = document.createElement("li");
      item.textContent = line;
      $("log").append(item);
      $("history").scrollTop = $("history").scrollHeight;
    }
    const news = [...event.lines.slice(-3), event.closing?.guidance ?? ""].join(" ").trim();
    this.since = event.sequence;
    if (!last || last.guidance !== event.guidance || news) speak(`${last ? news : ""} ${event.guidance}`);
    $("spoken").replaceChildren(...event.spoken.split("\n").map((line) => Object.assign(document.createElement("p"), { textContent: line })));
  }

  absent(event) {
    if (!$("absent")) return;
    const missing = event.players.flatMap((player, seat) => (player.lend ? [[seat, player.name]] : []));
    if (this.missing === JSON.stringify(missing)) return;
    this.missing = JSON.stringify(missing);
    $("absent").replaceChildren(...missing.map(([seat, name]) => {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: say("lend", name) });
      button.dataset.absent = seat;
      button.onclick = () => this.send({ type: "lend", absent: seat });
      return button;
    }));
  }

  people(event) {
    this.absent(event);
    $("players").replaceChildren(...event.players.map((player) => {
      const item = document.createElement("li");
      const facts = player.kind === "person" && !event.seats.length ? "" : player.kind === "person" ? (player.here ? "" : ` (${words.away})`) : "";
      item.textContent = player.name + facts;
      if (player.left !== null) {
        const clock = document.createElement("span");
        clock.dataset.left = player.left;
        clock.dataset.running = player.running;
        item.append(` – ${words.left} `, clock);
      }
      return item;
    }));
  }

  tick() {
    if (!this.event) return;
    const passed = (performance.now() - this.at) / 1000;
    document.querySelectorAll("[data-left]").forEach((clock) => {
      clock.textContent = time(Math.max(0, clock.dataset.left - (clock.dataset.running === "true" ? passed : 0)));
    });
    if (this.event.clock !== null) $("countdown").textContent = `${Math.ceil(Math.max(0, this.event.clock - passed))} s`;
    if ($("timer") && this.event.state === "playing") $("timer").textContent = this.taken();
  }

  taken() {
    const key = `begun-${this.root.dataset.id}`;
    if (!kept.get(key)) kept.set(key, String(Date.now()));
    return time((Date.now() - Number(kept.get(key))) / 1000);
  }

  veil(seat, name) {
    $("curtain").firstElementChild.textContent = say("curtain", name);
    $("curtain").lastElementChild.textContent = say("lift", name);
    $("curtain").lastElementChild.onclick = () => this.send({ type: "look", seat });
  }

  hint(message) {
    $("said").textContent = message.text;
    const choice = this.chooser.choices.find((one) => one.action === message.action);
    for (const one of $("scene").querySelectorAll("[data-tap]")) one.classList.toggle("hinted", Boolean(choice?.taps.includes(one.dataset.tap)));
  }

  over(event) {
    $("end").hidden = false;
    $("outcome").textContent = event.outcome;
    $("why").textContent = event.guidance;
    $("seed").textContent = event.seed;
    const won = event.outcome.includes(event.players[0].name);
    if (this.root.dataset.puzzle && won) solved(this.root.dataset.game, this.root.dataset.puzzle, this.taken());
  }

  buttons() {
    const seat = () => this.event?.seat ?? this.event?.seats[0];
    const on = (id, wish) => { if ($(id)) $(id).onclick = () => this.send(wish()); };
    $("on").onclick = () => this.goOn();
    on("undo", () => ({ type: "undo", seat: seat() }));
    on("leave", () => ({ type: "leave", seat: seat() }));
    on("back", () => ({ type: "back", seat: seat() }));
    on("start", () => ({ type: "start" }));
    on("again", () => ({ type: "rematch" }));
    on("hint", () => ({ type: "hint" }));
    if ($("rename")) $("rename").onsubmit = (event) => { event.preventDefault(); this.send({ type: "rename", seat: seat(), name: $("rename").elements.name.value }); };
    document.querySelectorAll(".copy").forEach((button) => {
      button.onclick = async () => {
        try { await navigator.clipboard.writeText(button.dataset.link); $("said").textContent = words.copied; } catch { button.previousElementSibling.querySelector("input").select(); }
      };
    });
  }
}
