"""Functions of algorithms, made from the registry: one truth for names, parameters, defaults and help."""

from __future__ import annotations

import inspect
import math
import numbers
from typing import Any, Callable, Iterable, Mapping

import numpy as np

from . import _core, _options
from ._core import WrongUse
from ._graph import Graph
from ._result import Result
from ._values import flag, listed, several, whole

Specification = dict[str, Any]
TYPES = {"number": float, "integer": int, "flag": bool, "choice": str, "vertex": str}
WEIGHTS = Mapping[Any, float] | np.ndarray | None  # of vertices
PAIRS = Iterable[tuple[str | int, str | int]] | None  # of vertices


def algorithms() -> list[Specification]:
    """What there is to run: dicts with name, summary, source ("none", "one" or "set"), needs_weights, uses_weights,
    signed_weights, parameters and origin ("built in", or a plug-in's path)."""
    return _core.algorithms()


def function_name(name: str) -> str:
    """bc-fast is called bc_fast here, and a parameter min-angle min_angle."""
    return name.replace("-", "_")


def specification_of(name: str) -> Specification:
    """Of the algorithm of that name, its own or its function's. Raises WrongUse."""
    for algorithm in algorithms():
        if name in (algorithm["name"], function_name(algorithm["name"])):
            return algorithm
    raise WrongUse(f"there is no algorithm '{name}': there are {', '.join(one['name'] for one in algorithms())}")


def default_of(parameter: Specification) -> Any:
    text = parameter["default"]
    if parameter["type"] in ("vertex_weights", "vertex_pairs"):
        return None
    return text == "true" if parameter["type"] == "flag" else TYPES[parameter["type"]](text)


def annotation_of(parameter: Specification) -> Any:
    if parameter["type"] == "vertex_pairs":
        return PAIRS
    annotation = TYPES.get(parameter["type"], WEIGHTS)
    return annotation | str if parameter["type"] == "vertex_weights" and parameter["choices"] else annotation


def text_of(algorithm: str, parameter: Specification, value: Any) -> str:
    """A parameter's value as the library reads it. Raises WrongUse for one of another type."""
    kind = parameter["type"]
    number = whole(value)
    if kind == "flag":
        return "true" if flag(f"{algorithm}: {parameter['name']}", value) else "false"
    if kind == "choice" and isinstance(value, str):
        return value
    if kind == "vertex":
        return source_text(value)
    if kind == "integer" and number is not None:
        return str(number)
    if kind == "number" and (number is not None or isinstance(value, numbers.Real)) and not isinstance(value, bool):
        return repr(float(value))
    raise WrongUse(f"{algorithm}: {parameter['name']} takes {TYPES[kind].__name__}, not {value!r}")


def pairs_text(algorithm: str, parameter: Specification, pairs: Any) -> str:
    """Pairs of vertices by name, as lines that the library reads. Raises WrongUse."""
    takes = f"{algorithm}: {parameter['name']} takes tuples of two vertices"
    if isinstance(pairs, str) or not isinstance(pairs, Iterable):
        raise WrongUse(f"{takes}, not {pairs!r}")
    pairs = pairs.tolist() if isinstance(pairs, np.ndarray) else list(pairs)
    if all(isinstance(pair, (tuple, list)) and len(pair) == 2 and type(pair[0]) is int is type(pair[1]) for pair in pairs):
        return "\n" + "".join(f"{first}\t{second}\n" for first, second in pairs)
    lines = ["\n"]
    for pair in pairs:
        if isinstance(pair, str) or not hasattr(pair, "__len__") or len(pair) != 2:
            raise WrongUse(f"{takes}, not {pair!r}")
        line = "\t".join(source_text(vertex) for vertex in pair)
        if line.count("\t") != 1 or "\n" in line or line.endswith("\r") or not line.strip(" \t"):
            raise WrongUse(f"{takes} whose names have no tabs or line ends, not {pair!r}")
        lines.append(line + "\n")
    return "".join(lines)


