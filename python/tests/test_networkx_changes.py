"""Graphs of networkx that change, show what others hold, are copied, or are let go of."""

import copy
import decimal
import gc
import math
import pickle
import weakref

import numpy as np
import pytest

nx = pytest.importorskip("networkx")
pytest.importorskip("scipy")

import multigraph as mg  # noqa: E402
from multigraph import _core  # noqa: E402
from multigraph.networkx import _functions, _reasons, backend  # noqa: E402
from nx_cases import outcome, same  # noqa: E402


def chain():
    return nx.DiGraph((node, node + 1) for node in range(6))


def shrink(graph):
    graph.remove_node(0)


def renumber(graph):
    graph.remove_node(0)
    graph.add_edge(0, 7)


@pytest.mark.parametrize("change", [shrink, renumber])
@pytest.mark.parametrize("reverse", [False, True])
def test_a_search_that_was_asked_for_before_a_change_sees_the_graph_as_it_is(change, reverse):
    def edges(where):
        graph = chain()
        list(nx.bfs_edges(graph, 3, backend=where))
        found = nx.bfs_edges(graph, 3, reverse=reverse, backend=where)
        change(graph)
        return list(found)

    assert edges("mg") == edges("networkx")


def test_answers_for_all_nodes_end_where_nodes_go_meanwhile():
    for name in ("all_pairs_shortest_path_length", "all_pairs_dijkstra_path"):
        graph = chain()
        answers = getattr(nx, name)(graph, backend="mg")
        next(answers)
        graph.remove_nodes_from([0, 1, 2])
        with pytest.raises(RuntimeError, match="changed"):
            list(answers)


def test_answers_for_all_nodes_follow_edges_that_come_meanwhile():
    def lengths(where):
        graph = chain()
        answers = nx.all_pairs_shortest_path_length(graph, backend=where)
        begin = next(answers)
        graph.add_edge(6, 0)
        return [begin, *answers]

    assert lengths("mg") == lengths("networkx")


VIEWS = {"subgraph": lambda graph: graph.subgraph(range(7)), "filtered": nx.subgraph_view,
         "reversed": lambda graph: graph.reverse(copy=False), "undirected": lambda graph: graph.to_undirected(as_view=True)}


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_shows_what_its_graph_has_become(view):
    graph = chain()
    shown = VIEWS[view](graph)
    for change in (lambda: None, lambda: graph.add_edge(6, 2), lambda: graph.remove_node(0)):
        change()
        for name in ("single_source_shortest_path_length", "single_target_shortest_path_length"):
            same(name, shown, 3)
        if view != "undirected":
            same("ancestors", shown, 6)
        assert "view" in backend.should_run("pagerank", (shown,), {})


def test_a_view_of_edges_from_one_end_alone_is_left_to_networkx():
    with pytest.raises(NotImplementedError):
        nx.number_connected_components(nx.subgraph_view(nx.path_graph(4), filter_edge=lambda u, v: u < v), backend="mg")


def test_numbers_of_nodes_that_a_graph_has_not_are_refused():
    rows = _core.NetworkxGraph({0: {1: {}}, 1: {}}, None, False, False, True, None)
    for search in (lambda: rows.search([2], None), lambda: rows.reaches([9], 1), lambda: rows.dijkstra([2], None, None, False),
                   lambda: rows.dijkstra([0], None, 7, False), lambda: rows.path(rows, 0, 2), lambda: rows.lightest_path(rows, 5, 0)):
        with pytest.raises(mg.WrongUse, match="2 nodes"):
            search()
    fewer = _core.NetworkxGraph({0: {}}, None, False, False, True, None)
    with pytest.raises(mg.WrongUse, match="not of one graph"):
        rows.path(fewer, 0, 1)
    for others in ({0: {}}, {1: {}, 0: {}}, {0: {}, 1: {}, 2: {}}):
        with pytest.raises(NotImplementedError, match="changes"):
            _core.NetworkxGraph(others, None, False, False, True, rows)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda graph: pickle.loads(pickle.dumps(graph))])
def test_a_graph_that_was_converted_can_be_copied_and_pickled(copied):
    graph = nx.relabel_nodes(chain(), {node: node + 1000 for node in range(7)})
    nx.ancestors(graph, 1003, backend="mg")
    other = copied(graph)
    other.remove_node(1000)
    same("ancestors", other, 1003)
    same("ancestors", graph, 1003)


class Node:
    """A node that knows its graph."""

    def __init__(self, graph):
        self.graph = graph


