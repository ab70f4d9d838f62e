"""Functions whose answers are edges: spanning trees, trusses."""

from __future__ import annotations

from typing import Any, Iterator

import networkx as nx
import numpy as np

from ._functions import _not_parallel, _offered, _undirected, _without_loops
from ._graph import BackendGraph


def _spanning(G: BackendGraph, weight: Any, descending: bool) -> list[tuple]:
    """The edges that Kruskal's algorithm takes in networkx, in its order: (node, node, attributes)."""
    _undirected(G)
    if weight is None:
        raise NotImplementedError("an attribute called None is left to networkx")
    rows = G.rows(weight)
    if rows.num_arcs == 0:
        return []
    result = G.run("mst", graph=rows.ranked_graph(descending))
    order = np.argsort(result.values("weight"))
    sources, targets = (result.values(end)[order].tolist() for end in ("source", "target"))
    nodes, adjacency = rows.nodes, G.nx._adj
    edges = ((nodes[u], nodes[v]) for u, v in zip(sources, targets))
    return [(u, v, adjacency[u][v]) for u, v in edges]


def _spanning_edges(G: BackendGraph, weight: Any, data: Any, descending: bool) -> Iterator[tuple]:
    edges = _spanning(G, weight, descending)
    return iter(edges if data else [(u, v) for u, v, _ in edges])


def _spanning_tree(G: BackendGraph, weight: Any, descending: bool) -> nx.Graph:
    edges = _spanning(G, weight, descending)
    tree = G.nx.__class__()
    tree.graph.update(G.nx.graph)
    tree.add_nodes_from(G.nx.nodes.items())
    tree.add_edges_from(edges)
    return tree


@_offered
def minimum_spanning_edges(G, algorithm="kruskal", weight="weight", keys=True, data=True, ignore_nan=False):
    return _spanning_edges(G, weight, data, False)


@_offered
def maximum_spanning_edges(G, algorithm="kruskal", weight="weight", keys=True, data=True, ignore_nan=False):
    return _spanning_edges(G, weight, data, True)


@_offered
def minimum_spanning_tree(G, weight="weight", algorithm="kruskal", ignore_nan=False):
    return _spanning_tree(G, weight, False)


@_offered
def maximum_spanning_tree(G, weight="weight", algorithm="kruskal", ignore_nan=False):
    return _spanning_tree(G, weight, True)


@_offered
def k_truss(G, k):
    _undirected(G)
    _not_parallel(G)
    if not _without_loops(G):
        raise nx.NetworkXNotImplemented("Input graph has self loops which is not permitted; "
                                        "Consider using G.remove_edges_from(nx.selfloop_edges(G)).")
    truss = G.nx.__class__()
    truss.graph.update(G.nx.graph)
    after = _neighbors_in_truss(G, k) if G.rows().num_arcs else {}
    kept = set(after).union(*after.values())
    truss.add_nodes_from((node, data) for node, data in G.nx.nodes.items() if node in kept)
    truss.add_edges_from((u, v, data) for u, near in G.nx._adj.items() if u in after
                         for v, data in near.items() if v in after[u])  # the order in which networkx copies a graph
    return truss


def _neighbors_in_truss(G: BackendGraph, k: Any) -> dict[Any, set]:
    """By the node of each edge of the truss that comes first, the others."""
    result = G.run("ktruss")
    nodes = G.rows().nodes
    is_in = result.values("trussness") >= k
    after: dict[Any, set] = {}
    for u, v in zip(*(result.values(end)[is_in].tolist() for end in ("source", "target"))):
        after.setdefault(nodes[u], set()).add(nodes[v])
    return after
