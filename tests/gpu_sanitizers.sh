#!/bin/bash
# Runs loops, searches and the dense engine, on small graphs, under the tools of compute-sanitizer. Needs a GPU.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
  cat << 'END'
Usage: tests/gpu_sanitizers.sh [--build DIR] [--jobs N] [--list] [WORD...]
Runs the drivers' and searches' tests, the dense engine on a few graphs and, for races, loops that stay on the GPU on a
path under compute-sanitizer: memcheck, initcheck, synccheck and racecheck. A WORD, as memcheck or graph, leaves only
those runs whose names have it; several, only those that have them all. Some minutes each, side by side.
  --build DIR  a folder with the release preset's programs (build/release)
  --jobs N     so many at a time (6)
  --list       print the runs' names and stop
What each printed is in DIR/gpu_sanitizers/NAME.log. compute-sanitizer is taken from the PATH or /usr/local/cuda/bin.
Exit status: 0 all clean, 1 wrong use, 3 no GPU or no compute-sanitizer, 4 findings.
END
}

build=build/release
jobs=6
list=false
words=()
while (($# > 0)); do
  case $1 in
    --build | --jobs)
      (($# > 1)) || { echo "$1 needs a value" >&2 && exit 1; }
      [[ $1 == --build ]] && build=$2 || jobs=$2
      shift
      ;;
    --list) list=true ;;
    -h | --help) usage && exit 0 ;;
    -*) usage >&2 && exit 1 ;;
    *) words+=("$1") ;;
  esac
  shift
done
[[ $jobs =~ ^[1-9][0-9]*$ ]] || { echo "--jobs needs a number, not '$jobs'" >&2 && exit 1; }

# One run a line: its name, which begins with the tool's, and its command. The longest come first.
all_runs() {
  local tool driver graph algorithm
  for tool in racecheck memcheck initcheck synccheck; do
    for graph in star duplicates weighted_rmat; do
      echo "$tool-dense-$graph algorithms_test --gtest_filter=*Zoo.AnswersOfTheDenseEngineOnAGpu*/$graph"
    done
  done
  echo "racecheck-launched drivers_test --gtest_filter=*IsRightOnTheWholeZoo/launched"
  for tool in memcheck initcheck synccheck; do
    for driver in launched fused graph adaptive; do
      echo "$tool-$driver drivers_test --gtest_filter=*IsRightOnTheWholeZoo/$driver"
    done
    echo "$tool-search search_loop_test"
  done
  for driver in launched fused graph adaptive; do
    echo "memcheck-repetitions-$driver drivers_test --gtest_filter=*RepeatsReductionsOnTheWholeZoo/$driver"
  done
  # Where blocks wait for each other, racecheck takes too long for the zoo.
  local on_path="mg_run $path --source 0 --device cuda --validate"
  for driver in fused adaptive; do
    for algorithm in bfs sssp bc; do
      echo "racecheck-path-$algorithm-$driver $on_path -a $algorithm --schedule driver=$driver"
    done
  done
}

chosen_runs() {
  local run word
  while read -r run; do
    for word in "${words[@]}"; do [[ ${run%% *} == *"$word"* ]] || continue 2; done
    echo "$run"
  done < <(all_runs)
}

logs=$build/gpu_sanitizers
path=$logs/path.mg
if "$list"; then
  chosen_runs | cut -d ' ' -f 1
  exit 0
fi
[[ -n $(chosen_runs) ]] || { echo "No run's name has '${words[*]}'; --list shows them." >&2 && exit 1; }

PATH=$PATH:/usr/local/cuda/bin
refuse() {
  echo "$2" >&2
  exit "$1"
}
command -v compute-sanitizer > /dev/null || refuse 3 "compute-sanitizer, of the CUDA toolkit, is missing."
[[ -x $build/bin/drivers_test ]] || refuse 1 "$build/bin/drivers_test is missing: build the preset release."
[[ $("$build/bin/mg_run" --list) == *$'\n  cuda:'* ]] || refuse 3 "There is no GPU: mg_run --list says why."

rm -rf "$logs"
mkdir -p "$logs"
"$build/bin/mg_prep" generate path --vertices 16 --weights random:1:1000:1 -o "$path" > "$logs/path.log" 2>&1
# With work on several hardware queues the tools report invalid accesses, other ones every time, in kernels of graphs
# that repeat themselves; memcheck and initcheck find none with one queue, and without a tool nothing is wrong.
export CUDA_DEVICE_MAX_CONNECTIONS=1

run_one() {
  local build=$1 logs=$2 name program started=$SECONDS status=0
  read -r name program arguments <<< "$3"
  # shellcheck disable=SC2086  # arguments are words
  (set -f && exec compute-sanitizer --tool "${name%%-*}" --error-exitcode 86 --print-limit 20 \
    "$build/bin/$program" $arguments) > "$logs/$name.log" 2>&1 || status=$?
  if ((status == 0)) && ! grep -qE "SKIPPED|Running 0 tests" "$logs/$name.log"; then
    echo "clean   $name, $((SECONDS - started)) s"
  else
    echo "FAILED  $name, exit status $status, $((SECONDS - started)) s: see $logs/$name.log"
    touch "$logs/failed"
  fi
}
export -f run_one
chosen_runs | tr '\n' '\0' | xargs -0 -P "$jobs" -I RUN bash -c 'run_one "$@"' run_one "$build" "$logs" RUN
[[ ! -e $logs/failed ]] || exit 4
