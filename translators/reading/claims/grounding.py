"""Assertions put into the situation they stand in, as formulas: for each part of an assertion all that it may say.

An alternative is a formula. What stays ambiguous has several: the claim is false only if all are, true only if all are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from translators.formulas import formula as f
from translators.reading.claims import bests, comparisons, expectations, payoffs, said_formulas, theory
from translators.reading.claims.formulas import all_of
from translators.reading.claims.ground import Alternatives, Around, Ground, NoClaim
from translators.reading.discourse.scene import Unresolved
from translators.reading.grammar import parts as p

MOST_ALTERNATIVES = 12

_BY_KIND: dict[type[Any], Callable[[Ground, Any, Around], list[Alternatives]]] = {
    p.Gets: payoffs.ground_gets,
    p.Cells: payoffs.ground_cells,
    p.Compares: comparisons.ground_compares,
    p.RowOfCells: payoffs.ground_row,
    p.Falls: comparisons.ground_falls,
    p.Beats: comparisons.ground_beats,
    p.Otherwise: comparisons.ground_otherwise,
    p.Ranks: comparisons.ground_ranks,
    p.Spread: comparisons.ground_spread,
    p.Best: bests.ground_best,
    p.Peak: bests.ground_peak,
    p.Dominates: theory.ground_dominates,
    p.Stable: theory.ground_stable,
    p.Dominance: theory.ground_dominance,
    p.Deviates: theory.ground_deviates,
    p.Refined: theory.ground_refined,
    p.Efficient: theory.ground_efficient,
    p.GameIs: theory.ground_game,
    p.SaidFormula: said_formulas.ground_said,
    p.NumberClaim: expectations.ground_numbers,
    p.Threshold: expectations.ground_threshold,
    p.Mixed: expectations.ground_mixed,
}


def claims_of(ground: Ground, said: p.Assertion, around: Around) -> list[Alternatives]:
    """What an assertion says: a claim for each of its parts, with its alternatives.

    Raises:
        Unresolved: if it can't be put into the game.
        NoClaim: if it says nothing that can be checked.
    """
    ways = _versions(ground, said)
    if len(ways) > 1:
        return _of_versions(ground, ways, around)
    return _claims_as_told(ground, ways[0], around)


def _claims_as_told(ground: Ground, said: p.Assertion, around: Around) -> list[Alternatives]:
    shared = isinstance(said, p.Gets | p.Compares) and said.who is not None and said.who.kind in ("both", "each")
    if shared and (own := _each_own(ground, said)):  # type: ignore[arg-type]
        return _shared(ground, said, own, around)  # type: ignore[arg-type]
    return _as_told(ground, said, around)


def _each_own(ground: Ground, said: p.Gets | p.Compares) -> list[p.Assertion]:
    """What is said of all by an act of nobody's, said of each by its own: `each of us gets 5 by choosing R`."""
    cases = (said.case, said.left, said.right) if isinstance(said, p.Compares) else (said.case,)
    if len(ground.game.roles) != 2 or not any(p.ownerless(case) for case in cases if case is not None):
        return []
    one, other = ground.game.roles
    made: list[p.Assertion] = []
    for role, rest in ((one, other), (other, one)):
        told = p.with_player(replace(said, who=p.Who("role", role)), p.Who("them"), p.Who("role", rest))
        made.append(p.with_owner(told, p.Who("role", role)))
    return made


def _shared(ground: Ground, said: p.Gets | p.Compares, own: list[p.Assertion], around: Around) -> list[Alternatives]:
    """An act by which all get something: each does its own, or all together; never only one for `each`."""
    assert said.who is not None
    ways: list[f.Formula] = []
    failed: Unresolved | None = None
    if around.sentence.empty or ground.full(around.sentence):
        try:
            each = [_as_told(ground, part, around)[0] for part in own]
            ways += [all_of(way) for way in zip(*each, strict=False)]
        except Unresolved as error:
            failed = error
    for together in (p.with_owner(said, p.Who("both")), *((said,) if said.who.kind == "both" else ())):
        try:
            ways += _as_told(ground, together, around)[0]
        except Unresolved as error:
            failed = failed or error
    if not ways:
        raise failed or Unresolved("it can't be told whose choice it is")
    return [tuple(dict.fromkeys(ways))]


