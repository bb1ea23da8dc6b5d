// Zoom and pan: two fingers, or the wheel with Ctrl; dragged while it is zoomed in; a double tap shows the whole board again.

import { keepFocus } from "./focus.js";
import { $, find, onFormChange, screenForm } from "./page.js";

const FINGER = 44, SMALL = 40; // pixels: what a finger always hits; what is too small for it
const MOST = 5; // times as large
const A_DRAG = 8; // pixels: less is a tap

/** @typedef {{ x: number, y: number }} Point  in the units of the drawing */
/** @typedef {{ clientX: number, clientY: number }} ScreenPoint */

export class Zoom {
  /** @param {HTMLElement} scene */
  constructor(scene) {
    this.scene = scene;
    /** @type {Map<number, PointerEvent>} */
    this.fingers = new Map();
    this.travel = 0; // how far they have moved since the first was put down
    this.scale = 1;
    this.x = this.y = 0;
    /** @type {Element | null} */
    this.layer = null; // what is scaled and moved
    /** @type {Element | null} */
    this.frame = null; // the window that shows it
    this.area = { left: 0, top: 0, right: 0, bottom: 0 };
    this.listen();
  }

  listen() {
    const { scene } = this;
    scene.addEventListener("pointerdown", (event) => this.pointerDown(event));
    addEventListener("pointermove", (event) => this.pointerMove(event));
    addEventListener("pointerup", (event) => this.fingers.delete(event.pointerId));
    addEventListener("pointercancel", (event) => this.fingers.delete(event.pointerId));
    scene.addEventListener("touchmove", (event) => this.touchMove(event), { passive: false });
    scene.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    scene.addEventListener("click", (event) => this.click(event), true);
    $("whole").onclick = () => keepFocus(() => this.reset());
    const nearer = find("nearer");
    if (nearer) nearer.onclick = () => keepFocus(() => this.zoomIn());
    addEventListener("resize", () => this.offerButton());
    onFormChange(() => this.reset());
  }

