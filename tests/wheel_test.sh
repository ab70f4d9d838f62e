#!/bin/bash
# Installs what is committed with pip, as somebody who has cloned the repository does, and uses it away from the sources.
set -euo pipefail

usage() {
  cat << 'TEXT'
Usage: tests/wheel_test.sh [PYTHON]
Clones the repository that this file is in, installs the clone with pip into a new environment of PYTHON (default:
python3), without GPUs, and reads, runs, validates, and compiles an algorithm with what the package holds. It builds the
library, which takes minutes.
Exit status: 0 all passed, 1 something failed, 77 skipped: PyPI cannot be reached, or no environment can be made.
TEXT
}

case ${1:-} in -h | --help) usage && exit 0 ;; esac
python=${1:-python3}
source=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
  echo "FAILED: $1" >&2
  exit 1
}

"$python" -m venv "$work/venv" > /dev/null 2>&1 || { echo "Skipped: $python makes no environments." && exit 77; }
pip=("$work/venv/bin/pip" --disable-pip-version-check --quiet)
"${pip[@]}" download --no-deps --no-binary :none: --timeout 20 --retries 1 -d "$work" "scikit-build-core>=0.11" ||
  { echo "Skipped: PyPI cannot be reached." && exit 77; }
git clone --quiet "$source" "$work/clone"
"${pip[@]}" wheel --no-deps -w "$work/wheel" "$work/clone" -C cmake.define.MG_CUDA=OFF -C build-dir=build/pip || fail "pip wheel"
wheel=$(echo "$work"/wheel/multigraph-*.whl)
"$python" -m zipfile -l "$wheel" | awk '{ print $1 }' > "$work/list"
for file in multigraph/_core multigraph/libmultigraph.so multigraph/py.typed multigraph/_core.pyi multigraph/_functions.pyi \
  multigraph/__init__.pyi multigraph/include/multigraph/engine/algorithm.hpp multigraph/include/plugin_interface.cpp; do
  grep -q "^$file" "$work/list" || fail "the wheel has no $file"
done
bytes=$(stat -c %s "$wheel")
((bytes <= 10000000)) || fail "the wheel has $bytes bytes, more than 10 MB"
"${pip[@]}" install "$wheel" || fail "pip install"

cd /
printf 'ant bee 2\nbee cat 3\ncat ant 4\n' > "$work/graph.el"
"$work/venv/bin/python" - "$work" "$work/clone/docs/examples/label_propagation/label_propagation.hpp" << 'PYTHON' || fail "the package"
import sys, time

began = time.monotonic()
import multigraph as mg

work, header = sys.argv[1:]
assert mg.__file__.startswith(work), mg.__file__
graph = mg.read(f"{work}/graph.el")
near = mg.sssp(graph, "ant", validate=True)
assert near.validated and near["cat"] == {"distance": 5.0, "parent": "bee"}, near["cat"]
graph.write(f"{work}/graph.mg")
assert mg.cc(mg.open(f"{work}/graph.mg"), validate=True).summary["components"] == 1
print(f"read, run and validated within {time.monotonic() - began:.2f} s")
if hasattr(mg, "compile"):
    labels = mg.compile(header, "example::LabelPropagation")
    assert labels(graph, validate=True).names_of("label") == ["ant"] * 3
    print("compiled an algorithm with the headers of the package")
PYTHON
echo "wheel of $bytes bytes: built, installed and used"
