"""The simulated model that reflects, in whole matches: what it breaks is found, what it is told is obeyed."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from lelma.agents.reflecting.reflector import Reflector, ReflectorRates, reflector_model
from lelma.agents.reflecting.telling import RULE_TASKS, WordMoment, word_table_of
from lelma.agents.roster import make_agents
from lelma.agents.steps.fields import field_values
from lelma.agents.steps.prompts import read_prompt
from lelma.game.game import Game
from lelma.game.rules_in_english import rules_page
from lelma.matches.referee import Referee
from lelma.support.errors import UsageError
from tests.lelma.agents.reflecting.reflecting_play import PLAYERS, moment, ply, reflecting

GAME = Game.load("spygame", parameters={"players": 4, "rounds": 3})
_TASKS = ("describe", "reflect", "vote")


def compared(rates: ReflectorRates, seeds: Sequence[int]) -> list[tuple[str, bool, str]]:
    """Rule, whether it was kept on purpose, and what the check says, of all answers in some matches."""
    found = []
    for seed in seeds:
        made = {role: reflecting(GAME, "regular", rates) for role in Referee(GAME).players}
        notes: dict[str, list[Mapping[str, Any]]] = {role: [] for role in made}

        def watch(event: Mapping[str, Any], notes: dict[str, list[Mapping[str, Any]]] = notes) -> None:
            if event.get("kind") == "adherence" and event["task"] != "voted":
                notes[event["role"]].append(event)

        Referee(GAME).play({role: each for role, (each, _) in made.items()}, seed=seed, watch=watch)
        for role, (_, model) in made.items():
            planted = [each for each in model.planted if each.kept]
            for task in _TASKS:
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


@pytest.mark.slow
@pytest.mark.parametrize("parameters", [{}, {"rounds": 3, "players": 4}, {"rounds": 2, "players": 3, "ties": "revote"}])
def test_prompts_and_rules_never_disagree_on_a_number(parameters: Mapping[str, Any]) -> None:
    game = Game.load("spygame", parameters=parameters)
    (rounds,) = re.findall(r"after round (\d+)", rules_page(game))
    made = {role: reflecting(game, "regular", ReflectorRates()) for role in Referee(game).players}
    Referee(game).play({role: each for role, (each, _) in made.items()}, seed=1)
    prompts = [text for _, model in made.values() for text in model.prompts]
    told = [set(re.findall(r"after round (\d+)|It is round \d+ of (\d+)", text)) for text in prompts]
    assert prompts and all(each == {(rounds, ""), ("", rounds)} for each in told)


def test_prompts_of_play_have_no_numbers_of_their_own_but_the_bounds_of_a_share() -> None:
    files = [file for file in (GAME.folder / "prompts").rglob("*.md") if not file.stem.startswith("curate")]
    for file in files:
        text = re.sub(r"<!--.*?-->", "", file.read_text("utf-8"), flags=re.DOTALL)
        assert set(re.findall(r"\d+", text)) <= {"0", "1"}, file
    assert len(files) == 2 * len(_TASKS) + len(RULE_TASKS) + len(["define.md"])