def weights_of(graph: Graph, parameter: Specification, given: Any) -> np.ndarray:
    """Weights of vertices, a mapping of names to numbers or an array of one a vertex, as such an array. Raises WrongUse."""
    name = parameter["name"]
    if not isinstance(given, Mapping):
        if isinstance(given, str) or np.ndim(given) != 1:
            raise WrongUse(f"{name} takes a mapping of vertices to weights, or an array of one a vertex, not {given!r}")
        return np.ascontiguousarray(given, dtype=np.float64)
    weights = np.full(graph.num_vertices, parameter["unnamed"])
    for vertex, weight in given.items():
        try:
            weights[graph.index(vertex)] = weight
        except KeyError:
            raise WrongUse(f"{name}: there is no vertex {vertex!r} in the graph") from None
        except (TypeError, ValueError):
            raise WrongUse(f"{name}: the weight of a vertex is a number, and that of {vertex!r} is {weight!r}") from None
    return weights


def source_text(source: Any) -> str:
    """A vertex by its name: a text, or a whole number of any kind."""
    if isinstance(source, str):
        return source
    number = whole(source)
    if number is None:
        raise WrongUse(f"a vertex is named by a text or a whole number, not by {source!r}")
    return str(number)


def sources_texts(algorithm: Specification, given: Any) -> list[str]:
    """None of them: where the algorithm starts by itself. Raises WrongUse for what names no vertex."""
    if given is None:
        return []
    if algorithm["source"] == "one" and several(given):
        raise WrongUse(f"{algorithm['name']} starts at one vertex: call it once for each, the graph stays where it is")
    texts = [source_text(source) for source in listed(given)]
    if not texts:
        raise WrongUse(f"{algorithm['name']}: sources is empty: name at least one vertex, or give None for all of them")
    return texts


#: Texts that draw or choose vertices, where a graph has none of such a name.
_MAX_DEGREE, _DRAWN = "max-degree", "random:"


class Sample(str):
    """Vertices that are drawn, even where one is called like this."""


def vertex_of(graph: Graph, text: str) -> str:
    """A vertex for the library, which takes some names for more: behind a NUL it takes them as they are."""
    if isinstance(text, Sample) or not (text == _MAX_DEGREE or text.startswith((_DRAWN, "\0"))):
        return text
    return "\0" + text if text in graph or text.startswith("\0") else text


class Given:
    """What a call gives beside the graph and its sources, sorted: parameters by the library's names, as texts or, those
    that are a weight for each vertex, as they are; and options. Raises WrongUse."""

    def __init__(self, algorithm: Specification, given: dict[str, Any]) -> None:
        self.parameters = {parameter["name"]: parameter for parameter in algorithm["parameters"]}
        by_keyword = {function_name(name): parameter for name, parameter in self.parameters.items()}
        self.texts: dict[str, str] = {}
        self.weights: dict[str, Any] = {}
        self.options: dict[str, Any] = {}
        for name, value in given.items():
            if name in by_keyword:
                self._add(algorithm["name"], by_keyword[name], value)
            elif name in _options.NAMES:
                self.options[name] = value
            else:
                there_are = ", ".join([*by_keyword, *_options.NAMES])
                raise WrongUse(f"{algorithm['name']} has no parameter '{name}': there are {there_are}")

    def _add(self, algorithm: str, parameter: Specification, value: Any) -> None:
        name, kind = parameter["name"], parameter["type"]
        if kind == "vertex_weights" and not (isinstance(value, str) and value in parameter["choices"]):
            if value is not None:
                self.weights[name] = value
        elif kind == "vertex_weights":
            self.texts[name] = value
        elif kind == "vertex_pairs":
            if value is not None:
                self.texts[name] = pairs_text(algorithm, parameter, value)
        else:
            self.texts[name] = text_of(algorithm, parameter, value)


def run(graph: Graph, algorithm: Specification, sources: list[str], given: dict[str, Any]) -> Result:
    """`given`: parameters and options by name."""
    if not isinstance(graph, Graph):
        raise WrongUse(f"{algorithm['name']} takes a multigraph.Graph first, not {type(graph).__name__}")
    call = Given(algorithm, given)
    texts = {name: vertex_of(graph, text) if call.parameters[name]["type"] == "vertex" else text
             for name, text in call.texts.items()}
    weights = {name: weights_of(graph, call.parameters[name], value) for name, value in call.weights.items()}
    how = {"device": graph.device, **_options.current(), **_options.checked(call.options)}
    validate = how.pop("validate", False)
    how.pop("progress", None)  # of graphs; runs tell nobody
    starts = [vertex_of(graph, source) for source in sources]
    return Result(_core.run(graph._core, algorithm["name"], texts, starts, how, validate, weights), graph)


