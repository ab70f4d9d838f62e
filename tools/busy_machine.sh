#!/bin/bash
# Times every built-in algorithm on few cores, alone and beside processes that take the same cores all the time.
set -euo pipefail

usage() {
  cat << 'END'
Usage: tools/busy_machine.sh [OPTION...]
  --bin FOLDER     MultiGraph's programs (build/release/bin)
  --work FOLDER    where graphs are kept between calls (build/busy)
  --cores LIST     the cores, one thread each ("0,1")
  --loops N        busy processes beside, on the same cores (6)
  --runs N         of each algorithm (as many as take a third of a second on a quiet machine)
  --most N         times its quiet time that a run may take (8)
  --graphs "..."   of road kron four ("road kron four": 2^14 vertices each, and a circle of 4)
  --only "..."     algorithms (all built-in ones)
Prints for each graph and algorithm the mean time of a run in milliseconds, quiet and beside the busy processes, the ratio,
and the longest run beside them. A thread's fair share of a core is 1 / (1 + loops / cores): beside 6 processes on 2 cores
a ratio of 4. Only a quiet machine makes quiet times.
Exit status: 0 no ratio is above --most, 1 wrong use, 4 one is.
END
}

[[ ${1:-} == -h || ${1:-} == --help ]] && usage && exit 0
bin=build/release/bin work=build/busy cores=0,1 loops=6 runs= most=8 graphs="road kron four"
only="bfs sssp pagerank pagerank-delta ppr hits cc cc-label bc tc"
while (($# > 0)); do
  declare "${1#--}=${2:?"$1 needs a value"}"
  shift 2
done
mkdir -p "$work"
threads=$(taskset -c "$cores" nproc)

make_graph() {
  local graph=$1 out=$work/$1.mg
  [[ -f $out ]] && return
  case $graph in
    road) "$bin/mg_prep" generate road --scale 14 -o "$out" ;;
    kron) "$bin/mg_prep" generate kron --scale 14 --self-loops drop --weights random:1:255:1 -o "$out" ;;
    four) "$bin/mg_prep" generate cycle --vertices 4 --weights unit -o "$out" ;;
  esac 2> "$work/log"
}

# The mean and the longest of so many runs, in milliseconds. One process after the other: Python, starting, would take a core.
run() {
  local graph=$1 algorithm=$2 n=$3 source=()
  case $algorithm in bfs | sssp | ppr | bc) source=(--source max-degree) ;; esac
  taskset -c "$cores" "$bin/mg_run" "$work/$graph.mg" -a "$algorithm" "${source[@]}" --device cpu \
    --threads "$threads" --runs "$n" --json > "$work/report" 2> "$work/log"
  python3 -c 'import json, sys
times = [run["ms"] for run in json.load(sys.stdin)["runs"]]
print(sum(times) / len(times), max(times))' < "$work/report"
}

busy=()
stop_loops() {
  ((${#busy[@]} == 0)) || kill "${busy[@]}"
  busy=()
}
trap stop_loops EXIT
start_loops() {
  for ((i = 0; i < loops; ++i)); do
    taskset -c "$cores" bash -c 'while :; do :; done' &
    busy+=($!)
  done
}

status=0
printf '| graph | algorithm | quiet, ms | busy, ms | ratio | longest, ms |\n|---|---|---|---|---|---|\n'
for graph in $graphs; do
  make_graph "$graph"
  for algorithm in $only; do
    # Enough runs for a third of a second: the system gives a process some milliseconds at a time.
    read -r quiet _ < <(run "$graph" "$algorithm" 9)
    n=${runs:-$(awk "BEGIN {n = int(300 / $quiet); print (n < 9 ? 9 : n > 100000 ? 100000 : n)}")}
    read -r quiet _ < <(run "$graph" "$algorithm" "$n")
    start_loops
    read -r busy_mean longest < <(run "$graph" "$algorithm" "$n")
    stop_loops 2> /dev/null
    awk "BEGIN {exit ($busy_mean > $most * $quiet)}" || status=4
    printf '| %s | %s | %.3f | %.3f | %.1f | %.1f |\n' "$graph" "$algorithm" "$quiet" "$busy_mean" \
      "$(awk "BEGIN {print $busy_mean / $quiet}")" "$longest"
  done
done
exit $status
