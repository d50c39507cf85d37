"""Theories of a folder, judged one by one, and held against what another prover said of them."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from lelma.interfaces.cli.main import main
from lelma.prover.eprover import eprover_path
from lelma.prover.many import JudgedTheory, judge_theories, judged_lines, read_verdicts
from lelma.prover.results import ProverLimits
from lelma.prover.text.writing import labelled_text
from lelma.support.errors import UsageError
from tests.lelma.prover.drawing import draw_rule_theory

pytestmark = pytest.mark.skipif(shutil.which("swipl") is None, reason="SWI-Prolog (swipl) is not installed")

THEORIES = {
    "a.fol": "fact_1: Tea(it)\nrule_1: ∀x. Tea(x) ⟶ Hot(x)\ngoal: Hot(it)",
    "b.fol": "fact_1: Tea(it)\nfact_2: ¬Tea(it)\ngoal: Hot(it)",
    "c.fol": "fact_1: Tea(it\ngoal: Hot(it)",
    "d.p": "fof(a, axiom, p(c)).\nfof(g, conjecture, q(c)).",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in THEORIES.items():
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "notes.txt").write_text("no theory", "utf-8")
    return tmp_path


def test_each_theory_has_its_outcome(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", str(folder)]) == 0
    out = capsys.readouterr().out
    assert "a.fol: entailed (proved)\n" in out and "b.fol: error (inconsistent): fact_1 and fact_2" in out
    assert "c.fol: error (parse)\n" in out and "d.p: open (countermodel)\n" in out
    assert "4 theories: 1 entailed, 2 error, 1 open\n1 with axioms that can't hold together\n0 undecided\n" in out


def test_what_another_prover_said_is_held_against_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    verdicts = folder / "verdicts.csv"
    verdicts.write_text("file,verdict\na.fol,valid\nc.fol,syntax error\nd.p,invalid\n", "utf-8")
    assert main(["prove", str(folder), "--verdicts", str(verdicts)]) == 0
    out = capsys.readouterr().out
    assert "3 of 3 are read where" in out and "1 of 1 that it proved are proved" in out and "0 on which" in out
    verdicts.write_text("file,verdict\na.fol,invalid\nd.p,valid\n", "utf-8")
    assert main(["prove", str(folder), "--verdicts", str(verdicts)]) == 1
    assert (
        "2 on which another prover says otherwise\n  a.fol: entailed, the other: invalid\n" in capsys.readouterr().out
    )


@pytest.mark.parametrize(
    ("outcome", "reason", "verdict", "wrong"),
    [
        ("open", "depth", "entailed", False),
        ("error", "parse", "entailed", False),
        ("error", "inconsistent", "entailed", False),
        ("error", "inconsistent", "open", True),
        ("contradicted", "proved", "invalid", False),
        ("entailed", "proved", "contradicted", True),
        ("entailed", "proved", "error", False),
    ],
)
def test_provers_differ_where_both_cannot_be_right(outcome: str, reason: str, verdict: str, wrong: bool) -> None:
    assert JudgedTheory("x", outcome, reason, 0.0, verdict).contradicts is wrong


def test_what_is_wrong_with_a_folder_or_verdicts_is_told(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"a verdict on a\.fo, and no such file \(did you mean a\.fol\?\)"):
        list(judge_theories(folder, verdicts={"a.fo": "open"}))
    (file := folder / "wrong.csv").write_text("file,verdict\na.fol,perhaps\n", "utf-8")
    with pytest.raises(UsageError, match=r"wrong\.csv:2: verdict: 'perhaps' is none of"):
        read_verdicts(file)
    (empty := tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match="no theory is in it"):
        list(judge_theories(empty))
    assert main(["prove", str(folder), "--tree"]) == 2
    assert main(["prove", str(folder / "a.fol"), "--verdicts", str(file)]) == 2


def drawn(folder: Path, seeds: range) -> Path:
    """A folder with rule theories."""
    for seed in seeds:
        (folder / f"{seed}.fol").write_text(labelled_text(draw_rule_theory(random.Random(seed))), "utf-8")
    return folder


@pytest.mark.slow
def test_most_rule_theories_are_decided_without_another_prover(tmp_path: Path) -> None:
    found = list(judge_theories(drawn(tmp_path, range(30)), limits=ProverLimits(seconds=2.0, external=False)))
    assert all(each.decided for each in found) and {"entailed", "open", "error"} <= {e.outcome for e in found}
    assert next(judged_lines(found)).startswith("30 theories: ")


@pytest.mark.nightly
@pytest.mark.skipif(eprover_path() is None, reason="E (eprover) is not installed")
def test_e_agrees_on_1850_rule_theories(tmp_path: Path) -> None:
    folder = drawn(tmp_path, range(1000, 2850))
    found = list(judge_theories(folder, limits=ProverLimits(seconds=2.0), cross_check=True))
    assert [each.name for each in found if each.contradicts] == []
    assert sum(each.decided for each in found) >= 0.995 * len(found)
