"""A user's program: it uses everything that `carreau` offers, and states the types it expects. It is type-checked and run."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, assert_type

import numpy as np
from numpy.typing import NDArray

import carreau
from carreau import Action, ActionName, Options, Ply, Points, Seat, Seed, State, Value


class Sampler:
    """Plays each move out a few times in imagined worlds, and takes the one that wins most often."""

    def choose(self, seen: carreau.Seen, legal: Sequence[Action], seed: int) -> Action:
        chance = random.Random(seed)
        assert_type(seen.view()["points"], list[int])
        assert_type(seen.state, State)
        assert_type((seen.game, seen.seat, seen.players, seen.options), tuple[carreau.Game, Seat, int, Options])
        return max(legal, key=lambda action: sum(self.sample(seen, action, chance) for _ in range(8)))

    def sample(self, seen: carreau.Seen, action: Action, chance: random.Random) -> float:
        world = seen.world(chance.getrandbits(60))
        world.play(action)
        while not world.over:
            world.play(chance.choice(world.legal()))
        return world.returns[seen.seat]


def use_a_game() -> carreau.Game:
    assert_type(carreau.games(), list[str])
    assert_type(carreau.examples(), Path)
    assert_type(carreau.__version__, str)
    game = carreau.load(carreau.examples() / "connect_four")
    assert_type(game, carreau.Game)
    assert_type((game.id, game.name, game.version, game.players, game.clock), tuple[str, str, int, tuple[int, ...], bool])
    assert_type(game.fields, tuple[carreau.Field, ...])
    assert_type(game.modes, tuple[carreau.Mode, ...])
    assert_type(game.options, tuple[carreau.Option, ...])
    assert_type(game.new(players=2, seed=7), carreau.Match)
    assert_type(game.new(seed=7, **game.short), carreau.Match)
    assert_type([game.new(seed=7, **mode.options) for mode in game.modes], list[carreau.Match])
    assert_type(game.new(2, 7, **game.new(seed=7).options), carreau.Match)
    assert_type(game.read_options({}, 2), Options)
    assert_type(game.actions, int)
    assert_type(game.unpack(3), dict[str, int])
    assert_type(game.pack(**game.unpack(3)), Action)
    assert_type(game.parse_action(game.name_action(3)), Action)
    assert_type(game.name_actions([1, 2]), list[ActionName])
    assert_type(game.words("fr"), carreau.Words)
    assert_type(game.line("fr"), str)
    assert_type(game.folder, Path)
    assert_type(game.examples, dict[str, carreau.Example])
    for option in game.options:
        assert_type((option.name, option.default, option.expects), tuple[str, Value, str])
    return game


def use_a_match(game: carreau.Game) -> None:
    seed: Seed = 7
    match = game.new(seed=seed)
    assert_type(match.acting, tuple[Seat, ...])
    assert_type(match.legal(0), list[ActionName])
    assert_type(match.actions(0), list[Action])
    assert_type(match.actions(0)[0], int)
    assert_type(match.check("d"), tuple[Seat, Action])
    match.play("d", seat=0, ply=0)
    match.play(match.actions(1)[0])
    assert_type((match.ply, match.over, match.in_real_time, match.may_act(0)), tuple[Ply, bool, bool, bool])
    assert_type((match.seed, match.commitment), tuple[str, str])
    assert_type(match.options, Options)
    assert_type(match.history, list[tuple[Seat, Action]])
    assert_type(match.points, tuple[Points, ...])
    assert_type(match.returns, tuple[float, ...])
    assert_type(match.state, State)
    assert_type(match.seen(None), State)
    view = match.view(0)
    assert_type(view, carreau.View)
    assert_type(match.reveal(), carreau.View)
    assert_type((view["game"], view["players"], view["ply"], view["over"]), tuple[str, int, int, bool])
    assert_type((view["seat"], view["acting"], view["points"]), tuple[int | None, list[int], list[int]])
    assert_type(view["options"], dict[str, bool | int | str | None])
    assert_type(view["board"], Any)  # the game's own
    assert_type({**view, "seat": None}, dict[str, Any])
    assert_type(match.text(0), str)
    assert_type(match.svg(0, "fr", ["Ana", "Bo"], "phone", "dark"), str)
    assert_type(match.scene(0), carreau.Scene)
    assert_type(match.scene(0).text(), str)
    assert_type(match.say_action(3), str)
    assert_type(match.closing(0), carreau.Scene | None)
    assert_type(match.scored_table(), carreau.Match | None)
    assert_type(match.copy(), carreau.Match)
    assert_type(match.at(1), carreau.Match)
    assert_type(match.outcome, carreau.Outcome | None)


def use_bots(game: carreau.Game) -> carreau.Match:
    match = game.new(seed=7)
    own: carreau.Bot = Sampler()
    assert_type(carreau.bot("greedy"), carreau.Bot)
    assert_type(carreau.take_turn(match, own, seat=0, seed=1), Action)
    seat, seen = match.acting[0], carreau.Seen.of(match, match.acting[0])
    assert_type(carreau.Greedy(worlds=2).estimate(seen, match.actions(seat), 1), list[carreau.Estimate])
    estimate = carreau.Ismcts(iterations=20).estimate(seen, match.actions(seat), 1)[0]
    assert_type((estimate.action, estimate.share, estimate.weight), tuple[int, float, float])
    carreau.play_out(match, [own, carreau.bot("random")], seed=1)
    outcome = match.outcome
    assert outcome is not None
    assert_type((outcome["winners"], outcome["reason"], outcome["text"]), tuple[list[int], str, str])
    return match


def use_records(match: carreau.Match) -> None:
    record = match.record()
    assert_type(record, carreau.Record)
    assert_type((record["carreau"], record["game"], record["seed"], record["over"]), tuple[int, str, str, bool])
    assert_type(record["actions"], list[list[int | str]])
    assert_type(record["options"], dict[str, bool | int | str | None])
    shared: carreau.DealData | None = record.get("deal")
    assert shared is None
    assert_type(carreau.replay(record, ply=1), carreau.Match)
    assert_type(carreau.verify(json.loads(json.dumps(record)), match.commitment), carreau.Match)


def use_many(game: carreau.Game) -> None:
    stepper = carreau.Stepper(game)
    stepper.deal(7)
    assert_type((stepper.seat, stepper.over), tuple[Seat, bool])
    assert_type((stepper.points, stepper.returns), tuple[tuple[Points, ...], tuple[float, ...]])
    assert_type(stepper.copy(), carreau.Stepper)
    assert_type(stepper.state, State)
    stepper.play(stepper.legal()[0])
    with carreau.Batch(game, size=4, threads=1) as batch:
        assert_type(batch, carreau.Batch)
        batch.start(seed=7)
        batch.step(batch.mask.argmax(axis=1))
        ahead = batch.look_ahead()
        assert_type(ahead, carreau.Ahead)
        assert len(ahead.choices) == ahead.starts[-1] == batch.mask.sum() and not ahead.over.any()
        if game.symmetry is not None:
            batch.mirror(np.zeros(4, np.int64))
    assert_type(batch.mask, NDArray[np.bool_])
    assert_type(batch.observation, NDArray[np.int16])
    assert_type(game.observation_fields, tuple[carreau.ObservationField, ...])
    assert batch.observation.shape == (4, game.observation_size) and batch.mask.shape == (4, game.choices)
    assert_type(batch.seats, NDArray[np.int64])
    assert_type(batch.shares, NDArray[np.float64])


def use_errors(game: carreau.Game) -> list[str]:
    refused = []
    for wrong in (
        lambda: carreau.load("nothing"),
        lambda: carreau.load("nothing").rulebook("fr"),
        lambda: game.rulebook("fr"),
        lambda: game.new(players=9),
        lambda: game.new(size=9),
        lambda: game.new(seed=-1),
        lambda: game.new().actions(9),
        lambda: game.new().play("zz"),
        lambda: game.new().play("d", ply=3),
        lambda: game.new().play("d", seat=1),
        lambda: game.new().legal(carreau.CLOCK),
        lambda: carreau.replay({}),
    ):
        try:
            wrong()
        except (carreau.UnknownGame, carreau.NoRulebook, carreau.BadPlayers, carreau.BadOption, carreau.BadSeed) as error:
            assert_type(error.sentence, str)
            refused.append(error.code)
        except (carreau.BadSeat, carreau.InvalidAction, carreau.IllegalAction, carreau.StaleAction) as error:
            refused.append(game.words("fr").tell(error.sentence))
        except (carreau.BadRecord, carreau.BadState, carreau.MissingExtra) as error:
            assert_type(error.code, str)
            refused.append(error.code)
        except carreau.CarreauError as error:
            raise AssertionError from error
    return refused


if __name__ == "__main__":
    chosen = use_a_game()
    use_a_match(chosen)
    use_records(use_bots(chosen))
    use_many(chosen)
    print(len(use_errors(chosen)))
