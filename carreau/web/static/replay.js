// A match seen again, move by move.

import { put } from "./drawing.js";
import { $, form, house } from "./page.js";

export class Replay {
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
    this.lead(ply, asked);
    const answer = await fetch(`${house}/table/${this.root.dataset.id}/moment${asked}&form=${form()}`);
    if (asked !== this.asked || !(answer.ok || answer.status === 503)) return;
    const moment = await answer.json().catch(() => null);
    if (!moment || asked !== this.asked) return;
    if (!answer.ok) return this.wait(moment.text, ply, backwards);
    this.now = ply;
    this.pictures = moment.closing ? [moment.closing, moment] : [moment];
    this.picture(this.pictures.at(backwards ? -1 : 0));
    $("at").textContent = `${ply} / ${$("ply").max}`;
    this.lines.forEach((line) => { if (Number(line.dataset.ply) === ply) line.setAttribute("aria-current", "true"); else line.removeAttribute("aria-current"); });
  }

  // what leads away from here goes with the slider: it does not wait for the drawing

  lead(ply, asked) {
    $("share").value = `${location.origin}${house}/table/${this.root.dataset.id}/replay${asked}`;
    if (!$("play-on")) return;
    $("play-on").elements.ply.value = ply;
    $("play-on").querySelector("button").disabled = ply === Number($("ply").max);
  }

  // too many want to see a moment at once

  wait(text, ply, backwards) {
    $("line").textContent = text;
    const { asked } = this;
    setTimeout(() => { if (asked === this.asked) this.go(ply, backwards); }, 1500 + 1500 * Math.random());
  }

  run(on) {
    $("run").setAttribute("aria-pressed", String(on));
    clearInterval(this.timer);
    if (on) this.timer = setInterval(() => { if (this.now >= Number($("ply").max)) this.run(false); else this.step(1); }, 900);
  }
}
