"""Signs and words of written English, as data: symbols, LaTeX commands, HTML tags, abbreviations."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_SIGNS = {
    "-": "−–‐‑‒﹣－",
    "—": "―⸺",
    "'": "’‘‚‛′´",
    '"': "“”„‟″«»",
    "->": "→⇒⟶⟹⇨➔➙➛➜➝➞➡➤↦⇢⟼",
    "<-": "←⇐⟵⟸",
    "<->": "↔⇔⟷⟺",
    ">=": "≥⩾≧",
    "<=": "≤⩽≦",
    "!=": "≠",
    "~": "≈≃≅∼",
    "*": "·⋅∙∗",
    "/": "∕⁄÷",
    "...": "…",
    "|": "│┃║∣",
    "^2": "²",
    "^3": "³",
    ".": "。",
    " ": "\t\v\f\u00a0\u2002\u2003\u2007\u2009\u200a\u202f\u3000\u2028\u2029\u0085",
}
_ARROWS_AND_DINGBATS = re.compile("[☀-➿⬀-⯿\U0001f000-\U0001faff]")
_FULL_WIDTH = range(0xFF01, 0xFF5F)
_SAME = {sign: plain for plain, signs in _SIGNS.items() for sign in signs}


@lru_cache(maxsize=4096)
def plain(sign: str) -> str:
    """What one character is written as: a symbol unified, emoji and control characters gone, others unchanged.

    >>> plain("≥"), plain("½"), plain("é"), plain("🚗")
    ('>=', '1/2', 'é', '')
    """
    if sign in _SAME:
        return _SAME[sign]
    if ord(sign) in _FULL_WIDTH:
        return chr(ord(sign) - 0xFEE0)
    kind = unicodedata.category(sign)
    if kind == "No" and "FRACTION" in unicodedata.name(sign, ""):
        return unicodedata.normalize("NFKC", sign).replace("⁄", "/")
    if kind == "No" and "SUBSCRIPT" in unicodedata.name(sign, ""):
        return "_" + unicodedata.normalize("NFKC", sign)
    if kind == "Zs":
        return " "
    if kind in ("Cc", "Cf", "Co", "Cn") or _ARROWS_AND_DINGBATS.match(sign) or sign in "\ufe0f\ufe0e\u20e3":
        return ""
    return sign


BULLETS = "•◦‣▪▫●○■□►▶▸➢✓✔✗✘✅❌❖◆◇–—·*→➤👉"
"""Signs that begin an item of a list, before a space."""

_GREEK = """alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi rho sigma
tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega"""
_FUNCTIONS = "max min arg argmax argmin sup inf log ln exp lim Pr sum prod det dim mod infty ell"
LATEX_SIGNS = {
    **{name: name.removeprefix("var") for name in _GREEK.split()},
    **{name: name for name in _FUNCTIONS.split()},
    **dict.fromkeys("cdot times ast star bullet".split(), "*"),
    **dict.fromkeys("geq ge geqslant succeq".split(), ">="),
    **dict.fromkeys("leq le leqslant preceq".split(), "<="),
    **dict.fromkeys("neq ne".split(), "!="),
    **dict.fromkeys("approx sim simeq".split(), "~"),
    **dict.fromkeys(
        "rightarrow to implies Rightarrow longrightarrow Longrightarrow mapsto longmapsto leadsto".split(), "->"
    ),
    **dict.fromkeys("leftarrow gets Leftarrow impliedby".split(), "<-"),
    **dict.fromkeys("leftrightarrow Leftrightarrow iff".split(), "<->"),
    **dict.fromkeys("vert lvert rvert Vert".split(), "|"),
    **dict.fromkeys("ldots dots cdots".split(), "..."),
    **dict.fromkeys("setminus backslash".split(), "\\"),
    **dict.fromkeys("lbrace".split(), "{"),
    **dict.fromkeys("rbrace".split(), "}"),
    "mid": " |",
    "gt": ">",
    "lt": "<",
    "gg": ">>",
    "ll": "<<",
    "succ": ">",
    "prec": "<",
    "div": "/",
    "pm": "±",
    "in": "∈",
    "notin": "∉",
    "equiv": "=",
    "coloneqq": ":=",
    "because": "because",
    "therefore": "therefore",
    "forall": "for all",
    "exists": "there is",
    "land": "and",
    "wedge": "and",
    "lor": "or",
    "vee": "or",
    "lnot": "not",
    "neg": "not",
    "circ": "°",
    "prime": "'",
    "checkmark": "",
    "euro": "€",
    "pounds": "£",
}
"""What a command of LaTeX without arguments is written as."""

LATEX_TEXT = frozenset("text textbf textit textrm textsf texttt textsc textnormal emph mbox hbox mathrm".split())
"""Commands whose argument is words."""

LATEX_DROPPED = frozenset(
    """left right big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr middle displaystyle textstyle limits nolimits
    mathbf mathit mathsf mathcal mathbb mathtt mathnormal boldsymbol bm operatorname boxed fbox underline overline
    bar hat tilde vec dot underbrace overbrace hline cline toprule midrule bottomrule centering noindent item
    nonumber notag rm bf it phantom dagger cancel""".split()
)
"""Commands of which only the argument stays, if they have one."""

LATEX_SPACES = frozenset([*",;:!> ", "quad", "qquad", "space", "enspace", "hfill", "newline", "par"])

BREAKING_TAGS = frozenset("br p div li ul ol tr td th table thead tbody h1 h2 h3 h4 h5 h6 hr pre blockquote".split())
TAGS = BREAKING_TAGS | frozenset(
    """b i u s em strong span code sup sub a small big font center mark del ins img kbd var q cite details summary
    section article html body head title style label""".split()
)
"""HTML tags; those of `BREAKING_TAGS` end what stands before them."""

ABBREVIATIONS = frozenset(
    """vs i.e e.g ie eg cf resp w.p approx w.r.t wrt a.k.a viz mr mrs ms dr prof st incl esp ca assoc n.b
    w.l.o.g p.a""".split()
)
"""What a full stop follows that ends no sentence."""

OPEN_ABBREVIATIONS = frozenset("etc al a.m p.m u.s u.k e.u max min avg exp prob jr sr i.i.d min pts inc ltd".split())
"""What a full stop follows that ends a sentence only before a capital."""

NUMBER_ABBREVIATIONS = frozenset("no nos fig eq eqs sec ch p pp vol ex ref tab art nr".split())
"""What a full stop follows that ends no sentence before a number."""
