"""Paths, distances, betweenness, spanning trees and trusses of the backend of networkx against networkx itself, on
random graphs: directed or not, with parallel edges, self loops, weights of each kind, in parts, without any nodes."""

import itertools
import random

import pytest

nx = pytest.importorskip("networkx")
pytest.importorskip("scipy")

from multigraph.networkx import _functions, backend  # noqa: E402
from nx_cases import outcome, same  # noqa: E402

KINDS = (nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph)
WEIGHTS = {
    "none": lambda draw: {},
    "whole": lambda draw: {"weight": draw.randint(1, 4)},
    "halves": lambda draw: {"weight": draw.randint(1, 8) / 2},
    "some": lambda draw: {"weight": draw.randint(1, 3)} if draw.random() < 0.5 else {"color": 1},
    "with zeros": lambda draw: {"weight": draw.randint(0, 2)},
    "of 53 bits": lambda draw: {"weight": draw.random()},
}
OF_PATHS = WEIGHTS.keys() - {"with zeros", "of 53 bits"}  # whose shortest paths are counted here


def drawn(kinds=KINDS, weights=WEIGHTS):
    """Graphs of each kind, with each kind of weights; some are joined by a path through all nodes, or a circle."""
    draw = random.Random(4)
    for kind, name, size in itertools.product(kinds, sorted(weights), (0, 1, 3, 8, 20)):
        nodes = [f"node {number}" for number in range(size)] if draw.random() < 0.5 else list(range(size))
        draw.shuffle(nodes)
        pairs = [(draw.choice(nodes), draw.choice(nodes)) for _ in range(2 * size)]
        if draw.random() < 0.5:
            pairs += zip(nodes, nodes[1:] + nodes[:1])
        if draw.random() < 0.5:
            pairs = [(u, v) for u, v in pairs if u != v]
        graph = kind(name="drawn")
        graph.add_nodes_from(nodes, size=size)
        graph.add_edges_from((u, v, WEIGHTS[name](draw)) for u, v in pairs)
        yield graph


def is_run(name, *args, **kwargs):
    return backend.can_run(name, args, kwargs) is True


