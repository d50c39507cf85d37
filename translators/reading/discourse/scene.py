"""Cases of the language put into a game: which role makes which move, with all that a phrase leaves open.

Long, because every way to name players and moves is put into the game in one place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from itertools import permutations, product

from gdl.tree.keywords import RANDOM
from gdl.values import dataclass
from translators.reading.grammar.parts import WE, Amount, Case, Choosing, Limit, ToldOdds, Who, players_in, with_player
from translators.reading.words.game_words import SEES, GameWords, role_of

Partial = Mapping[str, str]
"""Role → its move; a role that is missing is left open."""

MOST_CASES = 64
"""Partial profiles that one phrase may stand for."""


@dataclass(frozen=True)
class GameScene:
    """What is taken as given where something is said.

    Attributes:
        partials: what was said holds in each of them.
        unsure: whether another reading of it is as likely.
        every: whatever they leave open, it holds in every case of it.
    """

    partials: tuple[Partial, ...] = ({},)
    every: bool = False
    unsure: bool = False

    @property
    def empty(self) -> bool:
        """Whether it says nothing of anybody."""
        return len(self.partials) == 1 and not self.partials[0]

    @cached_property
    def roles(self) -> frozenset[str]:
        """Roles whose moves it tells."""
        return frozenset(role for partial in self.partials for role in partial)

    def over(self, other: GameScene) -> GameScene:
        """This, and what another scene tells of roles that this one doesn't speak of."""
        if other.empty:
            same = not self.unsure and self.every >= other.every
            return self if same else GameScene(self.partials, self.every or other.every)
        if self.empty and not self.every and len(other.partials) == 1 and not other.unsure:
            return other
        if len(self.partials) == len(other.partials) == 1:
            own = self.partials[0]
            more = {role: move for role, move in other.partials[0].items() if role not in own}
            return GameScene(({**own, **more},), self.every or other.every)
        if any(partial.keys() != self.partials[0].keys() for partial in self.partials):
            fits = [
                {**theirs, **mine}
                for mine in self.partials
                for theirs in other.partials
                if all(theirs.get(role, move) == move for role, move in mine.items())
                and not mine.items() <= theirs.items()
            ]
            if fits:
                return GameScene(_distinct(fits)[:MOST_CASES], self.every or other.every)
        told = self.roles
        rest = _distinct(
            {role: move for role, move in partial.items() if role not in told} for partial in other.partials
        )
        merged = _distinct({**mine, **theirs} for mine in self.partials for theirs in rest)
        return GameScene(merged[:MOST_CASES], self.every or other.every)

    def those_of(self, other: GameScene) -> GameScene:
        """Those of its cases that are cases of another scene as well."""
        kept = (each for each in self.partials if any(part.items() <= each.items() for part in other.partials))
        return GameScene(tuple(kept), self.every)


@dataclass
class Viewpoint:
    """Who is meant by words that stand for others.

    Attributes:
        beside: whether the sentence speaks of others than the reasoner by themselves.
        side: whether `we` are the reasoner's side all through the text: two firms, two countries.
        outside: whether the reasoner is spoken of by its name: `she` may then be the reasoner as well.
        topic: the role whose view a passage takes: who acts where nobody is named.
        they: the roles that were named last, for `they`, where there are several others.
        settled: what was told of the play so far, in a game whose roles choose in turn.
        order: the roles in the order in which the text writes profiles; None while that is not clear.
        odds: what was said of how likely moves are.
        amount: the one that was told last, for `this payoff`.
        limit: where something turned last, for `above it`.
        now: whether the sentence is about the next choice: `if I stop at once`.
        one: the move of `one of us` of whom the sentence speaks, beside whom there is `the other`.
    """

    topic: str
    beside: bool = False
    side: bool = False
    outside: bool = False
    they: tuple[str, ...] = ()
    settled: dict[str, str] = field(default_factory=dict)
    order: tuple[str, ...] | None = None
    odds: list[ToldOdds] = field(default_factory=list)
    amount: Amount | None = None
    limit: Limit | None = None
    now: bool = False
    one: str = ""


class Unresolved(Exception):
    """A phrase that can't be put into the game; the message says why."""


