// The prepared graph file: a graph as it stands in memory, so that using it again costs a mapping instead of a reading.
// docs/file-format.md describes its bytes.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/graph/graph.hpp"
#include "engine/progress.hpp"
#include "preprocess/prepared/metadata.hpp"

namespace mg {

/// What a file stores. A direction of a directed graph that is missing is built when the file is opened: half the space
/// for a slower start; an undirected graph has one in any case. Tiles that are missing are built by the runs that need
/// them.
struct Layouts {
  bool csr = true;
  bool csc = true;
  bool tiles = false;
  /// Reads a list like `csr,csc,tiles`. Throws Error(wrong_use).
  static Layouts parse(std::string_view text);
  friend bool operator==(const Layouts&, const Layouts&) = default;
};

struct WriteOptions {
  Layouts layouts = {};
  Provenance provenance = {};
  int threads = 0;  ///< 0: default_threads() of engine/cpu/processors.hpp
};

/// Writes `graph` to `path` ("-": standard output), as AtomicFile does: nobody ever sees half a file. The same graph
/// and options make the same bytes. Throws Error.
void write_prepared(const Graph& graph, const std::string& path, const WriteOptions& options, Progress& progress);

/// True for a regular file that begins as a prepared graph does. Never throws.
[[nodiscard]] bool is_prepared(const std::string& path);

/// Maps the file. The frame, the metadata and all sizes are checked, and the names; not the big arrays, so opening
/// takes the same time for any size of graph (unless names are stored or a direction is missing). Whoever does not
/// trust the file calls check_bounds() before using it (check_bounds.hpp), or verify_prepared(). Throws
/// Error(bad_input) for anything but a sound frame.
[[nodiscard]] Graph open_prepared(const std::string& path, int threads = 0);

/// Proves the file whole and consistent: all checksums, zeros between sections, rows in order, columns the transpose of
/// rows, the order a permutation, names distinct, the metadata true. Throws Error(bad_input) for the first finding.
void verify_prepared(const std::string& path, Progress& progress, int threads = 0);

/// What a file says of itself.
struct PreparedInfo {
  struct Section {
    std::string name;
    std::uint32_t type = 0;
    bool known = false;  ///< to this version of the program
    bool required = false;
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
    std::uint32_t element_size = 0;
    std::uint64_t checksum = 0;
  };

  std::string path;
  std::uint32_t version = 0;
  std::uint64_t file_bytes = 0;
  prepared::Metadata metadata;
  std::vector<Section> sections;

  [[nodiscard]] nlohmann::json to_json() const;
  /// Several lines for a person, the last one ended as well.
  [[nodiscard]] std::string to_text() const;
};

/// Reads header, table and metadata alone. Throws Error(bad_input) as open_prepared.
[[nodiscard]] PreparedInfo inspect_prepared(const std::string& path);

}  // namespace mg
