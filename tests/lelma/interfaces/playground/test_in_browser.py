"""The playground in a real Chromium, over static files: `make test-playground` builds it and runs this.

Skipped where `LELMA_PLAYGROUND` names no folder with a built playground. Times are printed (`pytest -s`), not asserted.
`LELMA_SCREENSHOTS=docs/images` writes the screenshots of the documentation anew.
"""

from __future__ import annotations

import functools
import json
import os
import shutil
import threading
import time
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import combinations
from pathlib import Path
from typing import Any, ClassVar

import pytest

from lelma.game.game import find_game
from lelma.interfaces.http.app import Options, make_app
from lelma.interfaces.playground.built import POLICY
from lelma.interfaces.service import Service

FOLDER = os.environ.get("LELMA_PLAYGROUND", "")
CHROMIUM = shutil.which("chromium") or ""
if not FOLDER:
    pytest.skip("make test-playground runs this: LELMA_PLAYGROUND names no built playground", allow_module_level=True)
uvicorn = pytest.importorskip("uvicorn")
sync_api = pytest.importorskip("playwright.sync_api")

GAMES = ("stag_hunt", "prisoners_dilemma", "hawk_dove", "chicken", "matching_pennies", "sequential_prisoners_dilemma")
TEXTS = 10
"""Of each game."""

PATIENCE = 300_000
"""Milliseconds; so that nothing here rests on how fast the machine is."""

QUIET = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()


