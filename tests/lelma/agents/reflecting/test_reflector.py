"""The simulated model that reflects, in whole matches: what it breaks is found, what it is told is obeyed."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from lelma.agents.protocol import Agent
from lelma.agents.reflecting import REFLECTING_FUNCTIONS
from lelma.agents.reflecting.cheatsheet import Cheatsheet
from lelma.agents.reflecting.reflector import Reflector, ReflectorRates, reflector_model
from lelma.agents.reflecting.telling import WordMoment, word_table_of
from lelma.agents.roster import make_agents
from lelma.agents.steps.agent import StepAgent
from lelma.agents.steps.fields import GameTexts, field_values
from lelma.agents.steps.plan import known_plans, read_plan
from lelma.agents.steps.prompts import read_prompt
from lelma.game.game import Game
from lelma.matches.referee import Referee
from lelma.models import Message, Reply
from lelma.support.errors import UsageError
from tests.lelma.agents.reflecting.reflecting_play import PLAYERS, moment, ply
from tests.lelma.agents.twins import answers, played, twins

GAME = Game.load("spygame", parameters={"players": 4, "rounds": 3})


class Kept(Reflector):
    """Keeps every prompt."""

    def complete(self, messages: Sequence[Message], **further: Any) -> Reply:
        self.prompts.append("\n".join(message.text for message in messages))
        return super().complete(messages, **further)

    @property
    def prompts(self) -> list[str]:
        found: list[str] = self.__dict__.setdefault("_prompts", [])
        return found


def agent(name: str, rates: ReflectorRates, memory: Cheatsheet | None = None) -> tuple[StepAgent, Kept]:
    plan = read_plan(known_plans(GAME.folder)[name.partition("?")[0]]).with_options(name.partition("?")[2])
    model = Kept(word_table_of(GAME), rates, "reflector")
    texts = GameTexts.of(GAME)
    return StepAgent(plan, {"": model}, texts=texts, functions=REFLECTING_FUNCTIONS, memory=memory), model


def compared(rates: ReflectorRates, seeds: Sequence[int]) -> list[tuple[str, bool, str]]:
    """Rule, whether it was kept on purpose, and what the check says, of all answers in some matches."""
    found = []
    for seed in seeds:
        made = {role: agent("regular", rates) for role in Referee(GAME).players}
        notes: dict[str, list[Mapping[str, Any]]] = {role: [] for role in made}

        def watch(event: Mapping[str, Any], notes: dict[str, list[Mapping[str, Any]]] = notes) -> None:
            if event.get("kind") == "adherence" and event["task"] != "voted":
                notes[event["role"]].append(event)

        Referee(GAME).play({role: each for role, (each, _) in made.items()}, seed=seed, watch=watch)
        for role, (_, model) in made.items():
            planted = [each for each in model.planted if each.kept]
            for task in ("reflect", "describe", "vote"):
                told = [each for each in notes[role] if each["task"] == task]
                meant = [each for each in planted if each.task == task]
                assert len(meant) <= len(told)
                pairs = zip(meant, told, strict=False) if len(meant) == len(told) else ()
                found += [
                    (rule, kept, note["rules"].get(rule, ""))
                    for each, note in pairs
                    for rule, kept in each.kept.items()
                ]
    return found


@pytest.mark.slow
def test_what_is_broken_on_purpose_is_found() -> None:
    found = compared(ReflectorRates(obey=0.5, break_form=0.0, vague=0.0), [3])
    decided = [(kept, told == "kept") for _, kept, told in found if told in ("kept", "broken")]
    right = sum(one == other for one, other in decided)
    assert len(decided) > 30 and right / len(decided) >= 0.9, [each for each in found if (each[2] == "kept") != each[1]]


@pytest.mark.nightly
def test_what_is_broken_on_purpose_is_found_in_many_matches() -> None:
    found = compared(ReflectorRates(obey=0.5, break_form=0.0, vague=0.0), range(20))
    decided = [(kept, told == "kept") for _, kept, told in found if told in ("kept", "broken")]
    assert len(decided) > 800 and sum(one == other for one, other in decided) / len(decided) >= 0.95


def test_rates_have_names() -> None:
    assert reflector_model(GAME, "reflector?beta=0.9&obey=1").name == "reflector?beta=0.9&obey=1"
    with pytest.raises(UsageError, match=r"no rate 'bta'.*did you mean beta"):
        reflector_model(GAME, "reflector?bta=1")
    with pytest.raises(UsageError, match="no option 'rule=x'"):
        make_agents("regular?rule=x:reflector", GAME, ["p1"])


def test_garbage_ends_in_fallbacks_that_are_flagged() -> None:
    agents = make_agents("regular:reflector?break_form=1", GAME, Referee(GAME).players)()
    notes: list[Mapping[str, Any]] = []
    match = Referee(GAME).play(
        agents, seed=1, watch=lambda event: notes.append(event) if event["event"] in ("note", "trouble") else None
    )
    tasks = {note["task"] for note in notes if note.get("kind") == "fallback"}
    assert match.ended == "terminal" and tasks == {"describe", "vote", "reflect"}
    assert not [note for note in notes if note["event"] == "trouble"] and match.fallbacks == 0


@pytest.mark.parametrize(
    ("says", "target"), [("spy", "Player 3"), ("not civilian", "Player 3"), ("not spy", "Player 4")]
)
def test_an_entry_that_is_heeded_moves_the_vote_and_one_that_is_not_does_not(says: str, target: str) -> None:
    plies = [ply(said={role: f"So says {role}."}) for role in PLAYERS[:4]]
    at = moment(plies, legal=[f"(vote {role})" for role in PLAYERS[1:]])
    about = "Player 2, Player 3, Player 5" if says == "not spy" else "Player 3"
    voted = {
        heed: [asked(at, "vote", f"- A rule. It now says {says} of: {about}.", heed, seed) for seed in range(12)]
        for heed in (0.0, 1.0)
    }
    assert {each["vote_target"] for each in voted[1.0]} == {target} != {each["vote_target"] for each in voted[0.0]}
    assert voted[0.0] == [asked(at, "vote", "", 0.0, seed) for seed in range(12)], "what is drawn is the same"


def test_an_entry_about_the_reader_changes_its_belief_and_what_it_says() -> None:
    at = moment([ply(said={role: f"So says {role}."}) for role in PLAYERS[1:]])
    for of, odd in (("", False), ("- A rule. It now says spy of: you.", True)):
        own = asked(at, "reflect", of, 1.0, 1)["self_analysis"]
        assert (own["role_guess"] == "spy") is odd
    said = {told: asked(at, "describe", told, 1.0, 1)["content"] for told in ("", "- A rule. It now says spy of: you.")}
    table = word_table_of(GAME)
    assert table.honesty is not None
    fits = [table.honesty.entails(text, "railway station").outcome for text in said.values()]
    assert fits == ["contradicted", "entailed"], said


def asked(at: WordMoment, task: str, entries: str, heed: float, seed: int) -> Any:
    """What a reflector answers to the prompt of a task with these entries."""
    rates = ReflectorRates(beta=0.0, noise=0.0, vague=0.0, break_form=0.0, heed=heed)
    model = Reflector(word_table_of(GAME), rates, "reflector")
    prompt = read_prompt(GAME.folder / "prompts" / "reflect" / f"{task}.md")
    fields = {**field_values(at.moment, at.moment.texts, ("reflect",), ""), **at.fields(task), "entries": entries}
    wanted = {"reflect": "player_analyses", "describe": "content", "vote": "vote_target"}[task]
    return json.loads(model.complete(prompt.messages(fields), schema={"properties": {wanted: {}}}, seed=seed).text)


def told_apart(pairs: int, each: int) -> int:
    """How many pairs of matches that a role can't tell apart have the same prompts, answers and notes."""
    sheet = Cheatsheet(GAME, {"sheet": "all"})
    for text, rule in (("Contradictions tell.", "if contradicts(P) >= 1 then spy(P)"), ("Be brief.", "")):
        sheet.state.store.add(text, rule=rule)
    sheet.state.store.freeze()
    prompts: list[Kept] = []

    def make() -> Agent:
        made, model = agent("regular?proof=yes&sheet=all&frozen=yes", ReflectorRates(), sheet)
        prompts.append(model)
        return made

    found = seed = 0
    while found < pairs:
        seed += 1
        match = played(GAME, make, seed)
        for role in match.asked:
            first: list[object] = []
            asked: list[str] = []
            for moves in twins(GAME, match, role, random.Random(seed), each):
                first = first or answers(GAME, make, role, match, match.moves, seed)
                asked = asked or prompts[-1].prompts
                again = answers(GAME, make, role, match, moves, seed)
                assert again and repr(again) == repr(first[: len(again)]), (role, seed)
                assert prompts[-1].prompts == asked[: len(prompts[-1].prompts)] != []
                found += 1
    return found


