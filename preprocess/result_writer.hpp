// Results into a file, a row a vertex, in the order and by the names of the input file.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/algorithm.hpp"
#include "engine/graph.hpp"
#include "engine/progress.hpp"
#include "preprocess/block_output.hpp"

namespace mg {

/// Forms of a results file, by its suffix; .gz, .bz2 or .zst behind it compresses any of them.
///  - tsv, csv: a header `vertex<TAB>column...`, then a line a vertex. csv quotes as RFC 4180 says.
///  - npy: one structured array that numpy.load reads, with the fields `vertex` (int64, uint64 or bytes, by the names)
///    and one a column.
///  - bin: the columns one behind the other, each n little-endian values; no names and no header.
/// In npy and bin an infinite distance is the type's largest value, and a column of vertices holds row numbers as
/// int64, with -1 for no vertex.
enum class ResultFormat : std::uint8_t { tsv, csv, npy, bin };

/// The form that the name of a results file asks for; `-`, standard output, is tsv. Throws Error(wrong_use) that lists
/// the forms there are.
[[nodiscard]] ResultFormat result_format_of(std::string_view path);

/// A results file, opened before the results are computed: a run does not end with a file that cannot be written.
class ResultWriter {
 public:
  /// Throws Error(wrong_use) for an unknown form and a file that cannot be written.
  explicit ResultWriter(const std::string& path) : format_(result_format_of(path)), output_(path) {}

  /// Writes the columns, n internal vertices each, and makes the file appear. Once. Throws Error as AtomicFile does,
  /// and wrong_use for vertex names that are too long for .npy.
  void write(const Graph& graph, std::span<const ResultColumn> columns, Progress& progress);

 private:
  ResultFormat format_;
  BlockOutput output_;
};

}  // namespace mg
