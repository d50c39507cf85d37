"""What a talker may say of a game: `talker.toml` in the game's folder.

```toml
opening = "plain"                    # whose words each speech begins with; none by default
sentences = [2, 4]                   # the fewest and the most of a speech
period = { begins = ["(died ?p)"], ends = [], first = 0 }   # see `lelma.agents.players.conditions`
small_talk = ["Let us hear {player} first."]

[rates]                              # see `Rates`; what is not told is 0
obey = 0.7

[[claim]]
template = "voted_on"                # which query template of the game reads it; its kind is that of the claim
about = ["(voted ?q ?a ?player ?x)", "(one_of ?vote approve reject)"]    # when there is something to say
true = ["(same ?x ?vote)"]           # when it is true; left out, it always is
says = ["{player} (voted to {vote}|chose to {vote}) the team [of quest {q}]."]

[[claim]]
template = "is_identity"
tells = "own"                        # it gives the own card away (`own`), or what only the card tells (`card`)
about = ["(identity ?own)", "(one_of ?x merlin servant)"]
true = ["(same ?x ?own)"]
says = ["I am {x}."]
```

`says` is written as `reads` of a template is: `(one|other)`, `[perhaps]`, `{variable}`. Without it the `says` of the
template is taken. A claim of kind `consistency` has a `move`: what it announces, to be made when it is asked for next.
A claim that `tells` something is for thoughts; in a speech it is a bluff if it is false, and a slip if it is true and
`hides`, conditions, hold (always where left out): whoever has nothing to hide lets nothing slip. `{player}` of small
talk is any other player. Conditions are those of `lelma.agents.players.conditions`, and may ask for the facts of the
game's parameters, such as `(players ?n)`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from gdl.errors import GdlError
from gdl.tree.syntax import Term, signature, variables_in
from gdl.tree.term import read_term
from gdl.values import dataclass
from lelma.agents.players.conditions import Periods
from lelma.game.game import Game
from lelma.game.wording import holes
from lelma.support.errors import GameError, UsageError, did_you_mean
from lelma.support.outside import toml_file, with_rates
from lelma.support.shape import misshapen
from translators.errors import TemplateError
from translators.language.patterns import PatternParts, read_pattern


@dataclass(frozen=True)
class Rates:
    """How often a talker errs: probabilities for each answer, from 0 to 1.

    Attributes:
        history: says something false of the record.
        rules: says something false of the rules.
        slip: gives its card away, which it does not mean to.
        bluff: lies about its identity, and declares that as a lie.
        hallucinate: thinks something false of what it knows.
        break_vote: announces a move and makes another.
        contradict: claims another identity than it did before.
        malformed: gives no readable answer.
        illegal: makes a move that is not legal.
        obey: mends a draft that comes back with feedback.
        relapse: makes a new mistake as it mends one.
        announce: announces a move, where it may.
        tell: where players hold words that a lexicon knows, says one thing that is true of its own, drawn, and nothing
            else; no mistake.
    """

    history: float = 0.0
    rules: float = 0.0
    slip: float = 0.0
    bluff: float = 0.0
    hallucinate: float = 0.0
    break_vote: float = 0.0
    contradict: float = 0.0
    malformed: float = 0.0
    illegal: float = 0.0
    obey: float = 0.0
    relapse: float = 0.0
    announce: float = 0.5
    tell: float = 0.0


@dataclass(frozen=True)
class Sayable:
    """One kind of claim, and how it is said.

    Attributes:
        kind: that of its query template; empty where nothing reads it.
        tells: what it would give away: `own` card, other cards that the own `card` tells, or nothing.
        hides: when it gives something away.
    """

    template: str
    kind: str
    about: tuple[Term, ...]
    true: tuple[Term, ...]
    says: tuple[PatternParts, ...]
    move: Term | None = None
    tells: str = ""
    hides: tuple[Term, ...] = ()


@dataclass(frozen=True)
class TalkerData:
    """All that a talker may say of a game.

    Attributes:
        sentences: the fewest and the most of a speech, beside its mistakes, its opening and what it announces.
        public: the facts of the game's parameters, `(players 6)`.
    """

    claims: tuple[Sayable, ...] = ()
    small_talk: tuple[str, ...] = ("Let us go on.", "I have nothing to add for now.", "Let us hear {player} first.")
    rates: Rates = field(default_factory=Rates)
    periods: Periods = field(default_factory=Periods)
    opening: str = ""
    sentences: tuple[int, int] = (2, 4)
    public: tuple[Term, ...] = ()


_SHAPE: Mapping[str, Any] = {
    "opening": str,
    "sentences": [int],
    "period": {"begins": [str], "ends": [str], "first": int},
    "small_talk": [str],
    "rates": {"*": (int, float)},
    "claim": [
        {"template": str, "tells": str, "move": str, "about": [str], "true": [str], "hides": [str], "says": [str]},
    ],
}


def read_talker_data(game: Game) -> TalkerData:
    """What `talker.toml` of a game says; small talk alone if there is none.

    Raises:
        GameError: with every fault of the file.
    """
    file = game.folder / "talker.toml"
    if not file.is_file():
        return TalkerData(public=parameter_facts(game))
    table = toml_file(file, fail=GameError)
    faults = list(misshapen(table, dict(_SHAPE), "talker.toml"))
    unknown = [name for name in table if name not in _SHAPE]
    faults += [f"talker.toml: there is no {name}{did_you_mean(name, _SHAPE)}" for name in unknown]
    if faults:
        raise GameError("\n".join([f"{file} has faults:", *faults]))
    claims = []
    for number, entry in enumerate(table.get("claim", ()), start=1):
        try:
            claims.append(_claim(entry, game))
        except (GdlError, TemplateError, UsageError) as error:
            faults.append(f"claim[{number}] ({entry.get('template', 'no template')}): {error}")
    try:
        rates = with_rates("a talker", Rates(), table.get("rates", {}))
        periods = read_periods(table.get("period", {}))
    except (GdlError, UsageError) as error:
        faults.append(str(error))
    if faults:
        raise GameError("\n".join([f"{file} has faults:", *faults]))
    small_talk = tuple(table.get("small_talk", ())) or TalkerData().small_talk
    fewest, *_, most = table.get("sentences") or TalkerData().sentences
    opening, public = table.get("opening", ""), parameter_facts(game)
    return TalkerData(tuple(claims), small_talk, rates, periods, opening, (fewest, max(fewest, most)), public)


def parameter_facts(game: Game) -> tuple[Term, ...]:
    """The facts of a game's parameters, which are known to all: `(players 6)`, `(identities servant 2)`."""
    rules = game.description.rules
    return tuple(rule.head for rule in rules if not rule.body and signature(rule.head)[0] in game.parameters)


