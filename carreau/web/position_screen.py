"""A position to find the best move in: what a page shows of it, which is made from the view of its seat and nothing else."""

from __future__ import annotations

from carreau.core.game import Game
from carreau.core.match import Match
from carreau.core.position import Position, positions_of
from carreau.core.words import Words, message
from carreau.draw.scene import Scene
from carreau.games import load
from carreau.web.language import words_of
from carreau.web.messages import Question, encode
from carreau.web.screen import drawn, listed

GRADES = {
    "easy": message("easy: most bots find it"),
    "medium": message("medium: a club player finds it"),
    "hard": message("hard: a club player often misses it"),
}


def position_of(game: Game, number: int) -> Position:
    found = positions_of(game)
    assert found is not None
    return found.found[number]


def names_of(match: Match, words: Words) -> list[str]:
    return [words.say("Player {number}", number=seat + 1) for seat in range(match.players)]


def scene_of(match: Match, seat: int, words: Words, form: str) -> Scene:
    """The table as its seat sees it."""
    return match.scene(seat, words.language, names_of(match, words), form)


def question(id: str, number: str, language: str, form: str) -> str:
    game = load(id)
    position = position_of(game, int(number))
    return asked(position.play(game), position.seat, words_of(language, game), form)


def asked(match: Match, seat: int, words: Words, form: str) -> str:
    """The drawing, the table in words, and every move."""
    scene = scene_of(match, seat, words, form)
    choices = listed(getattr(scene.choices, "alone", scene.choices))
    steps = listed(getattr(scene.choices, "steps", ()))
    return encode(Question(drawn(scene, form), scene.guidance, scene.text(), choices, steps))
