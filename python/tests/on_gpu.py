"""A plug-in of pytest for networkx's tests: the backend computes on the GPU that MULTIGRAPH_TEST_GPU names, whatever the
size of a graph. Fails unless it has, each time."""

import os

import networkx as nx
from multigraph.networkx._graph import BackendGraph

gpu = os.environ["MULTIGRAPH_TEST_GPU"]
if gpu != "cuda":
    os.environ["MG_BACKEND"] = gpu
nx.config.backends.mg.device = "cuda"

runs: dict[str, int] = {}
run_anywhere = BackendGraph.run


def run(*args, **kwargs):
    result = run_anywhere(*args, **kwargs)
    runs[result.device] = runs.get(result.device, 0) + 1
    return result


BackendGraph.run = run


def pytest_sessionfinish(session, exitstatus):
    print("\nruns:", ", ".join(f"{count} on {device}" for device, count in sorted(runs.items())))
    if exitstatus == 0 and (not runs or "cpu" in runs):
        session.exitstatus = 1
