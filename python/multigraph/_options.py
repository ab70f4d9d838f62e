"""How algorithms run: defaults for a block of code, and for a call."""

from __future__ import annotations

import contextlib
import contextvars
from collections.abc import Callable
from typing import Any, Iterator

from ._core import WrongUse

#: Names, and the types that they take.
NAMES: dict[str, tuple[Any, ...]] = {
    "device": (str,),
    "threads": (int,),
    "deterministic": (bool,),
    "engine": (str,),
    "schedule": (str,),
    "policy": (str,),
    "max_iterations": (int,),
    "trace": (bool,),
    "validate": (bool,),
    "progress": (bool, Callable),
}

_current: contextvars.ContextVar[dict[str, Any]] = contextvars.ContextVar("multigraph_options", default={})


def checked(given: dict[str, Any]) -> dict[str, Any]:
    """`given`, if names and types are right; raises WrongUse otherwise."""
    for name, value in given.items():
        if name not in NAMES:
            raise WrongUse(f"there is no option '{name}': there are {', '.join(NAMES)}")
        if not isinstance(value, NAMES[name]) or (NAMES[name] == (int,) and isinstance(value, bool)):
            raise WrongUse(f"the option {name} takes {' or '.join(kind.__name__ for kind in NAMES[name])}, not {value!r}")
        if NAMES[name] == (int,) and value < 0:
            raise WrongUse(f"the option {name} must not be negative, as {value} is")
    return given


def current() -> dict[str, Any]:
    return _current.get()


@contextlib.contextmanager
def options(**given: Any) -> Iterator[None]:
    """Options for all calls in a `with` block, of this thread or task alone; a call's own come first.

    device: "cpu", "cuda", "cuda:N", or "auto", which takes a GPU where that is expected to pay (default: the graph's,
    see Graph.to). threads: 0 for as many as OpenMP would use. deterministic: the same bits however many threads.
    progress: True shows a bar of tqdm, where that is installed, while graphs are read, built and written; a function is
    called with (phase, done, total). engine, schedule, policy: as `mg_run --list` describes them. max_iterations. trace: keep what Result.explain() and
    Result.report() tell. validate: prove every result, and raise ValidationError for a wrong one.
    """
    token = _current.set({**_current.get(), **checked(given)})
    try:
        yield
    finally:
        _current.reset(token)
