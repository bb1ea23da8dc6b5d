"""Write the transcripts that are missing or no longer replay: python -m tests.make_transcripts [game …]"""

from __future__ import annotations

import random
import sys

from carreau.bots.reaction import Reaction, play_real_time
from carreau.core.transcript import write_transcript
from tests.conftest import CASES, case_name
from tests.probe import choose
from tests.test_transcripts import FOLDER


def main(wanted: list[str]) -> None:
    for case in CASES:
        game, mode, players = case
        if wanted and game.id not in wanted:
            continue
        chooser = random.Random(case_name(case))
        match = game.new(players, chooser.getrandbits(256), **mode.options)
        if match.in_real_time:
            play_real_time(match, [Reaction(skill=1 + seat / 4) for seat in range(players)], chooser.getrandbits(32))
        while not match.over:
            seat, action = choose(match, chooser)
            match.play(action, seat)
        actions = [(seat, game.name_action(action)) for seat, action in match.history]
        text = write_transcript(game.new(players, match.seed, **mode.options), actions)
        (FOLDER / f"{case_name(case)}.txt").write_text(text, encoding="utf-8")
        print(case_name(case), match.ply, match.outcome)


if __name__ == "__main__":
    main(sys.argv[1:])
