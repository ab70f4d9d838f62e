#!/bin/bash
# What is kept for packagers agrees with the source: versions, recipes' syntax, the bill of materials. What a check needs
# and is not there is said and passed over.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
  echo "FAILED: $1" >&2
  exit 1
}
version=$(sed -n 's/^project(MultiGraph VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
[[ -n $version ]] || fail "CMakeLists.txt has no version"

says_version() {
  grep -qF -- "$2" "$1" || fail "$1 does not say: $2"
}
says_version CITATION.cff "version: $version"
says_version CHANGELOG.md "## [$version] - "
says_version packaging/conda/meta.yaml "version = \"$version\""
says_version packaging/spack/packages/multigraph/package.py "version(\"$version\")"
released=$(sed -n "s/^## \[$version\] - //p" CHANGELOG.md)
says_version CITATION.cff "date-released: $released"

python=$(command -v python3 || true)
if [[ -n $python ]]; then
  PYTHONPYCACHEPREFIX=$work "$python" -m py_compile packaging/spack/packages/multigraph/package.py
else
  echo "passed over: no python3"
fi
if [[ -n $python ]] && "$python" -c 'import yaml' 2> /dev/null; then
  # conda's recipe is YAML once its Jinja is gone.
  sed -e '/^{%/d' -e 's/{{[^}]*}}/x/g' packaging/conda/meta.yaml > "$work/meta.yaml"
  for file in "$work/meta.yaml" packaging/spack/repo.yaml CITATION.cff; do
    "$python" -c 'import sys, yaml; assert isinstance(yaml.safe_load(open(sys.argv[1])), dict)' "$file" || fail "$file"
  done
else
  echo "passed over: no YAML module of Python"
fi
sed -n '/^%post/,/^%test/p' packaging/apptainer/multigraph.def | grep -v '^%' | bash -n || fail "the image's %post"
for shell_file in packaging/completion/multigraph.bash tools/build_packages.sh; do bash -n "$shell_file"; done
for shell_file in packaging/man/make_pages.sh tools/bill_of_materials.sh; do sh -n "$shell_file"; done

if command -v jq > /dev/null; then
  tools/bill_of_materials.sh > "$work/bill.json" || fail "the bill of materials"
  jq -e '.spdxVersion == "SPDX-2.3" and (.packages | length) > 5
         and ([.packages[].SPDXID] | unique | length) == (.packages | length)
         and ([.relationships[].relatedSpdxElement] - [.packages[].SPDXID]) == []' "$work/bill.json" > /dev/null ||
    fail "the bill of materials is not whole"
else
  echo "passed over: no jq"
fi
