"""Punto's pictures: what is drawn and said is what the rules say, in every phase of a match."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from carreau.core.match import Match
from carreau.core.state import is_resting
from carreau.draw.scene import Scene
from carreau.games.punto.constants import ASIDE, PLACES
from carreau.games.punto.picture import board, faces, scoring
from carreau.games.punto.picture.board import BOARD
from carreau.games.punto.rules import score
from tests.games import test_punto as rulebook
from tests.games.punto_oracle import Oracle
from tests.games.punto_tools import GAME, block, build, force, name, play, table, up, void_round, win_round

NAMES = ("Ana", "Bo", "Chloé", "Dimitri")
MODES: list[tuple[int, dict[str, Any]]] = [(2, {}), (3, {}), (4, {}), (4, {"teams": True}), (2, {"hand": 2})]


def new(players: int, seed: int = 1, first: int | None = 0, **options: Any) -> Match:
    return GAME.new(players, seed, first=first, **options)


def scene(match: Match, seat: int | None, language: str = "en", form: str = "phone") -> Scene:
    drawn: Scene = match.scene(seat, language, NAMES[: match.players], form)
    return drawn


def says(match: Match, seat: int | None, english: str, french: str) -> None:
    """Both languages, with plain spaces."""
    for language, expected in (("en", english), ("fr", french)):
        assert scene(match, seat, language).guidance.replace("\u00a0", " ").replace("\u202f", " ") == expected


def closing(match: Match, action: str, seat: int, language: str = "en") -> Scene | None:
    """Play an action; the table on which the round ended."""
    table = score_alone(match, action)
    match.play(action)
    return table.scene(seat, language, NAMES[: match.players], "phone") if is_resting(table.state) else None


def score_alone(match: Match, action: str | int) -> Match:
    """The match once an action is played, before another round is dealt."""
    table = match.copy()
    match.game._drive.score_at(table._address, match.acting[0], match._read_action(action))
    return table


# the cards


@pytest.mark.parametrize("value", range(1, 10))
def test_as_many_pips_as_points(value: int) -> None:
    middles = faces.pips(value)
    assert len(set(middles)) == value
    assert sorted((100 - x, 100 - y) for x, y in middles) == sorted(middles)
    assert faces.face("red", value).count("<circle") == value
    for x, y in middles:
        near = [(a, b) for a, b in middles if (a, b) != (x, y) and (a - x) ** 2 + (b - y) ** 2 < (2 * radius(value)) ** 2]
        assert near == []


def radius(value: int) -> float:
    return faces.RADIUS.get(value, faces.SMALLEST)


def test_a_colour_has_its_sign_in_every_pip() -> None:
    signs = [re.findall(r'<path d="([^"]*)"', faces.face(colour, 9)) for colour in ("red", "blue", "green", "yellow")]
    assert [len(found) for found in signs] == [11] * 4  # nine pips and two corners
    assert len({found[0] for found in signs}) == 4 and all(len(set(found)) == 1 for found in signs)


def test_the_deck_is_the_deck() -> None:
    assert sorted(faces.deck()) == sorted(name(card) for card in range(72))


# the board


def test_a_covered_card_shows_a_sliver() -> None:
    match = new(2)
    force(match, "r2 g7", "b5")
    play(match, "r2 f6", "b5 f6", "g7 f6")
    lowest, between, top = scene(match, 1).pieces
    assert [piece.face for piece in (lowest, between, top)] == ["edge-red", "edge-blue", "g7"]
    assert lowest.x > between.x > top.x and lowest.y > between.y > top.y
    assert (top.tap, between.tap, lowest.tap) == ("f6", "", "")
    assert top.last and top.name.replace("\u00a0", " ") == "green 7 over blue 5 and red 2 on f6"
    assert lowest.name.replace("\u00a0", " ") == "red 2 on f6, covered"


@pytest.mark.parametrize("height", range(2, 10))
def test_a_stack_stays_in_its_place(height: int) -> None:
    middle = BOARD.middle(60)
    places = board.places(60, height)
    assert len(places) == len(set(places)) == height
    assert all(abs(place[i] - middle[i]) <= board.TALLEST / 2 for place in places for i in (0, 1))


def test_the_limit_is_drawn_when_it_constrains() -> None:
    match = new(4)
    force(match, "r2 r3", "b2 b3", "g2", "y2")
    play(match, "r2 f6", "b2 g6", "g2 h6", "y2 i6", "r3 j6")
    assert match.scene(None, form="phone").under == ""  # five cells wide: both sides are open
    assert {choice.taps[1] for choice in scene(match, 1).choices} >= {"e6", "k6"}
    match.play("b3 e6")
    drawn = match.scene(None, form="phone").under
    assert f"M{4 * board.PITCH - 4:g} " in drawn and f"M{10 * board.PITCH + 4:g} " in drawn  # west of e, east of j
    assert not {choice.taps[1] for choice in scene(match, 2).choices} & {"d6", "k6"}


def test_both_sides_of_the_limit() -> None:
    match = new(4, rounds=1)
    block(match, rulebook.FIGURE)
    side = 6 * board.PITCH + 8
    assert f'width="{side:g}" height="{side:g}"' in match.scene(None, form="phone").under


def test_every_cell_where_a_card_can_go_is_seen() -> None:
    for seed in range(4):
        match = new(4, seed, first=None)
        choose = random.Random(seed)
        while not match.over and match.ply < 60:
            seat = match.acting[0]
            drawn = scene(match, seat, form="wide")
            west, north, east, south = drawn.box
            for action in match.actions(seat):
                x, y = BOARD.middle(action % PLACES)
                assert west <= x - 50 and x + 50 <= east and north <= y - 50 and y + 50 <= south
            match.play(choose.choice(match.actions(seat)))


def test_a_card_and_a_cell_of_one_name_are_two_taps() -> None:
    match = new(2, first=1)
    force(match, "g2 g7 g3", "y1 y2 b1")
    play(match, "y1 f6", "g2 g7", "y2 f7")
    assert match.legal(0)[0].startswith("g7 ") and "g7 g7" in match.legal(0)
    choice = next(choice for choice in scene(match, 0).choices if choice.action == "g7 g7")
    assert len(set(choice.taps)) == 2


# the players


@pytest.mark.parametrize(
    ("players", "options", "colours"),
    [
        (2, {}, [("red", "green"), ("blue", "yellow")]),
        (3, {}, [("red",), ("blue",), ("green",)]),
        (4, {}, [("red",), ("blue",), ("green",), ("yellow",)]),
        (4, {"teams": True}, [("red", "green"), ("blue", "yellow")] * 2),
    ],
)
def test_colours(players: int, options: dict[str, Any], colours: list[tuple[str, ...]]) -> None:
    assert [player.colours for player in scene(new(players, **options), None).players] == colours


def test_neutral_cards_are_counted_and_named() -> None:
    match = new(3)
    force(match, "y5", "b2", "g2")
    assert [player.facts for player in scene(match, 0).players] == [("18 ●", "5 ◆"), ("18 ▲", "6 ◆"), ("18 ■", "6 ◆")]
    says(match, 0, "Your turn: begin with the neutral yellow 5.", "À vous : commencez par le 5 jaune neutre.")
    assert any("neutral" in sentence for sentence in scene(match, 0).told)
    assert not any("neutral" in sentence for sentence in scene(new(4), 0).told)


def test_rounds_won_lie_before_their_winner() -> None:
    match = new(2)
    win_round(match, 0)
    first, second = scene(match, 1).players
    assert (first.points, second.points) == ("1/2", "0/2")
    assert [piece.face for piece in first.pieces] == match.view(1)["aside"][0] and len(first.pieces) == 1
    assert first.pieces[0].mark
    assert "1 of 2 rounds won" in first.spoken and "set aside: " in first.spoken


def test_turned_up_cards_lie_before_their_player_or_in_your_hand() -> None:
    match = new(2, hand=2)
    force(match, "r5 g3", "b2 y9")
    mine = scene(match, 0)
    assert [piece.face for piece in mine.hand] == ["r5", "g3"] and mine.players[0].pieces == ()
    assert [piece.face for piece in mine.players[1].pieces] == ["b2", "y9"]
    watched = scene(match, None)
    assert [piece.face for piece in watched.hand] == ["r5", "g3"] and watched.piles == ()
    assert mine.piles[0].count == 34


def test_whose_card_was_last() -> None:
    match = new(3)
    force(match, "r5", "b2", "g2")
    match.play("r5 f6")
    assert any("Ana laid the last card: red\u00a05 on f6." in sentence for sentence in scene(match, 1).told)


# what decided a round


@pytest.mark.parametrize(
    ("picture", "why", "numbers"),
    [
        (rulebook.FIGURE, "lowest", (15, 17)),
        (rulebook.MOST, "most", (2, 1)),
        (rulebook.NEXT_LOWEST, "lowest", (18, 20)),
        (rulebook.ALL_EQUAL, "void", (0, 0)),
        (rulebook.THIRD_LOWER, "lowest", (14, 15)),
    ],
)
def test_what_decided(picture: str, why: str, numbers: tuple[int, int]) -> None:
    match = new(4)
    scored = []

    def play_on(action: str) -> None:
        scored.append(score_alone(match, action))
        match.play(action)

    build(match, picture, "r1", play=play_on)  # seat 0 cannot lay its red 1
    state = scored[-1].seen(None)
    result = score.score(state)
    assert (result.why, result.mine, result.other) == (why, *numbers)
    drawn = scoring.draw_score(state)
    assert ('stroke="var(--gold)"' in drawn) == (why != "void")
    badges = len(result.rows) if why in ("lowest", "void") else 0
    assert drawn.count("<circle") == badges + (why != "void")  # and the star on the card that is set aside


@pytest.mark.parametrize(("players", "options"), MODES)
def test_the_series_drawn_are_those_that_count(players: int, options: dict[str, Any]) -> None:
    """Throughout random matches, the series are those of the oracle, which shares no code with the game."""
    counted = 0
    for seed in range(3):
        match = new(players, seed, first=None, **options)
        choose = random.Random(seed)
        while not match.over:
            if match.state.count and match.ply % 5 == 0:
                found = score.series(match.state)
                assert rows_of(found) == rows_of_the_oracle(match)
                counted += len(found)
            match.play(choose.choice(match.actions(match.acting[0])))
    assert counted


def rows_of(found: tuple[score.Row, ...]) -> list[tuple[int, int, int]]:
    return sorted((row.side, len(row.cells), row.points) for row in found)


def rows_of_the_oracle(match: Match) -> list[tuple[int, int, int]]:
    """Side, length and points of every series, from the rulebook's words alone."""
    oracle = Oracle(match.players, teams=bool(match.options["teams"]))
    oracle.table = {(int(cell[1:]), ord(cell[0])): stack[::-1] for cell, stack in table(match).items()}
    rows = [(seat, cards) for seat in oracle.sides() for cards in oracle.series(seat)]
    return sorted((seat, len(cards), sum(int(card[1]) for card in cards)) for seat, cards in rows)


