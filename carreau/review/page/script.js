"use strict";
const at = (id) => document.getElementById(id);
const ruler = at("ply"), curves = [...document.querySelectorAll(".curve")];
const phone = matchMedia("(max-width: 620px)");
let now = 0, data;

function show(ply) {
  const rows = data.positions[phone.matches ? "phone" : "wide"];
  now = Math.max(0, Math.min(rows.length - 1, ply));
  ruler.value = String(now);
  at("where").textContent = `${now} / ${rows.length - 1}`;
  at("table").innerHTML = rows[now].map((part) => data.parts[part]).join("");
  at("about").innerHTML = data.about[now] ?? "";
  for (const curve of curves) {
    const x = String(Number(curve.dataset.left) + now * Number(curve.dataset.step));
    for (const end of ["x1", "x2"]) curve.querySelector(".here").setAttribute(end, x);
  }
}

function pointed(curve, event) {
  const box = curve.getBoundingClientRect();
  const x = ((event.clientX - box.left) / box.width) * curve.viewBox.baseVal.width;
  return Math.round((x - Number(curve.dataset.left)) / Number(curve.dataset.step));
}

async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

function listen() {
  ruler.addEventListener("input", () => show(Number(ruler.value)));
  at("before").addEventListener("click", () => show(now - 1));
  at("after").addEventListener("click", () => show(now + 1));
  phone.addEventListener("change", () => show(now));
  for (const curve of curves) curve.addEventListener("click", (event) => show(pointed(curve, event)));
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-ply]");
    if (button) show(Number(button.dataset.ply));
  });
  document.addEventListener("keydown", (event) => {
    if (event.target === ruler || event.ctrlKey || event.metaKey || event.altKey) return;
    const jump = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: Infinity }[event.key];
    if (jump === undefined) return;
    event.preventDefault();
    show(jump);
  });
}

unpack(at("data").textContent).then((found) => {
  data = found;
  at("faces").innerHTML = data.faces;
  listen();
  show(data.first);
});
