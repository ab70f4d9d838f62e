"""What has to stand beside measured figures: when, of which commit and on which machine they were taken."""

import datetime
import os
import pathlib
import platform
import subprocess

import multigraph as mg


def commit_here() -> str:
    """The commit of the repository that this file is in."""
    folder = str(pathlib.Path(__file__).resolve().parent)
    found = subprocess.run(["git", "-C", folder, "rev-parse", "--short", "HEAD"], capture_output=True, text=True)
    return found.stdout.strip() if found.returncode == 0 else "not known"


def print_heading(commit: str | None, *circumstances: str) -> None:
    """A line with the date, the commit (git's, where none is given), what else matters and the load, and the machine's."""
    machine = [line for line in mg.doctor().splitlines() if line.startswith(("version", "processor", "GPU", "profile"))]
    facts = (str(datetime.date.today()), f"commit {commit or commit_here()}", *circumstances,
             f"Python {platform.python_version()}", f"load {os.getloadavg()[0]:.1f}")
    print(f"{', '.join(facts)}\n", *(f"- {line}" for line in machine), sep="\n")
