// Starts what a page needs. The server draws and knows the rules; the scripts show, and tell it what is tapped.

import { $, field, find, prefix } from "./page.js";
import { showRunning } from "./home.js";
import { followExperiment, startLabForm } from "./lab.js";
import { Position } from "./position.js";
import { showStreak } from "./puzzle.js";
import { followReadiness } from "./readiness.js";
import { Replay } from "./replay.js";
import { followReview } from "./review.js";
import { openRulebook } from "./rules.js";
import { loadFaces } from "./scene.js";
import { SetUp } from "./set_up.js";
import { storage } from "./storage.js";
import { Table } from "./table.js";
import { offerVerification } from "./verify.js";

const { dataset } = document.documentElement;

function startSettings() {
  const theme = $("theme", HTMLSelectElement), confirm = $("confirm", HTMLInputElement);
  const showTheme = () => {
    if (theme.value) dataset.theme = theme.value;
    else delete dataset.theme;
  };
  theme.value = storage.get("theme") ?? "";
  showTheme();
  theme.onchange = () => {
    storage.set("theme", theme.value);
    showTheme();
  };
  confirm.checked = storage.get("confirm") === "yes";
  confirm.onchange = () => storage.set("confirm", confirm.checked ? "yes" : "no");
}

/** @param {HTMLFormElement} form  on the first page, that takes a link to a table */
function startJoining(form) {
  const link = field(form, "link"), mistake = $("join-mistake");
  form.onsubmit = (event) => {
    event.preventDefault();
    const whole = link.value.trim().replace(/^[a-z]+:\/\/[^/]+/i, "");
    const path = whole.startsWith(`${prefix}/`) ? whole.slice(prefix.length) : whole;
    if (/^\/table\/[\w-]+(\/seat\/[\w-]+)?$/.test(path)) location.href = prefix + path;
    else {
      mistake.textContent = mistake.dataset.words ?? "";
      link.focus();
    }
  };
}

dataset.ready = "";
startSettings();
const join = find("join", HTMLFormElement), setUp = find("set-up", HTMLFormElement);
if (join) startJoining(join);
if (find("tables")) showRunning();
if (setUp) new SetUp(setUp);
if (find("rulebook")) openRulebook();
const labForm = find("lab-form", HTMLFormElement), experiment = find("experiment");
if (labForm) startLabForm(labForm);
if (experiment) void followExperiment(experiment);
const readiness = find("readiness");
if (readiness) void followReadiness(readiness);
if (find("puzzle")) showStreak();
const review = find("review");
if (review) {
  if (location.hash === "#review") review.focus();
  void followReview(review, find("replay")?.dataset.id ?? "");
}
const position = find("position");
if (position) {
  loadFaces(position.dataset.sheet ?? "");
  Object.assign(globalThis, { carreau: new Position(position) });
}
const table = find("table"), root = table ?? find("replay");
if (root) {
  offerVerification(root);
  loadFaces(root.dataset.sheet ?? "");
  Object.assign(globalThis, { carreau: table ? new Table(table) : new Replay(root) }); // for the console, and for tests
}
