"""What crosses to other libraries and back: Arrow, DLPack, progress, paths, traces, compiled algorithms."""

import os
import pathlib
import sys

import numpy as np
import pytest

import multigraph as mg
from multigraph import _core

EXAMPLE = pathlib.Path(__file__).parents[2] / "docs" / "examples" / "label_propagation" / "label_propagation.hpp"


class Table:
    """A table that streams: columns as (name, format, length, null count, buffers)."""

    def __init__(self, *columns):
        self.columns = list(columns)

    def __arrow_c_stream__(self, requested_schema=None):
        return _core.arrow_stream(self.columns)


def numbers(name, values, format, valid=None):
    bits = None if valid is None else np.packbits(valid, bitorder="little")
    missing = 0 if valid is None else valid.count(False)
    return name, format, len(values), missing, [bits, np.array(values, np.dtype(format.translate(
        str.maketrans({"l": "q", "L": "Q", "g": "d", "s": "h", "S": "H"})) if format != "u" else np.uint8))]


def short_texts(name, texts):
    ends = np.cumsum([0, *(len(text.encode()) for text in texts)]).astype(np.int32)
    return name, "u", len(texts), 0, [None, ends, np.frombuffer("".join(texts).encode(), np.uint8)]


def test_a_graph_of_a_stream_of_numbers():
    table = Table(numbers("from", [5, 6, 7], "l"), numbers("to", [6, 7, 5], "S"), numbers("w", [0.5, 1.5, 2.5], "g"))
    graph = mg.Graph.from_edges(table, "from", "to", weight="w")
    assert graph.names[graph.names >= 5].tolist() == [5, 6, 7]
    assert mg.sssp(graph, 5)["7"] == {"distance": 2.0, "parent": 6}


def test_a_graph_of_a_stream_of_texts():
    graph = mg.Graph.from_edges(Table(short_texts("a", ["ann", "bjørn"]), short_texts("b", ["bjørn", "cyd"])), "a", "b")
    assert graph.names == ["ann", "bjørn", "cyd"]


def test_a_stream_that_cannot_be_read_says_why():
    table = Table(numbers("a", [1, 2, 3], "l", [True, True, False]), numbers("b", [1, 2, 3], "l"))
    with pytest.raises(mg.BadInput, match="column 'a' has no value in row 2"):
        mg.Graph.from_edges(table, "a", "b")
    with pytest.raises(mg.WrongUse, match="no column 'c'"):
        mg.Graph.from_edges(table, "b", "c")
    with pytest.raises(mg.BadInput, match="type 'tdD'"):
        mg.Graph.from_edges(Table(("a", "tdD", 1, 0, [None, np.zeros(1, np.int32)]), numbers("b", [1], "l")), "a", "b")


def test_nanoarrow_reads_and_is_read():
    nanoarrow = pytest.importorskip("nanoarrow")
    graph = mg.Graph.from_edges(["ann", "cyd"], ["bob", "cyd"], weight=[2, 1])
    table = nanoarrow.ArrayStream(mg.sssp(graph, "ann")).read_all()
    columns = {field.name: table.child(i).to_pylist() for i, field in enumerate(table.schema.fields)}
    assert columns == {"vertex": ["ann", "bob", "cyd"], "distance": [0, 2, float("inf")],
                       "parent": ["ann", "ann", None]}


class Slice:
    """A table of nanoarrow's columns, of which it shows `length` rows from `offset` on; `valid`: which it has."""

    def __init__(self, offset, length, valid=None, **columns):
        nanoarrow = pytest.importorskip("nanoarrow")
        schema = nanoarrow.struct({name: nanoarrow.Schema(column.schema) for name, column in columns.items()})
        bits = None if valid is None else np.packbits(valid, bitorder="little")
        self.array = nanoarrow.c_array_from_buffers(schema, length, [bits], offset=offset, children=list(columns.values()))

    def __arrow_c_stream__(self, requested_schema=None):
        return pytest.importorskip("nanoarrow").ArrayStream(self.array).__arrow_c_stream__()


def test_a_slice_of_a_table_has_the_edges_that_it_shows():
    nanoarrow = pytest.importorskip("nanoarrow")
    whole = nanoarrow.int32()
    columns = {"a": nanoarrow.c_array([0, 1, 2, 3], whole), "b": nanoarrow.c_array([1, 2, 3, 0], whole)}
    graph = mg.Graph.from_edges(Slice(1, 2, **columns), "a", "b")
    assert [rows.tolist() for rows in graph.csr()[:2]] == [[0, 1, 2, 2], [1, 2]] and graph.names.tolist() == [1, 2, 3]
    texts = {"a": nanoarrow.c_array(["p", "q", "r"], nanoarrow.string()), "b": nanoarrow.c_array(["q", "r", "s"], nanoarrow.string())}
    assert mg.Graph.from_edges(Slice(1, 2, **texts), "a", "b").names == ["q", "r", "s"]
    of_slices = {"a": nanoarrow.c_array([9, 0, 1, 2], whole)[1:4], "b": nanoarrow.c_array([9, 1, 2, 0], whole)[1:4]}
    assert mg.Graph.from_edges(Slice(2, 1, **of_slices), "a", "b").names.tolist() == [0, 2]


