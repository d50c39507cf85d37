"""Rules about the words that travel beside a move: what a player may not say of its own word, or say again.

A game has such rules where its `game.toml` says so:

```toml
[speech]
moves = ["describe"]              # the moves that carry words
card = "(card ?word)"             # the percept that tells a player its own word
lexicon = "lexicon.toml"          # what is known of the words, for honesty (`lelma.words.honesty`)
fallback = "It is known to many." # said for a player that finds nothing legal to say
levels = ["word_leak", "repeat", "honesty"]

[parameters]
word_leak = "card"                # off | card: not the whole card | word: no content word of it
repeat = "text"                   # off | text: not what was said before | clue: no clue that was given before
honesty = "lexicon"               # off | lexicon: nothing that can't be true of the own word
```
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gdl.tree.term import match, read_term
from gdl.values import dataclass
from lelma.game.game import Game
from lelma.game.wording import Wording, sentence
from lelma.support.errors import GameError
from lelma.support.paths import file_in
from lelma.words.clues import shared_clue
from lelma.words.honesty import Honesty, read_honesty
from translators.descriptions.spelling import FUNCTION_WORDS, same_word, words_of

LEVELS = {"word_leak": ("off", "card", "word"), "repeat": ("off", "text", "clue"), "honesty": ("off", "lexicon")}


@dataclass(frozen=True)
class Refusal:
    """Why words are refused: which rule they break (a name in `LEVELS`), and how, in a sentence."""

    rule: str
    why: str


@dataclass(frozen=True)
class Said:
    """What a role said with a move."""

    role: str
    words: str


class SpeechRules:
    """The rules of one game about words.

    Attributes:
        moves: the moves that carry words; empty in a game without speech.
        fallback: what is said for a player that finds nothing legal to say; empty if the game names nothing.
        honesty: what can be true of a word; None where the game does not ask for it.
    """

    def __init__(self, game: Game) -> None:
        """The rules of a game with its parameters.

        Raises:
            GameError: if its `game.toml` has a level there is not, or its lexicon has faults.
        """
        speech = game.file.speech
        self.moves = frozenset(speech.moves)
        self.fallback = speech.fallback
        self._card = speech.card
        self._wording = Wording(game.file.words)
        levels = {name: _level(game, name) if name in speech.levels else "off" for name in LEVELS}
        self._word_leak, self._repeat = levels["word_leak"], levels["repeat"]
        self.honesty: Honesty | None = None
        if levels["honesty"] == "lexicon":
            self.honesty = read_honesty(file_in(game.folder, speech.lexicon, where="speech.lexicon"))

    def carries_words(self, move: str) -> bool:
        """Whether a move, a text in KIF, is one that carries words."""
        return move.strip("() ").split(" ")[0] in self.moves

    def card_of(self, percepts: Iterable[str]) -> str | None:
        """The word, as a text for people, that one of these percepts shows a player; None if none does."""
        for percept in percepts:
            found = match(self._card, read_term(percept)) if self._card is not None else None
            if found:
                return self._wording.name(next(iter(found.values())))
        return None

    def check(self, role: str, words: str, *, card: str | None, before: Sequence[Said] = ()) -> tuple[Refusal, ...]:
        """Every rule that the words of a role break; none for no words.

        Args:
            card: the role's own word as a text; None if it has none.
            before: what was said so far in the match, by this role and others, in order.
        """
        if not words_of(words):
            return ()
        speaker = self._wording.name(role)
        words = self._without_name(role, words)
        before = [Said(said.role, self._without_name(said.role, said.words)) for said in before]
        found = [*self._repeats(words, before)]
        if card is not None:
            own = [said.words for said in before if said.role == role]
            found = [*self._leaks(words, card), *found, *self._lies(words, card, own)]
        return tuple(Refusal(rule, sentence(f"{speaker} can't say this: {why}")) for rule, why in found)

    def _without_name(self, role: str, words: str) -> str:
        """Words without the speaker's name before them, `Player 3: …`."""
        name, colon, rest = words.partition(":")
        return rest if colon and words_of(name) in (words_of(role), words_of(self._wording.name(role))) else words

    def _leaks(self, words: str, card: str) -> Iterator[tuple[str, str]]:
        if self._word_leak == "word":
            leaked = leaked_words(words, card)
            if leaked:
                yield "word_leak", f"it has “{'”, “'.join(leaked)}” of the own card “{card}”"
        elif self._word_leak == "card" and says_card(words, card):
            yield "word_leak", f"it has the own card “{card}”"

    def _repeats(self, words: str, before: Sequence[Said]) -> Iterator[tuple[str, str]]:
        for said in before if self._repeat != "off" else ():
            if "".join(words_of(said.words)) == "".join(words_of(words)):
                yield "repeat", f"{self._wording.name(said.role)} has already said “{said.words.strip()}”"
                return
        for said in before if self._repeat == "clue" else ():
            clue = shared_clue(words, said.words)
            if clue:
                yield "repeat", f"the clue “{clue}” was already given by {self._wording.name(said.role)}"
                return

    def _lies(self, words: str, card: str, own: Sequence[str]) -> Iterator[tuple[str, str]]:
        if self.honesty is not None:
            finding = self.honesty.legal(words, card, earlier=own)
            if finding.outcome == "contradicted":
                yield "honesty", finding.why


def says_card(text: str, card: str) -> bool:
    """Whether a text has the whole card in it, in whatever form and spelling, in one word or several."""
    return _says(words_of(text), words_of(card))


def leaked_words(text: str, card: str) -> list[str]:
    """The content words of a card, as it has them, that a text has in it in whatever form and spelling."""
    words = words_of(text)
    parts = {part: words_of(part) for part in card.split()}
    content = {part: said for part, said in parts.items() if not FUNCTION_WORDS.issuperset(said)} or parts
    found = [part for part, said in content.items() if _says(words, said)]
    return found or ([card] if _says(words, words_of(card)) else [])


def _says(words: Sequence[str], card: Sequence[str]) -> bool:
    """Whether words have those of a card one after another, or run together, or taken apart."""
    target = "".join(card)
    for start in range(len(words)):
        run = words[start : start + len(card)]
        if card and len(run) == len(card) and all(map(same_word, run, card)):
            return True
        joined = ""
        for end in range(start, len(words)):
            joined += words[end]
            if len(joined) > len(target) + 3:
                break
            if same_word(joined, target) and _taken_apart(words[start : end + 1]):
                return True
    return False


def _taken_apart(run: Sequence[str]) -> bool:
    """Whether words can be one that was taken apart: `hot dog` can, `is land` may well be meant as it stands."""
    return len(run) == 1 or all(len(word) == 1 for word in run) or FUNCTION_WORDS.isdisjoint(run)


def _level(game: Game, name: str) -> str:
    level = game.parameters.get(name)
    if level not in LEVELS[name]:
        raise GameError(f"parameter {name}: {level!r} is no level; there are: {', '.join(LEVELS[name])}")
    return str(level)
