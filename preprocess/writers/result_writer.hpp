// Results into a file: a row a vertex, in the order of the input file, or the rows of a table; by the file's names.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/algorithm_info.hpp"
#include "engine/graph/graph.hpp"
#include "engine/progress.hpp"
#include "engine/result.hpp"
#include "preprocess/writers/block_output.hpp"

namespace mg {

/// Forms of a results file, by its suffix; .gz, .bz2 or .zst behind it compresses any of them.
///  - tsv, csv: a header `vertex<TAB>column...`, then a line a vertex; of a table the columns alone, a line a row. csv
///    quotes as RFC 4180 says. tsv has no quotes: names with a tab or a line end are refused.
///  - npy: one structured array that numpy.load reads, with the fields `vertex` (int64, uint64 or bytes, by the names),
///    which tables are without, and one a column. A column of vertices holds names, as in tsv, in the type of `vertex`;
///    -1 stands for no vertex (in bytes b'-1', in uint64 the largest value).
///  - bin: the columns one behind the other, each n little-endian values; no names and no header. As there are no
///  names,
///    a column of vertices holds rows, counted from 0, as int64; -1 for no vertex.
///  - graphml, gexf: the graph, with the columns as attributes of its vertices; those without a value have none. Of a
///    table of edges or of pairs, its rows in place of the graph's edges, with the columns behind the first two as
///    their attributes; other tables are refused.
/// In npy and bin an infinite distance is the type's largest value.
enum class ResultFormat : std::uint8_t { tsv, csv, npy, bin, graphml, gexf };

/// The form that the name of a results file asks for; `-`, standard output, is tsv. Throws Error(wrong_use) that lists
/// the forms there are.
[[nodiscard]] ResultFormat result_format_of(std::string_view path);

/// Whether `path` means standard output: `-`, or `-` and the form to write there, as in `-.csv` and `-.npy.gz`.
[[nodiscard]] bool is_standard_output(std::string_view path);

/// A results file, opened before the results are computed: a run does not end with a file that cannot be written.
class ResultWriter {
 public:
  /// Throws Error(wrong_use) for an unknown form and a file that cannot be written.
  explicit ResultWriter(const std::string& path)
      : format_(result_format_of(path)), output_(is_standard_output(path) ? "-" : path, compression_of(path)) {}

  /// Throws Error(wrong_use) for names that the form cannot hold. Worth asking before the results are computed.
  void require_names(const VertexNames& names) const;

  /// Throws Error(wrong_use) for results of which the form cannot hold the rows. Worth asking likewise.
  void require_rows(const AlgorithmInfo& algorithm) const;

  /// Writes the columns, n internal vertices each or those of a table, of a graph with names that the form can hold,
  /// and makes the file appear. Once. Throws Error as AtomicFile does. Returns what a person should know, a sentence
  /// each.
  std::vector<std::string> write(const Graph& graph, std::span<const ResultColumn> columns, Progress& progress,
                                 Rows rows = Rows::vertices);

 private:
  ResultFormat format_;
  BlockOutput output_;
};

}  // namespace mg
