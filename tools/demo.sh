#!/bin/bash
# MultiGraph at work: builds it, asks questions of the dependency graph of Debian's packages, and runs every algorithm
# on a generated graph.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
  cat << 'END'
Usage: tools/demo.sh [OPTION...]
Installs the packages that are missing (with apt, saying which), builds the release preset (for GPUs too, where there is
a CUDA toolkit), prepares the graph of which Debian or Ubuntu package depends on which from apt's own lists, answers
questions about it, on the GPU where there is one, and runs all algorithms on a generated R-MAT graph, each answer
checked.
  -o DIR         leave graphs, results and a trace in DIR (default: build/demo)
  --scale S      size of the generated graph: 2^S vertices (default: 18)
  --no-install   install nothing: list the packages that are missing and stop
  -h, --help     this text
Exit status: 0 done, 1 wrong use, 3 packages are missing, otherwise that of the step that failed.
END
}

out=build/demo
scale=18
install_option=()
while (($# > 0)); do
  case $1 in
    -o | --scale)
      (($# > 1)) || { echo "$1 needs a value" >&2 && exit 1; }
      if [[ $1 == -o ]]; then out=$2; else scale=$2; fi
      shift
      ;;
    --no-install) install_option=(--check) ;;
    -h | --help) usage && exit 0 ;;
    *) usage >&2 && exit 1 ;;
  esac
  shift
done

started=$SECONDS
title() { printf '\n== %s\n' "$*"; }

# run COMMAND...: shows a command, and runs it.
run() {
  echo "\$ $(basename "$1") ${*:2}"
  "$@"
}

build() {
  title "Building"
  tools/install_packages.sh "${install_option[@]}" jq
  if command -v ccache > /dev/null; then
    export CMAKE_CXX_COMPILER_LAUNCHER=ccache
  fi
  cmake --preset release > "$out/build.log"
  cmake --build --preset release --target mg_runtime >> "$out/build.log" ||
    { tail -n 40 "$out/build.log" >&2 && exit 5; }
  echo "Built; the log is in $out/build.log."
}

# Options with which mg_run uses this machine's GPU; none where there is none. The graph of packages is so small that
# mg_run would rank it on the CPU by itself: it ends sooner there than a GPU is opened.
gpu=()
find_gpu() {
  if mg_run --list --json | jq -e '.devices | length > 1' > /dev/null; then
    gpu=(--device cuda)
    echo "This machine has a GPU ($(mg_run --list --json | jq -r '.devices[1].model')), and rankings are made on it."
  else
    echo "There is no GPU: $(mg_run --list --json | jq -r .no_gpu)."
  fi
}

as_root() {
  if ((EUID == 0)); then "$@"; else sudo "$@"; fi
}

package_lists() {
  apt-get indextargets --format "\$(FILENAME)" 'Created-By: Packages' | while read -r list; do
    if [[ -r $list ]]; then echo "$list"; fi
  done
}

