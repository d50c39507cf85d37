"""Retrieval of what is proved or refuted about those who may be chosen, in place of what was merely said (ours)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from lelma.agents.judging import judging
from lelma.agents.protocol import Note
from lelma.agents.steps.fields import StepMoment
from lelma.agents.steps.functions import Ask, StepResult
from lelma.agents.trusting.book import opened_book
from lelma.agents.trusting.life import BookOptions
from lelma.agents.trusting.messages import candidates, within_budget
from lelma.agents.trusting.retrieving import BUDGET
from lelma.game.wording import sentence
from lelma.support.errors import LelmaError
from lelma.talk.judge import IDENTITY, Speech, SpokenStatement

_SPEAKER, _QUOTE, _VERDICT, _KIND, _SAYS, _QUERIES = range(6)


def facts_heard(moment: StepMoment, options: Mapping[str, Any], ask: Ask) -> StepResult:
    """What others claimed with the last joint move, each claim proved or refuted by what the role had seen: kept as
    `facts_N`. Claims that nothing decides are left out.
    """
    ply, number, me = moment.ply, len(moment.view.plies), moment.view.role
    heard = [each for each in ply.heard if each.role != me] if ply is not None else []
    if not heard:
        return StepResult()
    try:
        with judging(moment) as judge:
            told = judge.heard([Speech(number, each.role, each.words) for each in heard])
    except LelmaError as error:
        return StepResult(None, [{"kind": "unjudged", "trouble": str(error)}])
    decided = [(each, each.truth(me)) for each in told if not each.hedged and each.truth(me) in ("true", "false")]
    found = [
        [each.speech.speaker, each.quote, truth, each.kind, _so(each, me), list(each.queries)]
        for each, truth in decided
    ]
    return StepResult(None, (), {f"facts_{number}": found} if found else {})


def facts_retrieved(moment: StepMoment, options: Mapping[str, Any], ask: Ask) -> StepResult:
    """What is proved of the candidates, then what they claimed that is refuted, then what was said of them and is
    decided, the latest first, as text until the budget (900 tokens) is used. Notes: `retrieved`.
    """
    book = opened_book(moment, BookOptions(pins="proof"))
    chosen = candidates(moment) or dict.fromkeys(moment.others)
    words = moment.view.wording
    lines = [
        sentence(f"{words.name(pin.player)} is on the side of {words.name(pin.side)}: proved, {pin.reason}")
        for pin in book.pins
        if pin.player in chosen
    ]
    ranked = sorted(
        ((_relevance(entry, chosen), number, _line(moment, number, entry)) for number, entry in _kept(moment)),
        key=lambda each: (-each[0], -each[1]),
    )
    lines += [line for relevance, _, line in ranked if relevance > 0]
    texts = within_budget(list(dict.fromkeys(lines)), int(options.get("budget", BUDGET)))
    note: Note = {"kind": "retrieved", "texts": texts, "scores": []}
    return StepResult("\n".join(texts), [note])


def _so(statement: SpokenStatement, me: str) -> str:
    """What holds in place of what is refuted."""
    right = [each.correction or each.denial for each in statement.verdicts[me] if each.truth == "false"]
    return " ".join(dict.fromkeys(sentence(each) for each in right if each))


def _kept(moment: StepMoment) -> Iterator[tuple[int, list[Any]]]:
    for number in range(1, len(moment.view.plies) + 1):
        yield from ((number, entry) for entry in moment.state.get(f"facts_{number}") or ())


def _relevance(entry: list[Any], chosen: Mapping[str, Any]) -> int:
    """How much a decided claim tells of the side of a candidate: 0 for nothing."""
    about = any(player in query for query in entry[_QUERIES] for player in chosen)
    by, refuted = entry[_SPEAKER] in chosen, entry[_VERDICT] == "false"
    if not (about or by):
        return 0
    return 1 + 4 * int(by and refuted) + 2 * int(entry[_KIND] == IDENTITY) + int(about)


def _line(moment: StepMoment, number: int, entry: list[Any]) -> str:
    name, verdict = moment.view.wording.name(entry[_SPEAKER]), entry[_VERDICT]
    told = "which is so" if verdict == "true" else f"which is refuted: {entry[_SAYS]}".rstrip(": ")
    return f"{number}. {name} said “{entry[_QUOTE].rstrip('.')}”, {told}{'' if told.endswith('.') else '.'}"
