"""The backend of networkx against networkx itself: values, types and order."""

import functools
import inspect
import itertools
import math

import pytest

nx = pytest.importorskip("networkx")
pytest.importorskip("scipy")

import multigraph as mg  # noqa: E402
from multigraph.networkx import _functions, backend  # noqa: E402
from nx_cases import graphs, outcome, same  # noqa: E402


EVERYWHERE = ["average_clustering", "clustering", "condensation", "connected_components", "core_number", "degree_centrality",
              "in_degree_centrality", "is_connected", "is_strongly_connected", "is_weakly_connected", "k_core", "k_crust", "k_shell",
              "number_connected_components", "number_strongly_connected_components", "number_weakly_connected_components",
              "out_degree_centrality", "strongly_connected_components", "transitivity", "triangles",
              "weakly_connected_components"]
FROM_A_NODE = ["ancestors", "bfs_edges", "bfs_layers", "bfs_predecessors", "bfs_successors", "bfs_tree", "descendants",
               "node_connected_component", "shortest_path", "shortest_path_length", "single_source_dijkstra",
               "single_source_dijkstra_path", "single_source_dijkstra_path_length", "single_source_shortest_path",
               "single_source_shortest_path_length", "single_target_shortest_path", "single_target_shortest_path_length"]
BETWEEN_NODES = ["bidirectional_shortest_path", "dijkstra_path", "dijkstra_path_length", "has_path", "shortest_path",
                 "shortest_path_length", "single_source_dijkstra"]


@pytest.mark.parametrize("name", EVERYWHERE)
def test_of_the_whole_graph(name):
    for graph in graphs():
        if not isinstance(backend.can_run(name, (graph,), {}), str):
            same(name, graph)


@pytest.mark.parametrize("name", FROM_A_NODE)
def test_from_a_node(name):
    for graph in graphs():
        for node in list(graph)[:7]:
            same(name, graph, node)
        missing = outcome(getattr(nx, name), graph, "nobody", backend="mg") if name != "node_connected_component" else None
        assert missing is None or missing[0] in (nx.NodeNotFound, nx.NetworkXError) or not missing[0]


@pytest.mark.parametrize("name", BETWEEN_NODES)
def test_between_two_nodes(name):
    for graph in graphs():
        for source, target in itertools.islice(itertools.permutations(list(graph)[::3], 2), 40):
            same(name, graph, source, target)


@pytest.mark.parametrize("limit", [0, 1, 2, 2.5, math.inf])
def test_of_a_few_levels(limit):
    graph = graphs()[1]
    same("single_source_shortest_path_length", graph, 0, cutoff=limit)
    same("single_source_shortest_path", graph, 0, cutoff=limit)
    same("single_source_dijkstra_path_length", graphs()[2], 0, cutoff=limit)
    if limit == int(limit if limit < math.inf else 0):
        same("bfs_edges", graph, 0, depth_limit=int(limit))
        same("descendants_at_distance", graph, 0, int(limit))


@pytest.mark.parametrize("name, options", [
    ("pagerank", {"weight": None}), ("pagerank", {"weight": None, "alpha": 0.5}), ("hits", {}),
    ("betweenness_centrality", {}), ("betweenness_centrality", {"normalized": False}),
    ("betweenness_centrality", {"k": 10, "seed": 5}), ("eigenvector_centrality", {}), ("katz_centrality", {"alpha": 0.05}),
    ("katz_centrality", {"alpha": 0.02, "beta": 3, "normalized": False})])
def test_scores_are_close(name, options):
    for graph in (graphs()[3], graphs()[1].subgraph(max(nx.connected_components(graphs()[1]), key=len)).copy()):
        ours = getattr(nx, name)(graph, backend="mg", **options)
        theirs = getattr(nx, name)(graph, backend="networkx", **options)
        for mine, yours in zip(ours if name == "hits" else [ours], theirs if name == "hits" else [theirs]):
            assert list(mine) == list(yours)
            assert mine == pytest.approx(yours, abs=1e-5)
            assert all(type(value) is float for value in mine.values())


