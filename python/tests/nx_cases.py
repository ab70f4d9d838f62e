"""What tests of the backend of networkx compare with networkx itself: values, types and order."""

import networkx as nx
import pytest

from multigraph.networkx import backend


def graphs():
    """Undirected and directed, with odd nodes, self loops, several components, in mixed order."""
    odd = nx.Graph([("b", 1), (1, (2, "x")), ((2, "x"), "b"), ("c", "c"), ("d", "e")])
    draw = nx.gnp_random_graph(60, 0.06, seed=3)
    directed = nx.gnp_random_graph(60, 0.05, seed=4, directed=True)
    for number, (u, v) in enumerate(directed.edges):
        directed.edges[u, v]["weight"] = number % 7
    backwards = nx.Graph(list(nx.karate_club_graph().edges)[::-1])
    return [odd, draw, directed, backwards, nx.empty_graph(3)]


def ordered(value):
    """A value with the order of dicts and generators in it, and types."""
    if isinstance(value, dict):
        return [(key, ordered(item)) for key, item in value.items()]
    if isinstance(value, nx.Graph):
        return list(value.edges)
    if hasattr(value, "__next__"):
        return [ordered(item) for item in value]
    if isinstance(value, (list, tuple)):
        return [ordered(item) for item in value]
    return (type(value), value)


def outcome(function, *args, **kwargs):
    try:
        return ordered(function(*args, **kwargs))
    except (nx.NetworkXException, ValueError) as problem:
        return (type(problem), str(problem))


def same(name, graph, *args, **kwargs):
    function = getattr(nx, name)
    if isinstance(backend.can_run(name, (graph, *args), kwargs), str):
        pytest.skip("left to networkx")
    assert outcome(function, graph, *args, backend="mg", **kwargs) == outcome(function, graph, *args, backend="networkx", **kwargs)
