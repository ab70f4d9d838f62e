"""Times networkx's functions in networkx and by the backend `mg`, on graphs of the sizes of nx-cugraph's published table, and
many searches of one graph from one process.

Usage: nx_table.py [OPTION...]
  --graphs NAME,...   of netscience, amazon, patents, livejournal (default: all of them)
  --shrink F          nodes and edges by that factor fewer, to try it (default 1)
  --device D          where the backend runs: auto | cpu | cuda (default auto)
  --budget S          seconds that networkx gets for a call before it is stopped (default 60)
  --total S           seconds after which no other cell is begun (default 500)
  --functions F,...   of the functions (default: all of the table that the backend has)
  --searches N        searches of one graph from one process, 0 for none (default 1000)
  --commit TEXT       what to print as the commit (default: git's, where this file is in a repository)

Graphs are drawn: edges between nodes whose ranks are powers of a uniform number, so that degrees have a long tail. networkx
runs in a child process, so that a call can be stopped. Calls here are the least of three on a graph that has been converted,
and, where the backend takes a call on a graph that has not been, one of that kind, conversion included. Calls that the
backend leaves to networkx are marked, with what asking takes.
Prints Markdown. Exit status: 0 no call is slower here by more than 5%, 1 one is.
"""

import argparse
import gc
import os
import signal
import sys
import time
from typing import Any, Callable, NamedTuple

import networkx as nx
import numpy as np

import multigraph as mg
from measurement import print_heading
from multigraph.networkx import backend
from multigraph.networkx._cost import should_run

#: Nodes, edges, and whether edges are directed.
GRAPHS = {"netscience": (1_461, 5_484, True), "amazon": (262_111, 1_234_877, False),
          "patents": (3_774_768, 16_518_948, True), "livejournal": (4_847_571, 68_993_773, True)}
#: Those of the published table that are measured, by the arguments behind the graph; {n} is a node of many edges.
CALLS: dict[str, Callable[[Any], tuple[str, tuple, dict]]] = {
    "pagerank": lambda n: ("pagerank", (), {}),
    "pagerank, personalized": lambda n: ("pagerank", (), {"personalization": {n: 0.5, 0: 0.1}}),
    "hits": lambda n: ("hits", (), {}),
    "betweenness_centrality, k=10": lambda n: ("betweenness_centrality", (), {"k": 10, "seed": 1}),
    "betweenness_centrality, k=100": lambda n: ("betweenness_centrality", (), {"k": 100, "seed": 1}),
    "edge_betweenness_centrality, k=10": lambda n: ("edge_betweenness_centrality", (), {"k": 10, "seed": 1}),
    "edge_betweenness_centrality, k=100": lambda n: ("edge_betweenness_centrality", (), {"k": 100, "seed": 1}),
    "core_number": lambda n: ("core_number", (), {}),
    "weakly_connected_components": lambda n: ("weakly_connected_components", (), {}),
    "number_weakly_connected_components": lambda n: ("number_weakly_connected_components", (), {}),
    "is_weakly_connected": lambda n: ("is_weakly_connected", (), {}),
    "degree_centrality": lambda n: ("degree_centrality", (), {}),
    "in_degree_centrality": lambda n: ("in_degree_centrality", (), {}),
    "out_degree_centrality": lambda n: ("out_degree_centrality", (), {}),
    "triangles": lambda n: ("triangles", (), {}),
    "clustering": lambda n: ("clustering", (), {}),
    "average_clustering": lambda n: ("average_clustering", (), {}),
    "transitivity": lambda n: ("transitivity", (), {}),
    "ancestors": lambda n: ("ancestors", (n,), {}),
    "descendants": lambda n: ("descendants", (n,), {}),
    "descendants_at_distance": lambda n: ("descendants_at_distance", (n, 1), {}),
    "bfs_edges": lambda n: ("bfs_edges", (n,), {}),
    "bfs_layers": lambda n: ("bfs_layers", (n,), {}),
    "bfs_predecessors": lambda n: ("bfs_predecessors", (n,), {}),
    "bfs_successors": lambda n: ("bfs_successors", (n,), {}),
    "bfs_tree": lambda n: ("bfs_tree", (n,), {}),
    "shortest_path": lambda n: ("shortest_path", (n,), {}),
    "single_source_shortest_path_length": lambda n: ("single_source_shortest_path_length", (n,), {}),
    "single_target_shortest_path_length": lambda n: ("single_target_shortest_path_length", (n,), {}),
}
LEFT_OUT = ("ego_graph, generic_bfs_edges, overall_reciprocity and reciprocity, which the backend has not, and "
            "eigenvector_centrality, k_truss, katz_centrality and louvain_communities")
