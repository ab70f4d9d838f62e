#!/bin/bash
# Compiles each algorithm of compile_fail/ as its registration source would. The first line of a case says what must
# come of it: "success", or a sentence that must be the compiler's only error.
# Usage: compile_fail_test.sh COMPILER [FLAG...]
set -euo pipefail

tests=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
output=$work/output
failures=0
options=(-std=c++20 -fopenmp -I"$tests/..")

# What all cases share is compiled once; compilers look for it beside the header of that name.
cat > "$work/registering.hpp" << 'END'
#include "engine/registry.hpp"
#include "hybrid/kernels.hpp"
END
"$@" "${options[@]}" -x c++-header "$work/registering.hpp" -o "$work/registering.hpp.gch"

for case in "$tests"/compile_fail/*.hpp; do
  [[ $case == */parts.hpp ]] && continue
  expected=$(sed -n '1s/^\/\/ expect: //p' "$case")
  status=0
  "$@" "${options[@]}" -fsyntax-only -include "$work/registering.hpp" -x c++ - > "$output" 2>&1 << END || status=$?
#include "$case"
void register_case() { mg::register_algorithm<Case>(); }
END
  if [[ $expected == success ]]; then
    ((status == 0)) && outcome="as expected" || outcome="must compile, but does not"
  elif ((status == 0)); then
    outcome="must not compile, but does"
  elif ! grep -qF -- "$expected" "$output"; then
    outcome="the compiler does not say: $expected"
  elif (($(grep -c ' error: ' "$output") != 1)); then
    outcome="the compiler says more than one sentence"
  else
    outcome="as expected"
  fi
  echo "$(basename "$case"): $outcome"
  [[ $outcome == "as expected" ]] && continue
  cat "$output"
  failures=$((failures + 1))
done
((failures == 0))
