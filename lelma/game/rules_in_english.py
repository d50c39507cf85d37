"""A game's rules as a page of plain English, made from the facts that its rules in GDL read.

`rules.md` of a game folder is Markdown with places that the game's facts fill in, so that no number or list in it can
differ from what the solver plays by:

```
{?n: (players ?n)} players sit in a circle.       a text for each way the facts fit, listed as in "2, 3 and 4"
%if (leader_votes no)                             a passage that is there only where the facts fit
The leader casts no vote.
%else
Everyone votes.
%end
%for (identities ?card ?n) (distinct ?n 0)        a passage for each way the facts fit
- {?card}: {?n}
%end
```

Facts are those of the rules, given by parameters or written in `rules.gdl`; `(not FACT)` and `(distinct A B)` go after
the facts that have their variables. Constants are told in the words of `[words]` in `game.toml`. A line that holds
nothing but a place where no facts fit is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from gdl.errors import GdlError
from gdl.tree.syntax import Compound, Description, Symbol, Term, Variable, signature, subterms
from gdl.tree.term import match, read_term, substitute
from gdl.values import dataclass
from lelma.engine.answers import Limits
from lelma.engine.bridges import Bridge
from lelma.game.game import Game
from lelma.game.json_types import RulesJson
from lelma.game.told.page import generated_page
from lelma.game.wording import Wording, listing
from lelma.support.errors import GameError
from lelma.support.json_types import VERSION
from lelma.support.outside import MOST_BYTES, utf8_text

FILE = "rules.md"

_Values = Mapping[str, Term]

_PLACE = re.compile(r"\{([^{}:]*)(?::([^{}]*))?\}")
_NAME = re.compile(r"\?(\w+)")


@dataclass(frozen=True)
class _Block:
    """A passage of the page: lines and blocks, there once (`if`) or as often (`for`) as the facts fit."""

    kind: str
    conditions: tuple[Term, ...]
    parts: tuple[str | _Block, ...]
    otherwise: tuple[str | _Block, ...] = ()


def rules_page(game: Game, *, naming: str = "", bridge: Bridge | None = None, limits: Limits | None = None) -> str:
    """The page, in Markdown; of a game without `rules.md`, what its rules say (`lelma.game.told`).

    Args:
        naming: what a page that is made from the rules calls the moves.
        bridge, limits: what is asked for such a page, and what each question may cost.

    Raises:
        GameError: for a `rules.md` with faults, naming its line.
        EngineUnavailable: for a game without one, if SWI-Prolog can't be reached.
    """
    file = game.folder / FILE
    if not game.path.is_dir() or not file.is_file():
        return generated_page(game, naming=naming, bridge=bridge, limits=limits)
    text = game.rephrased(utf8_text(file, fail=GameError, most=MOST_BYTES))
    parts, _, _ = _read(text.splitlines(), 0, FILE)
    return _tidy("\n".join(_Page(game).lines(parts, {})))


def rules_json(game: Game, text: str) -> RulesJson:
    """The rules of a game, in words or in KIF, as an object."""
    about = {"game": game.name, "title": game.title, "parameters": dict(game.parameters)}
    return cast(RulesJson, {"schema": VERSION, **about, "rules": text})


class _Page:
    """Fills in one page."""

    def __init__(self, game: Game) -> None:
        self.wording = Wording(game.file.words)
        self.facts = _facts(game.description)
        for name in game.file.speech.levels:
            value = game.parameters[name if game.disguise is None else game.disguise.show(name)]
            self.facts.setdefault((name, 1), []).append(Compound(name, (Symbol(str(value)),)))

    def lines(self, parts: Sequence[str | _Block], values: _Values) -> Iterator[str]:
        for part in parts:
            if isinstance(part, str):
                filled, found = self._filled(part, values)
                if found:
                    yield filled
                continue
            fits = list(self._fits(part.conditions, values))
            if part.kind == "if":
                yield from self.lines(part.parts, fits[0]) if fits else self.lines(part.otherwise, values)
            else:
                for each in fits:
                    yield from self.lines(part.parts, each)

    def _filled(self, line: str, values: _Values) -> tuple[str, bool]:
        """The line, and whether it says anything."""
        filled = _PLACE.sub(lambda place: self._place(place[1], place[2], values), line)
        return filled, bool(filled.strip()) or not line.strip()

    def _place(self, text: str, conditions: str | None, values: _Values) -> str:
        if conditions is None:
            return self._told(text, values)
        return listing([self._told(text, each) for each in self._fits(_conditions(conditions), values)])

    def _told(self, text: str, values: _Values) -> str:
        return _NAME.sub(lambda name: self.wording.name(values[name[1]]), text)

    def _fits(self, conditions: Sequence[Term], values: _Values) -> Iterator[dict[str, Term]]:
        """The ways in which the facts fit all conditions, in the order of the facts."""
        if not conditions:
            yield dict(values)
            return
        first, *rest = conditions
        match first:
            case Compound("not", (inner,)):
                found = [] if any(True for _ in self._fits([inner], values)) else [dict(values)]
            case Compound("distinct", (left, right)):
                found = [dict(values)] if substitute(left, values) != substitute(right, values) else []
            case _:
                facts = self.facts.get(signature(first), ())
                found = [more for fact in facts if (more := match(first, fact, values)) is not None]
        for each in found:
            yield from self._fits(rest, each)


def _facts(description: Description) -> dict[tuple[str, int], list[Term]]:
    facts: dict[tuple[str, int], list[Term]] = {}
    for rule in description.rules:
        if not rule.body and not any(isinstance(part, Variable) for part in subterms(rule.head)):
            facts.setdefault(signature(rule.head), []).append(rule.head)
    return facts


def _conditions(text: str) -> tuple[Term, ...]:
    whole = read_term(f"(all {text})")
    return whole.args if isinstance(whole, Compound) else ()


def _read(lines: Sequence[str], at: int, file: str) -> tuple[tuple[str | _Block, ...], int, str]:
    """The passages from a line to the end of their block, the line after it, and which word ended it."""
    parts: list[str | _Block] = []
    start = at
    while at < len(lines):
        line = lines[at]
        at += 1
        word, _, rest = line.partition(" ")
        if word in ("%end", "%else"):
            return tuple(parts), at, word
        if word not in ("%if", "%for"):
            parts.append(line)
            continue
        try:
            conditions = _conditions(rest)
        except GdlError as error:
            raise GameError(f"{file}:{at}: {error}") from None
        inner, at, ended = _read(lines, at, file)
        otherwise: tuple[str | _Block, ...] = ()
        if ended == "%else":
            otherwise, at, ended = _read(lines, at, file)
        if ended != "%end":
            raise GameError(f"{file}:{at}: {word} without %end")
        parts.append(_Block(word[1:], conditions, inner, otherwise))
    return tuple(parts), at, "" if start == 0 else "the end of the file"


def _tidy(text: str) -> str:
    """Without runs of empty lines."""
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"