UNDIRECTED_ALONE = {"triangles", "clustering", "average_clustering", "transitivity"}
DIRECTED_ALONE = {"weakly_connected_components", "number_weakly_connected_components", "is_weakly_connected",
                  "in_degree_centrality", "out_degree_centrality", "ancestors"}


class Cell(NamedTuple):
    there: float | None  # seconds; None where networkx was stopped
    here: float | None  # None where the call is left to networkx
    asking: float
    first: float | None  # with the conversion, where that comes here


def drawn(nodes: int, edges: int) -> tuple[np.ndarray, np.ndarray]:
    draw = np.random.default_rng(11)
    names = draw.permutation(nodes)
    source, target = (names[(nodes * draw.random(edges) ** 1.6).astype(np.int64)] for _ in range(2))
    return source, target


def graph_of(nodes: int, source: np.ndarray, target: np.ndarray, directed: bool) -> nx.Graph:
    graph = nx.DiGraph() if directed else nx.Graph()
    graph.add_nodes_from(range(nodes))
    gc.disable()  # millions of dicts are not to be looked through again and again
    graph.add_edges_from(zip(source.tolist(), target.tolist()))
    gc.enable()
    gc.freeze()
    return graph


def taken(call: Callable[[], Any]) -> float:
    begin = time.perf_counter()
    result = call()
    if hasattr(result, "__next__"):
        for _ in result:
            pass
    return time.perf_counter() - begin


