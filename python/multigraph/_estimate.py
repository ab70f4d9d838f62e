"""What a run would take of memory, before it takes any."""

from __future__ import annotations

import dataclasses
import os
from typing import Any

from . import _core, _functions, _options
from ._graph import Graph
from ._values import path_text


@dataclasses.dataclass(frozen=True)
class Estimate:
    """What a run takes of memory, in bytes. As a text it is the table of `mg_run --estimate`."""

    algorithm: str
    #: Of the machine's memory: the graph's rows ("csr", "csc"), "names", the algorithm's state and the engine's layouts.
    parts: dict[str, int]
    #: What the machine has left; None where it does not say.
    available: int | None
    #: Where the run would go, "cpu" or the GPU's name, and why.
    device: str
    reason: str
    #: The GPU that would be taken or, for a run on the CPU, the first that there is; None where there is none.
    gpu: str | None
    #: Of its memory: what the run takes, what it cannot do without, and what is free.
    gpu_total: int | None
    gpu_least: int | None
    gpu_free: int | None
    text: str = dataclasses.field(repr=False)

    @property
    def total(self) -> int:
        """The sum of the parts."""
        return sum(self.parts.values())

    def __str__(self) -> str:
        return self.text


def estimate(graph: Graph | str | os.PathLike[str], algorithm: str, sources: Any = None, **given: Any) -> Estimate:
    """How much memory a run of the algorithm, by the name of its function, would take, and where it would go.

    graph: a Graph or the path of a file; of a prepared one the header is read, any other file whole, without building
    the graph. sources: those of the run, if it has some. given: the algorithm's parameters, and options as in
    multigraph.options(), of which device, engine, policy, schedule and threads matter. Raises WrongUse for a name that
    there is not, NoResources for a GPU that is not there.
    """
    specification = _functions.specification_of(algorithm)
    texts = _functions.sources_texts(specification, sources)
    call = _functions.Given(specification, given)
    how = {**_options.current(), **_options.checked(call.options)}
    if isinstance(graph, Graph):
        how = {"device": graph.device, **how}
    for name in ("validate", "progress"):
        how.pop(name, None)
    of = graph._core if isinstance(graph, Graph) else path_text(graph)
    return Estimate(**_core.estimate(of, specification["name"], call.texts, texts, how))
