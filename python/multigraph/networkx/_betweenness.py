"""Betweenness of nodes and of edges. By weights it counts paths of exactly the same length, which the last bit of a sum
decides: only weights that are here what they are in networkx are taken."""

from __future__ import annotations

from typing import Any

import networkx as nx
from networkx.algorithms.centrality.betweenness import _add_edge_keys, _rescale

from .. import _core
from ._functions import _offered
from ._graph import BackendGraph


def _run(G: BackendGraph, algorithm: str, k: Any, weight: Any, seed: Any) -> tuple[_core.Result, list | None]:
    """The result, and the nodes that networkx draws for a seed, or None for all. What is left to networkx shows before
    they are drawn."""
    rows = G.rows()
    graph = None if weight is None else G.lengths(weight)
    sampled = None if k is None else nx.utils.create_py_random_state(seed).sample(list(G.nx.nodes()), k)
    if sampled is not None and not sampled:
        raise NotImplementedError("betweenness from no node is left to networkx")
    sources = None if sampled is None else [rows.number(node) for node in sampled]
    return G.run(algorithm, sources, graph=graph, weighted="false" if weight is None else "true"), sampled


def _of_no_node(k: Any, seed: Any) -> dict:
    """Raises ValueError, as networkx does, where k nodes are to be drawn."""
    if k is not None:
        nx.utils.create_py_random_state(seed).sample([], k)
    return {}


@_offered
def betweenness_centrality(G, k=None, normalized=True, weight=None, endpoints=False, seed=None):
    k = None if k == len(G) else k
    if len(G) == 0:
        return _of_no_node(k, seed)
    rows = G.rows()
    result, sampled = _run(G, "bc", k, weight, seed)
    return _rescale(rows.floats(result.values("centrality")), len(G), normalized=normalized,
                    directed=G.is_directed(), endpoints=False, sampled_nodes=sampled)


@_offered
def edge_betweenness_centrality(G, k=None, normalized=True, weight=None, seed=None):
    if len(G) == 0:
        return _of_no_node(k, seed)
    nodes = G.rows().nodes
    result, sampled = _run(G, "edge-bc", k, weight, seed)
    ends = zip(result.values("source").tolist(), result.values("target").tolist())
    found = {(nodes[u], nodes[v]): score for (u, v), score in zip(ends, result.values("centrality").tolist())}
    scores = _rescale({edge: found[edge] for edge in G.nx.edges()}, len(G), normalized=normalized,
                      directed=G.is_directed(), sampled_nodes=sampled)
    return _add_edge_keys(G.nx, scores, weight=weight) if G.is_multigraph() else scores
