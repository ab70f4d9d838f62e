"""Times algorithms on a CPU, here and in networkit and igraph, on the same graphs, in one process and in turns.

Usage: peers_table.py [OPTION...]
  --graphs NAME,...     of skewed, road and directed, for what takes time linear in the edges, and few, for what takes a search
                        from every vertex (default: all of them)
  --scale N             vertices of the large graphs: 2^N (default 16); few has 2^(N - 6)
  --threads N           here and in networkit; igraph has one (default: all)
  --turns N             of each system, of which the median counts (default 5)
  --algorithms A,...    of those compared (default: all)
  --commit TEXT         what to print as the commit (default: git's, where this file is in a repository)

What is timed is a call on a graph that each system holds in its own form, with its answer: arrays here, what run() leaves in
networkit, lists in igraph. Numbers that every system has to find are compared, to six digits.
Needs networkit and igraph of PyPI. Prints Markdown. Exit status: 0 no algorithm takes longer here than in the faster of the
others, 1 one does, or an answer differs.
"""

import argparse
import contextlib
import os
import statistics
import sys
import time
from dataclasses import dataclass
from typing import Any, Callable, NamedTuple

import igraph
import networkit
import numpy as np

import multigraph as mg
from measurement import print_heading


@dataclass
class Systems:
    """One graph in the form of each system."""

    here: Any  # a session
    nk: networkit.Graph
    ig: igraph.Graph
    graph: mg.Graph
    hub: int
    far: int  # a vertex of the hub's component
    pairs: list[tuple[int, int]]


Call = Callable[[Systems], Any]


class Row(NamedTuple):
    here: Call
    nk: Call | None  # None: networkit has none
    ig: Call | None
    agree: bool = False  # what the calls return are numbers that have to agree
    note: str = ""
    worth: dict[str, Callable[[Any, Systems], float]] = {}  # of answers that differ, by system


MODULARITY = {"here": lambda answer, s: answer.summary["modularity"],
              "networkit": lambda answer, s: networkit.community.Modularity().getQuality(answer.getPartition(), s.nk),
              "igraph": lambda answer, s: s.ig.modularity(answer, "weight")}
COLORS = {"here": lambda answer, s: answer.summary["colors"], "igraph": lambda answer, s: max(answer) + 1}
MEMBERS = {"here": lambda answer, s: answer.summary["size"], "networkit": lambda answer, s: sum(answer)}


def ran(algorithm: Any) -> Any:
    algorithm.run()
    return algorithm


nk_distance, nk_centrality, nk_community = networkit.distance, networkit.centrality, networkit.community
ESTIMATED_RANGE = nk_distance.DiameterAlgo.ESTIMATED_RANGE

