#!/bin/bash
# No file of the library and the tools takes longer to compile than the budget: 15 s of a core. Seconds depend on the
# machine and on what else it does, the memory that GCC asks for in all while it compiles a file does not, and goes with
# the seconds: 73 MB a second on two quiet cores of an AMD EPYC, 45 on busy ones (GCC 12.2, 2026-11-26). So the budget is
# 900 MB, without precompiled headers. Those whose objects are largest are compiled once more and asked.
# Usage: compile_budget_test.sh BUILD_FOLDER COMPILER
# Exit status: 0 all within the budget, 1 one is not, 77 another compiler or build tool than those it was measured with.
set -euo pipefail

build=$1
compiler=$2
budget_mb=900
files=4
work=compile_budget  # in the build folder: ccache tells compilations apart by the names of what they write, too

skip() {
  echo "passed over: $1"
  exit 77
}

"$compiler" --version | grep -q 'Free Software Foundation' || skip "$compiler is not GCC"
[[ $("$compiler" -dumpversion) == 12* ]] || skip "GCC $("$compiler" -dumpversion), and the budget is of GCC 12"
[[ -f $build/build.ninja ]] && command -v ninja > /dev/null || skip "this is no build of ninja"

# allocated OBJECT: compiles it again, into another file, and prints the megabytes that GCC has asked for.
allocated() {
  local command
  command=$(ninja -C "$build" -t commands -s "$1" |
    sed -nE "s| -Winvalid-pch -include [^ ]+cmake_pch.hxx||; s|-MF [^ ]+|-MF $work/depend|
             s|-o [^ ]+ -c |-o $work/object -ftime-report -c |p")
  (cd "$build" && bash -c "$command") > "$build/$work/out" 2>&1 || { cat "$build/$work/out" >&2 && return 1; }
  awk '$1 == "TOTAL" { megabytes = $NF; sub(/M$/, "", megabytes); print megabytes }' "$build/$work/out"
}

mkdir -p "$build/$work"
mapfile -t objects < <(cd "$build" && find CMakeFiles/multigraph.dir tools c -name '*.cpp.o' -printf '%s %P %H\n' |
  sort -rn | head -n "$files" | while read -r _ path folder; do echo "$folder/$path"; done)
((${#objects[@]} == files)) || { echo "FAILED: there are ${#objects[@]} objects in $build" && exit 1; }
trap 'rm -rf "${build:?}/$work"' EXIT
failures=0
for object in "${objects[@]}"; do
  megabytes=$(allocated "$object")
  [[ $megabytes =~ ^[0-9]+$ ]] || { echo "FAILED: GCC does not say what it asked for: '$megabytes'" && exit 1; }
  echo "$megabytes MB  ${object##*.dir/}"
  ((megabytes <= budget_mb)) || failures=$((failures + 1))
done
((failures == 0)) && exit 0
echo "FAILED: $failures of these take more than $budget_mb MB, some 15 s: split them, or instantiate less in one"
exit 1
