"""An agent whose moves a language model chooses: one call for each question, from what the role perceived alone."""

from __future__ import annotations

import re

from lelma.agents.protocol import AgentFacts, Answer, Ply, View
from lelma.agents.told import facts_told, moves_told, order_told, percepts_told
from lelma.game.wording import sentence
from lelma.models import Message, Model, ModelError, Noted

MAX_TOKENS = 1024

LONGEST_NOTES = 2000
"""Characters of a model's own earlier thoughts that it is told again, the latest."""

_ANSWER = """Answer in this form, each part on a line of its own:
THINK: your private reasoning, in one paragraph; nobody else sees it
{say}MOVE: one of the moves above, written exactly as before the colon"""
_SAY = "SAY: what you say aloud; everyone who listens hears it\n"

_PART = re.compile(r"^[ \t*_#]*(THINK|SAY|MOVE)[ \t*_]*:[ \t*_]*", re.MULTILINE)


class ModelAgent:
    """Has a model choose. The model may answer anything: what can't be read is refused by the referee."""

    facts = AgentFacts("a language model, such as model:openai:MODEL", calls=1)

    def __init__(self, model: Model, *, temperature: float = 0.7) -> None:
        self._model, self._temperature = model, temperature

    @property
    def name(self) -> str:
        return f"model:{self._model.name}"

    def act(self, view: View) -> Answer:
        model = Noted(self._model, seconds=view.seconds)
        try:
            reply = model.complete(
                prompt(view), temperature=self._temperature, max_tokens=MAX_TOKENS, seed=view.seed % 2**31
            )
        except ModelError as error:
            return Answer("", calls=model.calls, trouble=f"the model failed: {error}")
        parts = read_parts(reply.text)
        move = parts.get("MOVE", "")
        trouble = "" if move else "the answer has no line that begins with MOVE:"
        return Answer(move, parts.get("SAY", ""), parts.get("THINK", ""), model.calls, trouble)


def prompt(view: View) -> list[Message]:
    """What the model is told: the rules, all that the role lived through, did, knows of itself and noted lately, its
    moves, and the form of the answer.
    """
    told = [line for number, ply in enumerate(view.plies, start=1) for line in _lines(view, number, ply)]
    moves = [f"{move}: {order_told(view, move)}" for move in view.legal]
    refused = [f"Your answer {each.answer!r} was refused: {sentence(each.why)}" for each in view.refused]
    asked = [
        "What you have seen and heard so far:",
        *(told or ["nothing yet"]),
        "",
        *_section("What you did so far:", [f"{number}. {text}" for number, text in moves_told(view)]),
        *_section("What you know of yourself:", facts_told(view)),
        *_section("What you thought lately, which nobody else sees:", _notes(view)),
        "Your moves:",
        *moves,
        "",
        *refused,
        _ANSWER.format(say=_SAY if view.speaking else ""),
    ]
    you = f"You play as {view.wording.name(view.role)}."
    return [Message("system", f"{view.rules}\n\n{you}".strip()), Message("user", "\n".join(asked))]


def read_parts(text: str) -> dict[str, str]:
    """The last part of each kind in an answer; a move is one line."""
    found = {}
    places = list(_PART.finditer(text))
    ends = [*(place.start() for place in places[1:]), len(text)]
    for place, end in zip(places, ends, strict=False):  # without a part there is nothing to end
        found[place[1]] = text[place.end() : end].strip()
    if "MOVE" in found:
        lines = [line.strip() for line in found["MOVE"].splitlines()]
        found["MOVE"] = next((line for line in lines if line.strip("`*")), "")
    return found


def _lines(view: View, number: int, ply: Ply) -> list[str]:
    words = view.wording
    seen = [f"{number}. {text}" for text in percepts_told(view, ply)]
    return seen + [f"{number}. {words.name(each.role, to=view.role)}: “{each.words}”" for each in ply.heard]


def _section(title: str, lines: list[str]) -> list[str]:
    return [title, *lines, ""] if lines else []


def _notes(view: View) -> list[str]:
    """The latest thoughts, oldest first, as many as there is room for; of a longer one its end."""
    found, left = list[str](), LONGEST_NOTES
    for number, ply in reversed(list(enumerate(view.plies, start=1))):
        if ply.thought and left > 0:
            thought = " ".join(ply.thought.split())
            found.append(f"{number}. {thought if len(thought) <= left else '…' + thought[-left:]}")
            left -= len(thought)
    return found[::-1]
