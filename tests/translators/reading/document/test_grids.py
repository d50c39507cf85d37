"""Tables of any kind are rows of cells."""

from __future__ import annotations

from translators.reading.document import Grid, read_document


def rows(text: str) -> list[list[str]]:
    (grid,) = (part for part in read_document(text) if isinstance(part, Grid))
    for row in grid.rows:
        for cell in row:
            assert not cell.words or text[slice(*cell.span)].strip()
    return [[cell.words for cell in row] for row in grid.rows]


WANTED = [["", "They: X", "They: Y"], ["Me: X", "(4, 5)", "(1, 5)"], ["Me: Y", "(4, 2)", "(0, 3)"]]


def test_markdown() -> None:
    assert (
        rows(
            "Payoffs:\n\n| | They: X | They: Y |\n|:--|:-:|--:|\n| **Me: X** | (4, 5) | (1, 5) |\n|Me: Y|(4, 2)|(0, 3)|"
        )
        == WANTED
    )


def test_markdown_without_a_rule_or_frame() -> None:
    assert rows("| | They: X | They: Y |\n| Me: X | (4, 5) | (1, 5) |\n| Me: Y | (4, 2) | (0, 3) |") == WANTED
    assert rows("a | b\n--|--\n1 | 2") == [["a", "b"], ["1", "2"]]


def test_latex() -> None:
    text = "\\[\n\\begin{array}{c|cc}\n & \\text{They: X} & \\text{They: Y} \\\\\n\\hline\n"
    text += "\\text{Me: X} & (4,5) & (1,5) \\\\\n"
    assert rows(text + "\\text{Me: Y} & (4,2) & (0,3) \\\\\n\\end{array}\n\\]") == WANTED
    assert rows("$$A=\\begin{pmatrix}0&-1\\\\1&\\tfrac12\\end{pmatrix}$$") == [["0", "-1"], ["1", "1/2"]]
    assert rows("\\begin{tabular}{|c|cc|}\n & \\multicolumn{2}{c}{Them} \\\\ \\hline\nR & 1 & 2\n\\end{tabular}") == [
        ["", "Them", ""],
        ["R", "1", "2"],
    ]


def test_aligned_in_code_and_in_plain_text() -> None:
    table = "            They: X    They: Y\nMe: X       (4, 5)     (1, 5)\nMe: Y       (4, 2)     (0, 3)"
    assert rows(f"```\n{table}\n```") == WANTED
    assert rows(f"Payoffs\n\n{table}\n\nSo X.") == WANTED


def test_ruled_with_boxes() -> None:
    assert rows("┌───┬───┐\n│   │ a │\n├───┼───┤\n│ b │ 1 │\n└───┴───┘") == [["", "a"], ["b", "1"]]
    assert rows("+---+---+\n|   | a |\n+---+---+\n| b | 1 |\n+---+---+") == [["", "a"], ["b", "1"]]


def test_bars_and_gaps_in_prose_are_no_table() -> None:
    text = "P(s=3 | hire) = 0.5\nP(s=2 | hire) = 0.5\n\n```\nR/B  -> 3\nB/B  -> 1\n```"
    assert not any(isinstance(part, Grid) for part in read_document(text))


def test_ragged_rows_are_filled_up() -> None:
    assert rows("| a | b |\n|---|---|\n| 1 |\n| 2 | 3 | 4 |") == [["a", "b", ""], ["1", "", ""], ["2", "3", "4"]]
