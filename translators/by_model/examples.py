"""What a model is shown of translating: sentences in the words of its game about payoffs that no game has.

The same for every payoff table, so that nothing of the true one is told.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from gdl.values import dataclass
from translators.formulas.claim_language import ClaimLanguage
from translators.formulas.formula import Const
from translators.formulas.says import said_name
from translators.formulas.write import ref_text
from translators.language.vocabulary import Vocabulary


@dataclass(frozen=True)
class _Shown:
    """An example: a sentence, and what it claims; nothing for a plan."""

    sentence: str
    formula: str = ""
    polarity: str = "affirmed"

    @property
    def span(self) -> str:
        return self.sentence.rstrip(".")


def examples(language: ClaimLanguage, vocabulary: Vocabulary, role: str) -> str:
    """A short text and its translation; empty for a game whose words make none."""
    shown = [*_payoffs(language, vocabulary, role), *_relations(language, role)]
    if not shown:
        return ""
    text = "\n".join(f"{number}. {each.sentence}" for number, each in enumerate(shown, start=1))
    claims = [
        {"sentence": number, "formula": each.formula, "polarity": each.polarity, "span": each.span}
        for number, each in enumerate(shown, start=1)
        if each.formula
    ]
    told = ",\n".join(json.dumps(claim, ensure_ascii=False) for claim in claims)
    return f'An example, with payoffs of another game:\n{text}\nIts translation:\n{{"claims": [{told}], "choice": ""}}'


def _payoffs(language: ClaimLanguage, vocabulary: Vocabulary, role: str) -> Iterator[_Shown]:
    voice = language.voice(role, "")
    mine = language.names.moves_of(role)[:2]
    others = [each for each in language.names.roles if each != role and language.names.moves_of(each)]
    if not vocabulary.numbers or len(mine) < 2 or not others:
        return
    one, two = (said_name(move, voice) for move in mine)
    a, b = map(ref_text, mine)
    partner = others[0]
    their = language.names.moves_of(partner)
    who = "they" if len(others) == 1 else voice.names.get(partner, partner)
    yield _Shown(f"I think I will choose {one}.")
    c, third = ref_text(their[0]), said_name(their[0], voice)
    chosen = f"{partner}={c}"
    choose = "choose" if who == "they" else "chooses"
    if len(others) == 1 and vocabulary.simultaneous:
        yield _Shown(
            f"If I choose {one} and {who} {choose} {third}, I get 41.", f"pay({role}; {role}={a}, {chosen}) = 41"
        )
    yield _Shown(f"With {two} I never get less than 17.", f"min pay({role}; {role}={b}) >= 17")
    if "best" in language.definitions:
        yield _Shown(
            f"If {who} {choose} {third}, {one} isn't my best reply.", f"best({role}, {a}, {{{chosen}}})", "denied"
        )
    if vocabulary.simultaneous:
        yield _Shown(
            f"Whatever {who} {choose}, {two} pays me more than {one}.",
            f"pay({role}; {role}={b}) > pay({role}; {role}={a})",
        )
    if len(their) == 2 and len(others) == 1 and vocabulary.simultaneous:
        belief = f"{chosen}: 3/4, {partner}={ref_text(their[1])}: 1/4"
        yield _Shown(
            f"If {who} {choose} {third} with probability 75%, {one} is worth 23 to me on average.",
            f"mean({role}; {role}={a}; {belief}) = 23",
        )


def _relations(language: ClaimLanguage, role: str) -> Iterator[_Shown]:
    """One for a relation of a role, where the game says such in words."""
    voice = language.voice(role, "")
    others = [each for each in language.names.roles if each != role]
    for name, (said, unless) in voice.relations.items():
        if others and unless and said.count("{") == 1 and (("thing",) in language.names.relations.get(name, ())):
            other = said_name(Const(others[-1]), voice)
            yield _Shown(f"{said.replace('{0}', other)}.", f"{name}({others[-1]})")
            return
