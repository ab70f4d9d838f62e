#!/bin/bash
# Looks at what a process does besides its runs: every algorithm in fresh processes, on graphs that are there.
set -euo pipefail

usage() {
  cat << 'END'
Usage: tools/first_run.sh [OPTION...] GRAPH.mg...
  --bin FOLDER     MultiGraph's programs (build/release/bin)
  --only "..."     algorithms (all that are built in, but spgemm, whose result does not fit as a rule)
  --processes N    of each algorithm, of which the middle one by its wall time counts (3)
Prints for each graph and algorithm, in milliseconds: the process's wall time, the share of it that its phases add up to,
runs 1 and 2, and how long preparing, copying and compiling took. Marks with * what should not be: phases that are not
within 5% or 1 ms of the wall time, a run 1 that is not within 25% or 0.1 ms of run 2, and preparing that takes longer than
copying, on a GPU.
Exit status: 0 nothing is marked, 1 wrong use, 4 something is, or another one's where a run fails.
END
}

[[ ${1:-} == -h || ${1:-} == --help ]] && usage && exit 0
bin=build/release/bin only='' processes=3 graphs=()
while (($# > 0)); do
  case $1 in
    --bin | --only | --processes)
      declare "${1#--}=${2:?"$1 needs a value"}"
      shift 2
      ;;
    -*) usage >&2 && exit 1 ;;
    *)
      graphs+=("$1")
      shift
      ;;
  esac
done
((${#graphs[@]} > 0 && processes > 0)) || { usage >&2 && exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

declare -A needs  # by algorithm
while IFS=$'\t' read -r name options; do needs[$name]=$options; done < <("$(dirname "$0")/algorithm_options.sh" "$bin/mg_run")
[[ -n $only ]] || only=$(printf '%s\n' "${!needs[@]}" | grep -vx spgemm | sort | xargs)

# One line: what is marked in it, the columns, and the device.
# shellcheck disable=SC2016  # jq's variables
judge='
  def mark(holds): if holds then "" else "*" end;
  def shown: . * 100 | round / 100;
  (.times_ms | [.[] | numbers] | add) as $phases
  | .runs[0].ms as $first | .runs[1].ms as $second | .times_ms as $t
  | [(.wall_ms | shown),
     "\($phases / .wall_ms * 1000 | round / 1000)" + mark(($phases - .wall_ms | fabs) <= ([.wall_ms * 0.05, 1] | max)),
     "\($first | shown)" + mark(($first - $second | fabs) <= ([$second * 0.25, 0.1] | max)),
     ($second | shown),
     "\($t.prepare | shown)" + mark(.device == "cpu" or $t.prepare <= $t.copy),
     ($t.copy | shown), ($t.compile // 0 | shown), .device]
  | @tsv'

status=0
printf '| graph | algorithm | wall | phases | run 1 | run 2 | prepare | copy | compile | device |\n'
printf '|---|---|---|---|---|---|---|---|---|---|\n'
for graph in "${graphs[@]}"; do
  for algorithm in $only; do
    for ((i = 0; i < processes; ++i)); do
      # shellcheck disable=SC2086  # what an algorithm needs is words
      "$bin/mg_run" "$graph" -a "$algorithm" ${needs[$algorithm]} --runs 3 --json > "$work/$i.json" 2> "$work/log" ||
        { code=$? && cat "$work/log" >&2 && exit "$code"; }
    done
    row=$(jq -s 'sort_by(.wall_ms)[length / 2 | floor]' "$work"/*.json | jq -r "$judge")
    [[ $row != *\** ]] || status=4
    echo "| $(basename "$graph" .mg) | $algorithm | ${row//$'\t'/ | } |"
  done
done
exit $status
