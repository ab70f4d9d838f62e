import os
import subprocess
import sys
import textwrap

import numpy as np
import pytest

import multigraph as mg


@pytest.fixture
def path_graph():
    """0 -> 1 -> 2 -> 0, 2 -> 3, weighted 1, 2, 3, 4."""
    return mg.Graph.from_edges(np.array([0, 1, 2, 2]), np.array([1, 2, 0, 3]), weight=np.array([1, 2, 3, 4]))


@pytest.fixture
def large_graph():
    """A random graph of 20,000 vertices and 200,000 arcs."""
    draw = np.random.default_rng(7)
    return mg.Graph.from_edges(draw.integers(0, 20_000, 200_000), draw.integers(0, 20_000, 200_000), isolated="keep")


@pytest.fixture
def run_on_gpu():
    """Runs a program in a process of its own that has a GPU, as "cuda"."""
    gpu = os.environ.get("MULTIGRAPH_TEST_GPU")
    if not gpu:
        pytest.skip("MULTIGRAPH_TEST_GPU is neither cuda nor the path of a backend")
    environment = {**os.environ, **({} if gpu == "cuda" else {"MG_BACKEND": gpu})}

    def run(program):
        subprocess.run([sys.executable, "-c", textwrap.dedent(program)], check=True, env=environment)

    return run