def test_rows_that_a_table_has_not_are_none():
    nanoarrow = pytest.importorskip("nanoarrow")
    columns = {"a": nanoarrow.c_array([None, 1, 2], nanoarrow.int32()), "b": nanoarrow.c_array([1, 2, 0], nanoarrow.int32())}
    assert mg.Graph.from_edges(Slice(1, 2, **columns), "a", "b").num_edges == 2
    with pytest.raises(mg.BadInput, match="column 'a' has no value in row 0"):
        mg.Graph.from_edges(Slice(0, 2, **columns), "a", "b")
    with pytest.raises(mg.BadInput, match="the table has no value in row 1"):
        mg.Graph.from_edges(Slice(1, 2, [True, True, False], **columns), "a", "b")


def test_a_table_streams_its_own_columns():
    nanoarrow = pytest.importorskip("nanoarrow")
    graph = mg.Graph.from_edges(["ann", "bob", "cyd"], ["bob", "cyd", "ann"])
    table = nanoarrow.ArrayStream(mg.jaccard(graph, measure="overlap")).read_all()
    columns = {field.name: table.child(i).to_pylist() for i, field in enumerate(table.schema.fields)}
    assert columns == {"source": ["ann", "ann", "bob"], "target": ["bob", "cyd", "cyd"], "coefficient": [0.5, 0.5, 0.5]}


def test_a_result_streams_and_makes_a_graph_again():
    with pytest.raises(mg.BadInput, match="column 'parent' has no value"):
        mg.Graph.from_edges(mg.bfs(mg.Graph.from_edges([0, 2], [1, 2]), 0), "vertex", "parent")
    whole = mg.Graph.from_edges(np.array([0, 1, 1]), np.array([1, 2, 3]))
    tree = mg.Graph.from_edges(mg.bfs(whole, 0), "parent", "vertex", self_loops="drop")
    assert tree.num_edges == 3


def test_pyarrow_takes_results():
    pytest.importorskip("pyarrow")
    graph = mg.Graph.from_edges([0, 1], [1, 2])
    assert mg.bfs(graph, 0).to_arrow().column("level").to_pylist() == [0, 1, 2]


def test_a_stream_is_released_unread():
    held = np.arange(3)
    before = sys.getrefcount(held)
    capsule = _core.arrow_stream([("a", "l", 3, 0, [None, held])])
    assert sys.getrefcount(held) > before
    del capsule
    assert sys.getrefcount(held) == before


def test_columns_go_by_dlpack_without_a_copy(path_graph):
    result = mg.bfs(path_graph, 0)
    assert np.from_dlpack(result.dlpack("level")).ctypes.data == result.level.ctypes.data
    assert np.from_dlpack(result.level).tolist() == result.level.tolist()
    with pytest.raises(mg.WrongUse, match="no column 'rank'"):
        result.dlpack("rank")


def test_columns_of_a_gpu_are_where_they_are(run_on_gpu, path_graph):
    """By the addresses that DLPack hands over; on an emulated GPU, whose memory is the host's, by what is there, too."""
    with pytest.raises(mg.WrongUse, match="left no column 'rank' on a GPU: it ran on the CPU"):
        mg.pagerank(path_graph, device="cpu").column("rank", device="cuda")
    run_on_gpu("""
        import ctypes, gc, os, numpy as np, multigraph as mg
        ctypes.pythonapi.PyCapsule_GetPointer.restype = ctypes.c_void_p
        ctypes.pythonapi.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
        def address_of(array):  # the first member of a DLManagedTensor, which is the tensor
            capsule = array.__dlpack__()
            return ctypes.cast(ctypes.pythonapi.PyCapsule_GetPointer(capsule, b"dltensor"),
                               ctypes.POINTER(ctypes.c_void_p))[0]
        arcs = np.arange(999), np.arange(1, 1000)
        g = mg.Graph.from_edges(*arcs, weight=np.ones(999, np.float32)).to("cuda")
        runs = {"rank": [mg.pagerank(g), mg.pagerank_delta(g), mg.ppr(g, 5)], "level": [mg.bfs(g, 7)],
                "parent": [mg.bfs(g, 7)], "distance": [mg.sssp(g, 7)], "hub": [mg.hits(g)], "authority": [mg.hits(g)]}
        for name, results in runs.items():
            for result in results:
                there = result.column(name, device="cuda")
                assert there.__dlpack_device__() == (2, 0), there.__dlpack_device__()
                assert address_of(there) == address_of(result.column(name, device="cuda"))
                expected = result.column(name, raw=True)
                del result
                gc.collect()
                if "MG_BACKEND" in os.environ:
                    size = expected.nbytes
                    found = np.frombuffer((ctypes.c_char * size).from_address(address_of(there)), expected.dtype)
                    assert (found == expected).all(), (name, found, expected)
        try:
            mg.tc(g).column("triangles", device="cuda")
            raise SystemExit("a column that is not there")
        except mg.WrongUse as refused:
            assert "made of what is there" in str(refused), refused
        turned = mg.Graph.from_edges(*arcs, order="random:1").to("cuda")
        try:
            mg.bfs(turned, 7).column("level", device="cuda")
            raise SystemExit("a column in another order")
        except mg.WrongUse as refused:
            assert "another order" in str(refused), refused
    """)


