"""The notebook of docs/ does what it says."""

import os
import pathlib

import pytest

NOTEBOOK = pathlib.Path(__file__).parents[2] / "docs" / "tutorial.ipynb"


def test_the_tutorial_runs_and_draws(tmp_path, monkeypatch):
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    pytest.importorskip("matplotlib")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path))
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(notebook)
    assert all(not cell.outputs for cell in notebook.cells if cell.cell_type == "code"), "commit it without outputs"
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": tmp_path}}).execute()
    if executed := os.environ.get("MULTIGRAPH_KEEP_TUTORIAL"):
        nbformat.write(notebook, executed)  # to look at

    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    kinds = {kind for output in outputs for kind in output.get("data", {})}
    assert "image/png" in kinds
    assert sum("<table" in output.get("data", {}).get("text/html", "") for output in outputs) >= 3
    assert float(outputs[-1]["data"]["text/plain"]) < 1e-9