@pytest.mark.parametrize(("players", "options"), MODES)
def test_the_end_of_every_round_is_drawn(players: int, options: dict[str, Any]) -> None:
    """The winner's rows are in gold and of the winner's side, and hold the card that was set aside."""
    ended = 0
    for seed in range(2):
        match = new(players, seed, first=None, **options)
        choose = random.Random(seed)
        while not match.over:
            before, action = match.seen(None), choose.choice(match.actions(match.acting[0]))
            match.play(action)
            drawn = match.closing(None, "en", NAMES[:players], "phone")
            if drawn is not None:
                ended += 1
                assert ('stroke="var(--gold)"' in drawn.over) == (match.state.winner >= 0)
                assert len(drawn.pieces) == before.count + (action % PLACES != ASIDE)
    assert ended


def test_a_line_is_shown_before_the_table_is_cleared() -> None:
    match = new(4)
    force(match, "r2 r3 r4 r9", "b2 b3 b4 b5", "g2 g3 g4", "y2 y3 y4")
    play(match, "r2 f6", "b2 f7", "g2 g7", "y2 h7", "r3 g6", "b3 f8", "g3 g8", "y3 h8", "r4 h6", "b4 f9", "g4 i7")
    assert closing(match, "y4 i8", 0) is None
    drawn = closing(match, "r9 i6", 1)
    assert drawn is not None and drawn.guidance == "A line of 4: the round goes to Ana."
    assert drawn.over.count('stroke="var(--gold)"') == 1
    assert "r9" in {piece.face for piece in drawn.pieces}
    assert drawn.players[0].points == "1/2" and drawn.choices == ()
    says(
        match, 0, "You won round 1 with a line. Bo is laying the " + said(match, 1) + ".",
        "Vous avez gagné la manche 1 par une ligne. Bo pose le " + said(match, 1, "fr") + ".",
    )  # fmt: skip


