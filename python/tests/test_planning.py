"""Before and around runs: estimates, sessions, samples; many sources at once; files of graphs and results."""

import numpy as np
import pytest

import multigraph as mg


def test_an_estimate_names_every_part_before_anything_runs(large_graph):
    found = mg.estimate(large_graph, "pagerank", device="cpu")
    arcs, vertices = large_graph.num_arcs, large_graph.num_vertices
    assert found.parts["csr"] == found.parts["csc"] == 8 * (vertices + 1) + 4 * arcs
    assert found.total == sum(found.parts.values()) > 2 * found.parts["csr"]
    assert "state of pagerank" in found.parts
    assert (found.device, found.reason) == ("cpu", "as asked for")
    assert found.available is None or found.available > 0
    assert "Memory for pagerank on this graph: 20,000 vertices" in str(found)


def test_weights_and_algorithms_take_memory_of_their_own(path_graph):
    bare = mg.Graph.from_csr(*path_graph.csr()[:2])
    assert mg.estimate(path_graph, "bfs").parts["csr"] == mg.estimate(bare, "bfs").parts["csr"] + 4 * bare.num_arcs
    assert mg.estimate(bare, "cc_label").algorithm == "cc-label"


def test_parameters_count(path_graph):
    by_hops = mg.estimate(path_graph, "bc", device="cpu")
    assert mg.estimate(path_graph, "bc", weighted=False, device="cpu").parts == by_hops.parts
    assert mg.estimate(path_graph, "bc", weighted=True, device="cpu").total > by_hops.total
    with pytest.raises(mg.WrongUse, match="weighted takes True or False"):
        mg.estimate(path_graph, "bc", weighted=3)


def test_files_are_estimated_without_being_built(large_graph, tmp_path):
    large_graph.write(tmp_path / "g.mg")
    mapped = mg.estimate(tmp_path / "g.mg", "bfs")
    assert mapped.parts == mg.estimate(large_graph, "bfs").parts
    (tmp_path / "g.el").write_text("ann bob\nbob cyd\nbob ann\n")
    text = mg.estimate(str(tmp_path / "g.el"), "bfs")
    assert text.parts["csr"] == 8 * 4 + 4 * 3
    assert text.parts["names"] > 0
    with pytest.raises(mg.BadInput):
        mg.estimate(tmp_path / "none.el", "bfs")


def test_estimates_refuse_what_runs_refuse(path_graph):
    with pytest.raises(mg.WrongUse, match="there is no algorithm 'pagerang'"):
        mg.estimate(path_graph, "pagerang")
    with pytest.raises(mg.WrongUse, match="colour"):
        mg.estimate(path_graph, "bfs", colour="red")
    with pytest.raises(mg.NoResources):
        mg.estimate(path_graph, "bfs", device="cuda:77")


def test_a_session_runs_with_its_options(path_graph):
    with mg.session(path_graph, device="cpu", threads=1, max_iterations=1) as session:
        assert session.bfs(0).level.tolist() == [0, 1, -1, -1]
        assert session.bfs(0, max_iterations=9).level.tolist() == [0, 1, 2, 3]
        assert session.graph is path_graph
        assert "bfs" in dir(session)
        assert session.bfs.__doc__ == mg.bfs.__doc__
        with pytest.raises(AttributeError, match="no algorithm 'bsf'"):
            session.bsf
        kept = session.cc
        ranks = session.pagerank()
    assert len(ranks.rank) == 4
    with pytest.raises(mg.WrongUse, match="has ended"):
        kept()
    with pytest.raises(mg.WrongUse, match="colour"):
        with mg.session(path_graph, colour="red"):
            pass


def test_a_session_gives_back_what_it_brought_to_a_gpu(run_on_gpu):
    run_on_gpu("""
        import numpy as np, multigraph as mg
        g = mg.Graph.from_edges(np.arange(9), np.arange(1, 10))
        plan = mg.estimate(g, "bfs", device="cuda")
        assert plan.device == plan.gpu != "cpu" and plan.gpu_least <= plan.gpu_total < plan.gpu_free
        with mg.session(g, device="cuda") as session:
            session.bfs(0)
            assert g.gpu_nbytes > 0
        assert g.gpu_nbytes == 0
        mg.bfs(g, 0, device="cuda")
        with mg.session(g, device="cuda") as session:
            session.bfs(1)
        assert g.gpu_nbytes > 0
    """)


def test_samples_are_drawn_with_a_seed(large_graph):
    few = mg.bc(large_graph, sources=mg.sample(2, seed=5)).centrality
    assert np.array_equal(few, mg.bc(large_graph, sources="random:2:5").centrality)
    assert not np.array_equal(few, mg.bc(large_graph, sources=mg.sample(2, seed=6)).centrality)
    with pytest.raises(mg.WrongUse):
        mg.sample(0)


def test_distances_are_a_row_a_source():
    graph = mg.Graph.from_edges(["ann", "bob", "cyd"], ["bob", "cyd", "dan"], weight=[5, 1, 1])
    assert mg.distances(graph, ["ann", "cyd"]).tolist() == [[0, 1, 2, 3], [-1, -1, 0, 1]]
    assert mg.distances(graph, ["ann", "cyd"], max=1).tolist() == [[0, 1, -1, -1], [-1, -1, 0, 1]]
    assert mg.distances(graph, "ann", max=0).tolist() == [[0, -1, -1, -1]]
    assert mg.distances(graph, ["bob"], weighted=True, threads=1).tolist() == [[np.inf, 0, 1, 2]]
    assert mg.distances(graph, []).shape == (0, 4)
    with pytest.raises(mg.WrongUse):
        mg.distances(graph, ["eve"])
    with pytest.raises(mg.WrongUse):
        mg.distances(graph, ["ann"], weighted=True, max=2)


def test_graphs_and_results_are_written_as_the_name_says(path_graph, tmp_path):
    assert path_graph.write(tmp_path / "g.csv") == []
    assert mg.read(tmp_path / "g.csv").num_arcs == 4
    path_graph.write(tmp_path / "g", format="prepared")
    assert mg.open(tmp_path / "g").num_arcs == 4
    with pytest.raises(mg.WrongUse):
        path_graph.write(tmp_path / "g.unknown")
    ranks = mg.pagerank(path_graph)
    ranks.write(tmp_path / "ranks.tsv")
    assert (tmp_path / "ranks.tsv").read_text().splitlines()[0] == "vertex\trank"
    ranks.write(tmp_path / "ranks.graphml.gz")
    assert mg.read(tmp_path / "ranks.graphml.gz").num_vertices == 4
    ranks.write(tmp_path / "ranks.npy")
    assert np.load(tmp_path / "ranks.npy").shape[0] == 4
    with pytest.raises(mg.WrongUse):
        ranks.write(tmp_path / "ranks.unknown")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["g", "g.csv", "ranks.graphml.gz", "ranks.npy", "ranks.tsv"]
