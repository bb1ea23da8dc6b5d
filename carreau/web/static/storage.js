// What this browser keeps from one visit to the next.

/** @type {Map<string, string>} */
const memory = new Map(); // for a browser that keeps nothing

/** @param {string} key */
function get(key) {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

/** @param {string} key @param {string} value */
function set(key, value) {
  memory.set(key, value);
  try {
    localStorage.setItem(key, value);
  } catch { /* full, or not allowed */ }
}

export const storage = { get, set };
