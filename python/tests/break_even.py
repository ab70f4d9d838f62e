"""Measures what functions of networkx take there and here: multigraph/networkx/_figures.py, and whether what is decided by
them is right.

Usage: break_even.py [--write FILE | FUNCTION...]
  --write FILE   measures all functions, and writes what fits their times with the date, commit and machine
Prints, for each function, the time of networkx and here (with the conversion of the graph, and without it where it has
been converted) on random graphs of growing size, and where a call would go; then what fits the times (microseconds of a
call, of a node and of an arc, for each node of those that search from all), and which calls that would come here are more
than 5% slower here. Processor time of this process on one thread, the least of several calls. Takes scipy.
"""

import datetime
import os
import pathlib
import platform
import subprocess
import sys
import time

import networkx as nx
import numpy as np
from scipy.optimize import nnls

from multigraph.networkx import _functions
from multigraph.networkx._cost import here_alone, should_run

SIZES = [100, 300, 1000, 3000, 10_000, 30_000, 100_000]  # arcs
MOST_SECONDS = 2.0  # a function that takes longer is not tried on larger graphs
BY_WEIGHT = {f"{name} by weight": name for name in ("betweenness_centrality", "edge_betweenness_centrality")}
SPANNING = {"maximum_spanning_edges", "maximum_spanning_tree", "minimum_spanning_edges", "minimum_spanning_tree"}
DIJKSTRA_OF_ALL = {"all_pairs_dijkstra", "all_pairs_dijkstra_path", "all_pairs_dijkstra_path_length"}
MULTI_SOURCE = {"multi_source_dijkstra", "multi_source_dijkstra_path", "multi_source_dijkstra_path_length"}
WEIGHTED = {"single_source_dijkstra", "single_source_dijkstra_path", "single_source_dijkstra_path_length", "dijkstra_path",
            "dijkstra_path_length", "bidirectional_dijkstra", *MULTI_SOURCE, *DIJKSTRA_OF_ALL, *SPANNING, *BY_WEIGHT}
CONNECTED = {"average_shortest_path_length", "barycenter", "center", "diameter", "eccentricity", "periphery", "radius",
             "wiener_index"}  # elsewhere they end at once
FROM_ALL = {"closeness_centrality", "harmonic_centrality", "betweenness_centrality", "edge_betweenness_centrality",
            "all_pairs_shortest_path", "all_pairs_shortest_path_length", "global_efficiency", *CONNECTED, *DIJKSTRA_OF_ALL,
            *BY_WEIGHT}
DIRECTED = {"weakly_connected_components", "number_weakly_connected_components", "is_weakly_connected", "ancestors",
            "in_degree_centrality", "out_degree_centrality", "condensation", "is_strongly_connected",
            "number_strongly_connected_components", "strongly_connected_components"}
NO_NODE = {"connected_components", "number_connected_components", "is_connected", "weakly_connected_components",
           "number_weakly_connected_components", "is_weakly_connected", "triangles", "clustering", "average_clustering",
           "transitivity", "degree_centrality", "in_degree_centrality", "out_degree_centrality", "pagerank", "hits",
           "condensation", "core_number", "eigenvector_centrality", "is_strongly_connected", "k_core", "k_corona",
           "k_crust", "k_shell", "k_truss", "katz_centrality", "louvain_communities", "maximal_independent_set",
           "number_strongly_connected_components", "strongly_connected_components", *SPANNING, *FROM_ALL}
ENDS_SOON = {"is_connected", "is_strongly_connected", "is_weakly_connected"}  # as a search from one node does
READS_WEIGHTS = {"pagerank", "hits", "louvain_communities"}
GIVEN = {"eigenvector_centrality": (1000,), "k_corona": (2,), "katz_centrality": (0.01,),  # converge on all of these graphs
         "k_truss": (4,), "maximal_independent_set": (None, nx.utils.create_py_random_state(None))}
TWO_NODES = {"bidirectional_dijkstra", "bidirectional_shortest_path", "has_path", "dijkstra_path", "dijkstra_path_length"}
UNFITTED = TWO_NODES | {"descendants_at_distance"}  # what they take depends on how far they have to look
UNFITTED |= {"center", "periphery", "radius", "all_pairs_shortest_path", "all_pairs_shortest_path_length",
             *DIJKSTRA_OF_ALL}  # consist of others


