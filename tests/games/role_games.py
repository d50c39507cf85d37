"""Avalon and Werewolf told again as plain procedures (see `tests.games.procedures`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Mapping
from itertools import combinations

from tests.games.procedures import Course, End, JointMove, Parameters, Table, Turn

EVIL = {"morgana", "assassin", "minion"}
TEAMS = {2: "duo", 3: "trio", 4: "quartet", 5: "quintet"}


def deal(table: Table, cards: dict[str, int]) -> Generator[Turn, JointMove, dict[str, str]]:
    """Everyone is dealt a card and looks at it; gives each player's identity."""
    left, identity = Counter(cards), dict[str, str]()
    for player in table.players:
        options = [f"(deal {player} {card} {copy})" for card in left for copy in range(1, left[card] + 1)]
        dealt = yield table.ask(random=options)
        identity[player] = _words(dealt["random"])[2]
        left[identity[player]] -= 1
        table.tell(player, f"(identity {identity[player]})")
    return identity


def _words(text: str) -> list[str]:
    return text.replace("(", " ").replace(")", " ").split()


# Avalon: ReCon paper, section 2.1 and appendix C; AvalonBench and the board game for the other presets


def avalon(parameters: Parameters) -> Course:
    players = [f"p{seat}" for seat in range(1, parameters["players"] + 1)]
    table = Table(players)
    identity = yield from deal(table, parameters["identities"])
    evil = [player for player in players if identity[player] in EVIL]
    first = parameters["first_leader"]
    drawn = yield table.ask(random=[f"(leader {p})" for p in (players if first == "drawn" else [f"p{first}"])])
    leader = _words(drawn["random"])[1]
    _open_eyes(table, identity, evil)
    table.tell_all(f"(leader {leader})")

    results: Counter[str] = Counter()
    while max(results["success"], results["failure"]) < 3:
        quest = results.total() + 1
        attempt, accepted, team = 1, False, list[str]()
        while not accepted:
            team, accepted = yield from _propose(table, parameters, quest, attempt, leader)
            leader = players[(players.index(leader) + 1) % len(players)]
            if not accepted and attempt == parameters["losing_attempt"]:
                return _end(table, players, evil, "evil")
            attempt = min(attempt + 1, 10)
        cards = yield table.ask(
            **{p: ["(play success)", *(["(play fail)"] if p in evil else [])] for p in players if p in team}
        )
        fails = sum(cards[member] == "(play fail)" for member in team)
        result = "failure" if fails >= parameters["fails_needed"][quest - 1] else "success"
        results[result] += 1
        table.tell_all(f"(quest {quest} {result} {fails})")
    if results["failure"] == 3:
        return _end(table, players, evil, "evil")
    assassin = next(player for player in players if identity[player] == "assassin")
    shot = yield table.ask(**{assassin: [f"(shoot {p})" for p in players if p not in evil]})
    target = _words(shot[assassin])[1]
    table.tell_all(f"(shot {assassin} {target})")
    return _end(table, players, evil, "evil" if identity[target] == "merlin" else "good")


def _open_eyes(table: Table, identity: dict[str, str], evil: list[str]) -> None:
    for player, card in identity.items():
        if card == "merlin" or player in evil:
            for other in evil:
                if other != player:
                    table.tell(player, f"(evil {other})")
        if card == "percival":
            for other in identity:
                if identity[other] in ("merlin", "morgana"):
                    table.tell(player, f"(merlin_or_morgana {other})")


