"""Meanings of phrases that tell who chooses what. Every function is one that constructions name; None refuses.

Long, because each is a few lines and all make cases.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from translators.reading.grammar.parts import Case, Choosing, Who


def nothing(**_: object) -> str:
    """Words that join others."""
    return ""


def word(kind: str) -> str:
    """A feature of a word, as it is."""
    return kind


def who(who: str | tuple[str, str] | Who) -> Who:
    """A player, by the feature of the lexicon or by role."""
    if isinstance(who, Who):
        return who
    if who == "none":
        return Who("neither", "all")
    return Who(*who) if isinstance(who, tuple) else Who(who)


def who_again(who: str | tuple[str, str], again: str | tuple[str, str]) -> Who | None:
    """Two words for one player: `they both`."""
    found = {_named(who), _named(again)}
    for kind in ("neither", "both", "each"):
        if Who(kind) in found and not any(each.kind == "role" for each in found):
            return Who(kind)
    return None


def who_counted(count: str, kind: str) -> Who:
    """So many of the players, or of the others."""
    return Who(kind, count)


def how_many(count: str | Fraction) -> str | None:
    """How many players, by a word or a number."""
    return count if isinstance(count, str) else _step(count) if count else "0"


def same_count(count: str) -> str:
    """A number of players in other words."""
    return count


def bounded_count(bound: str, count: str) -> str | None:
    """At least, or at most, so many players: `2+`, `2-`."""
    sign = {"least": "+", "most": "-"}.get(bound)
    return f"{count}{sign}" if sign is not None and count.isdigit() else None


def several(count: str) -> str | None:
    """More than one: `one` may be anybody."""
    return count if count != "1" else None


def so_many_do(count: str, act: Case) -> Case | None:
    """So many make a choice, of all or of all others: `exactly two share`."""
    counted = len(act.choices) == 1 and len(act.choices[0].moves) == 1 and act.choices[0].how == "is"
    return doing(Who("counted", count), act) if counted else None


def who_all(who: str | tuple[str, str], count: str) -> Who | None:
    """All players, or all others, with their number: `all the 4 boats`."""
    return _named(who) if who in ("each", "rest") and count.isdigit() else None


def does_alone(who: Who | str | tuple[str, str], act: Case) -> Case | None:
    """Somebody makes a choice that nobody else makes: `only Ana goes up`."""
    alone, who = act_with(act, "0"), _named(who)
    return doing(who, alone) if who.kind in ("me", "role", "them") and alone is not None else None


def who_and(left: Who, right: Who) -> Who | None:
    """Several players: `Ana and I`."""
    members = (*(left.members or (left,)), *(right.members or (right,)))
    if any(each.kind not in ("me", "role", "them") for each in members) or len(set(members)) < len(members):
        return None
    return Who("group", "", members)


def who_listed(left: Who, right: Who) -> Who | None:
    """One more of several players: `Ana, Bo and I`; where nothing else joins two, the comma parts clauses."""
    return who_and(left, right) if right.kind == "group" else None


def who_all_of(left: Who, right: Who, again: str | tuple[str, str]) -> Who | None:
    """Several players in a row, all of them: `Ana, Bo both`."""
    both = who_and(left, right)
    return who_both(both, again) if both is not None else None


def who_chooses(moves: str | tuple[str, ...], who: str | tuple[str, str] = "each") -> Who | None:
    """All who make a move: `each bridge driver`."""
    made = (moves,) if isinstance(moves, str) else moves
    return Who("chooser", made[0]) if len(made) == 1 and who == "each" else None


def who_both(who: Who, again: str | tuple[str, str]) -> Who | None:
    """Several players, all of them: `Ana and Bo both`."""
    return who if who.kind == "group" and again in ("both", "each") else None


def step(step: Fraction | str) -> str | None:
    """A step of the game."""
    return step if isinstance(step, str) else _step(step)


def _step(number: Fraction) -> str | None:
    return str(number) if number.denominator == 1 and number > 0 else None


def last_round(**_: object) -> tuple[str, ...]:
    """The round before this one, whatever its number."""
    return ("",)


def round_number(
    one: Fraction | str, two: Fraction | str | None = None, three: Fraction | str | None = None
) -> tuple[str, ...] | None:
    """Rounds of a game that is played again, by number."""
    told = [each if isinstance(each, str) else _step(each) for each in (one, two, three) if each is not None]
    found = tuple(each for each in told if each is not None and each.isdigit())
    return found if len(found) == len(told) else None


def act_with(act: Case, company: str) -> Case | None:
    """A choice that so many others make as well: `alone on the bridge`."""
    if len(act.choices) != 1 or act.profiles or act.choices[0].company or act.choices[0].how != "is":
        return None
    return Case((replace(act.choices[0], company=company),))


def act_shared(moves: tuple[str, ...], company: str) -> Case | None:
    """A choice that so many others make as well: `share the bridge with one other`, `a full bridge`."""
    return act_with(act(moves), company)


def act_as(like: Who) -> Case | None:
    """The same choice as somebody's: `join Ana`."""
    return Case((Choosing(None, (), "as", like=like),)) if like.kind in ("role", "them") else None


