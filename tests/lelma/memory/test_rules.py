"""Rules of entries: read, evaluated, tested over matches, and held against each other."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from lelma.memory.finished_match import FinishedMatch, RuleMoment, fires_of
from lelma.memory.rule_clashes import contains, rule_clashes
from lelma.memory.rule_evidence import evidence_from_json, feedback_on, rule_evidence_over
from lelma.memory.rule_language import RuleFault, read_rule
from lelma.memory.store import EntryStore
from lelma.memory.tested_entries import hold_entries_against
from lelma.models.embeddings import open_embedder

PLAYERS = ("a", "b", "c", "d")
KNOWN = {"votes": frozenset([3]), "voted": frozenset([3]), "out": frozenset([1]), "vague": frozenset([2])}


def moment(
    votes: str = "", *, ply: int = 5, out: str = "", vague: str = "", chances: dict[str, Fraction] | None = None
) -> RuleMoment:
    """Rounds of votes, `a>b c>b | …`; who is out; who was vague in the rounds so far, once for each letter."""
    rounds = [part.split() for part in votes.split("|")] if votes else []
    cast = {(*vote.split(">"), str(at)) for at, part in enumerate(rounds, start=1) for vote in part}
    got = {
        (who, str(at), str(sum(v[1] == who and v[2] == str(at) for v in cast)))
        for at in range(1, len(rounds) + 1)
        for who in PLAYERS
    }
    shares = chances or dict.fromkeys(PLAYERS, Fraction(1, 4))
    return RuleMoment(
        ply,
        {
            "voted": frozenset(cast),
            "votes": frozenset(got),
            "out": frozenset((who,) for who in out),
            "vague#": frozenset((who, str(vague.count(who))) for who in PLAYERS),
        },
        tuple(str(at) for at in range(1, len(rounds) + 1)),
        {},
        {player: {"spy": share, "other": 1 - share} for player, share in shares.items()},
    )


def match(spy: str, *moments: RuleMoment, name: str = "1") -> FinishedMatch:
    identities = {player: frozenset(["spy" if player == spy else "other"]) for player in PLAYERS}
    return FinishedMatch(name, identities, moments, KNOWN)


def fires(rule: str, at: RuleMoment) -> str:
    return "".join(fires_of(read_rule(rule, KNOWN), at, PLAYERS))


@pytest.mark.parametrize(
    "text",
    [
        "if votes(P, last) >= 3 then spy(P)",
        "if out(P) or not (voted(P, Q, any) and vague(Q) >= 2) then not spy(P)",
        "if not not vague(me) > 0.6 then spy(me)",
    ],
)
def test_a_rule_is_written_as_it_is_read(text: str) -> None:
    assert str(read_rule(text, KNOWN)) == text
    assert read_rule(str(read_rule(text))) == read_rule(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("votes(P, last) >= 3", "and begins so"),
        ("if out(P)", "ends too early"),
        ("if out(P) then spy(alice)", "about a player: write spy"),
        ("if vaque(P) then spy(P)", "no relation 'vaque' (did you mean vague?)"),
        ("if votes(P) >= 3 then spy(P)", "votes has 2 arguments here, not 1"),
        ("if out(P) & vague(P) then spy(P)", "column 11"),
        ("if voted(last, P, any) then spy(P)", "one window is enough"),
        ("if out(P) then spy(P)" + " " * 400, "at most 400"),
    ],
)
def test_what_is_no_rule_is_told_with_its_place(text: str, told: str) -> None:
    with pytest.raises(RuleFault, match=re.escape(told)):
        read_rule(text, KNOWN)


def test_windows_are_rounds() -> None:
    at = moment("a>b c>b d>b b>a | a>b b>c c>d d>c")
    assert fires("if votes(P, last) >= 2 then spy(P)", at) == "c"
    assert fires("if votes(P, any) >= 2 then spy(P)", at) == "bc"
    assert fires("if votes(P, every) >= 1 then spy(P)", at) == "b"
    assert fires("if votes(P, 1) = 1 then spy(P)", at) == "a"
    assert fires("if votes(P, every) >= 0 then spy(P)", moment()) == ""


def test_other_players_are_some_player_and_differ() -> None:
    at = moment("a>b b>a c>b", vague="bb")
    assert fires("if voted(P, Q, last) and voted(Q, P, last) then spy(P)", at) == "ab"
    assert fires("if voted(P, Q, last) and vague(Q) >= 2 then spy(P)", at) == "ac"
    assert fires("if not voted(P, Q, any) then spy(P)", at) == "d"
    assert fires("if voted(Q, P, any) and not out(P) then spy(P)", moment("a>b", out="b")) == ""


def test_me_is_who_reads_the_rule() -> None:
    at = moment("a>b b>a c>b")
    rule = read_rule("if voted(P, me, last) then spy(P)", KNOWN)
    assert rule.for_reader and not read_rule("if voted(me, Q, last) then spy(me)").for_reader
    assert [fires_of(rule, at, PLAYERS, reader) for reader in "abcd"] == [("b",), ("a", "c"), (), ()]
    own = read_rule("if voted(Q, me, last) then spy(me)", KNOWN)
    assert [fires_of(own, at, PLAYERS, reader) for reader in "abcd"] == [("a",), ("b",), (), ()]
    found = rule_evidence_over(rule, games([("a", at)]))
    assert (found.cases, found.held, found.true_of, found.games_fired) == (3, 1, 3, 1)
    twice = rule_evidence_over(read_rule("if voted(me, P, last) then spy(P)", KNOWN), games([("b", at)]))
    assert (twice.cases, twice.held) == (3, 2) and twice.variance == Fraction(3, 16) * (2 * 2 + 1)


def test_rules_for_readers_clash_where_one_reader_is_told_both() -> None:
    one, other = (
        read_rule(f"if {text} then {what}(P)")
        for text, what in (("voted(P, me, last)", "spy"), ("voted(me, P, last)", "not spy"))
    )
    assert [each.player for each in rule_clashes([one, other], games([("a", moment("a>b b>a"))]))] == ["a"]
    assert rule_clashes([one, other], games([("a", moment("a>b c>d"))])) == ()


def games(rows: list[tuple[str, RuleMoment]]) -> list[FinishedMatch]:
    return [match(spy, at, name=str(number)) for number, (spy, at) in enumerate(rows, start=1)]


def test_evidence_is_counted_once_a_player_and_match() -> None:
    archive = games([("a", moment(vague="aab")), ("b", moment(vague="aa")), ("c", moment())])
    found = rule_evidence_over(read_rule("if vague(P) >= 2 then spy(P)"), archive)
    assert (found.games, found.cases, found.held, found.games_fired, found.games_held) == (3, 2, 1, 2, 1)
    assert (found.precision, found.recall, found.base, found.lift) == (
        Fraction(1, 2),
        Fraction(1, 3),
        Fraction(1, 4),
        Fraction(2),
    )
    assert found.status == "open" and evidence_from_json(found.as_json()) == found
    told = feedback_on(read_rule("if vague(P) >= 2 then spy(P)"), found)
    assert "failed in 1 of 2 games" in told and "In game 2, after 5 joint moves, it was so of a, who was other." in told


def test_statuses() -> None:
    rule, denied = read_rule("if vague(P) >= 1 then spy(P)"), read_rule("if vague(P) >= 1 then not spy(P)")
    right = games([("a", moment(vague="a"))] * 12)
    wrong = games([("b", moment(vague="a"))] * 30)
    assert (rule_evidence_over(rule, right).status, rule_evidence_over(denied, right).status) == (
        "supported",
        "refuted",
    )
    assert (rule_evidence_over(rule, wrong).status, rule_evidence_over(denied, wrong).status) == (
        "refuted",
        "supported",
    )
    assert rule_evidence_over(rule, right[:3]).status == "open"
    sure = games([("a", moment(out="b", chances={**dict.fromkeys("acd", Fraction(1, 3)), "b": Fraction(0)}))])
    assert rule_evidence_over(read_rule("if out(P) then not spy(P)"), sure).status == "proved"
    assert rule_evidence_over(read_rule("if out(P) then spy(P)"), sure).status == "refuted"
    assert rule_evidence_over(read_rule("if vague(P) >= 9 then spy(P)"), right).status == "open"


def test_what_a_match_does_not_know_is_told() -> None:
    with pytest.raises(RuleFault, match="nobody is 'wolf'"):
        rule_evidence_over(read_rule("if out(P) then wolf(P)"), games([("a", moment())]))


@pytest.mark.parametrize(
    ("wide", "narrow", "expected"),
    [
        ("if votes(P, last) >= 2 then spy(P)", "if votes(X, last) >= 3 then spy(X)", True),
        ("if votes(P, last) >= 3 then spy(P)", "if votes(P, last) >= 2 then spy(P)", False),
        ("if votes(P, any) >= 2 then spy(P)", "if votes(P, last) > 2 and out(P) then spy(P)", True),
        ("if votes(P, last) >= 2 then spy(P)", "if votes(P, every) >= 2 then spy(P)", True),
        ("if votes(P, every) >= 2 then spy(P)", "if votes(P, last) >= 2 then spy(P)", False),
        ("if out(P) then spy(P)", "if out(P) then not spy(P)", False),
        ("if out(P) or not out(P) then spy(P)", "if vague(P) >= 1 then spy(P)", True),
    ],
)
def test_a_rule_may_contain_another(wide: str, narrow: str, expected: bool) -> None:
    assert contains(read_rule(wide), read_rule(narrow)) is expected


def test_rules_clash_where_both_hold_of_one_player() -> None:
    archive = games([("a", moment(out="b")), ("a", moment(vague="a", out="a"))])
    rules = [read_rule("if vague(P) >= 1 then spy(P)"), read_rule("if out(P) then other(P)")]
    clash = rule_clashes(rules, archive)
    assert [(each.match, each.player) for each in clash] == [("2", "a")]
    assert not rule_clashes(rules, archive[:1])


def test_entries_get_statuses_and_the_weaker_of_two_goes() -> None:
    archive = games([("a", moment(vague="aa"))] * 15 + [("b", moment(vague="aabb"))] * 10)
    store = EntryStore(open_embedder())
    store.add("Vague players are spies.", rule="if vague(P) >= 2 then spy(P)")
    store.add("Who is a little vague is the spy, too.", rule="if vague(P) >= 1 then spy(P)")
    store.add("Nobody vague can be a spy, ever.", rule="if vague(P) >= 2 then not spy(P)")
    store.add("Loud people lie.", rule="if loud(P) then spy(P)")
    store.add("Trust nobody.")
    found = hold_entries_against(store, archive)
    statuses = {entry.id: entry.status for entry in store.entries}
    assert statuses == {"e1": "supported", "e2": "retired", "e3": "refuted", "e4": "unchecked", "e5": "unchecked"}
    assert found.contained == (("e1", "e2"), ("e2", "e1")) or found.contained == (("e2", "e1"),)
    assert set(found.feedback) == {"e3", "e4"} and "no relation 'loud'" in found.feedback["e4"]
    told = [entry.told for entry, _ in store.find("vague", 5, statuses=["proved", "supported"])]
    assert told == ["Vague players are spies. (held in 15 of 25 games)"]


def test_what_no_longer_holds_is_retired() -> None:
    store = EntryStore(open_embedder())
    store.add("Vague players are spies.", rule="if vague(P) >= 1 then spy(P)")
    hold_entries_against(store, games([("a", moment(vague="a"))] * 15))
    assert store.entries[0].status == "supported"
    found = hold_entries_against(store, games([("a", moment(vague="a"))] * 15 + [("b", moment(vague="acd"))] * 60))
    assert store.entries[0].status == "refuted" and found.retired == ("e1",)