def resolve(
    case: Case, game: GameWords, view: Viewpoint, around: GameScene, actor: str | None = None
) -> list[GameScene]:
    """The scenes that a case may mean.

    Args:
        actor: who acts where the case doesn't say; `view.topic` by default.

    Raises:
        Unresolved: for a move that its role doesn't have, players that can't be told apart, and the like.
    """
    if case.empty:
        return [GameScene()]
    players = players_in(case)
    if WE in players:
        beside = view.side or any(who.kind in ("them", "role", "rest", "me") for who in players)
        if view.beside and not beside:
            raise Unresolved("it can't be told whether `we` are all or one side")
        case = with_player(case, WE, Who("me" if beside else "both" if len(game.roles) == 2 else "each"))
    readings: list[list[Partial]] = [[{}]]
    if case.turned:
        readings = [[turned] for turned in _turned(game, around)]
    for choice in sorted(case.choices, key=_rank):
        readings = [way for reading in readings for way in _extended(reading, choice, game, view, around, actor)]
    if case.profiles:
        readings = [_merged(left, right) for left, right in product(readings, _profiles(case.profiles, game, view))]
    readings = [reading for reading in readings if reading]
    if not readings:
        raise Unresolved("its parts contradict each other")
    if any(len(reading) > MOST_CASES for reading in readings):
        raise Unresolved("it stands for too many cases")
    return [
        GameScene(_distinct(reading), case.every or any(choice.how == "any" for choice in case.choices))
        for reading in readings
    ]


def roles_of(who: Who, game: GameWords, view: Viewpoint, partial: Partial = {}) -> tuple[str, ...]:  # noqa: B006
    """The roles that are meant, in the game's order.

    Raises:
        Unresolved: if that can't be told.
    """
    match who.kind:
        case "me":
            return (game.me,)
        case "role":
            return (who.name,)
        case "we" if view.side:
            return (game.me,)
        case "each" | "neither" | "we" | "anyone":
            return game.roles
        case "both":
            if len(game.roles) == 2:
                return game.roles
            if len(view.they) == 2 or len(game.roles) == 3:
                return view.they if len(view.they) == 2 else tuple(role for role in game.roles if role != view.topic)
        case "group":
            return tuple(dict.fromkeys(role for each in who.members for role in roles_of(each, game, view, partial)))
        case "rest":
            return tuple(role for role in game.roles if role != view.topic)
        case "them" if who.name == "each":  # `they get 4 each`: of two both, of more the others
            return view.they if len(view.they) > 1 else game.others if len(game.others) > 1 else game.roles
        case "them":
            if view.one and partial:
                beside = tuple(role for role in game.roles if partial.get(role) != view.one)
                if len(beside) == 1:
                    return beside
                raise Unresolved("it can't be told which of them the other is")
            if len(game.others) == 1:
                return game.others
            if view.they and not (who.name and len(view.they) > 1):
                return view.they
            raise Unresolved("it can't be told who `they` are")
        case "chooser":
            found = tuple(role for role in game.roles if partial.get(role) == who.name)
            if found:
                return found
        case "faced_chooser":
            makers = tuple(role for role in game.roles if partial.get(role) == who.name)
            if len(game.roles) == 2 and len(makers) == 1:
                return tuple(role for role in game.roles if role not in makers)
        case "other":
            if len(game.roles) == 2:
                return tuple(role for role in game.roles if role != view.topic)
    raise Unresolved("it can't be told who is meant")


def _faced(choice: Choosing, game: GameWords, view: Viewpoint) -> tuple[str, ...]:
    """Whose choice it is that one plays against: the other's, or that of the only one who has such a move."""
    having = tuple(role for role in game.roles if choice.moves and _may_make(role, choice, game))
    others = tuple(role for role in having if role != view.topic)
    if len(game.roles) == 2 and len(others or having) == 1:
        return others or having
    return roles_of(Who("them"), game, view)


def _may_make(role: str, choice: Choosing, game: GameWords) -> bool:
    return {game.named(move, role) for move in choice.moves} <= set(game.moves[role])


def _of(role: str, choice: Choosing, game: GameWords) -> Choosing:
    """A choice as that of one role, whose moves its words may be."""
    moves = tuple(game.named(move, role) for move in choice.moves)
    return choice if moves == choice.moves else replace(choice, moves=moves)


