#include "preprocess/readers/csr_content.hpp"

#include <algorithm>

#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"
#include "engine/error.hpp"

namespace mg {
void check_rows(const StoredRows& rows) {
  const std::uint64_t n = rows.ends.size();
  const std::uint64_t arcs = rows.targets.size();
  const std::uint64_t row = parallel_find(
      n, default_threads(), [&](std::uint64_t v) { return rows.ends[v] < rows.begin_of(v) || rows.ends[v] > arcs; });
  if (row < n) {
    fail(ExitCode::bad_input,
         "{}: the row of vertex {} is [{}, {}), which is no part of the {} arcs: the file is damaged", rows.file, row,
         rows.begin_of(row), rows.ends[row], arcs);
  }
  if (rows.begin_of(n) != arcs) {
    fail(ExitCode::bad_input, "{}: the rows hold {} arcs, but the header announces {}: the file is damaged", rows.file,
         rows.begin_of(n), arcs);
  }
  const std::uint64_t arc =
      parallel_find(arcs, default_threads(), [&](std::uint64_t e) { return rows.targets[e] >= n; });
  if (arc < arcs) {
    fail(ExitCode::bad_input, "{}: arc {} leads to vertex {}, but the vertices are 0 .. {}: the file is damaged",
         rows.file, arc, rows.targets[arc], n - 1);
  }
}

Array<Edge> edges_of(const StoredRows& rows) {
  auto edges = Array<Edge>::uninitialized(rows.targets.size());
  parallel_chunks(rows.ends.size(), 4096, default_threads(), [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t v = begin; v < end; ++v) {
      for (std::uint64_t e = rows.begin_of(v); e < rows.ends[v]; ++e)
        edges[e] = {static_cast<VertexId>(v), rows.targets[e]};
    }
  });
  return edges;
}

}  // namespace mg