def graph_of(arcs, degree, name):
    directed = name in DIRECTED
    graph = nx.gnm_random_graph(max(2, arcs // degree), arcs if directed else arcs // 2, seed=7, directed=directed)
    if name in CONNECTED:
        nx.add_path(graph, graph)
    if name in WEIGHTED:
        for number, (_, _, attributes) in enumerate(graph.edges(data=True)):
            attributes["weight"] = 1 + number % 7
    return graph


def arguments_of(name, graph):
    nodes = list(graph)
    hub = max(nodes, key=graph.degree)
    if name in GIVEN:
        return GIVEN[name]
    if name in NO_NODE:
        return ()
    if name in TWO_NODES:
        reached = list(nx.descendants.orig_func(graph, hub))
        return hub, reached[len(reached) // 2] if reached else hub
    if name == "bfs_layers" or name in MULTI_SOURCE:
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
    plain = BY_WEIGHT.get(name, name)
    function = getattr(nx if hasattr(nx, plain) else nx.community, plain)
    options = {"weight": "weight"} if name in BY_WEIGHT else {}
    rows = []
    for arcs in SIZES:
        graph = graph_of(arcs, degree, name)
        given = arguments_of(name, graph)
        there = seconds(lambda: function.orig_func(graph, *given, **options))
        graph.__networkx_cache__.clear()
        comes = [should_run(plain, (graph, *given), options) is True]
        first = seconds(lambda: function(graph, *given, backend="mg", **options), graph.__networkx_cache__.clear)
        again = seconds(lambda: function(graph, *given, backend="mg", **options))
        comes.append(should_run(plain, (graph, *given), options) is True)
        row = (len(graph), sum(map(len, graph.adj.values())), there * 1e6, first * 1e6, again * 1e6, *comes)
        rows.append(row)
        print(f"{name:36} {row[0]:6} nodes {row[1]:7} arcs: networkx {row[2]:10.0f} us, here {row[3]:9.0f}"
              f"{' *' if comes[0] else '  '}, converted {row[4]:9.0f}{' *' if comes[1] else ''}", flush=True)
        if there > MOST_SECONDS:
            break
    return rows


def fit(nodes, arcs, times, searches):
    """The cost of a call, a node and an arc that is nearest to the times, by their ratio."""
    features = np.stack([np.ones(len(times)), searches * nodes, searches * arcs], axis=1)
    cost = nnls(features / times[:, None], np.ones(len(times)))[0]
    return "(" + ", ".join(f"{number:.3g}" for number in cost) + ")"


def fits_of(name, rows):
    """Those of networkx, and here once the graph has been converted."""
    nodes, arcs, there, _, here = np.array([row[:5] for row in rows], float).T
    searches = nodes if name in FROM_ALL else np.ones(len(rows))
    return fit(nodes, arcs, there, searches), fit(nodes, arcs, here, searches)


def conversion_of(rows):
    """What first calls take more than those that follow."""
    nodes, arcs, _, first, again = np.array([row[:5] for row in rows], float).T
    took = first - again
    seen = took > 0.05 * first  # the others are lost in what calls take
    return fit(nodes[seen], arcs[seen], took[seen], np.ones(seen.sum()))


def provenance():
    """When, of what and where."""
    folder = pathlib.Path(__file__).parent
    git = lambda *words: subprocess.run(["git", "-C", folder, *words], capture_output=True, text=True).stdout.strip()
    processor = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")),
                     platform.machine())
    changed = " and changes to it" if git("status", "--porcelain", "--untracked-files=no", "--", folder.parent) else ""
    return {"date": datetime.date.today().isoformat(), "commit": git("rev-parse", "--short", "HEAD") + changed,
            "processor": processor, "cores": os.cpu_count(), "load": round(os.getloadavg()[2], 1),
            "python": platform.python_version(), "networkx": nx.__version__}


def written(fits, conversions, about):
    """The text of _figures.py."""
    groups = {"WHOLE": [name for name in fits if name in NO_NODE - FROM_ALL - ENDS_SOON], "SEARCHES": FROM_ALL - UNFITTED,
              "SEARCH": [name for name in fits if name not in NO_NODE - ENDS_SOON and name not in UNFITTED]}
    lines = ['"""Written by tests/break_even.py --write: microseconds of any call, and more for each node and arc, in networkx',
             'and here once the graph has been converted; on one thread, what the least of several calls took of the processor."""',
             "", f"MEASURED = {about!r}", *(f"{name} = {cost}" for name, cost in conversions.items())]
    for group, names in groups.items():
        lines += [f"{group} = {{", *(f'    "{name}": ({fits[name][0]}, {fits[name][1]}),' for name in sorted(names)), "}"]
    return "\n".join(lines) + "\n"


def main():
    nx.config.warnings_to_ignore.add("cache")
    nx.config.backends.mg.threads = 1
    nx.config.backends.mg.device = "cpu"
    target = sys.argv[2] if sys.argv[1:2] == ["--write"] else None
    about, measured = provenance(), {}
    fits, decided, late, missed = {}, 0, [], 0
    compared = [name for name in (*_functions.offered, *BY_WEIGHT) if name not in here_alone]
    for name in compared if target else sys.argv[1:] or compared:
        rows = measured[name] = measure(name, 3) + measure(name, 20)
        fits[name] = fits_of(name, rows)
        for row in rows:
            for kind, (here, comes) in {"first": (row[3], row[5]), "converted": (row[4], row[6])}.items():
                decided += 1
                if comes and here > 1.05 * row[2]:
                    late.append(f"{name}, {kind}, {row[0]} nodes, {row[1]} arcs: {here / row[2]:.2f} times as long")
                missed += not comes and here < 0.8 * row[2]
    if target:
        kinds = {"CONVERSION": measured.keys() - WEIGHTED - READS_WEIGHTS, "CONVERSION_OF_WEIGHTS": WEIGHTED,
                 "CONVERSION_OF_BOTH": READS_WEIGHTS}
        conversions = {kind: conversion_of(sum((measured[name] for name in names), [])) for kind, names in kinds.items()}
        pathlib.Path(target).write_text(written(fits, conversions, about))
    else:
        print("", *(f'    "{name}": ({there}, {here}),' for name, (there, here) in fits.items()), sep="\n")
    print("", f"{decided} calls: {len(late)} come here and are slower, {missed} do not and would be faster", *late,
          sep="\n")


if __name__ == "__main__":
    main()
