// The review on the replay page: how far it is; and when it is done, the curve, its marks, and what would have been better.

/** @import { Mark, Reviewed, ReviewNews } from "../messages" */

import { $, field, find, prefix, words } from "./page.js";

const PAUSE = 1000; // milliseconds between two questions how far it is

/**
 * Says how far the review is, and shows the page again when it is done.
 * @param {HTMLElement} section
 * @param {string} table  its id
 */
export async function followReview(section, table) {
  while (section.dataset.state === "running") {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    const news = await askFor(table);
    if (news) show(section, news);
  }
}

/** @param {HTMLElement} section @param {ReviewNews} news */
function show(section, news) {
  if (news.state === "done") {
    location.hash = "review";
    location.reload();
  }
  section.dataset.state = news.state;
  const text = news.state === "none" ? words.interrupted : news.text;
  const isRunning = news.state === "running" || news.state === "done";
  const share = $("review-share", HTMLProgressElement), tenths = Math.floor(10 * share.value);
  if (text) $("review-news").textContent = text;
  const isNews = !isRunning || !$("review-said").textContent || Math.floor(10 * news.share) > tenths;
  if (text && isNews) $("review-said").textContent = text; // a screen reader is not told every second
  share.value = news.share;
  $("review-share").hidden = !isRunning;
  $("ask-review").hidden = isRunning;
}

/**
 * Nothing if the server cannot be asked just now.
 * @param {string} table
 * @returns {Promise<ReviewNews | null>}
 */
async function askFor(table) {
  try {
    const answer = await fetch(`${prefix}/table/${table}/review`);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

export class Marks {
  /** @param {(ply: number) => void} go  shows another ply */
  constructor(go) {
    this.go = go;
    /** @type {Reviewed} */
    const { marks = [], chances = [] } = JSON.parse(find("reviewed")?.textContent ?? "{}");
    this.chances = chances;
    /** @type {Map<number, Mark>} */
    this.marks = new Map(marks.map((mark) => [mark.ply, mark]));
    this.ply = 0;
    if (!find("curves")) return;
    $("mark-before").onclick = () => this.step(-1);
    $("mark-after").onclick = () => this.step(1);
    for (const curve of this.curves()) curve.onclick = (event) => this.point(curve, event);
  }

  /** @returns {NodeListOf<SVGSVGElement>} */
  curves() {
    return document.querySelectorAll("#curves svg");
  }

  /** @param {number} ply  whether the better move is drawn there */
  has(ply) {
    return this.marks.has(ply);
  }

  /** @param {1 | -1} by  to the next ply with a mark, or the one before */
  step(by) {
    const next = this.next(by);
    if (next !== undefined) this.go(next);
  }

  /** @param {1 | -1} by */
  next(by) {
    const plies = [...this.marks.keys()].sort((one, other) => by * (one - other));
    return plies.find((ply) => by * (ply - this.ply) > 0);
  }

  /** @param {SVGSVGElement} curve @param {MouseEvent} event */
  point(curve, event) {
    const place = curve.getScreenCTM();
    if (!place) return;
    const x = new DOMPoint(event.clientX, event.clientY).matrixTransform(place.inverse()).x;
    this.go(Math.round((x - Number(curve.dataset.left)) / Number(curve.dataset.step)));
  }

  /** @param {number} ply  that is shown now */
  show(ply) {
    this.ply = ply;
    if (!find("curves")) return;
    $("chances").textContent = this.chances[ply] ?? "";
    for (const [id, by] of /** @type {[string, 1 | -1][]} */ ([["mark-before", -1], ["mark-after", 1]])) {
      $(id, HTMLButtonElement).disabled = this.next(by) === undefined;
    }
    for (const curve of this.curves()) {
      const x = Number(curve.dataset.left) + ply * Number(curve.dataset.step);
      for (const end of ["x1", "x2"]) curve.querySelector(".here")?.setAttribute(end, String(x));
    }
    this.showMark(this.marks.get(ply));
  }

  /** @param {Mark | undefined} mark */
  showMark(mark) {
    const section = $("mark");
    section.hidden = !mark;
    if (!mark) return;
    const [title, played, better] = section.querySelectorAll("p");
    title.textContent = `${mark.sign} ${mark.title}`;
    played.textContent = mark.played;
    better.textContent = `${mark.better} ${mark.why}`;
    const form = find("play-on", HTMLFormElement);
    if (form) field(form, "seat").value = String(mark.seat);
  }
}
