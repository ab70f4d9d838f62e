#!/usr/bin/env python3
"""Whether the policy `sample` finds back to the right choices where its profile is wrong by four times, up or down, about
pushes, pulls and sweeps.

Steps are compared with what the policy `oracle` makes of them, which keeps the fastest way of each. What is compared is a
process from its fourth iteration on: the rest of its first run, which is a line's first ratio, and each run after it; and the
middle one of runs 11 to 30, by their whole times. Graphs should be prepared with tiles (--layouts csr,tiles): otherwise
whether to build them is part of the choice, and no part of what `oracle` takes.
"""

import argparse
import itertools
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

FAMILIES = {"push_": 0, "pull_": 1, "early_": 1, "dense_vertex": 2, "dense_arc": 2}
FREE_ITERATIONS = 3


def forged(profile, factors):
    """The profile with the numbers of pushes, pulls and sweeps times these factors."""
    forgery = json.loads(json.dumps(profile))
    for name, number in forgery["numbers"].items():
        for prefix, family in FAMILIES.items():
            if name.startswith(prefix):
                number["value"] *= factors[family]
    return forgery


class Runner:
    """Runs of one algorithm on one graph, in processes of their own."""

    def __init__(self, options, graph, algorithm, folder):
        self.command = [options.build / "bin/mg_run", graph, "-a", algorithm, "--device", options.device, "--warmup", "0"]
        if algorithm in ("bfs", "sssp"):
            self.command += ["--source", "max-degree"]
        self.folder = folder

    def run(self, policy, runs, profile=None):
        """The report, and the steps that the policy chose: milliseconds by run, and by iteration and what the step is."""
        environment = dict(os.environ)
        if profile is not None:
            forgery = self.folder / "forged.json"
            forgery.write_text(json.dumps(profile))
            environment["MG_PROFILE"] = str(forgery)
        trace = self.folder / "trace.json"
        command = [*self.command, "--policy", policy, "--runs", str(runs), "--trace", trace, "--json"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(done.stderr.strip().splitlines()[0])
        chosen = {}
        for step in json.loads(trace.read_text())["steps"]:
            if "candidates" in step:
                key = (step["iteration"], step["operation"], step["label"])
                steps = chosen.setdefault(step["run"], {})
                steps[key] = steps.get(key, 0) + step["ms"]
        return json.loads(done.stdout), chosen


def ratios(chosen, best):
    """Of each run from the process's fourth iteration on, how many times the fastest ways' times its steps took."""
    of_runs = []
    for run, steps in sorted(chosen.items()):
        counted = [key for key in steps if key in best and (run > 0 or key[0] > FREE_ITERATIONS)]
        if counted:
            of_runs.append(sum(steps[key] for key in counted) / sum(best[key] for key in counted))
    return of_runs


def middle_of(report):
    return statistics.median(run["ms"] for run in report["runs"][10:])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path, help="a folder with the release preset's programs")
    parser.add_argument("profile", type=Path, help="the profile of this machine, as tuning/ has it")
    parser.add_argument("graphs", nargs="+", metavar="GRAPH")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--limit", type=float, default=1.10, help="a ratio above it is wrong (%(default)s)")
    options = parser.parse_args()
    profile = json.loads(options.profile.read_text())
    above = 0
    with tempfile.TemporaryDirectory() as folder:
        for graph, algorithm in itertools.product(options.graphs, ("bfs", "cc-label", "pagerank", "sssp")):
            runner = Runner(options, graph, algorithm, Path(folder))
            try:
                report, chosen = runner.run("oracle", 30)
            except RuntimeError as problem:
                print(f"{graph}, {algorithm}: left out: {problem}")
                continue
            keys = {key for steps in chosen.values() for key in steps}
            best = {key: statistics.median(steps[key] for steps in chosen.values() if key in steps) for key in keys}
            for factors in itertools.product((0.25, 4), repeat=3):
                forgery = forged(profile, factors)
                later = middle_of(runner.run("sample", 30, forgery)[0]) / middle_of(report)
                soon = ratios(runner.run("sample", 4, forgery)[1], best)
                is_right = max([later, *soon]) <= options.limit
                above += not is_right
                print(
                    f"{graph}, {algorithm}, push x {factors[0]}, pull x {factors[1]}, sweep x {factors[2]}: runs 11 to 30 "
                    f"{later:.2f}; from the fourth iteration on {', '.join(f'{ratio:.2f}' for ratio in soon)}: "
                    f"{'right' if is_right else 'WRONG'}",
                    flush=True,
                )
    print(f"{above} above {options.limit} times the oracle")
    return 1 if above else 0


if __name__ == "__main__":
    sys.exit(main())
