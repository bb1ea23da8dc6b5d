"""`carreau.client` at a real server: whole matches, lost connections, refusals, and what a seat is told."""

from __future__ import annotations

import asyncio
import inspect
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import carreau
from carreau import client
from carreau.client import Gone, Refused, Seat, Table, Update, connect, example, join, new_table, play
from carreau.client.deal import canonical, sha256
from proofs.tools.run_async import run_async
from tests.browser import ROOT, Server
from tests.client.cut_line import CutLine
from tests.some import QUICK, hiding, illegal, racing

PLAN = hiding()  # a short match
SHORT = dict(PLAN.options)


def run(work: Coroutine[Any, Any, Any]) -> Any:
    async def limited() -> Any:
        async with asyncio.timeout(150):  # a game may have to be compiled first
            return await work

    return run_async(limited())


def table_of_two(server: Server) -> tuple[Seat, Seat]:
    one = new_table(server.address, PLAN.game, ["me", "open"], SHORT, name="Ada")
    return one, join(one.links[1], name="Bo")


@asynccontextmanager
async def playing(seats: tuple[Seat, Seat], language: str = "en") -> AsyncIterator[tuple[Table, Table]]:
    """Both at the table, as soon as the match is on; the second reads a language."""
    async with connect(seats[0]) as one, connect(seats[1], language=language) as two:
        for table in (one, two):
            await until(table, lambda now: now.state == "playing")
        yield one, two


async def first(table: Table) -> None:
    """Play the first legal action every time, to the end."""
    async for update in table:
        await table.play(update.legal[0])


async def until(table: Table, done: Any) -> Update:
    while not done(table.now):
        await table.wait()
    return table.now


def test_the_folder_works_as_a_part_of_another_project(tmp_path: Path) -> None:
    shutil.copytree(Path(client.__file__).parent, tmp_path / "elsewhere", ignore=shutil.ignore_patterns("__pycache__"))
    code = "import sys, elsewhere; print(elsewhere.join.__module__, [name for name in sys.modules if name.startswith('carreau')])"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "elsewhere.seat []", done


# whole matches


def test_the_example_is_short() -> None:
    assert len(inspect.getsource(example).splitlines()) < 40


def test_the_example_plays_a_match_against_the_servers_bot(server: Server) -> None:
    command = [sys.executable, "-m", "carreau.client.example", server.address, QUICK.id]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0 and "won" in done.stdout and "The deal was fair." in done.stdout, done


def test_the_example_plays_with_a_link_against_a_program_that_waits_for_it(server: Server) -> None:
    seat = new_table(server.address, PLAN.game, ["me", "open"], SHORT)
    command = [sys.executable, "-m", "carreau.client.example", seat.links[1]]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        result = play(seat, lambda update: update.legal[-1])
        said = process.communicate(timeout=60)[0]
    assert result.state == "over" and result.outcome in said and "The deal was fair." in said


def test_a_seat_is_told_its_view_and_its_legal_actions(server: Server) -> None:
    """Exactly what `Match` says about that moment."""
    seats = table_of_two(server)
    told: list[Update] = []

    async def whole() -> dict[str, Any]:
        async with connect(seats[0]) as one, connect(seats[1]) as two:
            other = asyncio.create_task(first(two))
            async for update in one:
                told.append(update)
                await one.play(update.legal[0])
            await other
            assert await one.is_fair() and await two.is_fair()
            return seats[0].record()

    record = run(whole())
    match = carreau.replay(record)
    assert len(told) > 2
    for update in told:
        then = match.at(update.ply)
        assert update.view == then.view(0) and update.legal == then.legal(0)
        assert update.acting == list(then.acting) and update.points == list(then.points)


def test_a_match_in_real_time(server: Server) -> None:
    plan = racing()[0]
    seat = new_table(server.address, plan.game, ["me", "bot-1"], plan.options)

    async def whole() -> tuple[Table, bool]:
        clocks = False
        async with connect(seat) as table:
            async for update in table:
                clocks = clocks or update.clock is not None
                try:
                    await table.play(update.legal[-1])
                except Refused as refusal:
                    assert refusal.code in ("stale-action", "illegal-action")
                    await asyncio.sleep(0.15)
            return table, clocks

    table, clocks = run(whole())
    assert table.now.state == "over" and clocks
    assert [entry for entry in table.log if entry.seat == 0 and entry.action]
    assert all(entry.action is None for entry in table.log if entry.seat != 0)


# lost connections