@pytest.mark.parametrize("weight", [None, "weight"])
def test_betweenness_of_nodes_and_edges(weight):
    for graph in drawn(weights=OF_PATHS):
        for k, normalized in itertools.product((None, max(1, len(graph) // 2)), (True, False)):
            options = {"k": k, "normalized": normalized, "weight": weight, "seed": 5}
            for name in ("betweenness_centrality", "edge_betweenness_centrality"):
                if k is not None and k > len(graph):
                    continue
                ours, theirs = (getattr(nx, name)(graph, backend=where, **options) for where in ("mg", "networkx"))
                assert list(ours) == list(theirs)
                assert ours == pytest.approx(theirs, rel=1e-12, abs=1e-12, nan_ok=True)
                assert all(type(score) is float for score in ours.values())


@pytest.mark.parametrize("weight", [0, 0.1, 2**40, -1, "heavy"])
def test_lengths_that_are_not_here_what_they_are_there_are_left_to_networkx(weight):
    graph = nx.Graph([(0, 1, {"weight": weight}), (1, 2, {"weight": weight})])
    for name in ("betweenness_centrality", "edge_betweenness_centrality"):
        draw = random.Random(1)
        before = draw.getstate()
        with pytest.raises(NotImplementedError):
            getattr(nx, name)(graph, k=2, weight="weight", seed=draw, backend="mg")
        assert draw.getstate() == before  # networkx draws the same nodes then
        assert "function" in backend.can_run(name, (graph,), {"weight": lambda u, v, d: 1})
    assert "endpoints" in backend.can_run("betweenness_centrality", (graph,), {"endpoints": True})


@pytest.mark.parametrize("extreme", ["minimum", "maximum"])
def test_spanning_trees_are_those_of_kruskal(extreme):
    for graph in drawn(kinds=(nx.Graph, nx.DiGraph)):
        same(f"{extreme}_spanning_edges", graph)
        same(f"{extreme}_spanning_edges", graph, data=False)
        name = f"{extreme}_spanning_tree"
        if not graph.is_directed():
            ours, theirs = (getattr(nx, name)(graph, backend=where) for where in ("mg", "networkx"))
            assert nx.utils.graphs_equal(ours, theirs) and list(ours.edges) == list(theirs.edges)
        for why, options in (("Kruskal", {"algorithm": "prim"}), ("Kruskal", {"algorithm": "nonsense"}),
                             ("function", {"weight": lambda data: 1})):
            assert why in backend.can_run(name, (graph,), options)
        assert "multigraphs" in backend.can_run(name, (nx.MultiGraph(graph),), {})
    with pytest.raises(NotImplementedError):
        getattr(nx, name)(nx.Graph([(0, 1, {"weight": float("nan")})]), backend="mg", ignore_nan=True)


def test_trusses_are_what_is_left_of_a_copy():
    def rows(graph):
        return [(node, list(neighbors)) for node, neighbors in graph.adjacency()]

    dense = nx.gnp_random_graph(40, 0.3, seed=6)
    dense.nodes[3]["color"] = "red"
    for graph in (dense, *drawn(kinds=(nx.Graph, nx.DiGraph, nx.MultiGraph), weights=["some"])):
        for k in (1, 2, 3, 4, 4.5, 7):
            ours = outcome(nx.k_truss, graph, k, backend="mg")
            assert ours == outcome(nx.k_truss, graph, k, backend="networkx")
            if type(ours) is list:
                ours, theirs = (nx.k_truss(graph, k, backend=where) for where in ("mg", "networkx"))
                assert nx.utils.graphs_equal(ours, theirs) and ours.graph == theirs.graph and rows(ours) == rows(theirs)


BARYCENTER = "centroid" if _functions.SINCE_3_7 else "barycenter"
OF_DISTANCES = ["average_shortest_path_length", BARYCENTER, "center", "diameter", "eccentricity", "periphery",
                "radius", "wiener_index"]


@pytest.mark.parametrize("name", OF_DISTANCES)
def test_distances_of_all(name):
    for graph in (*drawn(weights=["none"]), nx.path_graph(5), nx.star_graph(4), nx.grid_2d_graph(5, 4)):
        same(name, graph)
    for nodes in ("node 1", 3, [5, 3], []):
        same("eccentricity", nx.cycle_graph(8), nodes)
    for graph in (nx.grid_2d_graph(5, 4), nx.empty_graph(2)):
        same("diameter", graph, usebounds=True)


def test_distances_that_are_left_to_networkx():
    graph = nx.cycle_graph(5)
    assert "given" in backend.can_run("closeness_centrality", (graph,), {"sp": {}})
    for name in OF_DISTANCES:
        assert "weights" in backend.can_run(name, (graph,), {"weight": "weight"})
    for name in ("center", "periphery", "radius"):
        assert "bounds" in backend.can_run(name, (graph,), {"usebounds": True})
        assert "with e" in backend.can_run(name, (graph,), {"e": {}})
    assert "with sp" in backend.can_run("eccentricity", (graph,), {"sp": {}})
    assert "with attr" in backend.can_run(BARYCENTER, (graph,), {"attr": "sum"})
    assert "methods" in backend.can_run("average_shortest_path_length", (graph,), {"method": "floyd-warshall"})


def test_efficiency_and_harmonic_centrality_from_some_nodes():
    for graph in drawn(weights=["none"]):
        if not graph.is_directed():
            ours, theirs = (nx.global_efficiency(graph, backend=where) for where in ("mg", "networkx"))
            assert ours == pytest.approx(theirs)
        nodes = list(graph)
        for nbunch, sources in ((None, nodes[:3]), (nodes[1:3], nodes[:5]), (None, []), ([], None)):
            ours, theirs = (nx.harmonic_centrality(graph, nbunch, sources=sources, backend=where)
                            for where in ("mg", "networkx"))
            assert ours == pytest.approx(theirs) and list(ours) == list(theirs)
            assert [type(value) for value in ours.values()] == [type(value) for value in theirs.values()]


@pytest.mark.parametrize("name", ["all_pairs_dijkstra", "all_pairs_dijkstra_path", "all_pairs_dijkstra_path_length",
                                  "all_pairs_shortest_path", "all_pairs_shortest_path_length"])
def test_paths_from_all_nodes(name):
    for graph in drawn():
        same(name, graph)
        same(name, graph, cutoff=2)
        if "dijkstra" in name:
            same(name, graph, weight="color")


@pytest.mark.parametrize("name", ["shortest_path", "shortest_path_length"])
def test_paths_between_whatever_is_given(name):
    for graph in drawn():
        for weight in (None, "weight"):
            same(name, graph, weight=weight)
            for node in (*list(graph)[:3], "nobody"):
                same(name, graph, node, weight=weight)
                if is_run(name, graph, target=node, weight=weight):
                    same(name, graph, target=node, weight=weight)
    for options in ({"method": "nonsense"}, {"method": "bellman-ford", "weight": "weight"},
                    {"target": 0, "weight": "weight"}):
        assert "left to networkx" in backend.can_run(name, (nx.path_graph(3),), options)


def test_lightest_paths_are_found_from_both_ends():
    for graph in drawn():
        nodes = [*list(graph)[:4], "nobody"]
        for source, target in itertools.product(nodes, reversed(nodes)):
            same("bidirectional_dijkstra", graph, source, target)
            same("shortest_path", graph, source, target, weight="weight")
    road = nx.grid_2d_graph(30, 30)  # with many paths of the same length
    for number, (_, _, attributes) in enumerate(road.edges(data=True)):
        attributes["weight"] = 1 + number % 3
    for target in ((29, 29), (4, 20), (17, 1)):
        same("bidirectional_dijkstra", road, (0, 0), target)
        same("bidirectional_dijkstra", nx.DiGraph(road), (3, 3), target)


def test_searches_from_several_nodes():
    for graph in drawn():
        nodes = list(graph)
        for sources in (nodes[:1], set(nodes[:4]), nodes[:2] * 2, [], ["nobody"]):
            for name in ("multi_source_dijkstra", "multi_source_dijkstra_path", "multi_source_dijkstra_path_length"):
                same(name, graph, sources)
                same(name, graph, sources, cutoff=2)
            for target in (*nodes[-2:], "nobody"):
                same("multi_source_dijkstra", graph, sources, target)


def test_which_of_these_calls_would_pay():
    graph = nx.gnm_random_graph(2000, 8000, seed=1)
    run = backend.should_run
    for name in ("edge_betweenness_centrality", "betweenness_centrality", "eccentricity",
                 "all_pairs_dijkstra_path_length", "minimum_spanning_edges", "shortest_path_length"):
        assert run(name, (graph,), {}) is True
    for name in ("edge_betweenness_centrality", "betweenness_centrality"):
        assert run(name, (graph,), {"k": 9, "weight": "weight"}) is True
    assert run("shortest_path", (graph,), {"weight": "weight"}) is True
    assert "conversion" in run("shortest_path", (graph, 0, 5), {"weight": "weight"})
    assert "conversion" in run("multi_source_dijkstra", (graph, [0, 5], 7), {})
    assert "conversion" in run("shortest_path", (graph,), {"target": 3})
    assert "few levels" in run("all_pairs_shortest_path", (graph, 1), {})
    assert "tree" in run("center", (nx.path_graph(1000),), {})