def does_both(who: Who, act: Case, more: Case) -> Case | None:
    """Somebody holds something and makes a choice: `Quin calls with the high card`."""
    hows = {each.how for case in (act, more) for each in case.choices}
    if len(act.choices) != 1 or len(more.choices) != 1 or len(hows) != 2 or "holds" not in hows:
        return None
    return Case(tuple(replace(each, who=who) for case in (act, more) for each in case.choices))


def act_joined(like: Who, act: Case) -> Case | None:
    """A choice together with somebody: `join Ana on the bridge`."""
    if len(act.choices) != 1 or act.profiles or like.kind not in ("role", "them"):
        return None
    return Case((act.choices[0], Choosing(like, act.choices[0].moves)))


def act_at(act: Case, step: str | Fraction = "", nth: str | Fraction = "", often: str = "") -> Case | None:
    """A choice at a step of the game, at somebody's second turn, or twice."""
    told = step.removeprefix("if-") if isinstance(step, str) else _step(step)
    if nth or often:
        told = f"#{nth}" if nth else often
    if len(act.choices) != 1 or act.profiles or act.choices[0].step or told is None:
        return None
    return Case((replace(act.choices[0], step=told),))


def _named(given: str | tuple[str, str] | Who) -> Who:
    return who(given)


def move(move: str) -> tuple[str, ...]:
    """A move that was named."""
    return (move,)


def move_again(move: str, again: str) -> tuple[str, ...] | None:
    """A move by two of its names: `Option 1 (R)`."""
    return (move,) if move == again else None


def moves_or(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...] | None:
    """One of several moves."""
    return None if set(first) & set(second) else (*first, *second)


def act(moves: tuple[str, ...] | str, how: str = "is") -> Case:
    """A choice, whoever makes it."""
    return Case((Choosing(None, (moves,) if isinstance(moves, str) else moves, how),))


def act_again(act: Case, again: Case) -> Case | None:
    """An act in two words: `cooperate (choose R)`."""
    return act if act == again else None


def act_how(how: str, every: str = "", **_: object) -> Case:
    """A choice that is told by another one; by whatever that is, if it is so in every case."""
    return Case((Choosing(None, (), how),), every=bool(every))


def same_act(act: Case) -> Case:
    """An act in other words."""
    return act


def same_case(case: Case) -> Case:
    """A case in other words."""
    return case


def two_acts(one: Case, two: Case) -> tuple[Case, Case] | None:
    """Two choices of one player: `B and R`."""
    told = [each.choices[0].moves for each in (one, two) if len(each.choices) == 1 and not each.choices[0].who]
    return (one, two) if len(told) == 2 and told[0] != told[1] else None


def owned_act(who: Who | str | tuple[str, str], act: Case | None = None, moves: tuple[str, ...] = ()) -> Case | None:
    """Somebody's choice: `their defection`, `my choice of B`."""
    made = act or Case((Choosing(None, moves),))
    return doing(_named(who), made) if who != "its" else None


def act_on(moves: str, object: tuple[str, ...] | str) -> Case:
    """An answer with what it is given to: `accept an offer of 2`, `a refused offer`."""
    asked = (object,) if isinstance(object, str) else object
    return Case((Choosing(None, (moves,)), Choosing(Who("answered"), asked)))


