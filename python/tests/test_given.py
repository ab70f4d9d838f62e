"""What callers give, in many types: what means something is taken, everything else is refused with what to give."""

import copy
import fractions
import os
import pickle
import signal
import threading

import numpy as np
import pytest

import multigraph as mg


@pytest.fixture
def cycle():
    return mg.Graph.from_edges([0, 1, 2], [1, 2, 0], weight=[1, 2, 3])


@pytest.mark.parametrize("given", [[], (), np.array([], int), iter(())])
@pytest.mark.parametrize("function", [mg.bc, mg.closeness, mg.harmonic, mg.edge_bc, mg.random_walk])
def test_no_sources_are_not_all_sources(cycle, function, given):
    with pytest.raises(mg.WrongUse, match="sources is empty: .* None for all"):
        function(cycle, sources=given)


@pytest.mark.parametrize("given", [np.array([1, 2]), np.array([1, 2], np.uint8), [np.int64(1), 2], {1, 2}, range(1, 3),
                                   np.array(["1", "2"]), (str(v) for v in (1, 2))])
def test_sources_are_anything_that_yields_vertices(cycle, given):
    assert mg.bc(cycle, sources=given).centrality.tolist() == mg.bc(cycle, sources=[1, 2]).centrality.tolist()


def test_a_single_vertex_is_a_number_of_any_type(cycle):
    for vertex in (1, "1", np.int8(1), np.array(1), np.uint64(1), np.str_("1")):
        assert mg.bfs(cycle, vertex).level.tolist() == [2, 0, 1]
        assert mg.bc(cycle, vertex).centrality.tolist() == mg.bc(cycle, ["1"]).centrality.tolist()
        assert mg.distances(cycle, vertex).tolist() == [[2, 0, 1]]
    for several in ([1], np.array([1]), {1}, range(1)):
        with pytest.raises(mg.WrongUse, match="starts at one vertex"):
            mg.bfs(cycle, several)
    for nothing in (True, np.True_, 1.0, b"1", [None]):
        with pytest.raises(mg.WrongUse):
            mg.bc(cycle, sources=nothing)
    with pytest.raises(mg.WrongUse, match="named by a text or a whole number, not by None"):
        mg.distances(cycle, [None])
    assert mg.distances(cycle, []).shape == (0, 3)


@pytest.mark.parametrize("yes, no", [(True, False), (np.True_, np.False_), (1, 0), (np.int8(1), np.uint64(0))])
def test_true_and_false_are_taken_in_any_type(cycle, tmp_path, yes, no):
    file = tmp_path / "edges.csv"
    file.write_text("1,2\n2,3\n")
    assert mg.Graph.from_edges([0], [1], directed=yes).directed and not mg.Graph.from_edges([0], [1], directed=no).directed
    assert mg.read(file, directed=yes).directed and not mg.read(file, directed=no).directed
    assert mg.read(file, header=yes).num_edges == 1 and mg.read(file, header=no).num_edges == 2
    assert mg.read(file, bipartite=yes).num_vertices == 4 and mg.read(file, bipartite=no).num_vertices == 3
    assert not mg.Graph.from_csr(np.array([0, 1, 2]), np.array([1, 0]), directed=no).directed
    assert mg.bfs(cycle, 0, predecessors=no).columns == ["level"] and "parent" in mg.bfs(cycle, 0, predecessors=yes).columns
    assert mg.bfs(cycle, 0, deterministic=yes, validate=yes).validated
    assert mg.distances(cycle, [0], weighted=yes).tolist() == [[0, 1, 3]]


@pytest.mark.parametrize("given", ["yes", "true", 2, 1.0, [True], np.array([True])])
def test_what_is_neither_true_nor_false_is_refused(cycle, tmp_path, given):
    file = tmp_path / "edges.csv"
    file.write_text("1,2\n2,3\n")
    for call in (lambda: mg.Graph.from_edges([0], [1], directed=given), lambda: mg.read(file, header=given),
                 lambda: mg.read(file, bipartite=given), lambda: mg.bfs(cycle, 0, predecessors=given),
                 lambda: mg.bfs(cycle, 0, validate=given), lambda: mg.distances(cycle, [0], weighted=given),
                 lambda: mg.Graph.from_csr(np.array([0, 1, 2]), np.array([1, 0]), directed=given)):
        with pytest.raises(mg.WrongUse, match="takes True or False, not"):
            call()


def test_options_that_are_texts_are_given_as_texts():
    with pytest.raises(mg.WrongUse, match="duplicates takes a text, not True"):
        mg.Graph.from_edges([0], [1], duplicates=True)


