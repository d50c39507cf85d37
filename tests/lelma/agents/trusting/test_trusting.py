"""Agents that trust by evidence, at hand-written moments: what is evidence, what is refused, what is retrieved."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from lelma.agents.protocol import Answer, Note, Ply, Seat, Utterance, View
from lelma.agents.roster import STEP_FUNCTIONS, known_agents, make_agents
from lelma.agents.steps.agent import StepAgent
from lelma.agents.steps.fields import GameTexts, StepMoment
from lelma.agents.steps.plan import known_plans, read_plan
from lelma.agents.trusting.book import opened_book
from lelma.agents.trusting.extractor import simulated_reader
from lelma.agents.trusting.life import BookOptions
from lelma.agents.trusting.messages import visible_messages
from lelma.agents.trusting.retrieving import ranked
from lelma.game.game import Game
from lelma.game.wording import Wording
from lelma.models import Message, Reply
from lelma.models.embeddings import Hashed
from lelma.support.errors import UsageError
from lelma.trust.record import trust_rules

GAME = Game.load("werewolf")
ROLES = tuple(f"p{seat}" for seat in range(1, 9))
GAME_RULES = trust_rules(GAME)
BASELINES = ("baseline", "native", "rerank", "light", "facts")
ABLATIONS = ("pins", "record", "refusal", "false_claims", "posterior", "check", "graph")


@dataclass
class Answering:
    """A model that gives the values it is told for schemas with such a property, and keeps what it was asked."""

    values: Mapping[str, Sequence[Any]]
    name: str = "scripted:test"
    takes_schema: bool = True
    asked: list[tuple[str, str]] = field(default_factory=list)

    def complete(
        self, messages: Sequence[Message], *, schema: Mapping[str, Any] | None = None, **further: object
    ) -> Reply:
        names = (schema or {}).get("properties", {})
        key = next(name for name in ("evidence", "order", "entities", "low", "move") if name in names)
        number = sum(each == key for each, _ in self.asked)
        self.asked.append((key, "\n".join(each.text for each in messages)))
        given = self.values[key]
        value = given[min(number, len(given) - 1)]
        return Reply(value if isinstance(value, str) else json.dumps(value))


def item(target: str, kind: str, score: float, quote: str, guess: str = "unknown") -> dict[str, Any]:
    return {"target": target, "type": kind, "score": score, "role_guess": guess, "quote": quote}


def evidence(*items: Mapping[str, Any]) -> dict[str, Any]:
    return {"evidence": list(items)}


def said(role: str, words: str) -> Ply:
    return Ply("noop", (f"(said {role})",), (Utterance(role, words),))


def voted(role: str, target: str) -> Ply:
    return Ply("noop", (f"(voted {role} {target})",))


VILLAGER = [Ply("noop", ("(identity villager)",)), Ply("noop", ("peaceful",))]


def agent_of(name: str, values: Mapping[str, Sequence[Any]], **options: Any) -> tuple[StepAgent, Answering]:
    """An agent of steps, whose steps have some options otherwise; nothing is followed that takes seconds."""
    plan = read_plan(known_plans(GAME.folder)[name])
    steps = tuple(
        replace(step, options={**step.options, **options} if step.call in _TRUST else step.options)
        for step in plan.step
    )
    model = Answering(values)
    made = StepAgent(replace(plan, step=steps), {"": model}, texts=GameTexts.of(GAME), functions=STEP_FUNCTIONS)
    return made, model


_TRUST = ("trust_observed", "trust_summary", "checked_move")


def lived(agent: StepAgent, plies: Sequence[Ply], role: str = "p8") -> list[Note]:
    agent.begin(Seat(role, ROLES, "Rules.", Wording(GAME.file.words)))
    return [note for ply in plies for note in agent.observe(ply)]


def view(
    plies: Sequence[Ply], role: str = "p8", legal: Sequence[str] = ("(vote p1)", "(vote p2)", "(vote pass)")
) -> View:
    card = tuple(percept for ply in plies for percept in ply.percepts if percept.startswith("(identity"))
    return View(role, ROLES, "Rules.", Wording(GAME.file.words), tuple(plies), tuple(legal), card=card, task="vote")


def moment(plies: Sequence[Ply], role: str = "p8", state: Mapping[str, Any] | None = None) -> StepMoment:
    return StepMoment("act", view(plies, role), state or {}, {}, None, GameTexts.of(GAME))


def kinds(notes: Sequence[Note], kind: str) -> list[Note]:
    return [note for note in notes if note["kind"] == kind]


# What a model reads


def test_one_call_for_each_act_of_another_and_none_for_ones_own() -> None:
    agent, model = agent_of("gratr", {"evidence": [evidence()]})
    lived(
        agent, [*VILLAGER, said("p1", "I trust nobody."), said("p8", "Nor do I."), voted("p2", "p1"), voted("p8", "p1")]
    )
    assert [key for key, _ in model.asked] == ["evidence"] * 2
    assert "Player 1 just did or said:\nPlayer 1: “I trust nobody.”" in model.asked[0][1]
    assert "Player 2 just did or said:" in model.asked[1][1] and "Player 1" in model.asked[1][1]


def test_who_is_out_of_the_game_follows_no_more() -> None:
    agent, model = agent_of("gratr", {"evidence": [evidence()]})
    notes = lived(agent, [*VILLAGER, voted("p1", "p8"), Ply("noop", ("(died p8)",)), voted("p2", "p1")])
    assert len(model.asked) == 1
    assert not kinds(notes, "unread")


def test_a_defence_is_support_and_an_attack_or_deceit_is_not() -> None:
    items = evidence(item("p2", "attack", 8, "x"), item("p3", "defend", 5, "y"), item("p4", "deceive", 3, "z"))
    agent, _ = agent_of("gratr", {"evidence": [items]})
    (note,) = [each for each in kinds(lived(agent, [*VILLAGER, said("p1", "Hm.")]), "trust") if each["evidence"]]
    assert [(each["target"], each["credibility"], each["basis"]) for each in note["evidence"]] == [
        ("p2", -0.8, "extracted"),
        ("p3", 0.5, "extracted"),
        ("p4", -0.3, "extracted"),
    ]
    assert note["trust"]["p8"]["p2"] == pytest.approx(-0.08)  # of a stranger it counts a tenth


def test_an_unreadable_reply_is_asked_for_twice_more_and_then_flagged() -> None:
    agent, model = agent_of("gratr", {"evidence": ["no"]})
    notes = lived(agent, [*VILLAGER, said("p1", "Hm.")])
    assert len(model.asked) == 3 and len(kinds(notes, "unread")) == 2
    assert not kinds(notes, "extracted")


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        (item("p2", "attack", 9, "Player 2 is a liar"), "stands nowhere"),
        (item("p3", "attack", 9, "Player 2 worries me"), "nothing was said or done about Player 3"),
        (item("p1", "attack", 9, "Player 2 worries me"), "towards oneself"),
    ],
)
def test_evidence_that_the_record_refutes_goes_back_once_and_is_dropped(bad: Mapping[str, Any], why: str) -> None:
    good = item("p2", "attack", 4, "player 2 WORRIES me")
    agent, model = agent_of("gratr", {"evidence": [evidence(bad, good), evidence(bad, good)]}, refuse=True)
    (note,) = kinds(lived(agent, [*VILLAGER, said("p1", "Player 2 worries me.")]), "extracted")
    assert (note["items"], note["refused"], note["dropped"]) == (1, 1, 1)
    assert len(model.asked) == 2 and why in model.asked[1][1]


def test_a_guess_against_what_is_proved_is_refused() -> None:
    seer = [
        Ply("noop", ("(identity seer)",)),
        Ply("(check p1)", ("(is_wolf p1)",), chosen=True),
        Ply("noop", ("peaceful",)),
    ]
    bad, good = (item("p2", "attack", 4, "Player 2 worries me", guess) for guess in ("guard", "werewolf"))
    agent, model = agent_of("gratr", {"evidence": [evidence(bad), evidence(good)]}, refuse=True)
    (note,) = kinds(lived(agent, [*seer, said("p1", "Player 2 worries me.")]), "extracted")
    assert (note["items"], note["refused"], note["dropped"]) == (1, 1, 0)
    assert "Player 1 can't be the guard" in model.asked[1][1]


# What the record tells


def test_votes_and_what_is_said_are_evidence_without_a_call() -> None:
    plies = [*VILLAGER, said("p1", "Player 2 is a werewolf. I will vote for Player 3."), voted("p4", "p5")]
    agent, model = agent_of("gratr_plus", {"evidence": [evidence()]}, pins="told")
    notes = kinds(lived(agent, plies), "trust")
    found = [(each["source"], each["target"], each["act"]) for note in notes for each in note["evidence"]]
    assert found == [
        ("p1", "p2", "accused"),
        ("p1", "p3", "announced a vote against"),
        ("p4", "p5", "voted to execute"),
    ]
    assert all(each["basis"] == "record" for note in notes for each in note["evidence"]) and not model.asked


def test_the_model_is_asked_about_what_was_not_read_alone() -> None:
    agent, model = agent_of("gratr_plus", {"evidence": [evidence()]}, pins="told")
    lived(agent, [*VILLAGER, said("p1", "Player 2 is a werewolf. The moon smells odd to me.")])
    assert len(model.asked) == 1
    act = model.asked[0][1].split("just did or said:\n")[1].split("\n\n")[0]
    assert "moon" in act and "werewolf" not in act


def test_what_is_proved_later_counts_for_what_was_seen_before() -> None:
    plies = [*VILLAGER, voted("p1", "p2"), Ply("noop", ("(died p2)", "(was p2 werewolf)"))]
    options = BookOptions(record=True, extracted=False)
    before, after = (opened_book(moment(plies[:size]), options) for size in (3, 4))
    assert before.graph.trust("p1") == 0 < after.graph.trust("p1")
    assert (after.proved["p2"], after.graph.trust("p2")) == ("wolves", -1)
    unpinned = opened_book(moment(plies), replace(options, pins="none"))
    assert set(unpinned.proved) == {"p8"}


def test_a_wolf_knows_every_side() -> None:
    plies = [Ply("noop", ("(identity werewolf)", "(werewolf p1)", "(werewolf p2)")), Ply("noop", ("peaceful",))]
    book = opened_book(moment(plies), BookOptions())
    assert {player: book.graph.trust(player) for player in ("p1", "p2", "p3")} == {"p1": 1, "p2": 1, "p3": -1}


def test_a_check_of_a_dead_player_and_a_save_of_one_who_died_are_evidence_against_who_claims_it() -> None:
    died = Ply("noop", ("(died p2)", "(was p2 witch)"))
    later = Ply("noop", ("peaceful",))
    options = BookOptions(record=True, extracted=False, false_claims=True)
    for words, c in (
        ("I checked Player 2 on night 2.", -1),
        ("I saved Player 2 on night 1.", -1),
        ("I checked Player 2 on night 1.", None),
        ("I checked Player 3 on night 2.", None),
    ):
        book = opened_book(moment([VILLAGER[0], died, later, said("p1", words)]), options)
        proved = [each for each, _ in book.items if each.basis == "proved"]
        assert [each.credibility for each in proved] == ([] if c is None else [c]), words
        assert c is None or book.graph.trust("p1") == -1


def test_a_book_needs_the_games_own_words() -> None:
    with pytest.raises(UsageError, match="without a game"):
        opened_book(replace(moment(VILLAGER), texts=GameTexts()), BookOptions())
    with pytest.raises(UsageError, match="did you mean pins"):
        BookOptions.of({"pin": "told"})


# Decisions


def test_a_decision_tells_trust_and_chains_and_keeps_its_feedback() -> None:
    plies = [*VILLAGER, voted("p2", "p1"), *[voted("p1", "p8")] * 3]
    attacks = [evidence(item(target, "attack", 9, "")) for target in ("p1", "p8")]
    agent, model = agent_of("gratr", {"evidence": attacks, "move": [{"move": "(vote p1)"}]})
    lived(agent, plies)
    answer = agent.act(view(plies))
    assert answer.move == "(vote p1)" and not answer.trouble
    prompt = model.asked[-1][1]
    assert "Player 1: trust -" in prompt and "Player 8 (trust +1.00) → Player 1 attacked Player 8 (-0.9" in prompt
    trust, belief, retrieved, state = (
        next(iter(kinds(answer.notes, kind))) for kind in ("trust", "belief", "retrieved", "state")
    )
    assert trust["trust"]["p8"]["p1"] < -0.09
    assert belief["beliefs"]["p1"]["wolves"] > belief["beliefs"]["p3"]["wolves"]
    assert retrieved["lengths"][0] == 1 and retrieved["on_proof"] == 0
    assert set(state["state"]) == {"feedback", f"decided_{len(plies)}"}
    assert belief["beliefs"]["p8"] == {"village": 1.0, "wolves": 0.0}


def test_the_posterior_takes_the_place_of_the_graphs_trust() -> None:
    plies = [*VILLAGER, voted("p1", "p2"), voted("p3", "p2")]
    agent, _ = agent_of(
        "gratr_plus",
        {"evidence": [evidence()], "move": [{"move": "(vote p1)"}]},
        pins="told",
        edges="posterior",
        rounds=0,
    )
    lived(agent, plies)
    (trust, *_) = kinds(agent.act(view(plies)).notes, "trust")
    others = trust["trust"]["p8"]
    assert min(others, key=lambda player: others[player]) == "p2"
    assert others["p3"] - 0.02 < others["p1"] < others["p3"]  # who follows another's vote shows less


def test_both_edges_weigh_the_graphs_trust_on_the_chances_of_deals() -> None:
    plies = [*VILLAGER, voted("p1", "p2"), voted("p3", "p2"), voted("p4", "p8")]
    books = [
        opened_book(moment(plies), BookOptions(record=True, extracted=False, edges=edges))
        for edges in ("trust", "posterior", "both")
    ]
    trust, likely, both = ({who: book.chance(book.graph, who) for who in ROLES[:7]} for book in books)
    assert likely["p2"] > trust["p2"] > trust["p5"] and likely["p2"] > likely["p5"]
    weighed = GAME_RULES.calibrated
    assert weighed is not None and both["p2"] == weighed.chance(books[0].graph.trust("p2"), likely["p2"])
    assert books[2].trust(books[2].graph, "p2") == pytest.approx(1 - 2 * both["p2"])


def test_whoever_accuses_counts_among_the_chances_of_deals_unless_it_is_a_guess() -> None:
    options = BookOptions(record=True, extracted=False, edges="posterior")
    accused, guessed, twice = (
        opened_book(moment([*VILLAGER, *[said("p1", words)] * number]), options)
        for words, number in (
            ("Player 2 is a werewolf.", 1),
            ("I think that Player 2 is a werewolf.", 1),
            ("Player 2 is a werewolf.", 2),
        )
    )
    chances = [book.chance(book.graph, "p2") for book in (accused, guessed, twice)]
    assert chances[0] == chances[2] > 0.5 and chances[1] == pytest.approx(3 / 7)


def test_what_is_not_proved_is_never_told_to_be_certain() -> None:
    plies = [*VILLAGER, voted("p2", "p1")]
    sure = {f"decided_{len(plies)}": {"p1": -1.0, "p2": 1.0}}
    for options in (BookOptions(), BookOptions(edges="both")):
        book = opened_book(moment(plies, state=sure), options)
        assert (book.graph.trust("p1"), book.graph.trust("p2")) == (-1, 1)
        chances = [book.chance(book.graph, player) for player in ("p1", "p2")]
        assert chances[0] < 0.9 and chances[1] > 0.1, chances
    seer = [Ply("noop", ("(identity seer)",)), Ply("(check p1)", ("(is_wolf p1)",), chosen=True)]
    book = opened_book(moment(seer), BookOptions())
    assert [book.chance(book.graph, player) for player in ("p1", "p2")] == [1, pytest.approx(0.33, abs=0.03)]


def test_chances_may_be_those_that_trust_had_among_other_players() -> None:
    plies = [*VILLAGER, voted("p2", "p1")]
    told = {f"decided_{len(plies)}": {"p1": -0.07, "p2": -0.06}}
    usual, stand_ins = (opened_book(moment(plies, state=told), BookOptions(rates=rates)) for rates in ("", "stand_ins"))
    chances = [[book.chance(book.graph, player) for player in ("p1", "p2", "p3")] for book in (usual, stand_ins)]
    assert chances[0][0] < 0.45 and chances[1][0] > 0.8 > 3 / 7 > chances[1][1] == chances[1][2]
    with pytest.raises(UsageError, match=r"no rates of 'stand_in' .did you mean stand_ins"):
        book = opened_book(moment(plies), BookOptions(rates="stand_in"))
        book.chance(book.graph, "p1")


def test_a_decision_is_told_who_is_out_of_the_game() -> None:
    plies = [*VILLAGER, Ply("noop", ("(died p1)",)), voted("p2", "p1"), voted("p3", "p2")]
    agent, model = agent_of("gratr", {"evidence": [evidence()], "move": [{"move": "(vote p2)"}]})
    lived(agent, plies)
    agent.act(view(plies))
    lines = [line for line in model.asked[-1][1].splitlines() if line.startswith("Player ") and ": trust" in line]
    assert [line.endswith("is out of the game.") for line in lines] == [True, False]
    reader = make_agents("gratr:extractor?skill=1", GAME, ROLES)()["p8"]
    lived(reader, plies)  # type: ignore[arg-type]
    assert reader.act(view(plies)).move == "(vote p2)"  # type: ignore[union-attr]


def test_the_same_final_prompt_and_another_retrieval() -> None:
    plies = [
        *VILLAGER,
        *[
            said(f"p{seat}", f"Player {seat} says that {word} matters.")
            for seat, word in (
                (1, "the vote on Player 2"),
                (3, "honey"),
                (4, "rain"),
                (5, "silence"),
                (6, "tea"),
                (7, "salt"),
            )
        ],
    ]
    values = {
        "move": [{"move": "(vote p1)"}],
        "order": [{"order": [2, 99, 1]}],
        "entities": [{"entities": [{"name": "Player 2", "kind": "player", "description": "is voted on"}],
                      "relations": [{"source": "Player 1", "target": "Player 2", "description": "speaks of",
                                     "keywords": "vote", "strength": 5}]}],
        "low": [{"low": ["Player 2"], "high": ["vote"]}],
    }  # fmt: skip
    prompts, calls = {}, {}
    for name in ("baseline", "native", "rerank", "light"):
        agent, model = agent_of(name, values)
        notes = lived(agent, plies)
        answer = agent.act(view(plies))
        assert answer.move == "(vote p1)" and not kinds([*notes, *answer.notes], "unread")
        prompts[name] = model.asked[-1][1]
        calls[name] = [key for key, _ in model.asked]
    head = {name: prompt.split("What was retrieved")[0] for name, prompt in prompts.items()}
    tail = {
        name: prompt.split("What you know of yourself")[-1].split("First reason")[-1]
        for name, prompt in prompts.items()
    }
    assert len(set(head.values())) == len(set(tail.values())) == 1 and len(set(prompts.values())) == 4
    assert calls["baseline"] == calls["native"] == ["move"] and calls["rerank"] == ["order", "move"]
    assert calls["light"] == ["entities"] * (len(visible_messages(moment(plies)))) + ["low", "move"]
    assert "is voted on" in prompts["light"]


def test_messages_are_ranked_by_the_nearest_query_and_none_is_another_roles() -> None:
    messages = visible_messages(moment([*VILLAGER, said("p1", "I saw Player 2 run."), said("p3", "Tea is nice.")]))
    assert [each.text for each in messages][-1] == "Player 3: “Tea is nice.”"
    found = ranked(messages, ["Player 2 run"], Hashed(), 1)
    assert "run" in messages[found[0][0]].text and found[0][1] > 0.4


def test_no_night_talk_is_among_a_villagers_messages() -> None:
    texts = [each.text for each in visible_messages(moment([*VILLAGER, Ply("noop", ())]))]
    assert not any("attack" in text or "kill" in text for text in texts)


# Which agents there are


def test_an_ablation_differs_from_gratr_plus_in_what_it_names() -> None:
    plans = {name: read_plan(file) for name, file in known_plans(GAME.folder).items()}
    whole = plans["gratr_plus"]
    for name in ABLATIONS:
        cut = plans[f"gratr_plus_no_{name}"]
        assert [step.name for step in cut.step] == [step.name for step in whole.step]
        changed = {
            key
            for one, other in zip(whole.step, cut.step, strict=True)
            for key in {*one.options, *other.options}
            if one.options.get(key) != other.options.get(key) and other.call != "left_out"
        }
        expected = {"posterior": {"edges"}, "refusal": {"refuse"}, "check": set()}.get(name, {name})
        assert changed == expected, name
    assert plans["gratr_plus_one_hop"].step[2].options["hops"] == 1


def test_trust_may_go_by_how_often_other_players_vote_for_werewolves() -> None:
    plans = {name: read_plan(file) for name, file in known_plans(GAME.folder).items()}
    for one, other in zip(plans["gratr_plus"].step, plans["gratr_plus_stand_ins"].step, strict=True):
        changed = {"rates": "stand_ins", **({"edges": "posterior"} if "edges" in one.options else {})}
        assert {**one.options, **changed} == {"rates": "stand_ins", **other.options}
    seen = moment([*VILLAGER, voted("p1", "p2"), voted("p1", "p3")])
    usual, stand_ins = (
        opened_book(seen, BookOptions(pins="told", edges="posterior", rates=rates)) for rates in ("", "stand_ins")
    )
    trust = [book.trust(book.graph, "p1") for book in (usual, stand_ins)]
    assert trust[0] != trust[1], trust
    with pytest.raises(UsageError, match="there are no rates of 'stand_in'"):
        opened_book(seen, BookOptions(pins="told", edges="posterior", rates="stand_in"))


@pytest.mark.parametrize("name", [*BASELINES, "gratr", "gratr_plus"])
def test_they_say_what_they_are_and_play_with_simulated_models(name: str) -> None:
    assert known_agents(GAME.folder)[f"{name}:MODEL"].about
    for model in ("extractor?sign=0.3", "simulated"):
        agent = make_agents(f"{name}:{model}", GAME, ROLES)()["p8"]
        assert agent.name.startswith(f"{name}:{model.partition('?')[0]}")


def test_a_rate_there_is_not_is_told() -> None:
    with pytest.raises(Exception, match="did you mean sign"):
        make_agents("gratr:extractor?sing=1", GAME, ROLES)
    with pytest.raises(UsageError, match=r"trust\.toml"):
        make_agents("model:extractor", Game.load("avalon"), ("p1",))


@pytest.mark.parametrize(
    ("rates", "expected"),
    [
        ("", [("p2", "attack", "Player 2 is a werewolf")]),
        ("?sign=1", [("p2", "defend", "Player 2 is a werewolf")]),
        ("?quote=1", [("p8", "defend", "I never said that, and everyone heard it.")]),
    ],
)
def test_the_simulated_reader_errs_at_its_rates(rates: str, expected: list[tuple[str, str, str]]) -> None:
    agent = make_agents(f"gratr:extractor{rates}", GAME, ROLES)()["p8"]
    notes = lived(agent, [*VILLAGER, said("p1", "Player 2 is a werewolf.")])  # type: ignore[arg-type]
    calls = [note for note in notes if note["kind"] == "call"]
    found = json.loads(calls[0]["reply"])["evidence"]
    assert [(each["target"], each["type"], each["quote"].rstrip(".")) for each in found] == [
        (target, kind, quote.rstrip(".")) for target, kind, quote in expected
    ]


def test_a_simulated_reader_moves_by_what_it_is_told_of_trust() -> None:
    agent = make_agents("gratr:extractor?skill=1", GAME, ROLES)()["p8"]
    plies = [*VILLAGER, voted("p2", "p1")]
    lived(agent, plies)  # type: ignore[arg-type]
    answer = agent.act(view(plies))
    assert isinstance(answer, Answer) and answer.move == "(vote p1)"
    assert answer.thought == "I trust Player 1 least. Player 1 is a werewolf."


@pytest.mark.slow
def test_moves_against_ones_thought_and_ones_team_are_fed_back() -> None:
    drafts = [
        {"move": "(vote p1)", "thought": "Player 1 is on the village side."},
        {"move": "(vote p2)", "thought": "Player 2 worries me."},
    ]
    agent, model = agent_of("gratr_plus", {"evidence": [evidence()], "move": drafts})
    deal = [Ply("noop", ("(identity villager)",)) if seat == 8 else Ply("noop", ()) for seat in range(1, 9)]
    order = [Ply("noop", (f"(place {seat} p{seat})",)) for seat in range(1, 9)]
    lived(agent, [*deal, *order])
    answer = agent.act(view([*deal, *order]))
    assert answer.move == "(vote p2)"
    (note,) = kinds(answer.notes, "checked_move")
    assert len(note["faults"]) == 2 and note["left"] == [] and "Your move goes against it" in note["faults"][0][0]
    assert "Your move goes against it" in model.asked[-1][1]


@pytest.mark.parametrize(
    ("standing", "speech", "lies"),
    [
        ("trust -0.10, nothing clear; the chance of being against you is 0.45.", "", []),
        (
            "trust -0.50, probably against you; the chance of being against you is 0.60.",
            " I think that Player 3 is a werewolf.",
            [],
        ),
        (
            "trust -1.00; it is certain that Player 3 is on the side of the werewolves (all deals have it).",
            " Player 3 is a werewolf.",
            [],
        ),
        (
            "trust -1.00; it is certain that Player 3 is on the side of the village (all deals have it).",
            " Player 3 is a werewolf.",
            ["Player 3 is a werewolf."],
        ),
    ],
)
def test_a_simulated_reader_accuses_whom_it_is_told_to_be_against_it(
    standing: str, speech: str, lies: list[str]
) -> None:
    schema = {"type": "object", "properties": {"move": {"enum": ["speak"]}, "words": {}, "lies": {}}}
    reader = simulated_reader(GAME, "extractor")
    reply = reader.complete([Message("user", f"Player 3: {standing}\n")], schema=schema, seed=1)
    told = json.loads(reply.text)
    assert (told["words"], told["lies"]) == (f"I trust Player 3 least.{speech}", lies)


def test_an_extractor_thinks_what_it_is_told_to_be_certain() -> None:
    lines = "Player 3: trust -1.00; it is certain that Player 3 is on the side of the village (all deals have it).\n"
    schema = {"type": "object", "properties": {"thought": {"type": "string"}, "move": {"enum": ["(vote p3)"]}}}
    reader = simulated_reader(GAME, "extractor")
    thoughts = [
        json.loads(reader.complete([Message("user", text)], schema=schema, seed=1).text)["thought"]
        for text in (lines, lines.partition(";")[0])
    ]
    assert [each.partition("least. ")[2] for each in thoughts] == [
        "Player 3 is on the side of the village.",
        "Player 3 is a werewolf.",
    ]
