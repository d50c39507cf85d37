"""The intent of each message of a thread: by the message alone, or by the trust graph of all that was said before.

Authors and parties are the nodes of the graph (`lelma.trust`), a message is evidence of its author towards a party,
with what a reader makes of it. Its owner is somebody who reads along and trusts every author alike.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence

from gdl.values import dataclass
from lelma.experiments.threads.messages import NO_STANCE, ThreadMessage
from lelma.trust.graph import Evidence, TrustEdge, TrustGraph, merge

METHODS_OF_THREADS: Mapping[str, str] = {
    "message": "what a reader makes of the message alone",
    "gratr": "that, and where it goes against what its author said before, the author's edge in the trust graph",
}

_READER = "the reader"
_AGAINST = ("let us down", "not give", "breaks its word")
_CLEAR = 0.5


@dataclass(frozen=True)
class SimulatedIntents:
    """A reader without a model: it takes words at their face, so that sarcasm misleads it, and errs at a rate."""

    wrong: float = 0.1
    seed: int = 0

    def read(self, message: ThreadMessage, parties: Sequence[str]) -> tuple[str, float] | None:
        """A party and how far the words are for it, from -1 to 1; None for neither.

        Raises:
            ValueError: for a rate outside 0 to 1.
        """
        if not 0 <= self.wrong <= 1:
            raise ValueError(f"wrong is {self.wrong}; it must be from 0 to 1")
        chance = random.Random(f"{self.seed} {message.id} {message.text}")
        party = next((each for each in parties if re.search(rf"\b{re.escape(each)}\b", message.text)), None)
        if party is None:
            return None
        c = -0.8 if any(words in message.text for words in _AGAINST) else 0.8
        return party, -c if chance.random() < self.wrong else c


def told_intents(
    messages: Sequence[ThreadMessage], parties: Sequence[str], reader: SimulatedIntents, method: str
) -> list[str]:
    """An intent for each message, of those before it alone, by one of `METHODS_OF_THREADS`."""
    authors = tuple(dict.fromkeys(each.author for each in messages))
    graph = TrustGraph.new(
        _READER, (_READER, *(f"by {each}" for each in authors), *(f"for {each}" for each in parties))
    )
    found = list[str]()
    for number, message in enumerate(messages, start=1):
        read = reader.read(message, parties)
        if read is None:
            found.append(NO_STANCE)
            continue
        party, c = read
        source, target = f"by {message.author}", f"for {party}"
        if method == "gratr":
            before = _leaning(graph, source, party, parties)
            if abs(before) >= _CLEAR and before * c < 0:
                c = before
        graph = _with(graph, Evidence(number, source, target, "spoke of", read[1], message.text))
        found.append(f"{'pro' if c > 0 else 'anti'} {party}")
    return found


def _leaning(graph: TrustGraph, source: str, party: str, parties: Sequence[str]) -> float:
    """How far an author is for a party: the merged edge (Eq. 4), and as far against the other one."""
    others = sum(-merge(graph, source, f"for {each}") for each in parties if each != party)
    return max(-1.0, min(1.0, merge(graph, source, f"for {party}") + others))


def _with(graph: TrustGraph, evidence: Evidence) -> TrustGraph:
    edge = graph.edge(evidence.source, evidence.target)
    return graph.with_edge(evidence.source, evidence.target, TrustEdge((*edge.evidence, evidence), edge.feedback))