@pytest.mark.parametrize("messages", [1, 3])
def test_a_line_that_is_cut_again_and_again_loses_nothing(messages: int, server: Server) -> None:
    """It is cut after a move has gone out and before the answer comes: the move counts once, and the match goes on."""
    seat, chosen = new_table(server.address, PLAN.game, ["me", "bot-1"], SHORT), []

    async def whole() -> tuple[int, int]:
        async with CutLine(server.port, messages) as line, connect(replace(seat, address=line.address)) as table:
            async for update in table:
                chosen.append(update.legal[0])
                await table.play(update.legal[0])
            return line.cuts, table.connections

    cuts, connections = run(whole())
    record = seat.record()
    assert [action for by, action in record["actions"] if by == 0] == chosen
    assert cuts >= 3 and connections > cuts


def test_a_server_that_is_gone_is_given_up(server: Server) -> None:
    seat = Seat("http://127.0.0.1:9", "nowhere", 0, "")

    async def whole() -> None:
        async with connect(seat, patience=0.2):
            pass

    with pytest.raises(Gone, match="cannot be reached") as found:
        run(whole())
    assert found.value.code == "unreachable"


def test_a_server_that_goes_while_the_program_thinks_is_noticed_when_it_plays(server: Server) -> None:
    seat = new_table(server.address, PLAN.game, ["me", "bot-1"], SHORT)

    async def whole() -> None:
        async with CutLine(server.port, 3) as line, connect(replace(seat, address=line.address), patience=0.2) as table:
            await until(table, lambda now: now.state == "playing")  # after two messages
            assert line.door and table._reader
            line.door.close()
            await table.send({"type": "rename", "seat": seat.seat, "name": "Bo"})
            await asyncio.wait([table._reader])  # it has been given up, and the program still thinks
            for ask in (table.play("?"), table.wait(), table.rematch()):
                with pytest.raises(Gone, match="cannot be reached"):
                    await asyncio.wait_for(ask, 10)

    run(whole())


# the deal


def test_a_deal_that_was_not_the_promised_one_is_not_fair(server: Server) -> None:
    seat = new_table(server.address, PLAN.game, ["me", "bot-1"], SHORT)

    async def whole() -> Table:
        async with connect(seat) as table:
            await first(table)
            assert await table.is_fair()
            return table

    table = run(whole())
    record = seat.record()
    without = {name: value for name, value in record.items() if name != "deal"}
    deal = record["deal"]
    more = {name: {**deal[name], "7": told} for name, told in (("pledges", sha256("7 x")), ("parts", "x"))}
    added = {**record, "deal": {**deal, **more}, "seed": sha256(canonical({"secret": deal["secret"], "parts": more["parts"]}))}
    table.part.seen = {}  # whoever has not added a part has seen no pledges
    assert table.part.is_fair(table.hello, record)
    assert not table.part.is_fair(table.hello, without), "a deal that is kept back"
    assert not table.part.is_fair(table.hello, added), "a part of a seat that there is not"


# refusals


def test_refusals_have_a_code_and_a_sentence(server: Server) -> None:
    one, two = table_of_two(server)

    async def refused(table: Table, command: dict[str, Any]) -> Refused:
        await table.send(command)
        with pytest.raises(Refused) as found:
            await until(table, lambda now: False)
        return found.value

    async def whole() -> None:
        async with playing((one, two), language="fr") as tables:
            host, friend = tables
            up = tables[host.now.acting[0]]
            off = tables[1 - host.now.acting[0]]
            wrong = illegal(carreau.load(PLAN.game).new(2, 1, **SHORT))
            with pytest.raises(Refused) as found:
                await up.play("?")
            assert found.value.code == "invalid-action" and up.legal
            assert wrong not in up.legal
            with pytest.raises(Refused) as found:
                await up.play(wrong)
            assert found.value.code == "illegal-action" and wrong in found.value.text
            with pytest.raises(Refused) as found:
                await off.play(up.legal[0])
            assert found.value.code == "illegal-action"
            command = {"type": "play", "seat": up.seat.seat, "action": up.legal[0], "ply": up.now.ply + 1, "sequence": 0}
            assert (await refused(up, command)).code == "stale-action"
            assert (await refused(up, {**command, "seat": off.seat.seat})).code == "not-now"
            assert (await refused(up, {"type": "look", "seat": up.seat.seat})).code == "unreadable", "that is for screens"
            assert (await refused(host, {"type": "?"})).text == "This message cannot be read."
            assert (await refused(friend, {"type": "?"})).text == "Ce message ne peut pas être lu."
            assert (await refused(host, {"type": "rematch"})).code == "not-now"
            await up.play(up.legal[0])

    run(whole())


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game": "nothing"}, "unknown-game"),
        ({"seats": ["me", "me"]}, "bad-settings"),
        ({"seats": ["bot-1", "bot-1"]}, "bad-settings"),
        ({"seats": ["me", "bot-9"]}, "bad-settings"),
        ({"seats": ["me", "hot"]}, "bad-settings"),
        ({"seats": ["me"] + 7 * ["bot-1"]}, "bad-players"),
        ({"seats": ["me"] + 8 * ["bot-1"]}, "unreadable"),
        ({"options": {"nothing": 1}}, "bad-option"),
        ({"options": {"nothing": [1]}}, "unreadable"),
        ({"clock": 10**9}, "bad-settings"),
        ({"name": "x" * 81}, "unreadable"),
    ],
)
def test_a_table_that_cannot_be(change: dict[str, Any], code: str, server: Server) -> None:
    with pytest.raises(Gone) as found:
        new_table(**{"address": server.address, "game": QUICK.id, **change})
    assert found.value.code == code and found.value.text


