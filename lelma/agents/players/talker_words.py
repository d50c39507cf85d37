"""What a talker can tell of its own word: one thing that a lexicon has true of it, drawn, in words not said before.

So matches of talkers are an archive of which it is known what descriptions show: whatever is said is true, and who says
what does not depend on what was said. `deducer` chooses what to say, and hides once it takes itself for the odd one.

Short, because it is one draw.
"""

from __future__ import annotations

import random
from pathlib import Path

from gdl.tree.syntax import Term
from gdl.values import dataclass
from lelma.agents.protocol import View
from lelma.agents.word_games.heard import own_card
from lelma.game.game import Game
from lelma.support.errors import UsageError
from lelma.words.word_facts import WordFacts
from translators.descriptions.spelling import words_of


@dataclass(frozen=True)
class TalkerWords:
    """What can be told of words: the percept that shows the own one, and what is known of each."""

    card: Term
    facts: WordFacts

    @classmethod
    def of(cls, game: Game, lexicon: str = "") -> TalkerWords | None:
        """That of a game, or by another lexicon file; None for a game without words, or without a lexicon.

        Raises:
            UsageError: for a file that is not there, or where no words are dealt.
            GameError: if the lexicon has faults.
        """
        card = game.file.speech.card
        if lexicon and (card is None or not Path(lexicon).is_file()):
            raise UsageError(f"there is no lexicon {lexicon}" if card else f"in {game.name} no words are dealt")
        facts = WordFacts.of(game, lexicon)
        return cls(card, facts) if facts is not None and card is not None else None

    def told(self, view: View, chance: random.Random) -> str:
        """A sentence that is true of the own word and was neither said nor refused; empty if there is none."""
        own = own_card(view, self.card) or ""
        used = {"".join(words_of(each.words)) for ply in view.plies for each in ply.heard}
        used |= {"".join(words_of(each.answer)) for each in view.refused}
        left = [
            text
            for fact in sorted(self.facts.known(own))
            if (text := self.facts.sentence(fact, without=words_of(own))) and "".join(words_of(text)) not in used
        ]
        return chance.choice(left) if left else ""
