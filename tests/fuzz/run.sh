#!/bin/bash
# Builds the fuzzers and runs each for some time. Any finding fails.
set -euo pipefail
cd "$(dirname "$0")/../.."

usage() {
  cat << 'END'
Usage: tests/fuzz/run.sh SECONDS [TARGET...]
Builds all fuzzers with Clang, AddressSanitizer and UndefinedBehaviorSanitizer, and runs each (or each TARGET, as mtx or
mg) for SECONDS. What they learn is kept in build/fuzz/corpus and inputs that break something in build/fuzz/crashes;
repeat one with build/fuzz/bin/fuzz_TARGET FILE. Environment: CXX (clang++), MG_FUZZ_BUILD (build/fuzz).
Exit status: 0 nothing found, 1 wrong use, 3 there is no Clang with libFuzzer, 4 findings.
END
}

case ${1:-} in
  -h | --help) usage && exit 0 ;;
  *[!0-9]* | '') usage >&2 && exit 1 ;;
esac
seconds=$1
shift
targets=("$@")
((${#targets[@]} > 0)) || targets=(auto mtx el csv table archive adj gr metis gap galois graphalytics debian
  gml json law pajek dot tntp dl graphml gexf names mg)

compiler=${CXX:-clang++}
if ! echo 'extern "C" int LLVMFuzzerTestOneInput(const char*, unsigned long) { return 0; }' |
  "$compiler" -x c++ -fsanitize=fuzzer,address - -o /dev/null 2> /dev/null; then
  echo "There is no Clang with libFuzzer here (Debian: clang, libclang-rt-dev, libomp-dev)." >&2
  exit 3
fi

build=${MG_FUZZ_BUILD:-build/fuzz}
cmake -S . -B "$build" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=RelWithDebInfo \
  -DMG_SANITIZE=address,undefined -DMG_BUILD_FUZZERS=ON -DMG_BUILD_TESTS=OFF > /dev/null
cmake --build "$build" --target fuzzers
seeds=$build/seeds
crashes=$build/crashes
rm -rf "$seeds" "$crashes"
mkdir -p "$crashes"
"$build/bin/fuzz_seeds" "$seeds"

found=0
for target in "${targets[@]}"; do
  mkdir -p "$build/corpus/$target" "$seeds/$target"
  log=$build/$target.log
  # A 7z archive names a number of files, for which libarchive asks for up to 8 GB before it looks for them.
  largest=1024
  [[ $target != archive ]] || largest=9000
  options=(-max_total_time="$seconds" -max_len=8192 -rss_limit_mb=2048 -malloc_limit_mb=$largest -timeout=20
    -dict=tests/fuzz/words.dict -artifact_prefix="$crashes/$target-" -print_final_stats=1)
  if OMP_NUM_THREADS=1 "$build/bin/fuzz_$target" "${options[@]}" "$build/corpus/$target" "$seeds/$target" \
    > "$log" 2>&1; then
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    echo "fuzz_$target: $runs inputs in $seconds s, nothing found"
  else
    found=$((found + 1))
    echo "fuzz_$target: FOUND SOMETHING; see $log and $crashes" >&2
    grep -E 'FUZZ:|ERROR:|runtime error:|SUMMARY:' "$log" >&2 || tail -n 5 "$log" >&2
  fi
done
((found == 0)) || exit 4
