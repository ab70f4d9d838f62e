"""How far nodes are from each other, over all of them: steps, not weights."""

from __future__ import annotations

import functools
from typing import Callable, Iterable

import networkx as nx

from ._functions import SINCE_3_7, Reaches, _chosen, _is_one_component, _is_strong, _offered, _undirected, reaches
from ._graph import BackendGraph


def _of_all(G: BackendGraph) -> Reaches:
    return reaches(G, G.rows().nodes)


def _if_all_are_reached(G: BackendGraph, nodes: list) -> Reaches | None:
    """What the nodes reach; None where one of them does not reach all. The first is asked alone, for of most graphs in
    which nodes are not reached it says so."""

    def reach_all(found: Reaches) -> bool:
        return all(reached == len(G) - 1 for reached in found.nodes)

    found = reaches(G, nodes) if reach_all(reaches(G, nodes[:1])) else None
    return found if found is not None and reach_all(found) else None


def _connected(G: BackendGraph) -> bool:
    return _is_strong(G) if G.is_directed() else _is_one_component(G)


def _far_apart(G: BackendGraph) -> nx.NetworkXError:
    what = "digraph is not strongly connected" if G.is_directed() else "graph is not connected"
    return nx.NetworkXError(f"Found infinite path length because the {what}")


@_offered
def eccentricity(G, v=None, sp=None, weight=None):
    if len(G) == 0:
        return nx.eccentricity.orig_func(G.nx, v)  # an error from networkx 3.7 on
    is_one = v in G
    nodes = [v] if is_one else _chosen(G, v)
    found = _if_all_are_reached(G, nodes)
    if found is None:
        raise _far_apart(G)
    return found.farthest[0] if is_one else dict(zip(nodes, found.farthest))


# Eccentricities that are given, and bounds of them, are left to networkx (_reasons.py), but for the diameter's.


@_offered
def diameter(G, e=None, usebounds=False, weight=None):
    if G.is_directed() or len(G) == 0:
        return max(eccentricity(G).values())
    found = G.run("diameter", [0], searches="0").summary()
    if found["reached"] < len(G):
        raise nx.NetworkXError("Cannot compute metric because graph is not connected.") if usebounds else _far_apart(G)
    return int(found["at_least"])


@_offered
def radius(G, e=None, usebounds=False, weight=None):
    return min(eccentricity(G).values())


def _of_eccentricity(G: BackendGraph, extreme: Callable[[Iterable[int]], int]) -> list:
    eccentricities = eccentricity(G)
    bound = extreme(eccentricities.values())
    return [node for node, value in eccentricities.items() if value == bound]


@_offered
def periphery(G, e=None, usebounds=False, weight=None):
    return _of_eccentricity(G, max)


@_offered
def center(G, e=None, usebounds=False, weight=None):
    if not G.is_directed() and nx.is_tree(G.nx):
        return nx.tree.center(G.nx)  # in an order of its own
    return _of_eccentricity(G, min)


@functools.partial(_offered, name="centroid" if SINCE_3_7 else "barycenter")
def barycenter(G, weight=None, attr=None, sp=None):
    if not G.is_directed() and nx.is_tree(G.nx):
        return nx.tree.centroid(G.nx)
    found = _if_all_are_reached(G, G.rows().nodes)
    if found is None:
        raise nx.NetworkXNoPath(f"Input graph {G.nx} is disconnected, so every induced subgraph "
                                "has infinite barycentricity.")
    least = min(found.distances, default=0)
    return [node for node, distance in zip(G.rows().nodes, found.distances) if distance == least]


@_offered
def average_shortest_path_length(G, weight=None, method=None):
    if len(G) == 0:
        raise nx.NetworkXPointlessConcept("the null graph has no paths, thus there is no average shortest path length")
    if len(G) == 1:
        return 0
    if not _connected(G):
        raise nx.NetworkXError("Graph is not strongly connected." if G.is_directed() else "Graph is not connected.")
    return sum(_of_all(G).distances) / (len(G) * (len(G) - 1))


@_offered
def wiener_index(G, weight=None):
    if not _connected(G):
        return float("inf")
    total = sum(_of_all(G).distances)
    return total if G.is_directed() else total / 2


@_offered
def global_efficiency(G):
    _undirected(G)
    if len(G) <= 1:
        return 0
    return sum(_of_all(G).inverses) / (len(G) * (len(G) - 1))
