"""Shortest paths, of equally short ones networkx's: searches go in the order of the graph's dicts."""

from __future__ import annotations

import itertools
import sys
from typing import Any, Callable, Iterable, Iterator

import networkx as nx

from .. import _core
from ._functions import _offered, _require, _search
from ._graph import BackendGraph

# Without weights


@_offered
def single_source_shortest_path_length(G, source, cutoff=None):
    _require(G, source, f"Source {source} is not in G")
    return _search(G, source, cutoff).lengths()


@_offered
def single_target_shortest_path_length(G, target, cutoff=None):
    _require(G, target, f"Target {target} is not in G")
    return _search(G, target, cutoff, reverse=True).lengths()


@_offered
def single_source_shortest_path(G, source, cutoff=None):
    _require(G, source, f"Source {source} not in G")
    return _search(G, source, cutoff).paths(False)


@_offered
def single_target_shortest_path(G, target, cutoff=None):
    _require(G, target, f"Target {target} not in G")
    return _search(G, target, cutoff, reverse=True).paths(True)


def _from_each(G: BackendGraph, answer: Callable[[Any], Any]) -> Iterator[tuple]:
    """The answers of all nodes, each when it is asked for; the first at once, which shows what is left to networkx."""
    nodes = iter(G.nx)  # as networkx, it raises RuntimeError where nodes come or go meanwhile
    begin = [(node, answer(node)) for node in itertools.islice(nodes, 1)]
    return itertools.chain(begin, ((node, answer(node)) for node in nodes))


@_offered
def all_pairs_shortest_path(G, cutoff=None):
    return _from_each(G, lambda node: _search(G, node, cutoff).paths(False))


@_offered
def all_pairs_shortest_path_length(G, cutoff=None):
    return _from_each(G, lambda node: _search(G, node, cutoff).lengths())


@_offered
def bidirectional_shortest_path(G, source, target):
    _require(G, source, f"Source {source} is not in G")
    _require(G, target, f"Target {target} is not in G")
    rows = G.rows()
    path = rows.path(G.predecessors(), rows.number(source), rows.number(target))
    if path is None:
        raise nx.NetworkXNoPath(f"No path between {source} and {target}.")
    return path


@_offered
def has_path(G, source, target):
    try:
        bidirectional_shortest_path(G, source, target)
    except nx.NetworkXNoPath:
        return False
    return True


@_offered
def shortest_path(G, source=None, target=None, weight=None, method="dijkstra"):
    if source is None and target is None:
        return all_pairs_shortest_path(G) if weight is None else all_pairs_dijkstra_path(G, weight=weight)
    if source is None:
        _require(G, target, f"Source {target} not in G")  # networkx searches from it, the other way
        return single_target_shortest_path(G, target)
    if target is None:
        return single_source_shortest_path(G, source) if weight is None else single_source_dijkstra_path(
            G, source, weight=weight)
    if weight is None:
        return bidirectional_shortest_path(G, source, target)
    return bidirectional_dijkstra(G, source, target, weight)[1]


@_offered
def shortest_path_length(G, source=None, target=None, weight=None, method="dijkstra"):
    if source is None and target is None:
        return all_pairs_shortest_path_length(G) if weight is None else all_pairs_dijkstra_path_length(G, weight=weight)
    if source is None:
        _require(G, target, f"Source {target} is not in G")
        return single_target_shortest_path_length(G, target)
    if target is None:
        return single_source_shortest_path_length(G, source) if weight is None else single_source_dijkstra_path_length(
            G, source, weight=weight)
    if weight is None:
        return len(bidirectional_shortest_path(G, source, target)) - 1
    return dijkstra_path_length(G, source, target, weight)


# With weights


def _rows(G: BackendGraph, weight: Any) -> _core.NetworkxGraph:
    if weight is None:
        raise NotImplementedError("an attribute called None is left to networkx")
    return G.rows(weight)


