#!/bin/sh
# The manual's pages: they say what --help says, and no formatter complains of them.
#   manual_test.sh FOLDER_OF_TOOLS FOLDER_OF_PAGES
set -eu
tools=$1 pages=$2
fail() {
  echo "$1" >&2
  exit 1
}
for tool in mg_run mg_bench "mg_prep convert" "mg_prep generate" "mg_prep info" "mg_prep verify" "mg_prep export"; do
  page=$pages/man1/$(echo "$tool" | tr ' ' -).1
  [ -s "$page" ] || fail "there is no $page"
  sed 's/\\-/-/g; s/\\f.//g' "$page" >"$page.plain"
  # shellcheck disable=SC2086
  for option in $("$tools/"$tool --help | grep -oE '^  .{0,6}--[a-z-]+' | grep -oE '\-\-[a-z-]+'); do
    grep -q -- "$option" "$page.plain" || fail "$page lacks $option"
  done
  rm "$page.plain"
done
for heading in NAME SYNOPSIS EXAMPLES "\"EXIT STATUS\"" "\"SEE ALSO\""; do
  grep -q "^\.SH $heading" "$pages/man1/mg_run.1" || fail "mg_run.1 lacks the section $heading"
done
grep -q 'Vote.txt' "$pages/man1/mg_prep-convert.1" || fail "mg_prep-convert.1 lacks its examples"
[ ! -e "$pages/man5" ] || grep -q '^\.SH NAME' "$pages/man5/multigraph-file-format.5" || fail "the page of the format has no name"
if command -v groff >/dev/null; then
  for page in "$pages"/man[15]/*.[15]; do
    # Cells of tables may hold words that are longer than they are wide.
    complaints=$(groff -t -man -Tutf8 -Kutf8 -ww -rLL=120n "$page" 2>&1 >/dev/null | grep -v "can't break line" || true)
    [ -z "$complaints" ] || fail "$complaints"
  done
fi
