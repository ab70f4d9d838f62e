"""Graph analytics on CPUs and NVIDIA GPUs.

    import multigraph as mg
    g = mg.read("soc-LiveJournal1.txt.gz")
    mg.pagerank(g, damping=0.9).top(10)

The functions of algorithms (`bfs`, `pagerank`, ...) are made from what the runtime has: `algorithms()` lists them, and
`plugin()` adds more. `options()` says how they run.
"""

import os as _os
from typing import Any, Callable, Sequence

from . import _compile, _functions, _values
from ._core import BadInput, Error, NoResources, ValidationError, WrongUse, __version__, doctor
from ._distances import distances
from ._estimate import Estimate, estimate
from ._functions import algorithms
from ._graph import Graph, open, read
from ._options import options
from ._result import Result
from ._session import Session, session

__all__ = [
    "BadInput", "Error", "Estimate", "Graph", "NoResources", "Result", "Session", "ValidationError", "WrongUse",
    "__version__", "algorithms", "compile", "distances", "doctor", "estimate", "open", "options", "plugin", "read",
    "sample", "session",
]


def plugin(path: str) -> list[str]:
    """Loads algorithms, engines and policies from a shared object, and returns the names of the functions it brings."""
    added = _functions.load(path)
    _publish(added)
    return sorted(added)


def sample(count: int, seed: int = 0) -> str:
    """So many vertices, drawn with a seed, for whatever takes sources: mg.bc(g, sources=mg.sample(1000, seed=1)). The
    same numbers draw the same vertices of a graph, wherever it is stored."""
    whole_count, whole_seed = _values.whole(count), _values.whole(seed)
    if whole_count is None or whole_seed is None or whole_count < 1 or whole_seed < 0:
        raise WrongUse(f"sample takes at least one vertex and a seed from 0 on, not {count} and {seed}")
    return _functions.Sample(f"random:{whole_count}:{whole_seed}")


def compile(header: str | _os.PathLike[str], struct: str | None = None, *, compiler: str | None = None,
            flags: Sequence[str] = ()) -> Callable[..., Result]:
    """The function of an algorithm that a C++ header defines: `struct`, by default the only one in it that can be one.

    The system's C++ compiler (or `compiler`, or the environment variable CXX) builds a plug-in of it, with `flags`, which
    takes a few seconds; the same header is compiled once and then found in the cache folder. What it needs to run on a
    GPU is compiled there. Raises WrongUse with what the compiler says, NoResources where there is none.
    """
    path = _compile.object_of(header, struct, compiler, flags)
    if path not in _compiled:
        (_compiled[path],) = plugin(path)
    function: Callable[..., Result] = _functions.functions[_compiled[path]]
    return function


_compiled: dict[str, str] = {}  # names of functions by the path of their plug-in


def _publish(functions: dict[str, Any]) -> None:
    globals().update(functions)
    __all__.extend(functions)


_publish(_functions.functions)
