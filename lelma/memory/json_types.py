"""The JSON of entries and rules, as types (`lelma.support.json_types`)."""

# Without postponed annotations, which hide NotRequired from Python 3.11.

from typing import Annotated, Literal, TypedDict

from lelma.support.json_types import Schema


class RuleFailureJson(TypedDict):
    """A case in which a rule was wrong."""

    match: str
    ply: Annotated[int, "joint moves made before it"]
    player: str
    was: Annotated[list[str], "the player's identity and side"]


class RuleEvidenceJson(TypedDict):
    """What was counted of a rule over finished matches."""

    games: Annotated[int, "matches it was run over"]
    cases: Annotated[int, "players of whom its condition held, once a match"]
    held: Annotated[int, "those of whom the conclusion was true"]
    games_fired: int
    games_held: Annotated[int, "matches with a case and without a failure"]
    true_of: Annotated[int, "players of whom the conclusion was true, over all matches"]
    expected: Annotated[str, "what the deals that are possible by the game's rules say: a fraction, summed"]
    variance: Annotated[str, "the sum of share x (1 - share), a fraction"]
    certain: Annotated[int, "cases true in every possible deal"]
    impossible: Annotated[int, "cases true in none"]
    failures: Annotated[list[RuleFailureJson], "the first of them"]


class EntryJson(TypedDict):
    """One thing that was learnt."""

    id: str
    text: Annotated[str, "the sentence a player is told"]
    rule: Annotated[str, "the same as a rule that can be tested; empty if there is none"]
    born: Annotated[int, "games seen when it came"]
    games: Annotated[int, "matches it was tested over"]
    evidence: RuleEvidenceJson | None
    uses: int
    status: Literal["unchecked", "open", "proved", "supported", "refuted", "retired"]
    why: str


class EntriesJson(TypedDict):
    """A store of entries, oldest first."""

    schema: Schema
    ok: bool
    cap: int
    games: int
    frozen: bool
    embedder: str
    entries: list[EntryJson]


class RuleTestJson(TypedDict):
    """A rule and what finished matches show of it."""

    rule: str
    status: Literal["proved", "supported", "refuted", "open"]
    evidence: RuleEvidenceJson
    told: Annotated[str, "what whoever wrote it is told"]


class RuleTestsJson(TypedDict):
    """Rules that were tested."""

    schema: Schema
    ok: bool
    games: int
    passed_over: Annotated[dict[str, str], "file → why it is no finished match"]
    rules: list[RuleTestJson]


class RankedPairJson(TypedDict):
    """A pair of words, how alike what describes them is, and its third."""

    a: str
    b: str
    similarity: float
    level: Literal["easy", "medium", "hard"]


class WordRankingJson(TypedDict):
    """Pairs of words from the least alike to the most."""

    schema: Schema
    ok: bool
    bounds: Annotated[list[float], "where the middle and the hard third begin; empty if one is"]
    repeated: Annotated[list[list[str]], "pairs that came again"]
    pairs: list[RankedPairJson]


MEMORY_OBJECTS: dict[str, type] = {
    "entries": EntriesJson,
    "rule_tests": RuleTestsJson,
    "word_ranking": WordRankingJson,
}
"""The objects by the names of their schemas."""
