"""The ways to reach SWI-Prolog: a request goes over, one line of text, and a line of JSON comes back.

`process` keeps a child process warm (with `saved_solver`, which it loads faster), `in_process` holds SWI-Prolog in this
one, `hosted` asks whoever runs this Python: the page of the playground. Knows nothing of what is asked.

Begin with `choice`: what a bridge is, and which one is taken.
"""

from lelma.engine.bridges.choice import BRIDGES, Bridge, make_bridge, separate_bridge, shared_bridge, use_hosted

__all__ = ["BRIDGES", "Bridge", "make_bridge", "separate_bridge", "shared_bridge", "use_hosted"]