def said(match: Match, seat: int, language: str = "en") -> str:
    """The card that a seat has turned up, in words."""
    colours = {"en": "{0} {1}", "fr": "{1} {0}"}
    card = up(match)[seat][0]
    names = {"en": ("red", "blue", "green", "yellow"), "fr": ("rouge", "bleu", "vert", "jaune")}[language]
    return colours[language].format(names["rbgy".index(card[0])], card[1])


# the one sentence, in every phase


def test_guidance_while_cards_are_laid() -> None:
    match = new(2)
    force(match, "r5 g1 r9", "b2 y3")
    says(match, 0, "Your turn: begin with the red 5.", "À vous : commencez par le 5 rouge.")
    says(match, 1, "Ana is laying the red 5.", "Ana pose le 5 rouge.")
    says(match, None, "Ana is laying the red 5.", "Ana pose le 5 rouge.")
    match.play("r5 f6")
    says(match, 1, "Your turn: lay the blue 2 beside any card.", "À vous : posez le 2 bleu à côté d’une carte.")
    play(match, "b2 f7", "g1 f8")
    says(
        match, 1, "Your turn: lay the yellow 3 beside a card or on a lower one.",
        "À vous : posez le 3 jaune à côté d’une carte ou sur une plus faible.",
    )  # fmt: skip


