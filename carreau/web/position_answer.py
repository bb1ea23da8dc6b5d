"""What is said about a move in a position, once it was chosen: its worth beside that of the best, why, and how sure that is."""

from __future__ import annotations

from carreau.bots.seen import Seen
from carreau.core.match import Match
from carreau.core.position import Position, positions_of
from carreau.core.refusal import not_allowed
from carreau.core.types import Action
from carreau.core.words import Words
from carreau.games import load
from carreau.review.reason import at_once
from carreau.web.language import words_of
from carreau.web.messages import Answer, Worth, encode
from carreau.web.position_screen import names_of, position_of, scene_of

BEST, YOURS = "best", "yours"
SHOWN = 3  # of the best moves


def answer(id: str, number: str, language: str, action: str) -> str:
    """What a move is worth beside the best one."""
    game = load(id)
    position, words = position_of(game, int(number)), words_of(language, game)
    match = position.play(game)
    legal = match.actions(position.seat)
    if int(action) not in legal:
        raise not_allowed(game, int(action), position.seat, match._list_actions(position.seat))
    return encode(Judge(position, match, words).answer(int(action)))


class Judge:
    """Says what a move is worth in a position."""

    def __init__(self, position: Position, match: Match, words: Words) -> None:
        self.position, self.match, self.words, self.game = position, match, words, match.game
        self.worth = position.worth(match.actions(position.seat))
        self.names = {one.action: one.name for one in scene_of(match, position.seat, words, "wide").choices}
        self.answers = [self.game.parse_action(name) for name in position.answers]
        self.ranked = sorted(self.worth, key=lambda action: (action not in self.answers, -self.worth[action]))

    def answer(self, action: Action) -> Answer:
        right = action in self.answers
        best = action if right else self.ranked[0]
        other = self.ranked[len(self.answers)] if right else action
        sentences = [self.compared(best, other, right), self.why(best, other), self.also(best), self.certainty()]
        names = list(map(self.game.name_action, self.answers))
        return Answer(right, self.headline(right), [one for one in sentences if one], names, self.rows(action))

    def headline(self, right: bool) -> str:
        if right:
            return self.words.say("Well found!")
        if len(self.answers) == 1:
            return self.words.say("There is a better move.")
        return self.words.say("There are {number} better moves, all as good.", number=len(self.answers))

    def compared(self, best: Action, other: Action, right: bool) -> str:
        values = {"move": capital(self.name(best)), "best": self.percent(best), "other": self.percent(other)}
        if right:
            return self.words.say("{move}: this wins {best} of the matches played on, the next best move {other}.", **values)
        return self.words.say("{move}: this wins {best} of the matches played on, instead of {other}.", **values)

    def why(self, best: Action, other: Action) -> str:
        """What the best move does at once, in worlds that the seat cannot tell apart."""
        seen, words = Seen.of(self.match, self.position.seat), self.game.words(self.words.language)
        return at_once(seen, best, other, words, names_of(self.match, self.words))

    def also(self, best: Action) -> str:
        """Other moves that are as good."""
        others = [self.name(action) for action in self.answers if action != best]
        return self.words.say("Just as good: {moves}.", moves=self.words.listed(others)) if others else ""

    def certainty(self) -> str:
        facts = positions_of(self.game)
        assert facts is not None
        return self.words.say(
            "How sure is that? {number} thousand matches were imagined; what you can’t see was dealt anew each time. "
            "Out of a hundred, the best move wins {margin} more than the next best; with 95% certainty, at least {lowest} more.",
            number=facts.checked // 1000, margin=round(100 * self.position.margin), lowest=int(100 * self.position.lowest),
        )  # fmt: skip

    def rows(self, action: Action) -> list[Worth]:
        """The best moves, and the one that was chosen."""
        shown = self.ranked[: max(SHOWN, len(self.answers))]
        shown += [action] if action not in shown else []
        return [Worth(capital(self.name(one)), self.percent(one), self.mark(one, action)) for one in shown]

    def mark(self, one: Action, chosen: Action) -> str:
        return YOURS if one == chosen else BEST if one in self.answers else ""

    def name(self, action: Action) -> str:
        """A move as the list of moves has it."""
        name = self.game.name_action(action)
        return self.names.get(name, name)

    def percent(self, action: Action) -> str:
        return self.words.say("{number}%", number=self.worth[action])


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
