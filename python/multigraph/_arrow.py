"""Tables in and out by Arrow's C interface, which needs no library of Arrow's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Sequence

import numpy as np

from . import _core
from ._core import BadInput

if TYPE_CHECKING:
    from ._result import Result

Column = tuple[str, str, int, int, list["np.ndarray[Any, Any] | None"]]
#: Arrow's names of numpy's types.
_FORMATS = {"i1": "c", "u1": "C", "i2": "s", "u2": "S", "i4": "i", "u4": "I", "i8": "l", "u8": "L", "f4": "f", "f8": "g"}


def is_stream(table: Any) -> bool:
    """pandas streams through pyarrow alone, and its columns are arrays already."""
    return hasattr(table, "__arrow_c_stream__") and not hasattr(table, "iloc")


def columns(table: Any, names: Sequence[str]) -> list[Any]:
    """Columns of a table that streams: arrays of numbers, without a copy of a table in one piece, or lists of texts."""
    return [_joined(batches) for batches in _core.read_arrow(table.__arrow_c_stream__(), list(names))]


def _joined(batches: list[Any]) -> Any:
    if not batches:
        return np.zeros(0, np.int64)
    if isinstance(batches[0], list):
        return [text for batch in batches for text in batch]
    return batches[0] if len(batches) == 1 else np.concatenate(batches)


def _bits(valid: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    return np.packbits(valid, bitorder="little")


def _numbers(name: str, values: np.ndarray[Any, Any], valid: np.ndarray[Any, Any] | None = None) -> Column:
    missing = 0 if valid is None else len(valid) - int(valid.sum())
    validity = _bits(valid) if valid is not None and missing else None
    return name, _FORMATS[values.dtype.str[1:]], len(values), missing, [validity, np.ascontiguousarray(values)]


def _texts(name: str, texts: Sequence[str | None]) -> Column:
    try:
        encoded = [b"" if text is None else text.encode() for text in texts]
    except UnicodeEncodeError as problem:
        raise BadInput(f"Arrow's texts are UTF-8, and the name {problem.object!r} is not: take the result's columns "
                       "as arrays, or write it") from None
    ends = np.zeros(len(encoded) + 1, np.int64)
    np.cumsum([len(text) for text in encoded], out=ends[1:])
    valid = np.array([text is not None for text in texts], dtype=bool)
    missing = len(valid) - int(valid.sum())
    data = np.frombuffer(b"".join(encoded) or b"\0", np.uint8)
    return name, "U", len(encoded), missing, [_bits(valid) if missing else None, ends, data]


def stream(result: Result) -> Any:
    """A capsule of a stream of the result, a row a vertex or a table's rows, vertices by name."""
    names = result.graph.names
    has_texts = isinstance(names, list)
    table = []
    if not result._core.is_table:
        table.append(_texts("vertex", names) if has_texts else _numbers("vertex", names))
    for column, meaning in result.meanings.items():
        values = result.column(column)
        if meaning != "vertex":
            table.append(_numbers(column, values))
        elif has_texts:
            table.append(_texts(column, result.names_of(column)))
        else:
            table.append(_numbers(column, names[np.maximum(values, 0)], values >= 0))
    return _core.arrow_stream(table)
