"""What the baselines of the GRATR paper are told of the past: the same final prompt, and only the retrieval differs.

The paper (Zhu et al., arXiv 2408.12333, section 4.1) names NativeRAG, RerankRAG and LightRAG and publishes none of its
code: these are ours, over the embedder of this program. Everything is of messages that the role saw or heard.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from lelma.agents.protocol import Note
from lelma.agents.steps.fields import StepMoment
from lelma.agents.steps.functions import Ask, StepResult
from lelma.agents.trusting.messages import SeenMessage, asked_of, recent_messages, visible_messages, within_budget
from lelma.models.embeddings import Embedder, nearest, open_embedder

BUDGET = 900
"""Tokens of what is retrieved, the same for all."""

K, WINDOW, WIDER = 5, 15, 4
"""Messages a query; messages without a query; by which the first stage of reranking takes more."""

ORDER_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {"order": {"type": "array", "items": {"type": "integer", "minimum": 1}, "maxItems": 100}},
    "required": ["order"],
}


def retrieved(moment: StepMoment, options: Mapping[str, Any], ask: Ask) -> StepResult:
    """Messages for the decision at hand, as text: `options.how` is `recent`, `native` or `rerank`.

    `recent`: the latest `window` (15). `native`: for each candidate the `k` (5) nearest to the task and the candidate
    by cosine, best first until the budget is used, told in order of time. `rerank`: of four times as many nearest ones
    the model, by the step's prompt `rerank` with the field `passages`, gives an order (listwise, as RankGPT does), and
    as many are kept as `native` keeps; where it names none of them, theirs stands. Options further: `budget` (900
    tokens), `embedder` (`hashed`). Notes: `retrieved`.
    """
    budget = int(options.get("budget", BUDGET))
    if options.get("how", "recent") == "recent":
        texts = recent_messages(moment, int(options.get("window", WINDOW)))
        texts = within_budget(texts[::-1], budget)[::-1]
        return StepResult("\n".join(texts), [{"kind": "retrieved", "texts": texts, "scores": []}])
    k, embedder = int(options.get("k", K)), open_embedder(str(options.get("embedder", "hashed")))
    messages = visible_messages(moment)
    found = ranked(messages, asked_of(moment), embedder, k * WIDER if options["how"] == "rerank" else k)
    if options["how"] == "rerank" and found:
        keep = len(ranked(messages, asked_of(moment), embedder, k))
        found = _reranked(messages, found, ask)[:keep]
    return _told(moment, [(messages[number], score) for number, score in found], budget)


def ranked(
    messages: Sequence[SeenMessage], queries: Sequence[str], embedder: Embedder, k: int
) -> list[tuple[int, float]]:
    """The messages among the `k` nearest to one of the queries, each with its best cosine, the nearest first."""
    if not messages or not queries:
        return []
    rows = embedder.embed([each.text for each in messages])
    best: dict[int, float] = {}
    for query in embedder.embed(list(queries)):
        for number, score in nearest(np.asarray(query), rows, k):
            best[number] = max(score, best.get(number, -2.0))
    return sorted(best.items(), key=lambda each: (-each[1], each[0]))


def _reranked(messages: Sequence[SeenMessage], found: Sequence[tuple[int, float]], ask: Ask) -> list[tuple[int, float]]:
    """The same in the order that the model gives them; what it does not name comes last, as it was."""
    passages = "\n".join(f"[{place}] {messages[number]}" for place, (number, _) in enumerate(found, start=1))
    value = ask("rerank", {"passages": passages}, schema=ORDER_SCHEMA)
    order = value["order"] if isinstance(value, dict) else []
    places = [place - 1 for place in dict.fromkeys(order) if 1 <= place <= len(found)]
    places += [place for place in range(len(found)) if place not in set(places)]
    return [found[place] for place in places]


def _told(moment: StepMoment, found: Sequence[tuple[SeenMessage, float]], budget: int) -> StepResult:
    """As many as there is room for, in order of time."""
    kept = found[: len(within_budget([str(message) for message, _ in found], budget))]
    kept = sorted(kept, key=lambda each: each[0].number)
    texts = within_budget([str(message) for message, _ in kept], budget)
    note: Note = {"kind": "retrieved", "texts": texts, "scores": [round(score, 6) for _, score in kept]}
    return StepResult("\n".join(texts), [note])
