#!/usr/bin/env python3
"""Whether the policy `sample` finds back to the right choices where its profile is wrong by four times, up or down, about
pushes, pulls and sweeps.

What a process of 30 runs has chosen from its fourth iteration on, in its first run and in the next three, is repeated by
the policy `replay`, in turns with other choices: five times each in one process. The first ratio of a line is of the first
run's steps behind the third iteration, beside the shortest of what follows the same three iterations as the policy
`oracle` has chosen, which keeps the fastest way of each step, and by each way alone. (Where later frontiers depend on the
ways before, as with cc-label, no choice of another run's is the best.) Then come whole runs beside the oracle's choices;
in brackets is what the process's runs 11 to 30 took, trials and all, beside the oracle's. Graphs should be prepared with
tiles (--layouts csr,tiles): otherwise whether to build them is part of the choice, and no part of what `oracle` takes.
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
JUDGED_RUNS = 4
REPEATS = 5
SPARE_STEPS = 64  # and as many as there are: as threads race, a run may have more steps than the one that it repeats


def forged(profile, factors):
    """The profile with the numbers of pushes, pulls and sweeps times these factors."""
    forgery = json.loads(json.dumps(profile))
    for name, number in forgery["numbers"].items():
        for prefix, family in FAMILIES.items():
            if name.startswith(prefix):
                number["value"] *= factors[family]
    return forgery


def choices_of(trace):
    """The steps in which something was chosen, by run."""
    runs = {}
    for step in trace["steps"]:
        if step["engine"]:
            runs.setdefault(step["run"], []).append(step)
    return [runs[run] for run in sorted(runs)]


def then(first, steps):
    """A run that goes as the first iterations of `first` do, and from then on as these steps."""
    begin = [step for step in first if step["iteration"] <= FREE_ITERATIONS]
    return begin + [step for step in steps if step["iteration"] > FREE_ITERATIONS]


def always(name, steps):
    """The same steps, by one way."""
    return [{**step, "candidates": [{"name": name, "chosen": True}]} for step in steps]


def open_to(step):
    """The names of the ways that it could have gone."""
    return {offer["name"] for offer in step["candidates"] if "why_not" not in offer}


def ways_of(steps):
    """The names of the ways that each step behind the first iterations could have gone."""
    late = [open_to(step) for step in steps if step["iteration"] > FREE_ITERATIONS]
    return sorted(set.intersection(*late)) if late else []


class Runner:
    """Runs of one algorithm on one graph, in processes of their own."""

    def __init__(self, options, graph, algorithm, folder):
        self.command = [options.build / "bin/mg_run", graph, "-a", algorithm, "--device", options.device, "--warmup", "0"]
        if algorithm in ("bfs", "sssp"):
            self.command += ["--source", "max-degree"]
        self.folder = folder

    def run(self, policy, runs, profile=None):
        """The milliseconds of each run, and the trace."""
        environment = dict(os.environ)
        if profile is not None:
            forgery = self.folder / "forged.json"
            forgery.write_text(json.dumps(profile))
            environment["MG_PROFILE"] = str(forgery)
        trace = self.folder / "trace.json"
        command = [*self.command, "--policy", policy, "--runs", str(runs), "--trace", trace, "--json"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(done.stderr.strip().splitlines()[-1])
        return [run["ms"] for run in json.loads(done.stdout)["runs"]], json.loads(trace.read_text())

    def replayed(self, header, ways):
        """What runs took that go each of these ways, and their steps behind the first iterations: medians, in turns."""
        steps = []
        for run, way in enumerate(ways * REPEATS):
            steps += [{**step, "run": run} for step in way + [way[-1]] * (len(way) + SPARE_STEPS)]
        recording = self.folder / "recording.json"
        recording.write_text(json.dumps({"header": header, "steps": steps}))
        whole, trace = self.run(f"replay:{recording}", len(ways) * REPEATS)
        late = [sum(s["ms"] for s in run if s["iteration"] > FREE_ITERATIONS) for run in choices_of(trace)]
        return [[statistics.median(times[i :: len(ways)]) for i in range(len(ways))] for times in (whole, late)]


def ratios(runner, header, best, chosen):
    """Of each judged run, how many times the best choices' time its own take."""
    first, *others = chosen[:JUDGED_RUNS]
    names = ways_of(first)
    later = [then(first, best)] + [then(first, always(name, first)) for name in names]
    whole, late = runner.replayed(header, [best, *others, first, *later])
    own = 1 + len(others)
    soon = [late[own] / min(late[own:])] if names else []
    return soon + [ms / whole[0] for ms in whole[1:own]]


def middle_of(milliseconds):
    return statistics.median(milliseconds[10:])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path, help="a folder with the release preset's programs")
    parser.add_argument("profile", type=Path, help="the profile of this machine, as tuning/ has it")
    parser.add_argument("graphs", nargs="+", metavar="GRAPH")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--algorithms", default="bfs,cc-label,pagerank,sssp", help="with commas (%(default)s)")
    parser.add_argument("--limit", type=float, default=1.10, help="a ratio above it is wrong (%(default)s)")
    options = parser.parse_args()
    profile = json.loads(options.profile.read_text())
    above = 0
    with tempfile.TemporaryDirectory() as folder:
        for graph, algorithm in itertools.product(options.graphs, options.algorithms.split(",")):
            runner = Runner(options, graph, algorithm, Path(folder))
            try:
                fastest, trace = runner.run("oracle", 30)
            except RuntimeError as problem:
                print(f"{graph}, {algorithm}: left out: {problem}")
                continue
            best = choices_of(trace)[-1]
            if all(len(open_to(step)) == 1 for step in best):
                print(f"{graph}, {algorithm}: right, since each step can go one way alone")
                continue
            for factors in itertools.product((0.25, 4), repeat=3):
                sampled, own = runner.run("sample", 30, forged(profile, factors))
                found = ratios(runner, trace["header"], best, choices_of(own))
                is_right = max(found) <= options.limit
                above += not is_right
                print(
                    f"{graph}, {algorithm}, push x {factors[0]}, pull x {factors[1]}, sweep x {factors[2]}: "
                    f"{', '.join(f'{ratio:.2f}' for ratio in found)} ({middle_of(sampled) / middle_of(fastest):.2f}): "
                    f"{'right' if is_right else 'WRONG'}",
                    flush=True,
                )
    print(f"{above} above {options.limit} times the oracle")
    return 1 if above else 0


if __name__ == "__main__":
    sys.exit(main())
