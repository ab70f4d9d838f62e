"""Many runs on one graph, that go the same way."""

from __future__ import annotations

import contextlib
from typing import Any, Callable, Iterator

from . import _functions, _options
from ._core import WrongUse
from ._graph import Graph
from ._result import Result


class Session:
    """The functions of algorithms, on one graph and with the options of `session`."""

    def __init__(self, graph: Graph, given: dict[str, Any]) -> None:
        self.graph = graph
        self.options = given
        self._ended = False

    def __getattr__(self, name: str) -> Callable[..., Result]:
        function = _functions.functions.get(name)
        if function is None:
            raise AttributeError(f"there is no algorithm '{name}': there are {', '.join(_functions.functions)}")

        def call(*args: Any, **given: Any) -> Result:
            if self._ended:
                raise WrongUse("this session has ended: call functions within its with block")
            return function(self.graph, *args, **{**self.options, **given})

        call.__name__ = call.__qualname__ = name
        call.__doc__ = function.__doc__
        return call

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *_functions.functions]


@contextlib.contextmanager
def session(graph: Graph, **options: Any) -> Iterator[Session]:
    """For many runs on a graph: algorithms as methods, which take the options given here unless a call has its own.

        with mg.session(g, device="cuda") as s:
            levels = [s.bfs(v).level for v in seeds]

    What the first run brings to a GPU (the graph, its layouts, kernels) stays there for those that follow, and is given
    back at the end of the block, unless something was there at its beginning. Results outlive it.
    """
    if not isinstance(graph, Graph):
        raise WrongUse(f"session takes a multigraph.Graph, not {type(graph).__name__}")
    opened = Session(graph, _options.checked(options))
    held = graph.gpu_nbytes > 0
    try:
        yield opened
    finally:
        opened._ended = True
        if not held:
            graph._core.release()
