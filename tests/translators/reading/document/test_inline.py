"""Markup within a line to plain words."""

from __future__ import annotations

import pytest

from translators.reading.document import Grid, Sentence, read_document


def words(text: str) -> list[str]:
    return [part.words for part in read_document(text) if not isinstance(part, Grid)]


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("**B** is *best*, __really__ _so_, `A=pier: (6, 4)`", "B is best, really so, A=pier: (6, 4)"),
        ("u_1 and snake_case, 2*3*4, 0.5*8 + 0.5*3, 3 * 4", "u_1 and snake_case, 2*3*4, 0.5*8 + 0.5*3, 3 * 4"),
        ("***R*** pays ~~5~~ 3", "R pays ~~5~~ 3"),
        ("See [the rules](https://a.b/c_d_e) and ![it](x.png)", "See the rules and ![it](x.png)"),
        ("If <b>R</b> &minus;1 &lt; 2 &amp; so", "If R -1 < 2 & so"),
        ("I choose <B> or <stag>, a < b > c", "I choose <B> or <stag>, a < b > c"),
        ("I get 5$, they 3$ (5$:5$); fine", "I get 5$, they 3$ (5$:5$);"),
        ("I get $5 and they get $1.50", "I get $5 and they get $1.50"),
        ("costs \\$5, \\*not\\* more", "costs $5, *not* more"),
        ("5 − 3 – 1, ’tis “so”, ≥ 2 ≤ 3 ≠ 4 ⇒ 2×3·4", '5 - 3 - 1, \'tis "so", >= 2 <= 3 != 4 -> 2×3*4'),
        ("½ or 2½ 🎉 wins\u00a0it\u200b", "1/2 or 2 1/2 wins it"),
        ("wait—what", "wait—what"),
    ],
)
def test_markdown_html_and_symbols(text: str, plain: str) -> None:
    assert words(text)[0] == plain


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        (r"$u_1(\text{stag},\text{hare})=0$", "u_1(stag, hare) = 0"),
        (r"\(\pi_2(\text{low},\text{low})=350\)", "pi_2(low, low) = 350"),
        (r"$\frac{1}{2}$ and $\tfrac12\cdot 3+\tfrac12\cdot(-5)$", "1/2 and 1/2 * 3 + 1/2 * (-5)"),
        (r"$\frac{6+2}{2}\neq 4$", "(6 + 2)/2 != 4"),
        (r"$5p \ge 3p + (1-p)$, $x\leq 1$, $-4$", "5p >= 3p + (1 - p), x <= 1, -4"),
        (r"$R \rightarrow 3 \implies B \approx 2$", "R -> 3 -> B ~ 2"),
        (r"$\boxed{\text{leave}}$ it", "leave it"),
        (r"$\mathbb{E}[u_{\text{me}}\mid s=3] = 1{,}000$", "E[u_me | s = 3] = 1,000"),
        (r"$\left(\frac12,\,\frac12\right)$ and $u_{\text{other player}}^*$", "(1/2, 1/2) and u_other_player^*"),
        (r"$A_{12}=-1$ and $x^{n+1}$", "A_12 = -1 and x^(n + 1)"),
        (r"so \boxed{B} \text{wins} by \$5", "so B wins by $5"),
        (r"Me \ Them", r"Me \ Them"),
    ],
)
def test_latex(text: str, plain: str) -> None:
    assert words(text)[0] == plain


def test_displayed_mathematics_is_a_sentence_a_line() -> None:
    shown = "\\begin{aligned}\nE[R] &= 0.5 \\cdot 4 \\\\\nE[B] &= \\tfrac{1}{2}\n\\end{aligned}"
    assert words(f"I expect:\n\\[\n{shown}\n\\]\nso $$x=1$$ holds.") == [
        "I expect:",
        "E[R] = 0.5 * 4",
        "E[B] = 1/2",
        "so x = 1 holds.",
    ]
    assert words("$$\nu = 3,\\qquad v = s - 1 .\n$$") == ["u = 3,", "v = s - 1."]


def test_every_character_knows_its_place() -> None:
    text = r"So **$u_{\text{me}} \geq \frac{1}{2}$**, I say. Then ½."
    one, two = (part for part in read_document(text) if isinstance(part, Sentence))
    assert one.words == "u_me >= 1/2, I say.".join(["So ", ""])
    assert text[slice(*one.span)] == r"So **$u_{\text{me}} \geq \frac{1}{2}$**, I say."
    assert [text[place] for sign, place in zip(one.words, one.places, strict=True) if sign.isalnum()] == list(
        "Soume12Isay"
    )
    assert {text[place] for place in two.places[-4:-1]} == {"½"}


def test_spans_have_the_markup_of_their_sentence() -> None:
    text = "- **First.** *Second* one;  `third`!"
    assert [text[slice(*part.span)] for part in read_document(text)] == ["**First.**", "*Second* one;", "`third`!"]