class _Files(SimpleHTTPRequestHandler):
    extensions_map: ClassVar = {
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Says nothing."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Files, directory=FOLDER))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        profile = str(tmp_path_factory.mktemp("profile"))
        opened = playwright.chromium.launch_persistent_context(profile, executable_path=CHROMIUM, args=QUIET)
        opened.set_default_timeout(PATIENCE)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def asked(browser: Any) -> list[str]:
    """The addresses of all requests, workers' included."""
    found: list[str] = []
    browser.on("request", lambda request: found.append(request.url))
    return found


@pytest.fixture(scope="module")
def page(browser: Any, address: str, asked: list[str]) -> Any:
    """The page, with one verdict shown."""
    opened = browser.new_page()
    opened.set_viewport_size({"width": 1200, "height": 900})
    first_verdict(opened, address, "cold")
    return opened


def first_verdict(page: Any, address: str, start: str) -> None:
    begun = time.monotonic()
    page.goto(address)
    page.wait_for_selector("#payoffs table")
    page.fill("#text", "If I choose stag and they choose hare, I get 1. I like cheese.")
    page.press("#text", "Control+Enter")
    page.wait_for_selector(".marked")
    print(f"\nfirst verdict, {start}: {time.monotonic() - begun:.1f} s")


@pytest.fixture(scope="module")
def engine(page: Any) -> Any:
    """A worker of the test's own, beside the page's."""
    quiet = "{ loading() {}, ready() {}, failed(why) { console.error(why); } }"
    page.evaluate(f"async () => {{ window.own = new (await import('./engine.js')).Engine({quiet}); }}")
    return page


def shoot(page: Any, name: str) -> None:
    """A screenshot for the documentation, if they are wanted."""
    if folder := os.environ.get("LELMA_SCREENSHOTS"):
        page.screenshot(path=str(Path(folder) / f"playground_{name}.png"), full_page=True)


def ask(engine: Any, operation: str, request: dict[str, Any], seconds: float = PATIENCE / 1000) -> Any:
    return engine.evaluate("([o, r, seconds]) => window.own.ask(o, r, { seconds })", [operation, request, seconds])


def texts(game: str) -> list[str]:
    """Ten texts: the game's samples, then two of them together."""
    files = sorted((find_game(game) / "samples").rglob("*.txt"))
    single = [file.read_text("utf-8") for file in files]
    pairs = (f"{first}\n\n{second}" for first, second in combinations(single, 2))
    return [*single, *pairs][:TEXTS]


def test_a_claim_is_marked_in_its_place_with_verdict_reason_and_cells(page: Any) -> None:
    assert page.inner_text(".marked .false") == "If I choose stag and they choose hare, I get 1."
    assert page.inner_text(".marked .unread") == "I like cheese."
    told = page.inner_text(".claim")
    assert "does not hold" in told and "you get 0" in told and "you stag, them hare: you 0, them 3" in told


def test_the_cells_that_decide_a_claim_are_marked_in_the_table(page: Any) -> None:
    def marked() -> list[str]:
        return [each.get_attribute("data-profile") for each in page.query_selector_all("#payoffs .decides")]

    page.focus(".marked .false")
    page.keyboard.press("Enter")
    assert marked() == ["stag|hare"]
    shoot(page, "check")
    page.select_option("#role", index=1)
    page.press("#text", "Control+Enter")
    page.click(".marked .false")
    assert marked() == ["hare|stag"]  # "you" is the other one now
    page.select_option("#role", index=0)


@pytest.mark.parametrize("game", GAMES)
def test_reports_are_those_of_the_native_verifier(engine: Any, game: str) -> None:
    service = Service()
    found = texts(game)
    assert len(found) == TEXTS
    begun, count = time.monotonic(), 0
    for text in found:
        request = {"game": game, "text": text}
        report = ask(engine, "verify_reasoning", request)
        count += 1
        assert report.pop("engine") == "wasm"
        native = dict(service(("verify_reasoning", request)))
        del native["engine"]
        assert json.dumps(report) == json.dumps(native)
    print(f"\n{game}: {count / (time.monotonic() - begun):.1f} texts a second, both ways together")


@pytest.mark.parametrize("game", GAMES[:2])
def test_a_game_is_solved_as_natively(engine: Any, game: str) -> None:
    assert ask(engine, "solve", {"game": game}) == dict(Service()(("solve", {"game": game})))


def test_a_hostile_game_ends_in_a_limit_and_the_page_goes_on(engine: Any) -> None:
    holes, pigeons = range(10), range(11)
    seated = " ".join(f"(hole ?x{each})" for each in pigeons)
    apart = " ".join(f"(distinct ?x{one} ?x{other})" for one, other in combinations(pigeons, 2))
    rules = (
        f"(role p1)\n(role p2)\n{' '.join(f'(hole {each})' for each in holes)}\n(<= room {seated} {apart})\n"
        "(<= (legal ?p a) (role ?p) (not room))\n(<= (next gone) (does p1 a))\n(<= terminal (true gone))\n"
        "(<= (goal ?p 1) (role ?p))\n"
    )
    assert "more steps than the limit allows" in ask(engine, "describe_game", {"rules": rules})["untabulated"]
    assert ask(engine, "describe_game", {"game": "stag_hunt"})["name"] == "stag_hunt"


def test_what_takes_too_long_is_ended_with_the_worker_and_the_page_goes_on(engine: Any) -> None:
    text = " ".join(f"If I choose stag and they choose hare, I get {at}." for at in range(1000))
    found = ask(engine, "verify_reasoning", {"game": "stag_hunt", "text": text}, seconds=0.5)
    assert found["error"]["code"] == "time" and "0.5 seconds" in found["error"]["message"]
    report = ask(engine, "verify_reasoning", {"game": "stag_hunt", "text": "If we both choose stag, I get 5."})
    assert report["ok"]


def test_a_game_of_ones_own_has_its_faults_under_the_line(page: Any) -> None:
    page.select_option("#game", "rules:")
    page.fill("#source textarea", "(role p1)\n(<= (legal p1 a) (foo ?x)\n")
    fault = page.wait_for_selector("#source .faults li")
    assert "Line 2" in fault.inner_text() and "^" in fault.inner_text() and "never closed" in fault.inner_text()
    shoot(page, "faults")
    page.select_option("#game", "table:")
    page.wait_for_selector("#payoffs td.cell")
    page.fill("#text", "If we both choose work, I get 4.")
    page.press("#text", "Control+Enter")
    assert "you 3, them 3" in page.wait_for_selector(".claim").inner_text()


def test_the_keyboard_is_enough(page: Any) -> None:
    page.focus("#tab-check")
    page.keyboard.press("ArrowRight")
    assert page.get_attribute("#tab-solve", "aria-selected") == "true"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("#solution table")
    assert "(rest, rest)" in page.inner_text("#solution")


def test_a_link_holds_what_was_typed(browser: Any, page: Any) -> None:
    page.click("#tab-check")
    page.fill("#text", "Ünïcode 🦌: if we both choose work, I get 3.")
    page.click("#share")
    page.wait_for_function("() => location.hash.startsWith('#1.')")
    other = browser.new_page()
    other.goto(page.url)
    other.wait_for_selector("#payoffs td.cell")
    assert other.input_value("#text") == page.input_value("#text")
    assert other.input_value("#game") == "table:" and other.input_value("#source textarea") == page.input_value(
        "#source textarea"
    )
    other.close()


def test_a_match_is_replayed(page: Any) -> None:
    page.click("#tab-replay")
    record = find_game("spygame") / "samples" / "match.jsonl"
    page.set_input_files("#match-file", str(record))
    page.wait_for_selector("#match:not([hidden])")
    match = page.frame_locator("#match")
    assert "What each player could know" in match.locator("main").inner_text()
    deals = match.locator("svg").first
    deals.wait_for()  # the numbers of deals, when they are worked out
    deals.evaluate("drawing => drawing.scrollIntoView({ block: 'center' })")
    shoot(page, "replay")


def test_it_fits_a_narrow_screen(page: Any) -> None:
    page.click("#tab-check")
    page.set_viewport_size({"width": 400, "height": 800})
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 400
    page.emulate_media(color_scheme="dark")
    assert page.evaluate("() => getComputedStyle(document.body).backgroundColor") == "rgb(20, 22, 26)"
    shoot(page, "narrow")
    page.emulate_media(color_scheme="light")
    assert page.evaluate("() => getComputedStyle(document.body).backgroundColor") == "rgb(251, 250, 247)"
    page.set_viewport_size({"width": 1200, "height": 900})


def test_lelma_serve_has_it_at_the_root_with_what_is_served(browser: Any, asked: list[str]) -> None:
    app = make_app(Options(playground=Path(FOLDER)))
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    root = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}/"
    served, before = browser.new_page(), len(asked)
    first_verdict(served, root, "of lelma serve")
    assert "POST /v1/verify" in served.inner_text("#served") and "stag_hunt" in served.inner_text("#served")
    served.goto(f"{root}playground/#1.x")
    assert served.url == f"{root}#1.x"
    served.close()
    assert all(each.startswith((root, "data:", "about:")) for each in asked[before:])
    server.should_exit = True
    thread.join()


def test_no_request_leaves_the_origin(page: Any, address: str, asked: list[str]) -> None:
    assert any(each.endswith("pyodide.asm.wasm") for each in asked)  # workers' requests are seen
    own = (address, "data:", "about:", "http://127.0.0.1:")  # the last of `lelma serve`, which has its own test
    assert [each for each in asked if not each.startswith(own)] == []


def test_the_first_verdict_comes_soon_from_the_cache(browser: Any, page: Any, address: str) -> None:
    for _ in range(2):  # the first time the browser may not have kept what it compiled
        time.sleep(3)
        first_verdict(page, address, "from the cache")
    assert page.inner_text(".marked .false") == "If I choose stag and they choose hare, I get 1."