def in_networkx(call: Callable[[], Any], budget: float) -> float | None:
    """The seconds of a call in a child; None where it took more than the budget. Short ones are repeated."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            signal.setitimer(signal.ITIMER_REAL, budget)
            least = taken(call)
            signal.setitimer(signal.ITIMER_REAL, 0)
            for _ in range(2 if least < 1 else 0):
                least = min(least, taken(call))
            os.write(writer, repr(least).encode())
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as told:
        text = told.read()
    status = os.waitpid(child, 0)[1]
    if not text and not (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGALRM):
        raise RuntimeError(f"networkx's process ended with the status {status}, and no time")
    return float(text) if text else None


def cell(graph: nx.Graph, call: tuple[str, tuple, dict], budget: float) -> Cell:
    name, args, kwargs = call
    function = getattr(nx, name)
    there = in_networkx(lambda: function(graph, *args, backend="networkx", **kwargs), budget)
    ask = lambda: backend.can_run(name, (graph, *args), kwargs) is True and should_run(name, (graph, *args), kwargs) is True
    asking = min(taken(ask) for _ in range(5))
    if not ask():
        return Cell(there, None, asking, None)
    ours = lambda: function(graph, *args, backend="mg", **kwargs)
    kept = dict(graph.__networkx_cache__)
    graph.__networkx_cache__.clear()
    first = taken(ours) if should_run(name, (graph, *args), kwargs) is True else None
    graph.__networkx_cache__.update(kept if first is None else {})
    for _ in range(0 if first is None or first > 0.1 else 2):
        graph.__networkx_cache__.clear()
        first = min(first, taken(ours))
    return Cell(there, min(taken(ours) for _ in range(3)), asking, first)


def converted(graph: nx.Graph) -> float:
    """The seconds of the conversion, which stays with the graph until the first call that is to make it anew."""
    first = taken(lambda: nx.descendants(graph, 0, backend="mg"))
    return first - min(taken(lambda: nx.descendants(graph, 0, backend="mg")) for _ in range(2))


def shown(seconds: float | None, budget: float) -> str:
    if seconds is None:
        return f"> {budget:g} s"
    scale, unit = (1, "s") if seconds >= 1 else (1e3, "ms") if seconds >= 1e-3 else (1e6, "us")
    return f"{seconds * scale:.3g} {unit}"


def row(name: str, found: Cell, budget: float) -> tuple[str, bool]:
    """A line of the table, and whether the call is slower here."""
    there, least = shown(found.there, budget), budget if found.there is None else found.there
    if found.here is None:
        slower = found.asking > 0.05 * least
        return f"| {name} | {there} | left to networkx, asked in {shown(found.asking, 0)} | |", slower
    sign = ">= " if found.there is None else ""
    first = "" if found.first is None else f" ({sign}{least / found.first:.3g} with the conversion)"
    line = f"| {name} | {there} | {shown(found.here, 0)} | {sign}{least / found.here:.3g}{first} |"
    return line, found.there is not None and max(found.here, found.first or 0) > 1.05 * found.there


def table(name: str, chosen: list[str], options: argparse.Namespace, deadline: float) -> list[str]:
    """Prints the cells of a graph; returns the calls that are slower here."""
    nodes, edges, directed = GRAPHS[name]
    nodes, edges = int(nodes / options.shrink), int(edges / options.shrink)
    source, target = drawn(nodes, edges)
    hub = int(np.bincount(source, minlength=nodes).argmax())
    late: list[str] = []
    for kind in (directed, not directed):
        other = UNDIRECTED_ALONE if kind else DIRECTED_ALONE
        mine = [one for one in chosen if (one not in UNDIRECTED_ALONE | DIRECTED_ALONE and kind == directed)
                or (one in UNDIRECTED_ALONE | DIRECTED_ALONE and one not in other)]
        if not mine or time.monotonic() > deadline:
            print(*(f"{one} on {name}: passed over, the time was up\n" for one in mine), sep="", flush=True)
            continue
        begin = time.perf_counter()
        graph = graph_of(nodes, source, target, kind)
        built = time.perf_counter() - begin
        conversion = converted(graph)
        print(f"\n**{name}**, {'directed' if kind else 'undirected'}: {len(graph)} nodes, {graph.number_of_edges()} edges, "
              f"made by networkx in {built:.3g} s, converted in {shown(conversion, 0)}\n\n"
              "| call | networkx | here | times as fast |\n|---|---|---|---|", flush=True)
        for one in mine:
            if time.monotonic() > deadline:
                print(f"| {one} | | passed over, the time was up | |", flush=True)
                continue
            line, slower = row(one, cell(graph, CALLS[one](hub), options.budget), options.budget)
            late += [f"{one} on {name}"] * slower
            print(line, flush=True)
        del graph
        gc.unfreeze()
        gc.collect()
    return late


def warm_up() -> None:
    """Calls every function once, so that none is timed that is imported or set up first."""
    for directed in (True, False):
        graph = graph_of(50, *drawn(50, 500), directed)
        for one, call in CALLS.items():
            name, args, kwargs = call(0)
            if one not in (UNDIRECTED_ALONE if directed else DIRECTED_ALONE):
                kwargs = kwargs if "k" not in kwargs else {**kwargs, "k": 5}
                for there in ("mg", "networkx"):
                    taken(lambda: getattr(nx, name)(graph, *args, backend=there, **kwargs))


def searches(count: int, options: argparse.Namespace) -> None:
    nodes, edges, _ = GRAPHS["amazon"]
    nodes, edges = int(nodes / options.shrink), int(edges / options.shrink)
    graph = mg.Graph.from_edges(*drawn(nodes, edges), isolated="keep")
    starts = np.random.default_rng(3).integers(0, nodes, count).tolist()
    with mg.session(graph, device=options.device) as session:
        session.bfs(starts[0])
        begin = time.perf_counter()
        results = [session.bfs(start).ms for start in starts]
        wall = time.perf_counter() - begin
        device = session.bfs(starts[0]).device
    computing = sum(results) / 1000
    print(f"\n{count} searches of {graph.num_vertices} vertices and {graph.num_arcs} arcs from one process on {device}: "
          f"{wall:.3g} s, of them {computing:.3g} s computing: {wall / computing:.3f} times", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1])
    parser.add_argument("--graphs", default=",".join(GRAPHS))
    parser.add_argument("--shrink", type=float, default=1)
    parser.add_argument("--device", default="auto")
    parser.add_argument("--budget", type=float, default=60)
    parser.add_argument("--total", type=float, default=500)
    parser.add_argument("--functions")
    parser.add_argument("--searches", type=int, default=1000)
    parser.add_argument("--commit")
    options = parser.parse_args()
    chosen = [one for one in CALLS if not options.functions or CALLS[one](0)[0] in options.functions.split(",")]
    nx.config.warnings_to_ignore.add("cache")
    nx.config.backends.mg.device = options.device
    deadline = time.monotonic() + options.total
    print_heading(options.commit, f"networkx {nx.__version__}")
    warm_up()
    if options.searches:
        searches(options.searches, options)
    late = []
    for name in options.graphs.split(","):
        late += table(name, chosen, options, deadline)
    print(f"\nOf the published table are left out: {LEFT_OUT}.\n",
          f"Slower here than in networkx: {', '.join(late) or 'none'}.", sep="\n")
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