def documentation(algorithm: Specification) -> str:
    lines = [f"{algorithm['summary'][0].upper()}{algorithm['summary'][1:]}.", ""]
    if algorithm["needs_weights"]:
        lines += ["The graph needs weights, none of them negative.", ""]
    elif algorithm["uses_weights"]:
        which = "of any sign" if algorithm["signed_weights"] else "none of them negative"
        lines += [f"The graph's weights count where it has any, {which}.", ""]
    if algorithm["source"] == "one":
        lines += ["source: where it starts, by name; None: the vertex of the largest out-degree."]
    if algorithm["source"] == "set":
        lines += ["sources: vertices by name, or mg.sample(16, seed=1), as a text 'random:16:1' (16 drawn with seed 1); None: all",
                  "vertices."]
    for parameter in algorithm["parameters"]:
        allowed = ""
        if parameter["type"] == "vertex_weights":
            words = "".join(f"'{word}', " for word in parameter["choices"])
            allowed = f" ({words}a dict by names, or an array of one a vertex in the order of the file)"
        elif parameter["type"] == "vertex_pairs":
            allowed = " (tuples of two names)"
        elif parameter["choices"]:
            allowed = f" ({' | '.join(parameter['choices'])})"
        elif parameter["type"] in ("number", "integer"):
            highest = "" if math.isinf(parameter["highest"]) else f" to {parameter['highest']:g}"
            allowed = f" (from {parameter['lowest']:g}{highest})"
        lines.append(f"{function_name(parameter['name'])}: {parameter['help']}{allowed}; {parameter['default']} by default.")
    rows = "one value a vertex in the order\nof the file"
    if algorithm["row"] != "vertex":
        rows = f"a table whose\nrows are {algorithm['row']}s"
    lines += ["", f"Options of multigraph.options() may be given, too. Returns a Result, {rows}. "
              "Raises WrongUse, BadInput, NoResources, ValidationError (validate=True) and", "KeyboardInterrupt."]
    if algorithm["origin"] != "built in":
        lines.append(f"From the plug-in {algorithm['origin']}.")
    return "\n".join(lines)


def signature_of(algorithm: Specification) -> inspect.Signature:
    parameter = inspect.Parameter
    all_parameters = [parameter("graph", parameter.POSITIONAL_OR_KEYWORD, annotation=Graph)]
    if algorithm["source"] != "none":
        name, kind = ("source", str | int) if algorithm["source"] == "one" else ("sources", Iterable[str | int] | str)
        all_parameters.append(
            parameter(name, parameter.POSITIONAL_OR_KEYWORD, default=None, annotation=kind | None))
    for one in algorithm["parameters"]:
        all_parameters.append(parameter(function_name(one["name"]), parameter.KEYWORD_ONLY, default=default_of(one),
                                        annotation=annotation_of(one)))
    all_parameters.append(parameter("options", parameter.VAR_KEYWORD, annotation=Any))
    return inspect.Signature(all_parameters, return_annotation=Result)


def make(algorithm: Specification) -> Callable[..., Result]:
    """The function of an algorithm. Parameters that nobody gives are left to the library."""
    source = {"none": None, "one": "source", "set": "sources"}[algorithm["source"]]

    if source is None:

        def function(graph: Graph, **given: Any) -> Result:
            return run(graph, algorithm, [], given)

    else:

        def function(graph: Graph, *starts: Any, **given: Any) -> Result:
            if len(starts) > 1 or (starts and source in given):
                raise WrongUse(f"{algorithm['name']} takes one argument behind the graph, its {source}")
            start = starts[0] if starts else given.pop(source, None)
            return run(graph, algorithm, sources_texts(algorithm, start), given)

    function.__name__ = function.__qualname__ = function_name(algorithm["name"])
    function.__module__ = "multigraph"
    function.__doc__ = documentation(algorithm)
    function.__signature__ = signature_of(algorithm)  # type: ignore[attr-defined]
    return function


functions: dict[str, Callable[..., Result]] = {function_name(one["name"]): make(one) for one in algorithms()}
globals().update(functions)


def load(path: str) -> dict[str, Callable[..., Result]]:
    """Loads a plug-in; returns the functions that it brings."""
    _core.plugin(str(path))
    added = {function_name(one["name"]): make(one) for one in algorithms()
             if function_name(one["name"]) not in functions}
    functions.update(added)
    return added
