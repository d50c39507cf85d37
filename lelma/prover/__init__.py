"""First-order theories: read, checked, repaired, and proved, refuted or left open with a counter-model.

`theory` has their values, `text` reads and writes labelled lines and Isabelle's `.thy` files, `sorts` finds what a
strict prover would refuse and mends it, `clauses` makes what `prolog/prover/` works on.
`proving` asks it, and `eprover` or `isabelle` where it can't decide; `sketch` checks a proof step by step. Knows the
solver's bridges; nothing of games, claims or players.

Begin with `theory`, then `proving`.
"""

from lelma.prover.errors import ProversDisagree, TheoryError
from lelma.prover.proving import check_theory as check
from lelma.prover.proving import consistent
from lelma.prover.proving import explain_theory as explain
from lelma.prover.results import Consistency, Missing, ProofResult, ProverLimits
from lelma.prover.sorts import mended
from lelma.prover.text.reading import read_theory
from lelma.prover.text.writing import isabelle_text, labelled_text, tff_text, tptp_text
from lelma.prover.theory import Axiom, Theory

__all__ = [
    "Axiom",
    "Consistency",
    "Missing",
    "ProofResult",
    "ProverLimits",
    "ProversDisagree",
    "Theory",
    "TheoryError",
    "check",
    "consistent",
    "explain",
    "isabelle_text",
    "labelled_text",
    "mended",
    "read_theory",
    "tff_text",
    "tptp_text",
]