def _as_told(ground: Ground, said: p.Assertion, around: Around) -> list[Alternatives]:
    match said:
        case p.Many(parts):
            return _of_many(ground, parts, around)
        case p.Denied(body):
            return [tuple(f.Negation(each) for each in claim) for claim in claims_of(ground, body, around)]
    made = _BY_KIND[type(said)](ground, said, around)
    said_so = isinstance(said, p.SaidFormula | p.NumberClaim)
    if not said_so and any(isinstance(each, f.Compare) and each.left == each.right for claim in made for each in claim):
        raise Unresolved("it compares a case with itself")
    found = [tuple(dict.fromkeys(claim))[:MOST_ALTERNATIVES] for claim in made if claim]
    if not found:
        raise NoClaim("it says nothing that can be checked")
    return found


def _versions(ground: Ground, said: p.Assertion) -> list[p.Assertion]:
    """What an assertion may mean whose words depend on the game.

    *We* may be all players or the reasoner's side, which it is where others act beside it. Where payoffs are costs,
    more of them may be worse. What we get may be what all get together. The others are those beside whoever was named
    last, or beside the reasoner. Who speaks of the reasoner by name may mean the reasoner by `she`. Where that role is
    the second of two, a profile may put its choice first; amounts may be told in thousands.
    """
    if ground.view.side:
        said = p.with_player(said, p.WE, p.Who("me"))
    ways = [said]
    players = p.players_in(said)
    if p.WE in players:
        beside = any(who.kind in ("them", "role", "rest") for who in players)
        all_players = p.with_player(said, p.WE, p.Who("both" if len(ground.game.roles) == 2 else "each"))
        ways = [] if beside else [all_players]
        ways.append(p.with_player(said, p.WE, p.Who("me")))
        if isinstance(said, p.Gets) and said.who == p.WE and not said.how:
            ways.append(replace(said, who=None, how="sum", case=p.with_player(said.case, p.WE, p.Who("both"))))
    if isinstance(said, p.Gets) and said.who == p.Who("rest") and len(ground.view.they) == 1:
        rest = tuple(p.Who("role", role) for role in ground.game.roles if role not in ground.view.they)
        ways.insert(0, replace(said, who=p.Who("group", "", rest)))
    if ground.view.outside and len(ground.game.roles) == 2 and p.Who("them") in players and p.Who("me") not in players:
        ways.append(p.with_player(said, p.Who("them"), p.Who("me")))
    own_first = len(ground.game.roles) == 2 and not ground.view.order and ground.game.me != ground.game.roles[0]
    if own_first and isinstance(said, p.Compares | p.Ranks | p.Spread):
        ways += [turned for way in ways if (turned := p.with_profiles_turned(way)) != way]  # `u(2, 1) > u(1, 1)`
    least, most = ground.game.smallest, ground.game.largest
    if isinstance(said, p.Gets | p.Cells) and (scaled := p.in_thousands(said, least, most)) is not None:
        ways.insert(0 if least >= p.THOUSAND else len(ways), scaled)
    if ground.game.costs:
        ways += [turned for way in ways if (turned := p.turned_round(way)) != way]
    return ways


def _of_versions(ground: Ground, ways: Sequence[p.Assertion], around: Around) -> list[Alternatives]:
    """What an assertion says in one version or another: each of its claims has the alternatives of all."""
    found: list[list[Alternatives]] = []
    failed: Unresolved | NoClaim | None = None
    for way in ways:
        try:
            found.append(_claims_as_told(ground, way, around))
        except (Unresolved, NoClaim) as error:
            failed = failed or error
    if not found:
        raise failed or NoClaim("it says nothing that can be checked")
    size = min(map(len, found))
    return [tuple(dict.fromkeys(each for way in found for each in way[at])) for at in range(size)]


def _of_many(ground: Ground, parts: Sequence[p.Assertion], around: Around) -> list[Alternatives]:
    """The claims of all parts that can be put into the game."""
    found: list[Alternatives] = []
    failed: Unresolved | NoClaim | None = None
    for part in parts:
        try:
            found += claims_of(ground, part, around)
        except (Unresolved, NoClaim) as error:
            failed = failed or error
    if not found and failed is not None:
        raise failed
    return found
