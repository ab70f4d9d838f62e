"""Graph analytics on CPUs and NVIDIA GPUs.

    import multigraph as mg
    g = mg.read("soc-LiveJournal1.txt.gz")
    mg.pagerank(g, damping=0.9).top(10)

The functions of algorithms (`bfs`, `pagerank`, ...) are made from what the runtime has: `algorithms()` lists them, and
`plugin()` adds more. `options()` says how they run.
"""

from . import _functions
from ._core import BadInput, Error, NoResources, ValidationError, WrongUse, __version__, doctor
from ._functions import algorithms
from ._graph import Graph, open, read
from ._options import options
from ._result import Result

__all__ = [
    "BadInput", "Error", "Graph", "NoResources", "Result", "ValidationError", "WrongUse", "__version__", "algorithms",
    "doctor", "open", "options", "plugin", "read",
]


def plugin(path: str) -> list[str]:
    """Loads algorithms, engines and policies from a shared object, and returns the names of the functions it brings."""
    added = _functions.load(path)
    _publish(added)
    return sorted(added)


def _publish(functions: dict) -> None:
    globals().update(functions)
    __all__.extend(functions)


_publish(_functions.functions)
