"""The page at `/`: what the server serves, for whoever opens it in a browser.

Short, because all it tells stands in the OpenAPI document and the list of games; the playground is a page of its own.
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


_PLAYGROUND = """<p><a href="playground/">The playground</a>: choose or write a game, check a text, solve, replay a
match; it runs in your browser, and sends nothing to this server.</p>"""
_NO_PLAYGROUND = """<p>The playground, a page that checks texts in the browser, is not built here: type <code>make
playground</code> in a checkout of LELMA, and start this server again.</p>"""


def landing_page(document: Mapping[str, Any], games: Sequence[str], address: str, *, playground: bool) -> str:
    """An HTML page that loads nothing from anywhere.

    Args:
        document: the OpenAPI document.
        games: the names of the games to list; none where they are not to be told.
        address: of the server, as the reader reached it.
        playground: whether the playground is served, at `playground/`.
    """
    rows = "".join(_rows(document["paths"]))
    listed = f"<h2>Games</h2><p>{', '.join(f'<code>{escape(name)}</code>' for name in games)}</p>" if games else ""
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>LELMA</title>'
        f"<style>{_STYLE}</style></head><body>"
        f"<h1>LELMA {escape(document['info']['version'])}</h1><p>{escape(document['info']['description'])} "
        f'All of it in <a href="openapi.json">openapi.json</a>.</p>{_PLAYGROUND if playground else _NO_PLAYGROUND}'
        f"<table>{rows}</table>"
        f"<pre>{escape(_EXAMPLE.format(address=address))}</pre>{listed}</body></html>\n"
    )


def _rows(paths: Mapping[str, Any]) -> Iterator[str]:
    for path, methods in paths.items():
        for method, operation in methods.items():
            told = f"<code>{method.upper()} {escape(path)}</code>"
            yield f"<tr><td>{told}</td><td>{escape(operation.get('summary', ''))}</td></tr>"
