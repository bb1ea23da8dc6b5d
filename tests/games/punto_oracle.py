"""Punto again, from the words of the rulebook alone: cards are names, the table is a dictionary, nothing is fast.

It shares no code with the game. It is told every pile at the start of a round and checks that the deal keeps the rules;
it works out everything else by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

COLOURS = "rbgy"
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))

Cell = tuple[int, int]  # row, column; the first card lies in (5, 5)


def cell_name(cell: Cell) -> str:
    return "abcdefghijk"[cell[1]] + str(cell[0] + 1)


def value(card: str) -> int:
    return int(card[1])


class Oracle:
    def __init__(
        self, players: int, rounds: int = 2, hand: int = 1, teams: bool = False, starter: str = "ended", first: int = 0
    ) -> None:
        self.players, self.rounds, self.hand, self.teams, self.starter = players, rounds, hand, teams, starter
        self.line = 5 if players == 2 or teams else 4  # P12
        self.points = [0] * players
        self.aside: list[list[str]] = [[] for _ in range(players)]
        self.left_over: list[str] = []
        self.round = 0
        self.over = False
        self.ended: tuple[str, int | None, int] | None = None  # how it ended, the winner, and who ended it
        self.winner: int | None = None
        self.seat = first  # whose turn it is
        self.choice: list[str] = []
        self.kept: list[list[str]] = [[], [], []]  # neutral cards that stay in a pile
        self.dealt = [f"y{n}" for n in range(1, 10)] * 2 if players == 3 else []  # neutral cards to deal out (P3)
        self.table: dict[Cell, list[str]] = {}  # each stack with its visible card last
        self.up: list[list[str]] = []
        self.piles: list[list[str]] = []
        self.owed_piles = True  # a round begins: it has to be told the deal
        self.moves: dict[str, tuple[str, Cell | None]] = {}

    # sides

    def side(self, seat: int) -> list[int]:
        """The seats that win together."""
        return [seat % 2, seat % 2 + 2] if self.teams else [seat]

    def colours(self, seat: int) -> str:
        if self.players == 2 or self.teams:
            return "rg" if seat % 2 == 0 else "by"
        return COLOURS[seat]

    def sides(self) -> list[int]:
        """One seat of every side: the lowest."""
        return [seat for seat in range(self.players) if seat == min(self.side(seat))]

    # the deal

    def deal(self, piles: list[list[str]], left_over: list[str]) -> None:
        """The piles as they were dealt, each from the top; `left_over`: the neutral cards out of the game by now."""
        assert self.owed_piles
        self.round += 1
        self.check_own_cards(piles)
        if self.players == 3:
            self.check_neutral_cards(piles, left_over)
        self.piles = [list(pile) for pile in piles]
        self.table = {}
        self.up = [[] for _ in range(self.players)]
        self.owed_piles = False
        if self.hand == 2:
            for _ in range(2):
                for seat in range(self.players):
                    self.turn_up(seat)
        else:
            self.turn_up(self.seat)
        self.moves = self.legal()

    def check_own_cards(self, piles: list[list[str]]) -> None:
        """P1, P2, P5, P20, P23"""
        for seat in self.sides():
            deck = Counter(f"{colour}{n}" for colour in self.colours(seat) for n in range(1, 10) for _ in range(2))
            for member in self.side(seat):
                deck -= Counter(self.aside[member])
            members = self.side(seat)
            cards = Counter(card for member in members for card in piles[member] if self.players != 3 or card[0] != "y")
            assert cards == deck
            if self.teams:
                total = deck.total()
                assert [len(piles[member]) for member in members] == [total - total // 2, total // 2]

    def check_neutral_cards(self, piles: list[list[str]], left_over: list[str]) -> None:
        """P3, P22"""
        gone = Counter(left_over) - Counter(self.left_over)
        assert Counter(self.left_over) - Counter(left_over) == Counter()
        assert gone.total() == len(self.dealt) % 3
        new: Counter[str] = Counter()
        for seat in range(3):
            mine = Counter(card for card in piles[seat] if card[0] == "y")
            kept = Counter(self.kept[seat])
            assert kept <= mine
            assert (mine - kept).total() == len(self.dealt) // 3
            new += mine - kept
        assert new + gone == Counter(self.dealt)
        self.left_over = sorted(left_over)

    def turn_up(self, seat: int) -> None:
        if self.piles[seat]:
            self.up[seat].append(self.piles[seat].pop(0))

    # a turn

    def cells_for(self, card: str) -> set[Cell]:
        if not self.table:
            return {(5, 5)}
        lower = {cell for cell, stack in self.table.items() if value(stack[-1]) < value(card)}  # P8
        rows, columns = (range(max(line) - 5, min(line) + 6) for line in zip(*self.table, strict=True))  # P9
        return lower | {(row, column) for row, column in self.neighbours() if row in rows and column in columns}

    def neighbours(self) -> set[Cell]:
        """P7"""
        around = {(row + i, column + j) for row, column in self.table for i in (-1, 0, 1) for j in (-1, 0, 1)}
        return around - set(self.table)

    def legal(self) -> dict[str, tuple[str, Cell | None]]:
        if self.choice:
            return {f"aside {card}": (card, None) for card in self.choice}
        return {f"{card} {cell_name(cell)}": (card, cell) for card in set(self.up[self.seat]) for cell in self.cells_for(card)}

    def play(self, name: str) -> None:
        card, cell = self.moves[name]
        if cell is None:
            self.choice = []
            self.set_aside(card)
        else:
            self.lay(card, cell)

    def lay(self, card: str, cell: Cell) -> None:
        seat = self.seat
        self.up[seat].remove(card)
        self.table.setdefault(cell, []).append(card)
        lines = list(self.lines())
        if lines:
            assert all(line[0][0] in self.colours(seat) for line in lines)  # P14
            self.end_round("line", seat, seat)
            self.set_aside(max((card for line in lines for card in line), key=value))
            return
        if self.hand == 2:
            self.turn_up(seat)
        self.seat = (seat + 1) % self.players
        if self.hand == 1:
            self.turn_up(self.seat)
        self.moves = self.legal()
        if not self.moves:  # P15
            self.end_by_series()

    # lines and series

    def windows(self, length: int) -> Iterator[list[str]]:
        """This many visible cards in a line, of one colour that somebody owns."""
        owned = "".join(self.colours(seat) for seat in self.sides())
        for (row, column), stack in self.table.items():
            for down, right in DIRECTIONS if stack[-1][0] in owned else ():
                cards = [stack[-1]]
                for i in range(1, length):
                    other = self.table.get((row + i * down, column + i * right))
                    if other is None or other[-1][0] != cards[0][0]:
                        break
                    cards.append(other[-1])
                else:
                    yield cards

    def lines(self) -> Iterator[list[str]]:
        return self.windows(self.line)

    def series(self, seat: int) -> list[list[str]]:
        return [cards for cards in self.windows(self.line - 1) if cards[0][0] in self.colours(seat)]

    # the end of a round

    def end_by_series(self) -> None:
        """P16 to P19"""

        def rank(seat: int) -> tuple[int, list[int]]:
            return -len(self.series(seat)), sorted(sum(map(value, cards)) for cards in self.series(seat))

        ranks = sorted(rank(seat) for seat in self.sides())
        if ranks[0] == ranks[1] or ranks[0][0] == 0:
            self.end_round("void", None, self.seat)
            self.go_on()
            return
        winner = next(seat for seat in self.sides() if rank(seat) == ranks[0])
        self.end_round("series", winner, self.seat)
        cards = {card for series in self.series(winner) for card in series}
        highest = [card for card in cards if value(card) == max(map(value, cards))]
        if len(highest) == 1:
            self.set_aside(highest[0])
        else:
            self.choice = highest
            self.seat = winner
            self.moves = self.legal()

    def end_round(self, how: str, winner: int | None, by: int) -> None:
        self.ended = how, winner, by
        self.winner = winner
        if winner is not None:
            for member in self.side(winner):
                self.points[member] += 1

    def set_aside(self, card: str) -> None:
        assert self.winner is not None
        self.aside[self.winner].append(card)
        self.go_on()

    def go_on(self) -> None:
        """P20 to P25"""
        assert self.ended is not None
        _, winner, by = self.ended
        if max(self.points) == self.rounds or self.round == (25 if self.rounds <= 3 else 50):
            self.over = True
            return
        before = winner if self.starter == "winner" and winner is not None else by
        self.seat = (before + 1) % self.players
        if self.players == 3:
            self.dealt = [card for stack in self.table.values() for card in stack if card[0] == "y"]
            self.kept = [[card for card in self.up[seat] + self.piles[seat] if card[0] == "y"] for seat in range(3)]
        self.owed_piles = True

    # the end of the match

    def returns(self) -> list[float]:
        """C6"""
        best = [points == max(self.points) for points in self.points]
        return [is_best / sum(best) for is_best in best]
