#!/bin/bash
# Tests the Python module of a build, and its backend with networkx's own tests.
set -euo pipefail

usage() {
  cat << 'END'
Usage: tests/python_test.sh [--whole] BUILD_FOLDER PYTHON
Runs python/tests with the module of BUILD_FOLDER, which was configured with -DMG_BUILD_PYTHON=ON, then those of
networkx's own tests that its backend `mg` is concerned with, drawn from all of them, and looks whether each of the
backend's functions was called.
  --whole     all of networkx's tests (several minutes)
The environment variable MULTIGRAPH_TEST_GPU, `cuda` or the path of a backend, has a GPU tested, too, with some of
networkx's tests, of --whole all (many minutes: graphs of a few vertices are copied to it by thousands).
  -h, --help  this text
Exit status: 0 all passed, 1 wrong use or a test failed, 77 skipped: the environment has not what it takes.
END
}

drawn_for_gpu=(algorithms/centrality/tests/test_betweenness_centrality.py
  algorithms/centrality/tests/test_closeness_centrality.py algorithms/components/tests/test_connected.py
  algorithms/components/tests/test_strongly_connected.py algorithms/link_analysis/tests
  algorithms/shortest_paths/tests/test_unweighted.py algorithms/tests/test_cluster.py algorithms/tests/test_mis.py
  algorithms/traversal/tests/test_bfs.py algorithms/tree/tests/test_mst.py)
drawn=("${drawn_for_gpu[@]}" algorithms/centrality/tests/test_degree_centrality.py
  algorithms/centrality/tests/test_eigenvector_centrality.py algorithms/centrality/tests/test_harmonic_centrality.py
  algorithms/centrality/tests/test_katz_centrality.py algorithms/community/tests/test_leiden.py
  algorithms/community/tests/test_louvain.py algorithms/components/tests/test_weakly_connected.py
  algorithms/tests/test_core.py algorithms/shortest_paths/tests/test_generic.py
  algorithms/shortest_paths/tests/test_weighted.py algorithms/tests/test_dag.py
  algorithms/tests/test_distance_measures.py algorithms/tests/test_efficiency.py algorithms/tests/test_wiener.py
  utils/tests/test_backends.py)
whole=false
if [[ ${1:-} == --whole ]]; then
  whole=true
  shift
fi
case ${1:-} in -h | --help) usage && exit 0 ;; esac
(($# == 2)) || { usage >&2 && exit 1; }
build=$(cd "$1" && pwd)
python=$2
source=$(cd "$(dirname "$0")/.." && pwd)
"$python" -c 'import networkx, numpy, pandas, pytest, scipy' 2> /dev/null ||
  { echo "Skipped: $python has not numpy, networkx, scipy, pandas and pytest (tools/python_environment.sh)." && exit 77; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export PYTHONPATH=$build/python PYTHONDONTWRITEBYTECODE=1

exported=$(nm -D --defined-only "$build"/python/multigraph/_core*.so | awk '{ print $3 }')
[[ $exported == PyInit__core ]] || { echo "FAILED: the module exports more than PyInit__core: $exported" >&2 && exit 1; }

"$python" -m pytest -q -p no:cacheprovider -W ignore::UserWarning "$source/python/tests"

# To stubtest, what nanobind makes is no Python class or function; then come imports for types alone.
if "$python" -c 'import mypy' 2> /dev/null; then
  printf '%s\n' 'multigraph\._core\..*' 'multigraph\.include.*' 'multigraph\._graph\.networkx' \
    'multigraph\._result\.(pandas|pyarrow)' > allowed
  (
    cd "$build/python"
    export MYPYPATH=. MYPY_CACHE_DIR=$work/mypy
    "$python" -m mypy --config-file "$source/pyproject.toml" -p multigraph
    "$python" -m mypy.stubtest --mypy-config-file "$source/pyproject.toml" --concise --ignore-unused-allowlist \
      --allowlist "$work/allowed" multigraph
  )
else
  echo "passed over: $python has no mypy"
fi

networkx=$("$python" -c 'import networkx, os; print(os.path.dirname(networkx.__file__))')
export NETWORKX_TEST_BACKEND=mg NETWORKX_FALLBACK_TO_NX=True PYTHONPATH=$PYTHONPATH:$source/python/tests
"$whole" && drawn=(.) drawn_for_gpu=(.)
"$python" -m pytest -q -p no:cacheprovider -p count_calls "${drawn[@]/#/$networkx/}"
if [[ -n ${MULTIGRAPH_TEST_GPU:-} ]]; then
  "$python" -m pytest -q -p no:cacheprovider -p on_gpu "${drawn_for_gpu[@]/#/$networkx/}"
fi
