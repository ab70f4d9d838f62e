#!/bin/bash
# Builds MultiGraph and runs all of its tests.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
  cat << 'END'
Usage: tests/run.sh [OPTION...]
Installs the packages that are missing (with apt, saying which), builds, and runs every test: the release preset first,
then the asan preset (AddressSanitizer and UndefinedBehaviorSanitizer), then all fuzzers, each for a few seconds, where
there is Clang with libFuzzer. The release preset has the Python module, where PyPI can be reached for what it is built
and tested with (tools/python_environment.sh).
  --quick          the release preset alone
  --preset NAME    this preset alone: release, debug, asan or tsan
  --sample N       of the tests that take long run a part: without sanitizers one in N of the products of algorithms
                   and graphs and of tests on the emulated GPU, and kernels are compiled for few architectures; with
                   them one test program in N is built, of which all tests run, but of those products every fourth;
                   which ones, the commit decides
  --fuzz SECONDS   run each fuzzer for so long (5; with --quick or --preset 0, which is not at all)
  --format         check format first, where there is clang-format (tests/lint.sh --format)
  --lint           check format and look for mistakes with clang-format and clang-tidy, too (tests/lint.sh), with
                   --sample N in every 4Nth file
  --no-install     install nothing: list the packages that are missing and stop
  -h, --help       this text
Tests on real graphs run where the environment variable MG_DATA_DIR names a folder of them, and are skipped elsewhere.
Exit status: 0 all tests passed, 1 wrong use, 3 packages are missing, otherwise that of the step that failed.
END
}

presets=(release asan)
parts=0  # of what is a sample; 0: everything
fuzz_seconds=
fuzz_default=5
format=false
lint=false
install_option=()
while (($# > 0)); do
  case $1 in
    --quick)
      presets=(release)
      fuzz_default=0
      ;;
    --preset)
      (($# > 1)) || { echo "--preset needs a name" >&2 && exit 1; }
      presets=("$2")
      fuzz_default=0
      shift
      ;;
    --sample)
      [[ ${2:-} =~ ^[1-9][0-9]*$ ]] || { echo "--sample needs a number" >&2 && exit 1; }
      parts=$2
      shift
      ;;
    --fuzz)
      [[ ${2:-} =~ ^[0-9]+$ ]] || { echo "--fuzz needs a number of seconds" >&2 && exit 1; }
      fuzz_seconds=$2
      shift
      ;;
    --format) format=true ;;
    --lint) lint=true ;;
    --no-install) install_option=(--check) ;;
    -h | --help) usage && exit 0 ;;
    *) usage >&2 && exit 1 ;;
  esac
  shift
done

started=$SECONDS
step="starting"
trap 'status=$?; ((status == 0)) || echo "FAILED while $step, after $((SECONDS - started)) s." >&2' EXIT

if "$format" && command -v clang-format > /dev/null; then
  step="checking format"
  tests/lint.sh --format
fi
step="installing packages"
tools/install_packages.sh "${install_option[@]}"
if command -v ccache > /dev/null; then
  export CMAKE_CXX_COMPILER_LAUNCHER=ccache
  export CCACHE_SLOPPINESS=${CCACHE_SLOPPINESS:-pch_defines,time_macros}  # without which precompiled headers keep it out
fi
step="making an environment for Python"
python_options=()
if python=$(tools/python_environment.sh build/python_environment); then
  python_options=(-DMG_BUILD_PYTHON=ON -DPython_EXECUTABLE="$python")
else
  status=$?
  ((status == 77)) || exit "$status"
  echo "The Python module is not built, and its tests are skipped."
fi
fuzzer_options=()
if compiler=$(tests/fuzz/run.sh --compiler); then
  # The same build serves the fuzzers.
  fuzzer_options=(-DCMAKE_CXX_COMPILER="$compiler" -DMG_BUILD_FUZZERS=ON)
fi

# drawn_of N [M]: a number from 1 to N that the commit decides, whatever it decides of M.
drawn_of() {
  echo $((16#$(git rev-parse --short=7 HEAD 2> /dev/null || echo 0) / ${2:-1} % $1 + 1))
}

# run_every N [OPTION...]: runs every Nth of the tests of $preset that ctest's options select.
run_every() {
  local drawn
  drawn=$(drawn_of "$1" "$parts")
  echo "Of these tests of $preset, one in $1 runs, from number $drawn on."
  ctest --preset "$preset" -j 2 "${@:2}" --tests-information "$drawn,,$1"
}

architectures=(80 90 "90;100")  # older toolkits do not know 100
products='^(Emulated\.|Algorithms/(Zoo|LargeGraph)\.|Metamorphic/)'
for preset in "${presets[@]}"; do
  step="configuring the preset $preset"
  options=()
  case $preset in
    release)
      options=("${python_options[@]}")
      ((parts == 0)) || options+=("-DMG_KERNEL_ARCHITECTURES=${architectures[$(drawn_of 3) - 1]}")
      ;;
    asan)
      options=("${fuzzer_options[@]}")
      ((parts == 0)) || options+=("-DMG_TEST_PROGRAMS=$(drawn_of "$parts")/$parts")
      ;;
  esac
  cmake --preset "$preset" "${options[@]}"
  step="building the preset $preset"
  cmake --build --preset "$preset"
  step="testing the preset $preset"
  case $preset:$parts in
    *:0) ctest --preset "$preset" -j 2 ;;
    asan:*)
      ctest --preset "$preset" -j 2 --exclude-regex "$products"
      run_every 4 --tests-regex "$products"
      ;;
    *)
      ctest --preset "$preset" -j 2 --exclude-regex "$products"
      run_every "$parts" --tests-regex "$products"
      ;;
  esac
done
passed="all tests of ${presets[*]}"
((parts == 0)) || passed+=" (a sample)"

if ((${fuzz_seconds:=$fuzz_default} > 0)); then
  step="fuzzing"
  status=0
  # The commit decides what is tried, so that a finding is one again where it is looked for.
  MG_FUZZ_SEED=$(drawn_of 1000000) tests/fuzz/run.sh "$fuzz_seconds" || status=$?
  case $status in
    0) passed+=", all fuzzers" ;;
    3) echo "Fuzzing is skipped." ;;
    *) exit "$status" ;;
  esac
fi
if "$lint"; then
  step="checking format and looking for mistakes"
  lint_options=()
  ((parts == 0)) || lint_options=(--sample $((4 * parts)))
  tests/lint.sh "${lint_options[@]}"
  passed+=", lint"
fi
echo "PASSED: $passed, in $((SECONDS - started)) s."
