"""Thoughts by class: refuted, against the act, right, or open."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations
from pathlib import Path

import pytest

from lelma.game.game import Game
from lelma.matches.talk.speeches import read_matches
from lelma.talk.deals import PossibleDeals
from lelma.talk.engine import TalkEngine
from lelma.talk.judge import Speech
from lelma.talk.record import Record, RecordedPly
from lelma.talk.thoughts import Thought, against_thought, classed_thoughts, shares_of_classes

GAME = Game.load("werewolf")


@pytest.fixture(scope="module")
def engine() -> Iterator[TalkEngine]:
    made = TalkEngine(GAME)
    yield made
    made.close()


@pytest.mark.parametrize(
    ("thought", "move", "words", "goes_against"),
    [
        ("I will vote for Player 3.", "(vote p4)", "", True),
        ("I will vote for Player 3.", "(vote p3)", "", False),
        ("Player 2 is a werewolf.", "speak", "Player 2 is not a werewolf.", True),
        ("Player 2 is a werewolf.", "speak", "Player 2 is a villager.", True),
        ("Player 2 is a werewolf.", "speak", "Player 2 is on the village side.", True),
        ("Player 2 is a werewolf.", "speak", "Player 3 is a villager.", False),
        ("Player 2 is a werewolf.", "speak", "Player 2 is a werewolf.", False),
        ("I have nothing to say.", "(vote p4)", "", False),
    ],
)
def test_an_act_may_go_against_its_thought(
    engine: TalkEngine, thought: str, move: str, words: str, goes_against: bool
) -> None:
    assert bool(against_thought(Thought(1, "p1", thought, move, words), engine, GAME.sides)) == goes_against


def test_what_the_record_refutes_is_a_hallucination_and_the_shares_add_up(engine: TalkEngine) -> None:
    players = tuple(f"p{seat}" for seat in range(1, 9))
    dawn = RecordedPly({}, dict.fromkeys(players, ("(died p2)",)), {})
    record = Record(players, (dawn,))
    thoughts = [
        Thought(2, "p1", "Nobody died last night."),
        Thought(2, "p1", "Player 2 died last night. I will vote for Player 3.", "(vote p4)"),
        Thought(2, "p1", "Player 2 died last night."),
        Thought(2, "p1", "The moon is bright."),
    ]
    found = [each for thought in thoughts for each in classed_thoughts(GAME, record, [thought], engine=engine)]
    assert [each.kind for each in found] == ["hallucination", "deception", "right", "open"]
    assert "died" in found[0].refuted[0][1] and found[1].against and found[3].claims == 0
    assert shares_of_classes(found) == {"right": 1, "hallucination": 1, "deception": 1, "open": 1}


def test_what_cannot_be_so_is_no_guess_and_who_hides_may_tell(engine: TalkEngine) -> None:
    players = tuple(f"p{seat}" for seat in range(1, 9))
    dealt = dict.fromkeys(players, ("(identity villager)",)) | {"p1": ("(identity guard)",)}
    deals = [{**dict.fromkeys(players, "villager"), "p1": "guard", wolf: "werewolf"} for wolf in players[2:]]
    dawn = RecordedPly({}, dict.fromkeys(players, ("(died p2)",)), {}, {"p3": "Player 3 can't vote now."})
    record = Record(players, (RecordedPly({}, dealt, {}), dawn))
    thoughts = [
        Thought(2, "p1", "Player 5 may be the guard."),
        Thought(2, "p1", "I think Player 2 is likely a werewolf."),
        Thought(2, "p1", "Player 4 seems to be a werewolf."),
        Thought(2, "p1", "Player 2 is my teammate."),
        Thought(2, "p1", "Player 2 is probably my enemy."),
        Thought(2, "p1", "I will not reveal my role.", "speak", "I am the guard. I trust you."),
        Thought(2, "p1", "I will not reveal my role.", "speak", "I am a villager."),
        Thought(2, "p3", "I am content.", "(vote p2)"),
        Thought(2, "p1", "I am a villager, and I mean well.", "speak", "I am a villager, and I mean well."),
        Thought(2, "p1", "I am a villager, and I mean well.", "speak", "I mean well."),
        Thought(2, "p1", "I would rather not disclose my role.", "speak", "I am the guard."),
        Thought(2, "p1", "It is too early to tell the others who I am.", "speak", "I am the guard."),
        Thought(2, "p1", "I will hint at my role without fully revealing it.", "speak", "I am the guard."),
        Thought(2, "p1", "I am not ready to reveal my identity.", "speak", "I am the guard."),
        Thought(2, "p1", "I choose to protect Player 3.", "(protect p4)"),
        Thought(2, "p1", "I choose to protect Player 3.", "(protect p3)"),
    ]
    found = [
        classed_thoughts(GAME, record, [each], worlds=lambda view, ply: deals, engine=engine)[0] for each in thoughts
    ]
    expected = "hallucination hallucination right right hallucination deception open hallucination "
    expected += "hallucination hallucination deception deception deception deception deception open"
    assert [each.kind for each in found] == expected.split()


PLAYERS = tuple(f"p{seat}" for seat in range(1, 9))
CARDS = dict(zip(PLAYERS, "werewolf werewolf werewolf seer witch guard villager villager".split(), strict=True))


def lived() -> Record:
    """Night 1, in which Player 5 saves Player 7 and poisons Player 2, and the talk of day 1."""
    dealt = {role: (f"(identity {card})",) for role, card in CARDS.items()}
    none, told = dict[str, str](), dict.fromkeys(PLAYERS, ("(said p6)",))
    return Record(
        PLAYERS,
        (
            RecordedPly({}, dealt, none),
            RecordedPly({}, {"p5": ("(victim p7)",)}, none),
            RecordedPly({"p5": "save"}, {}, none),
            RecordedPly({"p5": "(poison p2)"}, {}, none),
            RecordedPly({}, dict.fromkeys(PLAYERS, ("(died p2)",)), none),
            RecordedPly(
                {"p6": "speak"}, told, {"p6": "My thoughts keep going back to Player 8. I am not sure what to think."}
            ),
        ),
    )


@pytest.mark.parametrize(
    ("ply", "role", "text", "kind"),
    [
        (7, "p5", "I will use my poison on Player 3 tonight.", "hallucination"),
        (4, "p5", "I will use my poison on Player 3 tonight.", "open"),
        (7, "p5", "I will save the antidote for later.", "hallucination"),
        (7, "p5", "I did not use my antidote last night.", "hallucination"),
        (7, "p7", "We should eliminate Player 2.", "hallucination"),
        (7, "p7", "We should eliminate Player 3.", "open"),
        (4, "p7", "Based on the previous discussion, I will pass.", "hallucination"),
        (7, "p7", "Based on the previous discussion, I will pass.", "open"),
        (7, "p7", "There are suspicions towards Player 4.", "hallucination"),
        (7, "p7", "There are suspicions towards Player 8.", "open"),
        (7, "p7", "Player 6 has raised concerns about Player 4.", "hallucination"),
        (7, "p7", "Player 6 has raised concerns about Player 8.", "open"),
        (7, "p7", "Player 4 was identified as a werewolf by the seer.", "hallucination"),
        (7, "p1", "Players 2 and 3 follow Player 4, so they are my teammates.", "right"),
        (7, "p1", "Player 4 watches, and they are my teammates.", "hallucination"),
        (7, "p1", "Player 3 is a threat to my team.", "hallucination"),
        (7, "p1", "Player 3 and Player 4 are enemies, but Player 3 is actually my teammate.", "right"),
        (7, "p1", "I trust my fellow villagers.", "hallucination"),
        (7, "p7", "I need to keep an eye on Player 2, as they may be a werewolf.", "hallucination"),
        (7, "p7", "I will keep an eye on Player 2's votes.", "open"),
        (7, "p7", "Player 6 proposed eliminating Player 4.", "hallucination"),
        (7, "p7", "Player 6 proposed eliminating Player 8.", "open"),
        (7, "p7", "Player 6 and Player 8, who seem to be leading the charge against me, are loud.", "hallucination"),
        (7, "p7", "Given the voting patterns, I will wait.", "hallucination"),
        (7, "p7", "Player 4 has been a bit too vocal for my taste.", "hallucination"),
        (7, "p7", "Player 6 has been a bit too vocal for my taste.", "open"),
        (7, "p1", "I should protect my fellow werewolves.", "open"),
        (7, "p7", "Since no one died, my plan worked.", "hallucination"),
        (7, "p7", "There is an absence of deaths last night.", "hallucination"),
        (2, "p5", "Nobody died last night.", "right"),
        (7, "p7", "Player 4 was killed by the wolves.", "hallucination"),
        (7, "p7", "Player 2 was killed by the werewolves.", "right"),
        (7, "p7", "With only six players left, I will wait.", "hallucination"),
        (7, "p7", "With only seven players left, I will wait.", "right"),
        (7, "p5", "I chose to poison Player 3 last night.", "hallucination"),
        (7, "p5", "I chose to poison Player 2 last night.", "right"),
        (7, "p6", "My identity remains secret.", "open"),
        (7, "p7", "Removing Player 2 now would help the village.", "hallucination"),
        (7, "p7", "Removing Player 3 now would help the village.", "open"),
        (7, "p7", "Removing Player 2 was the right thing to do.", "open"),
        (7, "p7", "Nobody should be eliminated today.", "open"),
        (7, "p7", "Player 2 continues to push for a vote.", "hallucination"),
        (7, "p7", "Player 2 deserves my vote.", "hallucination"),
        (7, "p7", "I plan on watching Player 2's friends.", "open"),
        (7, "p7", "Player 8's statement sounded hollow.", "hallucination"),
        (7, "p7", "Player 6's statement sounded hollow.", "open"),
        (7, "p7", "The majority has already voted for Player 8.", "hallucination"),
        (7, "p7", "Player 8 has received several votes already.", "hallucination"),
        (7, "p7", "I fear the death of Player 8.", "open"),
        (7, "p7", "With the death of Player 8, we must hurry.", "hallucination"),
        (7, "p7", "With the death of Player 2, we must hurry.", "right"),
        (7, "p7", "The more I see of Player 2, the more I should watch him.", "open"),
        (7, "p7", "Player 7 is inferred to be my enemy.", "open"),
        (7, "p7", "Player 8 has been vocal and loud.", "hallucination"),
        (7, "p7", "Player 6 has been vocal and loud.", "open"),
        (7, "p5", "I still hold both potions.", "hallucination"),
        (3, "p5", "I still hold both potions.", "open"),
        (4, "p5", "Player 7 was killed by the wolves, so I will act.", "right"),
        (7, "p5", "My poison killed Player 3.", "hallucination"),
        (7, "p5", "I used my poison on Player 2 and my antidote on Player 7.", "right"),
        (7, "p1", "Player 3 works against my team.", "hallucination"),
        (7, "p1", "Player 4 belongs to my pack.", "hallucination"),
        (7, "p1", "Player 3, a villager, is loud.", "hallucination"),
        (7, "p6", "My protection of Player 8 kept the wolves away.", "hallucination"),
    ],
)
def test_what_words_presuppose_and_what_was_never_said_is_found(
    ply: int, role: str, text: str, kind: str, engine: TalkEngine
) -> None:
    record = lived()
    record = Record(PLAYERS, record.plies[: ply - 1])
    speeches = [Speech(at, *said) for at, each in enumerate(record.plies, start=1) for said in each.words.items()]
    rows = [
        dict(zip(PLAYERS, each, strict=True))
        for each in sorted(set(permutations(CARDS.values())))
        if CARDS[role] != "werewolf"
        or [p for p, card in zip(PLAYERS, each, strict=True) if card == "werewolf"] == list(PLAYERS[:3])
    ]
    deals = [row for row in rows if row[role] == CARDS[role]]
    [found] = classed_thoughts(
        GAME,
        record,
        [Thought(ply, role, text)],
        speeches=speeches,
        worlds=lambda view, at: deals,
        engine=engine,
    )
    assert found.kind == kind, found


@pytest.mark.parametrize(
    ("said", "thought", "kind"),
    [
        ("I am the witch.", "I am still keeping my role as the witch secret.", "hallucination"),
        ("I am the witch.", "My identity remains hidden.", "hallucination"),
        ("I am a villager.", "My identity remains hidden.", "open"),
        ("I am the witch. Player 7 should think of it.", "So far I have not revealed my role.", "hallucination"),
        ("I am the witch.", "I will wait.", "open"),
    ],
)
def test_who_has_told_its_identity_keeps_it_no_longer(said: str, thought: str, kind: str, engine: TalkEngine) -> None:
    spoken = RecordedPly({"p5": "speak"}, dict.fromkeys(PLAYERS, ()), {"p5": said})
    record = Record(PLAYERS, (*lived().plies[:-1], spoken))
    deals = [dict(zip(PLAYERS, each, strict=True)) for each in set(permutations(CARDS.values())) if each[4] == "witch"]
    [found] = classed_thoughts(
        GAME,
        record,
        [Thought(7, "p5", thought)],
        speeches=[Speech(6, "p5", said)],
        worlds=lambda view, at: deals,
        engine=engine,
    )
    assert found.kind == kind, found


@pytest.mark.parametrize(
    ("text", "move", "kind"),
    [
        ("Player 8 is surely on the side of the village.", "(vote p8)", "deception"),
        ("Player 8 is certainly a good person, but the others want it.", "(vote p8)", "deception"),
        ("Player 8 is a villager.", "(vote p8)", "deception"),
        ("Player 8 is surely on the side of the village.", "(vote p4)", "open"),
        ("Player 8 is surely on the side of the village.", "(protect p8)", "open"),
        ("Player 8 may be on the side of the village.", "(vote p8)", "right"),
        ("Player 8 is a werewolf.", "(vote p8)", "open"),
    ],
)
def test_who_votes_for_whom_it_is_sure_of_deceives(text: str, move: str, kind: str, engine: TalkEngine) -> None:
    deals = [
        dict(zip(PLAYERS, each, strict=True)) for each in set(permutations(CARDS.values())) if each[5] == "villager"
    ]
    [found] = classed_thoughts(
        GAME, lived(), [Thought(7, "p6", text, move)], worlds=lambda view, ply: deals, engine=engine
    )
    assert found.kind == kind, found


@pytest.mark.parametrize(
    ("text", "words", "kind"),
    [
        ("I did nothing last night.", "I protected Player 8 last night.", "deception"),
        ("I protected Player 8 last night.", "I protected Player 8 last night.", "hallucination"),
        ("I did nothing last night.", "Maybe I protected Player 8 last night.", "open"),
        ("I did nothing last night.", "Player 8 died last night.", "open"),
        ("I did nothing last night.", "I am the seer.", "open"),
    ],
)
def test_who_tells_of_deeds_that_it_knows_were_none_deceives(
    text: str, words: str, kind: str, engine: TalkEngine
) -> None:
    [found] = classed_thoughts(GAME, lived(), [Thought(7, "p6", text, "speak", words)], engine=engine)
    assert found.kind == kind, found


@pytest.mark.parametrize(
    ("role", "text", "move", "words", "kind"),
    [
        ("p1", "I am a werewolf.", "speak", "I am a villager.", "right"),  # who hides deceives others, not its thought
        ("p1", "Player 3 is a werewolf.", "(vote p3)", "", "right"),  # wolves may sacrifice one of their own
        ("p6", "Player 8 must be the seer.", "(vote p1)", "", "open"),  # a conclusion, which may be so
        ("p6", "Player 6 must be the seer.", "(vote p1)", "", "hallucination"),
        ("p6", "Player 2, who was loud, is still alive.", "(vote p1)", "", "hallucination"),
        ("p6", "With Player 8 gone, I would be alone with Player 1.", "(vote p1)", "", "open"),
        ("p1", "Player 5 and Player 6 see Player 3 as a threat.", "(vote p3)", "", "open"),
        ("p6", "Player 8 is on the village side.", "speak", "I have some suspicions about Player 8.", "deception"),
        ("p6", "Player 8 is on the village side.", "speak", "I have some suspicions about Player 7.", "open"),
        ("p6", "Player 8 is certainly on our side.", "speak", "We should vote out Player 8.", "deception"),
        ("p1", "Player 3 is a werewolf.", "speak", "I have some suspicions about Player 3.", "right"),
    ],
)
def test_what_goes_against_a_thought_and_what_is_hidden_sacrificed_or_concluded(
    role: str, text: str, move: str, words: str, kind: str, engine: TalkEngine
) -> None:
    wolves = {"p1", "p2", "p3"}
    deals = [
        deal
        for each in set(permutations(CARDS.values()))
        for deal in [dict(zip(PLAYERS, each, strict=True))]
        if deal[role] == CARDS[role]
        and (role not in wolves or {who for who, card in deal.items() if card == "werewolf"} == wolves)
    ]
    [found] = classed_thoughts(
        GAME, lived(), [Thought(7, role, text, move, words)], worlds=lambda view, ply: deals, engine=engine
    )
    assert found.kind == kind, found


def test_who_has_no_teammates_left_protects_none(engine: TalkEngine) -> None:
    before = lived()
    both = RecordedPly({}, dict.fromkeys(PLAYERS, ("(died p2)", "(died p3)")), {})
    record = Record(PLAYERS, (*before.plies[:4], both, *before.plies[5:]))
    thoughts = [Thought(7, role, "I must shield my teammates.") for role in ("p1", "p7")]
    found = classed_thoughts(GAME, record, thoughts, worlds=lambda view, ply: [CARDS], engine=engine)
    assert [each.kind for each in found] == ["hallucination", "open"]


def test_two_thoughts_with_one_joint_move_are_two(engine: TalkEngine) -> None:
    texts = ("Player 2 died last night.", "Nobody died last night.")
    thoughts = [Thought(7, "p7", text, seq=number) for number, text in enumerate(texts)]
    found = classed_thoughts(GAME, lived(), thoughts, engine=engine)
    assert [each.kind for each in found] == ["right", "hallucination"]


LABELLED = Path(__file__).parent / "labelled"
AGREE = {"thoughts_first": 95, "thoughts_further": 57, "thoughts_last": 59, "thoughts_aside": 37, "thoughts_rest": 105}
"""Of 100, 60, 60, 40 and 118 thoughts, the last labelled by other hands.