def _having(choice: Choosing, game: GameWords, view: Viewpoint) -> tuple[str, ...]:
    """He or she, where they aren't those named last: of several others the only one who has such a move."""
    assert choice.who is not None
    if choice.who.kind != "them" or len(game.others) == 1 or not choice.moves:
        return ()
    having = tuple(role for role in game.others if _may_make(role, choice, game))
    return having if len(having) == 1 and view.they != having else ()


def _rank(choice: Choosing) -> int:
    """Choices that are told by others come after those."""
    return {"same": 2, "different": 2, "other": 1}.get(choice.how, 0) + (
        1 if choice.who and choice.who.kind == "rest" else 0
    )


def _extended(
    reading: Sequence[Partial], choice: Choosing, game: GameWords, view: Viewpoint, around: GameScene, actor: str | None
) -> list[list[Partial]]:
    """A reading with one more choice, in each way that may be meant."""
    ways = [_choice(choice, game, view, around, partial, actor) for partial in reading]
    return [
        [
            made
            for partial, way in zip(reading, ways, strict=True)
            for made in _merged([partial], way[min(at, len(way) - 1)])
        ]
        for at in range(max(map(len, ways), default=0))
    ]


def _choice(
    choice: Choosing, game: GameWords, view: Viewpoint, around: GameScene, told: Partial, actor: str | None
) -> list[list[Partial]]:
    """What a choice may mean: readings, each of which is several partial profiles that all are meant."""
    given = {**_single(around), **told}
    never = choice.how == "not" and not choice.step and len(game.turns) > len(game.roles)
    if choice.who is None and (choice.step == "all" or never):
        choice = replace(choice, who=Who("each"))
    if choice.who is None:
        return [
            reading
            for role in _actors(choice, game, view, actor, told)
            for reading in _by_one(choice, role, game, view, given, told)
        ]
    kind = choice.who.kind
    if kind == "parted":
        return [_parted(choice.who.name.split("-"), choice.moves, game, view, told)]
    if kind in ("one", "other", "chooser"):
        return [_by_some(choice, game, view, told)]
    if kind in ("some", "counted") or (kind == "rest" and choice.who.name):
        rest = tuple(role for role in game.roles if role != view.topic)
        groups = {"some": [game.roles], "rest": [rest], "counted": [game.roles, rest]}[kind]
        return [_counted(members, choice, choice.who.name, game, told) for members in groups]
    if kind == "faced":
        roles = _faced(choice, game, view)
    elif kind == "answered":
        roles = tuple(role for role in game.roles if _may_make(role, choice, game))[:2]
        if len(roles) > 1:
            raise Unresolved("it can't be told whose choice is answered")
    else:
        roles = _having(choice, game, view) or roles_of(choice.who, game, view, told)
    if kind == "rest":
        roles = tuple(role for role in roles if role not in told) or roles
    if choice.how in ("same", "different") and len(roles) > 1:
        return [_alike(choice.how, roles, game)]
    if len(roles) == 1:
        return _by_one(choice, roles[0], game, view, given, told)
    if len(game.turns) > len(game.roles) and (found := _throughout(choice, roles, game)):
        return [found]
    readings: list[list[Partial]] = []
    if len(choice.moves) > 1 and choice.how == "is" and all(_may_make(role, choice, game) for role in roles):
        readings.append([{role: game.named(move, role) for role in roles} for move in choice.moves])
    for turns in product(*(_turns(_of(role, choice, game), role, game, view, given) for role in roles)):
        ways = [_moves(_of(role_of(turn), choice, game), turn, game, given) for turn in turns]
        readings.append([dict(zip(turns, way, strict=True)) for way in product(*ways)])
    return readings


def _throughout(choice: Choosing, roles: Sequence[str], game: GameWords) -> list[Partial]:
    """A choice made again and again: at each turn, or at the first of a role's turns, so many of them."""
    often = choice.step.removeprefix("x")
    if choice.how not in ("is", "not") or (often == choice.step and len(roles) == 1 and choice.step != "all"):
        return []
    if choice.step and not (often.isdigit() and often != choice.step) and choice.step != "all":
        return []
    made: dict[str, str] = {}
    for role in roles:
        turns = game.turns_of(role)
        for turn in turns[: int(often)] if often.isdigit() else turns:
            left = [move for move in game.moves[turn] if (move in choice.moves) == (choice.how == "is")]
            if len(left) != 1:
                return []
            made[turn] = left[0]
    return [made] if any(game.courses(made)) or not game.plays else []


