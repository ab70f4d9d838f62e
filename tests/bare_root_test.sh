#!/bin/bash
# Uses a wheel in a root that holds Python, numpy, what the C library and the C++ compiler's runtime bring, and nothing else:
# no shell, no compiler, no package of the system's.
set -euo pipefail

usage() {
  cat << 'TEXT'
Usage: tests/bare_root_test.sh WHEEL [PYTHON]
Makes a root of PYTHON (default: python3), its standard library, numpy, WHEEL, and those libraries alone that a wheel for
manylinux may expect; there it imports the package, reads a graph, runs and validates, and looks for what must not be there.
After the import it may take two seconds.
Exit status: 0 all passed, 1 something failed, 77 skipped: no root can be entered, or numpy cannot be had.
TEXT
}

case ${1:-} in -h | --help) usage && exit 0 ;; "") usage >&2 && exit 1 ;; esac
wheel=$(realpath "$1")
python=$(command -v "${2:-python3}")
work=$(mktemp -d)
root=$work/root
trap 'rm -rf "$work"' EXIT

change_root=$(PATH=$PATH:/usr/sbin:/sbin command -v chroot)
enter=("$(command -v unshare)" --user --map-root-user "$change_root")
((EUID == 0)) && enter=("$change_root")

# The files that stand where they stand here.
copy() {
  for file in "$@"; do
    mkdir -p "$root$(dirname "$file")"
    [[ -e $root$file ]] || cp -L "$file" "$root$file"
  done
}
# Of what a wheel may expect of any system, and of what this Python is linked with, those that a file needs.
libraries_of() {
  find "$@" -type f \( -name '*.so*' -o -perm -u+x \) -print0 | xargs -0 -r ldd 2> /dev/null |
    awk '$3 ~ /^\// { print $3 } $1 ~ /^\/.*ld-linux/ { print $1 }' | sort -u
}

"$python" -m venv "$work/venv" > /dev/null 2>&1 || { echo "Skipped: $python makes no environments." && exit 77; }
"$work/venv/bin/pip" --disable-pip-version-check --quiet install --timeout 20 --retries 1 --target "$root/site" numpy ||
  { echo "Skipped: there is no numpy for $python." && exit 77; }
"$work/venv/bin/pip" --disable-pip-version-check --quiet install --no-deps --target "$root/site" "$wheel"
read -r interpreter library <<< "$("$python" -c 'import os, sys, sysconfig
print(os.path.realpath(sys.executable), sysconfig.get_path("stdlib"))')"
copy "$interpreter"
mkdir -p "$root$library" "$root/tmp"
cp -RL "$library/." "$root$library" 2> /dev/null || true
rm -rf "$root$library"/{site-packages,dist-packages,test,config-*}
mapfile -t needed < <(libraries_of "$interpreter" "$library/lib-dynload")
copy "${needed[@]}"
for name in libc.so.6 libm.so.6 libpthread.so.0 libdl.so.2 librt.so.1 libgcc_s.so.1 libstdc++.so.6; do
  file=$(ldconfig -p | awk -v name="$name" '$1 == name && /x86-64|AArch64/ { print $NF; exit }')
  [[ -z $file ]] || copy "$file"
done
printf 'ant bee 2\nbee cat 3\ncat ant 4\n' > "$root/tmp/graph.el"
[[ ! -e $root/bin/sh && ! -e $root/usr/bin/cc ]] || { echo "FAILED: the root is not bare" >&2 && exit 1; }
"${enter[@]}" "$root" "$interpreter" -c '' 2> /dev/null || { echo "Skipped: no root can be entered." && exit 77; }

env -i PYTHONPATH=/site PYTHONDONTWRITEBYTECODE=1 "${enter[@]}" "$root" "$interpreter" - << 'PYTHON'
import time

start = time.monotonic()
import multigraph as mg

began = time.monotonic()
graph = mg.read("/tmp/graph.el")
near = mg.sssp(graph, "ant", validate=True)
assert near.validated and near["cat"] == {"distance": 5.0, "parent": "bee"}, near["cat"]
assert mg.pagerank(graph, validate=True).validated
graph.write("/tmp/graph.mg")
assert mg.cc(mg.open("/tmp/graph.mg"), validate=True).summary["components"] == 1
took = time.monotonic() - began
try:
    mg.compile("/tmp/none.hpp")
    raise SystemExit("compiled without a compiler")
except mg.Error:
    pass
assert "GPU                none" in mg.doctor(), mg.doctor()
print(f"imported in {began - start:.2f} s; read, run and validated in {took:.2f} s")
assert took <= 2, took
PYTHON
echo "$(basename "$wheel") works in a root of $(find "$root" -type f | wc -l) files without a compiler"
