"""Undercover-V and SpyGame told again as plain procedures (see `tests.games.procedures`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping, Sequence

from tests.games.procedures import Course, End, JointMove, Parameters, Table, Turn


def deal(table: Table, parameters: Parameters, others: str) -> Generator[Turn, JointMove, dict[str, str]]:
    """Words and the spy's seat are drawn; gives each player's identity."""
    draws = set()
    for first, second in parameters["words"]:
        if parameters["spy_word"] in ("drawn", "second"):
            draws.add(f"(words {first} {second})")
        if parameters["spy_word"] in ("drawn", "first"):
            draws.add(f"(words {second} {first})")
    drawn = yield table.ask(random=draws)
    common_word, spy_word = drawn["random"].strip("()").split()[1:]
    drawn = yield table.ask(random=[f"(spy {player})" for player in table.players])
    spy = drawn["random"].strip("()").split()[1]
    for player in table.players:
        table.tell(player, f"(card {spy_word if player == spy else common_word})")
    return {player: "spy" if player == spy else others for player in table.players}


def describe(table: Table, parameters: Parameters, who: Sequence[str]) -> Generator[Turn, JointMove, None]:
    """Each of these describes: in the order of seats from the first speaker's on, or as they are called."""
    first = parameters["first_speaker"] - 1
    waiting = [player for player in [*table.players[first:], *table.players[:first]] if player in who]
    while waiting:
        player = waiting[0]
        if parameters["order"] == "shuffled":
            called = yield table.ask(random=[f"(call {each})" for each in waiting])
            player = called["random"].strip("()").split()[1]
            table.tell_all(f"(called {player})")
        yield table.ask(**{player: ["describe"]})
        table.tell_all(f"(described {player})")
        waiting.remove(player)


def vote(table: Table, voters: Sequence[str], targets: Sequence[str]) -> Generator[Turn, JointMove, list[str]]:
    """All vote at once; gives those with most votes."""
    votes = yield table.ask(**{v: [f"(vote {target})" for target in targets if target != v] for v in voters})
    counts: Counter[str] = Counter()
    for voter in voters:
        target = votes[voter].strip("()").split()[1]
        counts[target] += 1
        table.tell_all(f"(voted {voter} {target})")
    most = max(counts.values())
    return [player for player in table.players if counts[player] == most]


def undercover_v(parameters: Parameters) -> Course:
    """Undercover-V paper, section 3 and appendix A."""
    table = Table([f"p{seat}" for seat in range(1, parameters["players"] + 1)])
    identity = yield from deal(table, parameters, "citizen")
    alive, ties, winner = list(table.players), 0, ""
    while not winner:
        yield from describe(table, parameters, alive)
        top = yield from vote(table, alive, alive)
        if len(top) > 1:
            table.tell_all("tie")
            ties += 1
            if ties == parameters["ties_to_lose"]:
                winner = "spy"
            continue
        alive.remove(top[0])
        table.tell_all(f"(out {top[0]})")
        if parameters["tie_rule"] == "consecutive":
            ties = 0
        if identity[top[0]] == "spy":
            winner = "citizen"
        elif len(alive) == 2:
            winner = "spy"
    return end(table, identity, winner)


def spygame(parameters: Parameters) -> Course:
    """SpyGame paper, sections 3 to 6, and its code; with revotes, the variant of Liang et al. 2023."""
    table = Table([f"p{seat}" for seat in range(1, parameters["players"] + 1)])
    identity = yield from deal(table, parameters, "civilian")
    alive, winner, round_number = list(table.players), "", 0
    tied: list[str] = []
    ties_of_some = 0
    while not winner:
        round_number += 1
        yield from describe(table, parameters, tied or alive)
        top = yield from vote(table, [player for player in alive if player not in tied], tied or alive)
        tied = []
        if len(top) > 1:
            table.tell_all("tie")
            if parameters["ties"] == "revote" and len(top) < len(alive):
                ties_of_some += 1
                tied = top if ties_of_some % 2 else []
        else:
            alive.remove(top[0])
            table.tell_all(f"(out {top[0]} {identity[top[0]]})")
            if identity[top[0]] == "spy":
                winner = "civilian"
            elif len(alive) == 2 and parameters["end_at_two"]:
                winner = "spy"
        if not winner and round_number == parameters["rounds"]:
            winner = "spy"
    return end(table, identity, winner)


def end(table: Table, identity: Mapping[str, str], winner: str) -> End:
    table.tell_all(f"(winner {winner})")
    return End({player: 100 if identity[player] == winner else 0 for player in table.players}, table.shown())
