"""Distances from several vertices."""

from __future__ import annotations

from typing import Any, Iterable

import numpy as np

from . import _functions
from ._core import WrongUse
from ._graph import Graph
from ._values import flag, listed, whole


def distances(graph: Graph, sources: str | int | Iterable[str | int], *, max: int | None = None, weighted: bool = False,
              **options: Any) -> np.ndarray:
    """Distances from each of the sources, by name, to all vertices: an array of a row a source and a column a vertex, in
    the order of graph.names.

    In steps, as int32 with -1 for what is not reached, within `max` of them if that is given; weighted=True: along the
    weights, as float64 with inf (sssp). The graph stays where the first search has brought it. Options of
    multigraph.options() may be given, too. Raises WrongUse for a vertex that the graph has not.
    """
    named = [_functions.source_text(source) for source in listed(sources)]
    weighted = flag("weighted", weighted)
    steps = None if max is None else whole(max)
    rows = np.empty((len(named), graph.num_vertices), dtype=np.float64 if weighted else np.int32)
    if max is not None and (weighted or steps is None or steps < 0):
        raise WrongUse("max is a number of steps from 0 on, and not for weighted distances")
    if max is not None:
        options["max_iterations"] = steps
    for row, source in zip(rows, named):
        row[:] = _functions.functions["sssp"](graph, source, **options).distance if weighted else \
            _functions.functions["bfs"](graph, source, predecessors=False, **options).level
    return rows
