"""Functions of algorithms, their results, options and errors."""

import inspect
import os
import signal
import threading

import numpy as np
import pytest

import multigraph as mg


def test_every_algorithm_of_the_registry_has_a_function():
    for algorithm in mg.algorithms():
        function = getattr(mg, algorithm["name"].replace("-", "_"))
        assert algorithm["summary"][1:] in function.__doc__
        names = inspect.signature(function).parameters
        assert all(parameter["name"].replace("-", "_") in names for parameter in algorithm["parameters"])
        assert function.__name__ in mg.__all__


def test_parameters_whose_names_have_dashes_are_keywords_with_underscores():
    mesh = mg.Graph.from_edges(["a", "b", "c"], ["b", "c", "a"], directed=False)
    places = {"x": {"a": 0, "b": 1, "c": 0}, "y": {"a": 0, "b": 0, "c": 0.1}}
    assert mg.dmr(mesh, **places, min_angle=0).summary["points"] == 3
    assert mg.dmr(mesh, **places, min_angle=20, validate=True).summary["points"] > 3
    with pytest.raises(mg.WrongUse, match="there are min_angle, points, x, y"):
        mg.dmr(mesh, **places, angle=20)


def test_columns_are_views_and_vertices_positions(path_graph):
    result = mg.bfs(path_graph, 1)
    assert result.columns == ["level", "parent"]
    assert result.level.tolist() == [2, 0, 1, 2]
    assert result.parent.tolist() == [2, 1, 1, 2]
    assert result.parent.dtype == np.int32
    assert result.column("parent").ctypes.data == result.column("parent").ctypes.data
    assert not result.level.flags.writeable
    assert result.names_of("parent") == [2, 1, 1, 2]


def test_a_result_outlives_everything_else(large_graph):
    level = mg.bfs(large_graph, 0).level
    expected = level.tolist()
    del large_graph
    assert level.tolist() == expected


def test_values_come_by_the_name_of_a_vertex():
    graph = mg.Graph.from_edges(["a", "b", "d"], ["b", "c", "d"], weight=[2, 3, 1])
    near = mg.sssp(graph, "a")
    assert near["c"] == {"distance": 5.0, "parent": "b"}
    assert near["d"] == {"distance": float("inf"), "parent": None}
    assert near.column("distance", raw=True).dtype == np.uint32
    assert mg.pagerank(graph)["c"] == pytest.approx(mg.pagerank(graph).rank[2])
    with pytest.raises(KeyError):
        near["nobody"]
    with pytest.raises(AttributeError, match="distance, parent"):
        near.rank


def test_the_largest_come_first(path_graph):
    assert mg.bfs(path_graph, 0).top(2) == [("3", 3), ("2", 2)]
    assert mg.cc(path_graph).top() == [("0", 4)]
    assert mg.tc(path_graph).summary == {"triangles": 1}


def triangle_of_names():
    """A triangle and a tail, numbered inside in another order than that of its names."""
    return mg.Graph.from_edges(["ann", "ann", "bob", "cyd"], ["bob", "cyd", "cyd", "dee"], directed=False, order="degree")


def test_a_table_has_rows_of_its_own():
    result = mg.jaccard(triangle_of_names(), measure="overlap", validate=True)
    assert (result.row, len(result)) == ("pair", 4)
    assert result.columns == ["source", "target", "coefficient"]
    assert result["source"].tolist() == result.source.tolist() == [0, 0, 1, 2]
    assert result.names_of("target") == ["bob", "cyd", "cyd", "dee"]
    assert result.coefficient.tolist() == [0.5, 0.5, 0.5, 0]
    assert result[0] == {"source": "ann", "target": "bob", "coefficient": 0.5}
    assert result[-1]["target"] == "dee"
    assert result.top(2) == [("ann", "bob", 0.5), ("ann", "cyd", 0.5)]
    assert "a table of 4 pairs" in repr(result)
    assert "dee" in result._repr_html_()
    with pytest.raises(KeyError):
        result["ann"]
    with pytest.raises(IndexError):
        result[4]


