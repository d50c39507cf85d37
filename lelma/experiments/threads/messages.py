"""Messages of a thread in time order, each by an author, towards two parties; drawn, or read from JSON Lines.

A line of one's own file, the intent where it is labelled:

```json
{"id": "1", "author": "ann", "text": "…", "reply_to": "", "intent": "pro A"}
```
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from gdl.values import dataclass
from lelma.experiments.errors import ExperimentError
from lelma.support.errors import did_you_mean
from lelma.support.outside import json_objects
from lelma.support.shape import misshapen

NO_STANCE = "neutral"
MOST_MESSAGES = 100_000

_SHAPE = {"id": str, "author": str, "text": str, "reply_to": str, "intent": str}
_PRO = ("{party} did well this week.", "I am glad that {party} is there.", "{party} keeps its word.")
_ANTI = ("{party} let us down again.", "I would not give {party} my vote.", "{party} breaks its word.")
_OFF = ("The weather is odd today.", "Has anybody seen my umbrella?", "Lunch was good.")
_SARCASM = "Sure, as always: "


@dataclass(frozen=True)
class ThreadMessage:
    """A message; `intent` is `pro X`, `anti X` or `neutral`, and `reply_to` the id of an earlier one, or empty."""

    id: str
    author: str
    text: str
    intent: str
    reply_to: str = ""


@dataclass(frozen=True)
class ThreadSettings:
    """What threads are drawn like.

    Attributes:
        parties: the two that messages are about.
        sarcasm: the share of messages that say the opposite of what they mean.
        off_topic: the share of messages about neither party.
        replies: the share that answer the message before.
    """

    parties: tuple[str, ...] = ("Amber", "Basalt")
    messages: int = 200
    authors: int = 20
    sarcasm: float = 0.1
    off_topic: float = 0.2
    replies: float = 0.3


def intents_of(parties: Sequence[str]) -> tuple[str, ...]:
    """The five intents: for and against each of two parties, and neutral (section 4.2 of the paper)."""
    return (*(f"{word} {party}" for party in parties for word in ("pro", "anti")), NO_STANCE)


def drawn_thread(settings: ThreadSettings, seed: int) -> list[ThreadMessage]:
    """A synthetic thread: each author is for one party, seldom for none, and keeps to that."""
    chance = random.Random(f"thread {seed}")
    leaning = {f"author{number}": chance.choice([*settings.parties * 4, ""]) for number in range(settings.authors)}
    found = list[ThreadMessage]()
    for number in range(1, settings.messages + 1):
        author = chance.choice(sorted(leaning))
        favours = leaning[author]
        intent, text = NO_STANCE, chance.choice(_OFF)
        if favours and chance.random() >= settings.off_topic:
            party = chance.choice(settings.parties)
            pro = party == favours
            intent = f"{'pro' if pro else 'anti'} {party}"
            sarcastic = chance.random() < settings.sarcasm
            words = chance.choice(_PRO if pro != sarcastic else _ANTI).format(party=party)
            text = f"{_SARCASM}{words}" if sarcastic else words
        reply = found[-1].id if found and chance.random() < settings.replies else ""
        found.append(ThreadMessage(str(number), author, text, intent, reply))
    return found


def read_thread(file: Path, parties: Sequence[str]) -> list[ThreadMessage]:
    """The messages of a file of JSON Lines, in its order.

    Raises:
        ExperimentError: for a line that is no message, with its place.
    """
    known, found = intents_of(parties), list[ThreadMessage]()
    ids = set[str]()
    try:
        with file.open(encoding="utf-8") as stream:
            for line, content in json_objects(stream, str(file)):
                faults = list(misshapen(content, dict(_SHAPE)))
                faults += [f"{name} is missing" for name in ("id", "author", "text", "intent") if name not in content]
                if not faults and content["intent"] not in known:
                    near = did_you_mean(content["intent"], known)
                    faults.append(f"there is no intent {content['intent']!r}{near}; there are: {', '.join(known)}")
                if not faults and content["id"] in ids:
                    faults.append(f"a second message has the id {content['id']!r}")
                if len(found) >= MOST_MESSAGES:
                    faults.append(f"more than {MOST_MESSAGES:,} messages")
                if faults:
                    raise ExperimentError([f"{file}:{line}: {fault}" for fault in faults])
                ids.add(content["id"])
                found.append(ThreadMessage(**{name: content[name] for name in _SHAPE if name in content}))
    except (OSError, UnicodeDecodeError) as error:
        raise ExperimentError([f"{file}: {error}"]) from None
    return found
