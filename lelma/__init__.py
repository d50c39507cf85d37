"""Everything that runs: games, solver, verifier, feedback loop, commands."""