def test_numbers_are_taken_in_any_type(cycle):
    expected = mg.pagerank(cycle, damping=0.5, iterations=3, threads=1).rank.tolist()
    for damping in (np.float32(0.5), np.float64(0.5), fractions.Fraction(1, 2)):
        assert mg.pagerank(cycle, damping=damping, iterations=np.int64(3), threads=np.int64(1)).rank.tolist() == expected
    for damping in (True, np.True_, "0.5", 0.5j, None, np.array([0.5])):
        with pytest.raises(mg.WrongUse, match="damping takes float"):
            mg.pagerank(cycle, damping=damping)
    for option, value in (("threads", 2**31), ("threads", -1), ("threads", True), ("max_iterations", 2**70), ("threads", 1.0)):
        with pytest.raises(mg.WrongUse, match=f"{option} takes a whole number from 0 to"):
            mg.bfs(cycle, 0, **{option: value})
    for given in ((0, 1), (1.5, 1), (1, -1), (True, 1)):
        with pytest.raises(mg.WrongUse, match="sample takes"):
            mg.sample(*given)


def test_a_vertex_may_be_called_like_a_word_of_sources():
    graph = mg.Graph.from_edges(["hub", "hub", "max-degree", "random:1:2"], ["max-degree", "b", "random:1:2", "c"])
    assert mg.bfs(graph, "max-degree")["max-degree"]["level"] == 0
    assert mg.bfs(graph, "random:1:2")["c"]["level"] == 1
    assert mg.bfs(graph)["hub"]["level"] == 0  # still the vertex of the largest degree
    assert mg.harmonic(graph, ["random:1:2", "max-degree"])["c"] == 1.5
    assert mg.path(graph, "hub", target="random:1:2")[-1]["vertex"] == "random:1:2"
    assert mg.path(graph, "hub", target="max-degree")[-1]["vertex"] == "max-degree"
    drawn = mg.harmonic(graph, sources=mg.sample(3, seed=1)).centrality.tolist()
    assert drawn == mg.harmonic(graph, sources="random:3:1").centrality.tolist()
    only = mg.Graph.from_edges(["a", "b"], ["b", "a"])
    assert mg.bfs(only, "max-degree")["a"]["level"] == 0
    with pytest.raises(mg.WrongUse, match="no vertex"):
        mg.bfs(only, "\0a")


def test_names_need_not_be_utf_8(tmp_path):
    file = tmp_path / os.fsdecode(b"caf\xe9.txt")
    file.write_bytes(b"\xe9a b\nb c\nc \xe9a\n")
    graph = mg.read(file, names="strings")
    name = graph.names[0]
    assert name == os.fsdecode(b"\xe9a") and name in graph and graph.index(name) == 0 and graph.name(0) == name
    assert mg.bfs(graph, name)[name]["level"] == 0 and mg.bfs(graph, name)["b"]["parent"] == name
    assert mg.bfs(graph, name).path_to("c") == [name, "b", "c"]
    assert name in [row[0] for row in mg.pagerank(graph).top()] and name in mg.jaccard(graph).top()[0] + mg.jaccard(graph).top()[-1]
    assert mg.pagerank(graph, personalization={name: 1})[name] > 0.3
    assert len(mg.jaccard(graph, pairs=[(name, "b")])) == 1
    assert name in mg.Graph.from_edges([name], ["b"]) and "<bfs" in repr(mg.bfs(graph, name))
    assert mg.bfs(graph, name).explain() and r"\xe9a" in mg.bfs(graph, name)._repr_html_().replace(r"\udce9", r"\xe9")
    assert graph.write(tmp_path / os.fsdecode(b"\xe9.mg")) == []
    assert mg.open(tmp_path / os.fsdecode(b"\xe9.mg")).names == graph.names
    with pytest.raises(mg.WrongUse, match=r"no vertex 'x\\xe9'"):
        mg.bfs(graph, os.fsdecode(b"x\xe9"))
    with pytest.raises(mg.BadInput, match="UTF-8"):
        mg.pagerank(graph).__arrow_c_stream__()


def test_half_a_character_names_nothing(cycle):
    words = mg.Graph.from_edges(["a"], ["b"])
    assert "a\ud800" not in words
    with pytest.raises(KeyError):
        words.index("a\ud800")
    with pytest.raises(mg.WrongUse, match="no vertex"):
        mg.bfs(words, "a\ud800")
    with pytest.raises(mg.BadInput, match="row 1: the name 'b.ud800' has a surrogate"):
        mg.Graph.from_edges(["a", "b\ud800"], ["b", "c"])


def test_what_is_no_graph_is_refused(cycle):
    for dense in (np.eye(2), [[0, 1], [1, 0]]):
        with pytest.raises(mg.WrongUse, match="csr_array"):
            mg.Graph.from_scipy(dense)
    for device in (None, 3, "gpu"):
        with pytest.raises(mg.WrongUse, match="a device is"):
            cycle.to(device)
    for weight in ("heavy", None, [1, 2]):
        with pytest.raises(mg.WrongUse, match="personalization"):
            mg.pagerank(cycle, personalization={0: weight})
    with pytest.raises(mg.WrongUse, match="named by a text"):
        mg.bfs(cycle, b"1")


