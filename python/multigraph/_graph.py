"""Graphs: of files, of tables, of arrays, of other libraries."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Iterable

import numpy as np

from . import _arrow, _core, _display
from ._core import BadInput, WrongUse
from ._progress import shown as _progress
from ._values import flag, path_text

if TYPE_CHECKING:
    import networkx


#: Options that are True or False; others are texts.
_FLAGS = ("directed", "header", "bipartite")


def _texts(options: dict[str, Any]) -> dict[str, str]:
    """Options as the library reads them; None: not given. Raises WrongUse for values of other types."""
    texts = {}
    for name, value in options.items():
        if value is None:
            continue
        if name in _FLAGS:
            texts[name] = "true" if flag(name, value) else "false"
        elif isinstance(value, str):
            texts[name] = value
        else:
            raise WrongUse(f"{name} takes a text, not {value!r}")
    return texts


class Names(list[str]):
    """The names of vertices: a list that does not change."""

    def _refuse(self, *given: Any, **options: Any) -> Any:
        raise TypeError("the names of a graph do not change: list(g.names) is a list of one's own")

    __setitem__ = __delitem__ = __iadd__ = __imul__ = append = clear = extend = insert = _refuse
    pop = remove = reverse = sort = _refuse

    def __reduce__(self) -> Any:
        return list, (list(self),)


class Graph:
    """A graph. It does not change, and what runs leave on a GPU stays there for those that follow.

    Made by `read`, `open`, `Graph.from_edges`, `from_csr`, `from_scipy` and `from_networkx`. Vertices have names, texts
    or whole numbers, and positions 0, 1, ... in the order of `names`.
    """

    def __init__(self, core: _core.Graph) -> None:
        if not isinstance(core, _core.Graph):
            raise WrongUse("graphs are made by read, open, Graph.from_edges, from_csr, from_scipy and from_networkx")
        self._core = core
        self._names: Any = None
        #: Where algorithms run unless options say otherwise.
        self.device = "auto"

    # Makers

    @classmethod
    def from_edges(cls, *edges: Any, weight: Any = None, directed: bool = True, duplicates: str = "min",
                   self_loops: str = "keep", isolated: str = "auto", order: str = "original") -> Graph:
        """A graph of edges: two columns, or a table and the names of its columns.

            Graph.from_edges(source, target, weight=w)
            Graph.from_edges(table, "from", "to", weight="minutes")

        Columns are arrays of whole numbers or of texts. A table is whatever has columns by name, as a data frame of
        pandas or a dict of arrays, or streams itself by Arrow's C interface (`__arrow_c_stream__`), as those of polars,
        pyarrow and DuckDB. duplicates: what becomes of several edges
        between the same vertices: the lightest ("min") | "first" | "max" | "sum" | "keep". self_loops: "keep" |
        "drop". isolated: "keep" makes every number from the smallest possible one to the largest a vertex. order:
        numbering inside, for speed: "original" | "degree" | "random:SEED" | "bfs". Raises BadInput with the row of what
        is wrong.
        """
        if len(edges) == 3 and isinstance(edges[1], str):
            source, target, weight = _columns(*edges, weight)
        elif len(edges) == 2:
            source, target = edges
        else:
            raise WrongUse("from_edges takes two columns, or a table and the names of two columns")
        options = _texts({"directed": directed, "duplicates": duplicates, "self_loops": self_loops,
                          "isolated": isolated, "order": order})
        source, target = _vertices(source, "source"), _vertices(target, "target")
        weights = None if weight is None else _numbers(weight, "weight")
        if isinstance(source, list) or isinstance(target, list):
            with _progress() as progress:
                return cls(_core.from_names(_as_texts(source), _as_texts(target), weights, options, progress))
        kind = source.dtype if source.dtype == target.dtype else np.dtype(np.int64)
        with _progress() as progress:
            return cls(_core.from_numbers(source.astype(kind, copy=False), target.astype(kind, copy=False), weights,
                                          options, progress))

    @classmethod
    def from_csr(cls, indptr: Any, indices: Any, data: Any = None, *, directed: bool = True) -> Graph:
        """A graph of compressed sparse rows: the arcs of vertex v lead to indices[indptr[v]:indptr[v + 1]].

        indptr of 64 bits, indices of 32 bits and data of float32 or uint32 are shared, not copied, where rows ascend:
        do not change them. Others are converted. data: weights. directed=False: each edge stands in the rows of both its
        ends. Parallel edges are kept.
        """
        weights = None if data is None else _numbers(data, "data")
        return cls(_core.from_csr(_numbers(indptr, "indptr"), _numbers(indices, "indices"), weights,
                                  flag("directed", directed)))

    @classmethod
    def from_scipy(cls, matrix: Any, *, directed: bool = True, weighted: bool = True) -> Graph:
        """A graph of a square sparse matrix: an arc from i to j, with its weight, for each entry (i, j) that is stored.
        Entries that are stored twice add up, as everywhere in scipy. weighted=False: without weights."""
        if not hasattr(matrix, "tocsr"):
            raise WrongUse(f"from_scipy takes a sparse matrix or array of scipy's, not {type(matrix).__name__}: "
                           "scipy.sparse.csr_array(matrix) makes one")
        if len(matrix.shape) != 2 or matrix.shape[0] != matrix.shape[1]:
            raise BadInput(f"a graph's matrix is square, and this one has the shape {matrix.shape}")
        rows = matrix.tocsr()
        if not rows.has_canonical_format:
            rows = rows.copy()
            rows.sum_duplicates()
        return cls.from_csr(rows.indptr, rows.indices, rows.data if flag("weighted", weighted) else None, directed=directed)

    @classmethod
    def from_networkx(cls, graph: networkx.Graph, *, weight: str | None = None) -> Graph:
        """A graph of networkx's, nodes in their order, named by str(node). weight: the attribute of edges that is their
        weight, 1 where an edge has none; parallel edges become the lightest of them."""
        from .networkx import converted

        return converted(graph, weight)

    # Where it is

    def to(self, device: str) -> Graph:
        """Has algorithms run on "cpu", "cuda", "cuda:N" or "auto" from now on; returns the graph. The first run on a
        GPU brings the graph there, where it stays. To "cpu" gives the GPU's memory back."""
        if device not in ("cpu", "auto", "cuda") and not (isinstance(device, str) and device.startswith("cuda:")):
            raise WrongUse(f"a device is cpu, cuda, cuda:N or auto, not '{device}'")
        if device == "cpu":
            self._core.release()
        self.device = device
        return self

    @property
    def nbytes(self) -> int:
        """Memory of the graph, in bytes; of a prepared graph, of its map."""
        return self._core.nbytes

    @property
    def gpu_nbytes(self) -> int:
        """Memory of the GPU that is held for this graph, in bytes."""
        return self._core.gpu_nbytes

    # What it is

    @property
    def num_vertices(self) -> int:
        return self._core.num_vertices

    @property
    def num_edges(self) -> int:
        """Edges as a person counts them: an undirected edge once."""
        return self._core.num_edges

    @property
    def num_arcs(self) -> int:
        """Arcs stored: an undirected edge twice, a self loop once."""
        return self._core.num_arcs

    @property
    def directed(self) -> bool:
        return self._core.directed

    @property
    def weights(self) -> str:
        """The type of the weights: "none", "u32" or "f32"."""
        return self._core.weights

    @property
    def decisions(self) -> list[str]:
        """What reading and cleaning found and decided, a sentence each."""
        return self._core.decisions

    @property
    def names(self) -> Any:
        """The names of the vertices, in the order of the file: an array of numbers, or a list of texts. Neither can be
        written to."""
        if self._names is None:
            names = self._core.names()
            if isinstance(names, list):
                self._names = Names(names)
            else:
                fits = len(names) == 0 or names.max() < 2**63
                self._names = names.astype(np.int64) if fits else names
                self._names.flags.writeable = False
        return self._names

    def name(self, position: int) -> Any:
        name = self.names[position]
        return name if isinstance(name, str) else name.item()

    def index(self, name: str | int) -> int:
        """The position of the vertex of that name. Raises KeyError."""
        position = self._core.find(str(name))
        if position is None:
            raise KeyError(name)
        return position

    def __contains__(self, name: object) -> bool:
        return self._core.find(str(name)) is not None

    def degrees(self, incoming: bool = False) -> np.ndarray:
        """Arcs that leave each vertex, or with incoming=True that reach it."""
        return self._core.degrees(incoming)

    def csr(self) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
        """(indptr, indices, data) of the arcs, without a copy; data is None where there are no weights."""
        return self._core.csr()

    def write(self, path: str | os.PathLike[str], format: str = "auto") -> list[str]:
        """Writes the graph: as a prepared one where the name ends in .mg, which `open` and mg_run open as a memory map, or
        as any format that `mg_prep export` writes, by the name's ending or by `format` ("prepared": as with .mg).
        Returns what is worth knowing, a sentence each. The file appears when it is complete. Raises WrongUse where the
        format cannot hold the graph."""
        with _progress() as progress:
            return self._core.write(path_text(path), format, progress)

    def __copy__(self) -> Graph:
        """It does not change, so that copies share it; where they run is each one's own."""
        copied = Graph(self._core)
        copied.device = self.device
        return copied

    def __deepcopy__(self, memo: dict[int, Any]) -> Graph:
        return self.__copy__()

    def __reduce__(self) -> Any:
        raise TypeError("a Graph is not pickled: g.write('graph.mg') writes it, and multigraph.open('graph.mg') opens it, "
                        "in another process too")

    def __repr__(self) -> str:
        kind = "directed" if self.directed else "undirected"
        weights = "" if self.weights == "none" else f", {self.weights} weights"
        return f"<Graph of {self.num_vertices} vertices and {self.num_edges} {kind} edges{weights}>"

    def _repr_html_(self) -> str:
        return _display.graph(self)


