// The deal, verified here: SHA-256 over the record's promise, in plain JavaScript so that it also works without https.

import { kept, words } from "./page.js";

export function sha256(text) {
  const bytes = new TextEncoder().encode(text);
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
  const part = (x) => ((x - Math.floor(x)) * 2 ** 32) | 0;
  const k = primes.map((p) => part(Math.cbrt(p)));
  let state = primes.slice(0, 8).map((p) => part(Math.sqrt(p)));
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 128;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  const turn = (x, n) => (x >>> n) | (x << (32 - n));
  for (let block = 0; block < padded.length; block += 64) {
    const w = Array.from({ length: 16 }, (_, i) => view.getInt32(block + 4 * i));
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15], b = w[i - 2];
      w[i] = (w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[i - 7] + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10))) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + k[i] + w[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    state = state.map((x, i) => (x + [a, b, c, d, e, f, g, h][i]) | 0);
  }
  return state.map((x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
}

function canonical(data) {
  if (data === null || typeof data !== "object") return JSON.stringify(data);
  return `{${Object.keys(data).sort().map((key) => `${JSON.stringify(key)}:${canonical(data[key])}`).join(",")}}`;
}

// what was fixed before the deal: the server's secret, and, where players have added to it, every pledge that this screen saw

function promised({ game, version, players, options, seed, deal }, promise) {
  const fixed = { game, version, players, options, seed: deal ? deal.secret : seed };
  return sha256(canonical(deal ? { ...fixed, mixed: true } : fixed)) === promise;
}

function mixed({ players, seed, deal }, id, expected) {
  const seen = kept.get(`pledges-${id}`);
  if (!deal) return !expected && !seen;
  return Object.keys(deal.pledges).every((seat) => Number(seat) < players)
    && Object.entries(deal.parts).every(([seat, part]) => sha256(`${seat} ${part}`) === deal.pledges[seat])
    && (!seen || canonical(JSON.parse(seen)) === canonical(deal.pledges))
    && ownParts(id).every(([seat, part]) => !(seat in deal.parts) || deal.parts[seat] === part)
    && sha256(canonical({ secret: deal.secret, parts: deal.parts })) === seed;
}

function ownParts(id) {
  return [...Array(8).keys()].map((seat) => [String(seat), kept.get(`part-${id}-${seat}`)]).filter(([, part]) => part);
}

function listed(seats) { return seats.map((seat) => Number(seat) + 1).join(", ") || "–"; }

function whose({ deal }, id) {
  if (!deal) return "";
  const broken = Object.keys(deal.pledges).filter((seat) => !(seat in deal.parts));
  const left = ownParts(id).some(([seat]) => !(seat in deal.parts));
  return [
    "", words.parts.replace("@", listed(Object.keys(deal.parts))), ...(left ? [words.without] : []),
    ...(broken.length ? [words.broken.replace("@", listed(broken))] : []),
  ].join(" ");
}

export function verifying(root) {
  const button = document.querySelector(".verify"), verdict = document.querySelector(".verdict");
  if (!button) return;
  button.onclick = async () => {
    const record = await (await fetch(button.dataset.record)).json();
    const { id, commitment, mixed: expected } = root.dataset;
    const right = promised(record, kept.get(`commitment-${id}`) ?? commitment) && mixed(record, id, expected === "yes");
    verdict.textContent = (right ? words.verified : words.wrong) + whose(record, id);
  };
}
