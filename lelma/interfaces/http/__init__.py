"""The HTTP server (`pip install 'lelma[serve]'`): `lelma serve`."""
