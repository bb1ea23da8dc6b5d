"""A small network that reads observations: whole numbers go in, and an answer for each of its outputs comes out.

Most numbers of an observation are zero, and few of the choices are legal. So the first layer adds up one row of weights for each
number that is not zero, and the last one only answers what is asked. Numba compiles it; there is nothing to install.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import njit

from carreau.core.game import Game

AFRESH = 64  # rows after which sums are added up afresh, however little differs
LEVELS = 10  # a number that can be more different ones is told by how far it lies between so many marks
FASTER = {"nogil": True, "fastmath": True, "cache": True}


class Network:
    """The weights, all in one row, so that they are saved, added and improved at once; `parts` are the layers inside it."""

    def __init__(self, game: Game, outputs: int, wide: int, narrow: int, seed: int = 0) -> None:
        self.reading = reading(game)
        rows = int(self.reading[-1].sum())
        self.shapes = [(rows, wide), (wide,), (narrow, wide), (narrow,), (outputs, narrow), (outputs,)]
        self.flat = np.zeros(sum(map(math.prod, self.shapes)), np.float32)
        self.mean, self.square, self.steps = np.zeros_like(self.flat), np.zeros_like(self.flat), 0
        self.parts = self.split(self.flat)
        chance = np.random.default_rng(seed)
        for layer, spread in ((0, 0.1), (2, math.sqrt(2 / wide)), (4, 0.01)):
            self.parts[layer][:] = chance.normal(0, spread, self.shapes[layer])

    def split(self, flat: Any) -> tuple[Any, ...]:
        ends = np.cumsum([math.prod(shape) for shape in self.shapes])
        return tuple(flat[end - math.prod(shape) : end].reshape(shape) for end, shape in zip(ends, self.shapes, strict=True))

    def value(self, seen: Any) -> Any:
        """For each observation its first output, from -1 to 1."""
        starts, choices = np.arange(len(seen) + 1), np.zeros(len(seen), np.int64)
        return np.tanh(self.answer(seen, starts, choices))

    def answer(self, seen: Any, starts: Any, choices: Any) -> Any:
        """What it says to the choices from starts[i] on, for observation i."""
        answers = np.zeros(len(choices), np.float32)
        answer_rows(seen, starts, choices, self.reading, self.parts, answers)
        return answers

    def filled_in(self) -> Any:
        """The weights; what a number never was in training counts as the nearest that it was, and nothing if it was only zero."""
        flat = np.where(self.square > 0, self.flat, np.float32(0))
        rows, known = self.split(flat)[0], self.split(self.square)[0].any(axis=1)
        for start, count in zip(self.reading[0], self.reading[-1], strict=True):
            met = start + np.flatnonzero(known[start : start + count])
            for row in range(start, start + count) if len(met) else ():
                rows[row] = rows[met[np.abs(met - row).argmin()]]
        return flat

    def improve(self, slopes: Any, rows: int, rate: float) -> None:
        """A step down the slopes, of so many rows, which are used up."""
        self.steps += 1
        adam(self.flat, slopes, self.mean, self.square, self.steps, np.float32(1 / rows), np.float32(rate))


def policy_of(game: Game, seed: int = 0) -> Network:
    """A network with an output for every choice."""
    return Network(game, game.choices, 256, 128, seed)


def reading(game: Game) -> tuple[Any, Any, Any, Any]:
    """For every number of an observation: its first row of weights, its lowest and highest value, and how many rows it has."""
    fields = game.observation_fields
    low = np.concatenate([np.full(field.size, field.low, np.int64) for field in fields])
    high = np.concatenate([np.full(field.size, field.high, np.int64) for field in fields])
    rows = np.minimum(high - low + 1, LEVELS)
    return np.cumsum(rows) - rows, low, high, rows


@njit(**FASTER)
def place(number, reading, i):
    """The first of one or two rows of weights that a number adds, and how much of the second."""
    first, low, high, rows = reading
    mark = (number - low[i]) * (rows[i] - 1) / max(1, high[i] - low[i])
    k = int(mark)
    return first[i] + k, np.float32(mark - k)


@njit(**FASTER)
def read(seen, reading, ids, parts):
    """The rows of weights that an observation adds up, and how much of each."""
    n = 0
    for i in range(len(seen)):
        if seen[i] != 0:
            row, part = place(seen[i], reading, i)
            ids[n], parts[n] = row, 1 - part
            n += 1
            if part > 0:
                ids[n], parts[n] = row + 1, part
                n += 1
    return n


@njit(**FASTER)
def add(sums, part, row):
    for j in range(len(sums)):
        sums[j] += part * row[j]


@njit(**FASTER)
def change(sums, rows, reading, i, number, part):
    """One number of an observation comes, or goes."""
    if number != 0:
        row, second = place(number, reading, i)
        add(sums, part * (1 - second), rows[row])
        if second > 0:
            add(sums, part * second, rows[row + 1])


@njit(**FASTER)
def add_up(seen, before, afresh, reading, weights, changed, sums):
    """The sums of the first layer; from those of the observation before it, if they differ little."""
    n, whole = 0, 0
    for i in range(len(seen)):
        changed[n] = i
        n += seen[i] != before[i]
        whole += seen[i] != 0
    if 2 * n < whole and not afresh:
        for k in range(n):
            i = changed[k]
            change(sums, weights[0], reading, i, before[i], np.float32(-1))
            change(sums, weights[0], reading, i, seen[i], np.float32(1))
    else:
        sums[:] = weights[1]
        for i in range(len(seen)):
            if seen[i] != 0:
                change(sums, weights[0], reading, i, seen[i], np.float32(1))


@njit(**FASTER)
def look(sums, weights, wide, narrow):
    """Fill both hidden layers."""
    for j in range(len(wide)):
        wide[j] = max(sums[j], np.float32(0))
    for k in range(len(narrow)):
        total, row = weights[3][k], weights[2][k]
        for j in range(len(wide)):
            total += wide[j] * row[j]
        narrow[k] = max(total, np.float32(0))


@njit(**FASTER)
def say(narrow, choice, weights):
    total, row = weights[5][choice], weights[4][choice]
    for k in range(len(narrow)):
        total += narrow[k] * row[k]
    return total


@njit(**FASTER)
def room(reading, weights):
    """Memory for what one row needs."""
    numbers, wide, narrow = 2 * len(reading[0]), len(weights[1]), len(weights[3])
    return (
        np.zeros(numbers, np.int64), np.zeros(numbers, np.float32), np.zeros(wide, np.float32), np.zeros(narrow, np.float32),
        np.zeros(len(weights[5]), np.float32),
    )  # fmt: skip


@njit(**FASTER)
def answer_rows(seen, starts, choices, reading, weights, answers):
    changed, _, wide, narrow, _ = room(reading, weights)
    sums = np.zeros(len(wide), np.float32)
    for i in range(len(seen)):
        add_up(seen[i], seen[max(0, i - 1)], i % AFRESH == 0, reading, weights, changed, sums)
        look(sums, weights, wide, narrow)
        for k in range(starts[i], starts[i + 1]):
            answers[k] = say(narrow, choices[k], weights)


@njit(**FASTER)
def read_and_look(seen, reading, weights, ids, parts, wide, narrow):
    n = read(seen, reading, ids, parts)
    wide[:] = weights[1]
    for k in range(n):
        add(wide, parts[k], weights[0][ids[k]])
    look(wide, weights, wide, narrow)
    return n


@njit(**FASTER)
def learn_values(rows, seen, targets, reading, weights, slopes):
    """Add up the slopes of the squared error; the error."""
    ids, parts, wide, narrow, _ = room(reading, weights)
    choices, pushes, error = np.zeros(1, np.int64), np.zeros(1, np.float32), 0.0
    for i in rows:
        n = read_and_look(seen[i], reading, weights, ids, parts, wide, narrow)
        value = np.float32(math.tanh(say(narrow, 0, weights)))
        miss = value - targets[i]
        pushes[0] = miss * (1 - value * value)
        back(ids, parts, n, wide, narrow, choices, pushes, weights, slopes)
        error += miss * miss
    return error


@njit(**FASTER)
def learn_choices(rows, seen, starts, choices, wanted, reading, weights, slopes):
    """Add up the slopes of the cross entropy between what it would choose and what is wanted; the part that is not noise."""
    ids, parts, wide, narrow, pushes = room(reading, weights)
    error = 0.0
    for i in rows:
        n = read_and_look(seen[i], reading, weights, ids, parts, wide, narrow)
        start, end = starts[i], starts[i + 1]
        most, whole = np.float32(-1e30), np.float32(0)
        for k in range(start, end):
            pushes[k - start] = say(narrow, choices[k], weights)
            most = max(most, pushes[k - start])
        for k in range(end - start):
            pushes[k] = np.float32(math.exp(pushes[k] - most))
            whole += pushes[k]
        for k in range(end - start):
            share, want = pushes[k] / whole, wanted[start + k]
            error += want * math.log((want + 1e-9) / (share + 1e-9))
            pushes[k] = share - want
        back(ids, parts, n, wide, narrow, choices[start:end], pushes, weights, slopes)
    return error


@njit(**FASTER)
def back(ids, parts, n, wide, narrow, choices, pushes, weights, slopes):
    """Add what the slope of each answer means for every weight."""
    narrow_slope, middle, out = np.zeros(len(narrow), np.float32), weights[2], weights[4]
    for k in range(len(choices)):
        row, row_slope, push = out[choices[k]], slopes[4][choices[k]], pushes[k]
        slopes[5][choices[k]] += push
        for j in range(len(narrow)):
            narrow_slope[j] += push * row[j]
            row_slope[j] += push * narrow[j]
    wide_slope = np.zeros(len(wide), np.float32)
    for k in range(len(narrow)):
        if narrow[k] > 0:
            push, row, row_slope = narrow_slope[k], middle[k], slopes[2][k]
            slopes[3][k] += push
            for j in range(len(wide)):
                wide_slope[j] += push * row[j]
                row_slope[j] += push * wide[j]
    for j in range(len(wide)):
        wide_slope[j] = wide_slope[j] if wide[j] > 0 else np.float32(0)
        slopes[1][j] += wide_slope[j]
    for k in range(n):
        add(slopes[0][ids[k]], parts[k], wide_slope)


@njit(**FASTER)
def adam(flat, slopes, mean, square, step, part, rate):
    one, other = np.float32(1 / (1 - 0.9**step)), np.float32(1 / (1 - 0.999**step))
    for i in range(len(flat)):
        slope = np.float32(0)
        for thread in range(len(slopes)):
            slope += slopes[thread, i]
            slopes[thread, i] = 0
        slope *= part
        mean[i] += np.float32(0.1) * (slope - mean[i])
        square[i] += np.float32(0.001) * (slope * slope - square[i])
        flat[i] -= rate * mean[i] * one / (np.sqrt(square[i] * other) + np.float32(1e-8))
