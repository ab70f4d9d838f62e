#!/bin/bash
# Installs the Debian or Ubuntu packages that building MultiGraph needs, those that are missing, and says which.
set -euo pipefail

usage() {
  cat << END
Usage: tools/install_packages.sh [--check] [TOOL...]
  --check   install nothing; list what is missing and exit with 3 if anything is
  TOOL      a program that is needed besides, from the package of the same name
END
}

# Tools count as present wherever they come from; libraries are looked up by package.
tools=(g++:g++ cmake:cmake ninja:ninja-build pkg-config:pkg-config)
libraries=(libarchive-dev libboost-context-dev libboost-iostreams-dev libboost-program-options-dev libbz2-dev
  libexpat1-dev libfmt-dev libgtest-dev libspdlog-dev libxxhash-dev libzstd-dev nlohmann-json3-dev zlib1g-dev)
oldest_cmake=3.25

missing_packages() {
  local entry
  for entry in "${tools[@]}"; do
    command -v "${entry%%:*}" > /dev/null || echo "${entry##*:}"
  done
  command -v dpkg-query > /dev/null || return 0
  for entry in "${libraries[@]}"; do
    [[ $(dpkg-query -W -f '${db:Status-Status}' "$entry" 2> /dev/null) == installed ]] || echo "$entry"
  done
}

give_up() {
  echo "$1" >&2
  exit 3
}

install_packages() {
  command -v apt-get > /dev/null ||
    give_up "There is no apt-get here. Install what corresponds to these Debian packages, then run this again: $*"
  local root=()
  if ((EUID != 0)); then
    command -v sudo > /dev/null || give_up "Installing packages needs root: run this as root, or install sudo."
    root=(sudo)
  fi
  "${root[@]}" apt-get update -q
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@" ||
    give_up "apt-get could not install the packages (its messages stand above)."
}

check_cmake() {
  local version
  version=$(cmake --version | sed -n '1s/[^0-9]*\([0-9.]*\).*/\1/p')
  [[ $(printf '%s\n' "$oldest_cmake" "$version" | sort -V | head -n 1) == "$oldest_cmake" ]] ||
    give_up "CMake $version is too old: MultiGraph needs $oldest_cmake or newer, as Debian 12 and Ubuntu 24.04 have it \
(Ubuntu 22.04 does not; there, install a newer CMake from cmake.org or with pip and put it first in PATH)."
}

check_only=false
for argument in "$@"; do
  case $argument in
    --check) check_only=true ;;
    -h | --help) usage && exit 0 ;;
    -*) usage >&2 && exit 1 ;;
    *) tools+=("$argument:$argument") ;;
  esac
done

mapfile -t missing < <(missing_packages)
if ((${#missing[@]} > 0)); then
  echo "Missing packages: ${missing[*]}"
  if $check_only; then
    give_up "Install them with: apt-get install ${missing[*]}"
  fi
  install_packages "${missing[@]}"
fi
check_cmake
echo "All packages that the build needs are installed."
