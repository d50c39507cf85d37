"""What an agent learns over matches: entries that are found again for a prompt, and the finished matches they rest on.

SpyGame paper, sections 5.2, E and F. The option `sheet` says which:

| `sheet` | what it is |
|---|---|
| `off` | nothing |
| `checked` | entries with a rule, tested on the archive; only what is proved or supported is told, with its numbers |
| `all` | every entry the curator wrote, untested, as the paper has it |
| `cumulative` | one text, which the curator writes anew (the first mode of Dynamic Cheatsheet) |
| `retrieval` | the notes of the past matches most like this one (its second mode) |

What is asked for is the own word and the identity that the player *infers*; the published code asks with the true one.
A rule is told with whom it now speaks of, worked out from what everybody saw and from the own word, in whatever
is asked: what to believe, to say, and whom to vote for. It was tested at the moments before votes. Agents of one
folder, such as all that share a model, share one sheet while they play; a match is taken up once.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from gdl.text.write import kif_term
from gdl.tree.syntax import Compound, Symbol
from gdl.tree.term import read_term
from gdl.values import dataclass
from lelma.agents.memory import write_whole
from lelma.agents.protocol import MatchResult, Note, Ply, Utterance, View
from lelma.agents.reflecting.beliefs import own_identity
from lelma.agents.reflecting.telling import WordMoment, embedder_of, word_table_of
from lelma.agents.told import functor_of, percepts_told
from lelma.agents.word_games.heard import vote_round
from lelma.game.game import Game
from lelma.memory.finished_match import FinishedMatch, RuleMoment, counts_of, fires_of
from lelma.memory.rule_language import LearntRule, RuleFault, atoms_named, read_rule
from lelma.memory.store import USABLE, EntryStore, LearntEntry, open_store
from lelma.support.errors import UsageError, did_you_mean
from lelma.support.outside import json_objects
from lelma.talk.judge import Speech
from lelma.talk.record import Record, RecordedPly
from lelma.talk.rule_moments import LivedMatch, finished_from, present_moment_of
from lelma.words.honesty import Honesty

SHEET_MODES = ("off", "checked", "all", "cumulative", "retrieval")
SHEET_FILE, GAMES_FILE, TEXT_FILE = "cheatsheet.jsonl", "games.jsonl", "cheatsheet.json"
"""The files of a sheet: its entries, the finished matches, and what else it keeps."""

_MOST_INPUTS = 200
"""Past matches that the mode `retrieval` keeps."""


@dataclass
class SheetState:
    """A sheet, as all agents have it that share it.

    Attributes:
        store: the entries; of the mode `retrieval`, what was noted of past matches.
        games: the finished matches, oldest first, as JSON values (`finished_game`).
        text: of the mode `cumulative`.
        curated: how many games were there when the curator wrote last.
    """

    store: EntryStore
    games: list[dict[str, Any]] = field(default_factory=list)
    text: str = ""
    curated: int = 0
    lock: Any = field(default_factory=threading.RLock)

    def mark(self) -> str:
        """The same for the same contents."""
        entries = [entry.as_json() for entry in self.store.entries]
        return _mark([entries, self.games, self.text, self.curated])


class Cheatsheet:
    """The memory of an agent (`lelma.agents.memory.AgentMemory`), by its options.

    Attributes:
        mode: one of `SHEET_MODES`.
        every, cap: after how many games the curator writes, and how many entries there are at most.
        frozen: whether nothing is learnt any more.
    """

    def __init__(self, game: Game, settings: Mapping[str, Any]) -> None:
        """Empty, as long as nothing is loaded.

        Raises:
            UsageError: for a mode there is not.
            ModelUnavailable: if the embedder can't be opened.
        """
        self.mode = str(settings.get("sheet", "off"))
        if self.mode not in SHEET_MODES:
            raise UsageError(
                f"there is no sheet {self.mode!r}{did_you_mean(self.mode, SHEET_MODES)}: {', '.join(SHEET_MODES)}"
            )
        self.game, self.every, self.cap = game, int(settings.get("every", 5)), int(settings.get("cap", 10))
        self.frozen = bool(settings.get("frozen"))
        self._embedder = embedder_of(str(settings.get("embedder", "hashed")))
        self.state = self._empty()

    def _empty(self) -> SheetState:
        return SheetState(EntryStore(self._embedder, cap=_MOST_INPUTS if self.mode == "retrieval" else self.cap))

    def load(self, folder: Path) -> None:
        """Take up what was kept in a folder; who has it loaded already, in this process, shares it.

        Raises:
            EntriesDamaged: if its entries can't be read; the file is set aside.
            UsageError: if its games can't be read.
        """
        if self.mode == "off":
            return
        with _shared_lock:
            key = str(folder.resolve())
            known = _shared.get(key)
            found = self._read(folder)
            if known is None or (folder.is_dir() and known.mark() != found.mark()):
                _shared[key] = known = found
            self.state = known

    def _read(self, folder: Path) -> SheetState:
        state = self._empty()
        state.store = open_store(folder / SHEET_FILE, self._embedder, cap=state.store.cap)
        if self.frozen:
            state.store.freeze()
        if (folder / GAMES_FILE).is_file():
            lines = (folder / GAMES_FILE).read_bytes().split(b"\n")
            state.games = [dict(value) for _, value in json_objects(lines, str(folder / GAMES_FILE))]
        if (folder / TEXT_FILE).is_file():
            told = json.loads((folder / TEXT_FILE).read_text("utf-8"))
            state.text, state.curated = str(told["text"]), int(told["curated"])
        return state

    def save(self, folder: Path) -> None:
        """Keep it in a folder, each file whole or not at all.

        Raises:
            OSError: if the disk refuses.
        """
        if self.mode == "off":
            return
        state = self.state
        with state.lock:
            folder.mkdir(parents=True, exist_ok=True)
            write_whole(folder / GAMES_FILE, "".join(json.dumps(game) + "\n" for game in state.games))
            write_whole(folder / TEXT_FILE, json.dumps({"text": state.text, "curated": state.curated}) + "\n")
            state.store.save(folder / SHEET_FILE)

    def finished(self) -> tuple[FinishedMatch, ...]:
        """The matches of the archive as what rules are tested on."""
        return tuple(_finished(self.game, game) for game in self.state.games)

    def take_up(self, view: View, result: MatchResult) -> bool:
        """Put a match that is over into the archive; whether it is new there, and anything is learnt at all."""
        if self.mode == "off" or self.frozen:
            return False
        game = finished_game(self.game, view, result)
        state = self.state
        if any(each["id"] == game["id"] for each in state.games):
            return False
        state.games.append(game)
        state.store.games += 1
        return True


_shared: WeakValueDictionary[str, SheetState] = WeakValueDictionary()
_shared_lock = threading.Lock()
_present_lock = threading.Lock()


def entries_told(at: WordMoment, task: str) -> tuple[str, Note | None]:
    """What the sheet has for a prompt, as it is told, and a note of it; nothing of an empty one."""
    sheet = at.moment.memory
    if not isinstance(sheet, Cheatsheet) or sheet.mode == "off":
        return "", None
    state = sheet.state
    with state.lock:
        if sheet.mode == "cumulative":
            return state.text, {"kind": "retrieved", "texts": [state.text], "scores": []} if state.text else None
        query = f"{at.own} {own_identity(at.beliefs, at.me, at.names)}"
        most = int(at.moment.settings.get("found", 6)) if sheet.mode != "retrieval" else 3
        found = state.store.find(query, most, statuses=USABLE if sheet.mode == "checked" else None)
    if not found:
        return "", None
    entries = [entry for entry, _ in found]
    told = [entry.told if sheet.mode == "checked" else entry.text for entry in entries]
    speaks = spoken_now(entries, state.store.entries, at) if sheet.mode != "retrieval" else {}
    lines = [f"- {text}{speaks.get(entry.id, '')}" for entry, text in zip(entries, told, strict=True)]
    note = {
        "kind": "retrieved",
        "texts": told,
        "scores": [score for _, score in found],
        "entries": [entry.id for entry in entries],
        "statuses": [entry.status for entry in entries],
        "speaking": list(speaks),
        "task": task,
    }
    return "\n".join(lines), note


def spoken_now(told: Sequence[LearntEntry], kept: Sequence[LearntEntry], at: WordMoment) -> dict[str, str]:
    """Entry's id → of whom its rule speaks now, as a sentence; none where it speaks of nobody, or can't be read.

    Args:
        told: the entries that are asked for.
        kept: all that there are, so that the moment is worked out once for all who share them.
    """
    rules = {entry.id: rule for entry in told if (rule := _rule_of(entry.rule)) is not None}
    if not rules:
        return {}
    known = [rule for entry in kept if (rule := _rule_of(entry.rule)) is not None]
    moment = present_moment(at, frozenset(atom.name for each in known for atom in atoms_named(each.condition)))
    return {id: now for id, rule in rules.items() if (now := _now_of(rule, moment, at))}


@lru_cache(maxsize=256)
def _rule_of(text: str) -> LearntRule | None:
    """The rule of an entry; None if it has none or, in an unchecked sheet, one that can't be read."""
    try:
        return read_rule(text)
    except RuleFault:
        return None


