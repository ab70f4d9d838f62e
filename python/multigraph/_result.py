"""What a run has found: one value a vertex, in the order of the file, or the rows of a table."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, Iterator

import numpy as np

from . import _arrow, _core, _display
from ._core import WrongUse
from ._progress import shown as _progress
from ._values import path_text, whole

if TYPE_CHECKING:
    import pandas
    import pyarrow

    from ._graph import Graph


class Result:
    """The result of an algorithm. Its columns are attributes, numpy arrays in the order of `graph.names`:

    numbers as the algorithm holds them, without a copy where the graph's order is the file's; distances as floats, inf
    where nothing leads; vertices (a parent, a component) as positions in that order, -1 for none.
    `result[name]` is what was found for one vertex.

    Of algorithms whose results are a table (`row` says what one of its rows is), columns are the table's:
    `result["source"]` is one of them and `result[i]` the i-th row, a dict.
    """

    def __init__(self, core: _core.Result, graph: Graph) -> None:
        self._core = core
        self.graph = graph
        self._meanings: dict[str, str] | None = None

    @property
    def meanings(self) -> dict[str, str]:
        """What each column holds: "number", "distance" or "vertex"."""
        if self._meanings is None:
            self._meanings = dict(self._core.columns())
        return self._meanings

    @property
    def columns(self) -> list[str]:
        return list(self.meanings)

    def column(self, name: str, raw: bool = False, device: str = "cpu") -> Any:
        """A column. raw: as it is stored, where the type's largest value stands for an infinite distance or no vertex.

        device="cuda": as the run has left it on the GPU, without a copy, for torch.from_dlpack, cupy.from_dlpack and
        whatever else takes DLPack. It is as with raw=True, stays there as long as somebody has it, and is not to be
        written. Raises WrongUse where a column is not there: after a run on the CPU, for columns that are made of others
        when they are asked for, and on graphs in another order than that of their file.
        """
        if device not in ("cpu", "cuda"):
            raise WrongUse(f"a column is had on cpu or cuda, not '{device}'")
        if device == "cuda":
            return self._core.device_dlpack(name)
        values: np.ndarray = self._core.raw_values(name) if raw else self._core.values(name)
        return values

    def __getattr__(self, name: str) -> np.ndarray:
        if name.startswith("_"):
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        if name not in self.meanings:
            raise AttributeError(f"a result of {self._core.algorithm} has the columns {', '.join(self.columns)}, "
                                 f"and no '{name}'")
        values: np.ndarray = self.column(name)
        return values

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.columns]

    @property
    def row(self) -> str:
        """What a row is: "vertex", or of a table, "edge", "pair", "step"."""
        return self._core.row

    def __len__(self) -> int:
        """The rows."""
        return self._core.num_rows()

    def __getitem__(self, name: str | int) -> Any:
        """What was found for the vertex of that name: a value, or a dict of them where there are several columns.
        A vertex is given by its name, None where there is none. Raises KeyError for a name that the graph has not.
        Of a table, a column by its name, as `column` has it, or a row by its number, as such a dict; raises KeyError and
        IndexError."""
        if self._core.is_table:
            return self._of_table(name)
        row = self.graph.index(name)
        values = {column: self._value(column, row) for column in self.columns}
        return next(iter(values.values())) if len(values) == 1 else values

    def __contains__(self, name: object) -> bool:
        """Whether `result[name]` has something: of a vertex, or of a table a column."""
        return name in (self.meanings if self._core.is_table else self.graph)

    def __iter__(self) -> Iterator[Any]:
        """The names of the vertices, as of a dict by them; of a table, its rows, a dict each."""
        if self._core.is_table:
            return (self[row] for row in range(len(self)))
        names = self.graph.names
        return iter(names if isinstance(names, list) else names.tolist())

    def __copy__(self) -> Result:
        """It does not change, so that copies share it."""
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Result:
        return self

    def __reduce__(self) -> Any:
        raise TypeError("a Result is not pickled: its columns are, as result.to_pandas() or dict(level=result.level), and "
                        "result.write('ranks.tsv') writes them")

    def _of_table(self, name: str | int) -> Any:
        if isinstance(name, str):
            if name not in self.meanings:
                raise KeyError(name)
            return self.column(name)
        row = range(len(self))[name]
        return {column: self._value(column, row) for column in self.columns}

    def _value(self, column: str, row: int) -> Any:
        value = self.column(column)[row].item()
        if self.meanings[column] != "vertex":
            return value
        return None if value < 0 else self.graph.name(value)

    def names_of(self, column: str) -> list[Any]:
        """A column of vertices by their names, None for none."""
        names = self.graph.names
        return [None if position < 0 else names[position] for position in self.column(column).tolist()]

    def top(self, count: int = 10, column: str | None = None) -> list[tuple[Any, ...]]:
        """The vertices with the largest values, those not reached left out; of a column of vertices, those that are
        named most often, and how often (the largest components). Ties in the order of the file. Of a table, the rows
        with the largest values, by the last column of numbers unless another is named, a tuple of all columns each."""
        rows = whole(count)
        if rows is None or not 0 <= rows < 2**63:
            raise WrongUse(f"top takes how many there should be, a whole number from 0 on, not {count!r}")
        if self._core.is_table:
            return self._top_rows(rows, column or self._core.ranking_column())
        column = column or self.columns[0]
        return [(name, _number(value)) for name, value in self._core.top(column, rows)]

    def _top_rows(self, count: int, column: str) -> list[tuple[Any, ...]]:
        of_vertices = [meaning == "vertex" for meaning in self.meanings.values()]
        return [tuple(text if is_name else _number(text) for text, is_name in zip(row, of_vertices))
                for row in self._core.top_rows(column, count)]

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame, a row a vertex, indexed by names, or the rows of a table. Vertices are given by name."""
        import pandas

        columns = {name: self.names_of(name) if meaning == "vertex" else self.column(name)
                   for name, meaning in self.meanings.items()}
        index = None if self._core.is_table else pandas.Index(self.graph.names, name="vertex")
        return pandas.DataFrame(columns, index=index)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The table for whoever reads Arrow's C interface: polars.DataFrame(result), DuckDB, pyarrow.table(result). A row
        a vertex, or the rows of a table, vertices by name, null for none."""
        return _arrow.stream(self)

    def to_arrow(self) -> pyarrow.Table:
        """A table of pyarrow, which has to be installed for this."""
        import pyarrow

        return pyarrow.table(self)

    def write(self, path: str | os.PathLike[str]) -> list[str]:
        """Writes the columns to a file, as `mg_run -o` does: .tsv, .csv, .npy or .bin, a row a vertex in the order of the
        file, or those of a table; .graphml or .gexf, the graph with them as attributes, which Gephi opens; compressed
        with .gz, .bz2 or .zst behind it. Returns what is worth knowing, a sentence each. The file appears when it is
        complete."""
        with _progress() as progress:
            return self._core.write(path_text(path), progress)

    def dlpack(self, column: str) -> Any:
        """A column as it is stored, for torch.from_dlpack and its kind, old ones too: shared, so do not write it. (numpy
        arrays are handed over as read-only, which not all of them take.)"""
        return self._core.dlpack(column)

    def path_to(self, name: str | int) -> list[Any] | None:
        """The names of the vertices on the path that a search found from its source to that vertex, both included; None
        where nothing leads there. Of results with a column `parent`: bfs, sssp. Raises KeyError for a name that the
        graph has not."""
        if "parent" not in self.meanings:
            raise WrongUse(f"{self._core.algorithm} has found no parents: bfs and sssp do, unless they are told not to")
        position = self.graph.index(name)
        parents = self.column("parent")
        if parents[position] < 0:
            return None
        path = [position]
        while parents[path[-1]] != path[-1]:
            path.append(int(parents[path[-1]]))
        names = self.graph.names
        named = [names[one] for one in reversed(path)]
        return named if isinstance(names, list) else [one.item() for one in named]

    @property
    def trace(self) -> list[dict[str, Any]]:
        """What every operator of every iteration did and took, a dict each; of a run with trace=True."""
        steps: list[dict[str, Any]] = json.loads(self._core.trace())["steps"]
        return steps

    @property
    def summary(self) -> dict[str, int | float]:
        """Facts about the run: vertices reached, iterations, the number of components, ..."""
        return self._core.summary()

    @property
    def times(self) -> dict[str, float]:
        """Milliseconds: of the computation alone, and of what was done around it."""
        return self._core.times()

    @property
    def ms(self) -> float:
        """Milliseconds of the computation alone."""
        return self.times["compute"]

    @property
    def device(self) -> str:
        """Where it ran: "cpu", or the GPU's name."""
        return self._core.device

    @property
    def validated(self) -> bool | None:
        """True where it was proved right (validate=True); None where nobody looked."""
        return self._core.validated

    @property
    def stopped_early(self) -> bool:
        """Whether max_iterations, or a limit among the parameters, ended the run before it was done."""
        return self._core.stopped_early

    @property
    def stopped_by(self) -> str | None:
        """What ended the run before it was done, as a phrase; None where nothing did."""
        return self._core.stopped_by

    def explain(self) -> str:
        """Which engine, layout and schedule executed the run, and why. Says more of a run with trace=True."""
        return self._core.explain()

    def report(self, path: str) -> None:
        """Writes one page of HTML with the frontier and the time of every iteration; of a run with trace=True."""
        with open(path, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(self._core.report())

    def __repr__(self) -> str:
        facts = ", ".join(f"{name} {value:g}" for name, value in self.summary.items())
        size = f"{self.graph.num_vertices} vertices"
        if self._core.is_table:
            size += f", a table of {len(self)} {self.row}s"
        return f"<{self._core.algorithm} of {size}: {facts}; {self.ms:.3g} ms on {self.device}>"

    def _repr_html_(self) -> str:
        return _display.result(self)


def _number(text: str) -> float | int:
    try:
        return int(text)
    except ValueError:
        return float(text)
