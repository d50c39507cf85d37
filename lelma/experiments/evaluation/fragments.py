"""How well a reader finds what texts say, against fragments of them that are labelled true or false.

A labelled text is a line of JSON; `FRAGMENTS` is its shape:

```json
{"id": "a1", "game": "stag_hunt", "role": "p2", "voice": "careful",
 "text": "Hare is safe: at least 1. If we both hunt stag, I get 6. No, 5.",
 "frags": [{"frag": "at least 1", "truth": "T", "kind": "guarantee"}, {"frag": "5", "truth": "T", "kind": "cell"}],
 "retracted": ["I get 6"], "debatable": []}
```

Only the public report of a verifier is looked at: the spans and verdicts of its claims, and the spans of the sentences
it names as unread. A span is a whole sentence, so who reads one of two fragments in it is given credit for both.

- A true fragment is *found* if a claim that is true meets it, a false one *caught* if a claim that is false does.
- A refutation is *justified* if it meets a false fragment; else it is left *aside* if it meets one that the writer took
  back (`retracted`) or about whose label people may differ (`debatable`); else it is an *alarm*.
- A fragment is *silent* if neither a claim nor a sentence named as unread meets it: nobody is told that it was not
  checked.

`lelma.experiments.evaluation.fragment_measures` turns the texts scored here into numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Literal

from gdl.values import dataclass
from lelma.experiments.evaluation.scoring import results_in_order
from lelma.support.errors import GameError, UsageError
from lelma.support.outside import TEXT, json_objects, json_value, utf8_text
from lelma.support.shape import misshapen
from lelma.verify.verifier import Verifier
from translators.claim import Translator
from translators.passages import Span

FRAGMENTS = {
    "id": (str, int),
    "game": str,
    "role": str,
    "voice": str,
    "text": str,
    "frags": [{"frag": str, "truth": str, "kind": str}],
    "retracted": [(str, {"frag": str})],
    "debatable": [(str, {"frag": str})],
}
"""The shape of a labelled text; `role`, `voice`, `kind` and the last two may be left out."""

ROLES_FILE = "roles.json"
"""Beside a set, it says what its roles are called in the folders of the games."""

_NEEDED = frozenset({"id", "game", "text", "frags"})

Justice = Literal["justified", "aside", "alarm"]


@dataclass(frozen=True)
class Fragment:
    """A labelled passage, and what the reader made of it.

    Attributes:
        truth: whether what it says is true.
        hit: whether a claim with that verdict meets it: it is found, or caught.
        silent: whether no claim, and no sentence named as unread, meets it.
    """

    text: str
    kind: str
    truth: bool
    hit: bool
    silent: bool


@dataclass(frozen=True)
class Refutation:
    """A claim that is said to be false, and whether the labels bear it out."""

    query: str
    sentence: str
    justice: Justice


@dataclass(frozen=True)
class FragmentsScored:
    """One labelled text, checked; `state` is `ok`, `failed` or `unverified`."""

    id: str
    game: str
    voice: str
    fragments: tuple[Fragment, ...]
    refutations: tuple[Refutation, ...]
    state: str

    @property
    def right(self) -> bool:
        """Whether no fragment of it is labelled false."""
        return all(fragment.truth for fragment in self.fragments)

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "game": self.game,
            "voice": self.voice,
            "state": self.state,
            "fragments": [
                {"text": each.text, "kind": each.kind, "truth": each.truth, "hit": each.hit, "silent": each.silent}
                for each in self.fragments
            ],
            "refutations": [
                {"query": each.query, "sentence": each.sentence, "justice": each.justice} for each in self.refutations
            ],
        }


def score_fragments(
    lines: Iterable[str],
    *,
    games: Path | None = None,
    roles: Mapping[str, Mapping[str, str]] | None = None,
    source: str = TEXT,
    translator: Translator | None = None,
    bridge: str | None = None,
    jobs: int = 1,
) -> Iterator[FragmentsScored]:
    """Labelled texts, checked, in order.

    Args:
        games: a folder of game folders that are looked up before the games known by name.
        roles: game → what the set calls a role → the role (`read_roles`).
        source: what errors call the set.
        jobs: how many texts are read at once; more than 1 helps where the translator waits for a server.

    Raises:
        UsageError: for a line that is no labelled text, or whose game or role there is not, with its place.
    """
    known: dict[tuple[str, str | None], Verifier] = {}

    def verifier(row: Mapping[str, Any]) -> Verifier:
        name, role = row["game"], row.get("role")
        if (name, role) not in known:
            folder = games / name if games is not None and (games / name).is_dir() else name
            called = (roles or {}).get(name, {}).get(role, role) if role else None
            try:
                known[name, role] = Verifier.load(folder, role=called, translator=translator, bridge=bridge)
            except (GameError, UsageError) as error:
                raise UsageError(f"{row['place']}: {error}") from None
        return known[name, role]

    rows = _labelled_texts(lines, source)
    yield from results_in_order((partial(scored_text, row, verifier(row)) for row in rows), jobs)


def chosen_roles(samples: str, file: str | None) -> Mapping[str, Mapping[str, str]]:
    """The roles of a set: of the file that was named, else of `ROLES_FILE` beside the set if there is one."""
    beside = Path(samples).with_name(ROLES_FILE)
    if file is not None:
        return read_roles(Path(file))
    return read_roles(beside) if samples != "-" and beside.is_file() else {}


def read_roles(file: Path) -> dict[str, dict[str, str]]:
    """What a file `{GAME: {"roles": {NAME IN THE SET: ROLE}}}` says: game → name → role.

    Raises:
        UsageError: if it can't be read, or says something else.
    """
    value = json_value(utf8_text(file), str(file))
    if fault := next(misshapen(value, {"*": {"roles": {"*": str}}}), ""):
        raise UsageError(f"{file}: {fault}")
    return {game: dict(entry.get("roles", {})) for game, entry in value.items()}


def scored_text(row: Mapping[str, Any], verifier: Verifier) -> FragmentsScored:
    """A labelled text, checked."""
    text: str = row["text"]
    report = verifier.check(text).as_json()
    claims = [(_span(claim), claim["verdict"]) for claim in report["claims"]]
    named = [_span(sentence) for sentence in report["untranslated"]]
    marked = [(_place(text, entry["frag"]), entry) for entry in row["frags"]]
    aside = [_place(text, passage) for _, passage in _left_aside(row)]
    wrong = [span for span, entry in marked if entry["truth"] == "F"]

    def fragment(span: Span, entry: Mapping[str, Any]) -> Fragment:
        met = [verdict for other, verdict in claims if _meet(span, other)]
        told = met or any(_meet(span, other) for other in named)
        truth = entry["truth"] == "T"
        return Fragment(entry["frag"], entry.get("kind", ""), truth, ("true" if truth else "false") in met, not told)

    def justice(span: Span) -> Justice:
        if any(_meet(span, other) for other in wrong):
            return "justified"
        return "aside" if any(_meet(span, other) for other in aside) else "alarm"

    return FragmentsScored(
        id=str(row["id"]),
        game=row["game"],
        voice=row.get("voice", ""),
        fragments=tuple(fragment(span, entry) for span, entry in marked),
        refutations=tuple(
            Refutation(claim["query"], claim["sentence"], justice(_span(claim)))
            for claim in report["claims"]
            if claim["verdict"] == "false"
        ),
        state="unverified" if report["unverified"] else "ok" if report["ok"] else "failed",
    )


def _labelled_texts(lines: Iterable[str], source: str) -> Iterator[Mapping[str, Any]]:
    for number, row in json_objects(lines, source):
        place = f"{source}:{number}"
        if missing := _NEEDED - set(row):
            raise UsageError(f"{place}: no labelled text: {', '.join(sorted(missing))} missing")
        if fault := next(misshapen(row, FRAGMENTS), ""):
            raise UsageError(f"{place}: {fault}")
        for fault in _strange_labels(row):
            raise UsageError(f"{place}: {fault}")
        yield {**row, "place": place}


def _strange_labels(row: Mapping[str, Any]) -> Iterator[str]:
    passages: list[tuple[str, str]] = []
    for number, entry in enumerate(row["frags"]):
        where = f"frags[{number}]"
        if missing := {"frag", "truth"} - set(entry):
            yield f"{where}: {', '.join(sorted(missing))} missing"
            return
        if entry["truth"] not in ("T", "F"):
            yield f"{where}.truth = {entry['truth'][:40]!r} should be T or F"
        passages.append((f"{where}.frag", entry["frag"]))
    for where, passage in (*passages, *_left_aside(row)):
        if not passage or passage not in row["text"]:
            yield f"{where} = {passage[:40]!r} does not occur in the text"


def _left_aside(row: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The passages that the writer took back, or whose labels are debatable, each with its place in the row."""
    for key in ("retracted", "debatable"):
        for number, entry in enumerate(row.get(key, ())):
            yield f"{key}[{number}]", entry if isinstance(entry, str) else entry.get("frag", "")


def _place(text: str, passage: str) -> Span:
    start = text.index(passage)
    return start, start + len(passage)


def _span(entry: Mapping[str, Any]) -> Span:
    start, end = entry["span"]
    return start, end


def _meet(first: Span, second: Span) -> bool:
    return first[0] < second[1] and second[0] < first[1]
