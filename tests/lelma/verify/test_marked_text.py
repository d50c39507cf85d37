"""The page of a checked text: each claim stands in its place, and nothing of a text becomes markup."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from pathlib import Path

import pytest

from lelma.interfaces.cli.main import main
from lelma.verify.marked_text import marked_page, marked_text
from lelma.verify.report import Report
from lelma.verify.verifier import Verifier

TEXT = (
    "If we both choose stag, I get 4. <script>alert('&')</script>\n\n"
    "If we both choose hare, I get 1. The hare frobs the blarg until it snorks 7 zits."
)


@pytest.fixture(scope="module")
def report() -> Report:
    return Verifier.load("stag_hunt").check(TEXT)


def test_the_page_holds_the_text_letter_for_letter(report: Report) -> None:
    body = re.search(r'<div class="text">(.*)</div><table>', marked_text(report), re.DOTALL)
    assert body is not None
    assert html.unescape(re.sub(r"<sup>[^<]*</sup>|<[^>]*>", "", body[1])) == TEXT
    assert "<script>" not in body[1]


def test_claims_are_marked_in_their_place_and_numbered(report: Report) -> None:
    page = marked_page(report)
    marked = re.findall(r'<mark class="(\w+)"[^>]*>([^<]*)</mark>(?:<sup>([\d, ]+)</sup>)?', page)
    assert ("false", "If we both choose stag, I get 4.", "1") in marked
    assert ("true", "If we both choose hare, I get 1.", "2") in marked
    assert [kind for kind, said, _ in marked if "frobs" in said] == ["unread"]
    assert "but if both choose stag, you get 5" in html.unescape(page)
    assert not re.search(r"(src|href)=|@import|url\(", page)


def test_a_guess_is_marked_as_neither_right_nor_wrong(report: Report) -> None:
    guesses = tuple(replace(item, claim=replace(item.claim, hedged=True)) for item in report.claims)
    page = marked_text(replace(report, claims=guesses))
    assert "guessed: false" in page
    assert '<mark class="unknown"' in page
    assert '<mark class="false"' not in page


def test_a_notebook_shows_it_and_a_report_from_json_shows_its_claims(report: Report) -> None:
    assert report._repr_html_() == marked_text(report)
    again = Report.from_json(report.as_json())
    assert again.count() == report.count()
    assert '<div class="text">' not in again._repr_html_() and "if both choose stag" in again._repr_html_()


def test_the_command_writes_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, page = tmp_path / "text.txt", tmp_path / "page.html"
    text.write_text(TEXT)
    assert main(["verify", "stag_hunt", str(text), "--html", str(page), "--json"]) == 1
    assert page.read_text() == marked_page(Verifier.load("stag_hunt").check(TEXT))
    assert main(["verify", "stag_hunt", str(text), "--html", str(tmp_path / "no" / "page.html")]) == 2
    assert "No such file" in capsys.readouterr().err
