#!/bin/bash
# Installs a build into an empty prefix, builds the examples in C++ of docs/examples against nothing but that, and runs
# plug-ins with the installed tools; then loads shared objects that are no plug-ins.
# Usage: plugin_test.sh BUILD_FOLDER COMPILER [FLAG...]
set -euo pipefail

build=$1
compiler=$2
flags=("${@:3}")
examples=$(cd "$(dirname "$0")/../docs/examples" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mg_run=$work/prefix/bin/mg_run
headers=$work/prefix/include/multigraph

fail() {
  echo "FAILED: $1" >&2
  [[ -f $work/log ]] && cat "$work/log" >&2
  exit 1
}

quietly() {
  "$@" > "$work/log" 2>&1 || fail "$*"
}

# build_example NAME: from a copy of its folder, so that nothing of the source tree is within reach.
build_example() {
  cp -r "$examples/$1" "$work/$1"
  build_project "$1"
}

# build_project NAME: in that folder.
build_project() {
  quietly env CXXFLAGS="${flags[*]}" cmake -S "$work/$1" -B "$work/$1/build" -G Ninja \
    -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_PREFIX_PATH="$work/prefix"
  quietly cmake --build "$work/$1/build"
}

# expect_refusal WHAT MESSAGE PLUGIN: exit status 1 and one line that contains MESSAGE.
expect_refusal() {
  local status=0
  "$mg_run" "$work/graph.el" -a bfs --source ant --plugin "$3" > "$work/log" 2>&1 || status=$?
  ((status == 1)) || fail "$1: exit status $status, not 1"
  (($(wc -l < "$work/log") == 1)) || fail "$1: more than one line"
  grep -qF -- "$2" "$work/log" || fail "$1: the message lacks: $2"
  echo "$1: refused"
}

# make_object NAME SOURCE: compiles a shared object that uses no header.
make_object() {
  quietly "$compiler" "${flags[@]}" -shared -fPIC -x c++ -o "$work/$1.so" - <<< "$2"
}

quietly cmake --install "$build" --prefix "$work/prefix"
quietly env -C / "$mg_run" --version

cat > "$work/graph.el" << 'END'
ant bee
cat bee
cat dog
elk fox
fox elk
END
tab=$'\t'
cat > "$work/expected" << END
vertex${tab}label${tab}round
ant${tab}ant${tab}0
bee${tab}ant${tab}1
cat${tab}ant${tab}2
dog${tab}ant${tab}3
elk${tab}elk${tab}0
fox${tab}elk${tab}1
END

build_example label_propagation
labels=$work/label_propagation/build/label_propagation.so
quietly "$mg_run" "$work/graph.el" -a label-propagation --plugin "$labels" --validate -o "$work/labels.tsv"
quietly diff "$work/expected" "$work/labels.tsv"
quietly "$mg_run" "$work/graph.el" -a label-propagation --plugin "$labels" --validate -p rounds=1 -o "$work/one.tsv"
quietly grep -qx "dog${tab}cat${tab}1" "$work/one.tsv"
echo "label_propagation: built, run and validated"
if "$mg_run" --list | grep -q '^  no GPU'; then
  echo "label_propagation: there is no GPU to run it on"
else
  quietly "$mg_run" "$work/graph.el" -a label-propagation --plugin "$labels" --device cuda --validate -o "$work/gpu.tsv"
  quietly diff "$work/expected" "$work/gpu.tsv"
  echo "label_propagation: run on a GPU and validated"
fi
if [[ -f $build/lib/libmg_emulator.so ]]; then
  quietly env MG_BACKEND="$build/lib/libmg_emulator.so" ASAN_OPTIONS=detect_leaks=0 \
    "$mg_run" "$work/graph.el" -a label-propagation --plugin "$labels" --device cuda --validate -o "$work/emulated.tsv"
  quietly diff "$work/expected" "$work/emulated.tsv"
  echo "label_propagation: run on an emulated GPU and validated"
fi

# check_kernels ALGORITHM PLUGIN [OPTION...]: what a GPU would be asked to run compiles, where there is NVRTC.
has_nvrtc=true
check_kernels() {
  local status=0
  "$mg_run" "$work/graph.el" -a "$1" --plugin "$2" --check-kernels sm_90 "${@:3}" > "$work/log" 2>&1 || status=$?
  if ((status == 3)); then has_nvrtc=false; fi
  return "$status"
}
if check_kernels label-propagation "$labels"; then
  grep -q 'PushStrict<example::Spread,' "$work/log" || fail "no kernel of label_propagation is compiled"
  echo "label_propagation: its kernels compile"
else
  "$has_nvrtc" && fail "kernels of label_propagation"
  echo "label_propagation: there is no compiler for its kernels"
fi

# A copy that is changed a little, as a first plug-in of one's own is made: its functions bear the same names.
cp -r "$examples/label_propagation" "$work/largest_label"
sed -i 's/"label-propagation"/"largest-label"/; s/mg::Min/mg::Max/' "$work/largest_label/label_propagation.hpp"
build_project largest_label
quietly "$mg_run" "$work/graph.el" -a largest-label --plugin "$labels" \
  --plugin "$work/largest_label/build/label_propagation.so" -o "$work/largest.tsv"
quietly grep -qx "ant${tab}dog${tab}3" "$work/largest.tsv"
quietly "$mg_run" "$work/graph.el" -a label-propagation --plugin "$work/largest_label/build/label_propagation.so" \
  --plugin "$labels" -o "$work/labels.tsv"
quietly diff "$work/expected" "$work/labels.tsv"
echo "label_propagation: each of two plug-ins runs functions of its own"

# What compiles for the host alone is found without a GPU, by file and line.
if "$has_nvrtc"; then
  cp -r "$examples/label_propagation" "$work/host_alone"
  sed -i 's|^ *using Combine = mg::Min;.*|&\n  static void log() { puts("a function of the host"); }|' \
    "$work/host_alone/label_propagation.hpp"
  sed -i 's|std::uint32_t message(.*|std::uint32_t message(mg::VertexId source) const { log(); return before[source]; }|' \
    "$work/host_alone/label_propagation.hpp"
  build_project host_alone
  status=0
  check_kernels label-propagation "$work/host_alone/build/label_propagation.so" || status=$?
  ((status == 4)) || fail "kernels that do not compile: exit status $status, not 4"
  line=$(grep -n puts "$work/host_alone/label_propagation.hpp" | cut -d : -f 1)
  grep -q "^FAILED .*label_propagation.hpp($line): error" "$work/log" || fail "kernels that do not compile: no such line"
  echo "label_propagation: what GPUs cannot compile is found by line"
fi

build_example logging_engine
logging=$work/logging_engine/build/logging_engine.so
"$mg_run" "$work/graph.el" -a label-propagation --plugin "$labels" --plugin "$logging" --engine logging --validate \
  -o "$work/logged.tsv" > "$work/log" 2>&1 || fail "the logging engine"
quietly diff "$work/expected" "$work/logged.tsv"
"$mg_run" "$work/graph.el" -a bfs --source ant --plugin "$logging" --engine logging --validate > "$work/log" 2>&1 ||
  fail "breadth-first search with the logging engine"
grep -q '^logging: step 1: expand 1 vertices' "$work/log" || fail "the logging engine logs nothing"
echo "logging_engine: built, run and validated"

build_example steady_policy
steady=$work/steady_policy/build/steady_policy.so
"$mg_run" --list --plugin "$steady" > "$work/log" 2>&1 || fail "listing the steady policy"
grep -q '^  steady:PART .*\[.*steady_policy.so\]$' "$work/log" || fail "the steady policy is not listed"
quietly "$mg_run" "$work/graph.el" -a label-propagation --plugin "$labels" --plugin "$steady" --policy steady:0.8 \
  --validate -o "$work/steady.tsv" --trace "$work/steady.json"
quietly diff "$work/expected" "$work/steady.tsv"
quietly grep -q '"reason": "no other way costs far less' "$work/steady.json"
status=0
"$mg_run" "$work/graph.el" -a bfs --plugin "$steady" --policy steady:7 > "$work/log" 2>&1 || status=$?
((status == 1)) || fail "an argument that is no good: exit status $status, not 1"
echo "steady_policy: built, run and validated"

build_example row_engine
rows=$work/row_engine/build/row_engine.so
quietly "$mg_run" --list --plugin "$rows"
# The grid's rows are of about one length, and the star has one row of all arcs.
quietly "$work/prefix/bin/mg_prep" generate grid --width 24 --height 24 -o "$work/grid.mg"
quietly "$work/prefix/bin/mg_prep" generate star --vertices 300 -o "$work/star.mg"
# first_taken TRACE: the offer that the first step took.
first_taken() {
  sed -n 's/^ *"name": "\(.*\)",$/\1/p;s/^ *"chosen": true.*/TAKEN/p' "$1" | sed -n '/^TAKEN$/{x;p;q;};h'
}
# run_rows GRAPH: on the GPU that the environment names.
run_rows() {
  quietly "$mg_run" "$work/$1.mg" -a pagerank -p iterations=3 --device cuda --plugin "$rows" --policy sample --validate \
    --trace "$work/$1.json"
  first_taken "$work/$1.json"
}
if [[ -f $build/lib/libmg_emulator.so ]]; then
  export MG_BACKEND="$build/lib/libmg_emulator.so" ASAN_OPTIONS=detect_leaks=0
  [[ $(run_rows grid) == rows ]] || fail "the engine rows is not taken where rows are even"
  taken=$(run_rows star)
  [[ -n $taken && $taken != rows ]] || fail "the engine rows is taken where one row has all arcs: '$taken'"
  grep -q '"name": "rows"' "$work/star.json" || fail "the offer of the engine rows is not in the trace"
  unset MG_BACKEND ASAN_OPTIONS
  echo "row_engine: built, and taken by hybrid where it pays"
fi

build_example eights_balancer
eights=$work/eights_balancer/build/eights_balancer.so
"$mg_run" --list --plugin "$eights" > "$work/log" 2>&1 || fail "listing the balancer eights"
grep -q '^ *eights .*\[GPUs alone\] \[.*eights_balancer.so\]$' "$work/log" || fail "the balancer eights is not listed"
"$mg_run" --help --plugin "$eights" > "$work/log" 2>&1 || fail "the help with the balancer eights"
grep -q '|eights' "$work/log" || fail "the help does not name the balancer eights"
status=0
"$mg_run" "$work/grid.mg" -a bfs --schedule direction=push,balance=eights > "$work/log" 2>&1 || status=$?
((status == 1)) || fail "a balancer that nobody has brought: exit status $status, not 1"
grep -q "balance cannot be 'eights'" "$work/log" || fail "a balancer that nobody has brought is not refused by name"
if "$has_nvrtc"; then
  check_kernels bfs "$eights" --schedule balance=eights || fail "kernels of eights_balancer"
  grep -q 'example::PushEights<' "$work/log" || fail "no kernel of the balancer eights is compiled"
fi
if [[ -f $build/lib/libmg_emulator.so ]]; then
  export MG_BACKEND="$build/lib/libmg_emulator.so" ASAN_OPTIONS=detect_leaks=0
  for layout in csr coo segments; do
    "$mg_run" "$work/star.mg" -a bfs --device cuda --plugin "$eights" --validate --explain \
      --schedule "direction=push,balance=eights,layout=$layout" > "$work/log" 2>&1 || fail "eights along $layout"
    grep -q "by push .*eights" "$work/log" || fail "the balancer eights has not run along $layout"
  done
  unset MG_BACKEND ASAN_OPTIONS
  echo "eights_balancer: built, and run along three layouts"
fi

build_example delta_layout
delta=$work/delta_layout/build/delta_layout.so
"$mg_run" --list --plugin "$delta" > "$work/log" 2>&1 || fail "listing the layout delta"
grep -q '^ *delta  .*\[GPUs alone\] \[.*delta_layout.so\]$' "$work/log" || fail "the layout delta is not listed"
"$mg_run" --list-space -a bfs --plugin "$delta" > "$work/log" 2>&1 || fail "counting schedules with the layout delta"
grep -q '^  layout .*delta ' "$work/log" || fail "schedules may not say layout=delta"
if "$has_nvrtc"; then
  check_kernels bfs "$delta" --schedule layout=delta || fail "kernels of delta_layout"
  grep -q 'example::' "$work/log" || fail "no kernel of the layout delta is compiled"
fi
# Near neighbors of a hub, those far apart of others, and ends of rows before beginnings of others: chunks of all widths.
# Nearly all vertices have no arcs.
awk 'BEGIN {
  for (v = 2; v <= 99; ++v) edges[++n] = v " 1 " 1 + v % 7
  for (v = 1000; v <= 70000; v += 250) { edges[++n] = v " 1 " 5; edges[++n] = v " " v - 999 " " 2 }
  print "%%MatrixMarket matrix coordinate integer symmetric\n70000 70000 " n
  for (i = 1; i <= n; ++i) print edges[i]
}' > "$work/wide.mtx"
# run_delta BALANCER ALGORITHM GRAPH [OPTION...]: proves an answer along the layout; one that is exact is also a CPU's.
run_delta() {
  local way=direction=push,
  [[ $2 != pagerank ]] || way=
  quietly "$mg_run" "$work/$3" -a "$2" "${@:4}" --device cuda --plugin "$delta" --plugin "$eights" --engine sparse \
    --validate --explain --schedule "${way}layout=delta,balance=$1" -o "$work/gpu.tsv"
  grep -qF "push delta $1" "$work/log" || fail "the layout delta has not been followed by $1 in $2"
  [[ $2 == pagerank* || $2 == bc ]] && return
  [[ -f $work/$2.tsv ]] || quietly "$mg_run" "$work/$3" -a "$2" "${@:4}" --device cpu -o "$work/$2.tsv"
  quietly diff <(cut -f 1,2 "$work/$2.tsv") <(cut -f 1,2 "$work/gpu.tsv")
}
# refuse_layout NAME MESSAGE: exit status 1 and, behind what is said of the run, one line that contains MESSAGE.
refuse_layout() {
  local status=0
  "$mg_run" "$work/grid.mg" -a bfs --device cuda --plugin "$work/misbehaving_layouts/build/misbehaving_layouts.so" \
    --schedule "direction=push,layout=$1" > "$work/log" 2>&1 || status=$?
  ((status == 1)) || fail "the layout $1: exit status $status, not 1"
  [[ $(grep -n '^mg_run: ' "$work/log") == "$(wc -l < "$work/log")":* ]] || fail "the layout $1: more than one sentence"
  grep -qF "misbehaving_layouts.so) $2" "$work/log" || fail "the layout $1: the message lacks: $2"
  echo "the layout $1: refused"
}
mkdir "$work/misbehaving_layouts"
cp "$(dirname "$0")/misbehaving_layouts.cpp" "$work/misbehaving_layouts"
cat > "$work/misbehaving_layouts/CMakeLists.txt" << 'END'
cmake_minimum_required(VERSION 3.25)
project(MisbehavingLayouts LANGUAGES CXX)
find_package(MultiGraph REQUIRED)
multigraph_add_engine(misbehaving_layouts SOURCES misbehaving_layouts.cpp)
END
build_project misbehaving_layouts
if [[ -f $build/lib/libmg_emulator.so ]]; then
  export MG_BACKEND="$build/lib/libmg_emulator.so" ASAN_OPTIONS=detect_leaks=0
  mapfile -t balancers < <("$mg_run" --list --plugin "$eights" |
    sed -n '/^  balance /,/^  layout /s/^      \([a-z0-9+-]*\) .*/\1/p' | grep -vx auto)
  ((${#balancers[@]} >= 17)) || fail "there are ${#balancers[@]} balancers"
  for i in "${!balancers[@]}"; do
    run_delta "${balancers[i]}" bfs wide.mtx --source 1
    case $((i % 5)) in
      0) run_delta "${balancers[i]}" sssp wide.mtx --source 1 ;;
      1) run_delta "${balancers[i]}" pagerank-delta grid.mg ;;
      2) run_delta "${balancers[i]}" pagerank grid.mg ;;
      3) run_delta "${balancers[i]}" cc-label star.mg ;;
      4) run_delta "${balancers[i]}" bc grid.mg --source 7 ;;
    esac
  done
  echo "delta_layout: built, and followed by ${#balancers[@]} balancers"
  refuse_layout greedy "keeps 65536 bytes of a graph of 576 vertices"
  refuse_layout broken "failed: two and two are five"
  refuse_layout muddled "says that it takes 0 bytes while it is built and keeps"
  unset MG_BACKEND ASAN_OPTIONS
