"""The functions of networkx that run here, with those of _betweenness.py, _distances.py, _edges.py and _paths.py. Each
says, as networkx does, what is wrong with its arguments, and returns what networkx returns.

Searches whose answers depend on the order of the graph's dicts (which of several shortest paths, in which order) walk
rows in that order, in C++ and on one thread; everything else runs on the runtime, on all threads or on a GPU.
"""

from __future__ import annotations

import functools
import inspect
import math
import operator
import re
import warnings
from typing import Any, Callable, Iterable, Iterator, NamedTuple

import networkx as nx
import numpy as np

from .. import _core
from ._graph import BackendGraph, machine

offered: dict[str, Callable] = {}  # by name
_parameters: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {}  # names, and defaults of those that have one


#: Of networkx, the first two numbers, as of 3.7 and 3.7rc0.
VERSION = tuple(map(int, re.findall(r"\d+", nx.__version__)[:2]))
#: Whether networkx has code of leiden_communities, which optimizes Potts models unless asked for modularity; calls
#: barycenter centroid; and has deprecated bfs_predecessors.
SINCE_3_7 = VERSION >= (3, 7)


def _offered(function: Callable, name: str | None = None) -> Callable:
    name = name or function.__name__

    @functools.wraps(function)
    def call(G: BackendGraph, *args: Any, **kwargs: Any) -> Any:
        return function(G.for_a_call(), *args, **kwargs)

    offered[name] = call
    parameters = inspect.signature(function).parameters.values()
    _parameters[name] = (tuple(parameter.name for parameter in parameters),
                         {parameter.name: parameter.default for parameter in parameters
                          if parameter.default is not parameter.empty})
    return function


def _offer(name: str, check: Callable[[BackendGraph], None], answer: Callable[[BackendGraph], Any]) -> None:
    """The function of that name, which takes a graph alone: `answer`, where `check` has nothing against it."""

    def function(G):
        check(G)
        return answer(G)

    function.__name__ = function.__qualname__ = name
    _offered(function)


def arguments_of(name: str, args: tuple, kwargs: dict[str, Any]) -> dict[str, Any] | None:
    """The arguments of a call by name, defaults included; None where they do not fit. Asked of every call of networkx's
    functions, and ten times as fast as Signature.bind()."""
    names, defaults = _parameters[name]
    arguments = {**defaults, **dict(zip(names, args)), **kwargs}
    fits = len(args) <= len(names) and len(arguments) == len(names) and kwargs.keys().isdisjoint(names[: len(args)])
    return arguments if fits else None


def _undirected(G: BackendGraph) -> None:
    if G.is_directed():
        raise nx.NetworkXNotImplemented("not implemented for directed type")


def _directed(G: BackendGraph) -> None:
    if not G.is_directed():
        raise nx.NetworkXNotImplemented("not implemented for undirected type")


def _require(G: BackendGraph, node: Any, message: str, error: type[Exception] = nx.NodeNotFound) -> None:
    if node not in G:
        raise error(message)


def _depth(limit: Any) -> int | None:
    """A limit on levels as a whole number: a search of 2.5 levels is one of 3, as in networkx."""
    if limit is None:
        return None
    if not limit > 0:  # NaN, too, from which networkx's searches go nowhere
        return 0
    return None if limit >= 2**32 else math.ceil(limit)  # no path is as long


# Components


def _labels(G: BackendGraph) -> np.ndarray:
    return G.run("cc").values("component")


def _components(G: BackendGraph) -> list[set]:
    return G.rows().sets(_labels(G)) if len(G) else []


def _number_of_components(G: BackendGraph) -> int:
    return int(G.run("cc").summary()["components"]) if len(G) else 0


def _is_one_component(G: BackendGraph) -> bool:
    if len(G) == 0:
        raise nx.NetworkXPointlessConcept("Connectivity is undefined for the null graph.")
    return _number_of_components(G) == 1


for _kind, _check in (("connected", _undirected), ("weakly_connected", _directed)):
    _offer(f"{_kind}_components", _check, lambda G: iter(_components(G)))
    _offer(f"number_{_kind}_components", _check, _number_of_components)
    _offer(f"is_{_kind}", _check, _is_one_component)


