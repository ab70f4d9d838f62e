"""What callers give as one thing may come in many types: those that mean it are taken, all others refused."""

from __future__ import annotations

import operator
import os
from typing import Any, Iterable

import numpy as np

from ._core import WrongUse


def whole(value: Any) -> int | None:
    """A whole number of any type as an int; None for what is none, such as a bool or an array of them."""
    if isinstance(value, (bool, np.bool_)) or getattr(value, "ndim", 0) != 0:
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def several(value: Any) -> bool:
    """Whether it yields values, as lists and arrays do; a text, a number and an array of no dimension are one each."""
    return isinstance(value, Iterable) and not isinstance(value, (str, bytes)) and getattr(value, "ndim", 1) != 0


def listed(value: Any) -> list[Any]:
    """What it yields, or it alone."""
    return list(value) if several(value) else [value]


def flag(name: str, value: Any) -> bool:
    """True or False, as a bool of Python's or numpy's, or as 1 or 0. Raises WrongUse."""
    if isinstance(value, (bool, np.bool_)) or whole(value) in (0, 1):
        return bool(value)
    raise WrongUse(f"{name} takes True or False, not {value!r}")


def path_text(path: str | os.PathLike[str]) -> str:
    """Raises WrongUse for what can be no path."""
    text = os.fsdecode(path)
    if "\0" in text:
        raise WrongUse(f"a path has no NUL in it, as {text!r} has")
    return text
