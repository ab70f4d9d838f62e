"""Whether a call should come here: not where converting the graph, or calling at all, would cost more than it saves.

What networkx takes and what is taken here is expected from the graph's size, by figures that tests/break_even.py has
measured. What a search takes depends on where it begins, so that of a graph that has not been converted it pays only once
many have been asked for: when networkx has been left so many that they took twenty times as long as the conversion does,
the next one converts.
"""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

import networkx as nx

from ._functions import arguments_of


class Cost(NamedTuple):
    """Microseconds: of any call, and more for each node and arc (CPython 3.11, one core of a Xeon)."""

    call: float
    node: float
    arc: float

    def of(self, nodes: int, arcs: int, times: float = 1) -> float:
        return self.call + times * (self.node * nodes + self.arc * arcs)


#: Of functions that look at the whole graph: in networkx, and here once the graph has been converted.
_whole = {
    "average_clustering": (Cost(0, 7.5, 0.38), Cost(95, 0.26, 0.041)),
    "clustering": (Cost(0, 6.9, 0.71), Cost(109, 0.29, 0.062)),
    "connected_components": (Cost(0, 0.40, 0), Cost(62, 0.057, 0)),
    "degree_centrality": (Cost(2, 0.26, 0), Cost(43, 0.18, 0)),
    "hits": (Cost(970, 7.0, 0.88), Cost(88, 0.70, 0.30)),
    "in_degree_centrality": (Cost(2, 0.19, 0), Cost(39, 0.054, 0)),
    "number_connected_components": (Cost(3, 0.50, 0), Cost(51, 0.028, 0)),
    "number_weakly_connected_components": (Cost(2, 0.54, 0), Cost(53, 0.031, 0)),
    "out_degree_centrality": (Cost(2, 0.19, 0), Cost(39, 0.054, 0)),
    "pagerank": (Cost(450, 3.6, 0.68), Cost(74, 0.99, 0.10)),
    "transitivity": (Cost(0, 7.3, 0.30), Cost(87, 0.13, 0.039)),
    "triangles": (Cost(0, 1.7, 0.24), Cost(56, 0.064, 0.036)),
    "weakly_connected_components": (Cost(0, 0.54, 0), Cost(70, 0.045, 0)),
}
#: Of functions that search from each of some nodes; nodes and arcs count once for each.
_searches = {
    "betweenness_centrality": (Cost(0, 2.9, 0), Cost(103, 0.094, 0.0003)),
    "closeness_centrality": (Cost(21, 0.48, 0.006), Cost(74, 0.023, 0.0029)),
    "harmonic_centrality": (Cost(34, 0.66, 0.022), Cost(73, 0.020, 0.0044)),
}
#: Of searches from one node, if they reach all others.
_search = {
    "ancestors": (Cost(6, 0.62, 0.005), Cost(30, 0.044, 0.0022)),
    "bfs_edges": (Cost(2, 0.98, 0.001), Cost(48, 0.19, 0.0041)),
    "bfs_layers": (Cost(0, 1.0, 0.051), Cost(46, 0.047, 0.0033)),
    "bfs_predecessors": (Cost(8, 0.58, 0.026), Cost(40, 0.086, 0.0079)),
    "bfs_successors": (Cost(8, 1.1, 0), Cost(46, 0.17, 0)),
    "bfs_tree": (Cost(6, 2.7, 0), Cost(48, 1.9, 0)),
    "descendants": (Cost(6, 0.68, 0.001), Cost(30, 0.046, 0.0020)),
    "descendants_at_distance": (Cost(6, 0.68, 0.001), Cost(57, 0.046, 0.0020)),
    "dijkstra_path": (Cost(0, 1.46, 0.16), Cost(52, 0.34, 0.0086)),
    "dijkstra_path_length": (Cost(0, 1.18, 0.12), Cost(35, 0.15, 0.011)),
    "is_connected": (Cost(0, 0.31, 0.008), Cost(53, 0.025, 0)),
    "is_weakly_connected": (Cost(1, 0.55, 0), Cost(64, 0.032, 0)),
    "node_connected_component": (Cost(0, 0.34, 0), Cost(30, 0.058, 0.0023)),
    "shortest_path": (Cost(3, 0.55, 0), Cost(34, 0.21, 0)),
    "shortest_path_length": (Cost(3, 0.49, 0), Cost(38, 0.072, 0.0019)),
    "single_source_dijkstra": (Cost(0, 1.46, 0.16), Cost(33, 0.34, 0.0086)),
    "single_source_dijkstra_path": (Cost(0, 1.50, 0.18), Cost(29, 0.38, 0.0060)),
    "single_source_dijkstra_path_length": (Cost(0, 1.18, 0.12), Cost(30, 0.15, 0.011)),
    "single_source_shortest_path": (Cost(0, 0.48, 0), Cost(30, 0.20, 0)),
    "single_source_shortest_path_length": (Cost(0, 0.45, 0), Cost(32, 0.070, 0.0021)),
    "single_target_shortest_path": (Cost(0, 0.55, 0), Cost(31, 0.20, 0)),
    "single_target_shortest_path_length": (Cost(0, 0.45, 0), Cost(34, 0.071, 0.0020)),
}
#: Those that end at a node when they are given one, without weights from both ends.
_between = ("bidirectional_shortest_path", "has_path")
_conversion, _conversion_of_weights = Cost(51, 0.097, 0.026), Cost(51, 0.16, 0.059)
#: So much more must be saved than is expected to be taken, or rather networkx is left alone.
_margin = 1.4
#: From networkx's searches so many times as long as the conversion on, it is made.
_patience = 20
#: What is kept with a graph until it changes.
_counted, _expected, _spent = "mg: arcs", "mg: arcs, about", "mg: microseconds of searches"