ON_LARGE = {
    "bfs": Row(lambda s: s.here.bfs(s.hub).level,
               lambda s: ran(nk_distance.BFS(s.nk, s.hub, storePaths=False)).getDistances(),
               lambda s: s.ig.distances(s.hub)[0], agree=True),
    "sssp": Row(lambda s: s.here.sssp(s.hub).distance,
                lambda s: ran(nk_distance.Dijkstra(s.nk, s.hub, storePaths=False)).getDistances(),
                lambda s: s.ig.distances(s.hub, weights="weight")[0], agree=True),
    "path": Row(lambda s: s.here.path(s.hub, target=s.far).summary["distance"],
                lambda s: ran(nk_distance.BidirectionalDijkstra(s.nk, s.hub, s.far)).getDistance(),
                lambda s: s.ig.get_shortest_path(s.hub, s.far, weights="weight"), note="igraph gives the vertices"),
    "cc": Row(lambda s: s.here.cc().summary["components"],
              lambda s: ran(networkit.components.ParallelConnectedComponents(s.nk)).numberOfComponents(),
              lambda s: len(s.ig.connected_components()), agree=True),
    "pagerank": Row(lambda s: s.here.pagerank(tolerance=1e-8),
                    lambda s: ran(nk_centrality.PageRank(s.nk, 0.85, 1e-8)),
                    lambda s: s.ig.pagerank(), note="networkit along weights, in the L2 norm; igraph to the last bit"),
    "katz": Row(lambda s: s.here.katz(tolerance=1e-9), lambda s: ran(nk_centrality.KatzCentrality(s.nk, tol=1e-9)), None,
                note="networkit along weights, with longer walks"),
    "eigenvector": Row(lambda s: s.here.eigenvector(tolerance=1e-9),
                       lambda s: ran(nk_centrality.EigenvectorCentrality(s.nk, tol=1e-9)),
                       lambda s: s.ig.eigenvector_centrality(), note="igraph by ARPACK"),
    "hits": Row(lambda s: s.here.hits(), None, lambda s: s.ig.hub_score()),
    "bc, 16 sources": Row(lambda s: s.here.bc(sources=mg.sample(16, seed=1)),
                          lambda s: ran(nk_centrality.EstimateBetweenness(s.nk, 16, parallel=True)), None,
                          note="networkit along weights"),
    "kcore": Row(lambda s: s.here.kcore().core, lambda s: ran(nk_centrality.CoreDecomposition(s.nk)).scores(),
                 lambda s: s.ig.coreness(), agree=True),
    "tc": Row(lambda s: s.here.tc().summary["triangles"], None, lambda s: len(s.ig.list_triangles()),
              note="igraph lists them"),
    "lcc": Row(lambda s: s.here.lcc(), lambda s: ran(nk_centrality.LocalClusteringCoefficient(s.nk, True)),
               lambda s: s.ig.transitivity_local_undirected(mode="zero")),
    "mst": Row(lambda s: s.here.mst().summary["weight"],
               lambda s: ran(networkit.graph.KruskalMSF(s.nk)).getTotalWeight(),
               lambda s: sum(s.ig.spanning_tree("weight").es["weight"]), agree=True),
    "mis": Row(lambda s: s.here.mis(), lambda s: networkit.independentset.Luby().run(s.nk), None, worth=MEMBERS),
    "coloring": Row(lambda s: s.here.coloring(), None, lambda s: s.ig.vertex_coloring_greedy(), worth=COLORS),
    "louvain": Row(lambda s: s.here.louvain(), lambda s: ran(nk_community.PLM(s.nk, False)),
                   lambda s: s.ig.community_multilevel("weight"), worth=MODULARITY),
    "leiden": Row(lambda s: s.here.leiden(), lambda s: ran(nk_community.ParallelLeiden(s.nk)),
                  lambda s: s.ig.community_leiden("modularity", "weight"), note="igraph goes through levels twice",
                  worth=MODULARITY),
    "cdlp": Row(lambda s: s.here.cdlp(rounds=10), lambda s: ran(nk_community.PLP(s.nk, maxIterations=10)),
                lambda s: s.ig.community_label_propagation(), note="networkit in place; igraph until nothing changes"),
    "jaccard, 10,000 pairs": Row(lambda s: s.here.jaccard(pairs=s.pairs),
                                 lambda s: networkit.linkprediction.JaccardIndex(s.nk).runOn(s.pairs),
                                 lambda s: s.ig.similarity_jaccard(pairs=s.pairs)),
    "random-walk, 1,000 of 80 steps": Row(lambda s: s.here.random_walk(sources=mg.sample(1000, seed=1)), None,
                                          lambda s: [s.ig.random_walk(v, 80, stuck="return") for v in range(1000)]),
    "diameter": Row(lambda s: s.here.diameter(), lambda s: ran(nk_distance.Diameter(s.nk, ESTIMATED_RANGE, 0.1)), None,
                    note="networkit within a tenth"),
}
ON_DIRECTED = {
    "scc": Row(lambda s: s.here.scc().summary["components"],
               lambda s: ran(networkit.components.StronglyConnectedComponents(s.nk)).numberOfComponents(),
               lambda s: len(s.ig.connected_components("strong")), agree=True),
    "bfs": ON_LARGE["bfs"], "pagerank": ON_LARGE["pagerank"],
}
ON_FEW = {
    "bc": Row(lambda s: s.here.bc(weighted=True).centrality,
              lambda s: ran(nk_centrality.Betweenness(s.nk)).scores(),
              lambda s: 2 * np.asarray(s.ig.betweenness(weights="weight")), agree=True),
    "edge-bc": Row(lambda s: s.here.edge_bc(),
                   lambda s: ran(nk_centrality.Betweenness(s.nk, computeEdgeCentrality=True)),
                   lambda s: s.ig.edge_betweenness(), note="networkit along weights"),
    "closeness": Row(lambda s: s.here.closeness(), lambda s: ran(nk_centrality.Closeness(s.nk, True, False)),
                     lambda s: s.ig.closeness(), note="networkit along weights"),
    "harmonic": Row(lambda s: s.here.harmonic(), lambda s: ran(nk_centrality.HarmonicCloseness(s.nk, False)),
                    lambda s: s.ig.harmonic_centrality(), note="networkit along weights"),
}


