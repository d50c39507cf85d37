"""The mutants that the script makes, and that it tells which survive."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mutation import run
from tests.mutation.mutants import mutants_of

PYTHON = """
LIMIT = 20_000

def least(numbers, most=3):
    \"\"\"No operator: 1 < 2 and all.\"\"\"
    return [n for n in numbers if not n > most and n + 1 <= 7] or min(numbers, default=None)
"""
PROLOG = """
:- module(sample, [least/2]).
% 1 < 2 is no program
least(Ns, N) :-
    min_list(Ns, N0),
    (   N0 =< 3, \\+ N0 == 'a < b'
    ->  N is N0 + 1
    ;   N = Ns-"x > y"
    ).
"""


@pytest.mark.parametrize(
    ("name", "text", "changes"),
    [
        (
            "sample.py",
            PYTHON,
            ["3 → 4", "not  → ", "> → >=", "and → or", "+ → -", "1 → 2", "<= → <", "7 → 8", "or → and", "min → max"],
        ),
        ("sample.pl", PROLOG, ["min_list → max_list", "=< → <", "3 → 4", "\\+ → once", "== → \\==", "+ → -", "1 → 2"]),
    ],
)
def test_one_operator_is_changed_at_a_time(name: str, text: str, changes: list[str]) -> None:
    found = mutants_of(Path(name), text)
    assert [f"{each.was} → {each.instead}" for each in found] == changes
    for mutant in found:
        made = mutant.source(text)
        assert made != text and len(made) == len(text) - len(mutant.was) + len(mutant.instead)
        assert mutant.told(text).startswith(f"{name}:{mutant.line}: {mutant.was}")


def test_every_source_has_mutants_and_tests_that_should_notice() -> None:
    files = run.sources()
    assert {"prolog/judge", "prolog/payoff", "lelma/analysis"} <= {str(file.parent) for file in files}
    assert all((run.ROOT / each.split("::")[0]).exists() for file in files for each in run.tests_of(file))
    assert len(run.mutants_in(run.ROOT)) > 500


def test_what_is_said_to_mean_the_same_is_a_mutant_of_today() -> None:
    made = {
        (str(file), text.splitlines()[each.line - 1].strip(), each.instead)
        for file in run.sources()
        for text in [(run.ROOT / file).read_text("utf-8")]
        for each in mutants_of(file, text)
    }
    assert run.same_meaning() <= made


def test_mutants_are_spread_over_the_files_and_the_same_for_a_seed() -> None:
    mutants = run.mutants_in(run.ROOT)
    few = run.chosen(mutants, len(run.sources()), seed=3)
    assert {each.file for each in few} == set(run.sources())
    assert few == run.chosen(mutants, len(few), seed=3) != run.chosen(mutants, len(few), seed=4)


@pytest.mark.slow
def test_survivors_are_those_that_the_tests_pass_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sample.py").write_text("def more(n):\n    return n + 1 if n >= 0 else n\n")
    (tmp_path / "test_sample.py").write_text("from sample import more\n\ndef test_more():\n    assert more(3) == 4\n")
    monkeypatch.setattr(run, "TESTS", {"sample.py": ("test_sample.py",)})
    text = (tmp_path / "sample.py").read_text()
    found = run.survivors(tmp_path, mutants_of(Path("sample.py"), text))
    assert [each.split(": ")[1] for each in found] == [">= → >", "0 → 1"]
    assert (tmp_path / "sample.py").read_text() == text
