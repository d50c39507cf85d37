"""Statements about a match, read by the sentence patterns of query templates."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from translators.errors import TemplateError
from translators.language.explain import Phrasing, read_claim
from translators.language.grammar import QueryLanguage
from translators.language.nouns import read_nouns
from translators.language.patterns import read_pattern
from translators.language.template import read_template
from translators.language.vocabulary import Vocabulary
from translators.reading.talk import read_talk as translate

WORDS = {
    "phrases": {"quest": "(mission|quest)", "aside": "(who|although ...)"},
    "names": {"card": {"red_fox": ["red fox", "fox"], "owl": ["owl"]}},
}
ENTRIES = [
    {
        "template": "was_on(player: role, quest: number)",
        "goal": "record(was_on(player, quest))",
        "reads": ["{player} (was|were) (on|part of) [the] {quest} <quest>", "{player} (was|were) on <quest> {quest}"],
    },
    {
        "template": "absent(player: role)",
        "goal": "record(absent(player))",
        "reads": ["{player} [<aside>] (has|have) not been on any <quest>"],
    },
    {
        "template": "saved(night: number)",
        "goal": "record(saved(night))",
        "kind": "other",
        "reads": ["nobody died on night {night}"],
    },
    {
        "template": "has(player: role, card: word)",
        "goal": "record(has(player, card))",
        "reads": ["{player} is [the] {card} <end>"],
    },
    {
        "template": "mole(player: role)",
        "goal": "record(mole(player))",
        "kind": "identity",
        "reads": ["{player} is the mole", "<start> mole here <end>", "as the mole I"],
    },
    {"template": "for_it(player: role)", "goal": "record(for_it(player))", "reads": ["I (support|back) this team"]},
]
GAME = Vocabulary(
    "grove",
    ("random", "oak", "ash", "elm", "fir"),
    {},
    templates=tuple(read_template(entry, "here", WORDS) for entry in ENTRIES),
)


def read(text: str, speaker: str = "elm") -> list[str]:
    return [claim.query for claim in translate(text, GAME, role=speaker).claims]


def test_players_are_meant_by_number_as_the_speaker_and_by_pronouns() -> None:
    assert read("Player 2 was on the first quest.") == ["was_on(ash, 1)"]
    assert read("Players 1, 2 and 4 were on mission 3.") == ["was_on(oak, 3)", "was_on(ash, 3)", "was_on(fir, 3)"]
    assert read("Player 4 and I were part of the 2nd quest") == ["was_on(fir, 2)", "was_on(elm, 2)"]
    assert read("I trust Player 1. They have not been on any quest.") == ["absent(oak)"]
    assert read("Player 1 and Player 2 talk a lot; they have not been on any quest.") == ["absent(oak)", "absent(ash)"]
    assert read("Player 1 and Player 2 talk. Player 2 smiles; she has not been on any quest.") == ["absent(ash)"]


def test_a_comma_before_i_begins_a_clause() -> None:
    assert read("As for player 2, I have not been on any quest.") == ["absent(elm)"]


def test_an_aside_may_stand_between() -> None:
    assert read("Player 1, although proposed twice, has not been on any quest") == ["absent(oak)"]


def test_words_are_read_by_their_names() -> None:
    assert read("Player 1 is the red Fox and Player 2 is the owl.") == ["has(oak, red_fox)", "has(ash, owl)"]
    assert read("Player 1 is the fox terrier.") == []
    language = QueryLanguage(GAME, role="elm")
    assert str(language.parse_claim("has(oak, red_fox)")) == "has(oak, red_fox)"


def test_one_of_two_words_is_either() -> None:
    assert read("Oak is the owl or the red fox.") == ["has(oak, owl) or has(oak, red_fox)"]
    assert read("Oak is the owl or Ash is.") == read("Either Oak or the owl is fir.") == []


def test_a_role_that_a_pattern_leaves_out_is_the_speaker() -> None:
    assert read("I support this team.") == ["for_it(elm)"]


def test_questions_and_conditions_claim_nothing() -> None:
    assert read("Was it that Player 2 was on the first quest?") == []
    assert read("If Player 2 was on the first quest, we may trust them.") == []


def test_who_is_not_known_to_be_meant_is_said() -> None:
    [unread] = translate("They were on the first quest.", GAME, role="elm").untranslated
    assert (unread.sentence, unread.reason) == ("They were on the first quest", "it is not clear who is meant")
    [unread] = translate("Player 2 looks nervous.", GAME, role="elm").untranslated
    assert unread.sentence == "Player 2 looks nervous."
    assert read("Player 9 was on the first quest.") == []


def test_claims_point_to_their_place_in_the_text() -> None:
    text = "Well — Player 2 was on quest 3, and nobody died on night two."
    claims = translate(text, GAME, role="oak").claims
    assert [claim.query for claim in claims] == ["was_on(ash, 3)", "saved(2)"]
    assert [text[slice(*claim.span)] for claim in claims] == ["Player 2 was on quest 3", "nobody died on night two"]


@settings(deadline=None)
@given(st.text(alphabet="Player 12andI,wasonthefirstquest.?!'()…\n", max_size=400))
def test_any_text_is_read(text: str) -> None:
    reading = translate(text, GAME, role="elm")
    assert all(text[slice(*claim.span)] == claim.sentence for claim in reading.claims)
    assert all(text[slice(*part.span)] == part.sentence for part in reading.untranslated)


@pytest.mark.parametrize("text", ["Player 1, " * 5_000, "they " * 20_000, "Players 1 and " * 5_000, "(" * 100_000])
def test_long_texts_are_read_to_the_end(text: str) -> None:
    reading = translate(text, GAME, role="elm")
    assert reading.claims == ()
    assert len(text) <= 20_000 or reading.untranslated[-1].reason == "only the first 20,000 characters are read"


@pytest.mark.parametrize(
    ("pattern", "fault"),
    [
        ("{nobody} was there", "{nobody} is no slot"),
        ("<nothing>", "no phrase <nothing>"),
        ("(was|were", "not closed"),
        ("was] here", "closes nothing"),
        ("[was) here", "closes nothing"),
        ("a {", "can't stand here"),
        ("({player} was|was {player}) there", "{player} stands there twice"),
    ],
)
def test_a_bad_pattern_is_named(pattern: str, fault: str) -> None:
    with pytest.raises(TemplateError, match=re.escape(fault)):
        read_pattern(pattern, {"player"}, {})
    with pytest.raises(TemplateError, match="here: pattern"):
        read_template({"template": "p(x: role)", "goal": "record(p(x))", "reads": [pattern]}, "here")


def test_a_phrase_may_not_hold_itself() -> None:
    with pytest.raises(TemplateError, match="no phrase <loop>"):
        read_pattern("<loop>", (), {"loop": "a <loop>"})


NOUNS = [
    {"slot": "hill", "term": "nth(number: ordinal)", "says": "hill {number}", "reads": ["the {number} hill"]},
    {"slot": "hill", "term": "of(owner: role)", "says": "the hill of {owner}", "reads": ["{owner} hill"]},
    {"slot": "hill", "term": "any", "says": "a hill", "reads": ["a hill"]},
    {"slot": "hill", "term": "mentioned", "says": "that hill", "reads": ["it", "that hill"]},
    {"slot": "hut", "term": "on(hill: noun)", "says": "the hut on {hill}", "reads": ["the hut on {hill}"]},
    {"slot": "hut", "term": "mentioned", "says": "that hut", "reads": ["it", "that hut"]},
]
CLIMBED = {
    "template": "climbed(player: role, hill: noun)",
    "goal": "record(climbed(player, hill))",
    "says": "{player} climbed {hill}",
    "kind": "history",
    "reads": ["{player} climbed {hill}", "{player} climbed <end>"],
}
ONLY = {
    "template": "only_saw(people: group, hut: noun)",
    "goal": "record(only_saw(people, hut))",
    "says": "only {people} saw {hut}",
    "kind": "history",
    "reads": ["only {people} saw {hut}"],
}


def hills() -> Vocabulary:
    nouns = read_nouns(("here", noun, {}) for noun in NOUNS)
    templates = tuple(read_template(entry, "here", {"nouns": nouns}) for entry in (CLIMBED, ONLY))
    return Vocabulary("hills", ("oak", "ash", "elm"), {}, templates=templates)


@pytest.mark.parametrize(
    ("text", "queries"),
    [
        ("Player 1 climbed the second hill.", ["climbed(oak, nth(2))"]),
        ("Player 1 slowly climbed Player 2's hill.", ["climbed(oak, of(ash))"]),
        ("I know the first hill. Player 1 climbed it.", ["climbed(oak, nth(1))"]),
        ("Player 1 climbed that hill.", ["climbed(oak, mentioned)"]),
        ("I know the first hill. Player 1 climbed.", ["climbed(oak, nth(1))"]),
        ("I know a hill. Player 1 climbed it.", []),
        ("I know little. Player 1 climbed it.", []),
        ("Only Player 3 and Player 1 saw the hut on the third hill.", ["only_saw(oak_and_elm, on(nth(3)))"]),
        ("I know the first hill. Only Player 1 saw that hut.", ["only_saw(oak, on(nth(1)))"]),
        (
            "Player 1 climbed a hill, as did Player 3. Player 2 too.",
            ["climbed(oak, any)", "climbed(elm, any)", "climbed(ash, any)"],
        ),
        (
            "Two of you climbed the first hill, Player 2 among them.",
            ["count X in roles: climbed(X, nth(1)) = 2", "climbed(ash, nth(1))"],
        ),
    ],
)
def test_nouns_are_read_by_their_patterns_and_pronouns_by_what_went_before(text: str, queries: list[str]) -> None:
    assert [claim.query for claim in translate(text, hills(), role="elm").claims] == queries


def test_nouns_and_groups_are_said_in_words() -> None:
    language = QueryLanguage(hills(), role="elm")
    phrasing = Phrasing(language, language.vocabulary.naming(""))
    for query, said in (
        ("only_saw(oak_and_elm, on(nth(3)))", "only oak and elm saw the hut on hill 3"),
        ("climbed(you, of(ash))", "elm climbed the hill of ash"),
    ):
        parsed = language.parse_claim(query)
        assert str(parsed) == query
        assert phrasing.says(read_claim(language, parsed)) == said


@pytest.mark.parametrize(
    ("noun", "fault"),
    [
        ({"slot": "hill"}, "a noun has the fields"),
        ({**NOUNS[0], "reads": ["{number"]}, "can't stand here"),
        ({**NOUNS[0], "says": "{what}"}, "{what} in '{what}' is no slot of nth(number: ordinal)"),
        ({**NOUNS[4], "slot": "barn"}, "slot hill is a noun, and no [[noun]] before is of that slot"),
    ],
)
def test_a_bad_noun_is_named(noun: dict[str, Any], fault: str) -> None:
    with pytest.raises(TemplateError, match=re.escape(fault)):
        read_nouns([("here", noun, {})])


@pytest.mark.parametrize(
    ("text", "read_as"),
    [
        ("Nobody was on the first quest.", ["each X in roles: not was_on(X, 1)"]),
        ("Neither Player 1 nor Player 2 was on the first quest.", ["not was_on(oak, 1) and not was_on(ash, 1)"]),
        ("Either Player 1 or Player 2 was on the first quest.", ["was_on(oak, 1) or was_on(ash, 1)"]),
        ("Two players were on the first quest.", ["count X in roles: was_on(X, 1) = 2"]),
        ("At least two of us were on the first quest.", ["count X in roles: was_on(X, 1) >= 2"]),
        ("Only Player 1 was on the first quest.", ["was_on(oak, 1) and each X in roles but oak: not was_on(X, 1)"]),
        ("Player 1 told us that he was on the first quest.", ["has_claimed(oak, was_on(oak, 1))"]),
        ("Player 1 thinks that he was on the first quest.", ["has_said(oak, was_on(oak, 1))"]),
        ("Player 1, who was tired, told us that he was on the first quest.", ["has_claimed(oak, was_on(oak, 1))"]),
        (
            "Player 1 said that he was on the first quest and that Player 2 was on the third quest.",
            ["has_claimed(oak, was_on(oak, 1))", "has_claimed(oak, was_on(ash, 3))"],
        ),
        ("I agree with Player 2, and Player 1 said they were on quest 1.", ["has_claimed(oak, was_on(oak, 1))"]),
        ("I was told that Player 2 was on the first quest.", ["was_on(ash, 1)"]),
        ("With Player 2 gone, I would say Player 1 was on the first quest.", []),
        ("Player 1 was never seen, but Player 2 was on the first quest.", ["was_on(ash, 1)"]),
        ("It is not so that Player 2 was on the first quest.", []),
        ("Player 2 was on the first quest twice.", []),
        ("If Player 1 was on the first quest, Player 2 was on the third quest.", []),
        ("It was Player 2 who was on the first quest.", ["was_on(ash, 1)"]),
        ("It wasn't Player 2 who was on the first quest.", ["not was_on(ash, 1)"]),
        ("Player 2 was on the first quest and was on the third quest.", ["was_on(ash, 1)", "was_on(ash, 3)"]),
        ("Player 2 was on the first quest that failed.", []),
        ("Nobody was on the first quest with a bow.", []),
        ("Player 2 was on the first quest, or on the third.", []),
        ("I like Player 2 and Player 4. One of those two was on quest 1.", ["was_on(ash, 1) or was_on(fir, 1)"]),
        ("I like Player 1, Player 2 and Player 4. One of those two was on quest 1.", []),
        ("Player 2 was on the first quest, who knows?", ["was_on(ash, 1)"]),
        ("Player 2 was on the first quest, right?", []),
        ("Player 1 said Player 2 or Player 4 was on the first quest.", []),
    ],
)
def test_how_many_and_who_says_it_is_read(text: str, read_as: list[str]) -> None:
    assert read(text) == read_as


@pytest.mark.parametrize(
    ("text", "read_as"),
    [
        ("If Player 1 is the mole, then Player 2 is the mole.", ["if mole(oak) then mole(ash)"]),
        ("If Player 1 is the mole, Player 2 is the mole today or tomorrow.", []),
        ("If Player 1 is the mole, Player 2 must be the mole.", []),
        ("Mole here, hello.", ["mole(elm)"]),
        ("I saw a mole here.", []),
        ("As the mole, I want nothing more.", ["mole(elm)"]),
        ("As the mole, I would want more.", []),
    ],
)
def test_what_follows_and_who_says_what_it_is_is_read(text: str, read_as: list[str]) -> None:
    assert read(text) == read_as


def test_a_guess_is_marked() -> None:
    for text, hedged in (
        ("I guess Player 2 was on the first quest.", True),
        ("Player 2 was on the first quest.", False),
    ):
        [claim] = translate(text, GAME, role="elm").claims
        assert (claim.query, claim.hedged) == ("was_on(ash, 1)", hedged)


MANY_CLAUSES = Vocabulary(
    "grove",
    ("random", "oak", "ash", "elm", "fir"),
    {},
    templates=tuple(
        read_template({**entry, "goal": goal, "kind": "history"}, "here", {})
        for goal, entry in (
            (
                "record(shielded(player, target))",
                {"template": "shielded(player: role, target: role)", "reads": ["{player} (shield|shielded) {target}"]},
            ),
            (
                "record(accused(player, target))",
                {
                    "template": "accused(player: role, target: role)",
                    "anytime": True,
                    "reads": ["{player} accused {target}"],
                },
            ),
            ("record(fell(player))", {"template": "fell(player: role)", "reads": ["{player} fell asleep"]}),
            (
                "record(maybe_mole(player))",
                {"template": "maybe_mole(player: role)", "reads": ["{player} could [potentially] be the mole"]},
            ),
        )
    ),
)


def queries_of_clauses(text: str) -> list[str]:
    return [claim.query for claim in translate(text, MANY_CLAUSES, role="elm").claims]


@pytest.mark.parametrize(
    ("text", "queries"),
    [
        ("I want to hide and shield myself.", []),
        ("I could wait and shield Oak.", []),
        ("I accused Oak and shielded Ash.", ["accused(elm, oak)", "shielded(elm, ash)"]),
        ("I keep an eye on Oak, as they said little and could potentially be the mole.", []),
        ("I saw that Oak was tired and fell asleep.", ["fell(oak)"]),
        ("I see that Oak, as ever, was tired and fell asleep.", ["fell(oak)"]),
        ("Oak accused Ash and Fir accused me.", ["accused(oak, ash)", "accused(fir, elm)"]),
        ("Oak accused Ash, and Ash accused me.", ["accused(oak, ash)", "accused(ash, elm)"]),
        ("I shielded Oak and Ash fell asleep.", ["shielded(elm, oak)", "fell(ash)"]),
        ("Since I shielded Oak and Ash was asleep, all went well.", ["shielded(elm, oak)"]),
        ("I shielded Oak and Ash.", ["shielded(elm, oak)", "shielded(elm, ash)"]),
        ("Oak and Ash fell asleep.", ["fell(oak)", "fell(ash)"]),
        ("I will argue that Oak fell asleep.", []),
        ("Ash, who stood by Oak, fell asleep.", ["fell(ash)"]),
        (
            "I shielded Oak, and Ash and Fir accused me.",
            ["shielded(elm, oak)", "accused(ash, elm)", "accused(fir, elm)"],
        ),
    ],
)
def test_a_verb_has_the_subject_of_its_own_clause(text: str, queries: list[str]) -> None:
    assert queries_of_clauses(text) == queries


@pytest.mark.parametrize(
    ("text", "queries"),
    [
        ("Oak, our seer, fell asleep.", ["fell(oak)"]),
        ("Oak, who accused Ash, was the one who shielded Fir.", ["accused(oak, ash)", "shielded(oak, fir)"]),
        ("Oak was the one who fell asleep.", ["fell(oak)"]),
        ("Oak, the one who fell asleep and who accused Ash, is gone.", ["fell(oak)", "accused(oak, ash)"]),
        ("I like those who waited and fell asleep.", []),
        ("I shielded my partner Oak.", ["shielded(elm, oak)"]),
        ("My partners Oak and Ash fell asleep.", ["fell(oak)", "fell(ash)"]),
        ("My partners, Oak and Ash, accused Fir.", ["accused(oak, fir)", "accused(ash, fir)"]),
        ("Only Oak waited and accused Ash.", ["accused(oak, ash)"]),
        ("Only Oak and Ash, who accused Fir, are left.", ["accused(oak, fir)", "accused(ash, fir)"]),
        ("Oak accused Ash and Fir, Elm fell asleep.", ["accused(oak, ash)", "accused(oak, fir)", "fell(elm)"]),
        ("Oak waited, and now Ash has spoken and accused me.", ["accused(ash, elm)"]),
        ("When I shielded Oak, all went well.", ["shielded(elm, oak)"]),
    ],
)
def test_who_somebody_is_besides_changes_nothing(text: str, queries: list[str]) -> None:
    assert queries_of_clauses(text) == queries


@pytest.mark.parametrize(
    ("text", "queries"),
    [
        ("Oak warned the others that Ash fell asleep.", ["has_claimed(oak, fell(ash))"]),
        ("Oak has already answered that they fell asleep.", ["has_claimed(oak, fell(oak))"]),
        ("Oak, our seer, reminded us that Ash accused Fir.", ["has_claimed(oak, accused(ash, fir))"]),
        ("I assure you that Ash fell asleep.", ["fell(ash)"]),
        ("I need a sign that Ash fell asleep.", []),
    ],
)
def test_whoever_says_something_by_any_verb_of_speech_is_reported(text: str, queries: list[str]) -> None:
    assert queries_of_clauses(text) == queries


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("Oak on the second day accused Ash.", [("accused(oak, ash)", True)]),
        ("Oak at that last vote of the night accused Ash.", [("accused(oak, ash)", True)]),
        ("Oak accused Ash instead.", [("accused(oak, ash)", False)]),
        ("Oak, on the other hand, accused Ash.", [("accused(oak, ash)", False)]),
        ("Oak yesterday accused Ash.", [("accused(oak, ash)", True)]),
        ("Oak accused Ash in the last vote.", [("accused(oak, ash)", True)]),
        ("Oak accused Ash in the last vote, not me.", [("accused(oak, ash)", True)]),
        ("Oak yesterday shielded Ash.", []),
        ("Oak shielded Ash in the last vote.", []),
        (
            "Fir said yesterday that Oak and Ash fell asleep.",
            [("has_claimed(fir, fell(oak))", False), ("has_claimed(fir, fell(ash))", False)],
        ),
        ("Fir told us in public, before the vote, that Ash fell asleep.", [("has_claimed(fir, fell(ash))", False)]),
        (
            "I saw how Fir pushed for Oak, and Ash and Elm accused Fir.",
            [("accused(ash, fir)", False), ("accused(elm, fir)", False)],
        ),
    ],
)
def test_a_time_only_narrows_what_is_of_any_time(text: str, claims: list[tuple[str, bool]]) -> None:
    found = translate(text, MANY_CLAUSES, role="elm").claims
    assert [(claim.query, claim.hedged) for claim in found] == claims


CAREFUL = Vocabulary(
    "grove",
    ("random", "oak", "ash", "elm", "fir"),
    {},
    templates=tuple(
        read_template({"kind": "history", "template": name, "reads": reads, "goal": f"record({goal})"}, "here", {})
        for name, goal, reads in (
            ("climbed(player: role)", "climbed(player)", ["{player} climbed the hill"]),
            ("idle(player: role)", "idle(player)", ["{player} (has|have|had) not moved"]),
            ("liked_all(player: role)", "liked_all(player)", ["{player} liked (all|every) (hill|hills)"]),
            ("awake(player: role)", "awake(player)", ["{player} (is|are) not [both|all] asleep"]),
            ("fox(player: role)", "fox(player)", ["{player} is [the] fox"]),
            ("pushed(player: role, target: role)", "pushed(player, target)", ["{player} pushed {target}"]),
            ("hit(player: role, times: number)", "hit(player, times)", ["{player} hit the tree {times}"]),
            ("cheers(times: number, player: role)", "cheers(times, player)", ["{times} for {player}"]),
            ("slept(hour: number, player: role)", "slept(hour, player)", ["{hour} {player} slept"]),
            ("with_me(player: role)", "with_me(player)", ["{player} ... with me"]),
        )
    ),
)


def careful(text: str) -> list[str]:
    """What Elm claims with a text about what happened on the hill."""
    return [claim.query for claim in translate(text, CAREFUL, role="elm").claims]


@pytest.mark.parametrize(
    ("text", "queries"),
    [
        ("Oak climbed the hill.", ["climbed(oak)"]),
        ("According to Oak, Ash climbed the hill.", []),
        ("Oak's story is that Ash climbed the hill.", []),
        ("The idea that Ash climbed the hill is old.", []),
        ("My point is that Ash climbed the hill.", ["climbed(ash)"]),
        ("People keep saying Ash climbed the hill.", []),
        ("Oak wants us to think that Ash climbed the hill.", []),
        ("In Oak's eyes, Ash is the fox.", []),
        ("In my eyes, Ash is the fox.", ["fox(ash)"]),
        ("Tell me why Ash climbed the hill.", []),
        ("That is why Ash climbed the hill.", ["climbed(ash)"]),
        ("Had Ash climbed the hill, we would know.", []),
    ],
)
def test_what_others_are_said_to_think_or_what_never_was_is_not_claimed(text: str, queries: list[str]) -> None:
    assert careful(text) == queries


@pytest.mark.parametrize(
    ("text", "queries"),
    [
        ('Oak "climbed" the hill.', []),
        ("Oak is the fox, just kidding.", []),
        ("Oak is the fox. Not!", []),
        ("Oak is the fox. Ash is not asleep. Kidding!", ["fox(oak)"]),
        ("Oak is the fox. Not so fast, friends.", ["fox(oak)"]),
    ],
)
def test_what_is_taken_back_is_not_claimed(text: str, queries: list[str]) -> None:
    assert careful(text) == queries


@pytest.mark.parametrize(
    ("text", "queries"),
    [
        ("Nobody who was tired climbed the hill.", []),
        ("I love everyone who climbed the hill.", []),
        ("Everybody who cares for Ash climbed the hill.", []),
        ("One of us climbed the hill.", ["any X in roles: climbed(X)"]),
        ("Exactly one of us climbed the hill.", ["count X in roles: climbed(X) = 1"]),
        ("Oak is the fox-hunter.", []),
        ("Oak is the fox's friend.", []),
        ("Oak and Ash are not asleep.", ["awake(oak)", "awake(ash)"]),
        ("Oak and Ash are not both asleep.", []),
        ("Oak is not necessarily asleep.", []),
        ("Oak liked all hills.", ["liked_all(oak)"]),
        ("Oak liked all hills but one.", []),
        ("Oak liked every hill, except for two.", []),
        ("Oak is the fox, says Ash.", []),
        ("Oak is the fox, assuming Ash is right.", []),
        ("Oak is the fox, if you ask me.", ["fox(oak)"]),
        ("Oak has not moved yet this round.", []),
        ("Oak hit the tree, two of us saw it.", []),
        ("Oak would have climbed with me.", []),
        ("I saw players 1 and 2, and players 1 and 4 for Ash.", []),
        ("I saw 4 for Ash.", ["cheers(4, ash)"]),
        ("At 2 Oak slept.", ["slept(2, oak)"]),
        ("Since 2 Oak slept.", []),
        ("Oak and Ash pushed Fir.", ["pushed(oak, fir)", "pushed(ash, fir)"]),
        ("Oak and Ash pushed Fir and Elm.", []),
        ("Oak has not moved.", ["idle(oak)"]),
        ("At that time Oak had not moved.", []),
        ("Back then, Ash climbed the hill.", []),
        ("Oak climbed the hill. Ash pushed her.", ["climbed(oak)", "pushed(ash, oak)"]),
        ("I saw Oak because Ash pushed him.", ["pushed(ash, oak)"]),
        ("Fir saw Oak because Ash pushed him.", []),
        ("Oak is the fox, and he climbed the hill.", ["fox(oak)", "climbed(oak)"]),
    ],
)
def test_less_or_other_than_the_words_alone_is_not_claimed(text: str, queries: list[str]) -> None:
    assert careful(text) == queries
