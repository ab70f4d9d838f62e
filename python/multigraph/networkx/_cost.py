"""Whether a call should come here: not where converting the graph would cost more than it saves."""

from __future__ import annotations

from typing import Any

import networkx as nx

from ._functions import arguments_of

#: Microseconds that networkx takes for each node and arc, of functions that look at the whole graph (CPython 3.11 on
#: one core of a Xeon); what converting a graph takes is below 1. Others are searches that may end soon.
_networkx_us = {
    "average_clustering": 20, "betweenness_centrality": 1000, "closeness_centrality": 1000, "clustering": 20, "connected_components": 0.5,
    "harmonic_centrality": 1000, "hits": 5, "is_connected": 0.5, "is_weakly_connected": 0.5, "number_connected_components": 0.5,
    "number_weakly_connected_components": 0.5, "pagerank": 3, "single_source_dijkstra": 3,
    "single_source_dijkstra_path": 3, "single_source_dijkstra_path_length": 2.5, "transitivity": 20, "triangles": 2,
    "weakly_connected_components": 0.5,
}
_conversion_us = 0.25


def should_run(name: str, args: tuple, kwargs: dict[str, Any]) -> bool | str:
    """True, or why not."""
    arguments = arguments_of(name, args, kwargs) or {}
    graph = arguments.get("G")
    if graph is None:
        return True
    if not isinstance(graph, nx.Graph) or _is_converted(graph):
        return True
    arcs = graph.number_of_edges() * (1 if graph.is_directed() else 2)
    if arcs < nx.config.backends.mg.least_arcs:
        return f"a graph of {arcs} arcs is too small to pay for its conversion"
    if _networkx_us.get(name, 0) <= _conversion_us:
        return f"{name} may end sooner than the conversion; a graph that is converted already is searched here"
    return True


def _is_converted(graph: nx.Graph) -> bool:
    return bool(graph.__networkx_cache__ and graph.__networkx_cache__.get("backends", {}).get("mg"))
