"""Graphs from files, arrays and tables, and what they say of themselves."""

import gc
import weakref

import numpy as np
import pytest

import multigraph as mg


def test_edges_of_whole_numbers_keep_their_names(path_graph):
    assert path_graph.num_vertices == 4
    assert path_graph.num_edges == 4
    assert path_graph.directed
    assert path_graph.names.tolist() == [0, 1, 2, 3]
    assert path_graph.weights == "u32"


@pytest.mark.parametrize("kind", [np.int8, np.int32, np.uint32, np.int64, np.uint64])
def test_any_type_of_whole_numbers_names_vertices(kind):
    graph = mg.Graph.from_edges(np.array([7, 9], kind), np.array([9, 100], kind))
    assert graph.names.tolist() == [7, 9, 100]


def test_texts_name_vertices_in_order_of_appearance():
    graph = mg.Graph.from_edges(["zoe", "ann"], ["ann", "böb"], directed=False)
    assert graph.names == ["zoe", "ann", "böb"]
    assert "ann" in graph and "eve" not in graph
    assert graph.index("böb") == 2


def test_a_table_gives_its_columns_by_name():
    table = {"from": np.array([1, 2]), "to": np.array([2, 3]), "cost": np.array([0.5, 0.1])}
    graph = mg.Graph.from_edges(table, "from", "to", weight="cost")
    assert graph.weights == "f32"
    assert "1 weight was rounded to 32 bits" in graph.decisions
    with pytest.raises(mg.WrongUse, match="no column 'price'"):
        mg.Graph.from_edges(table, "from", "to", weight="price")


def test_a_data_frame_of_pandas_is_a_table():
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame({"a": ["x", "y"], "b": ["y", "z"], "w": [3, 4]})
    graph = mg.Graph.from_edges(table, "a", "b", weight="w", directed=False)
    assert graph.names == ["x", "y", "z"]
    assert mg.sssp(graph, "x")["z"]["distance"] == 7


def test_a_data_frame_of_polars_is_a_table():
    polars = pytest.importorskip("polars")
    table = polars.DataFrame({"a": [1, 2], "b": [2, 3]})
    assert mg.Graph.from_edges(table, "a", "b").num_edges == 2


def test_what_is_no_edge_is_refused_with_its_row():
    with pytest.raises(mg.BadInput, match="row 1: the source is -2"):
        mg.Graph.from_edges(np.array([1, -2]), np.array([1, 1]))
    with pytest.raises(ValueError, match="missing values"):
        mg.Graph.from_edges(np.array([1.0, np.nan]), np.array([1, 1]))
    with pytest.raises(mg.BadInput, match="2 edges and 1 weights"):
        mg.Graph.from_edges([1, 2], [2, 3], weight=[5])
    with pytest.raises(mg.WrongUse, match="duplicates cannot be 'most'"):
        mg.Graph.from_edges([1, 2], [2, 3], duplicates="most")


def test_rows_are_shared_and_kept_alive():
    indptr, indices = np.array([0, 1, 2], np.int64), np.array([1, 0], np.int32)
    data = np.array([1.5, 1.5], np.float32)
    held = weakref.ref(indices)
    graph = mg.Graph.from_csr(indptr, indices, data, directed=False)
    for given, seen in zip((indptr, indices, data), graph.csr()):
        assert given.ctypes.data == seen.ctypes.data
    del indptr, indices, data, given, seen
    gc.collect()
    assert held() is not None
    assert graph.csr()[1].tolist() == [1, 0]
    del graph
    gc.collect()
    assert held() is None


def test_rows_of_other_types_are_converted():
    graph = mg.Graph.from_csr(np.array([0, 2, 2], np.int32), np.array([1, 0]), np.array([2, 3]))
    assert graph.csr()[1].tolist() == [0, 1]
    assert graph.csr()[2].tolist() == [3, 2]
    with pytest.raises(mg.BadInput, match="the row of vertex 0"):
        mg.Graph.from_csr([0, 1, 1], [1], directed=False)
    with pytest.raises(mg.BadInput, match="arc 0 leads to vertex 5"):
        mg.Graph.from_csr([0, 1, 1], [5])


def test_a_matrix_of_scipy_is_a_graph():
    sparse = pytest.importorskip("scipy.sparse")
    matrix = sparse.coo_array(([1.0, 2.0, 3.0], ([0, 0, 1], [1, 1, 2])), shape=(3, 3))
    graph = mg.Graph.from_scipy(matrix)
    assert graph.num_edges == 2
    assert graph.csr()[2].tolist() == [3.0, 3.0]
    with pytest.raises(mg.BadInput, match="square"):
        mg.Graph.from_scipy(matrix[:2])


def test_a_graph_goes_to_a_file_and_comes_back(tmp_path, path_graph):
    path_graph.write(tmp_path / "g.mg")
    assert mg.open(tmp_path / "g.mg").csr()[1].tolist() == path_graph.csr()[1].tolist()


def test_files_are_read_with_options(tmp_path):
    file = tmp_path / "trips.csv"
    file.write_text("to;from;minutes\nb;a;3\nc;b;4\n")
    graph = mg.read(file, columns="from,to,minutes", directed=True)
    assert mg.sssp(graph, "a")["c"]["distance"] == 7
    file.write_text("user,item\n1,1\n2,1\n")
    assert mg.read(file, bipartite=True).num_vertices == 3
    assert mg.read(file).num_vertices == 2
    with pytest.raises(mg.BadInput, match="no such file|cannot be opened|does not exist|No such file"):
        mg.read(tmp_path / "none.csv")
    with pytest.raises(mg.WrongUse):
        mg.read(file, order="sideways")


def test_results_are_in_the_order_of_the_file_whatever_the_numbering():
    source, target = np.array([0, 1, 2, 2]), np.array([1, 2, 0, 3])
    plain = mg.bfs(mg.Graph.from_edges(source, target), 0)
    ordered_graph = mg.Graph.from_edges(source, target, order="degree")
    ordered = mg.bfs(ordered_graph, 0)
    assert ordered.level.tolist() == plain.level.tolist()
    assert ordered.parent.tolist() == plain.parent.tolist()
    with pytest.raises(mg.WrongUse, match="order='degree'"):
        ordered_graph.csr()


def test_displays_are_escaped_tables():
    graph = mg.Graph.from_edges(["<b>", "c"], ["c", "<b>"])
    assert "<table>" in graph._repr_html_()
    html = mg.pagerank(graph)._repr_html_()
    assert "&lt;b&gt;" in html and "<b>" not in html
    assert "2 vertices" in repr(graph)
