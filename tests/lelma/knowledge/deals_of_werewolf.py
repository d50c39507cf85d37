"""Who may be who in Werewolf, by trying all that may have been done in secret under each deal.

Written from the rules as they are told (`games/werewolf/rules.md`), without those of the solver.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import permutations, product
from typing import Any, NamedTuple

from tests.games.role_games import winner_among

Deal = tuple[tuple[str, str], ...]
"""Player → identity."""

LivedMove = tuple[str, frozenset[str]]
"""A player's own move, `noop` where it had none, and what it perceived of the joint move."""

NIGHT_OF_ONE = ("guard", "antidote", "poison", "seer")


class Hidden(NamedTuple):
    """What may have been done in secret so far, as far as it matters later.

    Attributes:
        victim: of this night, who is not saved yet; fallen: who has died in it.
    """

    protected: str = ""
    antidote: bool = True
    poison: bool = True
    victim: str = ""
    fallen: frozenset[str] = frozenset()


def possible_deals(parameters: Mapping[str, Any], me: str, life: Sequence[LivedMove]) -> set[Deal]:
    """The deals under which a player may have lived through this; all players have been dealt something."""
    players = [f"p{seat}" for seat in range(1, parameters["players"] + 1)]
    cards = [identity for identity, count in parameters["identities"].items() for _ in range(count)]
    deals = {tuple(zip(players, some, strict=True)) for some in permutations(cards)}
    own = told(life[: len(players)], "identity")[0]
    found = {deal for deal in deals if dict(deal)[me] == own}
    if own == "werewolf" and len(life) > len(players):
        team = {me, *told(life[len(players) : len(players) + 1], "werewolf")}
        found = {deal for deal in found if {player for player, identity in deal if identity == own} == team}
    return {deal for deal in found if Course(parameters, me, dict(deal), players).may_be(life[2 * len(players) :])}


def told(life: Sequence[LivedMove], name: str) -> list[str]:
    """The last words of percepts of that name."""
    return [percept.strip("()").split()[-1] for _, seen in life for percept in seen if percept.startswith(f"({name} ")]


