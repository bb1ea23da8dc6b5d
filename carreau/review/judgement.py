"""What a seat's moves in one position are worth, as far as the seat can know: for reviews, for a coach, for puzzles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from carreau.bots.seen import Seen
from carreau.core.match import Match
from carreau.core.refusal import not_your_turn
from carreau.core.types import Action, Seat
from carreau.review.budget import STANDARD, Budget
from carreau.review.option import Option
from carreau.review.seeds import seed_for
from carreau.review.trees import Difference, Line, Look, difference, lines_after, look_at_all
from carreau.review.verdict import is_serious, verdict_of

CANDIDATES = 3  # that are compared when no move was played
FIRST_SHARE = 0.5  # of the iterations that look at all actions; the rest compare a few
SECOND_LOOK = 4  # times as many iterations as the first comparison, before a move is called a mistake


@dataclass(frozen=True)
class Judgement:
    """What a seat's moves are worth.

    Attributes:
        options: Every legal action, the best first.
        gaps: By action, for those that were compared in the same worlds: how much less they are worth than the best.
        replies: By action, for the same ones: what the next seat most likely answers.
    """

    options: tuple[Option, ...]
    gaps: dict[Action, Difference] = field(default_factory=dict)
    replies: dict[Action, Action | None] = field(default_factory=dict)

    @property
    def best(self) -> Option:
        return self.options[0]

    @property
    def margin(self) -> Difference | None:
        """By how much the best move is better than the next best that was compared with it; None if none was."""
        return min(self.gaps.values(), key=lambda gap: gap.mean, default=None)

    def option(self, action: Action) -> Option:
        return next(one for one in self.options if one.action == action)

    def loss(self, action: Action) -> float:
        """The share of a win that an action is worth less than the best."""
        if action in self.gaps:
            return max(0.0, self.gaps[action].mean)
        return max(0.0, (self.best.value or 0.0) - (self.option(action).value or 0.0))

    def verdict(self, action: Action) -> str:
        """What an action that was compared is called; nothing if it is fine, or if that is not certain."""
        return verdict_of(self.gaps[action].lowest) if action in self.gaps else ""


def judge(match: Match, seat: Seat, budget: Budget = STANDARD, seed: int = 0, count: int = CANDIDATES) -> Judgement:
    """What a seat's moves are worth in a position, from its view and nothing else.

    Args:
        match: The match; the seat must be able to act.
        seat: Whose moves.
        budget: How long to think.
        seed: The seed of the search: the same arguments give the same answer.
        count: How many of the best moves are compared in the same worlds, with equal effort.

    Raises:
        IllegalAction: If the seat cannot act now.
    """
    legal = match.actions(seat)
    if not legal:
        raise not_your_turn(seat, match.acting)
    return judge_seen(Seen.of(match, seat), legal, None, budget, seed, count)


def judge_seen(
    seen: Seen, legal: Sequence[Action], played: Action | None, budget: Budget, seed: int, count: int = CANDIDATES
) -> Judgement:  # fmt: skip
    """The same from a view. If an action was played, it alone is compared with the best, and only if it is another.

    An action that seems to be a mistake or worse is compared once more, in new worlds and more deeply, and what speaks for it
    more counts: of many moves some seem bad by chance.
    """
    if len(legal) == 1:
        return alone(seen, legal[0], budget, seed)
    first = round(budget.iterations * FIRST_SHARE)
    looks = look_at_all(seen, first, seed_for(seed, "first"))
    ranked = sorted(legal, key=lambda action: (-looks[action].visits if action in looks else 0, action))
    chosen = ranked[:count] if played is None else list(dict.fromkeys([ranked[0], played]))
    if len(chosen) == 1:
        return judgement(seen, ranked, looks, {})
    rest = budget.iterations - first
    lines = lines_after(seen, chosen, rest, seed_for(seed, "second"))
    if played is not None and is_serious(verdict_of(difference(*lines.values()).lowest)):
        again = lines_after(seen, chosen, SECOND_LOOK * rest, seed_for(seed, "again"))
        lines = min(lines, again, key=lambda found: difference(*found.values()).lowest)
    return judgement(seen, ranked, looks, lines)


def alone(seen: Seen, action: Action, budget: Budget, seed: int) -> Judgement:
    """The only action there is."""
    lines = lines_after(seen, [action], budget.iterations // 8, seed_for(seed, "second"))
    return judgement(seen, [action], {}, lines)


def judgement(seen: Seen, ranked: Sequence[Action], looks: dict[Action, Look], lines: dict[Action, Line]) -> Judgement:
    """The best of those that were compared comes first, then all others, by what they are surely worth."""
    best = max(lines, key=lambda action: lines[action].value) if lines else ranked[0]
    options = {action: option_of(seen, action, looks.get(action), lines.get(action)) for action in ranked}
    rest = sorted((action for action in ranked if action != best), key=lambda action: -at_least(options[action]))
    gaps = {action: difference(lines[best], line) for action, line in lines.items() if action != best}
    replies = {action: line.reply for action, line in lines.items()}
    return Judgement(tuple(options[action] for action in [best, *rest]), gaps, replies)


def at_least(option: Option) -> float:
    """What an option is worth even if the search was lucky with it."""
    return -1.0 if option.value is None or option.error is None else option.value - 2 * option.error


def option_of(seen: Seen, action: Action, look: Look | None, line: Line | None) -> Option:
    """An action as those trees see it that know most about it."""
    name, visits = seen.game.name_action(action), look.visits if look else 0
    if line is not None:
        return Option(action, name, line.value, line.error, visits)
    return Option(action, name, look.value if look else None, look.error if look else None, visits)
