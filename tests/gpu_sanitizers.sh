#!/bin/bash
# Runs loops, searches and the dense engine, on small graphs, under the tools of compute-sanitizer. Needs a GPU.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
  cat << 'END'
Usage: tests/gpu_sanitizers.sh [--build DIR] [--jobs N] [--list] [WORD...]
Runs every algorithm on small graphs, each with its answer proved, under compute-sanitizer: memcheck, initcheck and
synccheck on an R-MAT graph, memcheck on a star, too, whose hub is cut into pieces, and racecheck on a path; the dense
engine and the drivers likewise, and the operators' own tests. A WORD, as memcheck or graph, leaves only those runs whose
names have it; several, only those that have them all. Some minutes in all, side by side. Needs jq.
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

# on_graph NAME GRAPH ALGORITHM OPTION...: a run of mg_run on one of the graphs, with whatever the algorithm needs.
on_graph() {
  echo "$1 mg_run $logs/$2.mg -a $3 ${needs[$3]} ${*:4} --device cuda --warmup 0 --validate"
}

# has_loop ALGORITHM: whether its iterations may follow each other on the device. While blocks wait for each other there,
# racecheck takes minutes, so that it mostly sees them launched one by one. Of loops that repeat themselves as graphs it
# reports what a launch reads last and the next one writes first, on whatever multiprocessor both run, as a race.
has_loop() {
  # shellcheck disable=SC2086  # what an algorithm needs is words
  "$build/bin/mg_run" "$tiny" -a "$1" ${needs[$1]} --device cpu --schedule driver=launched > /dev/null 2>&1
}

# One run a line: its name, which begins with the tool's, and its command.
all_runs() {
  local tool graph algorithm driver
  for tool in memcheck synccheck; do
    echo "$tool-operators device_operators_test --gtest_filter=-*Communities*:*DenseSums*:*InBothDirections*"
    echo "$tool-contract contract_test --gtest_filter=*LongRuns*:*IsAStepOfARun*"
    echo "$tool-search search_loop_test"
    echo "$tool-indices index_operators_test"
    echo "$tool-meshes mesh_test"
  done
  for algorithm in bfs sssp; do
    on_graph "racecheck-path-fused-$algorithm" path "$algorithm" --schedule driver=fused
  done
  while read -r tool graph; do
    for algorithm in "${!needs[@]}"; do
      driver=
      if [[ $tool == racecheck ]] && has_loop "$algorithm"; then driver="--schedule driver=launched"; fi
      on_graph "$tool-$graph-$algorithm" "$graph" "$algorithm" "$driver"
    done
    for algorithm in bfs sssp cc-label pagerank bc hits; do
      on_graph "$tool-$graph-dense-$algorithm" "$graph" "$algorithm" --engine dense
    done
    [[ $tool != racecheck ]] || continue
    for driver in launched fused graph adaptive; do
      for algorithm in bfs sssp bc cc-label pagerank-delta; do
        on_graph "$tool-$graph-$driver-$algorithm" "$graph" "$algorithm" --schedule "driver=$driver"
      done
    done
    [[ $graph == rmat ]] || continue
    for balance in strict twc-sorted tb+wp+fg; do
      for algorithm in bfs sssp bc; do
        on_graph "$tool-$balance-$algorithm" "$graph" "$algorithm" --schedule "driver=fused,balance=$balance"
      done
    done
    for pieces in layout=ell layout=hyb,balance=twc-sorted layout=dia layout=gshards layout=segments,heavy=4 direction=pull \
      frontier=bitmap frontier=bytemap,balance=edge creation=unfused dedup=bitmap; do
      for algorithm in bfs bc pagerank-delta; do
        on_graph "$tool-$pieces-$algorithm" "$graph" "$algorithm" --schedule "driver=fused,$pieces"
      done
    done
  done <<< $'racecheck path\nmemcheck star\nmemcheck rmat\ninitcheck rmat\nsynccheck rmat'
}

chosen_runs() {
  local run word
  while read -r run; do
    for word in "${words[@]}"; do [[ ${run%% *} == *"$word"* ]] || continue 2; done
    echo "$run"
  done < <(all_runs)
}

logs=$build/gpu_sanitizers
command -v jq > /dev/null || { echo "jq is missing." >&2 && exit 1; }
[[ -x $build/bin/mg_run ]] || { echo "$build/bin/mg_run is missing: build the preset release." >&2 && exit 1; }
tiny=$(mktemp --suffix .mg)
trap 'rm -f "$tiny"' EXIT
"$build/bin/mg_prep" generate path --vertices 4 --weights unit -o "$tiny" 2> /dev/null
declare -A needs  # by algorithm
while IFS=$'\t' read -r name options; do needs[$name]=$options; done < <(tools/algorithm_options.sh "$build/bin/mg_run")
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
[[ -x $build/bin/contract_test ]] || refuse 1 "$build/bin/contract_test is missing: build the preset release."
[[ $("$build/bin/mg_run" --list) == *$'\n  cuda:'* ]] || refuse 3 "There is no GPU: mg_run --list says why."

rm -rf "$logs"
mkdir -p "$logs"
generate() { "$build/bin/mg_prep" generate "$2" "${@:3}" --weights random:1:1000:1 -o "$logs/$1.mg" > "$logs/$1.log" 2>&1; }
generate path path --vertices 16
generate star star --vertices 5000
generate rmat rmat --scale 7 --edge-factor 8
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
# Kernels are compiled before, for under the tools it takes minutes.
chosen_runs | awk '$2 == "mg_run" { sub(/^[^ ]+ [^ ]+ /, ""); print }' | sort -u |
  xargs -P "$jobs" -I ARGUMENTS bash -c "$build/bin/mg_run ARGUMENTS" > "$logs/compiled.log" 2>&1 || true
chosen_runs | tr '\n' '\0' | xargs -0 -P "$jobs" -I RUN bash -c 'run_one "$@"' run_one "$build" "$logs" RUN
[[ ! -e $logs/failed ]] || exit 4