class Course:
    """A match under one deal, as one player lived through it from the first night on."""

    def __init__(self, parameters: Mapping[str, Any], me: str, identity: Mapping[str, str], players: list[str]) -> None:
        self.parameters, self.me, self.identity, self.players = parameters, me, identity, players
        self.wolves = [player for player in players if identity[player] == "werewolf"]
        self.alive = list(players)
        self.prey = frozenset[str]()

    def awake(self, identity: str) -> str:
        return next((player for player in self.alive if self.identity[player] == identity), "")

    def named(self, move: str, alive: Sequence[str]) -> tuple[str, ...]:
        """Whom one may name; just the one in question where the move is known."""
        if move != "noop":
            return (move.strip("()").split()[-1],)
        return (*(self.players if self.parameters["dead_targets"] else alive), "pass")

    def may_be(self, life: Sequence[LivedMove]) -> bool:
        """Whether all of it may have been, by some course of what was hidden."""
        passed, states = iter(life), {Hidden()}
        for day in range(1, self.parameters["day_limit"] + 1):
            named = []
            for wolf in self.wolves:
                lived = next(passed, None)
                if lived is None:
                    return True
                named.append(self.attack(wolf, lived))
            self.prey = prey_of(tuple(named), self.parameters["wolves_tie"])
            for phase in NIGHT_OF_ONE:
                lived = next(passed, None)
                if lived is None:
                    return bool(states)
                states = {after for state in states for after in getattr(self, phase)(state, lived)}
                if phase == "seer":
                    states = {state for state in states if self.dawn(state, day, lived[1])}
            if not states:
                return False
            fallen = next(iter(states)).fallen  # all were named at dawn
            self.alive = [player for player in self.alive if player not in fallen]
            states = {state._replace(fallen=frozenset(), victim="") for state in states}
            if self.winner():
                return True
            for last in self.spoken_and_voted(passed):
                if last is None:
                    return True
                if not self.ends_so(day, last):
                    return False
        return True

    def attack(self, wolf: str, lived: LivedMove) -> tuple[str, ...]:
        """Whom a wolf may have named; the empty name for one who is dead."""
        if wolf not in self.alive:
            return ("",)
        if self.me == wolf:
            return self.named(lived[0], self.alive)
        if self.me in self.wolves and self.me in self.alive:
            return (told([lived], "attacked")[0],)
        return self.named("noop", self.alive)

    def guard(self, state: Hidden, lived: LivedMove) -> Iterator[Hidden]:
        guard, witch = self.awake("guard"), self.awake("witch")
        shields = self.named(lived[0], self.alive) if guard == self.me else self.named("noop", self.alive)
        struck = told([lived], "struck") if self.me in self.wolves and self.me in self.alive else self.prey
        for prey in struck:
            for shield in shields if guard else ("",):
                if prey not in self.prey or shield == state.protected != "":
                    continue
                victim = prey if prey in self.alive and prey != shield else ""
                if witch == self.me and state.antidote and told([lived], "victim") != [victim] * bool(victim):
                    continue
                yield state._replace(protected="" if shield in ("", "pass") else shield, victim=victim)

    def antidote(self, state: Hidden, lived: LivedMove) -> Iterator[Hidden]:
        witch = self.awake("witch")
        asked = bool(witch and state.antidote and state.victim)
        if not self.own(witch if asked else "", ("save", "let_die"), lived):
            return
        if not asked:
            yield state
        if asked and (witch != self.me or lived[0] == "save"):
            yield state._replace(antidote=False, victim="")
        if asked and (witch != self.me or lived[0] == "let_die"):
            yield state._replace(fallen=frozenset([state.victim]), victim="")

    def poison(self, state: Hidden, lived: LivedMove) -> Iterator[Hidden]:
        witch = self.awake("witch")
        asked = bool(witch and witch not in state.fallen and state.poison)
        if not self.own(witch if asked else "", ("(poison",), lived):
            return
        alive = [player for player in self.alive if player not in state.fallen]
        targets = self.named(lived[0] if witch == self.me else "noop", alive) if asked else ("",)
        for target in targets:
            dies = {target} & set(alive)
            fallen = state.fallen | dies | ({state.victim} & set(alive))
            yield state._replace(poison=state.poison and not dies, fallen=fallen, victim="")

    def seer(self, state: Hidden, lived: LivedMove) -> Iterator[Hidden]:
        seer = self.awake("seer")
        asked = bool(seer and seer not in state.fallen)
        if not self.own(seer if asked else "", ("(check",), lived):
            return
        shown = {name: told([lived], name) for name in ("is_wolf", "is_no_wolf")}
        wrong = [who for who in shown["is_wolf"] if who not in self.wolves]
        wrong += [who for who in shown["is_no_wolf"] if who in self.wolves]
        if not wrong:
            yield state

    def own(self, asked: str, moves: Sequence[str], lived: LivedMove) -> bool:
        """Whether the player was asked for such a move just where it made one."""
        return (asked == self.me) == lived[0].startswith(tuple(moves))

    def dawn(self, state: Hidden, day: int, seen: frozenset[str]) -> bool:
        """Whether that is what all see of a night."""
        shown = {"first_night": day == 1, "every_night": True, "never": False}[self.parameters["reveals"]]
        percepts = {f"(died {player})" for player in state.fallen} or {"peaceful"}
        percepts |= {f"(was {player} {self.identity[player]})" for player in state.fallen if shown}
        alive = [player for player in self.alive if player not in state.fallen]
        percepts |= {f"(winner {winner})"} if (winner := self.winner(alive)) else set()
        return percepts == {each for each in seen if not each.startswith("(is_")}

    def spoken_and_voted(self, passed: Iterator[LivedMove]) -> Iterator[frozenset[str] | None]:
        """What was seen with which the day ended; None if it has not."""
        lived: LivedMove | None = None
        for _ in range(2 * len(self.alive)):
            lived = next(passed, None)
            if lived is None:
                yield None
                return
        condemned = told([lived], "condemned") if lived else []
        if condemned:
            lived = next(passed, None)
            self.alive = [player for player in self.alive if player not in condemned]
        yield None if lived is None else lived[1]

    def ends_so(self, day: int, seen: frozenset[str]) -> bool:
        nobody = "nobody_condemned" in seen
        winner = ("" if nobody else self.winner()) or ("unfinished" if day == self.parameters["day_limit"] else "")
        return told([("", seen)], "winner") == [winner] * bool(winner)

    def winner(self, alive: Sequence[str] | None = None) -> str:
        return winner_among(self.alive if alive is None else alive, self.identity, self.parameters["wolves_win"])


@lru_cache(maxsize=10_000)
def prey_of(named: tuple[tuple[str, ...], ...], tie: str) -> frozenset[str]:
    """Whom wolves may strike, by whom each of them may have named."""
    found = set[str]()
    for some in product(*named):
        counts = Counter(target for target in some if target)
        top = [target for target, count in counts.items() if count == max(counts.values())]
        found.update(["pass"] if len(top) > 1 and tie == "nobody" else top)
    return frozenset(found)
