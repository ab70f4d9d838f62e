"""What networkx calls: conversion, the questions whether a call can and should come here, and the functions."""

from __future__ import annotations

from typing import Any

import networkx as nx

from . import _betweenness, _distances, _edges, _functions, _paths  # noqa: F401: they offer theirs to _functions
from ._cost import should_run
from ._graph import BackendGraph
from ._reasons import can_run


class Backend:
    """The object that the entry point names. Functions are attributes, by networkx's names."""

    def __init__(self) -> None:
        self.can_run = can_run
        self.should_run = should_run
        for name, function in _functions.offered.items():
            setattr(self, name, function)

    @staticmethod
    def convert_from_nx(graph: Any, *args: Any, **preserved: Any) -> BackendGraph:
        """Takes a note of the graph; its dicts are walked when a function asks for them."""
        return graph if isinstance(graph, BackendGraph) else BackendGraph(graph)

    @staticmethod
    def convert_to_nx(result: Any, **preserved: Any) -> Any:
        return result.nx if isinstance(result, BackendGraph) else result

    @staticmethod
    def on_start_tests(items: Any) -> None:
        """Called with the tests of networkx before they run; all of them are expected to pass."""


backend = Backend()
