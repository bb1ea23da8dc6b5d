// What the table shows, put together from numbered fragments: the server sends only those that this page does not have.

/** @import { Choice, Drawing as Patch } from "../messages" */
/** @typedef {{ svg: string, spoken: string, choices: Choice[], steps: Choice[] }} Shown */

export class Drawing {
  constructor() {
    /** @type {(string | Choice)[]} */
    this.fragments = [];
    /** @type {Shown} */
    this.shown = { svg: "", spoken: "", choices: [], steps: [] };
  }

  /** @param {Patch | null} patch  null: nothing has changed */
  apply(patch) {
    if (!patch) return this.shown;
    this.fragments.splice(patch.start, Infinity, ...patch.new);
    const texts = (/** @type {number[]} */ runs) => /** @type {string[]} */ (this.pick(runs)).join("");
    const choices = (/** @type {number[]} */ runs) => /** @type {Choice[]} */ (this.pick(runs));
    this.shown = {
      svg: texts(patch.svg), spoken: texts(patch.spoken), choices: choices(patch.choices), steps: choices(patch.steps),
    };
    return this.shown;
  }

  /** @param {number[]} runs  the number of the first fragment and how many, again and again */
  pick(runs) {
    const found = [];
    for (let i = 0; i < runs.length; i += 2) found.push(...this.fragments.slice(runs[i], runs[i] + runs[i + 1]));
    return found;
  }
}
