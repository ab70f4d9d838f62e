#!/bin/bash
# Types what README, the guide, the plug-in tutorial and the demo tell people to type, and looks at what comes of it.
set -euo pipefail

usage() {
  cat << 'END'
Usage: tests/as_typed.sh [OPTION...] BUILD_FOLDER
Runs every command of README.md, docs/guide.md and docs/plugins.md, those of tools/demo.sh with them, in their order and
as they are typed, in fresh folders, with the programs of BUILD_FOLDER (its bin/ and lib/), and prints what each did.
Fails unless each ends with status 0, each run of mg_run gives the same answer on the CPU and on a GPU, and each run
without --device on a graph of a million arcs or more was taken to the GPU.
  --large     stand-ins for inputs that documents name (apt's package lists, rome99.gr) have a million arcs or more, too
  --keep DIR  leave the folders in DIR, which must not exist
  -h, --help  this text
Where there is no GPU, the emulated one of the build takes its place, and graphs are smaller (tests/as_typed/watch.sh
says by how much). Commands that cannot be run are listed with the reason, which comments in the documents give
(tests/as_typed/commands.awk).
Exit status: 0 done, 1 a command failed or wrong use.
END
}

documents=(README.md docs/guide.md docs/plugins.md)
large=false
work=
build=
while (($# > 0)); do
  case $1 in
    --large) large=true ;;
    --keep)
      (($# > 1)) || { echo "--keep needs a folder" >&2 && exit 1; }
      mkdir "$2"
      work=$(cd "$2" && pwd)
      shift
      ;;
    -h | --help) usage && exit 0 ;;
    *)
      [[ -x $1/bin/mg_run && -z $build ]] || { usage >&2 && exit 1; }
      build=$(cd "$1" && pwd)
      ;;
  esac
  shift
done
[[ -n $build ]] || { usage >&2 && exit 1; }
source=$(cd "$(dirname "$0")/.." && pwd)
if [[ -z $work ]]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
fi

# find_gpu: sets AS_TYPED_GPU to gpu, emulated or none.
find_gpu() {
  AS_TYPED_GPU=none
  if "$build/bin/mg_run" --list --json 2> /dev/null | grep -q '"name": "cuda:0"'; then
    AS_TYPED_GPU=gpu
    [[ -z ${MG_BACKEND:-} ]] || AS_TYPED_GPU=emulated
  elif [[ -f $build/lib/libmg_emulator.so ]]; then
    AS_TYPED_GPU=emulated
    export MG_BACKEND=$build/lib/libmg_emulator.so
  fi
  export AS_TYPED_GPU
}

# size_inputs: sets how large stand-ins are: packages, and crossings on a side of the road network.
size_inputs() {
  export AS_TYPED_PACKAGES=60000
  roads=300
  if $large; then
    AS_TYPED_PACKAGES=300000
    roads=600
  elif [[ $AS_TYPED_GPU == emulated ]]; then
    AS_TYPED_PACKAGES=300
    roads=60
  fi
}

# make_repository FOLDER: what a clone looks like once it is built, without what is not asked for here.
make_repository() {
  local entry
  mkdir -p "$1/build/release/bin"
  for entry in "$source"/*; do
    [[ $entry == "$source/build" ]] || ln -s "$entry" "$1"
  done
  for entry in "$build"/*; do
    [[ $entry == "$build/bin" ]] || ln -s "$entry" "$1/build/release"
  done
  for entry in mg_prep mg_run mg_bench; do ln -s "$source/tests/as_typed/watch.sh" "$1/build/release/bin/$entry"; done
}

# make_stand_ins FOLDER: programs that come first in PATH.
make_stand_ins() {
  mkdir -p "$1"
  cp "$source"/tests/as_typed/stand-ins/* "$1"
  for entry in mg_prep mg_run mg_bench; do ln -s "$source/tests/as_typed/watch.sh" "$1/$entry"; done
}

# make_roads FILE: a DIMACS file like that of Rome, in which some roads are listed twice.
make_roads() {
  awk -v side="$roads" '
    function arc(from, to) { printf "a %d %d %d\n", from, to, 100 + 37 * from % 901 }
    BEGIN {
      srand(1)
      print "c roads between crossings of a grid\np sp " side * side " " 4 * side * (side - 1)
      for (v = 1; v <= side * side; ++v) {
        if (v % side != 0) { arc(v, v + 1); arc(v + 1, v) }
        if (v <= side * (side - 1)) { arc(v, v + side); arc(v + side, v) }
      }
    }' > "$1"
}

# shrink_suites: of suites that documents show, on the emulated GPU, as generated graphs are.
shrink_suites() {
  local file
  for file in *.json; do
    if [[ -f $file && $AS_TYPED_GPU == emulated ]]; then
      sed -i 's/"scale": 1\([0-9]\)/"scale": \1/' "$file"
    fi
  done
}

# there_is WHAT: of the words that documents use.
there_is() {
  case $1 in
    cmake) hash -r && type -P -a cmake | grep -qvF "$AS_TYPED/stand-ins/" ;;
    jq) command -v jq > /dev/null ;;
    "an installable build") [[ -f $build/cmake_install.cmake ]] ;;
    "the headers")
      command -v c++ > /dev/null &&
        c++ -std=c++20 -fsyntax-only -x c++ - 2> /dev/null <<< $'#include <fmt/format.h>\n#include <nlohmann/json.hpp>'
      ;;
    "a compiler of kernels") "$build/bin/mg_run" --doctor | grep -q '^kernel compiler *NVRTC' ;;
    "an emulated GPU") [[ -f $build/lib/libmg_emulator.so ]] ;;
    *) return 1 ;;
  esac
}

# lacking NEEDS: the first of them that is not there, without its article.
lacking() {
  local needs need
  IFS=, read -ra needs <<< "$1"
  for need in "${needs[@]}"; do
    if ! there_is "${need# }"; then
      sed -E 's/^ ?((an?|the) )?//' <<< "$need"
      return
    fi
  done
}

row() { printf '%-6s  %-24s  %8s  %-36s  %s\n' "$@"; }

# tell_failure: what the command that has just failed printed.
tell_failure() {
  echo "--- its output:"
  tail -n 15 "$AS_TYPED/out"
  echo "--- its messages:"
  tail -n 15 "$AS_TYPED/err"
  echo "---"
}

# tell COMMAND STATUS SECONDS: the row of a command, and where it made several calls or another one, theirs.
tell() {
  local verdict=ok devices again num_calls
  devices=$(cut -f 2 "$AS_TYPED/calls" | sort -u | paste -s -d ' ' | sed 's/^ *//')
  again=$(awk -F '\t' '{ sum += $4 } END { print sum + 0 }' "$AS_TYPED/calls")
  num_calls=$(wc -l < "$AS_TYPED/calls")
  if ((num_calls == 1)); then verdict=$(cut -f 5 "$AS_TYPED/calls"); fi
  if (($2 != 0)) && [[ $verdict != FAILED* ]]; then verdict="FAILED: status $2"; fi
  row "$2" "$devices" "$(awk "BEGIN { printf \"%.2f\", $3 - $again }")" "$verdict" "$1"
  if ((num_calls > 1)); then
    while IFS=$'\t' read -r status device seconds _ verdict command; do
      row "  $status" "$device" "$seconds" "$verdict" "  $command"
    done < <(sed 's/\t\t/\t \t/' "$AS_TYPED/calls")
  fi
  if (($2 != 0)) || cut -f 5 "$AS_TYPED/calls" | grep -q '^FAILED'; then tell_failure; fi
}

# type_command COMMAND: in this shell, for what a command exports, and where it goes, holds for the next.
type_command() {
  local status=0 started=$EPOCHREALTIME
  PATH=$AS_TYPED/stand-ins:${PATH//"$AS_TYPED/stand-ins:"/}
  : > "$AS_TYPED/calls"
  set +eu
  { eval "$1"; } > "$AS_TYPED/out" 2> "$AS_TYPED/err" < /dev/null
  status=$?
  set -eu
  tell "$1" "$status" "$(awk "BEGIN { print $EPOCHREALTIME - $started }")"
}

# type_document DOCUMENT: from the folder of a clone, with a home and stand-ins of its own.
type_document() {
  AS_TYPED=$work/$(basename "$1" .md)
  export AS_TYPED AS_TYPED_BUILD=$build
  export HOME=$AS_TYPED/home
  mkdir -p "$HOME"
  make_stand_ins "$AS_TYPED/stand-ins"
  make_repository "$AS_TYPED/multigraph"
  cd "$AS_TYPED/multigraph"
  make_roads rome99.gr
  # All but README are for those who have followed it so far.
  [[ $1 == README.md ]] || PATH=$PWD/build/release/bin:$PATH
  printf '\n== %s\n' "$1"
  row status device seconds verdict command
  awk -v folder="$PWD" -f "$source/tests/as_typed/commands.awk" "$source/$1" > "$AS_TYPED/commands"
  shrink_suites
  local line kind first rest missing
  while IFS=$'\t' read -r -u 3 line kind first rest; do
    case $kind in
      run) type_command "$first" ;;
      needs)
        missing=$(lacking "$first")
        if [[ -n $missing ]]; then row - "" "" "not run: there is no $missing" "$rest"; else type_command "$rest"; fi
        ;;
      excused) row - "" "" "not run: $first" "$rest" ;;
      wrong) row - "" "" "FAILED: $1:$line: $first" "" ;;
    esac
  done 3< "$AS_TYPED/commands"
}

unset MG_CACHE_DIR XDG_CACHE_HOME
find_gpu
size_inputs
case $AS_TYPED_GPU in
  gpu) echo "On the GPU of this machine:" ;;
  emulated) echo "On the emulated GPU, with smaller graphs than typed:" ;;
  none) echo "Without a GPU, so that nothing is compared:" ;;
esac
typists=()
for document in "${documents[@]}"; do
  (type_document "$document") > "$work/$(basename "$document" .md).table" &
  typists+=($!)
  # A GPU is for one at a time.
  if [[ $AS_TYPED_GPU == gpu ]]; then wait "${typists[-1]}" || true; fi
done
unfinished=0
for i in "${!documents[@]}"; do
  status=0
  wait "${typists[i]}" || status=$?
  cat "$work/$(basename "${documents[i]}" .md).table"
  ((status == 0)) || { echo "This ended too early, with status $status." && unfinished=1; }
done

failures=$(($(cat "$work"/*.table | grep -c ' FAILED: ') + unfinished)) || true
runs=$(cat "$work"/*.table | grep -c '^ *0 ') || true
echo
if ((failures > 0)); then
  echo "FAILED: $failures of the rows above"
  exit 1
fi
echo "PASSED: $runs rows, in $SECONDS s"