def test_the_names_of_a_graph_cannot_be_changed(cycle):
    with pytest.raises(ValueError, match="read-only"):
        cycle.names[0] = 7
    words = mg.Graph.from_edges(["a"], ["b"])
    for change in (lambda names: names.append("c"), lambda names: names.sort(), lambda names: names.__setitem__(0, "x"),
                   lambda names: names.pop(), lambda names: names.__iadd__(["c"])):
        with pytest.raises(TypeError, match="do not change"):
            change(words.names)
    assert words.names == ["a", "b"] and pickle.loads(pickle.dumps(words.names)) == ["a", "b"]
    assert sorted(words.names + ["c"]) == ["a", "b", "c"]


def test_graphs_and_results_are_copied_but_not_pickled(cycle):
    copied = copy.copy(cycle).to("cpu")
    assert copied.num_edges == 3 and cycle.device == "auto" and copy.deepcopy(cycle).names.tolist() == [0, 1, 2]
    result = mg.bfs(cycle, 0)
    assert copy.copy(result).level.tolist() == copy.deepcopy(result).level.tolist() == [0, 1, 2]
    with pytest.raises(TypeError, match="multigraph.open"):
        pickle.dumps(cycle)
    with pytest.raises(TypeError, match="to_pandas"):
        pickle.dumps(result)


def test_a_result_is_looked_through_as_a_dict_of_names_or_a_list_of_rows(cycle):
    ranks = mg.pagerank(mg.Graph.from_edges(["a", "b"], ["b", "a"]))
    assert list(ranks) == ["a", "b"] and "a" in ranks and "x" not in ranks and "rank" not in ranks
    assert list(mg.bfs(cycle, 0)) == [0, 1, 2] and 0 in mg.bfs(cycle, 0)
    table = mg.jaccard(cycle)
    assert list(table) == [table[row] for row in range(len(table))] and "source" in table and 0 not in table


def test_messages_say_what_to_do_in_python(cycle, tmp_path):
    assert mg.Graph.from_edges([], []).num_vertices == 0
    with pytest.raises(mg.WrongUse, match="read it with directed=False"):
        mg.ktruss(cycle)
    with pytest.raises(mg.WrongUse, match="weights='unit'"):
        mg.sssp(mg.Graph.from_edges([0], [1]))
    cycle.write(tmp_path / "g.mg")
    with pytest.raises(mg.BadInput, match="open it with multigraph.open"):
        mg.read(tmp_path / "g.mg")
    with pytest.raises(mg.WrongUse, match="no NUL"):
        mg.read("a\0b")
    for count in (-1, 1.5, None, 2**70):
        with pytest.raises(mg.WrongUse, match="top takes how many"):
            mg.pagerank(cycle).top(count)
    (tmp_path / "edges.txt").write_text("10 20\n20 10\n")
    decisions = mg.read(tmp_path / "edges.txt").decisions
    assert any("directed=False makes it undirected" in sentence for sentence in decisions)
    (tmp_path / "asked.txt").write_text("9 3\n1 2\n2 3\n3 4\n")
    with pytest.raises(mg.BadInput, match="say header=True to pass over it, header=False to take it for an edge"):
        mg.read(tmp_path / "asked.txt")
    (tmp_path / "g.mtx").write_text("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n")
    with pytest.raises(mg.WrongUse) as refusal:
        mg.read(tmp_path / "g.mtx", columns="1,2")
    assert "delimiter and names are for tables (format='el'" in str(refusal.value)


def test_a_vertex_called_like_a_word_is_shown_by_its_name(tmp_path):
    graph = mg.Graph.from_edges(["a", "b"], ["b", "max-degree"])
    result = mg.path(graph, "a", target="max-degree", trace=True)
    result.report(tmp_path / "page.html")
    assert result.summary["arcs"] == 2 and "\0" not in (tmp_path / "page.html").read_text()


@pytest.mark.parametrize("name, parameters", [("pagerank", {"iterations": 10**9, "tolerance": 0}), ("hits", {"iterations": 10**9}),
                                              ("ppr", {"iterations": 10**9, "tolerance": 0}), ("jaccard", {"top": 1000})])
def test_ctrl_c_ends_runs_on_small_graphs_that_go_on_and_on(name, parameters):
    small = mg.Graph.from_edges([0, 1, 2, 3], [1, 2, 0, 3], directed=False)
    star = mg.Graph.from_edges(np.zeros(60_000, int), np.arange(1, 60_001), directed=False)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        getattr(mg, name)(star if name == "jaccard" else small, device="cpu", **parameters)
    timer.cancel()
