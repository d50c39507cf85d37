"""The ground that assertions stand on: how a situation is completed, and who is meant in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import field
from fractions import Fraction

from gdl.values import dataclass
from translators.formulas import formula as f
from translators.reading.discourse.course import leaning
from translators.reading.discourse.scene import GameScene, Partial, Unresolved, Viewpoint, resolve, roles_of
from translators.reading.grammar import parts as p
from translators.reading.words.game_words import GameWords


@dataclass(frozen=True)
class Around:
    """What an assertion may lean on, nearest first.

    Attributes:
        sentence: conditions told in its sentence so far.
        above: of headings, list openers, the item it belongs to.
        before: of the sentence before; `before_joint`, whether it told at once what all choose.
        subject: the choice that the claim before was about.
        points_back: whether its words point back: `this`, `then`, `here`.
        chancy: whether its sentence is about how likely something is; `chancy_before`, whether those before are.
    """

    sentence: GameScene = field(default_factory=GameScene)
    above: GameScene = field(default_factory=GameScene)
    before: GameScene = field(default_factory=GameScene)
    subject: GameScene = field(default_factory=GameScene)
    points_back: bool = False
    before_joint: bool = False
    chancy: bool = False
    chancy_before: bool = False


_OF_NO_ONE = ("both", "each", "neither", "rest", "chooser", "faced_chooser")
"""Kinds of players whose choice an act without a maker isn't."""

Alternatives = tuple[f.Formula, ...]


class NoClaim(Exception):
    """An assertion that nothing can check; the message says what it is."""