def read_periods(table: Mapping[str, Any]) -> Periods:
    """What `period = { begins, ends, first }` says.

    Raises:
        gdl.errors.GdlError: for a pattern that is no term.
    """
    begins, ends = (tuple(map(read_term, table.get(name, ()))) for name in ("begins", "ends"))
    return Periods(begins, ends, table.get("first", 1))


def _claim(entry: Mapping[str, Any], game: Game) -> Sayable:
    name, tells = entry.get("template", ""), entry.get("tells", "")
    template = next((each for each in game.templates if each.name == name), None)
    if template is None and (name or not tells):
        near = did_you_mean(name, [each.name for each in game.templates])
        raise UsageError(f"the game has no query template {name!r}{near}")
    if tells not in ("", "own", "card"):
        raise UsageError(f"tells is own or card, not {tells!r}")
    kind = template.kind if template is not None else ""
    if (kind == "consistency") != ("move" in entry):
        raise UsageError("a claim of kind consistency has the move that it announces, and no other claim has")
    about, true, hides = (tuple(map(read_term, entry.get(part, ()))) for part in ("about", "true", "hides"))
    if hides and not tells:
        raise UsageError("hides says when a claim that tells something gives it away; this one tells nothing")
    move = read_term(entry["move"]) if "move" in entry else None
    texts: Sequence[str] = entry.get("says", ())
    if not texts and template is not None and template.says:
        texts = (template.says + ".",)
    if not texts:
        raise UsageError("there is nothing that it says")
    bound = {variable for term in about for variable in variables_in(term)} | {"me"}
    for text in texts:
        for hole in holes(text):
            if hole not in bound:
                raise UsageError(f"{{{hole}}} in {text!r} is no variable of about")
    says = tuple(read_pattern(text, bound, {}) for text in texts)
    return Sayable(name, kind, about, true, says, move, tells, hides)
