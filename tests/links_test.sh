#!/bin/bash
# Every relative link of README.md, CONTRIBUTING.md and docs/ leads somewhere, to a heading too where it names one; what
# docs/overview.md says that a file does is named in that file, and it counts its files right.
set -euo pipefail
cd "$(dirname "$0")/.."
failures=0

fail() {
  echo "FAILED: $1" >&2
  failures=$((failures + 1))
}

# headings FILE: as links name them: small letters, blanks as hyphens, without punctuation.
headings() {
  sed -nE '/^```/,/^```$/d; s/^#+ //p' "$1" | tr '[:upper:] ' '[:lower:]-' | tr -cd 'a-z0-9_\n-'
}

# links FILE: those in its text that do not lead elsewhere.
links() {
  sed '/^```/,/^```$/d' "$1" | grep -oE '\]\([^)]+\)' | sed 's/^](//; s/)$//' | grep -vE '^[a-z]+:' || true
}

shopt -s globstar
for document in README.md CONTRIBUTING.md docs/**/*.md; do
  while read -r link; do
    file=${link%%#*}
    target=$document
    [[ -z $file ]] || target=$(dirname "$document")/$file
    if [[ ! -e $target ]]; then
      fail "$document: $link leads to no file"
    elif [[ $link == *\#* ]] && ! headings "$target" | grep -qxF -- "${link#*#}"; then
      fail "$document: $link names no heading"
    fi
  done < <(links "$document")
done

# Rows `| 3 | [file](path) | what it does |`: the names in backquotes are in the file.
overview=docs/overview.md
files=0
while IFS='|' read -r _ number link does _; do
  number=${number// /}
  files=$((files + 1))
  path=$(sed -nE 's/.*\]\((.*)\).*/\1/p' <<< "$link")
  [[ -e docs/$path ]] || continue
  for name in $(grep -oE '`[^`]+`' <<< "$does" | grep -oE '[A-Za-z_]+' || true); do
    grep -qwF -- "$name" "docs/$path" || fail "$overview, row $number: ${path#../} does not name $name"
  done
done < <(grep -E '^\| [0-9]+ \|' "$overview")
counts=$(grep -oE '\*\*[0-9]+ files\*\*' "$overview" | tr -cd '0-9\n' | paste -s -d +)
(($((counts)) == files)) || fail "$overview counts $((counts)) files in its text and $files in its tables"

((failures == 0)) || exit 1
echo "links: all lead somewhere; $overview: $files rows name what is in their files"
