// Choosing: cards and cells are tapped until one action is left.

import { isSeen, keepFocus } from "./focus.js";
import { $, say } from "./page.js";

export class Chooser {
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
