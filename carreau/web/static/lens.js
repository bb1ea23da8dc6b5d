// The board, nearer: two fingers, or the wheel with Ctrl; dragged while it is near; a double tap shows all of it again.

import { keepFocus } from "./focus.js";
import { $, form } from "./page.js";

const FINGER = 44, SMALL = 40; // pixels

export class Lens {
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