def read(path: str | os.PathLike[str] | Iterable[str | os.PathLike[str]], *, format: str = "auto",
         columns: str | None = None, header: bool | None = None, delimiter: str | None = None, names: str = "auto",
         bipartite: bool = False, directed: bool | None = None, weights: str = "auto", duplicates: str = "min", self_loops: str = "keep",
         isolated: str = "auto", order: str = "original") -> Graph:
    """Reads a graph file of any format that `mg_prep convert` reads, or several that are one graph.

    Options are those of `mg_prep convert --help`, with True and False for yes and no. `Graph.decisions` says what was
    found out. Raises BadInput with file, line and column of what is wrong.
    """
    paths = [path_text(one) for one in ([path] if isinstance(path, (str, os.PathLike)) else path)]
    options = {"format": format, "columns": columns, "header": header, "delimiter": delimiter, "names": names,
               "bipartite": bipartite, "directed": directed, "weights": weights, "duplicates": duplicates, "self_loops": self_loops,
               "isolated": isolated, "order": order}
    with _progress() as progress:
        return Graph(_core.read(paths, _texts(options), progress))


def open(path: str | os.PathLike[str]) -> Graph:
    """Opens a prepared graph (of `mg_prep`, or Graph.write) as a memory map."""
    return Graph(_core.open(path_text(path)))