def test_walks_of_pagerank_begin_again_where_they_are_told_to():
    directed = nx.gnp_random_graph(40, 0.05, seed=3, directed=True)  # some of whose nodes no edge leaves
    directed.add_node("alone")
    for graph in (directed, nx.path_graph(5), nx.MultiDiGraph([(0, 1), (1, 2), (3, 2)])):
        nodes = list(graph)
        for weights in ({nodes[0]: 1}, {nodes[1]: 2, nodes[-1]: 0.5, "elsewhere": 9}, dict.fromkeys(nodes, 1)):
            options = {"personalization": weights, "weight": None if not graph.is_multigraph() else "weight"}
            ours = nx.pagerank(graph, backend="mg", tol=1e-7, **options)
            assert ours == pytest.approx(nx.pagerank(graph, backend="networkx", tol=1e-7, **options), abs=1e-6)
            assert list(ours) == nodes and all(type(rank) is float for rank in ours.values())
        for weights in ({}, {nodes[0]: 0}, {"elsewhere": 1}, {nodes[0]: -1, nodes[1]: 2}, {nodes[0]: math.nan}):
            with pytest.raises(NotImplementedError):
                nx.pagerank(graph, backend="mg", personalization=weights)
    for corner in ({"nstart": {0: 1}}, {"dangling": {0: 1}}):
        assert "left to networkx" in backend.can_run("pagerank", (directed,), corner)


def test_cores_of_a_graph_with_loops_are_refused_as_by_networkx():
    for graph in (nx.Graph([(0, 1), (1, 1)]), nx.DiGraph([(0, 0)]), nx.MultiGraph([(0, 1)])):
        for name in ("core_number", "k_core", "k_shell", "k_crust"):
            ours = outcome(getattr(nx, name), graph, backend="mg")
            assert ours == outcome(getattr(nx, name), graph, backend="networkx") and ours[0] is nx.NetworkXNotImplemented


def test_subgraphs_by_core_numbers_are_those_of_networkx():
    graph = nx.gnp_random_graph(60, 0.1, seed=2)
    graph.nodes[3]["color"], graph.graph["name"] = "red", "drawn"
    for name in ("k_core", "k_shell", "k_crust", "k_corona"):
        for k in (1, 2, 3):
            ours = getattr(nx, name)(graph, k, backend="mg")
            theirs = getattr(nx, name)(graph, k, backend="networkx")
            assert nx.utils.graphs_equal(ours, theirs) and list(ours) == list(theirs) and ours.graph == theirs.graph
    given = dict.fromkeys(graph, 7)
    assert len(nx.k_core(graph, 7, given, backend="mg")) == len(graph)


def test_strong_components_come_in_networkxs_order():
    for seed in range(20):
        graph = nx.gnp_random_graph(40, 0.04, seed=seed, directed=True)
        graph.add_edge(5, 5)
        same("strongly_connected_components", graph)
        same("number_strongly_connected_components", graph)
        ours, theirs = (nx.condensation(graph, backend=name) for name in ("mg", "networkx"))
        assert nx.utils.graphs_equal(ours, theirs) and ours.graph == theirs.graph
    given = [{node} for node in graph]
    assert len(nx.condensation(graph, given, backend="mg")) == len(graph)
    with pytest.raises(nx.NetworkXPointlessConcept):
        nx.is_strongly_connected(nx.DiGraph(), backend="mg")


def test_an_independent_set_is_one_and_no_node_could_join_it():
    for graph in (nx.gnp_random_graph(80, 0.1, seed=1), nx.star_graph(9), nx.empty_graph(4), nx.path_graph(["a", "b", "c"])):
        members = nx.maximal_independent_set(graph, backend="mg")
        assert type(members) is list and len(set(members)) == len(members)
        assert not graph.subgraph(members).edges
        assert set(members).union(*(graph[node] for node in members)) == set(graph)
    assert len({tuple(nx.maximal_independent_set(nx.path_graph(30), backend="mg")) for _ in range(20)}) > 1
    run = backend.can_run
    assert "a seed stands for" in run("maximal_independent_set", (nx.path_graph(4),), {"seed": 5})
    assert "given nodes" in run("maximal_independent_set", (nx.path_graph(4), [1]), {})
    with pytest.raises(NotImplementedError):
        nx.maximal_independent_set(nx.Graph([(0, 0)]), backend="mg")


