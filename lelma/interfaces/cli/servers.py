"""`lelma serve`, `mcp` and `schema`."""

from __future__ import annotations

import argparse
import os

from lelma.interfaces.cli.parser import OK, Commands, command, duration, print_json, whole_number_option
from lelma.support.errors import UsageError, did_you_mean


def add_serve_commands(commands: Commands) -> None:
    """Put these commands into a parser."""
    _add_serve(commands)
    _add_mcp(commands)
    _add_schema(commands)


def _add_serve(commands: Commands) -> None:
    parser = command(
        commands,
        "serve",
        _serve,
        brief="serve all this over HTTP",
        goes_in="HTTP requests; GET /openapi.json describes them.",
        comes_out="the verdicts of a game's solver over HTTP, until interrupted.",
        codes="0 ended, 2 bad usage",
    )
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: 127.0.0.1, this machine)")
    parser.add_argument("--port", type=whole_number_option(0, 65535), default=8421)
    parser.add_argument("--token", default="", help="bearer token that callers must send (default: LELMA_TOKEN)")
    parser.add_argument(
        "--name",
        dest="names",
        metavar="NAME",
        action="append",
        default=[],
        help="a name that callers have for this server, where it is not localhost (several times for several; with "
        "--host, any will do without)",
    )
    parser.add_argument(
        "--workers", type=whole_number_option(1), default=2, help="requests worked on at once (default 2)"
    )
    parser.add_argument("--seconds", type=duration, default=30.0, help="how long one may be worked on (default 30)")
    parser.add_argument(
        "--body-bytes", type=whole_number_option(1), default=1_000_000, help="largest request body (default 1000000)"
    )
    parser.add_argument(
        "--body-seconds", type=duration, default=10.0, help="how long headers, and a body, may take (default 10)"
    )


def _serve(arguments: argparse.Namespace) -> int:
    try:
        from lelma.interfaces.http.app import Options
        from lelma.interfaces.http.serve import serve
    except ImportError as error:
        raise UsageError(f"{error.name} is missing for the server. Type: pip install 'lelma[serve]'") from error
    options = Options(
        token=arguments.token or os.environ.get("LELMA_TOKEN", ""),
        names=tuple(arguments.names),
        body_bytes=arguments.body_bytes,
        body_seconds=arguments.body_seconds,
        seconds=arguments.seconds,
        workers=arguments.workers,
    )
    serve(options, host=arguments.host, port=arguments.port)
    return OK


def _add_mcp(commands: Commands) -> None:
    parser = command(
        commands,
        "mcp",
        _mcp,
        brief="serve all this to agents, by the Model Context Protocol",
        goes_in="Model Context Protocol on standard input, or over HTTP.",
        comes_out="an MCP server that lists and describes games, verifies reasoning and answers queries.",
        codes="0 ended, 2 bad usage",
    )
    parser.add_argument("--http", action="store_true", help="serve streamable HTTP at /mcp, to this machine alone")
    parser.add_argument("--port", type=whole_number_option(0, 65535), default=8422, help="for --http (default 8422)")


def _mcp(arguments: argparse.Namespace) -> int:
    try:
        from lelma.interfaces.mcp import run_http, run_stdio
    except ImportError as error:
        raise UsageError(f"{error.name} is missing for the MCP server. Type: pip install 'lelma[mcp]'") from error
    if arguments.http:
        run_http(port=arguments.port)
    else:
        run_stdio()
    return OK


def _add_schema(commands: Commands) -> None:
    parser = command(
        commands,
        "schema",
        _schema,
        brief="print the JSON schemas, and tools for function calling",
        goes_in="the name of a public type, or nothing.",
        comes_out="its JSON schema, or all of them by name; always as JSON.",
        codes="0 done, 2 no such type",
    )
    parser.add_argument("name", metavar="NAME", nargs="?")
    parser.add_argument("--tools", action="store_true", help="the tools for OpenAI-style function calling instead")
    parser.add_argument("--openapi", action="store_true", help="the OpenAPI description of `lelma serve` instead")


def _schema(arguments: argparse.Namespace) -> int:
    from lelma.interfaces.function_tools import tools
    from lelma.interfaces.http.openapi import openapi
    from lelma.interfaces.public_types import TYPES, json_schema
    from lelma.interfaces.service import package_version

    if arguments.tools:
        print_json(tools())
    elif arguments.openapi:
        print_json(openapi(package_version()))
    elif arguments.name is None:
        print_json({name: json_schema(name) for name in TYPES})
    elif arguments.name in TYPES:
        print_json(json_schema(arguments.name))
    else:
        raise UsageError(
            f"there is no type {arguments.name!r}{did_you_mean(arguments.name, TYPES)}; there are: {', '.join(TYPES)}"
        )
    return OK