def doing_always(who: Who, moves: str) -> Case | None:
    """Somebody gives the same answer whatever was done or dealt before."""
    return doing(who, Case((Choosing(None, (moves,), step="all"),)))


def act_then(act: Case, object: str) -> Case | None:
    """A choice and what somebody else then does: `entry followed by a fight`."""
    if len(act.choices) != 1 or act.profiles or act.choices[0].who is not None or act.choices[0].how != "is":
        return None
    return act & Case((Choosing(Who("answered"), (object,)),))


def step_supposed(step: str) -> str:
    """A step that the game may come to: `if we reach step 3`."""
    return f"if-{step.removeprefix('if-')}"


def held_two(one: str, two: str) -> tuple[str, ...] | None:
    """One of two things that chance may have brought."""
    return (one, two) if one != two else None


def owned_holding(who: Who | str | tuple[str, str], moves: tuple[str, ...] | str) -> Case | None:
    """What chance made of somebody's: `my card is the ace`, `her car is good`."""
    return doing(_named(who), act(moves, "holds")) if who != "its" else None


def owned_meeting(
    one: Who | str | tuple[str, str], first: tuple[str, ...], two: Who | str | tuple[str, str], second: tuple[str, ...]
) -> Case | None:
    """Two choices that meet: `my dove meets their hawk`."""
    left, right = _named(one), _named(two)
    return Case((Choosing(left, first), Choosing(right, second))) if left != right else None


def matching(two: Who | str | tuple[str, str], one: Who | str | tuple[str, str], moves: tuple[str, ...]) -> Case | None:
    """Somebody makes the same choice as another: `they match my choice of B`."""
    return owned_meeting(one, moves, two, moves)


def faced_move(moves: tuple[str, ...]) -> Case:
    """The column of a table: what the other chooses."""
    return Case((Choosing(Who("faced"), moves),))


def agent_act(moves: str, who: Who | None = None) -> Case | None:
    """Somebody who makes a move, as a noun: `a defector`."""
    if who is not None and who.kind not in ("them", "role", "rest"):
        return None
    return Case((Choosing(who, (moves,)),))


def doing(who: Who, act: Case, **_: object) -> Case | None:
    """Somebody makes a choice."""
    own = [choice for choice in act.choices if choice.who is None]
    if len(own) != 1 or act.profiles or act.every:
        return None
    if who.kind == "neither":
        return doing_not(who, own[0].moves) if act.choices == (Choosing(None, own[0].moves),) else None
    return Case(tuple(replace(each, who=who) if each.who is None else each for each in act.choices))


def doing_not(who: Who, moves: tuple[str, ...]) -> Case:
    """Somebody chooses something else."""
    if who.kind == "neither":
        who = Who("each" if who.name else "both")
    return Case((Choosing(who, moves, "not"),))


def mover(moves: str) -> str:
    """Who makes a move, by a noun for players: `the stag hunter`, `the low bidder`."""
    return moves


def doing_agent(moves: str, who: Who | None = None) -> Case | None:
    """Somebody is one who makes a move: `they are a hawk`."""
    return Case((Choosing(who, (moves,)),)) if who is not None else None


def doing_both(moves: tuple[str, ...]) -> Case:
    """All make the same choice: `mutual defection`."""
    return Case((Choosing(Who("both"), moves),))


def suffers(moves: str) -> Case:
    """What is done to somebody by whoever can: `is audited`."""
    return Case((Choosing(Who("faced"), (moves,)),))


def done_to(who: Who, act: Case) -> Case | None:
    """Something is done to somebody, which is the choice of the other one."""
    doer = {"me": Who("them"), "them": Who("me")}.get(who.kind)
    return Case((replace(act.choices[0], who=doer),)) if doer is not None else None


def act_and_done(act: Case, more: Case) -> Case | None:
    """What somebody chooses and what is done to them: `evade and get audited`."""
    return act & more if len(act.choices) == 1 and act.choices[0].who is None else None


def agent_does(act: Case, made: str = "") -> Case | None:
    """Somebody who does something: `someone who defects`, `an evader who is audited`."""
    return None if made else act


def doing_moves(who: Who | str | tuple[str, str], moves: tuple[str, ...]) -> Case:
    """Somebody makes a move."""
    if _named(who).kind == "neither":
        return doing_not(_named(who), moves)
    return Case((Choosing(_named(who), moves),))


