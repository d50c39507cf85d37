"""Speeches judged as a match goes on: by one warm judge, beside `check_claims` called for each speech.

`python -m tests.bench.bench_live [GAME …]`, by default Avalon with six players and Werewolf with eight. Every speech of
the recorded match in the game's samples is given words that claim something. Both judge it from the speaker's view of
the match until then, and must agree. Figures of one line are medians of one run, in processor time of this process and
of the solver's, since others may load the machine.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from lelma.engine.bridges import shared_bridge
from lelma.engine.bridges.process import ProcessBridge
from lelma.matches.talk.speeches import read_matches
from lelma.support.paths import data_folder
from lelma.talk.deals import PossibleDeals
from lelma.talk.engine import TalkEngine
from lelma.talk.judge import OWN, Speech, check_claims
from lelma.talk.live import LiveJudge
from lelma.talk.record import Record

GAMES = ("avalon", "werewolf")
SAYS = {
    "avalon": (
        "I am good. {a} is evil.",
        "{a} approved the last team. I will reject this one.",
        "{b} has not led yet.",
    ),
    "werewolf": ("{a} is a werewolf.", "I am a villager. {a} voted for {b}.", "I will vote for {a}. {b} is dead."),
}
EVERY = 3
"""So many speeches are judged the slow way, too: one in three."""


def processor_seconds() -> float:
    """Of this process, and of the one that runs the solver."""
    bridge = shared_bridge(None)
    child = bridge.pid if isinstance(bridge, ProcessBridge) else 0
    tasks = Path(f"/proc/{child}/task").glob("*/schedstat") if child else ()
    return time.process_time() + sum(int(task.read_text().split()[0]) for task in tasks) / 1e9


def main(games: Sequence[str]) -> None:
    for name in games or GAMES:
        [match] = read_matches(data_folder("games") / name / "samples" / "match.jsonl", name)
        record, texts = match.record, SAYS[name]
        players = [f"Player {role[1:]}" for role in record.players]
        speeches = [
            Speech(
                each.ply,
                each.speaker,
                texts[at % len(texts)].format(a=players[at % len(players)], b=players[(at + 2) % len(players)]),
            )
            for at, each in enumerate(match.speeches)
        ]
        engine = TalkEngine(match.game)
        engine.warm()
        judges = {role: LiveJudge(match.game, role, record.players, engine=engine) for role in record.players}
        warm, cold, claimed = list[float](), list[float](), 0
        for number, ply in enumerate(record.plies, start=1):
            now = [each for each in speeches if each.ply == number]
            for speech in now:
                start = processor_seconds()
                found = judges[speech.speaker].judge(speech.words)
                warm.append(processor_seconds() - start)
                claimed += len(found.statements)
                if speeches.index(speech) % EVERY:
                    continue
                until = Record(record.players, record.plies[: number - 1])
                before = [each for each in speeches if each.ply < number]
                start = processor_seconds()
                worlds = PossibleDeals(match.game, until)
                whole = check_claims(match.game, until, [speech], before=before, worlds=worlds, views=(OWN,))
                cold.append(processor_seconds() - start)
                one, other = ([(each.queries, each.truth(OWN)) for each in some.statements] for some in (found, whole))
                assert one == other, (speech, one, other)
            for role, judge in judges.items():
                heard = [each for each in now if record.heard(ply=number, speaker=each.speaker, view=role)]
                words = [(each.speaker, each.words) for each in heard]
                judge.observe(ply.moves[role], tuple(ply.percepts.get(role, ())), words)
        print(
            f"{name}: {claimed} statements of {len(warm)} speeches; a speech warm {1000 * median(warm):.1f} ms "
            f"(most {1000 * max(warm):.0f}), check_claims {1000 * median(cold):.0f} ms: "
            f"{median(cold) / median(warm):.1f} times"
        )
        engine.close()


if __name__ == "__main__":
    main(sys.argv[1:])
