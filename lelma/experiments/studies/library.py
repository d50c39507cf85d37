"""Which studies there are, and an experiment file that begins with one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from lelma.experiments.errors import ExperimentError
from lelma.support.errors import did_you_mean
from lelma.support.outside import toml_file
from lelma.support.paths import games_path

STUDY = "study"
"""The key of an experiment file that names the study it begins with."""

_FOLDER = "studies"


def known_studies(games: Sequence[Path] | None = None) -> dict[str, Path]:
    """Name → file, of the folders `studies` of games; of two with one name the first."""
    found: dict[str, Path] = {}
    for folder in games if games is not None else games_path():
        for file in sorted(folder.glob(f"*/{_FOLDER}/*.toml")):
            found.setdefault(file.stem, file)
    return found


def study_file(name: str) -> Path:
    """The file of an experiment: a path, or the name of a study.

    Raises:
        ExperimentError: if there is neither.
    """
    file, studies = Path(name), known_studies()
    if file.exists() or (name not in studies and (file.suffix or len(file.parts) > 1)):
        return file
    if name not in studies:
        raise ExperimentError([f"there is no file and no study {_missing(name, studies)}"])
    return studies[name]


def with_study(content: Mapping[str, Any], file: Path) -> dict[str, Any]:
    """The keys of an experiment file on top of those of its study.

    `[[model]]` and `[[cell]]` entries take the place of those of the study with their names, if these have all of their
    names; other cells take the place of all.

    Raises:
        ExperimentError: if there is no such study, or its file can't be read.
    """
    own = {key: value for key, value in content.items() if key != STUDY}
    name = content.get(STUDY)
    if name is None:
        return own
    studies = known_studies()
    if name not in studies:
        raise ExperimentError([f"{file}: {STUDY}: there is no study {_missing(str(name), studies)}"])
    study = toml_file(studies[name], fail=lambda fault: ExperimentError([fault]), parse_float=Decimal)
    merged = {"name": file.stem, **study, **own}
    for table in ("model", "cell"):
        merged |= {table: _merged(study.get(table, []), own[table])} if table in own and table in study else {}
    return merged


def other_models(models: Mapping[str, str], told: Sequence[str]) -> dict[str, str]:
    """Name → spec, with others in the place of those that an experiment names, each told as `NAME=SPEC`.

    Raises:
        ExperimentError: for a model that it does not name.
    """
    named = dict(models)
    for text in told:
        name, equals, spec = text.partition("=")
        if not equals or not spec or name not in named:
            near = f"{did_you_mean(name, named)}; there are: {', '.join(named) or 'none'}"
            raise ExperimentError([f"--model {text}: expected NAME=SPEC with the name of a model{near}"])
        named[name] = spec
    return named


def _merged(entries: Any, own: Any) -> Any:
    """Entries with those of their names replaced; all replaced if there are others."""
    if not all(isinstance(some, list) and all(isinstance(each, dict) for each in some) for some in (entries, own)):
        return own
    replaced = {each.get("name"): each for each in own}
    if not replaced.keys() <= {each.get("name") for each in entries}:
        return own
    return [replaced.get(each.get("name"), each) for each in entries]


def _missing(name: str, studies: Mapping[str, Path]) -> str:
    return f"{name!r}{did_you_mean(name, studies)}; there are: {', '.join(sorted(studies)) or 'none'}"
