#!/bin/bash
# MultiGraph at work: builds it, asks questions of the dependency graph of Debian's packages, and runs every algorithm
# on a generated graph.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
  cat << 'END'
Usage: tools/demo.sh [OPTION...]
Installs the packages that are missing (with apt, saying which), builds the release preset, prepares the graph of which
Debian or Ubuntu package depends on which from apt's own lists, answers questions about it, and runs all algorithms on
a generated R-MAT graph, each answer checked.
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
title() { printf '\n\e[1m%s\e[0m\n' "$*"; }
[[ -t 1 ]] || title() { printf '\n== %s\n' "$*"; }

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
  cmake --preset release -G Ninja > "$out/build.log"
  cmake --build --preset release --target mg_prep mg_run >> "$out/build.log" ||
    { tail -n 40 "$out/build.log" >&2 && exit 5; }
  echo "Built; the log is in $out/build.log."
}

package_lists() {
  apt-get indextargets --format '$(FILENAME)' 'Created-By: Packages' | while read -r list; do
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

# table RESULTS COLUMN: the ten largest of a column.
table() {
  tail -n +2 "$1" | LC_ALL=C sort -t $'\t' -k "$2,${2}gr" -k 1,1 | head -n 10 | cut -f "1,$2" |
    awk -F '\t' '{ printf "  %2d  %-24s %s\n", NR, $1, $2 }'
}

mkdir -p "$out"
build
PATH=$PWD/build/release/bin:$PATH