def should_run(name: str, args: tuple, kwargs: dict[str, Any]) -> bool | str:
    """True, or why not."""
    arguments = arguments_of(name, args, kwargs)
    graph = arguments.get("G") if arguments else None
    if arguments is None or not isinstance(graph, nx.Graph):
        return True
    if type(graph._adj) is not dict:
        return "views of graphs are left to networkx"
    if arguments.get("nodes") is not None:
        return "a few nodes take networkx less than all of them take here"
    nodes = len(graph._adj)
    converted = _is_converted(graph)
    weighted = arguments.get("weight") is not None or name == "hits"
    conversion = _conversion_of_weights if weighted else _conversion
    arcs = _arcs(graph, nodes, False)
    if arcs < nx.config.backends.mg.least_arcs:
        return f"a graph of {arcs} arcs is too small to pay for its conversion"

    if name in _between or _target(arguments):
        return _of_two_ends(name, nodes, arcs, converted)
    if name in _search:
        return _of_search(name, arguments, graph, nodes, arcs, None if converted else conversion)
    there, here = _whole.get(name) or _searches[name]
    times = _times(name, arguments, nodes)

    def pays(exact: int) -> bool:
        extra = 0 if converted else conversion.of(nodes, exact)
        return there.of(nodes, exact, times) > _margin * (here.of(nodes, exact, times) + extra)

    if pays(arcs) and pays(_arcs(graph, nodes, True)):
        return True
    return f"{name} ends sooner in networkx on {nodes} nodes and about {arcs} arcs"


_sampled = 64  # nodes


def _arcs(graph: nx.Graph, nodes: int, exactly: bool) -> int:
    """Arcs of the graph, expected from those of its first nodes unless they have been counted: who leaves a call to
    networkx must not have walked the graph for it."""
    cache = {} if graph.__networkx_cache__ is None else graph.__networkx_cache__
    known = cache.get(_counted)
    if known is None and not exactly:
        known = cache.get(_expected)
    if known is not None:
        return known
    rows = graph._adj.values()
    if exactly or nodes <= _sampled:
        arcs = cache[_counted] = sum(map(len, rows))
    else:
        arcs = cache[_expected] = sum(map(len, itertools.islice(rows, _sampled))) * nodes // _sampled
    return arcs


def _is_converted(graph: nx.Graph) -> bool:
    cache = graph.__networkx_cache__
    return bool(cache and cache.get("backends", {}).get("mg"))


def _target(arguments: dict[str, Any]) -> bool:
    """Whether a search ends at a node (`target` is where single_target_... begin)."""
    return arguments.get("target") is not None and "source" in arguments


def _times(name: str, arguments: dict[str, Any], nodes: int) -> float:
    """How many searches a function consists of."""
    if name not in _searches:
        return 1
    if name == "betweenness_centrality":
        return nodes if arguments.get("k") is None else arguments["k"]
    return nodes if arguments.get("u") is None and arguments.get("nbunch") is None else 1


def _of_two_ends(name: str, nodes: int, arcs: int, converted: bool) -> bool | str:
    """From both ends networkx meets soon unless paths are long, as where nodes have few neighbors; with weights it looks
    at a part of the graph, of which a tenth is counted on."""
    if not converted:
        return f"{name} may end sooner than the conversion; a graph that is converted already is searched here"
    there, here = _search.get(name, _search["shortest_path_length"])
    if "dijkstra" in name:
        pays = there.of(nodes, arcs, 0.1) > _margin * here.of(nodes, arcs, 0.1)
    else:
        pays = nodes >= 10_000 and arcs <= 4 * nodes
    return True if pays else f"{name} may end sooner in networkx"


def _of_search(name: str, arguments: dict[str, Any], graph: nx.Graph, nodes: int, arcs: int,
               conversion: Cost | None) -> bool | str:
    """conversion: of a graph that has not been converted."""
    there, here = _search[name]
    for limit in ("depth_limit", "cutoff", "distance"):
        if arguments.get(limit) is not None and arguments[limit] <= 2:
            return "a search of few levels ends soon"
    node = arguments.get("source", arguments.get("n", arguments.get("target")))
    try:
        if node is not None and not graph._adj.get(node):
            return "a node without neighbors is searched from in no time"
    except TypeError:
        return True  # it is no node, which the function says
    if there.of(nodes, arcs) < _margin * here.of(nodes, arcs):
        return f"{name} ends sooner in networkx on {nodes} nodes and about {arcs} arcs"
    if conversion is None:
        return True
    cache = graph.__networkx_cache__
    if cache is None or not nx.config.cache_converted_graphs:
        return f"{name} may end sooner than the conversion, which is not kept"
    if cache.get(_spent, 0) > _patience * conversion.of(nodes, arcs):
        return True
    cache[_spent] = cache.get(_spent, 0) + there.of(nodes, arcs)
    return f"{name} may end sooner than the conversion; after many searches, the graph is converted"