def test_a_link_works_once_and_a_token_for_good(server: Server) -> None:
    one = new_table(server.address, QUICK.id, ["me", "open", "open"])
    two = join(one.links[1], name="Bo")
    with pytest.raises(Gone) as found:
        join(one.links[1])
    assert found.value.code == "no-seat"
    with pytest.raises(Gone) as found:
        join(one.links[2], token=two.token)
    assert found.value.code == "not-now", "one player, one seat"
    again = new_table(server.address, QUICK.id, token=two.token)
    assert again.token == two.token and again.table != two.table
    assert new_table(server.address, QUICK.id, token="unknown").token != "unknown"

    async def name_of(seat: Seat) -> str:
        async with connect(seat) as table:
            return table.now.players[seat.seat].name

    assert run(name_of(two)) == "Bo"
    for wrong, code in ((replace(two, token="unknown"), "no-seat"), (replace(two, table="nowhere"), "no-match")):
        with pytest.raises(Gone) as found:
            run(name_of(wrong))
        assert found.value.code == code


# people


def test_taking_back_leaving_and_the_rematch(server: Server) -> None:
    seats = table_of_two(server)

    async def whole() -> None:
        async with playing(seats) as tables:
            one, two = tables
            up, off = tables[one.now.acting[0]], tables[1 - one.now.acting[0]]
            before = off.now.sequence
            await up.play(up.legal[0])
            await up.send({"type": "leave", "seat": up.seat.seat})
            await until(up, lambda now: now.away)
            assert up.now.players[up.seat.seat].kind == "bot"
            with pytest.raises(Refused, match="take your seat back"):
                await up.play("?")
            await up.send({"type": "back", "seat": up.seat.seat})
            await until(off, lambda now: any(entry.kind == "back" for entry in now.log))
            kinds = [entry.kind for entry in off.log if entry.sequence >= before]
            assert kinds[:2] == ["play", "leave"] and "back" in kinds and not (await until(up, lambda now: not now.away)).away
            await asyncio.gather(first(one), first(two))
            assert one.now.winners == two.now.winners and one.now.winners is not None
            names = [player.name for player in one.now.players]
            assert all(names[seat] in one.now.outcome for seat in one.now.winners) or len(one.now.winners) == 2
            following = await asyncio.gather(one.rematch(), two.rematch())
            assert following[0].table == following[1].table != seats[0].table
            async with connect(following[0]) as third, connect(following[1]) as fourth:
                assert (third.hello["seat"], fourth.hello["seat"]) == (1, 0), "everybody one seat further on"
                await asyncio.gather(first(third), first(fourth))

    run(whole())


def test_a_move_that_is_taken_back_is_told(server: Server) -> None:
    """And an action chosen before that is stale, although the ply is the same."""
    seats = table_of_two(server)

    async def whole() -> None:
        async with playing(seats) as tables:
            one, _ = tables
            while True:
                up = tables[one.now.acting[0]]
                old = up.now
                await up.play(up.legal[-1])
                await up.send({"type": "undo", "seat": up.seat.seat})
                try:
                    now = await until(up, lambda now, old=old: now.ply == old.ply and now.sequence > old.sequence)
                    break
                except Refused as refusal:
                    assert refusal.code == "not-now" and one.now.state == "playing"
                    for table in tables:
                        await until(table, lambda now, up=up: now.sequence >= up.now.sequence)
            assert now.legal == old.legal and now.sequence >= old.sequence + 2 and now.log[-1].kind == "undo"
            command = {"type": "play", "seat": old.seat, "action": old.legal[0], "ply": old.ply, "sequence": old.sequence}
            await up.send(command)
            with pytest.raises(Refused) as found:
                await up.wait()
            assert found.value.code == "stale-action"

    run(whole())


def test_clocks_that_stand_still_are_told_to_whoever_watches(server: Server) -> None:
    one = new_table(server.address, PLAN.game, ["me", "open"], SHORT, clock=600)
    seats = one, join(one.links[1])

    def is_timed(now: Update) -> bool:
        return any(player.running for player in now.players)

    async def whole() -> None:
        async with connect(replace(one, token="")) as watcher:
            async with playing(seats):
                await until(watcher, is_timed)
            async with asyncio.timeout(20):
                await until(watcher, lambda now: not is_timed(now))
            async with connect(one), asyncio.timeout(20):
                await until(watcher, is_timed)

    run(whole())
