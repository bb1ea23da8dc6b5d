// The table in the browser: shows what the server draws, and points. It knows no rules.

const $ = (id) => document.getElementById(id);
const words = $("words") ? JSON.parse($("words").textContent) : {};
const say = (key, value) => words[key].replace("@", value);
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const form = () => (innerWidth < 900 && innerHeight > innerWidth ? "phone" : "wide");
const kept = {
  get: (key) => { try { return localStorage.getItem(key); } catch { return null; } },
  set: (key, value) => { try { localStorage.setItem(key, value); } catch { /* a browser that keeps nothing */ } },
};

// every page: colours, the question before a move, joining by link

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
    const path = $("join").link.value.trim().replace(/^[a-z]+:\/\/[^/]+/i, "");
    if (/^\/table\/[\w-]+(\/seat\/[\w-]+)?$/.test(path)) location.href = path;
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

// drawings: put in place, and cards moved from where they were

async function loadSheet(root) {
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

function put(scene, text) {
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

// the focus, kept where it was while the page changes around it

const isSeen = (one) => Boolean(one?.isConnected && one.getClientRects().length);

function focused() {
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  const { id } = one, { tap, action, absent } = one.dataset;
  const within = ["choices", "scene", "absent"].find((name) => one.closest(`#${name}`));
  const same = (name, value) => value !== undefined && [...document.querySelectorAll(`#${within} [data-${name}]`)].find((other) => other.dataset[name] === value);
  const instead = { choices: () => $("moves").firstElementChild, absent: () => $("leave") };
  return () => {
    const again = [one, id && $(id), same("tap", tap), same("action", action), same("absent", absent), instead[within]?.(), $("scene"), $("curtain")];
    for (const other of again) {
      if (document.activeElement === other) return;
      if (isSeen(other)) other.focus({ preventScroll: true });
      if (document.activeElement === other) return;
    }
  };
}

function keepFocus(change) {
  const restore = focused();
  change();
  restore?.();
}

// the board, nearer: two fingers, or the wheel with Ctrl; dragged while it is near; a double tap shows all of it again

const FINGER = 44, SMALL = 40; // pixels

class Lens {
  constructor(scene) {
    this.scene = scene;
    this.fingers = new Map();
    [this.scale, this.x, this.y, this.travel] = [1, 0, 0, 0];
    scene.lens = this;
    scene.addEventListener("pointerdown", (event) => this.down(event));
    addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, (event) => this.fingers.delete(event.pointerId));
    scene.addEventListener("touchmove", (event) => { if (this.fingers.size > 1 || (this.scale > 1 && this.fingers.size)) event.preventDefault(); }, { passive: false });
    scene.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    scene.addEventListener("click", (event) => this.click(event), true);
    $("whole").onclick = () => keepFocus(() => this.reset());
    if ($("nearer")) $("nearer").onclick = () => keepFocus(() => this.approach());
    addEventListener("resize", () => this.reset());
  }

  lay() {
    const svg = this.scene.firstElementChild, board = svg?.querySelector("g.board");
    const felt = svg?.querySelectorAll(".ground rect")[1];
    this.layer = this.window = null;
    if (!board || !felt) return;
    const make = (name, inside) => { const one = document.createElementNS(svg.namespaceURI, name); one.append(...inside); return one; };
    const edge = make("clipPath", [felt.cloneNode()]);
    edge.id = "felt-edge";
    const place = document.createComment("");
    board.replaceWith(place);
    this.layer = make("g", [board]);
    this.window = make("g", [this.layer]);
    place.replaceWith(edge, this.window);
    const number = (name) => Number(felt.getAttribute(name) ?? 0);
    this.felt = { x: number("x"), y: number("y"), right: number("x") + number("width"), low: number("y") + number("height") };
    this.show();
  }

  show() {
    const near = this.scale > 1;
    this.x = Math.min(Math.max(this.x, (1 - this.scale) * this.felt.right), (1 - this.scale) * this.felt.x);
    this.y = Math.min(Math.max(this.y, (1 - this.scale) * this.felt.low), (1 - this.scale) * this.felt.y);
    this.layer.setAttribute("transform", `translate(${this.x} ${this.y}) scale(${this.scale})`);
    if (near) this.window.setAttribute("clip-path", "url(#felt-edge)"); else this.window.removeAttribute("clip-path");
    $("whole").hidden = !near;
    this.offer();
    this.scene.classList.toggle("near", near);
  }

  reset() {
    [this.scale, this.x, this.y] = [1, 0, 0];
    if (this.layer) this.show();
  }

  // a button for those whose fingers are larger than the cells

  targets() {
    const boxes = [...(this.layer?.querySelectorAll(".can") ?? [])].map((one) => one.getBoundingClientRect());
    return { boxes, smallest: Math.min(...boxes.map((box) => Math.min(box.width, box.height))) };
  }

  offer() {
    if ($("nearer")) $("nearer").hidden = this.scale > 1 || form() !== "phone" || this.targets().smallest >= SMALL;
  }

  approach() {
    const { boxes, smallest } = this.targets();
    const mean = (values) => (Math.min(...values) + Math.max(...values)) / 2;
    const [clientX, clientY] = [mean(boxes.map((box) => box.x + box.width / 2)), mean(boxes.map((box) => box.y + box.height / 2))];
    this.near(Math.max(1.5, FINGER / smallest), this.point({ clientX, clientY }));
  }

  point(event) { return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.scene.firstElementChild.getScreenCTM().inverse()); }

  onFelt(event) {
    if (!this.layer || event.target.closest(".tray")) return false;
    const { x, y } = this.point(event);
    return x > this.felt.x && x < this.felt.right && y > this.felt.y && y < this.felt.low;
  }

  down(event) {
    if (event.button > 0 || !this.onFelt(event)) return;
    if (!this.fingers.size) this.travel = 0;
    this.fingers.set(event.pointerId, event);
  }

  move(event) {
    const last = this.fingers.get(event.pointerId);
    if (!last || !this.layer) return;
    const other = [...this.fingers.values()].find((one) => one.pointerId !== event.pointerId);
    this.travel += Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY);
    if (other) this.pinch(other, last, event);
    else if (this.travel > 8 && this.scale > 1) this.drag(this.point(last), this.point(event));
    this.fingers.set(event.pointerId, event);
  }

  pinch(other, last, now) {
    const apart = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) || 1;
    const middle = (one) => { const [a, b] = [this.point(one), this.point(other)]; return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }; };
    this.travel += 9;
    this.near(apart(now) / apart(last), middle(now));
    this.drag(middle(last), middle(now));
  }

  drag(from, to) {
    this.x += to.x - from.x;
    this.y += to.y - from.y;
    this.show();
  }

  near(factor, around) {
    const scale = Math.min(Math.max(this.scale * factor, 1), 5);
    this.x = around.x - (around.x - this.x) * scale / this.scale;
    this.y = around.y - (around.y - this.y) * scale / this.scale;
    this.scale = scale < 1.02 ? 1 : scale;
    this.show();
  }

  wheel(event) {
    if (!event.ctrlKey || !this.onFelt(event)) return;
    event.preventDefault();
    this.near(Math.exp(-event.deltaY / 300), this.point(event));
  }

  click(event) {
    if (this.travel > 8) { event.stopPropagation(); event.preventDefault(); this.travel = 0; return; }
    if (event.detail === 2 && this.scale > 1 && !event.target.closest(".can")) this.reset();
  }
}