def same_bind(bind: Case) -> Case:
    """An assignment as what is done."""
    return bind


def joined_not(left: Case, who: Who) -> Case:
    """Somebody does something and another doesn't."""
    return left & Case((Choosing(who, (), "different"),))


def doing_how(who: Who | str | tuple[str, str], how: str) -> Case:
    """Those whose choices are alike, or differ: `if our choices differ`."""
    return Case((Choosing(_named(who), (), how),))


def one_and_other_move(first: tuple[str, ...], second: tuple[str, ...]) -> Case | None:
    """Whoever it is that chooses each: `a hawk meets a dove`."""
    return one_and_other(Who("one"), first, Who("one"), second)


def joined_too(left: Case, who: Who) -> Case:
    """Somebody does something and another does so too."""
    if [choice.who for choice in left.choices] == [Who("one")] and who.kind in ("them", "one"):
        return doing_both(left.choices[0].moves)
    return left & Case((Choosing(who, (), "same"),))


def both_hold(left: Case, right: Case) -> Case | None:
    """Two things hold together; `whatever they do, and if I choose B` are two cases of two clauses."""
    if left.every and not left.choices and right.choices:
        return None
    both = left & right
    seen = [(choice.who, choice.how == "holds") for choice in both.choices]
    return None if len(seen) != len(set(seen)) and not both.every else both


def faced(left: Case, right: Case) -> Case | None:
    """A choice against somebody's: `R against B`."""
    if len(left.choices) != 1 or len(right.choices) != 1:
        return None
    theirs = right.choices[0]
    return Case((left.choices[0], replace(theirs, who=theirs.who or Who("them"))))


def and_numbered(left: Case, who: Who, move: str) -> Case | None:
    """Somebody's number after another's: `Ana bids 4 and Bo 2`."""
    made = [_unnumbered(move) for choice in left.choices for move in choice.moves]
    if not made or set(made) != {_unnumbered(move)} or who in [choice.who for choice in left.choices]:
        return None
    return left & Case((Choosing(who, (move,)),))


def _unnumbered(move: str) -> str:
    return "".join(letter for letter in move if not letter.isdigit())


def one_and_other(one: Who, first: tuple[str, ...], two: Who, second: tuple[str, ...]) -> Case | None:
    """One of the players chooses this, the other that."""
    if one.kind != "one" or two.kind not in ("them", "one"):
        return None
    return Case((Choosing(Who("one"), first), Choosing(Who("other"), second)))


def pair_list(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...] | None:
    """Moves of two roles, in order."""
    return (*first, *second) if len(first) == len(second) == 1 else None


def longer_list(list: tuple[str, ...], more: tuple[str, ...]) -> tuple[str, ...] | None:
    """Moves of more roles, in order."""
    return (*list, *more) if len(more) == 1 and len(list) < 8 else None


def profile(list: tuple[str, ...]) -> Case:
    """A choice of each role, in order."""
    return Case(profiles=(list,))


def profile_pair(pair: tuple[str, ...]) -> Case:
    """A choice of each role, as letters."""
    return Case(profiles=(pair,))


def profile_two(first: tuple[str, ...], second: tuple[str, ...]) -> Case | None:
    """A choice of each of two roles: `R/B`."""
    return Case(profiles=((*first, *second),)) if len(first) == len(second) == 1 else None


def profiles(one: Case, two: Case) -> Case:
    """Several cases."""
    return Case(profiles=one.profiles + two.profiles)


def profile_named(one: Case) -> Case:
    """A case that is called one."""
    return one


def against(act: Case) -> Case | None:
    """What the other chooses, as what one faces."""
    if len(act.choices) != 1:
        return None
    choice = act.choices[0]
    return Case((replace(choice, who=choice.who or Who("faced")),))


def faces(who: Who, act: Case) -> Case | None:
    """What the speaker faces: `if I am facing a hawk`."""
    return against(act) if who.kind == "me" else None


def against_who(who: Who | str | tuple[str, str], act: Case) -> Case | None:
    """What somebody chooses, as what one faces."""
    named = _named(who)
    if len(act.choices) != 1 or named.kind in ("me", "neither"):
        return None
    return Case((replace(act.choices[0], who=act.choices[0].who or named),))


