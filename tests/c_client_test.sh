#!/bin/bash
# The interface for C: the library exports the symbols of c/symbols.txt and no others of its kind, the header is C99, and
# docs/examples/c_client is a C program that does what it says.
# Usage: c_client_test.sh BUILD_FOLDER COMPILER [FLAG...]
set -euo pipefail

build=$1
compiler=$2
flags=("${@:3}")
source=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
  echo "FAILED: $1" >&2
  exit 1
}

nm -D --defined-only "$build/lib/libmultigraph.so" | cut -d' ' -f3- > "$work/symbols"
grep '^mg_' "$work/symbols" | LC_ALL=C sort > "$work/exported"
diff "$source/c/symbols.txt" "$work/exported" ||
  fail "the symbols of the interface have changed (> is the library). Functions that come are added to c/symbols.txt and \
raise MG_ABI; one that goes breaks every program that uses it"
sed -n '/^#ifndef/,$p' "$source/c/multigraph.h" | grep -oE '\bmg_[a-z_]+\(' | tr -d '(' | LC_ALL=C sort -u |
  diff "$source/c/symbols.txt" - || fail "multigraph.h declares other functions (>) than c/symbols.txt lists"
echo "symbols: $(wc -l < "$source/c/symbols.txt"), as listed"

# In C++ only what is listed, which is the library's own: instances of other people's templates would be taken for those of
# other libraries in the same process.
list=$source/cmake/exported_symbols.map
! grep -vE '^(mg_|_Z(TI|TS|TV|TT)?NK?2mg)' "$work/symbols" ||
  fail "the library exports what is not its own: cmake/exported_symbols.map lists too much"
symbols=$(wc -l < "$work/symbols")
((symbols <= 400)) || fail "the library exports $symbols symbols, more than 400: $(c++filt < "$work/symbols")"
mapfile -t names < <(c++filt < "$work/symbols")
while read -r pattern; do
  for name in "${names[@]}"; do
    # shellcheck disable=SC2053  # a pattern
    [[ $name == $pattern ]] && continue 2
  done
  fail "cmake/exported_symbols.map lists $pattern, which the library has not"
done < <(sed -n '/global:/,/local:/s/^ *\([^ #{}]*\);$/\1/p' "$list")
echo "symbols: $symbols exported, all of them listed"

mkdir "$work/include"
ln -s "$source/c/multigraph.h" "$work/include/multigraph.h"
"$compiler" "${flags[@]}" -x c -std=c99 -pedantic -Wall -Wextra -Werror -I "$work/include" \
  "$source/docs/examples/c_client/client.c" -L "$build/lib" -Wl,-rpath,"$build/lib" -lmultigraph -o "$work/client"
printf 'ant bee\ncat bee\nbee dog\n' > "$work/graph.el"
cat > "$work/expected" << 'END'
4 vertices, 3 edges
the largest rank is that of bee
ant is 1 steps away
bee is 0 steps away
cat is 1 steps away
END
"$work/client" "$work/graph.el" undirected=true > "$work/out" || fail "the client: exit status $?"
diff "$work/expected" "$work/out" || fail "the client says something else"
status=0
"$work/client" "$work/none.el" 2> "$work/err" || status=$?
((status == 2)) || fail "a missing file: exit status $status, not 2"
grep -q 'none.el' "$work/err" || fail "the message does not name the missing file: $(cat "$work/err")"
echo "c_client: built, run, and refused a missing file"
