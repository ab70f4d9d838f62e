"""What is shown while graphs are read, built and written."""

from __future__ import annotations

import contextlib
from typing import Any, Callable, Iterator

from . import _options

Tell = Callable[[str, int, int], Any]


class _Bar:
    """A bar of tqdm for each phase; its total is known where the library knows it."""

    def __init__(self, tqdm: Any) -> None:
        self._tqdm = tqdm
        self._phase = ""
        self._bar: Any = None

    def __call__(self, phase: str, done: int, total: int) -> None:
        if phase != self._phase:
            self.close()
            self._phase = phase
            self._bar = self._tqdm(desc=phase, total=total or None, unit_scale=True, leave=False)
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None


@contextlib.contextmanager
def shown() -> Iterator[Tell | None]:
    """What the library tells of its progress, as the option `progress` says; None: nobody."""
    wanted = _options.current().get("progress", False)
    if not isinstance(wanted, bool):
        yield wanted
        return
    try:
        if not wanted:
            raise ImportError
        from tqdm.auto import tqdm
    except ImportError:
        yield None
        return
    bar = _Bar(tqdm)
    try:
        yield bar
    finally:
        bar.close()