def test_communities_are_as_good_as_networkxs_or_nearly():
    for graph in (nx.karate_club_graph(), nx.gnp_random_graph(80, 0.05, seed=3, directed=True), nx.path_graph(list("abcde")),
                  nx.empty_graph(3), nx.Graph([(0, 0), (0, 1), (1, 2)])):
        for resolution in (1, 0.5):
            ours, theirs = (nx.community.louvain_communities(graph, weight=None, resolution=resolution, backend=name)
                            for name in ("mg", "networkx"))
            assert type(ours) is list and nx.community.is_partition(graph, ours)
            if not graph.edges:
                assert ours == theirs
                continue
            quality = [nx.community.modularity(graph, found, None, resolution) for found in (ours, theirs)]
            assert quality[0] >= quality[1] - 0.05
    weighted = nx.karate_club_graph()  # whose edges do not weigh the same
    with pytest.raises(NotImplementedError):
        nx.community.louvain_communities(weighted, backend="mg")
    run = backend.can_run
    assert run("louvain_communities", (weighted,), {"weight": None}) is True
    assert "a seed stands for" in run("louvain_communities", (weighted,), {"seed": 5})
    assert "end at a level" in run("louvain_communities", (weighted,), {"max_level": 2})
    assert "end at a level" in run("louvain_communities", (weighted,), dict(threshold=0.1))
    assert "resolution" in run("louvain_communities", (weighted,), {"resolution": -1})


def test_leiden_communities_are_connected_and_no_worse_than_those_of_louvain():
    of_networkx = _functions.SINCE_3_7  # and what a seed stands for is, too
    leiden = functools.partial(nx.community.leiden_communities, **({"metric": "modularity"} if of_networkx else {"seed": 7}))
    karate = nx.karate_club_graph()
    heavy = nx.Graph()
    heavy.add_weighted_edges_from([(0, 1, 0.5), (1, 2, 10.0), (2, 3, 0.5), (3, 0, 10.0)])
    for graph, weight in ((karate, "weight"), (karate, None), (heavy, "weight"), (nx.gnp_random_graph(80, 0.05, seed=3), None)):
        for resolution in (1, 0.5):
            options = {"weight": weight, "resolution": resolution}
            found = leiden(graph, **options, backend="mg")
            assert type(found) is list and nx.community.is_partition(graph, found)
            assert all(nx.is_connected(graph.subgraph(nodes)) for nodes in found)
            assert of_networkx or leiden(graph, **options, backend="mg") == found
            louvain = nx.community.louvain_communities(graph, weight, resolution, seed=7, backend="networkx")
            ours, theirs = (nx.community.modularity(graph, sets, weight, resolution) for sets in (found, louvain))
            assert ours >= theirs - 0.05
    assert sorted(map(sorted, leiden(heavy, backend="mg"))) == [[0, 3], [1, 2]]
    parallel = nx.MultiGraph(nx.path_graph(4).edges)
    parallel.add_edges_from([(1, 2)] * 9)
    assert {1, 2} in [nodes & {1, 2} for nodes in leiden(parallel, backend="mg")]
    assert leiden(nx.Graph(), backend="mg") == []
    with pytest.raises(NotImplementedError if of_networkx else ValueError):
        leiden(karate, max_level=0, backend="mg")
    with pytest.raises(NotImplementedError):
        leiden(parallel, weight=None, backend="mg")
    with pytest.raises(nx.NetworkXNotImplemented):
        leiden(nx.DiGraph([(0, 1)]), backend="mg")
    run = functools.partial(backend.can_run, "leiden_communities", (karate,))
    assert "resolution" in run({"metric": "modularity", "resolution": -1})
    assert "metric" in run({"metric": "cpm"})
    assert "theta" in run({"metric": "modularity", "theta": 0.5})
    assert (run({}) is True) != of_networkx
    assert (backend.should_run("leiden_communities", (nx.path_graph(3),), {}) is True) != of_networkx
    if of_networkx:
        assert "seed" in run({"metric": "modularity", "seed": 5})
        assert backend.should_run("leiden_communities", (nx.gnp_random_graph(800, 0.1, seed=1),), {"weight": None}) is True


def test_centralities_that_do_not_converge_say_so_as_in_networkx():
    graph = nx.karate_club_graph()
    for name, options in (("katz_centrality", {"alpha": 0.9}), ("katz_centrality", {"alpha": 0.9, "max_iter": 5000}),
                          ("katz_centrality", {"alpha": 0.1, "max_iter": 3}), ("eigenvector_centrality", {"max_iter": 3})):
        ours = outcome(getattr(nx, name), graph, weight=None, backend="mg", **options)
        theirs = outcome(getattr(nx, name), graph, weight=None, backend="networkx", **options)
        assert ours == theirs and ours[0] is nx.PowerIterationFailedConvergence
    with pytest.raises(nx.NetworkXPointlessConcept):
        nx.eigenvector_centrality(nx.Graph(), backend="mg")
    assert nx.katz_centrality(nx.Graph(), backend="mg") == {}