def _by_one(
    choice: Choosing, role: str, game: GameWords, view: Viewpoint, given: Partial, told: Partial
) -> list[list[Partial]]:
    """What one role's choice may mean, with what is told of others who make the same."""
    choice = _of(role, choice, game)
    if found := _throughout(choice, [role], game):
        return [found]
    readings: list[list[Partial]] = []
    for turn in _turns(choice, role, game, view, given):
        if choice.like is not None:
            theirs = {given.get(like) for like in roles_of(choice.like, game, view, told)}
            moves = [move for move in game.moves[turn] if theirs == {move}]
            if not moves:
                raise Unresolved("it can't be told what the other chooses")
        else:
            moves = _moves(choice, turn, game, given)
        readings.append([{turn: move} for move in moves])
    if not choice.company:
        return readings
    others = tuple(other for other in game.roles if other != role)
    count = str(len(others)) if choice.company == "all" else choice.company
    return [
        [
            {**partial, **rest}
            for partial in reading
            for move in partial.values()
            for rest in _counted(others, Choosing(None, (move,)), count, game, {**told, **partial})
        ]
        for reading in readings
    ]


def _turns(choice: Choosing, role: str, game: GameWords, view: Viewpoint, given: Partial) -> list[str]:
    """When a role may make a choice: at the step that was told, else where the play allows, the soonest first.

    Raises:
        Unresolved: if it never may.
    """
    if choice.how == "holds":
        return _held(choice, role, game)
    turns = [turn for turn in game.turns_of(role) if set(choice.moves) <= set(game.moves[turn])]
    if not turns and game.chancy and choice.how == "is" and choice.moves:
        turns = [turn for turn in game.turns_of(RANDOM) if set(choice.moves) <= set(game.moves[turn])]
    if not turns or (len(turns) == 1 and choice.step in ("", "all")):
        return turns or [role]
    if choice.step.isdigit() or choice.step == "last":
        turns = [turn for turn in turns if game.steps.get(turn) == _step(choice.step, game)]
    elif choice.step.startswith("#"):
        turns = [*game.turns_of(role)[int(choice.step[1:]) - 1 :][:1]]
    else:
        known = {**view.settled, **given}
        open_turns = [turn for turn in turns if turn not in known and any(turn in play for play in game.courses(known))]
        if not open_turns and all(given.get(turn) not in (None, *choice.moves) for turn in turns):
            raise Unresolved(f"{role} has chosen otherwise")
        turns = (_soonest(open_turns, known, game) if known or view.now else []) or open_turns or turns
    if not turns:
        raise Unresolved(f"{role} makes no such choice then")
    return list(turns)


def _soonest(turns: Sequence[str], known: Partial, game: GameWords) -> list[str]:
    """The first of some turns, if it comes right after what is known of the play, or begins it."""
    told = max((game.steps[turn] for turn in known if role_of(turn) in game.roles and turn in game.steps), default=0)
    later = [turn for turn in turns if game.steps[turn] > told]
    between = (
        [
            turn
            for play in game.courses(known)
            for turn in play
            if role_of(turn) in game.roles and told < game.steps.get(turn, 0) < game.steps[later[0]]
        ]
        if later
        else []
    )
    return later[:1] if later and not between else []


def _held(choice: Choosing, role: str, game: GameWords) -> list[str]:
    """The turn of chance at which a role got what it holds; the only one at which this may come, where it got none."""
    if not game.drawn:
        return [f"{role}{SEES}"]
    turns = [turn for turn in game.turns_of(RANDOM) if set(_drawn(choice, game)) & set(game.moves[turn])]
    turns = [turn for turn in turns if turn in game.dealt.get(role, ())] or turns
    if len(turns) != 1:
        raise Unresolved(f"it can't be told who has {' or '.join(choice.moves)}")
    return turns


def _drawn(choice: Choosing, game: GameWords) -> list[str]:
    """The moves of chance that bring what somebody holds; of several by which the game goes on alike, the first."""
    return [game.drawn[each][0] if each in game.drawn else each for each in choice.moves]


def _step(told: str, game: GameWords) -> int | None:
    return max(game.steps.values(), default=None) if told == "last" else int(told)


