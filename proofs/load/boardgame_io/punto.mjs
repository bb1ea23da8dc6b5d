// Punto for two players, as boardgame.io has games: cards, cells and rules are those of carreau/games/punto (P1 to P25).
// Moves return a new state instead of changing a draft, which is the quickest way that boardgame.io offers.

import { createRequire } from "node:module";

import { INVALID_MOVE, PlayerView } from "boardgame.io/dist/cjs/core.js";

const { original } = createRequire(import.meta.url)("immer"); // the copy that boardgame.io uses; an import would be another

const COLOURS = 4, VALUES = 9, CARDS = 2 * COLOURS * VALUES;
const LIMIT = 6, SIDE = 2 * LIMIT - 1, MIDDLE = (SIDE * SIDE - 1) / 2;
const DIRECTIONS = [1, SIDE - 1, SIDE, SIDE + 1];
const AROUND = DIRECTIONS.flatMap((step) => [step, -step]);
const LINE = 5, SERIES = LINE - 1;
const MOST_ROUNDS = [0, 25, 25, 25, 50, 50];

const colourOf = (card) => Math.floor(card / (2 * VALUES));
const valueOf = (card) => Math.floor(card / 2) % VALUES + 1;
const ownerOf = (card) => colourOf(card) % 2; // P2
const higher = (a, b) => (a < 0 || valueOf(b) > valueOf(a) || (valueOf(b) === valueOf(a) && b < a) ? b : a);

// the layout: at most 6 of 11 columns are in use, so that no step leads around the edge to another card

const topOf = (stacks, cell) => stacks[cell]?.at(-1) ?? -1;
const shows = (stacks, cell, colour) => cell in stacks && colourOf(topOf(stacks, cell)) === colour;

function boxOf(cells) {
  const rows = cells.map((cell) => Math.floor(cell / SIDE)), columns = cells.map((cell) => cell % SIDE);
  return [Math.min(...rows), Math.max(...rows), Math.min(...columns), Math.max(...columns)];
}

const fits = (stacks, cell, value) => // P7, P8
  cell in stacks ? valueOf(topOf(stacks, cell)) < value : AROUND.some((step) => cell + step in stacks);

function legalCells(stacks, card) {
  const cells = Object.keys(stacks).map(Number), found = [];
  if (!cells.length) return [MIDDLE];
  const [north, south, west, east] = boxOf(cells);
  for (let row = Math.max(north - 1, south - LIMIT + 1); row <= Math.min(south + 1, north + LIMIT - 1); row++) // P9
    for (let column = Math.max(west - 1, east - LIMIT + 1); column <= Math.min(east + 1, west + LIMIT - 1); column++)
      if (fits(stacks, row * SIDE + column, valueOf(card))) found.push(row * SIDE + column);
  return found;
}

// lines and series

function run(stacks, cell, step) {
  const cards = [];
  for (let next = cell + step; shows(stacks, next, colourOf(topOf(stacks, cell))); next += step) cards.push(topOf(stacks, next));
  return cards;
}

/** The highest card of the lines through a cell (P12, P19), or -1 if there is none. */
function bestOfLines(stacks, cell) {
  const lines = DIRECTIONS.map((step) => [...run(stacks, cell, -step), topOf(stacks, cell), ...run(stacks, cell, step)]);
  return lines.filter((line) => line.length >= LINE).flat().reduce(higher, -1);
}

/** Every series on the table (P16). */
function allSeries(stacks) {
  const starts = Object.keys(stacks).flatMap((cell) => DIRECTIONS.map((step) => [Number(cell), step]));
  const rows = starts.map(([cell, step]) => [topOf(stacks, cell), ...run(stacks, cell, step)]);
  return rows.filter((row) => row.length >= SERIES).map((row) => row.slice(0, SERIES));
}

