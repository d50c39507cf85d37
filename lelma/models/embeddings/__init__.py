"""Texts as vectors: which of them are alike. What an embedder needs besides numpy is imported when it is first used.

`embedder` says what one is, and finds the nearest rows; `connect_embedder` makes one from its name; `hashed` needs
nothing, `onnx_model` a file, `openai_server` a server. `recorded` keeps vectors in a cassette.

Begin with `embedder`.
"""

from lelma.models.embeddings.connect_embedder import EMBEDDERS, open_embedder
from lelma.models.embeddings.embedder import Embedder, EmbedderFacts, nearest
from lelma.models.embeddings.hashed import Hashed

__all__ = ["EMBEDDERS", "Embedder", "EmbedderFacts", "Hashed", "nearest", "open_embedder"]
