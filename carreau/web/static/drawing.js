// What the table shows, put together from numbered fragments: the server sends only those that this page does not have.

/** @import { Choice, Drawing as Patch } from "../messages" */
/** @typedef {{ svg: string, spoken: string, choices: Choice[], steps: Choice[] }} Shown */

const TEXT = 0, CHOICES = 1, STEPS = 2, LAYERS = 3; // the parts of what is shown

export class Drawing {
  constructor() {
    /** @type {(string | Choice)[]} */
    this.fragments = [];
    /** @type {(string | Choice)[][]} */
    this.parts = [];
    /** @type {Shown} */
    this.shown = { svg: "", spoken: "", choices: [], steps: [] };
  }

  /** @param {Patch | null} patch  null: nothing has changed */
  apply(patch) {
    if (!patch) return this.shown;
    if (patch.whole) [this.fragments, this.parts] = [[], patch.changes.map(() => [])];
    patch.numbers.forEach((number, i) => { this.fragments[number] = patch.new[i]; });
    for (const [part, start, gone, ...numbers] of patch.changes) {
      this.parts[part].splice(start, gone, ...numbers.map((number) => this.fragments[number]));
    }
    this.shown = {
      svg: this.parts.slice(LAYERS).flat().join(""),
      spoken: this.parts[TEXT].join(""),
      choices: /** @type {Choice[]} */ ([...this.parts[CHOICES]]),
      steps: /** @type {Choice[]} */ ([...this.parts[STEPS]]),
    };
    return this.shown;
  }
}
