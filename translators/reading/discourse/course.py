"""What a text tells of the course of a game in turn: what was done already, and which step it is.

Whatever is told afterwards leans on it, unless it is about another course of the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from gdl.tree.keywords import RANDOM
from translators.reading.discourse.scene import GameScene, Viewpoint
from translators.reading.grammar.parts import Case
from translators.reading.words.game_words import SEES, GameWords, role_of
from translators.reading.words.tokens import WordToken

_WORD = re.compile(r"[a-z']+")
_SINGULAR = frozenset({"i", "me", "my", "mine", "i'd", "i'll", "i'm", "i've"})
_PLURAL = frozenset({"we", "us", "our", "ours"})
_THEY = frozenset({"they", "them", "their", "theirs"})
_ALL_OF_US = re.compile(
    r"\b(?:(?:we|us) (?:both|each|all|two|three)|(?:both|each|all|two|three|four|neither|none) of us)\b"
)
"""Words by which all players are meant, even where `we` are one side."""
_NOW = frozenset("immediately outset straightaway instantly".split())
_AT_ONCE = frozenset({("at", "once"), ("right", "away"), ("straight", "away")})
_NOW_THAT = frozenset("that suppose consider imagine if when".split())
_DONE = frozenset({"has", "have", "already"})
_SUPPOSED = frozenset({"would", "could", "should", "might", "may", "can", "will", "must", "if", "not", "never", "to"})


def speaks_for_side(sentences: Iterable[str], others: Iterable[str] = ()) -> bool:
    """Whether a text says `we` of its writer's side alone: never `I`, and others beside `we`.

    Args:
        others: names of the other roles, in lower case.
    """
    told = [_ALL_OF_US.sub("", sentence.lower()) for sentence in sentences]
    words = [frozenset(_WORD.findall(sentence)) for sentence in told]
    if any(each & _SINGULAR for each in words):
        return False
    named = re.compile(rf"\b(?:{'|'.join(map(re.escape, others)) or '(?!)'})\b")
    return any(each & _PLURAL and (each & _THEY or named.search(one)) for one, each in zip(told, words, strict=True))


def at_once(words: Sequence[str]) -> bool:
    """Whether a sentence is about the next choice: `if I stop at once`, not `once I stop` or `now, if I stop`."""
    pairs = set(pairwise(words))
    now = any(one not in ("", ".") and two == "now" for one, two in pairs) and not any(
        one == "now" and two in _NOW_THAT for one, two in pairs
    )
    return now or bool(_NOW & set(words)) or bool(_AT_ONCE & pairs)


def tells_past(tokens: Sequence[WordToken], game: GameWords) -> bool:
    """Whether the words of a clause tell what was done: `she opened with`, `they have gone on`."""
    words = {token.low for token in tokens}
    return not words & _SUPPOSED and bool(words & (game.pasts | _DONE))


def tells_own(case: Case, scene: GameScene) -> bool:
    """Whether a case tells what chance made of the writer: `I hold the mid card`, `we are strong`."""
    mine = all(choice.who is not None and choice.who.kind == "me" for choice in case.choices)
    return mine and bool(scene.roles) and all(turn.endswith(SEES) or role_of(turn) == RANDOM for turn in scene.roles)


def done(scenes: Sequence[GameScene], view: Viewpoint, game: GameWords) -> None:
    """Remembers what was done; of several turns that it may have been at, the earliest."""
    if not game.plays or not scenes or len(scenes[0].partials) != 1:
        return
    partial = scenes[0].partials[0]
    known = {(role_of(turn), move) for turn, move in view.settled.items()}
    if {(role_of(turn), move) for turn, move in partial.items()} <= known:
        return  # told again: `both of us have gone on`
    if game.courses({**view.settled, **partial}):
        view.settled.update(partial)


def reached(step: str, view: Viewpoint, game: GameWords) -> None:
    """Remembers which step it is: what all courses that come so far have done before."""
    number = max(game.steps.values(), default=0) if step == "last" else int(step)
    for turn in [turn for turn in view.settled if game.steps.get(turn, 0) >= number]:
        del view.settled[turn]
    here = [turn for turn, at in game.steps.items() if at == number]
    plays = [play for play in game.courses(view.settled) if any(turn in play for turn in here)]
    for turn, at in game.steps.items():
        moves = {play.get(turn) for play in plays}
        if at < number and len(moves) == 1 and (move := moves.pop()) is not None:
            view.settled[turn] = move


def leaning(scene: GameScene, view: Viewpoint, game: GameWords) -> GameScene:
    """A scene with what was done before; after a turn at which it tells of another course, nothing is."""
    other = min((game.steps.get(turn, 0) for turn in scene.roles if turn in view.settled), default=None)
    rest = {
        turn: move
        for turn, move in view.settled.items()
        if turn not in scene.roles and (other is None or game.steps.get(turn, 0) <= other)
    }
    return scene.over(GameScene((rest,))) if rest else scene