def _columns(table: Any, source: str, target: str, weight: Any) -> tuple[Any, Any, Any]:
    """Of a table, the columns of its edges; `weight` may be a column itself."""
    if _arrow.is_stream(table):
        names = [source, target] + ([weight] if isinstance(weight, str) else [])
        found = _arrow.columns(table, names)
        return found[0], found[1], found[2] if isinstance(weight, str) else weight
    by_name = _column(table, weight) if isinstance(weight, str) else weight
    return _column(table, source), _column(table, target), by_name


def _column(table: Any, name: str) -> Any:
    """The column of a table of any library."""
    if hasattr(table, "fetchnumpy"):
        table = table.fetchnumpy()
    try:
        return table[name]
    except (KeyError, TypeError, IndexError):
        pass
    raise WrongUse(f"the table has no column '{name}'")


def _array(column: Any) -> np.ndarray:
    if not isinstance(column, np.ndarray) and hasattr(column, "to_numpy"):
        column = column.to_numpy()
    array = np.asarray(column)
    if array.ndim != 1:
        raise WrongUse(f"a column has one dimension, and this one has {array.ndim}")
    return array


def _numbers(column: Any, what: str) -> np.ndarray:
    """Contiguous numbers of a type that the library takes."""
    array = _array(column)
    if array.dtype.kind == "b" or (array.dtype.kind in "iu" and array.dtype.itemsize < 4):
        array = array.astype(np.int32)
    if array.dtype.kind == "f" and array.dtype.itemsize not in (4, 8):
        array = array.astype(np.float64)
    if array.dtype.kind not in "iuf":
        raise BadInput(f"{what}: numbers are expected, not {array.dtype}")
    return np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("="))


def _vertices(column: Any, what: str) -> np.ndarray | list[str]:
    """Numbers, or a list of texts."""
    if isinstance(column, list) and column and all(type(name) is str for name in column):
        return column
    array = _array(column)
    if len(array) == 0 and array.dtype.kind == "f":  # numpy's type of nothing
        array = array.astype(np.int64)
    if array.dtype.kind in "iu":
        return _numbers(array, what)
    if array.dtype.kind == "f":
        raise BadInput(f"{what}: vertices are whole numbers or texts, not {array.dtype}; are there missing values?")
    texts: list[str] = array.tolist()
    return texts


def _as_texts(column: np.ndarray | list[str]) -> list[str]:
    return column if isinstance(column, list) else [str(number) for number in column.tolist()]
