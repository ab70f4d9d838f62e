#!/bin/bash
# Checks the style of all tracked sources (clang-format) and looks for mistakes in them (clang-tidy).
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
  cat << 'END'
Usage: tests/lint.sh [--format] [--sample N] [--jobs N] [BUILD [FILE...]]
clang-format over every source that git tracks, then clang-tidy over every .cpp file of them, or each FILE. BUILD is a
configured build folder with compile_commands.json (build/release, which is configured if it is missing).
  --format   clang-format alone
  --sample N clang-tidy, which takes some 10 s a file, over files that the last commit has changed, 16 at most, and
             every Nth of all, which the number of commits decides: N commits in a row have all of them looked at
  --jobs N   that many clang-tidy at a time (the number of cores)
Exit status: 0 clean, 1 wrong use, 3 a tool is missing, 4 findings.
END
}

format_only=false
stride=1
jobs=$(nproc)
while [[ ${1:-} == -* ]]; do
  case $1 in
    --format) format_only=true ;;
    --sample)
      [[ ${2:-} =~ ^[1-9][0-9]*$ ]] || { echo "--sample needs a number" >&2 && exit 1; }
      stride=$2
      shift
      ;;
    --jobs)
      (($# > 1)) || { echo "--jobs needs a number" >&2 && exit 1; }
      jobs=$2
      shift
      ;;
    -h | --help) usage && exit 0 ;;
    *) usage >&2 && exit 1 ;;
  esac
  shift
done

tools=(clang-format)
"$format_only" || tools+=(clang-tidy)
for tool in "${tools[@]}"; do
  command -v "$tool" > /dev/null && continue
  echo "$tool is missing (Debian: package $tool)." >&2
  exit 3
done

git ls-files -z --cached --others --exclude-standard '*.cpp' '*.hpp' '*.cu' '*.cuh' |
  xargs -0 clang-format --dry-run -Werror || { echo "Run clang-format -i on the files above." >&2 && exit 4; }
echo "clang-format: clean"
if "$format_only"; then exit 0; fi

# drawn FILE...: those of the files that --sample means, a line each.
drawn() {
  local changed commits number=0
  changed=$(git diff --name-only 'HEAD^' HEAD -- '*.cpp' 2> /dev/null | head -n 16 || true)
  commits=$(git rev-list --count HEAD 2> /dev/null || echo 0)
  for file; do
    if ((number++ % stride == commits % stride)) || grep -qxF -- "$file" <<< "$changed"; then echo "$file"; fi
  done
}

build=${1:-build/release}
shift $(($# > 0 ? 1 : 0))
[[ -f $build/compile_commands.json ]] || cmake -S . -B "$build" -DCMAKE_BUILD_TYPE=Release > /dev/null
if (($# > 0)); then
  files=("$@")
else
  # Programs that must not compile, and what only the fuzzers' build compiles, are not among the commands.
  mapfile -t files < <(git ls-files --cached --others --exclude-standard '*.cpp' | grep -F -x -f \
    <(sed -n "s|^ *\"file\": \"$PWD/\(.*\)\".*|\1|p" "$build/compile_commands.json"))
  ((stride == 1)) || mapfile -t files < <(drawn "${files[@]}")
fi
# Without GCC's precompiled headers, which Clang takes for its own.
commands=$(mktemp -d)
trap 'rm -rf "$commands"' EXIT
sed 's| -include [^ ]*/cmake_pch.hxx||' "$build/compile_commands.json" > "$commands/compile_commands.json"
printf '%s\0' "${files[@]}" |
  xargs -0 -n 1 -P "$jobs" bash -c '
    output=$(clang-tidy --quiet -p "$0" "$1" 2>&1) || { printf "%s: %s\n" "$1" "$output"; exit 1; }' "$commands" ||
  { echo "clang-tidy: findings above" >&2 && exit 4; }
echo "clang-tidy: ${#files[@]} files clean"
