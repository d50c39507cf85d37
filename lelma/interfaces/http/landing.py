"""The page at `/`: what the server serves, for whoever opens it in a browser; on the playground, where it was built.

Short, because all it tells stands in the OpenAPI document and the list of games; the playground is static files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

_STYLE = (
    "body{font:15px/1.55 system-ui,sans-serif;max-width:56rem;margin:2rem auto;padding:0 1rem;color:#1c1c1c}"
    "td{padding:.2rem 1rem .2rem 0;vertical-align:top}code,pre{background:#f3f3f3;border-radius:3px;padding:.1em .3em}"
)
_EXAMPLE = """curl -s {address}/v1/verify -H 'Content-Type: application/json' \\
  -d '{{"game": "stag_hunt", "text": "If we both choose stag, I get 5."}}'"""


_NO_PLAYGROUND = """<p>The playground, a page that checks texts in the browser, is not built here: type <code>make
playground</code> in a checkout of LELMA, and start this server again.</p>"""
_PLACE = "<footer>"
"""Before which the page of the playground has what is served."""


def landing_page(served: str) -> str:
    """An HTML page that loads nothing from anywhere, with what is served (`served_part`)."""
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>LELMA</title>'
        f"<style>{_STYLE}</style></head><body>{_NO_PLAYGROUND}{served}</body></html>\n"
    )


def playground_page(page: str, served: str) -> str:
    """The page of the playground, with what is served below it."""
    before, place, after = page.partition(_PLACE)
    return f"{before}{served}{place}{after}"


def served_part(document: Mapping[str, Any], games: Sequence[str], address: str) -> str:
    """What is served, as a part of an HTML page.

    Args:
        document: the OpenAPI document.
        games: the names of the games to list; none where they are not to be told.
        address: of the server, as the reader reached it.
    """
    rows = "".join(_rows(document["paths"]))
    listed = f"<h3>Games</h3><p>{', '.join(f'<code>{escape(name)}</code>' for name in games)}</p>" if games else ""
    return (
        f'<section id="served"><h2>LELMA {escape(document["info"]["version"])}: what this server serves</h2>'
        f"<p>{escape(document['info']['description'])} "
        f'All of it in <a href="openapi.json">openapi.json</a>.</p><div class="wide"><table>{rows}</table></div>'
        f"<pre>{escape(_EXAMPLE.format(address=address))}</pre>{listed}</section>"
    )


def _rows(paths: Mapping[str, Any]) -> Iterator[str]:
    for path, methods in paths.items():
        for method, operation in methods.items():
            told = f"<code>{method.upper()} {escape(path)}</code>"
            yield f"<tr><td>{told}</td><td>{escape(operation.get('summary', ''))}</td></tr>"