# debian_packages: what apt knows of every package, as text.
debian_packages() {
  local lists
  mapfile -t lists < <(package_lists)
  if ((${#lists[@]} > 0)); then
    for list in "${lists[@]}"; do
      /usr/lib/apt/apt-helper cat-file "$list"
      echo
    done
  else
    apt-cache dumpavail
  fi
}

# path RESULTS VERTEX: the way to a vertex in the results of bfs, parent by parent.
path() {
  awk -F '\t' -v vertex="$2" '
    NR > 1 { parent[$1] = $3 }
    END {
      for (way = vertex; parent[vertex] != vertex && parent[vertex] != -1; ) {
        vertex = parent[vertex]
        way = vertex " -> " way
      }
      print "  " way
    }' "$1"
}

# level RESULTS VERTEX: how far bfs found it to be.
level() { awk -F '\t' -v vertex="$2" '$1 == vertex { print $2 }' "$1"; }

# farthest RESULTS: the vertex that bfs reached last, the first by name where there are several.
farthest() {
  awk -F '\t' 'NR > 1 && ($2 > level || $2 == level && $1 < name) { name = $1; level = $2 } END { print name }' "$1"
}

ask_debian() {
  title "The graph of packages: an edge leads from a package to one that it depends on"
  package_lists > "$out/lists"
  if [[ ! -s $out/lists ]] && command -v apt-get > /dev/null; then
    echo "apt has no package lists yet."
    as_root apt-get update -q
    package_lists > "$out/lists"
  fi
  echo "\$ (apt's package lists) | mg_prep convert - --format debian -o $out/debian.mg"
  debian_packages | mg_prep convert - --format debian -o "$out/debian.mg"

  title "Which packages does everything rest on? By PageRank:"
  run mg_run "$out/debian.mg" -a pagerank "${gpu[@]}" --validate --top 10 -o "$out/pagerank.tsv"
  title "... and by betweenness, how many shortest dependency chains pass through, from 1000 packages:"
  run mg_run "$out/debian.mg" -a bc --source random:1000:1 "${gpu[@]}" --top 10 -o "$out/betweenness.tsv"

  title "How far is libc6 from git?"
  run mg_run "$out/debian.mg" -a bfs --source git --validate -o "$out/from_git.tsv"
  echo "  Steps: $(level "$out/from_git.tsv" libc6)"
  path "$out/from_git.tsv" libc6
  local last
  last=$(farthest "$out/from_git.tsv")
  echo "  The farthest package that git needs is $last, $(level "$out/from_git.tsv" "$last") steps away:"
  path "$out/from_git.tsv" "$last"

  title "Which package is farthest from libc6, against the edges?"
  run mg_run "$out/debian.mg" -a bfs --source libc6 -p arcs=backward --validate -o "$out/to_libc6.tsv"
  last=$(farthest "$out/to_libc6.tsv")
  echo "  $last, $(level "$out/to_libc6.tsv" "$last") steps away:"
  path "$out/to_libc6.tsv" "$last"

  title "How many groups of packages have nothing to do with each other, and how many triangles are there?"
  run mg_run "$out/debian.mg" -a cc --validate -o "$out/components.tsv"
  run mg_run "$out/debian.mg" -a tc --validate
}

# measure ALGORITHM OPTION...: a row of the table.
measure() {
  local report=$out/rmat_$1.json graph=$out/rmat.mg
  [[ $1 != spgemm ]] || graph=$out/small_rmat.mg
  mg_run "$graph" -a "$1" --validate --json "${@:2}" > "$report" 2> "$out/rmat_$1.log" ||
    { cat "$out/rmat_$1.log" >&2 && exit 5; }
  jq -r '[.algorithm, (.median_ms * 100 | round / 100), .validated,
          (.result | to_entries | map("\(.key) \(.value)") | join(", "))] | @tsv' "$report"
}

run_all_algorithms() {
  title "Every algorithm on a generated graph, each answer checked"
  run mg_prep generate rmat --scale "$scale" --seed 1 --weights random:1:255:1 -o "$out/rmat.mg"
  # The square of the matrix of a graph with hubs is full, so a smaller graph's is taken.
  run mg_prep generate rmat --scale $((scale < 12 ? scale : 12)) --seed 1 --weights random:1:255:1 -o "$out/small_rmat.mg"
  {
    printf 'algorithm\tms\tvalidated\tresult\n'
    local algorithm needed options
    while IFS=$'\t' read -r algorithm needed; do
      read -ra options <<< "$needed"
      [[ $algorithm != bfs ]] || options+=(--trace "$out/rmat_bfs_trace.json")
      measure "$algorithm" "${options[@]}"
    done < <(tools/algorithm_options.sh)
  } | tee "$out/rmat.tsv" | awk -F '\t' '{ printf "  %-14s %12s  %-10s %s\n", $1, $2, $3, $4 }'
}

mkdir -p "$out"
build
PATH=$PWD/build/release/bin:$PATH
find_gpu
ask_debian
run_all_algorithms
title "Done in $((SECONDS - started)) s"
cat << END
Graphs (.mg), results (.tsv), reports (.json) and a trace of every step of one run (rmat_bfs_trace.json) are in $out.
To go on asking: export PATH=$PWD/build/release/bin:\$PATH, then README.md.
END
