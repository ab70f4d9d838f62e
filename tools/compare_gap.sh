#!/bin/bash
# Times the six algorithms against the GAP Benchmark Suite's reference programs: same graphs, same source, same stopping
# rule, same number of threads, the two programs taking turns.
set -euo pipefail

usage() {
  cat << 'END'
Usage: tools/compare_gap.sh GAPBS [OPTION...]
GAPBS is a folder with the built programs of the GAP Benchmark Suite (bfs, sssp, pr, pr_spmv, cc, bc, tc).
  --bin FOLDER     MultiGraph's programs (build/release/bin)
  --work FOLDER    where graphs are kept between calls (build/compare)
  --threads N      threads of both (2)
  --runs N         timed runs a program and turn (5)
  --turns N        turns (3)
  --graphs "..."   of kron uniform road ("kron uniform road")
  --only "..."     algorithms ("bfs sssp pr cc bc tc")
Prints for each graph and algorithm the median time of either in milliseconds and the ratio MultiGraph / GAP. SSSP: GAP
runs with the best of several deltas, MultiGraph with its default. PageRank: GAP's definition and stopping rule, against the
faster of pr and pr_spmv.
END
}

[[ ${1:-} == -h || ${1:-} == --help ]] && usage && exit 0
gap=${1:?"name the folder of the GAP programs; see --help"}
shift
bin=build/release/bin work=build/compare threads=2 runs=5 turns=3 graphs="kron uniform road" only="bfs sssp pr cc bc tc"
while (($# > 0)); do
  declare "${1#--}=${2:?"$1 needs a value"}"
  shift 2
done
mkdir -p "$work"
export OMP_NUM_THREADS=$threads

make_graph() {
  local graph=$1 shape=(--scale 20) weights=random:1:255:1
  [[ $graph == road ]] && shape=(--width 2000 --height 2000) weights=auto
  if [[ ! -f $work/$graph.wsg ]]; then
    "$bin/mg_prep" generate "$graph" "${shape[@]}" --self-loops drop --weights none -o "$work/$graph.mg"
    "$bin/mg_prep" export "$work/$graph.mg" -o "$work/$graph.sg"
    "$bin/mg_prep" generate "$graph" "${shape[@]}" --self-loops drop --weights "$weights" -o "$work/$graph.mg"
    "$bin/mg_prep" export "$work/$graph.mg" -o "$work/$graph.wsg"
  fi 2> "$work/log"
}

median() { sort -g | awk '{v[NR] = $1} END {print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2}'; }
gap_times() { "$gap/$1" "${@:2}" | awk '/Trial Time/ {print $3 * 1000}'; }
# One after the other: Python, starting, would take a core away from a short run.
mg_times() {
  local report
  report=$("$bin/mg_run" "$@" --json 2> /dev/null)
  python3 -c 'import json, sys
for run in json.load(sys.stdin)["runs"]: print(run["ms"])' <<< "$report"
}

# Both programs' times for one graph and algorithm, appended to the files gap and mg of a folder.
time_turn() {
  local graph=$1 algorithm=$2 source=$3 out=$4 sg=$work/$1.sg n=$((runs + 1))
  case $algorithm in
    bfs) gap_times bfs -f "$sg" -r "$source" -n $n >> "$out/gap" ;;
    sssp)
      for delta in 2 8 16 64 512 2000; do
        gap_times sssp -f "$work/$graph.wsg" -r "$source" -n $n -d $delta >> "$out/gap.$delta"
      done
      ;;
    pr)
      gap_times pr -f "$sg" -i 1000 -t 1e-4 -n $n >> "$out/gap.pr"
      gap_times pr_spmv -f "$sg" -i 1000 -t 1e-4 -n $n >> "$out/gap.spmv"
      ;;
    cc) gap_times cc -f "$sg" -n $n >> "$out/gap" ;;
    bc) gap_times bc -f "$sg" -r "$source" -i 1 -n $n >> "$out/gap" ;;
    tc) gap_times tc -f "$sg" -n 1 >> "$out/gap" ;;
  esac
  local mg=("$work/$graph.mg" -a "$algorithm" --warmup 1 --runs "$runs")
  case $algorithm in
    bfs | sssp | bc) mg_times "${mg[@]}" --source "$source" >> "$out/mg" ;;
    pr) mg_times "$work/$graph.mg" -a pagerank -p definition=gap --warmup 1 --runs "$runs" >> "$out/mg" ;;
    cc) mg_times "${mg[@]}" >> "$out/mg" ;;
    tc) mg_times "$work/$graph.mg" -a tc --runs 1 >> "$out/mg" ;;
  esac
}

printf '| graph | algorithm | GAP, ms | MultiGraph, ms | ratio |\n|---|---|---|---|---|\n'
for graph in $graphs; do
  make_graph "$graph"
  source=$("$bin/mg_run" "$work/$graph.mg" -a bfs --source max-degree --json 2> /dev/null |
    python3 -c 'import json, sys; print(json.load(sys.stdin)["runs"][0]["source"])')
  for algorithm in $only; do
    out=$(mktemp -d)
    for ((turn = 0; turn < turns; ++turn)); do time_turn "$graph" "$algorithm" "$source" "$out"; done
    theirs=$(for file in "$out"/gap*; do median < "$file"; done | sort -g | head -n 1)
    ours=$(median < "$out/mg")
    printf '| %s | %s | %.1f | %.1f | %.2f |\n' "$graph" "$algorithm" "$theirs" "$ours" \
      "$(awk "BEGIN {print $ours / $theirs}")"
    rm -r "$out"
  done
done