/** The seat that wins by series, or -1 (P16 to P18). */
function leader(series) {
  const sum = (row) => row.reduce((points, card) => points + valueOf(card), 0);
  const [first, second] = [0, 1].map((seat) => series.filter((row) => ownerOf(row[0]) === seat).map(sum).sort((a, b) => a - b));
  if (first.length !== second.length) return first.length > second.length ? 0 : 1;
  const differs = first.findIndex((points, i) => points !== second[i]);
  return differs < 0 ? -1 : first[differs] < second[differs] ? 0 : 1;
}

// rounds

function startRound(G, first, random) { // P4, P20
  const gone = new Set(G.aside.flat());
  const cards = Array.from({ length: CARDS }, (_, card) => card).filter((card) => !gone.has(card));
  const piles = [0, 1].map((seat) => random.Shuffle(cards.filter((card) => ownerOf(card) === seat)));
  const dealt = { ...G, begun: G.begun + 1, stacks: {}, choice: null, secret: { piles } };
  return beginTurn(dealt, first, random);
}

function beginTurn(G, seat, random) { // P6, P15
  const piles = [...G.secret.piles], up = piles[seat].at(-1) ?? -1;
  const legal = up < 0 ? [] : legalCells(G.stacks, up);
  piles[seat] = piles[seat].slice(0, -1);
  const turned = { ...G, next: seat, up, legal, left: piles.map((pile) => pile.length), secret: { piles } };
  return legal.length ? turned : endBySeries(turned, seat, random);
}

function endBySeries(G, seat, random) { // P15 to P19
  const series = allSeries(G.stacks), winner = leader(series);
  const ended = { ...G, ender: seat, how: winner < 0 ? "void" : "series" };
  if (winner < 0) return goOn(ended, random);
  const best = [winner, winner + 2].map((colour) => series.flat().filter((card) => colourOf(card) === colour).reduce(higher, -1));
  const [first, second] = best;
  if (first < 0 || second < 0 || valueOf(first) !== valueOf(second))
    return setAside(ended, winner, best.filter((card) => card >= 0).reduce(higher, -1), random);
  return { ...ended, choice: winner, next: winner, up: -1, legal: best };
}

function setAside(G, winner, card, random) {
  const aside = G.aside.map((cards, seat) => (seat === winner ? [...cards, card] : cards));
  return goOn({ ...G, aside }, random);
}

function goOn(G, random) { // P21, P24, P25; a round counts by the card that is set aside
  const over = G.aside.some((cards) => cards.length === G.rounds) || G.begun === MOST_ROUNDS[G.rounds];
  return over ? { ...G, over: true, up: -1, legal: [] } : startRound(G, 1 - G.ender, random);
}

// moves

function lay({ G, random, playerID }, cell) {
  const before = original(G), seat = Number(playerID);
  if (before.choice !== null || !before.legal.includes(cell)) return INVALID_MOVE;
  const stacks = { ...before.stacks, [cell]: [...before.stacks[cell] ?? [], before.up] };
  const best = bestOfLines(stacks, cell), laid = { ...before, stacks };
  return best < 0 ? beginTurn(laid, 1 - seat, random) : setAside({ ...laid, ender: seat, how: "line" }, seat, best, random);
}

function choose({ G, random, playerID }, card) {
  const before = original(G);
  if (before.choice === null || !before.legal.includes(card)) return INVALID_MOVE;
  return setAside(before, Number(playerID), card, random);
}

function setup({ random }, { rounds = 2 } = {}) {
  const G = { rounds, begun: 0, ender: null, how: null, aside: [[], []], over: false };
  return startRound(G, random.Die(2) - 1, random);
}

const order = { first: ({ G }) => G.next, next: ({ G }) => G.next };

export default {
  name: "punto",
  setup,
  minPlayers: 2,
  maxPlayers: 2,
  moves: { lay: { move: lay, client: false }, choose: { move: choose, client: false } },
  turn: { minMoves: 1, maxMoves: 1, order },
  endIf: ({ G }) => (G.over ? { points: G.aside.map((cards) => cards.length) } : undefined),
  playerView: PlayerView.STRIP_SECRETS,
  disableUndo: true, // no copies of the state are kept
};