def test_a_converted_graph_whose_nodes_lead_to_it_is_let_go_of():
    def build():
        graph = nx.DiGraph()
        graph.add_edge(Node(graph), Node(graph), weight=2)
        first = next(iter(graph))
        nx.descendants(graph, first, backend="mg")
        nx.ancestors(graph, first, backend="mg")
        nx.single_source_dijkstra(graph, first, backend="mg")
        return weakref.ref(graph)

    built = build()
    gc.collect()
    assert built() is None


def test_options_of_runs_do_not_change_what_networkx_returns():
    graph = nx.path_graph(200)
    with mg.options(max_iterations=1, schedule="direction=push", deterministic=False, trace=True):
        assert nx.is_connected(graph, backend="mg")
        assert nx.core_number(graph, backend="mg") == dict.fromkeys(graph, 1)
    with mg.options(threads=1, device="cpu"):
        assert nx.is_connected(graph, backend="mg")


def test_more_threads_than_there_are_processors_are_no_more():
    graph = nx.path_graph(60)
    with mg.options(threads=2**16):
        assert nx.eccentricity(graph, backend="mg") == nx.eccentricity(graph)
        assert nx.closeness_centrality(graph, 3, backend="mg") == pytest.approx(nx.closeness_centrality(graph, 3))


def test_a_configuration_that_means_nothing_is_no_lack_of_convergence():
    device = nx.config.backends.mg.device
    nx.config.backends.mg.device = "abacus"
    try:
        with pytest.raises(mg.WrongUse, match="abacus"):
            nx.katz_centrality(nx.path_graph(4), backend="mg")
    finally:
        nx.config.backends.mg.device = device


@pytest.mark.parametrize("limit", [0, 1.5, 2**100, -1, math.inf, -math.inf, decimal.Decimal("1.5"), decimal.Decimal(2)])
def test_limits_of_any_kind_are_networkxs(limit):
    graph = chain()
    for name in ("single_source_shortest_path_length", "single_source_dijkstra_path_length", "single_source_shortest_path"):
        same(name, graph, 0, cutoff=limit)
    same("bfs_edges", graph, 0, depth_limit=limit)
    same("bfs_tree", graph, 0, depth_limit=limit)
    same("descendants_at_distance", graph, 0, limit)


def test_limits_that_no_float_holds_are_left_to_networkx():
    with pytest.raises(NotImplementedError):
        nx.single_source_dijkstra_path_length(chain(), 0, cutoff=decimal.Decimal("0.1"), backend="mg")
    same("descendants_at_distance", chain(), 0, 1.0)


@pytest.mark.parametrize("name", ["single_source_dijkstra_path_length", "single_source_shortest_path_length",
                                  "single_source_shortest_path", "single_target_shortest_path"])
def test_a_limit_that_is_no_number_limits_as_in_networkx(name):
    same(name, chain(), 3, cutoff=math.nan)
    for search in ("bfs_edges", "bfs_predecessors", "bfs_successors", "bfs_tree"):
        same(search, chain(), 0, depth_limit=math.nan)


@pytest.mark.parametrize("name", ["katz_centrality", "eigenvector_centrality"])
def test_iterations_are_any_whole_number(name):
    for max_iter in (10**20, np.int64(500)):
        assert len(getattr(nx, name)(nx.path_graph(5), max_iter=max_iter, backend="mg")) == 5
    with pytest.raises(TypeError, match="integer"):
        getattr(nx, name)(nx.path_graph(5), max_iter=1000.0, backend="mg")


@pytest.mark.parametrize("name", ["bfs_edges", "bfs_layers", "bfs_predecessors", "bfs_successors", "bfs_tree", "descendants",
                                  "descendants_at_distance", "single_source_shortest_path", "single_source_dijkstra",
                                  "multi_source_dijkstra", "has_path"])
def test_what_has_no_hash_is_refused_as_by_networkx(name):
    given = {"descendants_at_distance": ([0], 1), "has_path": (0, [0]), "multi_source_dijkstra": ([[0]],),
             "bfs_layers": ([[0]],)}.get(name, ([0],))

    def problem(where):
        with pytest.raises((TypeError, nx.NetworkXException)) as caught:
            list(getattr(nx, name)(chain(), *given, backend=where))
        return caught.type

    assert problem("mg") is problem("networkx")


@pytest.mark.parametrize("name", ["betweenness_centrality", "edge_betweenness_centrality"])
def test_betweenness_of_no_node(name):
    for k in (None, 0, 1, -1):
        assert outcome(getattr(nx, name), nx.Graph(), k=k, backend="mg") == outcome(
            getattr(nx, name), nx.Graph(), k=k, backend="networkx")


