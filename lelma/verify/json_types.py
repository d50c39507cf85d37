"""The JSON of claims, verdicts, reports and answers, as types (`lelma.support.json_types`)."""

# Without postponed annotations, which hide NotRequired from Python 3.11.

from typing import Annotated, Literal, NotRequired, TypedDict

from lelma.engine.answers import Truth
from lelma.support.json_types import Schema

Style = Literal["correct", "negation"]


class CorrectJson(TypedDict):
    """What holds in place of a false claim."""

    query: Annotated[str, "a query that holds"]
    values: Annotated[dict[str, str], "the right values in it, by the name of their place"]
    sentence: Annotated[str, "the query in words"]


class VerdictJson(TypedDict):
    """The verdict on one query."""

    says: Annotated[str, "the query in words; empty if it is malformed"]
    verdict: Annotated[Truth, "proved, refuted, not decided (never counted), malformed, or an announcement not due yet"]
    correct: Annotated[list[CorrectJson], "what holds instead of a false claim; several where moves tie"]
    correction: Annotated[str, "one sentence for all of `correct`; empty if there is none"]
    why: Annotated[str, "what decides it, such as the cells of the payoff table"]
    reason: Annotated[str, "why it is unknown or an error"]
    severity: Annotated[str, "`theory` claims count only under `strict`; others, such as `payoff`, always"]


class ClaimJson(VerdictJson):
    """A claim that was read from a text, with its verdict."""

    sentence: Annotated[str, "the sentence it was read from, word for word"]
    span: Annotated[list[int], "start and end of the sentence in the text, in characters"]
    query: Annotated[str, "what it says, as a formula"]
    otherwise: Annotated[list[str], "what else it may say: it is false only if all of these are, too"]
    trace: Annotated[list[str], "the rules of the reader that made it"]
    disputed: Annotated[list[str], "what another reader reads in its sentence instead; the verdict is unknown then"]
    hedged: Annotated[bool, "it was only guessed: shown, not counted"]
    origin: Annotated[str, "the translator that read it"]


class ContradictionJson(TypedDict):
    """Two claims of one text that exclude each other."""

    queries: list[str]
    sentences: list[str]


class UntranslatedJson(TypedDict):
    """A sentence that is not checked, or not all of it, with the reason."""

    sentence: str
    span: list[int]
    reason: str


class CountsJson(TypedDict):
    """How many claims have each verdict."""

    true: int
    false: int
    unknown: int
    error: int
    pending: NotRequired[Annotated[int, "announcements not due yet; left out where there are none"]]


class ScopeJson(TypedDict):
    """What became of a sentence."""

    span: list[int]
    scope: Annotated[str, "checked, unread, no claim, future, quoted, retracted or behaviour"]
    reason: Annotated[str, "why it is not checked, or not all of it"]


class ReportJson(TypedDict):
    """What a text comes to."""

    schema: Schema
    game: str
    role: Annotated[str, "whose reasoning it is: `you` in queries"]
    ok: Annotated[bool, "at least one counted claim was checked, and none failed"]
    unverified: Annotated[bool, "no counted claim could be checked"]
    counts: CountsJson
    claims: Annotated[list[ClaimJson], "in the order of the text"]
    contradictions: list[ContradictionJson]
    untranslated: list[UntranslatedJson]
    scopes: Annotated[list[ScopeJson], "what became of each sentence, where the reader tells that"]
    feedback: Annotated[
        str, "the prompt that tells the reasoner what failed, or that nothing could be checked; empty if `ok`"
    ]
    choice: Annotated[str | None, "the move the text ends with, as the rules spell it"]
    engine: str
    translator: str
    style: Annotated[str, "of the feedback: `correct` or `negation`"]
    strict: Annotated[bool, "whether theory claims count"]
    gates: Annotated[
        dict[str, int], "how many claims a model that translates proposed and had kept, and where others fell"
    ]


