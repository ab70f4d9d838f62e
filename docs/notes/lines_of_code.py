#!/usr/bin/env python3
"""Counts the lines of each algorithm here and in other systems, without comments and empty lines.

Usage: lines_of_code.py [SYSTEM=FOLDER...]
SYSTEM is gapbs, ligra, gunrock, lagraph or graphit, FOLDER its sources. Here, "header" is the file that the algorithm is in,
and "all" what it includes of algorithms/ besides, with the sources of these headers, whoever shares them; verifiers are
not counted. Of gapbs's programs, which hold their verifiers, these and main() are left out. Prints Markdown; needs g++.
Exit status: 0 done, 1 wrong use.
"""

import re
import subprocess
import sys
from pathlib import Path

OURS = Path(__file__).resolve().parents[2] / "algorithms"
#: Where others have what is meant by a name here.
THEIRS = {
    "gapbs": {"bfs": "src/bfs.cc", "sssp": "src/sssp.cc", "pagerank": "src/pr.cc", "cc": "src/cc.cc", "bc": "src/bc.cc",
              "tc": "src/tc.cc"},
    "ligra": {"bfs": "apps/BFS.C", "sssp": "apps/bucketing/DeltaStepping.C", "pagerank": "apps/PageRank.C",
              "pagerank-delta": "apps/PageRankDelta.C", "cc": "apps/Components-Shortcut.C", "cc-label": "apps/Components.C",
              "bc": "apps/BC.C", "tc": "apps/Triangle.C", "kcore": "apps/bucketing/KCore.C", "mis": "apps/MIS.C",
              "diameter": "apps/Radii.C"},
    "gunrock": {"bfs": "bfs", "sssp": "sssp", "pagerank": "pr", "bc": "bc", "tc": "tc", "kcore": "kcore", "mst": "mst",
                "coloring": "color", "geo": "geo", "hits": "hits", "ppr": "ppr", "spmv": "spmv", "spgemm": "spgemm"},
    "lagraph": {"bfs": "src/algorithm/LG_BreadthFirstSearch_SSGrB.c", "sssp": "src/algorithm/LAGr_SingleSourceShortestPath.c",
                "pagerank": "src/algorithm/LAGr_PageRankGAP.c", "cc": "src/algorithm/LG_CC_FastSV6.c",
                "bc": "src/algorithm/LAGr_Betweenness.c", "tc": "src/algorithm/LAGr_TriangleCount.c",
                "kcore": "experimental/algorithm/LAGraph_KCoreDecompose.c", "ktruss": "experimental/algorithm/LAGraph_AllKTruss.c",
                "mis": "experimental/algorithm/LAGraph_MaximalIndependentSet.c", "cdlp": "experimental/algorithm/LAGraph_cdlp.c",
                "lcc": "experimental/algorithm/LAGraph_lcc.c", "mst": "experimental/algorithm/LAGraph_msf.c",
                "scc": "experimental/algorithm/LAGraph_scc.c"},
    "graphit": {"bfs": "apps/bfs.gt", "sssp": "apps/sssp_delta_stepping.gt", "pagerank": "apps/pagerank.gt",
                "pagerank-delta": "apps/pagerankdelta.gt", "cc-label": "apps/cc.gt", "bc": "apps/bc.gt", "tc": "apps/tc.gt",
                "kcore": "apps/k_core.gt", "path": "apps/astar.gt"},
}


def code_of(path: Path) -> list[str]:
    """The lines that are not comments or empty."""
    if path.suffix == ".gt":
        lines = [line.split("%")[0] for line in path.read_text().splitlines()]
    else:
        language = "c" if path.suffix == ".c" else "c++"
        lines = subprocess.run(["g++", "-fpreprocessed", "-dD", "-E", "-P", "-x", language, str(path)], check=True,
                               capture_output=True, text=True).stdout.splitlines()
    return [line for line in lines if line.strip()]


def without_verifiers(lines: list[str]) -> list[str]:
    """gapbs's programs begin functions in the first column, and end them there."""
    kept, skipping = [], False
    for line in lines:
        if re.match(r"(bool|int|void) (\w*Verifier|main|Print\w*)\(", line):
            skipping = True
        if not skipping:
            kept.append(line)
        if line.rstrip() == "}":
            skipping = False
    return kept


def files_behind(header: Path, found: dict[Path, None]) -> dict[Path, None]:
    if header in found or header.parent.name == "verify":
        return found
    found[header] = None
    source = header.with_suffix(".cpp")
    for file in (header, source) if source.exists() else (header,):
        found[file] = None
        for name in re.findall(r'#include "algorithms/([\w./]+)"', file.read_text()):
            files_behind(OURS / name, found)
    return found


def main() -> int:
    folders = dict(argument.split("=", 1) for argument in sys.argv[1:] if "=" in argument)
    if len(folders) < len(sys.argv) - 1 or not folders.keys() <= THEIRS.keys():
        print(__doc__, file=sys.stderr)
        return 1

    def theirs(system: str, name: str) -> str:
        place = THEIRS[system].get(name)
        if place is None:
            return ""
        if system == "gunrock":
            place = f"include/gunrock/algorithms/{place}.hxx"
        lines = code_of(Path(folders[system]) / place)
        return str(len(without_verifiers(lines) if system == "gapbs" else lines))

    headers = {name: header for header in sorted(OURS.glob("*.hpp"))
               for name in re.findall(r'\.name = "([\w-]+)",\s*\.summary', header.read_text())}
    print("|", " | ".join(["algorithm", "header", "all", *folders]), "|\n|" + "---|" * (3 + len(folders)))
    for name, header in sorted(headers.items()):
        behind = sum(len(code_of(file)) for file in files_behind(header, {}))
        row = [f"`{name}`", str(len(code_of(header))), str(behind), *(theirs(system, name) for system in folders)]
        print("|", " | ".join(row), "|")
    return 0


if __name__ == "__main__":
    sys.exit(main())