def test_pairs_of_vertices_are_tuples():
    graph = triangle_of_names()
    result = mg.jaccard(graph, pairs=[("dee", "ann"), ("bob", "bob"), ("cyd", "dee")], validate=True)
    assert result.names_of("source") == ["dee", "bob", "cyd"]
    assert result.names_of("target") == ["ann", "bob", "dee"]
    assert result.coefficient.tolist() == [0.5, 1, 0]
    assert len(mg.jaccard(graph, pairs=[])) == 0
    assert len(mg.jaccard(graph, pairs=None)) == 4
    numbers = mg.Graph.from_edges([0, 1, 2], [1, 2, 3], directed=False)
    assert mg.jaccard(numbers, pairs=np.array([[0, 2], [3, 1]])).coefficient.tolist() == [0.5, 0.5]
    blanks = mg.Graph.from_edges(["a b", " "], ["c", "c"], directed=False)
    assert mg.jaccard(blanks, pairs=[("a b", " ")]).coefficient.tolist() == [1]
    for pairs in ("ann", ["ann"], [("ann",)], [("ann", "bob", "cyd")], [("a\tb", "ann")], [("ann\n", "bob")],
                  [("ann", 1.5)], [1, 2]):
        with pytest.raises(mg.WrongUse, match="tuples of two vertices|named by a text"):
            mg.jaccard(graph, pairs=pairs)
    with pytest.raises(mg.WrongUse, match="there is no vertex 'eve'"):
        mg.jaccard(graph, pairs=[("ann", "eve")])


def test_the_most_similar_vertices_are_rows_by_vertex():
    result = mg.jaccard(triangle_of_names(), top=1, validate=True)
    assert result.names_of("source") == ["ann", "bob", "cyd", "dee"]
    assert result.names_of("target") == ["dee", "dee", "ann", "ann"]
    assert result.coefficient.tolist() == [0.5, 0.5, 0.25, 0.5]


def test_a_table_is_a_data_frame_and_a_file(tmp_path):
    pytest.importorskip("pandas")
    result = mg.jaccard(triangle_of_names())
    table = result.to_pandas()
    assert list(table.columns) == ["source", "target", "coefficient"]
    assert table.source.tolist() == ["ann", "ann", "bob", "cyd"]
    result.write(tmp_path / "pairs.csv")
    assert (tmp_path / "pairs.csv").read_text().splitlines()[-1] == "cyd,dee,0"
    walks = mg.random_walk(triangle_of_names(), ["dee"], length=3, walks=2, seed=7)
    assert walks.to_pandas().vertex[:2].tolist() == ["dee", "cyd"]
    assert walks.walk.tolist() == [0, 0, 0, 0, 1, 1, 1, 1]
    with pytest.raises(mg.WrongUse, match="a table of steps"):
        walks.write(tmp_path / "walks.gexf")


def test_a_result_is_a_data_frame_of_pandas(path_graph):
    pytest.importorskip("pandas")
    table = mg.bfs(path_graph, 0).to_pandas()
    assert table.loc[3].to_dict() == {"level": 3, "parent": 2}


def test_parameters_and_options_are_checked(path_graph):
    with pytest.raises(mg.WrongUse, match="damping takes float, not 'high'"):
        mg.pagerank(path_graph, damping="high")
    with pytest.raises(ValueError, match="no parameter 'dampling'"):
        mg.pagerank(path_graph, dampling=0.9)
    with pytest.raises(mg.WrongUse, match="damping"):
        mg.pagerank(path_graph, damping=2)
    with pytest.raises(mg.WrongUse, match="no vertex '99'"):
        mg.bfs(path_graph, 99)
    with pytest.raises(mg.WrongUse, match="starts at one vertex"):
        mg.bfs(path_graph, [0, 1])
    with pytest.raises(mg.WrongUse, match="takes no source|no parameter 'source'"):
        mg.cc(path_graph, source=1)
    with pytest.raises(mg.WrongUse, match="threads takes a whole number"):
        mg.cc(path_graph, threads="two")
    with pytest.raises(mg.WrongUse, match="there is no option 'thread'"):
        with mg.options(thread=2):
            pass
    with pytest.raises(mg.WrongUse, match="needs edge weights"):
        mg.sssp(mg.Graph.from_edges([0], [1]), 0)