def _strong_components(G: BackendGraph) -> list[set]:
    return G.rows().strong_components() if len(G) else []


def _number_of_strong_components(G: BackendGraph) -> int:
    return int(G.run("scc").summary()["components"]) if len(G) else 0


def _is_strong(G: BackendGraph) -> bool:
    if len(G) == 0:
        raise nx.NetworkXPointlessConcept("Connectivity is undefined for the null graph.")
    return _number_of_strong_components(G) == 1


_offer("strongly_connected_components", _directed, lambda G: iter(_strong_components(G)))
_offer("number_strongly_connected_components", _directed, _number_of_strong_components)
_offer("is_strongly_connected", _directed, _is_strong)


@_offered
def condensation(G, scc=None):
    _directed(G)
    return nx.condensation.orig_func(G.nx, _strong_components(G) if scc is None else scc)


@_offered
def node_connected_component(G, n):
    _undirected(G)
    rows = G.rows()
    return {n} | rows.search([rows.number(n)], None).others()


# Cores and independent sets


def _without_loops(G: BackendGraph) -> bool:
    if len(G) == 0:
        return True
    indptr, indices, _ = G.core.csr()
    rows = np.repeat(np.arange(len(G), dtype=indices.dtype), np.diff(indptr.astype(np.int64)))
    return not (rows == indices).any()


def _not_parallel(G: BackendGraph) -> None:
    if G.is_multigraph():
        raise nx.NetworkXNotImplemented("not implemented for multigraph type")


@_offered
def core_number(G):
    _not_parallel(G)
    if not _without_loops(G):
        raise nx.NetworkXNotImplemented("Input graph has self loops which is not permitted; "
                                        "Consider using G.remove_edges_from(nx.selfloop_edges(G)).")
    return G.rows().ints(G.run("kcore").values("core").astype(np.uint64)) if len(G) else {}


def _cores(G: BackendGraph, given: Any) -> Any:
    _not_parallel(G)
    return core_number(G) if given is None else given


# networkx's own choice of nodes, and copy, by core numbers from here.


@_offered
def k_core(G, k=None, core_number=None):
    return nx.k_core.orig_func(G.nx, k, _cores(G, core_number))


@_offered
def k_shell(G, k=None, core_number=None):
    return nx.k_shell.orig_func(G.nx, k, _cores(G, core_number))


@_offered
def k_crust(G, k=None, core_number=None):
    return nx.k_crust.orig_func(G.nx, k, _cores(G, core_number))


@_offered
def k_corona(G, k, core_number=None):
    return nx.k_corona.orig_func(G.nx, k, _cores(G, core_number))


@_offered
def maximal_independent_set(G, nodes=None, seed=None):
    _undirected(G)
    if len(G) == 0 or not _without_loops(G):
        raise NotImplementedError("an independent set of no nodes, or of some that are their own neighbors, is left to networkx")
    draw = nx.utils.create_py_random_state(seed).randrange(2**32)
    members = G.run("mis", seed=str(draw)).values("in_set").tolist()
    return [node for node, is_member in zip(G.rows().nodes, members) if is_member]


# Breadth-first searches


def _search(G: BackendGraph, source: Any, limit: Any = None, reverse: bool = False) -> Any:
    rows = G.predecessors() if reverse else G.rows()
    return rows.search([rows.number(source)], _depth(limit))


def _known(G: BackendGraph, source: Any) -> None:
    """Of generators, whose errors networkx raises when the first element is asked for."""
    hash(source)  # networkx raises TypeError here, and elsewhere takes what has no hash for no node
    _require(G, source, f"The node {source} is not in the graph.", nx.NetworkXError)


@_offered
def bfs_edges(G, source, reverse=False, depth_limit=None, sort_neighbors=None) -> Iterator:
    _known(G, source)
    yield from _search(G, source, depth_limit, reverse).edges(False)


