"""What an agent makes of its trust when it decides: of each candidate, by chains of evidence told as sentences.

After Zhu et al., "GRATR" (arXiv 2408.12333), section 3.3, Eqs. 4 to 9. The prompt of the paper's appendix 1.2 is not
published; how chains are told is ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from lelma.agents.protocol import Note
from lelma.agents.steps.fields import StepMoment
from lelma.agents.steps.functions import Ask, StepResult
from lelma.agents.trusting.book import TrustBook, feedback_kept, opened_book
from lelma.agents.trusting.life import BookOptions
from lelma.agents.trusting.messages import candidates, recent_messages
from lelma.agents.trusting.observing import trust_told
from lelma.trust.chains import TrustChain
from lelma.trust.decide import TrustDecision, WeighedChain, decide
from lelma.trust.graph import TrustGraph

_CHAINS = 3


def trust_summary(moment: StepMoment, options: Mapping[str, Any], ask: Ask) -> StepResult:
    """Of each candidate: how much it is trusted, what is proved, and the weightiest chains, as text.

    Options: those of `BookOptions`, and `chains` (3), how many are told of each. Candidates are the others whom a legal
    move names; all others, where none does. Notes: `trust`, `belief` (the chance of each side, calibrated where the
    game's file says how) and `retrieved`, the chains that were told with their weights.
    """
    chosen = BookOptions.of(options)
    if not chosen.graph:
        return StepResult("")
    book, most = opened_book(moment, chosen), int(options.get("chains", _CHAINS))
    if not book.deals:
        return StepResult("")
    graph, lines = book.graph, list[str]()
    out = book.rules.out_by(percept for ply in moment.view.plies for percept in ply.percepts)
    decided: dict[str, float] = {}
    texts, scores = list[str](), list[float]()
    on_proof = [0.0, 0.0]
    for player in candidates(moment) or dict.fromkeys(moment.others):
        decision = decide(graph, player)
        graph = decision.graph
        if decision.trust != decision.before:
            decided[player] = round(decision.trust, 9)
        shown = sorted(decision.chains, key=lambda each: -abs(each.weight))[:most]
        told = [_chain_told(moment, graph, each.chain) for each in shown]
        texts += told
        scores += [round(each.weight, 6) for each in shown]
        gone = f" {moment.view.wording.name(player)} is out of the game." if player in out else ""
        lines += [_standing(moment, book, decision) + gone, *(f"  - {each}" for each in told)]
        for each in decision.chains:
            on_proof[0] += abs(each.weight) * _proved_share(graph, each)
            on_proof[1] += abs(each.weight)
    now = replace(book, graph=graph)
    notes: list[Note] = [
        {"kind": "trust", **trust_told(now), "task": moment.view.task},
        {"kind": "belief", "beliefs": _beliefs(now)},
        {
            "kind": "retrieved",
            "texts": texts,
            "scores": scores,
            "lengths": [text.count("→") for text in texts],
            "on_proof": round(on_proof[0] / on_proof[1], 6) if on_proof[1] else 0.0,
        },
    ]
    kept: dict[str, Any] = {"feedback": feedback_kept(graph)} if graph != book.graph else {}
    if decided:
        before = moment.state.get(f"decided_{len(moment.view.plies)}") or {}
        kept[f"decided_{len(moment.view.plies)}"] = {**before, **decided}
    return StepResult("\n".join(lines), notes, kept)


def recent(moment: StepMoment, options: Mapping[str, Any], ask: Ask) -> StepResult:
    """The latest messages, `options.window` (15) of them, as text."""
    return StepResult("\n".join(recent_messages(moment, int(options.get("window", 15)))))


def _standing(moment: StepMoment, book: TrustBook, decision: TrustDecision) -> str:
    """A line on a candidate: trust from -1 to 1, what that makes of it, and the reason where it is proved."""
    name, player = moment.view.wording.name(decision.target), decision.target
    trust = book.trust(decision.graph, player)
    reason = next((pin.reason for pin in book.pins if pin.player == player), "")
    if reason:
        side = moment.view.wording.name(book.proved[player])
        return f"{name}: trust {trust:+.2f}; it is certain that {name} is on the side of {side} ({reason})."
    standing = decision.graph.settings.standing(trust)
    told = {"ally": "probably on your side", "adversary": "probably against you", "indifferent": "nothing clear"}
    chance = book.chance(decision.graph, player)
    return f"{name}: trust {trust:+.2f}, {told[standing]}; the chance of being against you is {chance:.2f}."


def _chain_told(moment: StepMoment, graph: TrustGraph, chain: TrustChain) -> str:
    """A chain from its trusted end to the candidate, each link with the latest act that it rests on."""
    name = moment.view.wording.name
    first = chain.players[0]
    parts = [f"{name(first)} (trust {graph.trust(first):+.2f})"]
    for near, far, link in zip(chain.players, chain.players[1:], chain.links, strict=False):
        latest = graph.edge(far, near).evidence[-1]
        parts.append(f"{name(far)} {latest.act} {name(near)} ({link:+.2f}, joint move {latest.ply})")
    return " → ".join(parts)


def _proved_share(graph: TrustGraph, weighed: WeighedChain) -> float:
    """The share of a chain's items of evidence that are no model's word."""
    items = [
        item
        for near, far in zip(weighed.chain.players, weighed.chain.players[1:], strict=False)
        for item in graph.edge(far, near).evidence
    ]
    return sum(item.basis != "extracted" for item in items) / len(items) if items else 0.0


def _beliefs(book: TrustBook) -> dict[str, dict[str, float]]:
    """Player → side → probability, of everybody; oneself is certain."""
    rules, me = book.rules, book.graph.me
    own = book.proved.get(me) or next(iter(book.deals))[me]
    other = rules.evil if own == rules.good else rules.good
    found: dict[str, dict[str, float]] = {}
    for player in book.graph.players:
        chance = 0.0 if player == me else book.chance(book.graph, player)
        found[player] = {own: round(1 - chance, 6), other: round(chance, 6)}
    return found