// choosing: cards and cells are tapped until one action is left

class Chooser {
  constructor(scene, play) {
    this.scene = scene;
    this.play = play;
    this.choices = this.alone = this.steps = [];
    this.double = null;
    this.picked = [];
    this.turned = 0;
    scene.addEventListener("click", (event) => this.touch(event.target.closest("[data-tap]")));
    scene.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        const one = event.target.closest("[data-tap]");
        if (one) { event.preventDefault(); this.touch(one); }
      } else if (event.key === "Escape") this.forget();
      else if (event.key === "r" && !$("turn").hidden) this.turn();
    });
    $("turn").onclick = () => this.turn();
    $("cancel").onclick = () => keepFocus(() => { this.forget(); this.list(); });
    $("play").onclick = () => keepFocus(() => this.go(this.waiting));
    $("filter").oninput = () => this.list();
    $("moves").ontoggle = () => this.list();
    $("choices").onclick = (event) => {
      const choice = this.find(event.target.closest("button")?.dataset.action);
      if (choice) this.settle(choice);
      if (choice && isSeen($("play"))) $("play").focus();
    };
  }

  offer(choices, steps = []) {
    [this.alone, this.steps] = [this.read(choices), this.read(steps)];
    if (!this.steps.length || !this.double) this.double = null;
    this.choices = this.double ? this.rest() : this.alone;
    this.picked = this.picked.filter((tap) => this.choices.some((choice) => choice.taps.includes(tap)));
    if (!this.fitting().length) this.picked = [];
    this.show();
    this.list();
  }

  read(choices) {
    return choices.map(([action, name, taps]) => ({
      action, name,
      taps: taps.filter((tap) => !tap.startsWith("turn-")),
      turned: Number((taps.find((tap) => tap.startsWith("turn-")) ?? "turn-0").slice(5)),
    }));
  }

  // two steps as one action: after a tap on "two" they are chosen one after the other

  both() {
    this.double = this.double ? null : [];
    this.choices = this.double ? this.rest() : this.alone;
    this.picked = [];
    this.turned = 0;
    this.show();
    this.list();
  }

  rest() { return this.steps.filter((step) => !this.double.some((done) => done.taps.some((tap) => step.taps.includes(tap)))); }

  find(action) { return this.choices.find((choice) => choice.action === action); }

  fitting() { return this.choices.filter((choice) => this.picked.every((tap) => choice.taps.includes(tap))); }

  touch(element) {
    const tap = element?.dataset.tap;
    if (tap === "two" && this.steps.length) return this.both();
    if (!tap || !this.choices.some((choice) => choice.taps.includes(tap))) return;
    if (this.picked.includes(tap)) this.picked = this.picked.filter((one) => one !== tap);
    else if (this.fitting().some((choice) => choice.taps.includes(tap))) this.picked.push(tap);
    else this.picked = [tap];
    if (this.picked.includes(tap)) this.decide(element);
    this.show();
  }

  decide(element) {
    const fitting = this.fitting();
    const whole = fitting.filter((choice) => choice.taps.length === this.picked.length);
    const open = fitting.length > whole.length;
    const inHand = element.closest(".tray") && element.classList.contains("card");
    const chosen = whole.find((choice) => choice.turned === this.turned) ?? (whole.length === 1 ? whole[0] : null);
    if (chosen && !open) return this.settle(chosen);
    if (!whole.length && fitting.length === 1 && !inHand) return this.settle(fitting[0]);
    if (whole.length && !open) { this.turned = whole[0].turned; this.ready(whole[0]); }
    if (chosen && open) this.ready(chosen);
  }

  settle(choice) {
    if ($("confirm").checked) this.ready(choice);
    else this.go(choice);
  }

  ready(choice) {
    $("play").textContent = say("confirm", choice.name);
    $("play").hidden = $("cancel").hidden = false;
    this.waiting = choice;
  }

  go(choice) {
    if (this.double && !this.double.length) {
      this.double = [choice];
      this.choices = this.rest();
      this.forget(true);
      return this.list();
    }
    const action = this.double ? `${this.double[0].action} + ${choice.action}` : choice.action;
    this.forget();
    this.play(action);
  }

  forget(between = false) {
    if (this.double && !between) [this.double, this.choices] = [null, this.alone];
    this.picked = [];
    this.turned = 0;
    this.waiting = null;
    this.show();
  }

  turns() { return [...new Set(this.fitting().map((choice) => choice.turned))].sort(); }

  turn() {
    const turns = this.turns();
    this.turned = turns[(turns.indexOf(this.turned) + 1) % turns.length];
    const whole = this.fitting().filter((choice) => choice.taps.length === this.picked.length && choice.turned === this.turned);
    if (whole.length) this.ready(whole[0]);
    this.show();
  }

  show() {
    const fitting = this.fitting();
    if (this.waiting) this.waiting = fitting.find((choice) => choice.action === this.waiting.action) ?? null;
    if (!this.waiting) { $("play").hidden = $("cancel").hidden = true; }
    if (this.picked.length || this.double) $("cancel").hidden = false;
    const turns = this.turns();
    if (this.picked.length && !turns.includes(this.turned)) this.turned = turns[0] ?? 0;
    $("turn").hidden = !(this.picked.length && turns.length > 1);
    const all = new Set(this.choices.flatMap((choice) => choice.taps));
    const live = new Set(fitting.filter((c) => !this.picked.length || c.turned === this.turned || turns.length < 2).flatMap((c) => c.taps));
    for (const one of this.scene.querySelectorAll("[data-tap]")) {
      const tap = one.dataset.tap;
      const can = all.has(tap);
      one.classList.toggle("chosen", this.picked.includes(tap) || Boolean(this.double?.some((step) => step.taps.includes(tap))));
      one.classList.toggle("faded", can && this.picked.length > 0 && !live.has(tap) && !one.closest(".tray"));
      if (can) { one.setAttribute("role", "button"); one.setAttribute("tabindex", "0"); one.setAttribute("aria-pressed", String(this.picked.includes(tap))); }
      else if (one.hasAttribute("tabindex")) { one.setAttribute("role", "img"); one.removeAttribute("tabindex"); one.removeAttribute("aria-pressed"); }
      if (one.closest(".tray") && one.firstElementChild?.tagName === "use")
        one.firstElementChild.setAttribute("transform", this.picked.includes(tap) && this.turned ? `rotate(${90 * this.turned})` : "");
    }
    if (this.picked.length) this.list();
  }

  list() {
    $("count").textContent = this.choices.length;
    if (!$("moves").open) return;
    const wanted = $("filter").value.trim().toLowerCase();
    const shown = this.fitting().filter((choice) => choice.name.toLowerCase().includes(wanted));
    const listed = JSON.stringify(shown.map((choice) => [choice.action, choice.name]));
    if (listed === this.listed) return;
    this.listed = listed;
    keepFocus(() => $("choices").replaceChildren(...shown.map((choice) => {
      const item = document.createElement("li"), button = document.createElement("button");
      button.type = "button";
      button.textContent = choice.name;
      button.dataset.action = choice.action;
      item.append(button);
      return item;
    })));
  }
}

