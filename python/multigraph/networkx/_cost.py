"""Whether a call should come here: not where converting the graph, or calling at all, would cost more than it saves.

What networkx takes and what is taken here is expected from the graph's size, by what tests/break_even.py has measured
(_figures.py). What a search takes depends on where it begins, so that of a graph that has not been converted it pays only once
many have been asked for: when networkx has been left so many that they took twenty times as long as the conversion does,
the next one converts.
"""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

import networkx as nx

from . import _figures
from ._functions import SINCE_3_7, arguments_of
from ._graph import is_view


class Cost(NamedTuple):
    """Microseconds: of any call, and more for each node and arc."""

    call: float
    node: float
    arc: float

    def of(self, nodes: int, arcs: int, times: float = 1) -> float:
        return self.call + times * (self.node * nodes + self.arc * arcs)


def _costs(figures: dict[str, tuple]) -> dict[str, tuple[Cost, Cost]]:
    """In networkx, and here once the graph has been converted."""
    return {name: (Cost(*there), Cost(*here)) for name, (there, here) in figures.items()}


#: Of functions that look at the whole graph.
_whole = _costs(_figures.WHOLE)
#: Of functions that search from each of some nodes; nodes and arcs count once for each.
_searches = _costs(_figures.SEARCHES)
#: Of searches from one node, if they reach all others.
_search = _costs(_figures.SEARCH)
#: Those that end early, as far as they go.
_search |= {"bidirectional_dijkstra": _search["single_source_dijkstra"],
            "dijkstra_path": _search["single_source_dijkstra"],
            "dijkstra_path_length": _search["single_source_dijkstra_path_length"],
            "descendants_at_distance": _search["descendants"]}
#: Those that consist of others.
_searches |= {name.replace("single_source", "all_pairs"): cost for name, cost in _search.items()
              if name.startswith("single_source")}
_searches |= {name: _searches["eccentricity"] for name in ("center", "periphery", "radius")}
#: Those that end at a node when they are given one, without weights from both ends.
_between = ("bidirectional_shortest_path", "has_path")
#: Of what a call takes that does as another function does, or was measured with weights too: by whether weights, a source
#: and a target are given.
_as_given: dict[str, dict[tuple[bool, bool, bool], str]] = {
    "shortest_path": {(False, False, False): "all_pairs_shortest_path", (True, False, False): "all_pairs_dijkstra_path",
                      (True, True, False): "single_source_dijkstra_path", (True, True, True): "bidirectional_dijkstra"},
    "shortest_path_length": {(False, False, False): "all_pairs_shortest_path_length",
                             (True, False, False): "all_pairs_dijkstra_path_length",
                             (True, True, False): "single_source_dijkstra_path_length",
                             (True, True, True): "dijkstra_path_length"},
    "betweenness_centrality": {(True, False, False): "betweenness_centrality by weight"},
    "edge_betweenness_centrality": {(True, False, False): "edge_betweenness_centrality by weight"},
}
#: What networkx does much like another.
_like = {"centroid": "barycenter", "leiden_communities": "louvain_communities"}
#: Searches of networkx's where it looks for a diameter by bounds: on most graphs there are more.
_least_searches_by_bounds = 3
#: Of arcs alone; with weights for a search that reads them; and for functions that look whether weights are all the same.
_conversion = Cost(*_figures.CONVERSION)
_conversion_of_weights = Cost(*_figures.CONVERSION_OF_WEIGHTS)
_conversion_of_both = Cost(*_figures.CONVERSION_OF_BOTH)
#: So much more must be saved than is expected to be taken, or rather networkx is left alone.
_margin = 1.4
#: From networkx's searches so many times as long as the conversion on, it is made.
_patience = 20
#: What is kept with a graph until it changes.
_counted, _expected, _spent = "mg: arcs", "mg: arcs, about", "mg: microseconds of searches"


#: Of which networkx has the name alone.
here_alone = set() if SINCE_3_7 else {"leiden_communities"}


def should_run(name: str, args: tuple, kwargs: dict[str, Any]) -> bool | str:
    """True, or why not."""
    arguments = arguments_of(name, args, kwargs)
    graph = arguments.get("G") if arguments else None
    if arguments is None or not isinstance(graph, nx.Graph) or name in here_alone:
        return True
    if is_view(graph):
        return "views of graphs are left to networkx"
    if arguments.get("nodes") is not None:
        return "a few nodes take networkx less than all of them take here"
    nodes = len(graph._adj)
    converted = _is_converted(graph)
    name = _name_of_cost(name, arguments)
    if name == "hits" or (name in ("louvain_communities", "pagerank") and arguments.get("weight") is not None):
        conversion = _conversion_of_both
    else:
        conversion = _conversion if arguments.get("weight") is None else _conversion_of_weights
    arcs = _arcs(graph, nodes, False)
    if arcs < nx.config.backends.mg.least_arcs:
        return f"a graph of {arcs} arcs is too small to pay for its conversion"

    if name in _between or _target(arguments):
        return _of_two_ends(name, nodes, arcs, converted)
    if _few_levels(arguments):
        return "a search of few levels ends soon"
    if name in _search:
        return _of_search(name, arguments, graph, nodes, arcs, None if converted else conversion)
    if name in ("barycenter", "center") and arcs < 2 * nodes and not graph.is_directed():
        return f"{name} of a tree takes no search from each node"
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


def _name_of_cost(name: str, arguments: dict[str, Any]) -> str:
    """Whose figures those of a call are."""
    name = _like.get(name, name)
    if name not in _as_given:
        return name
    weighted = arguments["weight"] is not None
    source, target = (arguments.get(end) is not None for end in ("source", "target"))
    return _as_given[name].get((weighted, source, target), name)


def _target(arguments: dict[str, Any]) -> bool:
    """Whether a search ends at a node (`target` is also where single_target_... begin)."""
    has_source = arguments.get("source") is not None or "sources" in arguments
    return arguments.get("target") is not None and has_source


def _few_levels(arguments: dict[str, Any]) -> bool:
    for limit in ("depth_limit", "cutoff", "distance"):
        if arguments.get(limit) is not None and arguments[limit] <= 2:
            return True
    return False


def _times(name: str, arguments: dict[str, Any], nodes: int) -> float:
    """How many searches a function consists of."""
    if name not in _searches:
        return 1
    if arguments.get("k") is not None:
        return arguments["k"]
    if arguments.get("usebounds"):
        return _least_searches_by_bounds
    is_of_all = all(arguments.get(some) is None for some in ("u", "nbunch", "sources", "v"))
    return nodes if is_of_all else 1


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
