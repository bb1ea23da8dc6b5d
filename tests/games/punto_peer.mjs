// Plays matches of boardgame.io's Punto (proofs/load/boardgame_io) and prints every state of each as JSON, secrets included.
//   node punto_peer.mjs SEED …        with odd seeds, like is laid beside like, so that there are lines

import { Client } from "boardgame.io/dist/cjs/client.js";

import game from "../../proofs/load/boardgame_io/punto.mjs";

const NEAR = [-12, -11, -10, -1, 1, 10, 11, 12];
const colour = (stack) => stack && Math.floor(stack.at(-1) / 18);

function random(seed) { // a small generator (mulberry32), so that a match can be played again
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function likeBesideLike({ stacks, legal, up }) {
  const alike = (cell) => NEAR.filter((step) => colour(stacks[cell + step]) === colour([up])).length;
  return legal.reduce((best, cell) => (alike(cell) > alike(best) ? cell : best));
}

function play(seed) {
  const chance = random(seed), states = [];
  const client = Client({ game: { ...game, seed }, debug: false });
  client.start();
  for (;;) {
    const { G, ctx } = client.store.getState();
    const greedy = seed % 2 && G.choice === null && chance() < 0.8;
    const action = greedy && G.legal.length ? likeBesideLike(G) : G.legal[Math.floor(chance() * G.legal.length)];
    states.push({ ...G, seat: Number(ctx.currentPlayer), action, ended: ctx.gameover !== undefined });
    if (ctx.gameover !== undefined) return states;
    client.moves[G.choice === null ? "lay" : "choose"](action);
  }
}

console.log(JSON.stringify(process.argv.slice(2).map(Number).map(play)));