// what is said to those who listen: added to what was said before, so that nothing is cut short by what follows quickly

function speak(text) {
  $("live").append(Object.assign(document.createElement("p"), { textContent: text.trim() }));
  while ($("live").children.length > 6) $("live").firstElementChild.remove();
}

// a running table

class Live {
  constructor(root) {
    this.root = root;
    this.scene = $("scene");
    this.since = 0;
    this.tries = 0;
    this.event = null;
    this.closing = null;
    this.chooser = new Chooser($("scene"), (action) => {
      this.goOn();
      this.send({ type: "play", seat: this.event.seat, action, ply: this.event.ply });
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
    const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/table/${this.root.dataset.id}/socket`;
    this.socket = new WebSocket(`${address}?since=${this.since}&form=${this.form}`);
    this.socket.onmessage = (message) => this.hear(JSON.parse(message.data));
    this.socket.onclose = () => this.lost();
  }

  lost() {
    if (this.gone) return;
    $("connection").textContent = words.lost;
    $("connection").className = "lost";
    this.again = setTimeout(() => this.connect(), Math.min(5000, 300 * 2 ** this.tries++));
  }

  send(wish) { if (this.socket.readyState === 1) this.socket.send(JSON.stringify(wish)); }

  hear(message) {
    if (message.type === "ping") this.send({ type: "pong", number: message.number });
    else if (message.type === "event") this.show(message);
    else if (message.type === "refused") $("said").textContent = message.text;
    else if (message.type === "hint") this.hint(message);
    else if (message.type === "preparing") $("connection").textContent = message.text;
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
    if (event.next) location.href = `/table/${event.next}`;
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
    $("scene").hidden = veiled && !closing;
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
    if ($("start")) $("links").hidden = event.state !== "waiting";
    $("countdown").hidden = event.clock === null;
    if (event.state === "over") this.over(event);
  }

  tell(event, last) {
    for (const [i, line] of event.lines.entries()) {
      if (event.since + i < this.since) continue;
      const item = document.createElement("li");
      item.value = event.since + i + 1;
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
    if ($("timer") && this.event.state === "playing") $("timer").textContent = time((Date.now() - this.begun()) / 1000);
  }

  begun() {
    const key = `begun-${this.root.dataset.id}`;
    if (!kept.get(key)) kept.set(key, String(Date.now()));
    return Number(kept.get(key));
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
    if (this.root.dataset.puzzle) this.streak(event);
  }

  streak() {
    const day = this.root.dataset.puzzle, key = "puzzle-days";
    const days = new Set(JSON.parse(kept.get(key) ?? "[]"));
    if (this.event.players.length && this.event.outcome && this.event.outcome.includes(this.event.players[0].name)) {
      if (!days.has(day)) kept.set(`time-${day}`, time((Date.now() - this.begun()) / 1000));
      days.add(day);
      kept.set(key, JSON.stringify([...days].slice(-400)));
      $("streak").textContent = `${say("best", kept.get(`time-${day}`) ?? "")} ${say("streak", row(days, day))}`;
    }
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

function time(seconds) { return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`; }

function row(days, day) {
  let number = 0;
  for (let at = new Date(`${day}T12:00:00Z`); days.has(at.toISOString().slice(0, 10)); at.setUTCDate(at.getUTCDate() - 1)) number++;
  return number;
}

// replay

class Replay {
  constructor(root) {
    this.root = root;
    this.scene = $("scene");
    this.lines = [...document.querySelectorAll("#log .line")];
    $("first").onclick = () => this.go(0);
    $("earlier").onclick = () => this.step(-1);
    $("later").onclick = () => this.step(1);
    $("ply").oninput = () => this.go(Number($("ply").value));
    $("seat").onchange = () => this.go(Number($("ply").value));
    $("run").onclick = () => this.run($("run").getAttribute("aria-pressed") !== "true");
    this.lines.forEach((line) => { line.onclick = () => this.go(Number(line.dataset.ply)); });
    addEventListener("resize", () => this.go(Number($("ply").value)));
    this.go(Number($("ply").value));
  }

  // a move that ended a round has two pictures: the scoring, then the table that was cleared for the next

  step(by) {
    const [closing, cleared] = this.pictures ?? [];
    if (cleared && by > 0 && this.shown === closing) this.picture(cleared);
    else if (cleared && by < 0 && this.shown === cleared) this.picture(closing);
    else this.go(Number($("ply").value) + by, by < 0);
  }

  picture(shown) {
    this.shown = shown;
    put($("scene"), shown.svg);
    const line = this.now ? this.lines[this.now - 1].textContent : "";
    $("line").textContent = this.pictures.length > 1 ? `${line} – ${shown.guidance}` : line;
  }

  async go(ply, backwards = false) {
    ply = Math.min(Math.max(0, ply), Number($("ply").max));
    $("ply").value = ply;
    const asked = (this.asked = `?ply=${ply}&seat=${$("seat").value}`);
    const answer = await fetch(`/table/${this.root.dataset.id}/moment${asked}&form=${form()}`);
    if (asked !== this.asked || !answer.ok) return;
    const moment = await answer.json();
    if (asked !== this.asked) return;
    this.now = ply;
    this.pictures = moment.closing ? [moment.closing, moment] : [moment];
    this.picture(this.pictures.at(backwards ? -1 : 0));
    $("at").textContent = `${ply} / ${$("ply").max}`;
    this.lines.forEach((line) => { if (Number(line.dataset.ply) === ply) line.setAttribute("aria-current", "true"); else line.removeAttribute("aria-current"); });
    $("share").value = `${location.origin}/table/${this.root.dataset.id}/replay${asked}`;
    if ($("play-on")) {
      $("play-on").elements.ply.value = ply;
      $("play-on").querySelector("button").disabled = ply === Number($("ply").max);
    }
  }

  run(on) {
    $("run").setAttribute("aria-pressed", String(on));
    clearInterval(this.timer);
    if (on) this.timer = setInterval(() => { if (this.now >= Number($("ply").max)) this.run(false); else this.step(1); }, 900);
  }
}

// the deal, verified here: SHA-256 over the record's promise, in plain JavaScript so that it also works without https

function sha256(text) {
  const bytes = new TextEncoder().encode(text);
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
  const part = (x) => ((x - Math.floor(x)) * 2 ** 32) | 0;
  const k = primes.map((p) => part(Math.cbrt(p)));
  let state = primes.slice(0, 8).map((p) => part(Math.sqrt(p)));
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 128;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  const turn = (x, n) => (x >>> n) | (x << (32 - n));
  for (let block = 0; block < padded.length; block += 64) {
    const w = Array.from({ length: 16 }, (_, i) => view.getInt32(block + 4 * i));
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15], b = w[i - 2];
      w[i] = (w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[i - 7] + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10))) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + k[i] + w[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    state = state.map((x, i) => (x + [a, b, c, d, e, f, g, h][i]) | 0);
  }
  return state.map((x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
}

function canonical(data) {
  if (data === null || typeof data !== "object") return JSON.stringify(data);
  return `{${Object.keys(data).sort().map((key) => `${JSON.stringify(key)}:${canonical(data[key])}`).join(",")}}`;
}

function verifying(root) {
  const button = document.querySelector(".verify"), verdict = document.querySelector(".verdict");
  if (!button) return;
  button.onclick = async () => {
    const { game, version, players, options, seed } = await (await fetch(button.dataset.record)).json();
    const promised = kept.get(`commitment-${root.dataset.id}`) ?? root.dataset.commitment;
    const right = sha256(canonical({ game, version, players, options, seed })) === promised;
    verdict.textContent = right ? words.verified : words.wrong;
  };
}

document.documentElement.dataset.ready = "";
settings();
if ($("join")) joining();
if ($("set-up")) seats();
if ($("puzzle")) {
  const days = new Set(JSON.parse(kept.get("puzzle-days") ?? "[]")), today = $("puzzle").dataset.day;
  const before = new Date(new Date(`${today}T12:00:00Z`) - 864e5).toISOString().slice(0, 10);
  const number = row(days, days.has(today) ? today : before);
  if (number) $("streak").textContent = $("streak").dataset.words.replace("@", number);
}
const root = $("table") ?? $("replay");
if (root) {
  verifying(root);
  loadSheet(root);
  new Lens($("scene"));
  globalThis.carreau = $("table") ? new Live(root) : new Replay(root);
}