def _limit(cutoff: Any) -> float | None:
    """A limit on distances, which are compared with it as floats."""
    if cutoff is None or cutoff != cutoff:  # NaN, as in networkx, limits nothing
        return None
    limit = float("inf") if cutoff > sys.float_info.max else float(cutoff)
    if limit != cutoff and limit != float("inf"):
        raise NotImplementedError("a limit on distances that no float holds is left to networkx")
    return limit


def _dijkstra(G: BackendGraph, sources: Iterable[Any], weight: Any, cutoff: Any = None, target: Any = None,
              paths: bool = False) -> tuple:
    for source in sources:
        _require(G, source, f"Node {source} not found in graph")
    rows = _rows(G, weight)
    starts = [rows.number(source) for source in sources]
    return rows.dijkstra(starts, _limit(cutoff), None if target is None else _position(rows, target), paths)


def _position(rows: Any, node: Any) -> int | None:
    try:
        return rows.number(node)
    except KeyError:
        return None


@_offered
def multi_source_dijkstra(G, sources, target=None, cutoff=None, weight="weight"):
    if not sources:
        raise ValueError("sources must not be empty")
    for source in sources:
        _require(G, source, f"Node {source} not found in graph")
    if target in sources:
        return (0, [target])
    lengths, paths = _dijkstra(G, sources, weight, cutoff, target, paths=True)
    if target is None:
        return lengths, paths
    if target not in lengths:
        raise nx.NetworkXNoPath(f"No path to {target}.")
    return lengths[target], paths


@_offered
def multi_source_dijkstra_path(G, sources, cutoff=None, weight="weight"):
    return multi_source_dijkstra(G, sources, cutoff=cutoff, weight=weight)[1]


@_offered
def multi_source_dijkstra_path_length(G, sources, cutoff=None, weight="weight"):
    if not sources:
        raise ValueError("sources must not be empty")
    return _dijkstra(G, sources, weight, cutoff)[0]


def _alone(source: Any) -> list:
    """Raises TypeError, as networkx does here, for what has no hash."""
    hash(source)
    return [source]


@_offered
def single_source_dijkstra(G, source, target=None, cutoff=None, weight="weight"):
    return multi_source_dijkstra(G, _alone(source), target, cutoff, weight)


@_offered
def single_source_dijkstra_path(G, source, cutoff=None, weight="weight"):
    return _dijkstra(G, _alone(source), weight, cutoff, paths=True)[1]


@_offered
def single_source_dijkstra_path_length(G, source, cutoff=None, weight="weight"):
    return _dijkstra(G, _alone(source), weight, cutoff)[0]


@_offered
def all_pairs_dijkstra(G, cutoff=None, weight="weight"):
    return _from_each(G, lambda node: _dijkstra(G, [node], weight, cutoff, paths=True))


@_offered
def all_pairs_dijkstra_path(G, cutoff=None, weight="weight"):
    return _from_each(G, lambda node: _dijkstra(G, [node], weight, cutoff, paths=True)[1])


@_offered
def all_pairs_dijkstra_path_length(G, cutoff=None, weight="weight"):
    return _from_each(G, lambda node: _dijkstra(G, [node], weight, cutoff)[0])


@_offered
def dijkstra_path(G, source, target, weight="weight"):
    return single_source_dijkstra(G, source, target=target, weight=weight)[1]


@_offered
def dijkstra_path_length(G, source, target, weight="weight"):
    _require(G, source, f"Node {source} not found in graph")
    if source == target:
        return 0
    lengths = _dijkstra(G, [source], weight, target=target)[0]
    if target not in lengths:
        raise nx.NetworkXNoPath(f"Node {target} not reachable from {source}")
    return lengths[target]


@_offered
def bidirectional_dijkstra(G, source, target, weight="weight"):
    _require(G, source, f"Source {source} is not in G")
    _require(G, target, f"Target {target} is not in G")
    if source == target:
        return (0, [source])
    rows = _rows(G, weight)
    found = rows.lightest_path(G.predecessors(weight), rows.number(source), rows.number(target))
    if found is None:
        raise nx.NetworkXNoPath(f"No path between {source} and {target}.")
    return found
