"""Writes the types of the functions that multigraph makes from its registry: write_stubs.py OUTPUT."""

import sys

from multigraph import _functions

HEADER = '''# Written from the registry of algorithms.
from typing import Any, Callable, Iterable

from ._graph import Graph
from ._result import Result

functions: dict[str, Callable[..., Result]]

def algorithms() -> list[dict[str, Any]]: ...
def load(path: str) -> dict[str, Callable[..., Result]]: ...
'''
SOURCES = {"none": "", "one": ", source: str | int | None = None", "set": ", sources: Iterable[str | int] | str | None = None"}


def stub(algorithm: dict) -> str:
    """One function, with its documentation for editors."""
    parameters = "".join(
        f", {one['name']}: {_functions.TYPES[one['type']].__name__} = {_functions.default_of(one)!r}"
        for one in algorithm["parameters"])
    separator = ", *" if parameters else ""
    name = _functions.function_name(algorithm["name"])
    signature = f"def {name}(graph: Graph{SOURCES[algorithm['source']]}{separator}{parameters}, **options: Any) -> Result:"
    text = _functions.documentation(algorithm).replace("\n", "\n    ").replace("\n    \n", "\n\n")
    return f'\n{signature}\n    """{text}\n    """\n'


with open(sys.argv[1], "w", encoding="utf-8") as output:
    output.write(HEADER + "".join(stub(algorithm) for algorithm in _functions.algorithms()))