def _now_of(rule: LearntRule, moment: RuleMoment, at: WordMoment) -> str:
    """Of whom a rule speaks now, as a sentence."""
    players = [role for role in at.moment.view.roles if role != "random"]
    about = fires_of(rule, moment, players, at.me)
    left = [role for role in about if role not in at.gone]
    names = ["you" if role == at.me else at.name(role) for role in left]
    is_ = f"{'not ' if rule.denied else ''}{rule.conclusion}"
    return f" It now says {is_} of: {', '.join(names)}." if names else ""


def present_moment(at: WordMoment, names: frozenset[str]) -> RuleMoment:
    """The moment as if a vote came next, from what everybody saw; what only the own card tells is added.

    Args:
        names: the relations that are asked for.
    """
    view, game = at.moment.view, at.moment.texts.game
    assert game is not None  # `WordMoment.of` sees to it
    plies = tuple(_public(game, ply) for ply in view.plies)
    roles = tuple(role for role in view.roles if role != "random")
    with _present_lock:  # players who vote at once ask for the same one
        found = _present(_GameKey(game), plies, roles, at.table.honesty, names)
    if at.proof is None or at.proof.share is None:
        return found
    return replace(
        found, relations={**found.relations, counts_of("outlier"): frozenset({(at.me, str(at.proof.share))})}
    )


