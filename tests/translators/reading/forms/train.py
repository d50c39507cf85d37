"""Learns the weights of `translators.reading.weighed` from the forms: `python -m tests.translators.reading.forms.train`.

`--apart HAND…` learns from the other hands, so that what comes of it can be tried on those; `--out` says where the
weights go. Needs scikit-learn, which nothing else does.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from lelma.verify.verifier import Verifier
from tests.translators.reading.forms.combined import GAMES, HANDS, combined, filled, others
from translators.reading.document import Sentence, read_document
from translators.reading.reader import read_english
from translators.reading.said.templates import game_grammar
from translators.reading.weighed.features import Marked, marked, move_features, sentence_features
from translators.reading.weighed.weighing import NONE, WEIGHTS
from translators.reading.words.asides import without_asides
from translators.reading.words.tagging import tag

A_HAND, TIMES = 1500, 6
"""Sentences of each hand, and how often each one that claims nothing is filled in."""
LEAST_WEIGHT, DIGITS = 0.04, 2


class Example(NamedTuple):
    hand: str
    task: str
    answer: str
    features: frozenset[str]


@cache
def _verifier(game: str) -> Verifier:
    return Verifier.load(game)


def _sentence(game: str, text: str) -> Marked | None:
    """A text of one sentence as the weights see it."""
    verifier = _verifier(game)
    words, _ = read_english.game(verifier.vocabulary, verifier.role)
    grammar = game_grammar(verifier.vocabulary.definitions())
    parts = [part for part in read_document(text) if isinstance(part, Sentence)]
    if len(parts) != 1:
        return None
    return marked(without_asides(tag(parts[0].words, words, grammar.literals)), words)


def examples(hand: str) -> Iterator[Example]:
    """What is to be learnt from the sentences of a hand."""
    for told in islice(combined(hand, 100), A_HAND):
        sentence = _sentence(told.game, told.text)
        if sentence is None:
            continue
        found = frozenset(sentence_features(sentence))
        yield Example(hand, "kind", "pay" if told.kind == "purpose" else told.kind, found)
        yield Example(hand, "who", told.who, found)
        if len(sentence.moves) == len(told.owners):
            for number, owner in enumerate(told.owners):
                yield Example(hand, "owner", owner, frozenset(move_features(sentence, number)))
    chance = Random(hand)
    for text in [each for each in others(hand) for _ in range(TIMES)]:
        game = chance.choice(sorted(GAMES))
        mine, theirs = (chance.choice(sorted({own for own, _ in GAMES[game]})) for _ in range(2))
        sentence = _sentence(game, filled(text, mine, theirs, *(chance.choice((0, 1, 2, 3, 5)) for _ in range(2))))
        if sentence is not None:
            yield Example(hand, "kind", NONE, frozenset(sentence_features(sentence)))


def learnt(told: list[Example]) -> dict[str, Any]:
    """The weights of one task."""
    from sklearn.feature_extraction import DictVectorizer  # only who learns anew needs it
    from sklearn.linear_model import LogisticRegression

    hands = defaultdict(set)
    for each in told:
        for feature in each.features:
            hands[feature].add(each.hand)
    shared = {feature for feature, of in hands.items() if len(of) > 1}
    vectors = DictVectorizer()
    seen = vectors.fit_transform([dict.fromkeys(each.features & shared, 1.0) for each in told])
    model = LogisticRegression(C=0.3, max_iter=400).fit(seen, [each.answer for each in told])
    rows = model.coef_ if len(model.classes_) > 2 else [-model.coef_[0], model.coef_[0]]
    start = model.intercept_ if len(model.classes_) > 2 else [-model.intercept_[0], model.intercept_[0]]
    names = vectors.get_feature_names_out()
    weights = {}
    for at, name in enumerate(names):
        own = [[place, round(float(row[at]), DIGITS)] for place, row in enumerate(rows) if abs(row[at]) >= LEAST_WEIGHT]
        if own:
            weights[name] = own
    return {
        "answers": list(model.classes_),
        "start": [round(float(each), DIGITS) for each in start],
        "features": weights,
    }


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--apart", nargs="*", default=(), choices=HANDS, help="hands that nothing is learnt from")
    options.add_argument("--out", type=Path, default=WEIGHTS, help="where the weights are written")
    asked = options.parse_args()
    told = [each for hand in HANDS if hand not in asked.apart for each in examples(hand)]
    tasks = {task: learnt([each for each in told if each.task == task]) for task in ("kind", "owner", "who")}
    print({task: len(own["features"]) for task, own in tasks.items()}, Counter(each.task for each in told))
    asked.out.write_text(json.dumps(tasks, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n", "utf-8")


if __name__ == "__main__":
    main()