@pytest.mark.parametrize("name, options", [("katz_centrality", {"alpha": 0.08}), ("eigenvector_centrality", {})])
def test_iterations_end_where_those_of_networkx_do(name, options):
    def run(max_iter, where):
        return getattr(nx, name)(nx.karate_club_graph(), weight=None, max_iter=max_iter, backend=where, **options)

    def converges(max_iter):
        try:
            return bool(run(max_iter, "networkx"))
        except nx.PowerIterationFailedConvergence:
            return False

    enough = next(filter(converges, itertools.count(2)))
    assert enough > 3 and run(enough, "mg") == pytest.approx(run(enough, "networkx"), abs=1e-12)
    with pytest.raises(nx.PowerIterationFailedConvergence):
        run(enough - 1, "mg")


def test_centralities_that_are_left_to_networkx():
    graph = nx.path_graph(4)
    run = backend.can_run
    for name in ("katz_centrality", "eigenvector_centrality"):
        assert run(name, (graph,), {}) is True
        assert "nstart" in run(name, (graph,), {"nstart": {0: 1}})
        assert "weight" in run(name, (graph,), {"weight": "weight"})
        assert "iterations" in run(name, (graph,), {"max_iter": 1})
        assert "iterations" in run(name, (graph,), {"tol": 0})
    assert "alpha" in run("katz_centrality", (graph,), {"alpha": -1})
    assert "beta" in run("katz_centrality", (graph,), {"beta": {0: 1}})


def test_parallel_edges_count_as_the_lightest():
    graph = nx.MultiDiGraph([(0, 1, {"weight": 5}), (0, 1, {"weight": 2}), (1, 2)])
    same("single_source_dijkstra", graph, 0)
    same("single_source_shortest_path", graph, 0)


def test_views_are_walked_as_what_they_show():
    graph = nx.karate_club_graph()
    same("single_source_shortest_path", graph.subgraph(range(20)), 0)
    same("ancestors", nx.reverse_view(nx.DiGraph([(0, 1), (1, 2)])), 0)


def test_a_class_that_shows_other_neighbors_than_it_holds_is_left_to_networkx():
    class Upside(nx.Graph):
        def __getitem__(self, node):
            return {other: {} for other in self if other != node}

    class Plain(nx.Graph):
        pass

    for name in ("core_number", "connected_components", "triangles"):
        assert "class" in backend.can_run(name, (Upside([(0, 1)]),), {})
        assert backend.can_run(name, (Plain([(0, 1)]),), {}) is True
    with pytest.raises(NotImplementedError):
        nx.core_number(Upside([(0, 1), (2, 3)]), backend="mg")


def test_a_graph_that_changes_is_walked_again():
    graph = nx.path_graph(4)
    assert nx.has_path(graph, 0, 3, backend="mg")
    graph.remove_edge(1, 2)
    assert not nx.has_path(graph, 0, 3, backend="mg")


@pytest.mark.parametrize("weight", [-1, 2**40, "heavy", 1 + 2j])
def test_weights_that_cannot_be_held_are_left_to_networkx(weight):
    graph = nx.Graph([(0, 1, {"weight": weight})])
    with pytest.raises(NotImplementedError):
        nx.single_source_dijkstra_path_length(graph, 0, backend="mg")


def test_reasons_are_sentences():
    graph = nx.path_graph(3)
    assert "function" in backend.can_run("dijkstra_path", (graph, 0, 1), {"weight": lambda u, v, d: 1})
    assert "too small" in backend.should_run("pagerank", (graph,), {})
    assert backend.should_run("pagerank", (nx.gnp_random_graph(200, 0.2, seed=1),), {}) is True


def test_calls_that_would_not_pay_are_left_to_networkx():
    graph = nx.gnm_random_graph(2000, 20_000, seed=1)
    run = backend.should_run
    assert run("pagerank", (graph,), {}) is True
    assert run("triangles", (graph,), {}) is True
    assert run("betweenness_centrality", (graph,), {"k": 10}) is True
    assert "ends sooner" in run("degree_centrality", (graph,), {})
    assert "a few nodes" in run("clustering", (graph, [1, 2]), {})
    assert "view" in run("pagerank", (graph.subgraph(range(1500)),), {})
    assert "conversion" in run("has_path", (graph, 0, 1), {})
    assert run("pagerank", ("no graph",), {}) is True and run("pagerank", (), {}) is True  # whose errors are told there