@_offered
def bfs_tree(G, source, reverse=False, depth_limit=None, sort_neighbors=None):
    tree = nx.DiGraph()
    tree.add_node(source)
    tree.add_edges_from(bfs_edges(G, source, reverse, depth_limit))
    return tree


@_offered
def bfs_predecessors(G, source, depth_limit=None, sort_neighbors=None) -> Iterator:
    if SINCE_3_7:
        warnings.warn("bfs_predecessors is deprecated by networkx", DeprecationWarning, stacklevel=2)
    _known(G, source)
    yield from _search(G, source, depth_limit).edges(True)


@_offered
def bfs_successors(G, source, depth_limit=None, sort_neighbors=None) -> Iterator:
    _known(G, source)
    found = _search(G, source, depth_limit).successors()
    yield from found or [(source, [])]


@_offered
def bfs_layers(G, sources) -> Iterator:
    if sources in G:
        sources = [sources]
    first = list(set(sources))  # the order in which networkx begins
    for source in first:
        _known(G, source)
    if first:
        rows = G.rows()
        yield from rows.search([rows.number(source) for source in first], None).layers()


@_offered
def descendants_at_distance(G, source, distance):
    _require(G, source, f"The node {source} is not in the graph.", nx.NetworkXError)
    layers = _search(G, source, distance).layers()
    return next((set(layer) for steps, layer in enumerate(layers) if steps == distance), set())


@_offered
def descendants(G, source):
    _known(G, source)
    return _search(G, source).others()


@_offered
def ancestors(G, source):
    _known(G, source)
    return _search(G, source, reverse=True).others()


# Triangles


def _triangles(G: BackendGraph) -> tuple[list[int], list[int]]:
    """Of each node, its triangles and its neighbors other than itself."""
    counts = G.run("tc").values("triangles")
    indptr, indices, _ = G.core.csr()
    loops = np.zeros(len(counts), dtype=np.int64)
    rows = np.repeat(np.arange(len(counts)), np.diff(indptr.astype(np.int64)))
    loops[rows[rows == indices]] = 1
    return counts.tolist(), (G.rows().degrees().astype(np.int64) - loops).tolist()


def _simple(G: BackendGraph) -> None:
    if G.is_multigraph():
        raise NotImplementedError("triangles of multigraphs are left to networkx")


def _chosen(G: BackendGraph, nodes: Any) -> list:
    return list(G.nx.nbunch_iter(nodes))


@_offered
def triangles(G, nodes=None):
    _undirected(G)
    _simple(G)
    rows = G.rows()
    counts = G.run("tc").values("triangles") if len(G) else np.zeros(0, np.uint64)
    if nodes is None:
        return rows.ints(counts)
    if nodes in G:
        return int(counts[rows.number(nodes)])
    return {node: int(counts[rows.number(node)]) for node in _chosen(G, nodes)}


@_offered
def clustering(G, nodes=None, weight=None):
    _simple(G)
    rows = G.rows()
    counts, degrees = _triangles(G) if len(G) else ([], [])

    def coefficient(position: int) -> float:
        twice = 2 * counts[position]
        return 0 if twice == 0 else twice / (degrees[position] * (degrees[position] - 1))

    if nodes is None:
        return {node: coefficient(position) for position, node in enumerate(rows.nodes)}
    if nodes in G:
        return coefficient(rows.number(nodes))
    return {node: coefficient(rows.number(node)) for node in _chosen(G, nodes)}


@_offered
def average_clustering(G, nodes=None, weight=None, count_zeros=True):
    if nodes is not None and nodes in G:
        raise NotImplementedError("the average of one node is left to networkx")
    values: Any = clustering(G, nodes).values()
    if not count_zeros:
        values = [value for value in values if abs(value) > 0]
    return sum(values) / len(values)


@_offered
def transitivity(G):
    _simple(G)
    if len(G) == 0:
        return 0
    counts, degrees = _triangles(G)
    closed = 2 * sum(counts)
    return 0 if closed == 0 else closed / sum(degree * (degree - 1) for degree in degrees)


# Centralities