fi

# The program of docs/api.md, whose text that page shows.
api=$examples/../api.md
quietly diff "$examples/session_client/session_client.cpp" <(sed -n '/^```cpp$/,/^```$/{/^```/d;p}' "$api")
quietly diff "$examples/session_client/CMakeLists.txt" <(sed -n '/^```cmake$/,/^```$/{/^```/d;p}' "$api")
build_example session_client
client=$work/session_client/build/session_client
printf 'ant bee\ncat bee\nbee dog\nelk fox\n' > "$work/bees.el"
quietly "$client" "$work/bees.el"
cat > "$work/expected" << 'END'
6 vertices, 4 edges
the highest rank is that of bee
ant is 1 steps away
bee is 0 steps away
cat is 1 steps away
dog is 1 steps away
elk is -1 steps away
fox is -1 steps away
END
"$client" "$work/bees.el" | diff "$work/expected" - || fail "the session client says something else"
# expect_status STATUS MESSAGE FILE: of the client.
expect_status() {
  local status=0
  "$client" "$3" > "$work/log" 2>&1 || status=$?
  ((status == $1)) || fail "the session client ends with status $status, not $1"
  grep -qF -- "$2" "$work/log" || fail "the session client's message lacks: $2"
}
echo "# nothing" > "$work/empty.el"
expect_status 2 "none.el" "$work/none.el"
expect_status 2 "no vertices" "$work/empty.el"
echo "session_client: built, run, and refused files"

interface='extern "C" int mg_plugin_interface() { return'
register='extern "C" void mg_plugin_register() {}'
make_object no_register "$interface 1; }"
make_object no_interface "$register"
make_object other_interface "$interface 999; } $register"
make_object empty "$interface $(sed -n 's/.*plugin_interface = \([0-9]*\);/\1/p' "$headers/engine/plugin.hpp"); } $register"
echo "not a shared object" > "$work/text.so"
expect_refusal "a plug-in without mg_plugin_register" "mg_plugin_register" "$work/no_register.so"
expect_refusal "a plug-in without mg_plugin_interface" "mg_plugin_interface" "$work/no_interface.so"
expect_refusal "a plug-in for another interface" "999" "$work/other_interface.so"
expect_refusal "a plug-in that registers nothing" "registers nothing" "$work/empty.so"
expect_refusal "a text file" "cannot be loaded" "$work/text.so"
expect_refusal "a file that is not there" "cannot be loaded" "$work/absent.so"
