"""A graph of networkx's as the backend holds it: walked once for each attribute that is asked for, then kept."""

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


class BackendGraph:
    """Conversions happen when they are needed, from the dicts of `nx`; networkx drops this when that changes."""

    __networkx_backend__ = "mg"

    def __init__(self, graph: nx.Graph) -> None:
        self.nx = graph
        self._rows: dict[tuple, _core.NetworkxGraph] = {}
        self._predecessors: dict[Any, _core.NetworkxGraph] = {}
        self._lengths: dict[Any, _core.Graph] = {}
        self._core: _core.Graph | None = None

    def is_directed(self) -> bool:
        return self.nx.is_directed()

    def is_multigraph(self) -> bool:
        return self.nx.is_multigraph()

    def __contains__(self, node: object) -> bool:
        return node in self.nx

    def __len__(self) -> int:
        return len(self.nx)

    def rows(self, attribute: Any = None, adds_up: bool = False) -> _core.NetworkxGraph:
        """Successors in networkx's order, with the attribute as weight. Of parallel edges, the lightest weight, or the
        sum. Raises NotImplementedError where they cannot be held."""
        key = (attribute, adds_up)
        if key not in self._rows:
            if not shows_its_dicts(self.nx):
                raise NotImplementedError("graphs of a class that shows other neighbors than it holds are left to networkx")
            nodes = next(iter(self._rows.values()), None)
            self._rows[key] = _core.NetworkxGraph(adjacency_of(self.nx._adj), attribute, self.nx.is_multigraph(),
                                                  adds_up, nodes)
        return self._rows[key]

    def predecessors(self, attribute: Any = None) -> _core.NetworkxGraph:
        """Rows the other way; of an undirected graph, the same."""
        if not self.nx.is_directed():
            return self.rows(attribute)
        if attribute not in self._predecessors:
            self._predecessors[attribute] = _core.NetworkxGraph(adjacency_of(self.nx._pred), attribute,
                                                                self.nx.is_multigraph(), False, self.rows(attribute))
        return self._predecessors[attribute]

    def run(self, algorithm: str, sources: list[int] | None = None, weights: dict[str, Any] | None = None,
            max_iterations: int | None = None, graph: _core.Graph | None = None, **parameters: str) -> _core.Result:
        """A run of the runtime. Vertices are named by their positions. weights: parameters that are one number a node.
        max_iterations: those after which it ends, whatever the options say. graph: with weights of edges, if not `core`."""
        config = nx.config.backends.mg
        how = {"device": config.device, "threads": config.threads, **_options.current(), "deterministic": True}
        if max_iterations is not None:
            how["max_iterations"] = max_iterations
        validate = how.pop("validate", False)
        how.pop("progress", None)
        return _core.run(graph or self.core, algorithm, parameters, [str(source) for source in sources or []], how, validate,
                         weights or {})

    def lengths(self, attribute: Any) -> _core.Graph:
        """The graph of the runtime with the attribute as weights that are lengths: exactly those of networkx, and above
        0. Raises NotImplementedError where they are not."""
        if attribute not in self._lengths:
            graph = self.rows(attribute).graph(self.nx.is_directed(), True)
            weights = graph.csr()[2]
            if graph.decisions or weights is None or not (weights > 0).all():
                raise NotImplementedError("shortest paths by weights that are 0, or that 32 bits do not hold, are left "
                                          "to networkx")
            self._lengths[attribute] = graph
        return self._lengths[attribute]

    @property
    def core(self) -> _core.Graph:
        """The graph of the runtime, without weights."""
        if self._core is None:
            self._core = self.rows().graph(self.nx.is_directed(), False)
        return self._core
