"""A callable over batches: columns of texts go in, the same columns with verdicts come out.

>>> from lelma.batches import Checker
>>> found = Checker("stag_hunt")({"text": ["If we both choose stag, I get 4.", None]})         # doctest: +SKIP
>>> found["lelma_outcome"], found["lelma_error"]                                               # doctest: +SKIP
(['failed', 'error'], ['', 'expected a text, got None'])
"""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, fields
from typing import Any, TypeVar

import numpy as np

from gdl.values import dataclass
from lelma.support.errors import GameError, LelmaError, UsageError, did_you_mean
from lelma.verify.report import Report
from lelma.verify.translators import make_translator
from lelma.verify.verifier import Verifier

COLUMN_PREFIX = "lelma_"
"""What the names of new columns begin with."""

TEXT_OUTCOMES = ("verified", "failed", "unverified", "error")
"""What becomes of a text: its claims hold; some fail; none could be checked; it could not be checked at all."""

_MOST_GAMES = 32
"""Games that a process keeps loaded."""

_Batch = TypeVar("_Batch")


@dataclass(frozen=True)
class CheckedText:
    """What checking one text found; its fields, with `COLUMN_PREFIX`, are the new columns.

    Attributes:
        ok: at least one counted claim was checked, and none failed.
        outcome: one of `TEXT_OUTCOMES`.
        true, false, unknown, malformed: how many claims have each verdict.
        unread: sentences that are not checked, or not all of them.
        feedback: the prompt that tells the reasoner what failed.
        claims: the claims with their verdicts, a JSON list (`lelma schema claim`).
        error: why the text could not be checked; then all else is empty.
    """

    ok: bool = False
    outcome: str = "error"
    true: int = 0
    false: int = 0
    unknown: int = 0
    malformed: int = 0
    unread: int = 0
    feedback: str = ""
    claims: str = "[]"
    error: str = ""

    @classmethod
    def of(cls, report: Report) -> CheckedText:
        """The row of a report."""
        counts = report.count()
        return cls(
            ok=report.ok,
            outcome="verified" if report.ok else "unverified" if report.unverified else "failed",
            true=counts["true"],
            false=counts["false"],
            unknown=counts["unknown"],
            malformed=counts["error"],
            unread=len(report.untranslated),
            feedback=report.feedback,
            claims=json.dumps([item.as_json() for item in report.claims], ensure_ascii=False),
        )

    def columns(self) -> dict[str, Any]:
        """New column → its value."""
        return {COLUMN_PREFIX + name: value for name, value in asdict(self).items()}


NEW_COLUMNS: Mapping[str, type] = {
    COLUMN_PREFIX + each.name: {"bool": bool, "int": int, "str": str}[str(each.type)] for each in fields(CheckedText)
}
"""New column → the type of its values."""


@dataclass(frozen=True)
class Checker:
    """Checks the texts of a batch. It is pickled as its options: each process loads its games when first needed.

    A text that is none, or whose game can't be loaded, is a row with its error; a `game` that can't be is raised.

    Attributes:
        game: of all texts: a name, a game folder or a file of rules.
        game_column: the column that names the game of each text, in place of `game`.
        text: the column of the texts.
        role, style, strict, compat, bridge: as `Verifier.load` takes them.
        translator, translator_model: as `lelma.verify.translators.make_translator` does.
    """

    game: str = ""
    game_column: str = ""
    text: str = "text"
    role: str | None = None
    style: str = "correct"
    strict: bool = False
    compat: str | None = None
    translator: str = "english"
    translator_model: str | None = None
    bridge: str | None = None

    def __post_init__(self) -> None:
        if bool(self.game) == bool(self.game_column):
            raise UsageError("a checker needs either a game, or a game_column")

    def __call__(self, batch: _Batch) -> _Batch:
        """The batch with a column for each field of `CheckedText`.

        Args:
            batch: a dict of columns (lists or NumPy arrays), a data frame of pandas or polars, or a table or record
                batch of Arrow. What comes out is of the same kind.

        Raises:
            UsageError: if it lacks a column or has one of the new ones, or is of no such kind.
            GameError: if `game` can't be loaded.
        """
        columns, values, extended = _opened(batch)
        wanted = [self.text, *([self.game_column] if self.game_column else [])]
        check_columns(columns, wanted)
        texts = values(self.text)
        games = values(self.game_column) if self.game_column else [self.game] * len(texts)
        found = [self.check(text, game).columns() for text, game in zip(texts, games, strict=True)]
        result: _Batch = extended({name: [row[name] for row in found] for name in NEW_COLUMNS})
        return result

    def check(self, text: object, game: object = "") -> CheckedText:
        """What checking one text finds; `game` is asked for where a column names it.

        Raises:
            GameError, UsageError, EngineUnavailable: if `game` of the checker can't be loaded as it says.
        """
        if self.game:
            verifier = _loaded(self, self.game)
        else:
            try:
                verifier = _loaded(self, _text(game, "the name of a game"))
            except LelmaError as error:
                return CheckedText(error=str(error))
        try:
            return CheckedText.of(verifier.check(_text(text, "a text")))
        except LelmaError as error:
            return CheckedText(error=str(error))