class Ground:
    """Where the assertions of one text stand: the game, and whose view is taken."""

    def __init__(self, game: GameWords, view: Viewpoint) -> None:
        self.game = game
        self.view = view

    @contextmanager
    def believing(self, odds: p.ToldOdds) -> Iterator[None]:
        """With no other odds told."""
        before, self.view.odds = self.view.odds, [odds]
        try:
            yield
        finally:
            self.view.odds = before

    def near(self, around: Around) -> GameScene:
        """What sentence and headings tell, and what was done before."""
        return leaning(around.sentence.over(around.above), self.view, self.game)

    def scenes(self, case: p.Case, around: Around, actor: str | None = None) -> list[GameScene]:
        """The readings of a case with what sentence and headings add to it."""
        if actor is not None and actor != self.view.topic and len(self.game.roles) == 2:
            (rest,) = (role for role in self.game.roles if role != actor) if actor in self.game.roles else (actor,)
            case = p.with_player(case, p.Who("faced"), p.Who("role", rest))
        near = around.sentence.over(around.above)
        here = near if not near.empty else around.before
        told = resolve(case, self.game, self.view, here, actor)
        scenes = [scene.over(near) for scene in told]
        chosen = any(choice.who is not None and choice.who.kind == "chooser" for choice in case.choices)
        if self.full(near) and (chosen or len(near.partials) > 1):
            kept = [those for scene in told if (those := near.those_of(scene)).partials]
            scenes = kept if chosen or kept else scenes
        return [scene if scene.empty and not scene.every else leaning(scene, self.view, self.game) for scene in scenes]

    def completed(self, scene: GameScene, around: Around) -> list[GameScene]:
        """A scene as it stands, or filled in from the sentence before; the likelier first, all that may be meant."""
        if self.full(scene) or (scene.every and not scene.empty) or around.before.empty:
            return [scene]
        if scene.every:
            own = self.without(around.before, set(self.game.roles) - {self.view.topic})
            return [scene.over(own), scene]
        if around.before_joint and not scene.empty and not around.points_back:
            return [scene]
        filled = scene.over(self.earlier(around.before, scene) if not around.points_back else around.before)
        if not self.full(filled):
            if self.game.plays and not scene.empty and filled.partials != scene.partials and self._may_go_on(filled):
                return [filled, scene]
            return [filled] if scene.empty else [scene]
        return [filled] if scene.empty or around.points_back else [filled, scene]

    def earlier(self, before: GameScene, scene: GameScene) -> GameScene:
        """What a sentence before tells of choices before those of a scene: what follows them now may differ."""
        if not self.game.plays or scene.empty:
            return before
        first = min((self.game.steps.get(turn, 0) for turn in scene.roles), default=0)
        return self.without(before, {turn for turn in before.roles if self.game.steps.get(turn, 0) > first})

    def _may_go_on(self, scene: GameScene) -> bool:
        """Whether there is a course of the game in each case of a scene."""
        return all(self.game.courses(partial) for partial in scene.partials)

    def amount(self, value: Fraction) -> f.Number:
        """A payoff as it was told: a cost, where payoffs are costs and no sign says otherwise."""
        return f.Number(-value if self.game.costs and value > 0 else value)

    @property
    def wide(self) -> bool:
        """Whether more is open than one other's single choice: what is told of a case seldom tells all of it."""
        return len(self.game.roles) > 2 or bool(self.game.plays)

    @property
    def looks_ahead(self) -> bool:
        """Whether what follows a choice may be what is best for those who then choose."""
        return bool(self.game.plays) and not self.game.chancy

    def full(self, scene: GameScene) -> bool:
        """Whether each role's move is told."""
        return all(self.game.whole(partial) for partial in scene.partials)

    def chance_open(self, scene: GameScene) -> bool:
        """Whether chance may still bring about several courses."""
        return self.game.chancy and any(len(self.game.courses(partial)) > 1 for partial in scene.partials)

    def holder(self, who: p.Who | None, partial: Partial) -> tuple[str, ...]:
        """Whose amount it is."""
        return (self.view.topic,) if who is None else roles_of(who, self.game, self.view, partial)

    def actors(self, who: p.Who | None, near: GameScene) -> list[str | None]:
        """Whose choice an act may be that is told with who gets something by it."""
        if who is None or who.kind in (*_OF_NO_ONE, "one", "other"):
            return [None]
        holder = roles_of(who, self.game, self.view)[0]
        free = [role for role in dict.fromkeys((holder, self.view.topic)) if role not in near.roles]
        return list(free) if free else [holder]

    def owners(self, who: p.Who | None, case: p.Case, near: GameScene) -> list[str | None]:
        """Whose choice an act of a case may be: of whoever is said to make the same one, if that is told."""
        named = {move for choice in case.choices if choice.who is None and choice.how == "is" for move in choice.moves}
        if len(named) == 1 and who is not None and who.kind not in _OF_NO_ONE:
            makers = {role for partial in near.partials for role, move in partial.items() if move in named}
            if len(makers) == 1 and makers <= set(self.holder(who, {})):
                return list(makers)
        return self.actors(who, near)

    def readings(self, who: p.Who | None, case: p.Case, around: Around) -> list[GameScene]:
        """All scenes that may be meant where somebody gets something in a case."""
        found: list[GameScene] = []
        failed: Unresolved | None = None
        if (
            who is not None
            and who.kind == "chooser"
            and who.name
            and all(who.name not in each.moves for each in case.choices)
        ):
            case &= p.Case((p.Choosing(who, (who.name,)),))
        owners = self.owners(who, case, self.near(around))
        if who is not None and who.kind in ("them", "role") and not p.ownerless(case):
            owners = [*self.holder(who, {})[:1]]
        for actor in owners:
            try:
                for scene in self.scenes(case, around, actor):
                    ways = [
                        leaning(each, self.view, self.game) if each.roles else each
                        for each in self.completed(scene, around)
                    ]
                    found += [each for each in ways if each not in found]
            except Unresolved as error:
                failed = error
        if not found:
            raise failed or Unresolved("it can't be put into the game")
        return found

    def without(self, scene: GameScene, roles: Iterable[str]) -> GameScene:
        gone = set(roles)
        partials = tuple(
            {role: move for role, move in partial.items() if role not in gone} for partial in scene.partials
        )
        return GameScene(tuple({tuple(each.items()): each for each in partials}.values()), scene.every)

    def one_move(self, case: p.Case, around: Around, actor: str | None) -> tuple[str, str]:
        near = self.near(around) if self.game.plays else GameScene()
        scene = resolve(case, self.game, self.view, near, actor)[0]
        if len(scene.partials) != 1 or len(scene.partials[0]) != 1:
            raise Unresolved("it isn't one move")
        return next(iter(scene.partials[0].items()))
