"""The backend `mg` of networkx: `nx.pagerank(G, backend="mg")`, or NETWORKX_BACKEND_PRIORITY=mg for all calls.

Results are networkx's own: the same types, and dicts, lists and generators in the same order. What cannot be done the
same way is left to networkx (`can_run`), and what would not pay is, too (`should_run`).
"""

from __future__ import annotations

from typing import Any

import networkx as nx

from .. import _core
from .._graph import Graph
from ._backend import backend
from ._graph import adjacency_of, shows_its_dicts

__all__ = ["backend", "converted"]


def converted(graph: Any, weight: str | None = None) -> Graph:
    """The graph for MultiGraph's own functions: Graph.from_networkx()."""
    if not isinstance(graph, nx.Graph):
        raise _core.WrongUse(f"from_networkx takes a graph of networkx's, not {type(graph).__name__}")
    if callable(weight):
        raise _core.WrongUse("weight takes the name of an attribute of edges, not a function: have an attribute hold "
                             "what it returns")
    if not shows_its_dicts(graph):
        raise _core.BadInput(f"a graph of the class {type(graph).__name__} shows other neighbors than it holds: make a "
                             "networkx.Graph of the edges that are meant")
    adjacency = adjacency_of(graph._adj)
    try:
        rows = _core.NetworkxGraph(adjacency, weight, graph.is_multigraph(), False, False, None)
    except NotImplementedError as problem:
        raise _core.BadInput(f"the graph cannot be converted: {problem}") from None
    core = rows.graph(graph.is_directed(), weight is not None)
    if all(type(node) is int and node == position for position, node in enumerate(rows.nodes)):
        return Graph(core)
    return Graph(core.named([str(node) for node in rows.nodes]))