def test_a_graph_is_converted_once_many_searches_were_left_to_networkx():
    graph = nx.gnm_random_graph(2000, 8000, seed=1)
    graph.add_node("alone")
    left = 0
    while backend.should_run("descendants", (graph, 0), {}) is not True:
        left += 1
        assert left < 1000
    assert left > 5
    assert "no time" in backend.should_run("descendants", (graph, "alone"), {})
    assert "few levels" in backend.should_run("bfs_edges", (graph, 0), {"depth_limit": 1})
    graph.add_edge(0, "new")  # what networkx knows of the graph is forgotten, and this with it
    assert "many searches" in backend.should_run("descendants", (graph, 0), {})
    nx.descendants(graph, 0, backend="mg")
    assert backend.should_run("descendants", (graph, 0), {}) is True
    assert backend.should_run("bidirectional_shortest_path", (graph, 0, 1), {}) is not True
    road = nx.grid_2d_graph(110, 110)
    nx.has_path(road, (0, 0), (109, 109), backend="mg")
    assert backend.should_run("has_path", (road, (0, 0), (109, 109)), {}) is True


def test_arguments_are_those_that_python_would_bind():
    def bound(*args, **kwargs):
        return _functions.arguments_of("bfs_edges", args, kwargs)

    signature = inspect.signature(_functions.bfs_edges)
    for args, kwargs in [(("G", 1), {}), (("G",), {"source": 1}), (("G", 1, True), {"depth_limit": 2}), ((), {"source": 1, "G": 2})]:
        expected = signature.bind(*args, **kwargs)
        expected.apply_defaults()
        assert bound(*args, **kwargs) == expected.arguments
    for args, kwargs in [((), {}), (("G",), {}), (("G", 1), {"source": 1}), (("G", 1), {"color": 1}), ((1,) * 9, {})]:
        assert bound(*args, **kwargs) is None


def test_a_graph_of_networkx_is_one_of_multigraph():
    graph = mg.Graph.from_networkx(nx.Graph([("a", "b", {"w": 2}), ("b", "c")]), weight="w")
    assert graph.names == ["a", "b", "c"] and not graph.directed
    assert mg.sssp(graph, "a")["c"]["distance"] == 3
    with pytest.raises(mg.BadInput, match="cannot be converted"):
        mg.Graph.from_networkx(nx.Graph([(0, 1, {"w": -1})]), weight="w")


def test_functions_of_the_module_agree_with_networkx():
    graph = nx.gnp_random_graph(60, 0.08, seed=8)
    ours = mg.Graph.from_networkx(graph)
    by_node = lambda values: dict(zip(graph, values.tolist()))
    assert by_node(mg.closeness(ours).centrality) == pytest.approx(nx.closeness_centrality(graph))
    assert by_node(mg.closeness(ours, improved=False).centrality) == pytest.approx(
        nx.closeness_centrality(graph, wf_improved=False))
    assert by_node(mg.harmonic(ours, [0, 7]).centrality) == pytest.approx(nx.harmonic_centrality(graph, sources=[0, 7]))
    assert by_node(mg.lcc(ours).coefficient) == pytest.approx(nx.clustering(graph))
    assert by_node(mg.kcore(ours).core) == nx.core_number(graph)
    assert by_node(mg.katz(ours, alpha=0.05).centrality) == pytest.approx(nx.katz_centrality(graph, 0.05), abs=1e-5)
    largest = nx.subgraph(graph, max(nx.connected_components(graph), key=len))
    found = mg.diameter(ours, 0, searches=0)
    assert found.summary["at_least"] == found.summary["at_most"] == nx.diameter(largest)
    colors = by_node(mg.coloring(ours).color)
    assert all(colors[u] != colors[v] for u, v in graph.edges)
    labels = by_node(mg.cdlp(ours, rounds=3).label)
    assert all(nx.has_path(graph, node, label) for node, label in labels.items())


@pytest.mark.parametrize("directed", [False, True])
def test_how_near_nodes_are(directed):
    graph = nx.gnp_random_graph(60, 0.04, seed=5, directed=directed)
    graph.add_edge(3, 3)
    for wf_improved in (True, False):
        assert nx.closeness_centrality(graph, wf_improved=wf_improved, backend="mg") == pytest.approx(
            nx.closeness_centrality(graph, wf_improved=wf_improved, backend="networkx"))
    assert nx.closeness_centrality(graph, u=7, backend="mg") == pytest.approx(
        nx.closeness_centrality(graph, u=7, backend="networkx"))
    for nbunch in (None, [5, 3, 1]):
        ours = nx.harmonic_centrality(graph, nbunch, backend="mg")
        theirs = nx.harmonic_centrality(graph, nbunch, backend="networkx")
        assert ours == pytest.approx(theirs) and list(ours) == list(theirs)
        assert [type(value) for value in ours.values()] == [type(value) for value in theirs.values()]
