// SHA-256 in plain JavaScript: what browsers have built in works only with https.

/** @type {number[]} */
const PRIMES = [];
for (let n = 2; PRIMES.length < 64; n++) if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);

/** @param {number} x */
const fraction = (x) => ((x - Math.floor(x)) * 2 ** 32) | 0;
const CONSTANTS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

/** @param {number} x @param {number} n */
const rotate = (x, n) => (x >>> n) | (x << (32 - n));

/** @param {string} text  in hexadecimal digits */
export function sha256(text) {
  const data = pad(new TextEncoder().encode(text));
  let state = START;
  for (let block = 0; block < data.byteLength; block += 64) state = compress(state, schedule(data, block));
  return state.map((x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
}

/** @param {Uint8Array} bytes */
function pad(bytes) {
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 128;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  return view;
}

/** @param {DataView} data @param {number} block */
function schedule(data, block) {
  const w = Array.from({ length: 16 }, (_, i) => data.getInt32(block + 4 * i));
  for (let i = 16; i < 64; i++) {
    const a = w[i - 15], b = w[i - 2];
    const one = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
    const two = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
    w[i] = (w[i - 16] + one + w[i - 7] + two) | 0;
  }
  return w;
}

/** @param {number[]} state @param {number[]} w */
function compress(state, w) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const one = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + CONSTANTS[i] + w[i]) | 0;
    const two = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((x, i) => (x + state[i]) | 0);
}
