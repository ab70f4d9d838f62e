"""Whether a call can come here: what is left to networkx, and why. Cheap: weights are looked at when they are walked,
and functions raise NotImplementedError for what only shows then."""

from __future__ import annotations

import warnings
from typing import Any, Callable

import networkx as nx
from networkx.utils import create_py_random_state

from . import _functions
from ._graph import BackendGraph, shows_its_dicts


def _plain_weight(arguments: dict[str, Any]) -> str | None:
    return "weights are computed by a function" if callable(arguments.get("weight")) else None


def _given(name: str, why: str) -> Callable[[dict[str, Any]], str | None]:
    return lambda arguments: why if arguments.get(name) is not None else None


def _of_path(arguments: dict[str, Any]) -> str | None:
    if arguments["method"] != "dijkstra" and (arguments["weight"] is not None or arguments["method"] != "bellman-ford"):
        return "methods other than Dijkstra's are left to networkx"
    if arguments["weight"] is not None and arguments["source"] is None and arguments["target"] is not None:
        return "paths by weights to one target from all are left to networkx"
    return _plain_weight(arguments)


def _of_clustering(arguments: dict[str, Any]) -> str | None:
    if arguments["G"].is_directed():
        return "clustering of directed graphs is left to networkx"
    return _given("weight", "weighted clustering is left to networkx")(arguments)


def _of_betweenness(arguments: dict[str, Any]) -> str | None:
    return "betweenness with endpoints is left to networkx" if arguments.get("endpoints") else _plain_weight(arguments)


def _of_pagerank(arguments: dict[str, Any]) -> str | None:
    if arguments.get("nstart") is not None:
        return "which ranks a start of one's own leads to within the tolerance is left to networkx"
    if arguments.get("dangling") is not None:
        return "nodes without edges that lead elsewhere than walks begin again are left to networkx"
    return None if 0 < arguments.get("alpha", 0.85) <= 0.999 else "alpha must be above 0 and at most 0.999"


def _of_hits(arguments: dict[str, Any]) -> str | None:
    if arguments["method"] != "power_iteration":
        return "hits by another method is left to networkx"
    if arguments.get("nstart") is not None or not arguments.get("normalized", True):
        return "hits with nstart, or not normalized, is left to networkx"
    if len(arguments["G"]) == 1:
        return "hits of a single node, of which networkx's solver finds none, are left to networkx"
    return "iterations that may be too few are left to networkx" if arguments["max_iter"] < 100 else None


def _of_iterations(arguments: dict[str, Any]) -> str | None:
    """Of Katz and eigenvector centrality, which take networkx's own iterations."""
    for name in ("nstart", "weight"):
        if arguments.get(name) is not None:
            return f"centrality with {name} is left to networkx"
    if not 1e-15 <= arguments["tol"] <= 1e-3 or arguments["max_iter"] < 2:
        return "iterations to another tolerance than one from 1e-15 to 1e-3, or a single one, are left to networkx"
    return None


def _of_katz(arguments: dict[str, Any]) -> str | None:
    alpha, beta = arguments["alpha"], arguments["beta"]
    if not all(isinstance(number, (int, float)) for number in (alpha, beta)) or alpha <= 0 or not 1e-9 <= beta <= 1e9:
        return "Katz centrality with an alpha that is not positive, or a beta that is not one number from 1e-9 to 1e9, is left to networkx"
    if beta <= arguments["tol"]:
        return "Katz centrality with a beta within the tolerance, of which networkx takes a single step, is left to it"
    return _of_iterations(arguments)


def _of_independent_set(arguments: dict[str, Any]) -> str | None:
    if arguments.get("nodes"):
        return "independent sets around given nodes are left to networkx"
    if create_py_random_state(arguments.get("seed")) is not create_py_random_state(None):
        return "which independent set a seed stands for is left to networkx"
    return None


def _of_communities(arguments: dict[str, Any]) -> str | None:
    if create_py_random_state(arguments.get("seed")) is not create_py_random_state(None):
        return "which communities a seed stands for is left to networkx"
    ends_as_ours = dict(max_level=None, threshold=1e-7)
    if any(arguments[name] != value for name, value in ends_as_ours.items()):
        return "communities that end at a level, or at another threshold than 1e-7, are left to networkx"
    return _of_resolution(arguments)


def _of_resolution(arguments: dict[str, Any]) -> str | None:
    resolution = arguments["resolution"]
    is_plain = isinstance(resolution, (int, float)) and 0 <= resolution <= 1e9
    return None if is_plain else "a resolution that is not a number from 0 to 1e9 is left to networkx"


