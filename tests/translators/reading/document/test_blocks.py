"""Which lines stand together, and what stands above them."""

from __future__ import annotations

import pytest

from translators.reading.document import Grid, read_document


def outline(text: str) -> list[tuple[str, int, str, str]]:
    """Kind, level, number and words of each sentence; with `:` after the kind where it opens."""
    return [
        (part.block.kind + ":" * part.opens, part.block.level, part.block.ordered, part.words)
        for part in read_document(text)
        if not isinstance(part, Grid)
    ]


def test_lists_stand_below_what_leads_into_them() -> None:
    assert outline(
        "### Cases\n\n1. **If I hunt**:\n   - They hunt: 5.\n   - Else 0.\n\n     Sad.\n2. Else 3.\n\nSo hare."
    ) == [
        ("heading:", 2, "", "Cases"),
        ("item:", 11, "1", "If I hunt:"),
        ("item", 12, "", "They hunt: 5."),
        ("item", 12, "", "Else 0."),
        ("prose", 13, "", "Sad."),
        ("item", 11, "2", "Else 3."),
        ("prose", 10, "", "So hare."),
    ]


def test_an_item_without_an_end_mark_opens_those_below_it() -> None:
    assert outline("* **Swerve**\n    * vs. Swerve: **0**\n* I stay.\n    * So there") == [
        ("item:", 11, "", "Swerve"),
        ("item", 12, "", "vs. Swerve: 0"),
        ("item", 11, "", "I stay."),
        ("item", 12, "", "So there"),
    ]


def test_items_that_markdown_does_not_know() -> None:
    assert outline("• Both cooperate: 3\n• One defects\n    ◦ I do: 5\na) they do: 0\n2️⃣ Stag first\nIV. Hare") == [
        ("item", 11, "", "Both cooperate: 3"),
        ("item:", 11, "", "One defects"),
        ("item", 12, "", "I do: 5"),
        ("item", 11, "a", "they do: 0"),
        ("item", 11, "2", "Stag first"),
        ("item", 11, "IV", "Hare"),
    ]


def test_a_label_governs_up_to_the_next_but_only_its_lines_where_these_follow_at_once() -> None:
    far = "**Facts**\n\nI get 5.\n\nOption R:\n\nI get 3."
    assert outline(far) == [
        ("label:", 6, "", "Facts"),
        ("prose", 10, "", "I get 5."),
        ("label:", 6, "", "Option R:"),
        ("prose", 10, "", "I get 3."),
    ]
    near = "Option R:\nI get 3.\nOption B:\nI get 4.\n\nSo B."
    assert [(kind, level) for kind, level, _, _ in outline(near)] == [
        ("label:", 10),
        ("prose", 11),
        ("label:", 10),
        ("prose", 11),
        ("prose", 10),
    ]
    assert outline("If I choose X:\n- I get 3\n\nSo X.")[0] == ("label:", 10, "", "If I choose X:")


def test_a_bold_label_before_words_stays_with_them() -> None:
    assert outline("**Both choose Red:** both get nothing.\n\n**1. Red:**I get 3.") == [
        ("prose", 10, "", "Both choose Red: both get nothing."),
        ("prose", 10, "", "1. Red: I get 3."),
    ]


def test_lines_wrapped_at_a_width_are_joined() -> None:
    text = (
        "I think that the other player is likely to pick R, in which case\nI would be left with nothing (R or\n"
        "B) at all. Player 2 pays\n3 at least."
    )
    assert [words for *_, words in outline(text)] == [
        "I think that the other player is likely to pick R, in which case I would be left with nothing (R or B) "
        "at all.",
        "Player 2 pays 3 at least.",
    ]


@pytest.mark.parametrize(
    "lines",
    [
        ["A=I, B=I: (-2, -3)", "A=I, B=M: (1, -5)"],
        ["(stag, hare): 0, 3", "(hare, hare): 1, 1"],
        ["R/B -> 3", "B/B -> 1"],
        ["R/B (3, 0)", "B/B (1, 1)"],
        ["Increase vs Maintain: 1.0", "Maintain vs Maintain: 2.0"],
        ["stop@1: (2, 0)", "never: (6, 6)"],
        ["fold: P -1, Q 2", "bet/drop: P 2, Q -1"],
        ["go,LP: (80, 310)", "go,SD: (45.50, 240)"],
        [
            "If I choose R and they choose R, we both get four dollars",
            "If I choose R and they choose B, I get one of them",
        ],
        ["My choice is B", "Thank you"],
        ["Final choice:", "{B}"],
    ],
)
def test_lines_that_are_meant_as_lines(lines: list[str]) -> None:
    assert [words for *_, words in outline("\n".join(lines))] == lines


def test_quotes_code_and_json() -> None:
    assert outline("> Both hunt: 5.\n> Else 0.") == [("quote", 10, "", "Both hunt: 5."), ("quote", 10, "", "Else 0.")]
    assert outline("```\nx = 2*3*4\nI get 5. You too.\n```") == [
        ("code", 10, "", "x = 2*3*4"),
        ("code", 10, "", "I get 5."),
        ("code", 10, "", "You too."),
    ]
    text = '{"why": "I get 5 if both hunt.\\nThey don\\u2019t get \\"3\\".", "choice": "B"}'
    assert [words for *_, words in outline(text)] == [
        '{"why":',
        "I get 5 if both hunt.",
        'They don\'t get "3".',
        '"choice": "B"}',
    ]


def test_rules_and_underlined_titles() -> None:
    assert outline("Analysis\n========\nI get 5.\n---\nYou too.\n\n***\n") == [
        ("heading:", 0, "", "Analysis"),
        ("prose", 10, "", "I get 5."),
        ("prose", 10, "", "You too."),
    ]


def test_a_whole_answer_fenced_as_markdown_is_read_like_any_other() -> None:
    assert outline("```markdown\n## Why\n- I get 5\n```\nSo B.") == [
        ("heading:", 1, "", "Why"),
        ("item", 11, "", "I get 5"),
        ("prose", 10, "", "So B."),
    ]