def _counted(members: Sequence[str], choice: Choosing, count: str, game: GameWords, told: Partial) -> list[Partial]:
    """All ways in which so many of some roles make a choice, `2+` for two or more, with what is told of them."""
    least, most = int(count.rstrip("+-")), int(count.rstrip("+-"))
    least, most = (0 if count.endswith("-") else least), (len(members) if count.endswith("+") else most)
    if len(choice.moves) != 1 or choice.how != "is":
        raise Unresolved("it can't be told which choice is counted")
    free = [role for role in members if role not in told]
    ways = product(*(game.moves[role] for role in free))
    made = (
        {**{role: told[role] for role in members if role in told}, **dict(zip(free, way, strict=True))} for way in ways
    )
    wanted = {role: game.named(choice.moves[0], role) for role in members}
    found = [each for each in made if least <= sum(move == wanted[role] for role, move in each.items()) <= most]
    if not found and not told:
        raise Unresolved("so many can't make this choice")
    return list(found)


def _actors(choice: Choosing, game: GameWords, view: Viewpoint, actor: str | None, told: Partial) -> list[str]:
    """Whose choice it may be where nobody is named: of whoever acts, or of the one role that has such a move."""
    wanted = actor or view.topic
    if not choice.moves or "@" in wanted:
        return [wanted]
    if (choice.step.isdigit() or choice.step == "last") and game.plays:
        return [role_of(turn) for turn in game.turns if game.steps[turn] == _step(choice.step, game)] or [wanted]
    having = [role for role in game.roles if _may_make(role, choice, game)]
    if wanted in having or choice.how == "holds":
        return [wanted]
    if not having and game.chancy:
        return [RANDOM]
    if len(having) == 1 and having[0] not in told:
        return having
    raise Unresolved(f"{' or '.join(choice.moves)} is no move of {wanted}")


def _moves(choice: Choosing, role: str, game: GameWords, around: Partial) -> list[str]:
    own = game.moves.get(role, ())
    match choice.how:
        case "holds" if game.drawn:
            return [move for move in _drawn(choice, game) if move in own]
        case "is" | "holds":
            if not set(choice.moves) <= set(own):
                raise Unresolved(f"{' or '.join(choice.moves)} is no move of {role}")
            return list(choice.moves)
        case "own":
            found = [around[role]] if role in around else list(own)
        case "not":
            found = [move for move in own if move not in choice.moves]
        case "other":
            found = [move for move in own if role in around and move != around[role]]
        case "same" | "different":
            theirs = {move for other, move in around.items() if other != role}
            found = [move for move in own if (move in theirs) == (choice.how == "same")] if len(theirs) == 1 else []
        case _:
            found = []
    if choice.how == "any":
        return ["*"]
    if not found:
        raise Unresolved("which move is meant can't be told")
    return found


def _by_some(choice: Choosing, game: GameWords, view: Viewpoint, told: Partial) -> list[Partial]:
    """Somebody, whoever it is, chooses this."""
    assert choice.who is not None
    free = [role for role in game.roles if role not in told]
    if choice.who.kind == "other":
        if len(free) != 1:
            raise Unresolved("it can't be told who the other is")
        return [{free[0]: move} for move in _moves(_of(free[0], choice, game), free[0], game, told)]
    found: list[Partial] = [
        {role: game.named(move, role)} for role in free if _may_make(role, choice, game) for move in choice.moves
    ]
    if not found:
        raise Unresolved("nobody has such a move")
    return found


def _parted(
    told_sizes: Sequence[str], moves: Sequence[str], game: GameWords, view: Viewpoint, told: Partial
) -> list[Partial]:
    """All ways in which the players, or all others, fall into groups of these sizes that choose alike."""
    if told_sizes[-1] == "each":
        told_sizes = ["1"] * len(game.roles)
    sizes = [int(size) for size in told_sizes if size != "rest"]
    if "rest" in told_sizes:
        sizes.append(len(game.roles) - sum(sizes))
    members = {sum(sizes): game.roles, sum(sizes) + 1: tuple(role for role in game.roles if role != view.topic)}
    if len(game.roles) not in members or game.plays or min(sizes) < 0:
        raise Unresolved("there are not so many players")
    roles = members[len(game.roles)]
    ways = (dict(zip(roles, way, strict=True)) for way in product(*(game.moves[role] for role in roles)))
    wanted = sorted(size for size in sizes if size)
    found = [way for way in ways if sorted(Counter(way.values()).values()) == wanted]
    for size, move in zip(sizes, moves, strict=False):
        found = [way for way in found if sum(way[role] == game.named(move, role) for role in roles) == size]
    return [way for way in found if all(way[role] == move for role, move in told.items() if role in way)]


