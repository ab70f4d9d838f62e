#!/bin/bash
# Makes a virtual environment with what the Python module is built and tested with.
set -euo pipefail

usage() {
  cat << 'END'
Usage: tools/python_environment.sh FOLDER
Makes the virtual environment FOLDER, unless it is there and whole, with nanobind, numpy, networkx, scipy, pandas,
pytest, nanoarrow, tqdm, mypy, matplotlib and what executes notebooks from PyPI, and prints the path of its python3.
Exit status: 0 done, 1 wrong use, 77 there is no Python 3.10 or newer that makes environments, or PyPI cannot be reached.
END
}

case ${1:-} in
  -h | --help) usage && exit 0 ;;
  -* | "") usage >&2 && exit 1 ;;
esac
folder=$1
packages=("nanobind>=2.4" "numpy>=1.24" "networkx>=3.6,<3.8" scipy pandas pytest nanoarrow tqdm mypy matplotlib
  nbclient ipykernel)

give_up() {
  echo "$1" >&2
  exit 77
}

whole=$folder/whole-$(cksum <<< "${packages[*]}" | cut -d' ' -f1)  # of another list it is filled up

if [[ ! -e $whole ]]; then
  python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2> /dev/null || give_up "There is no python3 of version 3.10 or newer."
  python3 -m venv "$folder" > /dev/null 2>&1 || give_up "python3 makes no virtual environments (Debian: package python3-venv)."
  "$folder/bin/pip" install --quiet --disable-pip-version-check --timeout 20 --retries 1 "${packages[@]}" >&2 ||
    give_up "PyPI cannot be reached, or has not: ${packages[*]}"
  touch "$whole"
fi
echo "$(cd "$folder" && pwd)/bin/python3"