def test_options_hold_for_a_block_and_a_thread(path_graph):
    with mg.options(validate=True, threads=1):
        assert mg.bfs(path_graph, 0).validated
        assert mg.bfs(path_graph, 0, validate=False).validated is None
        seen = []
        thread = threading.Thread(target=lambda: seen.append(mg.bfs(path_graph, 0).validated))
        thread.start()
        thread.join()
        assert seen == [None]
    assert mg.bfs(path_graph, 0).validated is None
    stopped = mg.bfs(path_graph, 0, max_iterations=1)
    assert stopped.stopped_early
    assert stopped.stopped_by == "max_iterations"
    assert mg.bfs(path_graph, 0).stopped_by is None


def test_sources_are_names_or_drawn(path_graph):
    everyone = mg.bc(path_graph).centrality
    assert mg.bc(path_graph, [0, 1, 2, 3]).centrality.tolist() == everyone.tolist()
    assert mg.bc(path_graph, sources="random:2:1").summary["sources"] == 2


def test_a_run_explains_itself(path_graph, tmp_path):
    result = mg.bfs(path_graph, 0, trace=True)
    assert "Engine" in result.explain()
    result.report(tmp_path / "run.html")
    assert (tmp_path / "run.html").read_text().startswith("<!DOCTYPE html>")
    assert result.times["compute"] == result.ms
    assert "bfs of 4 vertices" in repr(result)