def test_guidance_when_only_covering_is_left() -> None:
    match = new(4, rounds=1)
    build(match, rulebook.FIGURE, "r9")
    says(match, 0, "Your turn: lay the red 9 on a lower card.", "À vous : posez le 9 rouge sur une carte plus faible.")


def test_guidance_with_two_cards_in_hand() -> None:
    """They are named in the order in which they lie."""
    match = new(2, hand=2)
    force(match, "g3 r5", "b2 y9")
    says(
        match, 0, "Your turn: begin with the green 3 or the red 5.", "À vous : commencez par le 3 vert ou le 5 rouge."
    )  # fmt: skip
    says(match, 1, "Ana chooses between the green 3 and the red 5.", "Ana choisit entre le 3 vert et le 5 rouge.")
    match.play("r5 f6")
    says(match, 1, "Your turn: lay the blue 2 or the yellow 9.", "À vous : posez le 2 bleu ou le 9 jaune.")


def test_guidance_when_one_of_two_cards_fits() -> None:
    match = new(4, hand=2)
    build(match, rulebook.FIGURE, "r1 r9")
    says(match, 0, "Your turn: only the red 9 can be laid.", "À vous : seul le 9 rouge peut être posé.")


def test_two_cards_that_are_alike_are_one_choice() -> None:
    match = new(2, hand=2)
    force(match, "r5 r5", "b2 y9")
    says(match, 0, "Your turn: begin with the red 5.", "À vous : commencez par le 5 rouge.")
    says(match, 1, "Ana is laying the red 5.", "Ana pose le 5 rouge.")
    drawn = scene(match, 0)
    assert len({piece.id for piece in drawn.hand}) == 2 and len({piece.tap for piece in drawn.hand}) == 1