def _degree_centrality(G: BackendGraph, degrees: Any) -> dict:
    if len(G) <= 1:
        return {node: 1 for node in G.nx}
    scale = 1.0 / (len(G) - 1.0)
    return G.rows().floats(np.asarray(degrees, dtype=np.float64) * scale)


def _loops(G: BackendGraph) -> np.ndarray:
    rows = G.rows()
    loops = np.zeros(len(G), dtype=np.uint64)
    for node, _ in nx.selfloop_edges(G.nx):
        loops[rows.number(node)] += 1
    return loops


@_offered
def degree_centrality(G):
    other = G.predecessors().degrees() if G.is_directed() else _loops(G)
    return _degree_centrality(G, G.rows().degrees() + other)


_offer("in_degree_centrality", _directed, lambda G: _degree_centrality(G, G.predecessors().degrees()))
_offer("out_degree_centrality", _directed, lambda G: _degree_centrality(G, G.rows().degrees()))


class Reaches(NamedTuple):
    """One entry for each of some nodes."""

    nodes: list[int]  # how many others it reaches, or reach it
    distances: list[int]  # the sum of theirs
    inverses: list[float]  # that of 1 / distance
    farthest: list[int]  # the largest distance


def reaches(G: BackendGraph, nodes: Iterable[Any], reverse: bool = False) -> Reaches:
    """What each of the nodes reaches; reverse: by what it is reached."""
    rows = G.predecessors() if reverse else G.rows()
    found = rows.reaches([rows.number(node) for node in nodes], machine()["threads"])
    return Reaches(*(values.tolist() for values in found))


@_offered
def closeness_centrality(G, u=None, distance=None, wf_improved=True, *, sp=None):
    if len(G) == 0 and u is None:
        return {}
    if u is None:
        improved = "true" if wf_improved else "false"
        return G.rows().floats(G.run("closeness", improved=improved).values("centrality"))
    _require(G, u, f"Source {u} is not in G")
    found = reaches(G, [u], reverse=True)
    reached, total = found.nodes[0], found.distances[0]
    if total == 0 or len(G) <= 1:
        return 0.0
    return reached / total * (reached / (len(G) - 1) if wf_improved else 1)


@_offered
def harmonic_centrality(G, nbunch=None, distance=None, sources=None):
    nodes = list(set(G.nx.nbunch_iter(nbunch)))  # networkx's order
    among = None if sources is None else set(G.nx.nbunch_iter(sources))
    if not nodes or among == set():
        return dict.fromkeys(nodes, 0)
    if nbunch is None or among is not None:
        rows = G.rows()
        starts = None if among is None else [rows.number(node) for node in among]
        scores = G.run("harmonic", starts).values("centrality").tolist()
        return {node: scores[rows.number(node)] or 0 for node in nodes}
    return {node: inverse or 0 for node, inverse in zip(nodes, reaches(G, nodes, reverse=True).inverses)}


def _alike(G: BackendGraph, weight: Any) -> None:
    """Raises NotImplementedError unless all edges weigh the same."""
    if weight is None and not G.is_multigraph():
        return
    if weight is None or not G.rows(weight, True).is_uniform:
        raise NotImplementedError("ranks along weighted edges are left to networkx")


def _personal(G: BackendGraph, personalization: Any) -> np.ndarray:
    """The weights of all nodes, in their order."""
    weights = np.array([personalization.get(node, 0) for node in G.rows().nodes], dtype=np.float64)
    if not (np.isfinite(weights).all() and (weights >= 0).all() and 0 < weights.sum() < np.inf):
        raise NotImplementedError("pagerank with weights of nodes that are not all at least 0, or all 0, is left to networkx")
    return weights