def _of_leiden(arguments: dict[str, Any]) -> str | None:
    if arguments["metric"] != "modularity":
        return "communities that optimize another metric than modularity are left to networkx"
    if arguments["theta"] != 0.01:
        return "how random refinement is, theta, is left to networkx"
    return _of_communities(dict(arguments, threshold=1e-7)) if _functions.SINCE_3_7 else _of_resolution(arguments)


def _of_degrees(arguments: dict[str, Any]) -> str | None:
    return "degrees of multigraphs are left to networkx" if arguments["G"].is_multigraph() else None


def _of_distances(arguments: dict[str, Any]) -> str | None:
    if arguments.get("sp") is not None:
        return "centrality of distances that are given is left to networkx"
    return "centrality by weights is left to networkx" if arguments["distance"] is not None else None


def _of_steps(arguments: dict[str, Any]) -> str | None:
    """Of functions that look at the distances of all pairs."""
    if arguments.get("weight") is not None:
        return "distances by weights between all are left to networkx"
    for name in ("attr", "e", "sp"):
        if arguments.get(name) is not None:
            return f"distances with {name} are left to networkx"
    if arguments.get("method") not in (None, "unweighted"):
        return "methods that look at weights are left to networkx"
    return None


def _of_bounds(arguments: dict[str, Any]) -> str | None:
    return "a search by bounds is left to networkx" if arguments["usebounds"] else _of_steps(arguments)


def _of_spanning(arguments: dict[str, Any]) -> str | None:
    if arguments["algorithm"] != "kruskal":
        return "which tree others than Kruskal's algorithm find is left to networkx"
    if arguments["G"].is_multigraph():
        return "spanning trees of multigraphs are left to networkx"
    return _plain_weight(arguments)


_by_reason: list[tuple[Callable[[dict[str, Any]], str | None], str]] = [
    (_given("sort_neighbors", "neighbors are sorted by a function"), "bfs_edges bfs_predecessors bfs_successors bfs_tree"),
    (_of_betweenness, "betweenness_centrality edge_betweenness_centrality"),
    (_of_bounds, "center periphery radius"),
    (_of_clustering, "average_clustering clustering transitivity"),
    (_of_communities, "louvain_communities"),
    (_of_degrees, "degree_centrality in_degree_centrality out_degree_centrality"),
    (_of_distances, "closeness_centrality harmonic_centrality"),
    (_of_hits, "hits"),
    (_of_independent_set, "maximal_independent_set"),
    (_of_iterations, "eigenvector_centrality"),
    (_of_katz, "katz_centrality"),
    (_of_leiden, "leiden_communities"),
    (_of_pagerank, "pagerank"),
    (_of_path, "shortest_path shortest_path_length"),
    (_of_spanning, "maximum_spanning_edges maximum_spanning_tree minimum_spanning_edges minimum_spanning_tree"),
    (_of_steps, "average_shortest_path_length barycenter centroid diameter eccentricity wiener_index"),
    (_plain_weight, "all_pairs_dijkstra all_pairs_dijkstra_path all_pairs_dijkstra_path_length bidirectional_dijkstra "
                    "dijkstra_path dijkstra_path_length multi_source_dijkstra multi_source_dijkstra_path "
                    "multi_source_dijkstra_path_length single_source_dijkstra single_source_dijkstra_path "
                    "single_source_dijkstra_path_length"),
]
_by_function = {name: reason for reason, names in _by_reason for name in names.split()}


#: Of older ones, answers differ: which paths, which sampled nodes, which errors.
_too_old = f"the backend mg needs networkx 3.6 or newer, not {nx.__version__}" if _functions.VERSION < (3, 6) else None
if _too_old:
    warnings.warn(f"{_too_old}: all calls are left to networkx", RuntimeWarning, stacklevel=2)


def can_run(name: str, args: tuple, kwargs: dict[str, Any]) -> bool | str:
    """True, or why not."""
    if _too_old:
        return _too_old
    arguments = _functions.arguments_of(name, args, kwargs)
    if arguments is None:
        return "the arguments are not those of the function"
    graph = arguments.get("G")
    if not shows_its_dicts(graph.nx if isinstance(graph, BackendGraph) else graph):
        return "graphs of a class that shows other neighbors than it holds are left to networkx"
    look = _by_function.get(name)
    return (look(arguments) if look else None) or True
