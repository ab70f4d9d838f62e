#!/bin/bash
# Runs every test that uses a GPU, in as many sittings as it takes. Needs a GPU.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
  cat << 'END'
Usage: tests/gpu_suite.sh [--build DIR] [--jobs N] [--seconds S] [--list]
Runs all tests of a build but those of the emulated GPU, those that build or install something, and the products of
algorithms and graphs that only CPUs run. What has passed is noted in DIR/gpu_suite/passed.txt, and is not run again
until that is removed: a call that is ended by --seconds, or by hand, is followed by one that goes on.
  --build DIR  a folder with the release preset's programs (build/release)
  --jobs N     so many at a time (the number of cores, 12 at most: they take turns on the GPU, and many wait for each
               other longer than they run)
  --seconds S  end after so many; what is running then is left
  --list       print the names of the tests that are left and stop
What the tests printed is in DIR/gpu_suite/log.txt.
Exit status: 0 all have passed, 1 wrong use, 3 no GPU, 4 some failed, 5 some are left.
END
}

build=build/release
jobs=$(($(nproc) < 12 ? $(nproc) : 12))
seconds=0
list=false
while (($# > 0)); do
  case $1 in
    --build | --jobs | --seconds)
      (($# > 1)) || { echo "$1 needs a value" >&2 && exit 1; }
      [[ $1 == --build ]] && build=$2
      [[ $1 == --jobs ]] && jobs=$2
      [[ $1 == --seconds ]] && seconds=$2
      shift
      ;;
    --list) list=true ;;
    -h | --help) usage && exit 0 ;;
    *) usage >&2 && exit 1 ;;
  esac
  shift
done
[[ $jobs =~ ^[1-9][0-9]*$ ]] || { echo "--jobs needs a number, not '$jobs'" >&2 && exit 1; }
[[ $seconds =~ ^[0-9]+$ ]] || { echo "--seconds needs a number, not '$seconds'" >&2 && exit 1; }
[[ -x $build/bin/mg_run ]] || { echo "$build/bin/mg_run is missing: build the preset release." >&2 && exit 1; }

others='^Emulated|^Emulator|^WrongKernels|^(python|as_typed|c_client|plugins|contributing|links|kernels_check|manual|packaging|'
others+='bare_root|tutorial|wheel)|^compile_|^Metamorphic|^Algorithms/LargeGraph[.]|'
others+='^Algorithms/Zoo[.](AnswersAreThose|ParallelEdges|AnswersOfThe(Dense|Hybrid)Engine(AreThose|For))'
folder=$build/gpu_suite
mkdir -p "$folder"
passed=$folder/passed.txt
touch "$passed"

# tests_left: a line each, its number among all of the build, as --tests-information counts, and its name.
tests_left() {
  ctest --test-dir "$build" -N | sed -nE 's/^ *Test +#([0-9]+): (.*)/\1 \2/p' |
    awk -v passed="$passed" -v others="$others" '
      BEGIN { while ((getline < passed) > 0) has_passed[$1, $2] = 1 }
      { number = $1; key = $1 SUBSEP $2; sub(/^[0-9]+ /, "") }
      $0 !~ others && !(key in has_passed) { print number, $0 }'
}
if "$list"; then
  tests_left | cut -d ' ' -f 2-
  exit 0
fi
[[ $("$build/bin/mg_run" --list) == *$'\n  cuda:'* ]] || { echo "There is no GPU: mg_run --list says why." >&2 && exit 3; }
numbers=$(tests_left | cut -d ' ' -f 1 | paste -sd ,)
if [[ -z $numbers ]]; then
  echo "All have passed; to run them again, remove $passed."
  exit 0
fi

echo "0,0,0,$numbers" > "$folder/numbers.txt"
limit=()
((seconds == 0)) || limit=(timeout --signal INT "$seconds")
"${limit[@]}" ctest --test-dir "$build" -j "$jobs" --timeout 600 -I "$PWD/$folder/numbers.txt" > "$folder/log.txt" 2>&1 ||
  true
# ended PATTERN: numbers and names of tests that ended so.
ended() { sed -nE "s/^ *[0-9]+\/[0-9]+ Test +#([0-9]+): ([^ ]+) .*($1).*/\1 \2/p" "$folder/log.txt"; }
ended 'Passed|\*\*\*Skipped' >> "$passed"
failed=$(ended '\*\*\*(Failed|Timeout|Exception)' | cut -d ' ' -f 2)
left=$(tests_left | wc -l)
echo "$(wc -l < "$passed") have passed or were skipped, $left are left."
if [[ -n $failed ]]; then
  printf 'FAILED  %s\n' "$failed" | sed '2,$s/^/FAILED  /'
  exit 4
fi
((left == 0)) || exit 5