def _propose(
    table: Table, parameters: Parameters, quest: int, attempt: int, leader: str
) -> Generator[Turn, JointMove, tuple[list[str], bool]]:
    """One attempt: the team that the leader names, and whether it goes."""
    players, now = list(table.players), f"{quest} {attempt}"
    size = parameters["quest_sizes"][quest - 1]
    teams = {f"({TEAMS[size]} {' '.join(team)})": list(team) for team in combinations(players, size)}
    proposed = yield table.ask(**{leader: [f"(propose {team})" for team in teams]})
    name = proposed[leader].removeprefix("(propose ").removesuffix(")")
    table.tell_all(f"(proposed {now} {leader} {name})")
    if 0 < parameters["auto_pass_attempt"] <= attempt:
        table.tell_all(f"(accepted {now})")
        return teams[name], True
    at = players.index(leader)
    for speaker in players[at:] + players[:at]:
        yield table.ask(**{speaker: ["speak"]})
        table.tell_all(f"(said {now} {speaker})")
    voters = [player for player in players if player != leader or parameters["leader_votes"]]
    votes = yield table.ask(**{voter: ["(vote approve)", "(vote reject)"] for voter in voters})
    for voter in voters:
        table.tell_all(f"(voted {now} {voter} {_words(votes[voter])[1]})")
    approvals = sum(votes[voter] == "(vote approve)" for voter in voters) + (0 if parameters["leader_votes"] else 1)
    accepted = 2 * approvals > len(players)
    table.tell_all(f"({'accepted' if accepted else 'rejected'} {now})")
    return teams[name], accepted


def _end(table: Table, players: list[str], evil: list[str], winner: str) -> End:
    table.tell_all(f"(winner {winner})")
    return End({player: 100 * ((player in evil) == (winner == "evil")) for player in players}, table.shown())


# Werewolf: GRATR paper, section 4.1, and the game of Xu et al. it builds on


