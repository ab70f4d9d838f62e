"""Writes the types of the functions that multigraph makes from its registry, and of the package that offers them:
write_stubs.py FOLDER."""

import pathlib
import sys

import multigraph
from multigraph import _functions

HEADER = '''# Written from the registry of algorithms.
import inspect
from typing import Any, Callable, Iterable, Mapping

import numpy as np

from ._graph import Graph
from ._result import Result

Specification = dict[str, Any]
TYPES: dict[str, type[float] | type[int] | type[bool] | type[str]]
WEIGHTS: Any
PAIRS: Any
functions: dict[str, Callable[..., Result]]

def algorithms() -> list[Specification]: ...
def annotation_of(parameter: Specification) -> Any: ...
def default_of(parameter: Specification) -> Any: ...
def documentation(algorithm: Specification) -> str: ...
def function_name(name: str) -> str: ...
def make(algorithm: Specification) -> Callable[..., Result]: ...
def run(graph: Graph, algorithm: Specification, sources: list[str], given: dict[str, Any]) -> Result: ...
def signature_of(algorithm: Specification) -> inspect.Signature: ...
def specification_of(name: str) -> Specification: ...
def source_text(source: Any) -> str: ...
def sources_texts(algorithm: Specification, given: Any) -> list[str]: ...
def text_of(algorithm: str, parameter: Specification, value: Any) -> str: ...
def weights_of(graph: Graph, parameter: Specification, given: Any) -> np.ndarray: ...
def pairs_text(algorithm: str, parameter: Specification, pairs: Any) -> str: ...
def vertex_of(graph: Graph, text: str) -> str: ...
class Sample(str): ...
class Given:
    parameters: dict[str, Specification]
    texts: dict[str, str]
    weights: dict[str, Any]
    options: dict[str, Any]
    def __init__(self, algorithm: Specification, given: dict[str, Any]) -> None: ...
def load(path: str) -> dict[str, Callable[..., Result]]: ...
'''
SOURCES = {"none": "", "one": ", source: str | int | None = None", "set": ", sources: Iterable[str | int] | str | None = None"}


def type_of(parameter: dict) -> str:
    if parameter["type"] == "vertex_weights":
        words = "str | " if parameter["choices"] else ""
        return f"{words}Mapping[Any, float] | np.ndarray | None"
    if parameter["type"] == "vertex":
        return "str | int"
    if parameter["type"] == "vertex_pairs":
        return "Iterable[tuple[str | int, str | int]] | None"
    return _functions.TYPES[parameter["type"]].__name__


def stub(algorithm: dict) -> str:
    """One function, with its documentation for editors."""
    parameters = "".join(
        f", {_functions.function_name(one['name'])}: {type_of(one)} = {_functions.default_of(one)!r}"
        for one in algorithm["parameters"])
    separator = ", *" if parameters else ""
    name = _functions.function_name(algorithm["name"])
    signature = f"def {name}(graph: Graph{SOURCES[algorithm['source']]}{separator}{parameters}, **options: Any) -> Result:"
    text = _functions.documentation(algorithm).replace("\n", "\n    ").replace("\n    \n", "\n\n")
    return f'\n{signature}\n    """{text}\n    """\n'


PACKAGE = '''# Written from the registry of algorithms.
from ._core import BadInput as BadInput, Error as Error, NoResources as NoResources
from ._core import ValidationError as ValidationError, WrongUse as WrongUse, doctor as doctor
from ._distances import distances as distances
from ._estimate import Estimate as Estimate, estimate as estimate
from ._functions import algorithms as algorithms
from ._graph import Graph as Graph, open as open, read as read
from ._options import options as options
from ._result import Result as Result
from ._session import Session as Session, session as session

import os
from typing import Callable, Sequence

__version__: str

def compile(header: str | os.PathLike[str], struct: str | None = None, *, compiler: str | None = None,
            flags: Sequence[str] = ()) -> Callable[..., Result]: ...
def plugin(path: str) -> list[str]: ...
def sample(count: int, seed: int = 0) -> str: ...
'''

folder = pathlib.Path(sys.argv[1])
listed = _functions.algorithms()
names = [_functions.function_name(algorithm["name"]) for algorithm in listed]
(folder / "_functions.pyi").write_text(HEADER + "".join(stub(algorithm) for algorithm in listed), encoding="utf-8")
(folder / "__init__.pyi").write_text(
    PACKAGE + f"__all__ = {multigraph.__all__!r}\n" + "".join(f"from ._functions import {name} as {name}\n" for name in names), encoding="utf-8")