def test_iterations_that_networkx_ends_at_once_are_left_to_it():
    assert "beta" in backend.can_run("katz_centrality", (nx.path_graph(4),), {"beta": 1e-7})
    assert "single node" in backend.can_run("hits", (nx.Graph([(0, 0)]),), {})


@pytest.mark.parametrize("weights, expected", [([0.5, None], [0.5, 1]), ([1, 2.5], [1, 2.5]), ([np.float64(0.5), 2], [0.5, 2]),
                                               ([np.int64(5), np.uint8(3)], [5, 3]), ([True, 4], [1, 4]),
                                               ([decimal.Decimal("0.25"), np.float32(2)], [0.25, 2]), ([2**31, 2**32 - 1], None)])
def test_a_graph_of_networkx_may_have_weights_of_any_real_type(weights, expected):
    graph = nx.DiGraph()
    for node, weight in enumerate(weights):
        graph.add_edge(node, node + 1, **({} if weight is None else {"w": weight}))
    assert mg.Graph.from_networkx(graph, weight="w").csr()[2].tolist() == (expected or weights)


def test_parallel_weights_of_two_types_are_compared():
    graph = nx.MultiDiGraph([(0, 1, {"w": 2}), (0, 1, {"w": 1.5}), (1, 2)])
    assert mg.Graph.from_networkx(graph, weight="w").csr()[2].tolist() == [1.5, 1]


@pytest.mark.parametrize("weight", [-1, "3", None, 1j, math.nan, np.float64(math.inf), [1], np.array([1, 2]), -np.float32(1)])
def test_weights_that_are_no_numbers_from_0_on_are_refused(weight):
    with pytest.raises(mg.BadInput, match="cannot be converted: a .*weight"):
        mg.Graph.from_networkx(nx.Graph([(0, 1, {"w": weight})]), weight="w")


def test_graphs_that_cannot_be_converted_say_what_to_do():
    with pytest.raises(mg.WrongUse, match="name of an attribute"):
        mg.Graph.from_networkx(chain(), weight=lambda u, v, data: 1)

    with pytest.raises(mg.WrongUse, match="graph of networkx's, not dict"):
        mg.Graph.from_networkx({0: {1: {}}})

    class Upside(nx.Graph):
        def __getitem__(self, node):
            return {other: {} for other in self if other != node}

    with pytest.raises(mg.BadInput, match="Upside"):
        mg.Graph.from_networkx(Upside([(0, 1)]))


def test_communities_of_weights_of_several_types():
    graph = nx.Graph([(0, 1, {"weight": 1}), (1, 2, {"weight": np.float64(2.5)})])
    by_modularity = {"metric": "modularity"} if _functions.SINCE_3_7 else {}
    assert sum(map(len, nx.community.leiden_communities(graph, backend="mg", **by_modularity))) == 3


def test_neighbors_may_be_numbers_of_another_type():
    graph = nx.Graph()
    graph.add_nodes_from(range(4))
    graph.add_edges_from((np.int64(node), np.int32(node + 1)) for node in range(3))
    assert nx.single_source_shortest_path_length(graph, 0, backend="mg") == {0: 0, 1: 1, 2: 2, 3: 3}
    graph.add_edge(3, 1.0)
    assert nx.single_source_shortest_path_length(graph, 0, backend="mg") == {0: 0, 1: 1, 2: 2, 3: 2}


def test_what_a_weight_raises_comes_out():
    class Interrupted:
        def __float__(self):
            raise KeyboardInterrupt

    graph = nx.Graph()
    graph.add_edge(0, 1, weight=Interrupted())
    with pytest.raises(KeyboardInterrupt):
        mg.Graph.from_networkx(graph, weight="weight")


def test_a_graph_without_a_cache_is_walked_anew_each_time():
    graph = nx.path_graph(4)
    graph.__networkx_cache__ = None
    converted = backend.convert_from_nx(graph)
    assert converted.rows().degrees().tolist() == [1, 2, 2, 1]
    graph.add_edge(3, 0)
    assert converted.rows().degrees().tolist() == [2, 2, 2, 2]


def test_versions_of_networkx_whose_answers_differ_keep_their_own(monkeypatch):
    assert _reasons._too_old is None
    monkeypatch.setattr(_reasons, "_too_old", "the backend mg needs networkx 3.6 or newer, not 3.4.2")
    assert "3.6 or newer" in backend.can_run("connected_components", (nx.path_graph(3),), {})
    with pytest.raises(NotImplementedError):
        list(nx.connected_components(nx.path_graph(3), backend="mg"))
