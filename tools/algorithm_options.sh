#!/bin/bash
# Prints every algorithm and, behind a tab, the options of mg_run with which it runs on any graph whose vertices have
# numbers for names: some ask for a source, or for places. Those of meshes run on no other graph.
# Usage: tools/algorithm_options.sh [MG_RUN]
set -euo pipefail

"${1:-mg_run}" --list --json | jq -r '.algorithms[] | select(.family != "meshes")
  | [.name, if .name == "geo" then "-p latitude=0:48.2,1:52.5 -p longitude=0:16.4,1:13.4"
            elif .source == "none" then "" else "--source max-degree" end] | @tsv'