class RefinementJson(TypedDict):
    """One step of the feedback loop."""

    schema: Schema
    attempt: Annotated[int, "the number of this attempt, from 1"]
    outcome: Annotated[
        Literal["verified", "unverified", "repeated", "max_attempts"] | None,
        "how the loop has ended; null while it goes on, and `prompt` wants another attempt",
    ]
    prompt: Annotated[str, "what to reason again with; empty if all claims hold"]
    report: ReportJson


class AttemptJson(TypedDict):
    """One attempt of a reasoner."""

    attempt: Annotated[int, "from 1"]
    text: str
    report: ReportJson


class LoopJson(ReportJson):
    """The report on the last attempt of a feedback loop, and all attempts."""

    outcome: Literal["verified", "unverified", "repeated", "max_attempts"]
    model: str
    attempts: list[AttemptJson]


class AnswerJson(TypedDict):
    """The answer to a query or a formula."""

    schema: Schema
    query: str
    verdict: Truth
    answers: Annotated[list[dict[str, str]], "for each answer the terms of the variables, by name"]
    decided: NotRequired[Annotated[list[str], "for each answer to a query with variables, what decides it"]]
    correct: list[CorrectJson]
    why: str
    reason: Annotated[str, "why it is unknown or an error"]
    says: NotRequired[Annotated[str, "the query or formula in words, if it is a claim"]]
    severity: NotRequired[str]
    correction: NotRequired[Annotated[str, "of a formula that is false: one sentence of what holds"]]
    denial: NotRequired[Annotated[str, "of a formula that is false: the sentence that it is"]]


class ChoiceJson(TypedDict):
    """A move of one role."""

    role: str
    move: Annotated[str, "as in formulas, offer(3), or in KIF, (offer 3)"]


class RoundChoiceJson(ChoiceJson):
    """A move of one role in an earlier round."""

    step: NotRequired[Annotated[int, "at which step of that round, from 1; in games of several steps"]]


class MovedJson(ChoiceJson):
    """A move that was made."""

    step: Annotated[int, "of which joint move it is a part, from 1"]


class PerceivedJson(TypedDict):
    """What a role perceived."""

    step: Annotated[int, "after which joint move, from 1"]
    role: str
    percepts: Annotated[list[str], "as in formulas, card(king), or in KIF, (card king)"]
    whole: NotRequired[Annotated[bool, "whether that was all it perceived then; false by default"]]


class OddsJson(TypedDict):
    """How likely chance is to make a move."""

    move: Annotated[str, "as in formulas, deal(king), or in KIF, (deal king)"]
    odds: Annotated[
        int | float | str, "0 or more, as a number or a fraction, 1/3; in proportion to those of other moves"
    ]
    step: NotRequired[Annotated[int, "at which joint move, from 1; at every one by default"]]


class GivenJson(TypedDict):
    """What is known of a play when formulas are claimed."""

    role: NotRequired[Annotated[str, "whose view it is"]]
    moment: NotRequired[Annotated[int, "how many joint moves have been made; by default the last step that is told"]]
    moves: NotRequired[Annotated[list[MovedJson], "those after the moment decide announcements and nothing else"]]
    percepts: NotRequired[list[PerceivedJson]]
    rounds: NotRequired[Annotated[list[list[RoundChoiceJson]], "earlier rounds, in order: whole plays of the game"]]
    odds: NotRequired[Annotated[list[OddsJson], "where any is told, a move of chance without odds has none"]]


class ExplanationJson(VerdictJson):
    """A claim's verdict with everything that explains it."""

    schema: Schema
    query: str
    meaning: Annotated[str, "what exactly a query of this kind claims, ties included"]
    denial: Annotated[str, "the sentence that the claim is false, for a false claim"]


VERIFY_OBJECTS: dict[str, type] = {
    "answer": AnswerJson,
    "claim": ClaimJson,
    "explanation": ExplanationJson,
    "given": GivenJson,
    "loop": LoopJson,
    "refinement": RefinementJson,
    "report": ReportJson,
    "verdict": VerdictJson,
}
"""The objects by the names of their schemas."""
