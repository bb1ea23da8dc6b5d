"""Reviews behind the pages: never before the end, once for all who ask, kept in the store, tried again if the process dies."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache

import pytest

import carreau
from carreau.bots.reaction import Reaction, play_real_time
from carreau.core.cache import cache_root
from carreau.core.lock import locked
from carreau.core.match import Match
from carreau.core.policy import Policy
from carreau.review.budget import Budget
from carreau.review.race import WRONG
from carreau.review.result import FORMAT
from carreau.review.review import review
from carreau.review.worlds_for import REVIEW
from carreau.store.stored import StoredReview
from carreau.table.seating import NotNow
from carreau.table.settings import Chair, make_settings
from carreau.web import reviews
from carreau.web.hub import Hub, actions_of
from carreau.web.language import words_of
from carreau.web.review_text import tell_review
from carreau.web.review_worker import LOCK
from carreau.web.reviews import BUSY, FAILED, INTERRUPTED, NO_MACHINE_CODE, PREPARING, QUEUED, Making, TooMany, question_of
from carreau.web.room import Room
from carreau.web.routes.review import DONE, NONE, PROBLEM, UNDER_WAY, news_of
from tests.postgres import Store
from tests.some import QUICK, play_to_the_end, racing
from tests.web.loops import run

SEED = "5" * 64


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    REVIEW.need(QUICK)
    monkeypatch.setattr(reviews, "BUDGET", Budget(200, 100))


@cache
def finished() -> Match:
    return play_to_the_end(Match(QUICK, 2, QUICK.short, SEED))


@asynccontextmanager
async def open_hub(store: Store) -> AsyncIterator[Hub]:
    hub = Hub(store.open())
    try:
        yield hub
    finally:
        hub.close()
        hub.log.close()


async def room_with(hub: Hub, plies: int | None = None) -> Room:
    settings = make_settings(QUICK, [Chair("me"), Chair("me")], QUICK.short, seed=SEED)
    return await hub.room(await hub.create(settings, "a-secret", actions_of(finished(), plies)))


def state(hub: Hub, room: Room) -> str:
    return news_of(hub.reviews, room, words_of("en", QUICK)).state


def test_nobody_gets_a_review_before_the_end(store: Store) -> None:
    """Not even if one is in the store: the table may be another one by now."""

    async def whole() -> None:
        async with open_hub(store) as hub:
            room = await room_with(hub, finished().ply - 1)
            hub.log.keep_review(room.id, StoredReview(QUICK.version, FORMAT, 1.0, "{}"))
            with pytest.raises(NotNow, match="when it is over"):
                hub.reviews.ask(room, "a")
            assert hub.reviews.stored(room) is None and not hub.reviews.tasks

    run(whole())


@pytest.fixture
def one(tmp_path_factory: pytest.TempPathFactory) -> Store:
    return Store("", tmp_path_factory.mktemp("one"))


def test_one_review_for_all_who_ask_whatever_dies(one: Store) -> None:
    """If the process dies, everybody is told; it can be tried again, when it is its turn; after a restart it is still there."""

    async def make() -> tuple[str, str]:
        async with open_hub(one) as hub:
            room = await room_with(hub)
            assert state(hub, room) == NONE
            for network in "abc" * 5:
                hub.reviews.ask(room, network)
            assert len(hub.reviews.tasks) == 1 and state(hub, room) == UNDER_WAY
            await kill(hub)
            told = news_of(hub.reviews, room, words_of("en", QUICK))
            assert (told.state, told.text) == (PROBLEM, INTERRUPTED)
            with locked(cache_root() / LOCK):  # as if another process of this machine were at a review
                hub.reviews.ask(room, "a")
                while hub.reviews.worker.process is None or hub.reviews.making[room.id].stage != QUEUED:
                    await asyncio.sleep(0.01)
                await asyncio.sleep(0.5)
                assert hub.reviews.making[room.id] == Making(QUEUED) and hub.reviews.tasks
            await asyncio.gather(*hub.reviews.tasks.values())
            assert state(hub, room) == DONE
            (kept,) = hub.log.reviews(room.id)
            hub.reviews.ask(room, "a")
            assert not hub.reviews.tasks, "it is there already"
            return room.id, kept.data

    async def find(id: str, data: str) -> None:
        async with open_hub(one) as hub:
            room = await hub.room(id)
            found = hub.reviews.stored(room)
            assert found is not None and found.data == data and found.review.over
            assert len(found.review.plies) == finished().ply
            hub.log.keep_review(id, StoredReview(QUICK.version, FORMAT, 1.0, "garbled"))
            assert hub.reviews.stored(room) is None and state(hub, room) == NONE

    run(find(*run(make())))


async def kill(hub: Hub) -> None:
    while hub.reviews.worker.process is None:
        await asyncio.sleep(0.01)
    hub.reviews.worker.process.kill()
    await asyncio.gather(*hub.reviews.tasks.values())


def test_what_another_process_reviews_is_not_begun_here(store: Store) -> None:
    async def whole() -> None:
        async with open_hub(store) as hub:
            room = await room_with(hub)
            hub.house.hear("other", json.dumps({"reviews": {room.id: 0.4}}))
            hub.reviews.ask(room, "a")
            assert not hub.reviews.tasks
            assert news_of(hub.reviews, room, words_of("fr", QUICK)).text == "Analyse en cours\u00a0: 40\u00a0%"

    run(whole())


def test_a_review_waits_until_the_game_is_compiled(one: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "current", lambda: Policy.FOUND)
    monkeypatch.setattr(REVIEW, "is_made", lambda game: False)

    async def whole() -> None:
        async with open_hub(one) as hub:
            room = await room_with(hub)
            hub.reviews.ask(room, "a")
            await asyncio.sleep(0)
            assert hub.reviews.making[room.id].stage == PREPARING
            assert QUICK.name in news_of(hub.reviews, room, words_of("en", QUICK)).text
            monkeypatch.setattr(reviews, "current", lambda: Policy.NEVER)
            other = await room_with(hub)
            with pytest.raises(NotNow, match=NO_MACHINE_CODE):
                hub.reviews.ask(other, "a")

    run(whole())


def test_one_network_does_not_take_all_reviews(one: Store) -> None:
    async def whole() -> None:
        async with open_hub(one) as hub:
            await hub.reviews.queue.acquire("", "")  # it is busy
            rooms = [await room_with(hub) for _ in range(reviews.MOST_PER_NETWORK + 1)]
            for room in rooms[:-1]:
                hub.reviews.ask(room, "greedy")
            with pytest.raises(TooMany, match=BUSY):
                hub.reviews.ask(rooms[-1], "greedy")
            hub.reviews.ask(rooms[-1], "other")
            assert [state(hub, room) for room in rooms] == [UNDER_WAY] * len(rooms)

    run(whole())


def test_a_race_is_reviewed_with_its_times(one: Store) -> None:
    """When it is over, no timer runs any more: it is still a race. What was seen wrongly is marked."""
    game = carreau.load(racing()[0].game)
    way = {"way": racing()[0].options["way"]}
    match = Match(game, 2, way, SEED)
    play_real_time(match, [Reaction(skill=2.0), Reaction(slip=9.0)], 2)

    async def whole() -> None:
        async with open_hub(one) as hub:
            settings = make_settings(game, [Chair("me"), Chair("me")], way, seed=SEED)
            room = await hub.room(await hub.create(settings, "a-secret", actions_of(match)))
            asked = question_of(room.table)
            assert asked.times is not None and len(asked.times) == match.ply and min(asked.times) >= 0
            times = [3.0 * (k + 1) for k in range(match.ply)]
            made = review(match, times=times)
            assert made.race is not None
            told = tell_review(json.dumps(made.as_json()), match.at(0), words_of("fr", game), ["Ana", "Bo"])
            wrong = {sight.ply for sight in made.race.sights if sight.kind == WRONG}
            assert wrong and wrong <= {mark.ply for mark in told.reviewed.marks}
            assert [runner.name for runner in told.race] == ["Ana", "Bo"] and not told.curves
            assert told.race[0].lines[0].startswith("Places trouvées")

    run(whole())


def test_what_fails_is_told(one: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def whole() -> None:
        async with open_hub(one) as hub:
            room = await room_with(hub)
            monkeypatch.setattr(reviews, "name_of", lambda game: "no such game")
            hub.reviews.ask(room, "a")
            await asyncio.gather(*hub.reviews.tasks.values())
            told = news_of(hub.reviews, room, words_of("en", QUICK))
            assert (told.state, told.text) == (PROBLEM, FAILED)

    run(whole())
