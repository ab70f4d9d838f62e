#!/bin/sh
# What MultiGraph is made of, as an SPDX 2.3 document on standard output: itself, and the packages that
# cmake/Dependencies.cmake names, with the versions that this system has of them.
#   tools/bill_of_materials.sh > multigraph.spdx.json
set -eu
cd "$(dirname "$0")/.."
command -v jq >/dev/null || { echo "jq is missing (Debian: package jq)." >&2 && exit 3; }

version=$(sed -n 's/^project(MultiGraph VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
commit=$(git rev-parse HEAD 2>/dev/null || echo unknown)
created=$(date -u -d "@${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}" +%Y-%m-%dT%H:%M:%SZ)

# debian_packages DEPENDENCY: as cmake/Dependencies.cmake names it; with their licences.
debian_packages() {
  case $1 in
    Boost) echo 'libboost-iostreams-dev BSL-1.0' && echo 'libboost-program-options-dev BSL-1.0' ;;
    fmt) echo 'libfmt-dev MIT' ;;
    spdlog) echo 'libspdlog-dev MIT' ;;
    nlohmann_json) echo 'nlohmann-json3-dev MIT' ;;
    OpenMP) echo 'libgomp1 GPL-3.0-or-later WITH GCC-exception-3.1' ;;
    ZLIB) echo 'zlib1g-dev Zlib' ;;
    zstd) echo 'libzstd-dev BSD-3-Clause' ;;
    xxhash) echo 'libxxhash-dev BSD-2-Clause' ;;
    archive) echo 'libarchive-dev BSD-2-Clause' ;;
    expat) echo 'libexpat1-dev MIT' ;;
    PkgConfig | GTest) ;; # of the build and of its tests
    *) echo "tools/bill_of_materials.sh does not know the dependency $1 of cmake/Dependencies.cmake" >&2 && return 1 ;;
  esac
}

dependencies=$(sed -n 's/^ *find_package(\([A-Za-z_]*\).*/\1/p; s/^ *pkg_check_modules(\([a-z]*\).*/\1/p' \
  cmake/Dependencies.cmake)
packages=$(for dependency in $dependencies; do debian_packages "$dependency"; done)
echo "$packages" | while read -r package licence; do
  installed=$(dpkg-query -W -f '${Version}' "$package" 2>/dev/null || echo NOASSERTION)
  jq -n --arg name "$package" --arg version "$installed" --arg licence "$licence" '{
    SPDXID: "SPDXRef-\($name)", name: $name, versionInfo: $version, downloadLocation: "NOASSERTION",
    filesAnalyzed: false, licenseConcluded: $licence, licenseDeclared: $licence, copyrightText: "NOASSERTION",
    externalRefs: [{referenceCategory: "PACKAGE-MANAGER", referenceType: "purl",
                    referenceLocator: "pkg:deb/debian/\($name)@\($version | @uri)"}]}'
done | jq -s --arg version "$version" --arg commit "$commit" --arg created "$created" '{
  spdxVersion: "SPDX-2.3", dataLicense: "CC0-1.0", SPDXID: "SPDXRef-DOCUMENT", name: "multigraph-\($version)",
  documentNamespace: "https://spdx.org/spdxdocs/multigraph-\($version)-\($commit)",
  creationInfo: {created: $created, creators: ["Tool: bill_of_materials.sh"]},
  packages: ([{SPDXID: "SPDXRef-multigraph", name: "multigraph", versionInfo: $version, downloadLocation: "NOASSERTION",
               filesAnalyzed: false, licenseConcluded: "Apache-2.0", licenseDeclared: "Apache-2.0",
               copyrightText: "NOASSERTION", sourceInfo: "commit \($commit)"}] + .),
  relationships: ([{spdxElementId: "SPDXRef-DOCUMENT", relationshipType: "DESCRIBES",
                    relatedSpdxElement: "SPDXRef-multigraph"}]
                  + map({spdxElementId: "SPDXRef-multigraph", relationshipType: "DEPENDS_ON",
                         relatedSpdxElement: .SPDXID}))}'
