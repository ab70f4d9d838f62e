#!/bin/bash
# On a GPU: whether the policy `sample` finds back to the right choices where its profile is wrong by four times, up or
# down, about pushes, pulls and sweeps. A run is compared with what the policy `oracle` makes of it, which keeps the
# fastest way of each step; the first runs, in which the policy finds out and builds the tiles that it has come to want,
# are left out.
# Graphs should be prepared with tiles (--layouts csr,tiles): otherwise whether to build them is part of the choice, and
# no part of what `oracle` takes.
# Usage: forged_profiles.sh BUILD_FOLDER PROFILE.json GRAPH...   (the profile of this GPU, as tuning/ has it)
set -euo pipefail

usage() {
  sed -n '2,8p' "$0" >&2
  exit 1
}
(($# >= 3)) || usage
mg_run=$1/bin/mg_run
profile=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
limit=1.10
failures=0

# forge PUSH PULL SWEEP: the profile with these factors.
forge() {
  python3 - "$profile" "$work/forged.json" "$@" << 'END'
import json, sys

source, target, push, pull, sweep = sys.argv[1:]
profile = json.load(open(source))
families = {"push_": push, "pull_": pull, "early_": pull, "dense_vertex": sweep, "dense_arc": sweep}
for name, number in profile["numbers"].items():
    for prefix, factor in families.items():
        if name.startswith(prefix):
            number["value"] *= float(factor)
json.dump(profile, open(target, "w"))
END
}

# median_ms GRAPH ALGORITHM POLICY: of the runs after the tenth.
median_ms() {
  local source=()
  [[ $2 == bfs || $2 == sssp ]] && source=(--source max-degree)
  "$mg_run" "$1" -a "$2" "${source[@]}" --device cuda --policy "$3" --runs 30 --warmup 0 --json 2> "$work/log" |
    python3 -c 'import json, statistics, sys
print(statistics.median(run["ms"] for run in json.load(sys.stdin)["runs"][10:]))'
}

for graph in "$@"; do
  for algorithm in bfs cc-label pagerank sssp; do
    oracle=$(median_ms "$graph" "$algorithm" oracle) || {
      echo "$graph, $algorithm: left out: $(head -1 "$work/log")"
      continue
    }
    for push in 0.25 4; do
      for pull in 0.25 4; do
        for sweep in 0.25 4; do
          forge "$push" "$pull" "$sweep"
          ms=$(MG_PROFILE=$work/forged.json median_ms "$graph" "$algorithm" sample)
          verdict=$(awk "BEGIN { print ($ms <= $limit * $oracle) ? \"right\" : \"WRONG\" }")
          [[ $verdict == right ]] || failures=$((failures + 1))
          echo "$graph, $algorithm, push x $push, pull x $pull, sweep x $sweep: $ms ms, oracle $oracle: $verdict"
        done
      done
    done
  done
done
echo "$failures above $limit times the oracle"
((failures == 0))
