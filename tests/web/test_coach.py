"""The coach of a table: it knows what its seat knows, answers the right people, and never holds up a move."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from carreau.core.engine import in_real_time
from carreau.core.errors import CarreauError
from carreau.core.game import Game
from carreau.core.match import Match
from carreau.review.budget import Budget
from carreau.review.coach import counsel
from carreau.review.worlds_for import REVIEW
from carreau.store.address import FILE
from carreau.store.sqlite_log import SQLiteLog
from carreau.store.stored import NewTable, StoredTable
from carreau.table.entry import ASK, PLAY, Entry
from carreau.table.settings import ASKED, NO_COACH, WARNING, Chair, Settings
from carreau.table.table import Table
from carreau.web import messages, program_messages
from carreau.web.coach import PATIENCE
from carreau.web.coach_question import coach_question, seen_of
from carreau.web.coach_text import advice
from carreau.web.language import words_of
from carreau.web.log_writer import LogWriter
from carreau.web.messages import Advice, Checked, Refused
from carreau.web.room import Room
from carreau.web.routes.websocket import handle
from carreau.web.tokens import new_id
from carreau.web.viewer import Viewer
from carreau.web.workers import Workers
from tests.blunders import blunder
from tests.some import EVERY
from tests.web.loops import run

GAMES = [game for game in EVERY if 2 in game.players and not in_real_time(game, 2, game.read_options({}, 2))]
SURE = "Sure? There is a better move."


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    """Processes take seconds to start: all tests here share them."""
    workers = Workers(1)
    yield workers
    workers.close()


@pytest.fixture(scope="module")
def writer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LogWriter]:
    log = SQLiteLog(tmp_path_factory.mktemp("log") / FILE)
    made = LogWriter(log)
    yield made
    made.close()
    log.close()


def room_at(
    match: Match, coach: str = WARNING, second: str = "bot", workers: Workers | None = None, writer: LogWriter | None = None
) -> Room:  # fmt: skip
    chairs = (Chair("me", name="Ana"), Chair(second))
    settings = Settings(match.game.id, match.game.version, match.options, match.seed, chairs, coach=coach)
    played = [Entry(k, 0.0, PLAY, seat, match.game.name_action(action)) for k, (seat, action) in enumerate(match.history)]
    id = new_id()
    if writer:
        writer.log.create(NewTable(StoredTable(id, 0.0, settings.text(), settings.seed), (), entries=tuple(played)))
    return Room(id, Table(settings, match.game, played, 0.0), writer, workers=workers)  # type: ignore[arg-type]


def viewer(room: Room, *seats: int, language: str = "en") -> Viewer:
    socket: Any = SimpleNamespace()
    made = Viewer(socket, words_of(language, room.table.game), seats, "wide", 0)
    room.viewers.append(made)
    return made


async def told(viewer: Viewer, seconds: float = 60.0) -> Any:
    """The next thing that a page is told."""
    end = time.monotonic() + seconds
    while not viewer.outbox:
        assert time.monotonic() < end, "nothing is said"
        await asyncio.sleep(0.01)
    return viewer.outbox.pop(0)


async def ask(room: Room, viewer: Viewer, command: messages.Commands) -> Any:
    hub: Any = None
    try:
        await handle(hub, room, viewer, command)
    except CarreauError as error:
        return str(error)
    return await told(viewer)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_it_answers_the_same_in_every_world_that_its_seat_cannot_tell_apart(game: Game) -> None:
    REVIEW.need(game)
    match = game.new(2, 5, **game.short)
    for ply in range(8):
        seat, truth = match.acting[0], match._states.copy()
        asked, heard = coach_question(match, seat), said(match, seat) if ply in (3, 6) else None
        for world in (1, 2, 3):
            game._drive.redeal_at(match._address, seat, world)
            assert coach_question(match, seat) == asked
            assert heard is None or said(match, seat) == heard
            match._states[:] = truth
        match.play(match.legal(seat)[0])


def said(match: Match, seat: int) -> list[bytes]:
    asked = coach_question(match, seat)
    found = counsel(seen_of(match.game, asked), asked.legal, Budget(800))
    texts = [advice(match, seat, found, words_of(language, match.game), 1) for language in ("en", "fr")]
    return [msgspec.json.encode(each) for each in (found, *texts)]


def test_it_names_the_best_moves_and_warns_of_a_blunder_alone(workers: Workers, writer: LogWriter) -> None:
    match, bad, best = blunder()

    async def whole() -> None:
        room = room_at(match, workers=workers, writer=writer)
        ana, name = viewer(room, 0), match.game.name_action
        sequence = room.table.sequence + 1  # the question is noted
        heard = await ask(room, ana, messages.Advise(0))
        assert isinstance(heard, Advice) and heard.sequence == sequence
        assert room.table.entries[-1].kind == ASK and writer.log.entries(room.id)[-1] == room.table.entries[-1]
        assert (await ask(room, ana, messages.Advise(0))).sequence == sequence, "noted once"
        assert 1 <= len(heard.moves) <= 3 and heard.moves[0].action == name(best) and heard.moves[0].note == ""
        assert all(move.name in heard.text and "% to win, give or take" in move.worth for move in heard.moves)
        assert await ask(room, ana, messages.Check(0, name(best), sequence)) == Checked(name(best), sequence, "")
        assert (await ask(room, ana, messages.Check(0, "?", sequence))).warning == "", (
            "an unreadable move is refused when it is played"
        )
        assert (await ask(room, ana, messages.Check(0, name(bad), sequence - 1))).warning == "", "that was another position"
        assert (await ask(room, ana, messages.Check(0, name(bad), sequence))).warning == SURE
        assert room.table.sequence == sequence, "nothing is played by asking"

    run(whole())


def test_moves_that_it_has_not_compared_get_a_closer_look(workers: Workers) -> None:
    match, _, _ = blunder()

    async def whole() -> None:
        room = room_at(match, workers=workers)
        ana, found = viewer(room, 0), await room.coach.counsel(0)
        assert found and found.suspicious
        warnings = []
        for _ in range(10):  # on a busy machine an answer may come too late, and then the move is played
            for action in found.suspicious:
                heard = await ask(room, ana, messages.Check(0, match.game.name_action(action), room.table.sequence))
                warnings.append(heard.warning)
                if heard.warning:
                    return
        raise AssertionError(warnings)

    run(whole())


def test_whoever_may_not_ask_is_told_so() -> None:
    match, bad, _ = blunder()
    name = match.game.name_action(bad)

    async def whole() -> None:
        for coach, second, sentence in (
            (NO_COACH, "bot", "There is no coach at this table."),
            (WARNING, "friend", "There is no coach at this table."),
            (WARNING, "hot", "There is no coach at this table."),
        ):
            room = room_at(match, coach, second)
            for command in (messages.Advise(0), messages.Check(0, name, room.table.sequence)):
                assert await ask(room, viewer(room, 0), command) == sentence
        room = room_at(match, ASKED)
        assert "does not warn" in await ask(room, viewer(room, 0), messages.Check(0, name, 0))
        for seats in ((), (1,)):
            assert await ask(room, viewer(room, *seats), messages.Advise(0)) == "This is not your seat."
        room.table.away.add(0)
        assert "when it is your turn" in await ask(room, viewer(room, 0), messages.Advise(0))
        assert room.coach.answer is None, "nobody has thought about it"

    run(whole())


def test_programs_cannot_ask() -> None:
    for command in (b'{"type": "advise", "seat": 0}', b'{"type": "check", "seat": 0, "action": "?", "sequence": 0}'):
        assert messages.decode(command.decode())
        with pytest.raises(msgspec.DecodeError):
            program_messages.decode(command.decode())


def test_until_the_game_is_compiled_it_says_so(writer: LogWriter, monkeypatch: pytest.MonkeyPatch) -> None:
    match, bad, _ = blunder()

    async def whole() -> None:
        room = room_at(match, writer=writer)
        monkeypatch.setenv("CARREAU_COMPILE", "never")  # in the processes that think
        ana = viewer(room, 0, language="fr")
        heard = await ask(room, ana, messages.Advise(0))
        assert isinstance(heard, Refused) and "quand le jeu sera préparé" in heard.text
        assert (await ask(room, ana, messages.Check(0, match.game.name_action(bad), room.table.sequence))).warning == ""
        room.workers.close()

    run(whole())


def test_a_move_waits_for_a_moment_only(monkeypatch: pytest.MonkeyPatch) -> None:
    match, bad, _ = blunder()

    async def whole() -> None:
        room = room_at(match)

        async def slow(*_: Any) -> bytes:
            await asyncio.sleep(60)
            return b""

        monkeypatch.setattr(room.workers.bots, "coach", slow)
        begun = time.monotonic()
        heard = await ask(room, viewer(room, 0), messages.Check(0, match.game.name_action(bad), room.table.sequence))
        assert heard.warning == "" and PATIENCE <= time.monotonic() - begun < PATIENCE + 5

    run(whole())


def test_it_thinks_ahead_once_and_only_where_it_warns(workers: Workers) -> None:
    match, _, _ = blunder()

    async def whole() -> None:
        for coach, ahead in ((WARNING, True), (ASKED, False)):
            room = room_at(match, coach, workers=workers)
            ana = viewer(room)
            room.notify()
            assert room.coach.answer is None, "nobody is here who plays"
            ana.seats = [0]
            room.notify()
            thinking = room.coach.answer
            assert (thinking is not None) == ahead
            if thinking:
                assert (await thinking) is not None
                room.notify()
                assert room.coach.counsel(0) is thinking, "the same position is not looked at twice"

    run(whole())


def test_a_worker_that_ends_is_no_end(workers: Workers, writer: LogWriter, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks again gets an answer."""
    match, _, _ = blunder()

    async def whole() -> None:
        room = room_at(match, ASKED, workers=workers, writer=writer)
        ana = viewer(room, 0)
        with monkeypatch.context() as broken:
            broken.setattr(room.workers.bots, "coach", nothing)
            assert "ask again" in (await ask(room, ana, messages.Advise(0))).text
        assert isinstance(await ask(room, ana, messages.Advise(0)), Advice)

    run(whole())


async def nothing(*_: Any) -> bytes:
    return b""