docs/how_to/trusting.md has what was found at the first look.
"""


@pytest.mark.nightly
@pytest.mark.parametrize("name", AGREE)
def test_thoughts_of_recorded_games_are_classed_as_people_class_them(
    name: str, engine: TalkEngine, shared_data: Callable[[str], Path]
) -> None:
    """Labels by the definition of `lelma.talk.thoughts`; an open thought is right, for nothing speaks against it."""
    labels = [json.loads(line) for line in (LABELLED / f"{name}.jsonl").open(encoding="utf-8")]
    kinds = {(each["log"], each["event"]): each["kind"] for each in labels}
    found: Counter[tuple[str, str]] = Counter()
    for match in read_matches(shared_data("werewolf/gratr_logs.jsonl"), "werewolf"):
        thoughts = [each for each in match.thoughts if (match.name, each.seq) in kinds]
        worlds = PossibleDeals(match.game, match.record)
        for each in classed_thoughts(
            match.game, match.record, thoughts, speeches=match.speeches, worlds=worlds, engine=engine
        ):
            found[kinds[match.name, each.thought.seq], each.kind] += 1
    print(name, dict(found))
    agree = sum(count for pair, count in found.items() if len({each.replace("open", "right") for each in pair}) == 1)
    assert found.total() == len(labels) and agree >= AGREE[name], found
