"""The generator, against published test vectors and its own promises."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from carreau.core.chance import BLOCK, draw, key_with, mix, next_block, shuffle
from carreau.core.quick import quick_below, quick_next, quick_start
from carreau.core.seed import seed_words
from carreau.core.state import state_type
from tests.compiled import compiled

STATE = state_type([("six_cards", "i1", 6)])

# ChaCha8 with a 256-bit key, nonce zero, two blocks: test vectors TC1 and TC2 of J. Strömbergson's collection
# "Test Vectors for the Stream Cipher ChaCha" (draft-strombergson-chacha-test-vectors).
VECTORS = [
    (
        "00" * 32,
        "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
        "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42",
        "d2aefa0deaa5c151bf0adb6c01f2a5adc0fd581259f9a2aadcf20f8fd566a26b"
        "5032ec38bbc5da98ee0c6f568b872a65a08abf251deb21bb4b56e5d8821e68aa",
    ),
    (
        "01" + "00" * 31,
        "cf5ee9a0494aa9613e05d5ed725b804b12f4a465ee635acc3a311de8740489ea"
        "289d04f43c7518db56eb4433e498a1238cd8464d3763ddbb9222ee3bd8fae3c8",
        "",
    ),
]

# RFC 8439, section 2.3.2: the block function with twenty rounds, before and after the final addition.
RFC_START = (
    "61707865 3320646e 79622d32 6b206574 03020100 07060504 0b0a0908 0f0e0d0c "
    "13121110 17161514 1b1a1918 1f1e1d1c 00000001 09000000 4a000000 00000000"
)
RFC_MIXED = (
    "837778ab e238d763 a67ae21e 5950bb2f c4f2d0c7 fc62bb2f 8fa018fc 3f5ec7b7 "
    "335271c2 f29489f3 eabda8fc 82e46ebd d19c12b4 b04e16de 9e83d0cb 4e3c50a2"
)


@compiled
def fill(states: Any, out: Any) -> None:
    for i in range(len(out)):
        next_block(states[0])
        for k in range(BLOCK):
            out[i, k] = states[0].block[k]


@compiled
def draws(states: Any, n: int, out: Any) -> None:
    for i in range(len(out)):
        out[i] = draw(states[0], n)


@compiled
def shuffles(states: Any, out: Any) -> None:
    for i in range(len(out)):
        for k in range(6):
            states[0].six_cards[k] = k
        shuffle(states[0], states[0].six_cards, 0, 6)
        number = 0
        for k in range(6):
            number = number * 6 + states[0].six_cards[k]
        out[i] = number


@compiled
def start(states: Any, words: Any) -> None:
    key_with(states[0], words)


@compiled
def mixed(words: Any, double_rounds: int) -> None:
    mix(words, double_rounds)


@compiled
def quick_draws(seed: int, n: int, out: Any) -> None:
    state = quick_start(seed)
    for i in range(len(out)):
        state = quick_next(state)
        out[i] = quick_below(state, n)


def keyed(seed: str) -> Any:
    states = np.zeros(1, STATE)
    start(states, np.array(seed_words(seed), np.int64))
    return states


@pytest.mark.parametrize(("key", "first", "second"), VECTORS)
def test_published_vectors_of_chacha8(key: str, first: str, second: str) -> None:
    states = np.zeros(1, STATE)
    start(states, np.frombuffer(bytes.fromhex(key), "<u4").astype(np.int64))
    out = np.zeros((2, BLOCK), np.uint32)
    fill(states, out)
    assert out[0].astype("<u4").tobytes().hex() == first
    assert not second or out[1].astype("<u4").tobytes().hex() == second


def test_published_vector_of_the_rounds() -> None:
    words = np.array([int(word, 16) for word in RFC_START.split()], np.uint32)
    mixed(words, 10)
    assert [f"{word:08x}" for word in words] == RFC_MIXED.split()


def test_every_word_of_the_seed_counts() -> None:
    outputs = set()
    for bit in range(0, 256, 8):
        out = np.zeros((1, BLOCK), np.uint32)
        fill(keyed(f"{1 << bit:064x}"), out)
        outputs.add(out.tobytes())
    assert len(outputs) == 32


@pytest.mark.parametrize("n", [1, 2, 3, 7, 36, 72, 1000])
def test_draws_are_even(n: int) -> None:
    out = np.zeros(60 * n + 1000, np.int64)
    draws(keyed(f"{n:064x}"), n, out)
    counts = np.bincount(out, minlength=n)
    expected = len(out) / n
    assert len(counts) == n
    assert ((counts - expected) ** 2 / expected).sum() < n - 1 + 5 * (2 * n) ** 0.5 + 5


def test_draw_rejects_what_would_favour_small_numbers() -> None:
    """With n just above 2^31 almost half of all words must be thrown away."""
    n = (1 << 31) + 1
    out = np.zeros(20_000, np.int64)
    draws(keyed("7" * 64), n, out)
    assert out.max() < n
    assert abs((out < n // 2).mean() - 0.5) < 0.02
    assert abs((out % 2).mean() - 0.5) < 0.02


def test_all_720_orders_of_six_cards_are_equally_likely() -> None:
    out = np.zeros(72_000, np.int64)
    shuffles(keyed("5" * 64), out)
    _, counts = np.unique(out, return_counts=True)
    assert len(counts) == 720
    assert ((counts - 100) ** 2 / 100).sum() < 719 + 5 * (2 * 719) ** 0.5


def test_the_quick_generator_is_even_also_for_near_seeds() -> None:
    firsts = np.zeros(7000, np.int64)
    for seed in range(len(firsts)):
        quick_draws(seed, 7, firsts[seed : seed + 1])
    run = np.zeros(7000, np.int64)
    quick_draws(1, 7, run)
    for out in (firsts, run):
        assert ((np.bincount(out, minlength=7) - 1000) ** 2 / 1000).sum() < 30
