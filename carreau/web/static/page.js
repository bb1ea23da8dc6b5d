// What every part of a page needs: its elements, its words, and what this browser keeps.

export const $ = (id) => document.getElementById(id);
export const house = document.documentElement.dataset.root; // what comes before every address of ours
export const words = $("words") ? JSON.parse($("words").textContent) : {};
export const say = (key, value) => words[key].replace("@", value);
export const calm = matchMedia("(prefers-reduced-motion: reduce)");
export const form = () => (innerWidth < 900 && innerHeight > innerWidth ? "phone" : "wide");
const meanwhile = new Map(); // for a browser that keeps nothing
export const kept = {
  get: (key) => { try { return localStorage.getItem(key) ?? meanwhile.get(key) ?? null; } catch { return meanwhile.get(key) ?? null; } },
  set: (key, value) => { meanwhile.set(key, value); try { localStorage.setItem(key, value); } catch { /* full, or not allowed */ } },
};

// what is said to those who listen: added to what was said before, so that nothing is cut short by what follows quickly

export function speak(text) {
  $("live").append(Object.assign(document.createElement("p"), { textContent: text.trim() }));
  while ($("live").children.length > 6) $("live").firstElementChild.remove();
}

export function time(seconds) { return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`; }