def skewed(scale: int, per_vertex: int = 16) -> tuple[np.ndarray, np.ndarray]:
    """Edges whose ends are drawn bit by bit, as of a Kronecker graph (R-MAT, Chakrabarti et al., SDM'04)."""
    draw = np.random.default_rng(5)
    ends = np.zeros((2, per_vertex << scale), np.int64)
    for _ in range(scale):
        quarter = draw.choice(4, ends.shape[1], p=(0.57, 0.19, 0.19, 0.05))
        ends = 2 * ends + np.stack((quarter // 2, quarter % 2))
    names = draw.permutation(1 << scale)
    return names[ends[0]], names[ends[1]]


def road(scale: int) -> tuple[np.ndarray, np.ndarray]:
    """A grid, of whose edges a tenth is left out."""
    side = 1 << (scale // 2)
    number = np.arange(side * side).reshape(side, side)
    source = np.concatenate((number[:, :-1].ravel(), number[:-1].ravel()))
    target = np.concatenate((number[:, 1:].ravel(), number[1:].ravel()))
    kept = np.random.default_rng(6).random(len(source)) < 0.9
    return source[kept], target[kept]


GRAPHS: dict[str, tuple[Callable[[int], tuple[np.ndarray, np.ndarray]], bool, dict[str, Row]]] = {
    "skewed": (skewed, False, ON_LARGE), "road": (road, False, ON_LARGE), "directed": (skewed, True, ON_DIRECTED),
    "few": (lambda scale: skewed(scale - 6), False, ON_FEW)}


def systems_of(source: np.ndarray, target: np.ndarray, directed: bool, here: Callable[[mg.Graph], Any]) -> Systems:
    """Simple graphs without vertices apart, with weights from 1 to 255, the same everywhere."""
    _, numbers = np.unique(np.stack((source, target)), return_inverse=True)
    source, target = numbers.reshape(2, -1)
    weight = np.random.default_rng(7).integers(1, 256, len(source)).astype(np.float64)
    graph = mg.Graph.from_edges(source, target, weight=weight, directed=directed, self_loops="drop")
    offsets, targets, weights = graph.csr()
    n = graph.num_vertices
    sources = np.repeat(np.arange(n, dtype=np.int64), np.diff(offsets.astype(np.int64)))
    once = slice(None) if directed else sources < targets
    ends = np.stack((sources[once], targets[once].astype(np.int64)))
    values = np.asarray(weights, dtype=float)[once]
    nk = networkit.GraphFromCoo((values, (ends[0], ends[1])), n=n, weighted=True, directed=directed, edgesIndexed=True)
    ig = igraph.Graph(n, ends.T.tolist(), directed=directed, edge_attrs={"weight": values.tolist()})
    degrees = np.diff(offsets.astype(np.int64))
    hub = int(degrees.argmax())
    reached = np.flatnonzero(np.asarray(ig.distances(hub)[0]) < np.inf)
    draw = np.random.default_rng(8)
    pairs = [(int(u), int(v)) for u, v in draw.integers(0, n, (10_000, 2)) if u != v]
    return Systems(here(graph), nk, ig, graph, hub, int(draw.choice(reached)), pairs)


def taken(call: Call, systems: Systems) -> tuple[float, Any]:
    begin = time.perf_counter()
    answer = call(systems)
    return (time.perf_counter() - begin) * 1e3, answer


def comparable(answer: Any) -> np.ndarray:
    """Numbers, what is out of reach as infinity: -1 here, the largest double in networkit."""
    numbers = np.atleast_1d(np.asarray(answer, dtype=float))
    return np.where((numbers > 1e300) | (numbers < 0), np.inf, numbers)


def differs(answers: dict[str, Any]) -> bool:
    first, *others = (comparable(answer) for answer in answers.values())
    return any(first.shape != other.shape or not np.allclose(first, other, rtol=1e-6) for other in others)


def worths(row: Row, answers: dict[str, Any], systems: Systems) -> str:
    return ", ".join(f"{name} {row.worth[name](answer, systems):.4g}" for name, answer in answers.items() if row.worth)


def measure(row: Row, systems: Systems, turns: int) -> tuple[dict[str, float], bool, str]:
    """The medians of each system's turns in ms, whether answers differ that have to agree, and what they are worth."""
    calls = {name: call for name, call in (("here", row.here), ("networkit", row.nk), ("igraph", row.ig)) if call}
    answers = {name: taken(call, systems)[1] for name, call in calls.items()}
    times: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(turns):
        for name, call in calls.items():
            times[name].append(taken(call, systems)[0])
    medians = {name: statistics.median(some) for name, some in times.items()}
    return medians, row.agree and differs(answers), worths(row, answers, systems)


def print_row(name: str, notes: list[str], medians: dict[str, float]) -> float:
    """Returns how many times as long it takes here as in the faster of the others."""
    shown = [f"{medians[system]:.3g}" if system in medians else "" for system in ("here", "networkit", "igraph")]
    ratio = medians["here"] / min(ms for system, ms in medians.items() if system != "here")
    print(f"| {name} | {' | '.join(shown)} | {ratio:.3g} | {'; '.join(filter(None, notes))} |", flush=True)
    return ratio


def table(name: str, chosen: list[str] | None, options: argparse.Namespace) -> list[str]:
    """Prints the rows of a graph; returns what takes longer here, or differs."""
    make, directed, rows = GRAPHS[name]
    rows = {one: row for one, row in rows.items() if not chosen or one.split(",")[0] in chosen}
    if not rows:
        return []
    with contextlib.ExitStack() as stack:
        session_of = lambda graph: stack.enter_context(mg.session(graph, device="cpu", threads=options.threads))
        return rows_of(name, rows, systems_of(*make(options.scale), directed, session_of), options.turns)


def rows_of(name: str, rows: dict[str, Row], systems: Systems, turns: int) -> list[str]:
    print(f"\n**{name}**: {systems.graph.num_vertices} vertices, {systems.graph.num_edges} edges\n\n"
          "| ms | here | networkit | igraph | here / the faster | |\n|---|---|---|---|---|---|", flush=True)
    late = []
    for one, row in rows.items():
        medians, other, worth = measure(row, systems, turns)
        if print_row(one, [row.note, worth], medians) > 1:
            late.append(f"{one} on {name} takes longer")
        if other:
            late.append(f"the answers of {one} on {name} differ")
    return late


def main() -> int:
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1])
    parser.add_argument("--graphs", default=",".join(GRAPHS))
    parser.add_argument("--scale", type=int, default=16)
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--algorithms")
    parser.add_argument("--commit")
    options = parser.parse_args()
    networkit.setNumberOfThreads(options.threads)
    print_heading(options.commit, f"{options.threads} threads", f"networkit {networkit.__version__}",
                  f"igraph {igraph.__version__}")
    late = []
    for name in options.graphs.split(","):
        late += table(name, options.algorithms.split(",") if options.algorithms else None, options)
    print(f"\nFound: {'; '.join(late) or 'nothing takes longer here'}.")
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
