#!/bin/bash
# Builds the fuzzers and runs each for some time. Any finding fails.
set -euo pipefail
cd "$(dirname "$0")/../.."

usage() {
  cat << 'END'
Usage: tests/fuzz/run.sh SECONDS [TARGET...]
       tests/fuzz/run.sh --compiler
Builds all fuzzers with Clang, AddressSanitizer and UndefinedBehaviorSanitizer (the preset asan, with fuzzers), and runs
each (or each TARGET, as mtx or mg) for SECONDS. What they learn is kept in build/fuzz/corpus and inputs that break
something in build/fuzz/crashes; repeat one with build/asan/bin/fuzz_TARGET FILE.
With --compiler: prints the compiler that fuzzers are built with. Environment: CXX (clang++), and MG_FUZZ_SEED, a number
with which a fuzzer that has learned nothing yet tries the same inputs again, for as long as it runs; without it they are
others each time.
Exit status: 0 nothing found, 1 wrong use, 3 there is no Clang with libFuzzer, 4 findings.
END
}

require_compiler() {
  echo 'extern "C" int LLVMFuzzerTestOneInput(const char*, unsigned long) { return 0; }' |
    "$compiler" -x c++ -fsanitize=fuzzer,address - -o /dev/null 2> /dev/null && return
  echo "There is no Clang with libFuzzer here (Debian: clang, libclang-rt-dev, libomp-dev)." >&2
  exit 3
}

compiler=${CXX:-clang++}
case ${1:-} in
  -h | --help) usage && exit 0 ;;
  --compiler) require_compiler && echo "$compiler" && exit 0 ;;
  *[!0-9]* | '') usage >&2 && exit 1 ;;
esac
seconds=$1
shift
targets=("$@")
((${#targets[@]} > 0)) || targets=(auto mtx el csv table archive adj gr metis gap galois graphalytics ele debian
  gml json law pajek dot tntp dl graphml gexf names mg)

require_compiler
cmake --preset asan -DCMAKE_CXX_COMPILER="$compiler" -DMG_BUILD_FUZZERS=ON > /dev/null
cmake --build --preset asan --target fuzzers
programs=build/asan/bin
kept=build/fuzz
seeds=$kept/seeds
crashes=$kept/crashes
findings=$kept/findings.txt
rm -rf "$seeds" "$crashes" "$findings"
mkdir -p "$crashes"
"$programs/fuzz_seeds" "$seeds"

fuzz() {
  local target=$1 log=$kept/$1.log
  mkdir -p "$kept/corpus/$target" "$seeds/$target"
  # A 7z archive names a number of files, for which libarchive asks for up to 8 GB before it looks for them, and lengths
  # of headers, for which it asks for whatever they say and takes no for an answer. It touches none of that, but the
  # sanitizer notes it all.
  local largest=1024 resident=2048 takes_no=0
  case $target in
    archive | auto) largest=9000 resident=4096 takes_no=1 ;;
  esac
  local options=(-max_total_time="$seconds" -max_len=8192 -rss_limit_mb="$resident" -malloc_limit_mb="$largest"
    -timeout=20 -dict=tests/fuzz/words.dict -artifact_prefix="$crashes/$target-" -print_final_stats=1)
  # What was compared is looked up by addresses, which are others in each process.
  [[ -z ${MG_FUZZ_SEED:-} ]] || options+=(-seed="$MG_FUZZ_SEED" -use_cmp=0)
  if ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}allocator_may_return_null=$takes_no OMP_NUM_THREADS=1 \
    "$programs/fuzz_$target" "${options[@]}" "$kept/corpus/$target" "$seeds/$target" > "$log" 2>&1; then
    local runs
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    echo "fuzz_$target: $runs inputs in $seconds s, nothing found"
  else
    echo "fuzz_$target: FOUND SOMETHING; see $log and $crashes" | tee -a "$findings" >&2
    (grep -aE 'FUZZ:|ERROR:|runtime error:|SUMMARY:|^Base64:' "$log" || tail -n 5 "$log") | cut -c -400 |
      tee -a "$findings" >&2
    return 4
  fi
}

# As many at a time as there are processors.
status=0
for target in "${targets[@]}"; do
  while (($(jobs -rp | wc -l) >= $(nproc))); do
    wait -n || status=$?
  done
  fuzz "$target" &
done
while (($(jobs -p | wc -l) > 0)); do
  wait -n || status=$?
done
# Once more at the end, where whoever has the last lines alone finds it.
[[ ! -e $findings ]] || cat "$findings" >&2
exit "$status"