def test_threads_of_python_run_at_a_time(large_graph):
    expected = [mg.bfs(large_graph, source).level.tolist() for source in range(4)]
    found = [None] * 4

    def search(source):
        for _ in range(5):
            found[source] = mg.bfs(large_graph, source, device="cpu").level.tolist()

    threads = [threading.Thread(target=search, args=(source,)) for source in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == expected


def test_ctrl_c_ends_a_long_run(large_graph):
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell has it ignored in what runs in the background
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        mg.bc(large_graph)
    timer.cancel()
    assert mg.bfs(large_graph, 0)[0]["level"] == 0


def test_a_forked_process_computes_too(large_graph):
    mg.pagerank(large_graph)
    child = os.fork()
    if child == 0:
        os._exit(0 if abs(mg.pagerank(large_graph).rank.sum() - 1) < 1e-3 else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_walks_begin_again_where_they_are_told_to():
    graph = mg.Graph.from_edges(["ann", "bob", "cyd", "cyd"], ["bob", "cyd", "ann", "dan"])
    for function in mg.pagerank, mg.pagerank_delta:
        by_name = function(graph, personalization={"dan": 3, "bob": 1}, tolerance=1e-9, validate=True)
        by_array = function(graph, personalization=np.array([0, 1, 0, 3]), tolerance=1e-9)
        assert by_name.validated and by_name.rank.tolist() == by_array.rank.tolist()
        assert by_name["dan"] > by_name["bob"] > by_name["cyd"] > by_name["ann"] > 0
        assert function(graph, personalization=None).rank.tolist() == function(graph).rank.tolist()
        one = function(graph, personalization={"cyd": 2.5}, tolerance=1e-9)
        assert np.allclose(one.rank, mg.ppr(graph, "cyd", tolerance=1e-9).rank, atol=1e-6)
    turned = mg.Graph.from_edges(["ann", "bob", "cyd", "cyd"], ["bob", "cyd", "ann", "dan"], order="random:2")
    assert np.allclose(mg.pagerank(turned, personalization=[0, 1, 0, 3]).rank, by_name.rank, atol=1e-5)
    with pytest.raises(mg.WrongUse, match="no vertex 'eve'"):
        mg.pagerank(graph, personalization={"eve": 1})
    with pytest.raises(mg.WrongUse, match="2 weights, but the graph has 4 vertices"):
        mg.pagerank(graph, personalization=[1, 2])
    with pytest.raises(mg.WrongUse, match="weight -1 for the vertex 'bob'"):
        mg.pagerank(graph, personalization={"bob": -1, "ann": 2})
    with pytest.raises(mg.WrongUse, match="takes a mapping"):
        mg.pagerank(graph, personalization="ann:1")


def test_places_are_known_of_those_who_are_named():
    graph = mg.Graph.from_edges(["ann", "bob", "dan"], ["bob", "cyd", "dan"], directed=False)
    by_name = mg.geo(graph, latitude={"ann": 10, "cyd": 0}, longitude={"ann": 20, "cyd": 20}, validate=True)
    nowhere = float("nan")
    by_array = mg.geo(graph, latitude=[10, nowhere, 0, nowhere], longitude=np.array([20, nowhere, 20, nowhere]))
    assert by_name["ann"] == {"latitude": 10, "longitude": 20, "round": 0}
    assert by_name["bob"] == {"latitude": pytest.approx(5), "longitude": pytest.approx(20), "round": 1}
    assert np.isnan(by_name.latitude[3]) and np.array_equal(by_name.latitude, by_array.latitude, equal_nan=True)
    with pytest.raises(mg.WrongUse, match="give the parameters 'latitude' and 'longitude'"):
        mg.geo(graph)
    with pytest.raises(mg.WrongUse, match="the vertex 'bob' has a latitude and no longitude"):
        mg.geo(graph, latitude={"ann": 10, "bob": 0}, longitude={"ann": 20})
    with pytest.raises(mg.WrongUse, match="the weight 91 for the vertex 'ann': weights are numbers from -90 to 90"):
        mg.geo(graph, latitude={"ann": 91}, longitude={"ann": 20})


def test_products_take_a_vector():
    graph = mg.Graph.from_edges(["ann", "bob", "cyd"], ["bob", "cyd", "ann"], weight=[-2.5, 4, -1])
    product = mg.spmv(graph, vector={"ann": 1, "bob": -2, "cyd": 0.5}, validate=True).product
    assert product.tolist() == [5, 2, -1] == mg.spmv(graph, vector=np.array([1, -2, 0.5])).product.tolist()
    assert mg.spmv(graph).product.tolist() == [-2.5, 4, -1] == mg.spmv(graph, vector="degrees").product.tolist()
    assert mg.spmv(graph, arcs="backward").product.tolist() == [-1, -2.5, 4]
    assert "of any sign" in mg.spmv.__doc__ and "'ones', 'degrees', 'random', a dict" in mg.spmv.__doc__
    with pytest.raises(mg.WrongUse, match="weights are finite numbers"):
        mg.spmv(graph, vector=[1, 2, float("inf")])
    with pytest.raises(mg.WrongUse, match="takes a mapping"):
        mg.spmv(graph, vector="twos")


def test_a_product_of_matrices_is_a_table_of_edges():
    graph = mg.Graph.from_edges(["ann", "ann", "bob", "cyd"], ["bob", "cyd", "dan", "dan"], weight=[2, 3, 5, -1])
    table = mg.spgemm(graph, validate=True)
    assert table.row == "edge" and table.validated
    assert table[0] == {"source": "ann", "target": "dan", "weight": 7.0} and len(table) == 1
    assert len(mg.spgemm(graph, of="gram")) == 5


def test_a_gpu_keeps_the_graph(run_on_gpu):
    run_on_gpu("""
        import numpy as np, multigraph as mg
        g = mg.Graph.from_edges(np.arange(9), np.arange(1, 10)).to("cuda")
        first, second = mg.bfs(g, 0), mg.bfs(g, 5)
        assert first.device != "cpu" and first.level[9] == 9 and second.level[9] == 4
        assert g.gpu_nbytes > 0 and second.times["open"] == 0
        assert g.to("cpu").gpu_nbytes == 0
    """)


def test_what_is_missing_is_said():
    with pytest.raises(mg.WrongUse):
        mg.plugin("/nowhere/plugin.so")
    assert mg.doctor().startswith("version")
    with pytest.raises(mg.WrongUse, match="made by read"):
        mg.Graph([(0, 1)])
