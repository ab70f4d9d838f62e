"""Prints the figures of docs/notes/python.md."""

import time

import networkx as nx
import numpy as np

import multigraph as mg
from multigraph.networkx import backend


def seconds(work, times=3):
    """The least of a few, of this process's processors, and what the work returned last."""
    least = float("inf")
    for _ in range(times):
        start = time.process_time()
        result = work()
        least = min(least, time.process_time() - start)
    return least, result


def columns_of(graph, weight):
    """The walk of edges in Python that a conversion without C takes."""
    if weight is None:
        source, target = zip(*graph.edges)
        return source, target
    return zip(*graph.edges(data=weight))


def conversion(vertices, edges):
    draw = np.random.default_rng(1)
    pairs = draw.integers(0, vertices, (edges, 2)).tolist()
    names = [f"vertex {number}" for number in range(vertices)]
    for label, of in (("whole numbers", int), ("texts", names.__getitem__)):
        graph = nx.DiGraph()
        graph.add_nodes_from(map(of, range(vertices)))
        graph.add_edges_from((of(u), of(v), {"weight": 1.5}) for u, v in pairs)
        for weight in (None, "weight"):
            python, _ = seconds(lambda: columns_of(graph, weight))
            ours, _ = seconds(lambda: backend.convert_from_nx(graph).rows(weight))
            print(f"nodes {label}, weight {weight}: walk of the edges {python:.3f} s, rows {ours:.3f} s, "
                  f"{python / ours:.1f} times")


def searches(vertices, arcs, count):
    draw = np.random.default_rng(2)
    graph = mg.Graph.from_edges(draw.integers(0, vertices, arcs), draw.integers(0, vertices, arcs), isolated="keep")
    mg.bfs(graph, 0)
    sources = draw.integers(0, vertices, count).tolist()
    start = time.perf_counter()
    computing = sum(mg.bfs(graph, source, device="cpu").ms for source in sources)
    wall = (time.perf_counter() - start) * 1000
    print(f"{count} searches of {vertices} vertices and {arcs} arcs: {wall:.0f} ms, {computing:.0f} ms of them "
          f"computing: {wall / computing:.2f} times")


def building(arcs):
    draw = np.random.default_rng(3)
    source, target = draw.integers(0, arcs // 16, (2, arcs))
    made, graph = seconds(lambda: mg.Graph.from_edges(source, target), 2)
    indptr, indices, _ = graph.csr()
    shared, again = seconds(lambda: mg.Graph.from_csr(indptr.view(np.int64), indices.view(np.int32)), 2)
    same = again.csr()[1].ctypes.data == indices.ctypes.data
    print(f"{arcs} arcs: from_edges {made:.2f} s; from_csr {shared:.2f} s, the address of its indices the same: {same}")


if __name__ == "__main__":
    conversion(50_000, 500_000)
    searches(100_000, 1_000_000, 1000)
    searches(1_000_000, 8_000_000, 100)
    building(8_000_000)