def test_guidance_after_a_void_round() -> None:
    match = new(4)
    void_round(match)
    begins = match.acting[0]
    says(
        match, begins, f"Round 1 was void. Your turn: begin with the {said(match, begins)}.",
        f"La manche 1 était nulle. À vous : commencez par le {said(match, begins, 'fr')}.",
    )  # fmt: skip


def test_guidance_when_a_card_is_to_be_set_aside() -> None:
    match = new(2)
    block(match, rulebook.CHOICE)
    winner = match.acting[0]
    says(
        match, winner, "You win the round by series: choose the card to set aside.",
        "Vos séries gagnent la manche : choisissez la carte à mettre de côté.",
    )  # fmt: skip
    says(
        match, 1 - winner, f"{NAMES[winner]} wins the round by series and chooses the card to set aside.",
        f"{NAMES[winner]} gagne la manche par ses séries et choisit la carte à mettre de côté.",
    )  # fmt: skip
    drawn = scene(match, winner)
    taps = {choice.taps for choice in drawn.choices}
    assert taps == {("card-r9",), ("card-g9",)}
    assert {tap for tap, _ in drawn.buttons} == {"card-r9", "card-g9"}
    assert sorted(piece.face for piece in drawn.pieces if piece.tap.startswith("card-")) == ["g9", "r9"]
    assert drawn.over.count('stroke="var(--gold)"') == 2 and scene(match, 1 - winner).buttons == ()
    assert drawn.over.startswith('<g pointer-events="none">')  # the cards beneath can be tapped


def test_guidance_at_the_end_of_a_match() -> None:
    match = new(2, rounds=1)
    win_round(match, 1)
    says(match, 1, "A line of 5: the match is yours!", "Une ligne de 5 : la partie est à vous !")
    says(match, 0, "A line of 5: the match goes to Bo.", "Une ligne de 5 : la partie revient à Bo.")
    drawn = scene(match, 0)
    assert drawn.over.count('stroke="var(--gold)"') == 1 and drawn.choices == () and drawn.spots == ()
    assert [piece.face for player in drawn.players for piece in player.pieces] == []  # the card set aside still lies in its line


def test_guidance_when_a_team_wins() -> None:
    match = new(4, rounds=1, teams=True)
    win_round(match, 2)
    says(match, 0, "A line of 5: the match is yours!", "Une ligne de 5 : la partie est à vous !")
    says(match, 1, "A line of 5: the match goes to Ana and Chloé.", "Une ligne de 5 : la partie revient à Ana et Chloé.")
    assert "in a team with Chloé" in scene(match, 1).players[0].spoken


def test_guidance_when_series_decide() -> None:
    match = new(4, rounds=1)
    block(match, rulebook.FIGURE)
    says(
        match, 1, "The lowest series, 15 points to 17: the match goes to Ana.",
        "La série la plus basse, 15 points contre 17 : la partie revient à Ana.",
    )  # fmt: skip
    assert any(sentence.endswith("cannot lay: the round is over.") for sentence in scene(match, 1).told)
    match = new(4, rounds=1)
    block(match, rulebook.MOST)
    says(match, 2, "The most series, 2 to 1: the match is yours!", "Le plus de séries, 2 contre 1 : la partie est à vous !")


def test_guidance_when_the_limit_of_rounds_is_reached() -> None:
    match = new(4, rounds=1)
    while not match.over:
        void_round(match)
    says(
        match, 0, "The limit of 25 rounds is reached: Ana, Bo, Chloé and Dimitri share the match.",
        "La limite de 25 manches est atteinte : Ana, Bo, Chloé et Dimitri se partagent la partie.",
    )  # fmt: skip


def test_the_outcome_in_words() -> None:
    match = new(2, rounds=1)
    win_round(match, 1)
    for language, text in (("en", "Bo wins with 1 round."), ("fr", "Bo gagne avec 1 manche.")):
        outcome = match.outcome_in(language, NAMES)
        assert outcome is not None and outcome["text"].replace("\u00a0", " ") == text
