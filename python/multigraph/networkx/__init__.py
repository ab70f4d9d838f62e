"""The backend `mg` of networkx: `nx.pagerank(G, backend="mg")`, or NETWORKX_BACKEND_PRIORITY=mg for all calls.

Results are networkx's own: the same types, and dicts, lists and generators in the same order. What cannot be done the
same way is left to networkx (`can_run`), and what would not pay is, too (`should_run`).
"""

from __future__ import annotations

from typing import Any

from .. import _core
from .._graph import Graph
from ._backend import backend
from ._graph import adjacency_of

__all__ = ["backend", "converted"]


def converted(graph: Any, weight: str | None = None) -> Graph:
    """The graph for MultiGraph's own functions: Graph.from_networkx()."""
    adjacency = adjacency_of(graph._adj)
    try:
        rows = _core.NetworkxGraph(adjacency, weight, graph.is_multigraph(), False, None)
    except NotImplementedError as problem:
        raise _core.BadInput(f"the graph cannot be converted: {problem}") from None
    core = rows.graph(graph.is_directed(), weight is not None)
    if all(type(node) is int and node == position for position, node in enumerate(rows.nodes)):
        return Graph(core)
    return Graph(core.named([str(node) for node in rows.nodes]))