def _alike(how: str, roles: Sequence[str], game: GameWords) -> list[Partial]:
    """All ways in which some roles choose the same, or in which they don't."""
    ways = [dict(zip(roles, way, strict=True)) for way in product(*(game.moves[role] for role in roles))]
    found = [way for way in ways if (len(set(way.values())) == 1) == (how == "same")]
    if not found:
        raise Unresolved("no move is one of all roles")
    return list(found)


def _profiles(profiles: Iterable[tuple[str, ...]], game: GameWords, view: Viewpoint) -> list[list[Partial]]:
    courses = [_course(profile, game) for profile in profiles if game.plays]
    if courses and all(len(each) == 1 for each in courses):
        return [[each[0] for each in courses]]
    orders = [view.order] if view.order else list(dict.fromkeys((game.roles, (game.me, *game.others))))
    readings: list[list[Partial]] = []
    for order in orders:
        made = [_profile(order, profile, game) for profile in profiles if len(profile) == len(order)]
        fits = all(move in game.moves[role] for partial in made for role, move in partial.items())
        if made and fits and len(made) == len(list(profiles)) and made not in readings:
            readings.append(list(made))
    if not readings and len(game.roles) == 2:
        for order in permutations(game.roles):
            made = [_profile(order, profile, game) for profile in profiles if len(profile) == 2]
            if made and all(move in game.moves[role] for partial in made for role, move in partial.items()):
                readings.append(list(made))
    if not readings:
        raise Unresolved("this is no profile of the game")
    return readings


def _course(profile: tuple[str, ...], game: GameWords) -> list[Partial]:
    """The courses of a game in turn that are told by its moves in a row, those of chance among them or not."""
    found: dict[tuple[tuple[str, str], ...], Partial] = {}
    for play in game.plays:
        for chance in (False, True) if game.chancy else (False,):
            made = {
                turn: move for turn, move in play.items() if SEES not in turn and (chance or role_of(turn) != RANDOM)
            }
            if tuple(made.values()) == tuple(
                game.named(move, role_of(turn)) for move, turn in zip(profile, made, strict=False)
            ):
                found.setdefault(tuple(made.items()), made)
    return list(found.values())


def _profile(order: Sequence[str], profile: Sequence[str], game: GameWords) -> dict[str, str]:
    return {role: game.named(move, role) for role, move in zip(order, profile, strict=False)}


def _turned(game: GameWords, around: GameScene) -> list[Partial]:
    """Otherwise: the role that the last condition was about chooses differently."""
    found: list[Partial] = []
    for partial in around.partials:
        for role, move in partial.items():
            rest = [other for other in game.moves[role] if other != move]
            if role != game.me and len(rest) == 1:
                found.append({role: rest[0]})
    if not found or len(game.others) > 1:
        raise Unresolved("it can't be told what `otherwise` means")
    own = {partial[game.me] for partial in around.partials if game.me in partial}
    rest = [other for other in game.moves[game.me] if other not in own]
    return [*found, {game.me: rest[0]}] if len(own) == len(rest) == 1 else found


def _single(scene: GameScene) -> Partial:
    return scene.partials[0] if len(scene.partials) == 1 else {}


def _merged(left: Sequence[Partial], right: Sequence[Partial]) -> list[Partial]:
    """All pairs that don't contradict each other; a move of `*` is left open."""
    found: list[Partial] = []
    for mine in left:
        for theirs in right:
            if all(mine.get(role, move) == move for role, move in theirs.items()):
                found.append({role: move for role, move in {**mine, **theirs}.items() if move != "*"})
    return found


def _distinct(partials: Iterable[Partial]) -> tuple[Partial, ...]:
    found = tuple(partials)
    return found if len(found) < 2 else tuple({tuple(sorted(each.items())): each for each in found}.values())