@pytest.mark.slow
def test_prompts_and_retrievals_tell_nothing_of_the_deal() -> None:
    assert told_apart(1, 1) >= 1


@pytest.mark.nightly
def test_a_thousand_pairs_have_the_same_prompts() -> None:
    assert told_apart(1000, 40) >= 1000


class Leaking(Kept):
    """Is told something that its role does not know."""

    leak = ""

    def complete(self, messages: Sequence[Message], **further: Any) -> Reply:
        return super().complete([*messages, Message("user", self.leak)], **further)


@pytest.mark.slow
def test_a_planted_word_of_another_is_found() -> None:
    match = played(GAME, lambda: agent("reflect", ReflectorRates())[0], 5)
    pairs = [(role, moves) for role in match.asked for moves in twins(GAME, match, role, random.Random(1))]
    role, moves = pairs[0]

    def asked(told: Sequence[Mapping[str, str]]) -> list[str]:
        plan, model = (
            agent("reflect", ReflectorRates())[0].plan,
            Leaking(word_table_of(GAME), ReflectorRates(), "reflector"),
        )
        model.leak = str([joint["random"] for joint in told[:2]])
        made = StepAgent(plan, {"": model}, texts=GameTexts.of(GAME), functions=REFLECTING_FUNCTIONS)
        answers(GAME, lambda: made, role, match, told, 5)
        return model.prompts

    mine, others = asked(match.moves), asked(moves)
    assert others and others != mine[: len(others)]
