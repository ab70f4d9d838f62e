"""Measures what functions of networkx take there and here: the figures of multigraph/networkx/_cost.py, and whether what
is decided by them is right.

Usage: break_even.py [FUNCTION...]
Prints, for each function, the time of networkx and here (with the conversion of the graph, and without it where it has
been converted) on random graphs of growing size, and where a call would go; then what fits the times (microseconds of a
call, of a node and of an arc, for each node of those that search from all), and which calls that would come here are more
than 5% slower here. Processor time of this process on one thread, the least of several calls. Takes scipy.
"""

import sys
import time

import networkx as nx
import numpy as np
from scipy.optimize import nnls

from multigraph.networkx import _functions
from multigraph.networkx._cost import should_run

SIZES = [100, 300, 1000, 3000, 10_000, 30_000, 100_000]  # arcs
MOST_SECONDS = 2.0  # a function that takes longer is not tried on larger graphs
WEIGHTED = {"single_source_dijkstra", "single_source_dijkstra_path", "single_source_dijkstra_path_length", "dijkstra_path",
            "dijkstra_path_length"}
DIRECTED = {"weakly_connected_components", "number_weakly_connected_components", "is_weakly_connected", "ancestors",
            "in_degree_centrality", "out_degree_centrality"}
NO_NODE = {"connected_components", "number_connected_components", "is_connected", "weakly_connected_components",
           "number_weakly_connected_components", "is_weakly_connected", "triangles", "clustering", "average_clustering",
           "transitivity", "degree_centrality", "in_degree_centrality", "out_degree_centrality", "closeness_centrality",
           "harmonic_centrality", "betweenness_centrality", "pagerank", "hits"}
FROM_ALL = {"closeness_centrality", "harmonic_centrality", "betweenness_centrality"}
TWO_NODES = {"bidirectional_shortest_path", "has_path", "dijkstra_path", "dijkstra_path_length"}


def graph_of(arcs, degree, name):
    directed = name in DIRECTED
    graph = nx.gnm_random_graph(max(2, arcs // degree), arcs if directed else arcs // 2, seed=7, directed=directed)
    if name in WEIGHTED:
        for number, (_, _, attributes) in enumerate(graph.edges(data=True)):
            attributes["weight"] = 1 + number % 7
    return graph


def arguments_of(name, graph):
    nodes = list(graph)
    hub = max(nodes, key=graph.degree)
    if name in NO_NODE:
        return ()
    if name in TWO_NODES:
        reached = list(nx.descendants.orig_func(graph, hub))
        return hub, reached[len(reached) // 2] if reached else hub
    if name == "bfs_layers":
        return ([hub],)
    return (hub, 2) if name == "descendants_at_distance" else (hub,)


def seconds(call, before=lambda: None):
    """The least of three, more for what ends soon."""
    least, spent, calls = float("inf"), 0.0, 0
    while calls < 3 or (spent < 0.02 and calls < 1000):
        before()
        begin = time.process_time()
        result = call()
        if hasattr(result, "__next__"):
            for _ in result:
                pass
        took = time.process_time() - begin
        least, spent, calls = min(least, took), spent + took, calls + 1
        if took > MOST_SECONDS:
            break
    return least


def measure(name, degree):
    """Of each size: nodes, arcs, microseconds of networkx, here with the conversion, and here without; and whether calls
    of these two kinds come here."""
    function = getattr(nx, name)
    rows = []
    for arcs in SIZES:
        graph = graph_of(arcs, degree, name)
        given = arguments_of(name, graph)
        there = seconds(lambda: function.orig_func(graph, *given))
        graph.__networkx_cache__.clear()
        comes = [should_run(name, (graph, *given), {}) is True]
        first = seconds(lambda: function(graph, *given, backend="mg"), graph.__networkx_cache__.clear)
        again = seconds(lambda: function(graph, *given, backend="mg"))
        comes.append(should_run(name, (graph, *given), {}) is True)
        row = (len(graph), arcs, there * 1e6, first * 1e6, again * 1e6, *comes)
        rows.append(row)
        print(f"{name:36} {row[0]:6} nodes {arcs:7} arcs: networkx {row[2]:10.0f} us, here {row[3]:9.0f}"
              f"{' *' if comes[0] else '  '}, converted {row[4]:9.0f}{' *' if comes[1] else ''}", flush=True)
        if there > MOST_SECONDS:
            break
    return rows


def fit(name, rows, column):
    """The cost of a call, a node and an arc that is nearest to the times, by their ratio."""
    nodes, arcs, times = (np.array([row[index] for row in rows], float) for index in (0, 1, column))
    searches = nodes if name in FROM_ALL else np.ones(len(rows))
    features = np.stack([np.ones(len(rows)), searches * nodes, searches * arcs], axis=1)
    return ", ".join(f"{number:.3g}" for number in nnls(features / times[:, None], np.ones(len(rows)))[0])


def main():
    nx.config.warnings_to_ignore.add("cache")
    nx.config.backends.mg.threads = 1
    nx.config.backends.mg.device = "cpu"
    fits, decided, late, missed = [], 0, [], 0
    for name in sys.argv[1:] or _functions.offered:
        rows = measure(name, 3) + measure(name, 20)
        fits.append(f'    "{name}": (Cost({fit(name, rows, 2)}), Cost({fit(name, rows, 4)})),')
        for row in rows:
            for kind, (here, comes) in {"first": (row[3], row[5]), "converted": (row[4], row[6])}.items():
                decided += 1
                if comes and here > 1.05 * row[2]:
                    late.append(f"{name}, {kind}, {row[0]} nodes, {row[1]} arcs: {here / row[2]:.2f} times as long")
                missed += not comes and here < 0.8 * row[2]
    print("", *fits, f"{decided} calls: {len(late)} come here and are slower, {missed} do not and would be faster", *late,
          sep="\n")


if __name__ == "__main__":
    main()