@pytest.mark.parametrize("library", ["torch", "cupy"])
def test_other_libraries_take_columns_on_the_gpu(run_on_gpu, library):
    pytest.importorskip(library)
    if os.environ["MULTIGRAPH_TEST_GPU"] != "cuda":
        pytest.skip(f"{library} reads the memory of GPUs alone, and this one is emulated")
    run_on_gpu(f"""
        import gc, numpy as np, multigraph as mg, {library} as library
        g = mg.Graph.from_edges(np.arange(999), np.arange(1, 1000)).to("cuda")
        result = mg.pagerank(g)
        expected = result.rank
        rank = library.from_dlpack(result.column("rank", device="cuda"))
        again = library.from_dlpack(result.column("rank", device="cuda"))
        address = (lambda array: array.data_ptr()) if "{library}" == "torch" else (lambda array: array.data.ptr)
        assert address(rank) == address(again)
        del result, again
        gc.collect()
        mg.bfs(g, 0)
        found = rank.cpu().numpy() if "{library}" == "torch" else rank.get()
        assert (found == expected).all()
    """)


def test_a_path_leads_from_the_source():
    graph = mg.Graph.from_edges(["a", "b", "a", "d"], ["b", "c", "c", "d"], weight=[1, 1, 9, 1])
    assert mg.sssp(graph, "a").path_to("c") == ["a", "b", "c"]
    assert mg.bfs(graph, "a").path_to("c") == ["a", "c"]
    assert mg.bfs(graph, "a").path_to("a") == ["a"]
    assert mg.bfs(graph, "a").path_to("d") is None
    with pytest.raises(KeyError):
        mg.bfs(graph, "a").path_to("e")
    with pytest.raises(mg.WrongUse, match="has found no parents"):
        mg.cc(graph).path_to("a")
    numbered = mg.bfs(mg.Graph.from_edges([4, 5], [5, 6]), 4).path_to(6)
    assert numbered == [4, 5, 6] and all(type(name) is int for name in numbered)


def test_a_trace_has_a_step_for_each_operator(path_graph):
    steps = mg.bfs(path_graph, 0, trace=True).trace
    assert steps and all("operation" in step and "ms" in step for step in steps)
    assert mg.bfs(path_graph, 0).trace == []


def test_progress_is_told_and_may_stop(tmp_path):
    file = tmp_path / "edges.el"
    file.write_text("1 2\n" * 1000)
    told = []
    with mg.options(progress=lambda *report: told.append(report)):
        mg.read(file)
    assert told and all(isinstance(phase, str) and done <= max(total, done) for phase, done, total in told)

    def stop(*report):
        raise RuntimeError("enough")

    with mg.options(progress=stop), pytest.raises(RuntimeError, match="enough"):
        mg.read(file)
    with mg.options(progress=True):
        assert mg.cc(mg.read(file)).summary["components"] >= 1
    with pytest.raises(mg.WrongUse, match="progress takes bool or Callable"):
        with mg.options(progress=3):
            pass


def test_a_header_becomes_a_function(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    labels = mg.compile(EXAMPLE, flags=["-O0"])
    graph = mg.Graph.from_edges(["b", "c", "x"], ["a", "b", "y"])
    assert len(set(labels(graph, validate=True).names_of("label"))) == 2
    made = list(tmp_path.rglob("*.so"))
    assert len(made) == 1
    assert mg.compile(EXAMPLE, flags=["-O0"]) is labels
    assert list(tmp_path.rglob("*.so")) == made
    broken = tmp_path / "broken.hpp"
    broken.write_text('#include "engine/algorithm.hpp"\n'
                      "struct Broken { static mg::AlgorithmInfo info() { return nothing; } };")
    with pytest.raises(mg.WrongUse, match="nothing"):
        mg.compile(broken, flags=["-fsyntax-only"])
    with pytest.raises(mg.NoResources, match="no compiler 'c--'"):
        mg.compile(EXAMPLE, compiler="c--")
    with pytest.raises(mg.WrongUse, match="there is no header"):
        mg.compile(tmp_path / "none.hpp")
    assert not list(tmp_path.rglob("tmp*"))