class Village:
    """A game of Werewolf in its course."""

    def __init__(self, parameters: Parameters) -> None:
        self.parameters = parameters
        self.players = [f"p{seat}" for seat in range(1, parameters["players"] + 1)]
        self.table = Table(self.players)
        self.identity: dict[str, str] = {}
        self.alive, self.order = list(self.players), list[str]()
        self.antidote = self.poison = True
        self.protected = ""

    def course(self) -> Course:
        self.identity = yield from deal(self.table, self.parameters["identities"])
        self.wolves = [player for player in self.players if self.identity[player] == "werewolf"]
        for place in range(1, len(self.players) + 1):
            waiting = [player for player in self.players if player not in self.order]
            drawn = yield self.table.ask(random=[f"(place {place} {player})" for player in waiting])
            self.order.append(_words(drawn["random"])[2])
            self.table.tell_all(f"(place {place} {self.order[-1]})")
            for wolf in self.wolves if place == 1 else ():
                for other in self.wolves:
                    if other != wolf:
                        self.table.tell(wolf, f"(werewolf {other})")
        for day in range(1, self.parameters["day_limit"] + 1):
            yield from self.night(day)
            if winner := self.winner():
                return self.end(winner)
            if (yield from self.day()) and (winner := self.winner()):
                return self.end(winner)
        return self.end("unfinished")

    def awake(self, identity: str) -> str:
        """The living player of an identity that only one player has; empty if there is none."""
        return next((player for player in self.alive if self.identity[player] == identity), "")

    def asked(self, player: str, move: str, targets: Iterable[str]) -> dict[str, list[str]]:
        return {player: [f"({move} {target})" for target in targets]} if player else {}

    @property
    def targets(self) -> list[str]:
        return [*(self.players if self.parameters["dead_targets"] else self.alive), "pass"]

    def night(self, day: int) -> Generator[Turn, JointMove, None]:
        victim = yield from self.strike()
        fallen = yield from self.potions(victim)
        seer = self.awake("seer")
        options = dict.fromkeys([*self.targets, *fallen])
        checked = yield self.table.ask(**self.asked(seer, "check", options))
        if seer and (target := _words(checked[seer])[1]) != "pass":
            self.table.tell(seer, f"({'is_wolf' if target in self.wolves else 'is_no_wolf'} {target})")
        for player in fallen:
            self.table.tell_all(f"(died {player})")
            if {"first_night": day == 1, "every_night": True, "never": False}[self.parameters["reveals"]]:
                self.table.tell_all(f"(was {player} {self.identity[player]})")
        if not fallen:
            self.table.tell_all("peaceful")

    def strike(self) -> Generator[Turn, JointMove, str]:
        """The wolves' and the guard's part of the night; gives the victim, if there is one."""
        votes: Counter[str] = Counter()
        for wolf in self.wolves:
            named = yield self.table.ask(**self.asked(wolf if wolf in self.alive else "", "attack", self.targets))
            if wolf in self.alive:
                votes[_words(named[wolf])[1]] += 1
                for other in self.wolves:
                    if other in self.alive:
                        self.table.tell(other, f"(attacked {wolf} {_words(named[wolf])[1]})")
        prey = _top(votes)
        if len(prey) > 1 and self.parameters["wolves_tie"] == "nobody":
            prey = ["pass"]
        guard = self.awake("guard")
        allowed = [target for target in self.targets if target != self.protected]
        chosen = yield self.table.ask(random=[f"(strike {t})" for t in prey], **self.asked(guard, "protect", allowed))
        struck = _words(chosen["random"])[1]
        shield = _words(chosen[guard])[1] if guard else "pass"
        self.protected = "" if shield == "pass" else shield
        for wolf in self.wolves:
            if wolf in self.alive:
                self.table.tell(wolf, f"(struck {struck})")
        return struck if struck in self.alive and struck != shield else ""

    def potions(self, victim: str) -> Generator[Turn, JointMove, list[str]]:
        """The witch's part of the night; gives who has died in it."""
        witch, fallen = self.awake("witch"), list[str]()
        told = bool(witch and victim and self.antidote)
        if told:
            self.table.tell(witch, f"(victim {victim})")
        answer = yield self.table.ask(**({witch: ["save", "let_die"]} if told else {}))
        if told and answer[witch] == "save":
            self.antidote, victim = False, ""
        elif told:
            self.alive.remove(victim)
            fallen, victim = [victim], ""
        poisoner = witch if witch in self.alive and self.poison else ""
        poured = yield self.table.ask(**self.asked(poisoner, "poison", self.targets))
        if poisoner and (target := _words(poured[poisoner])[1]) in self.alive:
            self.poison = False
            self.alive.remove(target)
            fallen.append(target)
        if victim in self.alive:
            self.alive.remove(victim)
            fallen.append(victim)
        return fallen

    def day(self) -> Generator[Turn, JointMove, bool]:
        """Talk, vote and last words; gives whether anyone was executed."""
        speakers = [player for player in self.order if player in self.alive]
        for speaker in speakers:
            yield self.table.ask(**{speaker: ["speak"]})
            self.table.tell_all(f"(said {speaker})")
        votes: Counter[str] = Counter()
        for voter in speakers:
            named = yield self.table.ask(**self.asked(voter, "vote", self.targets))
            votes[_words(named[voter])[1]] += 1
            self.table.tell_all(f"(voted {voter} {_words(named[voter])[1]})")
        top = _top(votes)
        if len(top) > 1 or top[0] not in self.alive:
            self.table.tell_all("nobody_condemned")
            return False
        self.table.tell_all(f"(condemned {top[0]})")
        yield self.table.ask(**{top[0]: ["speak"]})
        self.table.tell_all(f"(said {top[0]})")
        self.alive.remove(top[0])
        return True

    def winner(self) -> str:
        return winner_among(self.alive, self.identity, self.parameters["wolves_win"])

    def end(self, winner: str) -> End:
        self.table.tell_all(f"(winner {winner})")
        if winner in ("nobody", "unfinished"):
            return End(dict.fromkeys(self.players, 50), self.table.shown())
        won = {player: (player in self.wolves) == (winner == "wolves") for player in self.players}
        return End({player: 100 * won[player] for player in self.players}, self.table.shown())


def winner_among(alive: Iterable[str], identity: Mapping[str, str], wolves_win: str) -> str:
    """The side that has won a game of Werewolf, or `nobody`; empty if it goes on."""
    cards = [identity[player] for player in alive]
    wolves = cards.count("werewolf")
    if not wolves:
        return "village" if cards else "nobody"
    prevail = {
        "kill_all": wolves == len(cards),
        "kill_villagers": "villager" not in cards,
        "parity": 2 * wolves >= len(cards),
    }
    return "wolves" if prevail[wolves_win] else ""


def werewolf(parameters: Parameters) -> Course:
    return Village(parameters).course()


def _top(votes: Counter[str]) -> list[str]:
    most = max(votes.values(), default=0)
    return [option for option in votes if votes[option] == most]
