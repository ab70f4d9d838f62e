"""A graph of networkx's as the backend holds it: walked once for each attribute that is asked for, then kept until the
graph changes."""

from __future__ import annotations

from typing import Any

import networkx as nx

from .. import _core, _options


def adjacency_of(adjacency: Any) -> dict:
    """Dicts of dicts: views are made into what they show."""
    if isinstance(adjacency, dict) and (not adjacency or isinstance(next(iter(adjacency.values())), dict)):
        return adjacency
    return {node: dict(neighbors) for node, neighbors in adjacency.items()}


_NEIGHBORS = ("__getitem__", "adj", "adjacency", "degree", "edges", "neighbors")
_shows: dict[type, bool] = {nx.Graph: True, nx.DiGraph: True, nx.MultiGraph: True, nx.MultiDiGraph: True}


def shows_its_dicts(graph: Any) -> bool:
    """Whether a graph's neighbors are those in its dicts: not where a class of its own says otherwise, as that of a
    complement which holds the graph itself."""
    kind = type(graph)
    if kind not in _shows:
        base = next((known for known in kind.__mro__ if known in (nx.MultiDiGraph, nx.MultiGraph, nx.DiGraph, nx.Graph)), None)
        _shows[kind] = base is None or all(getattr(kind, name) is getattr(base, name) for name in _NEIGHBORS)
    return _shows[kind]


def is_view(graph: Any) -> bool:
    """Whether a graph shows what another one holds, whose changes networkx does not tell of."""
    return type(graph._adj) is not dict or hasattr(graph, "_graph")


#: In what networkx keeps with a graph until that changes: a mark that goes with it.
_MARK = "mg: walked"


def machine() -> dict[str, Any]:
    """Where calls of networkx's functions run: as networkx's configuration says, or multigraph.options(). Other options
    would change what functions return."""
    config = nx.config.backends.mg
    ours = {name: value for name, value in _options.current().items() if name in ("device", "threads")}
    return _options.checked({"device": config.device, "threads": config.threads}) | ours


class BackendGraph:
    """Conversions happen when they are needed, from the dicts of `nx`, and are kept until that changes: networkx then
    drops this, but generators that it was given to go on, as networkx's own do."""

    __networkx_backend__ = "mg"

    def __init__(self, graph: nx.Graph) -> None:
        self.nx = graph
        self._mark: object = None
        self._forget()

    def _forget(self) -> None:
        self._rows: dict[tuple, _core.NetworkxGraph] = {}
        self._predecessors: dict[Any, _core.NetworkxGraph] = {}
        self._lengths: dict[Any, _core.Graph] = {}
        self._core: _core.Graph | None = None

    def _forget_if_changed(self) -> None:
        cache = self.nx.__networkx_cache__
        mark = None if cache is None else cache.setdefault(_MARK, object())
        if mark is None or mark is not self._mark:  # without a cache nobody tells
            self._forget()
            self._mark = mark

    def __getstate__(self) -> dict[str, Any]:
        """Copies, here or in another process, walk the graph anew."""
        return {"nx": self.nx}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(state["nx"])  # type: ignore[misc]

    def for_a_call(self) -> BackendGraph:
        """This, or of a graph whose changes nobody tells of, one that is walked anew."""
        return BackendGraph(self.nx) if is_view(self.nx) else self

    def is_directed(self) -> bool:
        return self.nx.is_directed()

    def is_multigraph(self) -> bool:
        return self.nx.is_multigraph()

    def __contains__(self, node: object) -> bool:
        return node in self.nx

    def __len__(self) -> int:
        return len(self.nx)

    def rows(self, attribute: Any = None, adds_up: bool = False, exact: bool = True) -> _core.NetworkxGraph:
        """Successors in networkx's order, with the attribute as weight. Of parallel edges, the lightest weight, or the
        sum. exact: weights are all ints or all floats, as answers in their types need. Raises NotImplementedError where
        they cannot be held."""
        self._forget_if_changed()
        key = (attribute, adds_up, exact)
        rows = self._rows.get(key)
        if rows is None:
            if not shows_its_dicts(self.nx):
                raise NotImplementedError("graphs of a class that shows other neighbors than it holds are left to networkx")
            nodes = next(iter(self._rows.values()), None)
            rows = self._rows[key] = _core.NetworkxGraph(adjacency_of(self.nx._adj), attribute, self.nx.is_multigraph(),
                                                         adds_up, exact, nodes)
        return rows

    def predecessors(self, attribute: Any = None) -> _core.NetworkxGraph:
        """Rows the other way; of an undirected graph, the same."""
        if not self.nx.is_directed():
            return self.rows(attribute)
        successors = self.rows(attribute)
        rows = self._predecessors.get(attribute)
        if rows is None:
            rows = self._predecessors[attribute] = _core.NetworkxGraph(adjacency_of(self.nx._pred), attribute,
                                                                       self.nx.is_multigraph(), False, True, successors)
        return rows

    def run(self, algorithm: str, sources: list[int] | None = None, weights: dict[str, Any] | None = None,
            max_iterations: int | None = None, graph: _core.Graph | None = None, **parameters: str) -> _core.Result:
        """A run of the runtime. Vertices are named by their positions. weights: parameters that are one number a node.
        max_iterations: those after which it ends. graph: with weights of edges, if not `core`."""
        how = {**machine(), "deterministic": True}
        if max_iterations is not None:
            how["max_iterations"] = max_iterations
        validate = _options.current().get("validate", False)
        return _core.run(graph or self.core, algorithm, parameters, [str(source) for source in sources or []], how, validate,
                         weights or {})

    def lengths(self, attribute: Any) -> _core.Graph:
        """The graph of the runtime with the attribute as weights that are lengths: exactly those of networkx, and above
        0. Raises NotImplementedError where they are not."""
        rows = self.rows(attribute)
        graph = self._lengths.get(attribute)
        if graph is None:
            graph = self._graph_of(rows, True)
            weights = graph.csr()[2]
            if graph.decisions or weights is None or not (weights > 0).all():
                raise NotImplementedError("shortest paths by weights that are 0, or that 32 bits do not hold, are left "
                                          "to networkx")
            self._lengths[attribute] = graph
        return graph

    @property
    def core(self) -> _core.Graph:
        """The graph of the runtime, without weights."""
        rows = self.rows()
        core = self._core
        if core is None:
            core = self._core = self._graph_of(rows, False)
        return core

    def _graph_of(self, rows: _core.NetworkxGraph, weighted: bool) -> _core.Graph:
        try:
            return rows.graph(self.nx.is_directed(), weighted)
        except _core.BadInput as problem:  # of a view whose filter takes an edge from one end alone
            raise NotImplementedError(f"a graph that is none here is left to networkx: {problem}") from None