def cond_turned(who: Who) -> Case:
    """Somebody does not do what was spoken of."""
    return Case((Choosing(who, (), "other"),))


def does_so(who: Who, how: str = "so") -> Case | None:
    """Somebody does what was spoken of last, or nobody else does; `in_full` has it."""
    return Case((Choosing(who, (), how),)) if who.kind != "neither" else None


def in_full(case: Case, moves: tuple[str, ...]) -> Case | None:
    """A case with what was spoken of last in the place of `so`."""
    (choice,) = case.choices
    act = Case((Choosing(None, moves),))
    assert choice.who is not None
    return does_alone(choice.who, act) if choice.how == "so_alone" else doing(choice.who, act)


def here(**_: object) -> Case:
    """In the case that was spoken of: its words point back to it."""
    return Case()


def otherwise_case(**_: object) -> Case:
    """Otherwise."""
    return Case(turned=True)


def turned_case(case: Case) -> Case | None:
    """Unless somebody chooses this."""
    if len(case.choices) != 1 or case.profiles or case.choices[0].how != "is":
        return None
    return Case((replace(case.choices[0], how="not"),))


def whatever(**_: object) -> Case:
    """In every case of what is left open."""
    return Case(every=True)


def supposes(who: Who, case: Case) -> Case | None:
    """What somebody else might think."""
    return case if who.kind in ("them", "role", "both") else None


def players_in_row(two: Who, one: Who | None = None, more: tuple[Who, ...] = ()) -> tuple[Who, ...]:
    """Players in a row."""
    return (*more, *((one,) if one is not None else ()), two)


def told_order(
    two: Who | str | tuple[str, str], one: Who | str | tuple[str, str] | None = None, more: tuple[Who, ...] = ()
) -> tuple[Who, ...]:
    """The order in which a text tells what is whose."""
    return (*more, *((_named(one),) if one is not None else ()), _named(two))


def typed_pair(first: tuple[str, ...], second: tuple[str, ...]) -> Case | None:
    """A choice with another's: `up with right`."""
    return Case(profiles=((*first, *second),)) if len(first) == len(second) == 1 and first != second else None


def act_alone(moves: tuple[str, ...] = (), act: Case | None = None) -> Case | None:
    """A choice that nobody else makes."""
    return act_with(act or Case((Choosing(None, moves),)), "0")


def act_grouped(company: str) -> Case:
    """To be in a group of so many who choose alike, whatever they choose."""
    return Case((Choosing(None, (), "own", company),))


def split_counts(one: Fraction | str, two: Fraction | str) -> tuple[int, int] | None:
    """Into how many and how many all are split."""
    counts = Fraction(one), Fraction(two)
    return (int(counts[0]), int(counts[1])) if all(each.denominator == 1 for each in counts) else None


def so_many_take(count: str, moves: str | tuple[str, ...]) -> tuple[tuple[str, str], ...] | None:
    """So many make a move: `two on the bridge`; `rest` for all that are left."""
    made = (moves,) if isinstance(moves, str) else moves
    return ((count, made[0]),) if len(made) == 1 and (count.isdigit() or count == "rest") else None


def takings(
    left: tuple[tuple[str, str], ...], right: tuple[tuple[str, str], ...]
) -> tuple[tuple[str, str], ...] | None:
    """How many make each of several moves."""
    return (*left, *right) if right[0][1] not in dict(left).values() and left[-1][0] != "rest" else None


def each_so_many(parts: tuple[tuple[str, str], ...]) -> Case:
    """How many make each move: `two on the bridge and one in the tunnel`."""
    return Case((Choosing(Who("parted", "-".join(count for count, _ in parts)), tuple(move for _, move in parts)),))


def one_each(**_: object) -> Case:
    """Each makes a move that nobody else makes."""
    return Case((Choosing(Who("parted", "1-each")),))


def parted(parts: tuple[int, int] | None = None, one: str = "", two: str = "") -> Case | None:
    """All are split into two groups who choose alike: `two against two`."""
    sizes = parts or (int(Fraction(one)), int(Fraction(two)))
    return Case((Choosing(Who("parted", "-".join(map(str, sizes)))),)) if min(sizes) >= 0 else None