@_offered
def pagerank(G, alpha=0.85, personalization=None, max_iter=100, tol=1.0e-6, nstart=None, weight="weight",
             dangling=None):
    if len(G) == 0:
        return {}
    _alike(G, weight)
    if not tol > 0 or max_iter < 1:
        raise NotImplementedError("iterations that cannot converge are left to networkx")
    limit = len(G) * tol  # of the change of an iteration, at which networkx is content
    is_sure = 2 * alpha**max_iter < limit
    tolerance = min(limit, 1e-6) if is_sure else min(limit, 1)
    rows = G.rows()
    weights = None if personalization is None else {"personalization": _personal(G, personalization)}
    result = G.run("pagerank-delta", None, weights, damping=repr(float(alpha)), tolerance=repr(max(tolerance, 1e-13)))
    if not is_sure and result.iterations > max_iter:
        raise NotImplementedError("iterations that may not converge are left to networkx")
    return rows.floats(result.values("rank"))


def _iterated(G: BackendGraph, algorithm: str, max_iter: int, limit: int, **parameters: Any) -> dict:
    """A centrality, where it converges in `limit` iterations; networkx's error, which speaks of max_iter, elsewhere."""
    rows = G.rows()
    try:
        result = G.run(algorithm, max_iterations=min(operator.index(limit), 2**32), **parameters)  # no more are lived to see
    except _core.WrongUse as problem:
        if "grow without end" not in str(problem):
            raise
        raise nx.PowerIterationFailedConvergence(max_iter) from problem
    if result.stopped_early:
        raise nx.PowerIterationFailedConvergence(max_iter)
    return rows.floats(result.values("centrality"))


@_offered
def leiden_communities(G, weight="weight", resolution=1, max_level=None, seed=None,
                       metric="cpm" if SINCE_3_7 else "modularity", theta=0.01):
    _undirected(G)
    if max_level is not None and max_level <= 0:
        raise ValueError("max_level argument must be a positive integer or None")
    if weight is None and G.is_multigraph():
        raise NotImplementedError("communities of parallel edges that count each are not found here")
    if len(G) == 0:
        return []
    rows = G.rows()
    graph = G.core if weight is None else G.rows(weight, True, exact=False).graph(False, True)
    draw = nx.utils.create_py_random_state(seed).randrange(2**32)
    levels = {} if max_level is None else {"levels": str(max_level)}
    result = G.run("leiden", graph=graph, resolution=repr(float(resolution)), seed=str(draw), **levels)
    return rows.sets(result.values("community"))


@_offered
def louvain_communities(G, weight="weight", resolution=1, threshold=0.0000001, max_level=None, seed=None):
    _alike(G, weight)
    if len(G) == 0:
        raise NotImplementedError("communities of no nodes are left to networkx")
    draw = nx.utils.create_py_random_state(seed).randrange(2**32)
    return G.rows().sets(G.run("louvain", resolution=repr(float(resolution)), seed=str(draw)).values("community"))


@_offered
def eigenvector_centrality(G, max_iter=100, tol=1.0e-6, nstart=None, weight=None):
    _not_parallel(G)
    if len(G) == 0:
        raise nx.NetworkXPointlessConcept("cannot compute centrality for the null graph")
    return _iterated(G, "eigenvector", max_iter, max_iter, tolerance=repr(float(tol)))


@_offered
def katz_centrality(G, alpha=0.1, beta=1.0, max_iter=1000, tol=1.0e-6, nstart=None, normalized=True, weight=None):
    _not_parallel(G)
    if len(G) == 0:
        return {}
    # networkx's first iteration, from 0, yields what iterations here begin with: beta.
    return _iterated(G, "katz", max_iter, max_iter - 1, tolerance=repr(float(tol)), alpha=repr(float(alpha)),
                     beta=repr(float(beta)), normalised="true" if normalized else "false")


@_offered
def hits(G, max_iter=100, tol=1.0e-8, nstart=None, normalized=True, *, method="power_iteration"):
    if len(G) == 0:
        return {}, {}
    _alike(G, "weight")
    result = G.run("hits", tolerance=repr(float(min(max(tol, 1e-12), 1e-6))))
    rows = G.rows()
    hubs, authorities = result.values("hub"), result.values("authority")
    if not hubs.sum() > 0 or not authorities.sum() > 0:
        raise NotImplementedError("hits without edges is left to networkx")
    return rows.floats(hubs / hubs.sum()), rows.floats(authorities / authorities.sum())