def check_columns(columns: Sequence[str], wanted: Iterable[str]) -> None:
    """See that a table has the columns that are wanted, and none that is to be added.

    Raises:
        UsageError: if not.
    """
    for name in wanted:
        if name not in columns:
            raise UsageError(
                f"there is no column {name!r}{did_you_mean(name, columns)}; there are: {', '.join(columns) or 'none'}"
            )
    taken = [name for name in NEW_COLUMNS if name in columns]
    if taken:
        raise UsageError(f"there is a column {taken[0]!r} already: were these texts checked before?")


def _text(value: object, what: str) -> str:
    if isinstance(value, str):
        return sound_text(value)
    raise UsageError(f"expected {what}, got {str(value)[:40]}")


def sound_text(text: str) -> str:
    """The text with a question mark for each half of a sign, which JSON can spell and no file of texts can hold."""
    return text.encode("utf-8", "replace").decode("utf-8")


_verifiers: dict[tuple[Checker, str], Verifier | LelmaError] = {}
_verifiers_lock = threading.Lock()


def _loaded(checker: Checker, game: str) -> Verifier:
    """The verifier of a game, which all checkers of a process with the same options share; the oldest goes first."""
    key = checker, game
    with _verifiers_lock:
        if key not in _verifiers:
            while len(_verifiers) >= _MOST_GAMES:
                del _verifiers[next(iter(_verifiers))]
            _verifiers[key] = _load(checker, game)
        found = _verifiers[key]
    if isinstance(found, LelmaError):
        raise found
    return found


def _load(checker: Checker, game: str) -> Verifier | LelmaError:
    try:
        translator = None
        if checker.translator != "english":
            translator = make_translator(checker.translator, model=checker.translator_model)
        return Verifier.load(
            game,
            role=checker.role,
            translator=translator,
            bridge=checker.bridge,
            style=checker.style,
            strict=checker.strict,
            compat=checker.compat,
        )
    except (GameError, UsageError) as error:  # the game's own faults, which stay; others may pass
        return error


# Kinds of batches: the names of its columns, the values of one, and the batch with more columns. A library is looked
# for only where it must be imported already, since the batch is of it.

_Columns = Mapping[str, list[Any]]
_Opened = tuple[Sequence[str], Callable[[str], Sequence[Any]], Callable[[_Columns], Any]]


def _opened(batch: Any) -> _Opened:
    kind = type(batch).__module__.partition(".")[0], type(batch).__name__
    if isinstance(batch, Mapping):
        return list(batch), batch.__getitem__, lambda new: {**batch, **_like(batch, new)}
    if kind == ("pandas", "DataFrame"):
        return list(batch.columns), lambda name: list(batch[name]), lambda new: batch.assign(**_arrays(new))
    if kind == ("polars", "DataFrame"):
        return batch.columns, lambda name: batch[name].to_list(), lambda new: _polars(batch, new)
    if kind in (("pyarrow", "Table"), ("pyarrow", "RecordBatch")):
        return batch.schema.names, lambda name: batch.column(name).to_pylist(), lambda new: _arrow(batch, new)
    raise UsageError(
        f"a batch is a dict of columns, a DataFrame of pandas or polars, or a Table or RecordBatch of pyarrow, "
        f"not a {'.'.join(kind)}"
    )


def _arrays(new: _Columns) -> dict[str, Any]:
    kinds = {name: object if kind is str else kind for name, kind in NEW_COLUMNS.items()}
    return {name: np.array(values, dtype=kinds[name]) for name, values in new.items()}


def _like(batch: Mapping[str, Any], new: _Columns) -> Mapping[str, Any]:
    return _arrays(new) if any(isinstance(column, np.ndarray) for column in batch.values()) else new


def _polars(batch: Any, new: _Columns) -> Any:
    polars = sys.modules["polars"]
    kinds = {bool: polars.Boolean, int: polars.Int64, str: polars.String}
    return batch.with_columns([polars.Series(name, values, kinds[NEW_COLUMNS[name]]) for name, values in new.items()])


def _arrow(batch: Any, new: _Columns) -> Any:
    arrow = sys.modules["pyarrow"]
    kinds = {bool: arrow.bool_(), int: arrow.int64(), str: arrow.string()}
    for name, values in new.items():
        kind = kinds[NEW_COLUMNS[name]]
        batch = batch.append_column(arrow.field(name, kind), arrow.array(values, kind))
    return batch