_Public = tuple[tuple[str, ...], tuple[tuple[str, str], ...]]
"""What everybody perceived of a joint move, and who said what aloud with it."""


@dataclass(frozen=True, eq=False)
class _GameKey:
    """A game that is remembered by its rules and parameters."""

    game: Game

    @property
    def _key(self) -> tuple[str, str]:
        return self.game.rules_digest, json.dumps(dict(self.game.parameters), default=str, sort_keys=True)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _GameKey) and (self.game is other.game or self._key == other._key)

    def __hash__(self) -> int:
        return hash(self.game.name)


@lru_cache(maxsize=16)
def _present(
    key: _GameKey, plies: tuple[_Public, ...], roles: tuple[str, ...], honesty: Honesty | None, names: frozenset[str]
) -> RuleMoment:
    return present_moment_of(_lived(key.game, "now", plies, roles, {}, honesty, ahead=True), names)


def _public(game: Game, ply: Ply) -> _Public:
    """What everybody perceived of a joint move, of what one player did: all but what it was told of its card."""
    private = {*game.file.knowledge.card, *game.file.knowledge.identity}
    seen = tuple(sorted(percept for percept in ply.percepts if functor_of(percept) not in private))
    return seen, tuple((each.role, each.words) for each in ply.heard)


def _lived(
    game: Game,
    name: str,
    plies: Sequence[_Public],
    roles: tuple[str, ...],
    cards: Mapping[str, str],
    honesty: Honesty | None,
    *,
    ahead: bool = False,
) -> LivedMatch:
    record = Record(roles, tuple(RecordedPly({}, dict.fromkeys(roles, seen), dict(said)) for seen, said in plies))
    speeches = tuple(
        Speech(number, role, words) for number, (_, said) in enumerate(plies, start=1) for role, words in said
    )
    voting = [number for number, (seen, _) in enumerate(plies, start=1) if vote_round(seen, roles) is not None]
    voting += [len(plies) + 1] if ahead else []
    return LivedMatch(name, game, record, speeches, tuple(voting), cards, honesty)


def finished_game(game: Game, view: View, result: MatchResult) -> dict[str, Any]:
    """A match that is over as a sheet keeps it: what everybody saw and heard, and what was told at the end."""
    plies = [_public(game, ply) for ply in view.plies]
    told = {role: _revealed(game, view, role, result.revealed) for role in view.roles if role != "random"}
    lines = []
    for number, (ply, (seen, said)) in enumerate(zip(view.plies, plies, strict=True), start=1):
        shown = replace(ply, percepts=seen, heard=tuple(Utterance(*each) for each in said))
        lines += [f"{number}. {view.wording.name(role)}: “{words}”" for role, words in said]
        lines += [f"{number}. {text}" for text in percepts_told(replace(view, role=""), shown)]
    won = [view.wording.name(role) for role in result.winners]
    who = [f"{view.wording.name(role)} was {each[0]}, with the word “{each[1]}”" for role, each in told.items()]
    return {
        "id": _mark(plies),
        "plies": [[list(seen), [list(each) for each in said]] for seen, said in plies],
        "identities": {role: each[0] for role, each in told.items()},
        "cards": {role: each[1] for role, each in told.items()},
        "log": lines,
        "result": f"Won: {', '.join(won) or 'nobody'}. {'; '.join(who)}.",
    }


def _revealed(game: Game, view: View, role: str, facts: Sequence[str]) -> tuple[str, str]:
    """The identity and the word of a player, of what was told at the end; empty if they were not."""
    knowledge = game.file.knowledge
    values = {}
    for fact in facts:
        term = read_term(fact)
        match term:
            case Compound(name, (Symbol(who), value)) if who == role:
                values[name] = value
    identity = next((kif_term(values[name]) for name in knowledge.identity if name in values), "")
    card = next((view.wording.name(values[name]) for name in knowledge.card if name in values), "")
    return identity, card


_known: dict[tuple[str, str, str], FinishedMatch] = {}
_MOST_KNOWN = 2000


def _finished(game: Game, told: Mapping[str, Any]) -> FinishedMatch:
    """A kept match as what rules are tested on; worked out once in a process."""
    key = game.name, str(game.rules_digest), str(told["id"])
    if key not in _known:
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        plies = [(tuple(seen), tuple((role, words) for role, words in said)) for seen, said in told["plies"]]
        cards = {role: card for role, card in told["cards"].items() if card}
        lived = _lived(game, told["id"][:6], plies, tuple(told["identities"]), cards, word_table_of(game).honesty)
        _known[key] = finished_from(lived, told["identities"])
    return _known[key]


def _mark(value: Any) -> str:
    return sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:16]
