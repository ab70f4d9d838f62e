#!/bin/bash
# CONTRIBUTING.md counts and lists the files that an extension of each kind touches: compares both with the tree, where a
# file touches a piece that is built in when it names it by one of the words that the table gives, and with the folders
# of docs/examples.
# Usage: contributing_test.sh [SOURCE_FOLDER]
set -euo pipefail
cd "${1:-$(dirname "$0")/..}"
page=CONTRIBUTING.md
failures=0

fail() {
  echo "FAILED: $1" >&2
  failures=$((failures + 1))
}

# files_of DIRECTORY: regular ones, how many.
files_of() { find "$1" -type f | wc -l; }

# quoted: what stands in backquotes on standard input, a line each.
quoted() { grep -oE '`[^`]+`' | tr -d '`' || true; }

# naming WORD...: the files with one of the words, not as a part of a longer one. What tells of changes and measurements
# names many pieces and is touched by none.
naming() {
  local pattern
  pattern=$(printf '%s\n' "$@" | sed 's/[.()*+?]/[&]/g' | paste -s -d '|')
  grep -rlIE --exclude-dir=build --exclude-dir='.[!.]*' --exclude-dir=__pycache__ \
    -e "(^|[^A-Za-z0-9])($pattern)([^A-Za-z0-9]|\$)" . | sed 's|^\./||' |
    grep -vE '^(CHANGELOG\.md|CONTRIBUTING\.md|docs/(notes/.*|overview\.md|performance\.md)|python/tests/.*_table\.py)$' |
    LC_ALL=C sort
}

is_test='^(tests|python/tests)/'
is_document='^(docs/|README\.md$)'

# expect_count PIECE KIND EXPECTED FOUND: files, a line each.
expect_count() {
  local count
  count=$(grep -c . <<< "$4" || true)
  ((count == $3)) || fail "$page: $2 of $1 are $count, not ${3// /}: $(paste -s -d ' ' <<< "$4")"
}

# section TITLE: its text.
section() { awk -v title="### ${1^}" '/^##/ { is_in = $0 == title; next } is_in' "$page"; }

# check_piece TITLE PIECE WORDS PRODUCT TESTS DOCUMENTS: a row of the table.
check_piece() {
  local words found product
  mapfile -t words < <(quoted <<< "$3")
  ((${#words[@]} > 0)) || { fail "$page gives no words for $2" && return; }
  found=$(naming "${words[@]}")
  product=$(grep -vE "$is_test|$is_document" <<< "$found" || true)
  expect_count "$2" "files of the product" "$4" "$product"
  expect_count "$2" "tests" "$5" "$(grep -E "$is_test" <<< "$found" || true)"
  expect_count "$2" "documents" "$6" "$(grep -E "$is_document" <<< "$found" || true)"
  local listed
  listed=$(section "$1" | grep -E '^( |-)' | quoted | while read -r name; do
    if [[ $name == */* && -f $name ]] && grep -qxF -- "$name" <<< "$found"; then echo "$name"; fi
  done | LC_ALL=C sort -u)
  [[ $listed == "$product" ]] ||
    fail "$page: ### ${1^} lists other files (<) than name $2 (>):$(diff <(echo "$listed") <(echo "$product") | grep '^[<>]' | paste -s -d ' ')"
}

rows=0
while IFS='|' read -r _ kind piece words product tests documents _; do
  title=$(sed -nE 's/.*\[(.*)\].*/\1/p' <<< "$kind")
  check_piece "$title" "$(quoted <<< "$piece")" "$words" "$product" "$tests" "$documents"
  rows=$((rows + 1))
done < <(grep -E '^\| \[(a|an) ' "$page")
((rows >= 8)) || fail "$page has $rows rows of pieces"

while read -r name; do
  [[ -e $name ]] || fail "$page names $name, which is not there"
done < <(quoted < "$page" | grep -E '^(algorithms|cmake|dense|docs|engine|hybrid|preprocess|python|sparse|tests|tools)/[^ *]*$')

examples=$(for folder in docs/examples/*/; do echo "$(basename "$folder") $(files_of "$folder")"; done)
listed=$(sed -nE 's/^\| `([a-z_]+)` \| an? .* \| ([0-9]+) \|$/\1 \2/p' "$page" | LC_ALL=C sort)
[[ $listed == "$examples" ]] || fail "$page says of examples: $listed; there are: $examples"

((failures == 0)) || exit 1
echo "contributing: $rows pieces and $(wc -l <<< "$examples") examples touch the files that the page lists"
