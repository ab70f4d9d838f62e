"""Small tables for notebooks."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any, Iterable, Sequence

if TYPE_CHECKING:
    from ._graph import Graph
    from ._result import Result

SHOWN = 10


def _text(value: Any) -> str:
    text = f"{value:.6g}" if isinstance(value, float) else str(value)
    return html.escape(text.encode("utf-8", "backslashreplace").decode())  # a page is UTF-8, and names need not be


def table(caption: str, header: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    head = "".join(f'<th scope="col">{html.escape(title)}</th>' for title in header)
    body = "".join("<tr>" + "".join(f"<td>{_text(value)}</td>" for value in row) + "</tr>" for row in rows)
    return (f"<table><caption>{html.escape(caption)}</caption><thead><tr>{head}</tr></thead>"
            f"<tbody>{body}</tbody></table>")


def graph(shown: Graph) -> str:
    kind = "directed" if shown.directed else "undirected"
    rows: list[tuple[str, Any]] = [("vertices", shown.num_vertices), ("edges", f"{shown.num_edges}, {kind}"),
                                   ("weights", shown.weights), ("bytes", shown.nbytes)]
    if shown.num_vertices:
        rows.append(("largest degree", int(shown.degrees().max())))
    if shown.gpu_nbytes:
        rows.append(("bytes on the GPU", shown.gpu_nbytes))
    rows += [("decided", sentence) for sentence in shown.decisions]
    return table("Graph", ["", ""], rows)


def result(shown: Result) -> str:
    caption = f"{shown._core.algorithm}: {shown.ms:.3g} ms on {shown.device}"
    facts = [(name, value) for name, value in shown.summary.items()]
    if shown._core.is_table:
        by = shown._core.ranking_column()
        return table(caption, ["", ""], facts) + table(f"The largest by {by}", shown.columns, shown.top(SHOWN))
    column = shown.columns[0]
    title = "named by" if shown.meanings[column] == "vertex" else column
    return table(caption, ["", ""], facts) + table(f"The largest by {column}", ["vertex", title], shown.top(SHOWN))
