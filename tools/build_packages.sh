#!/bin/bash
# Builds the Debian packages and the archive of the source, and tries them.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
  cat << 'END'
Usage: tools/build_packages.sh [OPTION...]
Builds libmultigraph0, libmultigraph-dev, multigraph-tools and, where there is a CUDA toolkit, multigraph-cuda, with the
archive of the source as it is committed, its bill of materials (SPDX), and their SHA-256 sums.
  -o DIR         where they go (default: build/packages/out)
  --build DIR    the build folder (default: build/packages)
  --check        runs lintian on them, installs those without CUDA into a bare root, and runs the programs there: a
                 root of debootstrap's, or else a folder of unpacked packages beside this system's own libraries
  --check-only   the same, of packages that are built already
  -h, --help     this text
CXXFLAGS, CUDAFLAGS and CMAKE_CXX_COMPILER_LAUNCHER mean what they mean to CMake. DEBIAN_MIRROR is where debootstrap gets
the bare root from (default: http://deb.debian.org/debian).
Exit status: 0 done, 1 wrong use, 3 a tool is missing, 4 a check failed, otherwise that of the step that failed.
END
}

build=build/packages
out=
check=false
make=true
while (($# > 0)); do
  case $1 in
    -o | --build)
      (($# > 1)) || { echo "$1 needs a folder" >&2 && exit 1; }
      if [[ $1 == -o ]]; then out=$2; else build=$2; fi
      shift
      ;;
    --check) check=true ;;
    --check-only) check=true make=false ;;
    -h | --help) usage && exit 0 ;;
    *) usage >&2 && exit 1 ;;
  esac
  shift
done
out=$(realpath -m "${out:-$build/out}")

need() {
  command -v "$1" > /dev/null && return
  echo "$1 is missing (Debian: package $2)." >&2
  exit 3
}

make_packages() {
  need dpkg-shlibdeps dpkg-dev
  need help2man help2man
  need lowdown lowdown
  cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=/usr -DMG_BUILD_TESTS=OFF \
    -DMG_ZSH_COMPLETIONS=share/zsh/vendor-completions
  cmake --build "$build"
  mkdir -p "$out"
  rm -f "$out"/*.deb "$out"/*.tar.xz "$out"/*.spdx.json "$out"/SHA256SUMS
  umask 022
  (cd "$build" && cpack -G DEB -B "$out")
  rm -rf "$out/_CPack_Packages" "$out"/*.sha256
  make_source_archive
  tools/bill_of_materials.sh > "$out/multigraph-$(version).spdx.json"
  (cd "$out" && sha256sum -- *.deb *.tar.xz *.spdx.json > SHA256SUMS)
  cat "$out/SHA256SUMS"
}

version() {
  sed -n 's/^project(MultiGraph VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt
}

# The commit's files alone, with its time on all of them: the same commit makes the same archive.
make_source_archive() {
  local name
  name=multigraph-$(version)
  git archive --format=tar --prefix="$name/" HEAD | xz -6 > "$out/$name.tar.xz"
}

run_lintian() {
  need lintian lintian
  local findings
  findings=$(lintian --allow-root --fail-on none "$out"/*.deb 2> /dev/null || true)
  [[ -z $findings ]] || echo "$findings"
  if grep -q '^E: ' <<< "$findings"; then
    echo "lintian: errors above" >&2
    exit 4
  fi
  echo "lintian: no errors, $(grep -c '^W: ' <<< "$findings" || true) warnings"
}

# try_in COMMAND...: what a new user does first, every program before COMMAND being run by it.
try_in() {
  "$@" mg_prep generate kron --scale 10 -o /tmp/kron.mg
  "$@" mg_run /tmp/kron.mg -a bfs --source max-degree --validate --device cpu
  "$@" mg_run /tmp/kron.mg -a pagerank --top 3 --device cpu
  "$@" mg_bench --version
}

# The packages that a bare root gets: libcuda and its like are none of it.
checked_packages() {
  find "$out" -name '*.deb' ! -name 'multigraph-cuda_*' ! -name 'libmultigraph-dev_*' | sort
}

check_in_bare_root() {
  mapfile -t packages < <(checked_packages)
  ((${#packages[@]} > 0)) || { echo "There are no packages in $out." >&2 && exit 1; }
  local root=$build/root suite
  # shellcheck disable=SC1091
  suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
  rm -rf "$root"
  if ((EUID == 0)) && command -v debootstrap > /dev/null &&
    debootstrap --variant=minbase "$suite" "$root" "${DEBIAN_MIRROR:-http://deb.debian.org/debian}" > "$build/root.log" 2>&1; then
    cp "${packages[@]}" "$root/var/cache/apt/archives/"
    chroot "$root" apt-get install -q -y --no-install-recommends \
      "${packages[@]/#*\//.\/var\/cache\/apt\/archives\/}" >> "$build/root.log" 2>&1 ||
      { tail -n 20 "$build/root.log" >&2 && exit 4; }
    try_in chroot "$root" || exit 4
    chroot "$root" dpkg --purge multigraph-tools libmultigraph0 >> "$build/root.log" 2>&1 || exit 4
    echo "installed, run and removed in a bare root of $suite"
  else
    for package in "${packages[@]}"; do dpkg -x "$package" "$root"; done
    local libraries
    libraries=$(dirname "$(find "$root" -name 'libmultigraph.so.*' | head -n 1)")
    try_in env LD_LIBRARY_PATH="$libraries" PATH="$root/usr/bin:$PATH" || exit 4
    echo "unpacked and run in a folder: debootstrap made no bare root here ($build/root.log)"
  fi
  rm -rf "$root"
}

if "$make"; then make_packages; fi
if "$check"; then
  run_lintian
  check_in_bare_root
fi