  /** Puts the board of a new drawing into a layer that can be scaled. */
  prepare() {
    const svg = this.scene.firstElementChild, board = svg?.querySelector("g.board");
    const felt = svg?.querySelectorAll(".ground rect")[1];
    this.layer = this.frame = null;
    if (!board || !felt) return;
    const edge = wrap("clipPath", felt.cloneNode());
    edge.id = "felt-edge";
    const place = document.createComment("");
    board.replaceWith(place);
    this.layer = wrap("g", board);
    this.frame = wrap("g", this.layer);
    place.replaceWith(edge, this.frame);
    const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(felt.getAttribute(name) ?? 0));
    this.area = { left: x, top: y, right: x + width, bottom: y + height };
    this.apply();
  }

  apply() {
    const { layer, frame, scale, area } = this, near = scale > 1;
    if (!layer || !frame) return;
    this.x = clamp(this.x, (1 - scale) * area.right, (1 - scale) * area.left);
    this.y = clamp(this.y, (1 - scale) * area.bottom, (1 - scale) * area.top);
    layer.setAttribute("transform", `translate(${this.x} ${this.y}) scale(${scale})`);
    if (near) frame.setAttribute("clip-path", "url(#felt-edge)");
    else frame.removeAttribute("clip-path");
    $("whole").hidden = !near;
    this.offerButton();
    this.scene.classList.toggle("near", near);
  }

  reset() {
    this.scale = 1;
    this.x = this.y = 0;
    this.apply();
  }

  // a button for those whose fingers are larger than the cells

  targets() {
    const boxes = [...(this.layer?.querySelectorAll(".can") ?? [])].map((one) => one.getBoundingClientRect());
    return { boxes, smallest: Math.min(...boxes.map((box) => Math.min(box.width, box.height))) };
  }

  offerButton() {
    const nearer = find("nearer");
    if (nearer) nearer.hidden = this.scale > 1 || screenForm() !== "phone" || this.targets().smallest >= SMALL;
  }

  zoomIn() {
    const { boxes, smallest } = this.targets();
    const clientX = middle(boxes.map((box) => box.x + box.width / 2));
    const clientY = middle(boxes.map((box) => box.y + box.height / 2));
    this.zoomBy(Math.max(1.5, FINGER / smallest), this.toDrawing({ clientX, clientY }));
  }

  /** @param {number} factor @param {Point} around  which stays where it is */
  zoomBy(factor, around) {
    const scale = clamp(this.scale * factor, 1, MOST);
    this.x = around.x - ((around.x - this.x) * scale) / this.scale;
    this.y = around.y - ((around.y - this.y) * scale) / this.scale;
    this.scale = scale < 1.02 ? 1 : scale;
    this.apply();
  }

  /** @param {Point} from @param {Point} to */
  pan(from, to) {
    this.x += to.x - from.x;
    this.y += to.y - from.y;
    this.apply();
  }

  /** @param {ScreenPoint} point @returns {Point} */
  toDrawing({ clientX, clientY }) {
    const matrix = /** @type {SVGSVGElement} */ (this.scene.firstElementChild).getScreenCTM();
    return new DOMPoint(clientX, clientY).matrixTransform(matrix?.inverse());
  }

  /** @param {MouseEvent} event */
  isOnBoard(event) {
    if (!this.layer || /** @type {Element} */ (event.target).closest(".tray")) return false;
    const { x, y } = this.toDrawing(event), { left, top, right, bottom } = this.area;
    return x > left && x < right && y > top && y < bottom;
  }

  /** @param {PointerEvent} event */
  pointerDown(event) {
    if (event.button > 0) return;
    if (!this.fingers.size) this.travel = 0;
    if (this.isOnBoard(event)) this.fingers.set(event.pointerId, event);
  }

  /** @param {PointerEvent} event */
  pointerMove(event) {
    const last = this.fingers.get(event.pointerId);
    if (!last || !this.layer) return;
    const other = [...this.fingers.values()].find((one) => one.pointerId !== event.pointerId);
    this.travel += distance(last, event);
    if (other) this.pinch(other, last, event);
    else if (this.travel > A_DRAG && this.scale > 1) this.pan(this.toDrawing(last), this.toDrawing(event));
    this.fingers.set(event.pointerId, event);
  }

  /**
   * @param {PointerEvent} other  the finger that has not moved
   * @param {PointerEvent} last
   * @param {PointerEvent} now
   */
  pinch(other, last, now) {
    const still = this.toDrawing(other);
    /** @param {PointerEvent} finger */
    const between = (finger) => {
      const { x, y } = this.toDrawing(finger);
      return { x: (x + still.x) / 2, y: (y + still.y) / 2 };
    };
    this.travel += A_DRAG + 1; // no longer a tap
    this.zoomBy((distance(now, other) || 1) / (distance(last, other) || 1), between(now));
    this.pan(between(last), between(now));
  }

  /** @param {TouchEvent} event  which would scroll the page */
  touchMove(event) {
    if (this.fingers.size > 1 || (this.scale > 1 && this.fingers.size)) event.preventDefault();
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (!event.ctrlKey || !this.isOnBoard(event)) return;
    event.preventDefault();
    this.zoomBy(Math.exp(-event.deltaY / 300), this.toDrawing(event));
  }

  /** @param {MouseEvent} event  at the end of a drag is no tap */
  click(event) {
    if (this.travel > A_DRAG) {
      event.stopPropagation();
      event.preventDefault();
      this.travel = 0;
    } else if (event.detail === 2 && this.scale > 1 && !(/** @type {Element} */ (event.target).closest(".can"))) this.reset();
  }
}

/** @param {string} tag @param {Node} inside */
function wrap(tag, inside) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  element.append(inside);
  return element;
}

/** @param {number} value @param {number} low @param {number} high */
function clamp(value, low, high) {
  return Math.min(Math.max(value, low), high);
}

/** @param {number[]} values */
function middle(values) {
  return (Math.min(...values) + Math.max(...values)) / 2;
}

/** @param {ScreenPoint} one @param {ScreenPoint} other */
function distance(one, other) {
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
}
