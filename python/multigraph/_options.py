"""How algorithms run: defaults for a block of code, and for a call."""

from __future__ import annotations

import contextlib
import contextvars
from collections.abc import Callable
from typing import Any, Iterator

from ._core import WrongUse
from ._values import flag, whole

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

#: The largest whole numbers that are taken: more threads than any machine runs would take memory for nothing.
_LARGEST = {"threads": 2**16, "max_iterations": 2**64 - 1}

_current: contextvars.ContextVar[dict[str, Any]] = contextvars.ContextVar("multigraph_options", default={})


def checked(given: dict[str, Any]) -> dict[str, Any]:
    """`given`, in the types that the library takes. Raises WrongUse for other names and values."""
    return {name: _value(name, value) for name, value in given.items()}


def _value(name: str, value: Any) -> Any:
    if name not in NAMES:
        raise WrongUse(f"there is no option '{name}': there are {', '.join(NAMES)}")
    if NAMES[name] == (bool,):
        return flag(f"the option {name}", value)
    if NAMES[name] == (int,):
        number = whole(value)
        if number is not None and 0 <= number <= _LARGEST[name]:
            return number
        raise WrongUse(f"the option {name} takes a whole number from 0 to {_LARGEST[name]}, not {value!r}")
    if not isinstance(value, NAMES[name]):
        raise WrongUse(f"the option {name} takes {' or '.join(kind.__name__ for kind in NAMES[name])}, not {value!r}")
    return value


def current() -> dict[str, Any]:
    return _current.get()


@contextlib.contextmanager
def options(**given: Any) -> Iterator[None]:
    """Options for all calls in a `with` block, of this thread or task alone; a call's own come first.

    device: "cpu", "cuda", "cuda:N", or "auto", which takes a GPU where that is expected to pay (default: the graph's,
    see Graph.to). threads: 0 for one a processor that the process may keep busy, or as OMP_NUM_THREADS says.
    deterministic: the same bits however many threads.
    progress: True shows a bar of tqdm, where that is installed, while graphs are read, built and written; a function is
    called with (phase, done, total). engine, schedule, policy: as `mg_run --list` describes them. max_iterations. trace: keep what Result.explain() and
    Result.report() tell. validate: prove every result, and raise ValidationError for a wrong one.
    """
    token = _current.set({**_current.get(), **checked(given)})
    try:
        yield
    finally:
        _current.reset(token)
