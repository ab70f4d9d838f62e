#include "preprocess/readers/names_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"
#include "engine/error.hpp"
#include "preprocess/readers/binary_content.hpp"
#include "preprocess/readers/number_parsing.hpp"
#include "preprocess/readers/text_chunks.hpp"

namespace mg {
namespace {

bool numbers_its_vertices(std::string_view format) {
  constexpr std::array<std::string_view, 5> formats = {"mtx", "gr", "metis", "gap", "galois"};
  return std::find(formats.begin(), formats.end(), format) != formats.end();
}

/// Takes the line ends out of `bytes`, in place. Returns where each line's text begins, and behind them its new size.
std::vector<std::uint64_t> join_lines(Array<char>& bytes, const std::string& path) {
  std::vector<std::uint64_t> offsets{0};
  std::size_t to = 0;
  for (std::size_t from = 0; from < bytes.size(); ++from) {
    if (bytes[from] != '\n') {
      bytes[to++] = bytes[from];
      if (from + 1 < bytes.size()) continue;  // the last line may lack its end
    }
    if (to > offsets.back() && bytes[to - 1] == '\r') --to;
    if (to == offsets.back())
      fail(ExitCode::bad_input, "{}:{}: expected a vertex name, found an empty line", path, offsets.size());
    offsets.push_back(to);
  }
  return offsets;
}

void refuse_zero_bytes(const Array<char>& bytes, const std::string& path) {
  const char* const zero = std::find(bytes.begin(), bytes.end(), '\0');
  if (zero == bytes.end()) return;
  fail(ExitCode::bad_input, "{}:{}: expected a vertex name, found a zero byte; is this a text file?", path,
       std::count(bytes.begin(), zero, '\n') + 1);
}

/// Throws for the first name that an earlier line has.
void refuse_repeated_names(const Array<char>& bytes, const std::vector<std::uint64_t>& offsets,
                           const std::string& path) {
  std::unordered_map<std::string_view, std::size_t> lines;
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
    const std::string_view name(bytes.data() + offsets[i], offsets[i + 1] - offsets[i]);
    const auto [first, added] = lines.try_emplace(name, i + 1);
    if (added) continue;
    fail(ExitCode::bad_input, "{}:{}: the vertex name {} stands in line {} already", path, i + 1, quoted(name),
         first->second);
  }
}

/// The number that `text` spells as VertexNames would, if it does.
std::optional<std::uint64_t> spelled_number(std::string_view text) {
  if (text.empty() || text.size() > 20 || (text[0] == '0' && text.size() > 1)) return std::nullopt;
  char padded[32] = {};  // parse_unsigned reads beyond the number
  std::copy(text.begin(), text.end(), padded);
  const char* p = padded;
  std::uint64_t value = 0;
  if (!parse_unsigned(p, value) || p != padded + text.size()) return std::nullopt;
  return value;
}

/// The names as numbers, if all are and ascend: the form that costs least.
std::optional<VertexNames> as_numbers(const Array<char>& bytes, const std::vector<std::uint64_t>& offsets) {
  auto ids = Array<std::uint64_t>::uninitialized(offsets.size() - 1);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const auto number = spelled_number({bytes.data() + offsets[i], offsets[i + 1] - offsets[i]});
    if (!number || (i > 0 && *number <= ids[i - 1])) return std::nullopt;
    ids[i] = *number;
  }
  if (!ids.empty() && ids[ids.size() - 1] - ids[0] == ids.size() - 1) {
    return VertexNames::counted(ids[0], static_cast<VertexId>(ids.size()));
  }
  return VertexNames::integers(std::move(ids));
}

/// Renumbers the vertices of `list`, whose names are among `names`.
void rename_vertices(EdgeList& list, const VertexNames& names, const std::string& path) {
  auto renumbered = Array<VertexId>::uninitialized(list.num_vertices());
  for (VertexId v = 0; v < list.num_vertices(); ++v) {
    const std::string name = list.names.name(v);
    const auto found = names.find(name);
    if (!found) {
      fail(ExitCode::bad_input,
           "{} names the vertex '{}', which {} does not list; if the files do not belong together, move one away", path,
           name, names_file_of(path));
    }
    renumbered[v] = *found;
  }
  Edge* const edges = list.edges.data();
  parallel_for(list.edges.size(), default_threads(), [&](std::size_t i) {
    edges[i] = {renumbered[edges[i].source], renumbered[edges[i].target]};
  });
}

/// Names are written after their graph, so older ones are left from another graph that was in its place.
void refuse_older_names(const std::string& names_path, const std::string& path) {
  std::error_code names_error;
  std::error_code graph_error;
  const auto names_time = std::filesystem::last_write_time(names_path, names_error);
  const auto graph_time = std::filesystem::last_write_time(path, graph_error);
  if (names_error || graph_error || names_time >= graph_time) return;
  fail(ExitCode::bad_input,
       "{} is older than {}, so that its names may be those of an earlier graph: remove it, or, if they belong "
       "together, touch it",
       names_path, path);
}

/// Throws Error(wrong_use) naming the first vertex whose name no line of a file can be.
void require_names_of_a_line(const VertexNames& names) {
  if (names.kind() != VertexNames::Kind::strings) return;
  const auto& ends = names.offsets();
  for (VertexId v = 0; v < names.size(); ++v) {
    const std::string_view name(names.bytes().data() + ends[v], ends[std::size_t{v} + 1] - ends[v]);
    const bool breaks = name.find('\n') != std::string_view::npos || name.ends_with('\r');
    const bool has_zero = name.find('\0') != std::string_view::npos;
    if (!name.empty() && !breaks && !has_zero) continue;
    fail(ExitCode::wrong_use, "the vertex name {} cannot stand in a file of names, a line each: it {}", quoted(name),
         breaks     ? "has a line end; export to graphml or gexf, which hold any text"
         : has_zero ? "has a zero byte, and no format holds it"
                    : "is empty, and no format holds it");
  }
}

}  // namespace

std::string names_file_of(const std::string& path) { return path + ".names"; }

void write_names(const VertexNames& names, BlockOutput& output, Progress& progress) {
  require_names_of_a_line(names);
  constexpr std::uint64_t per_block = std::uint64_t{1} << 16;
  const auto format = [&](std::uint64_t block, std::string& out) {
    const std::uint64_t end = std::min<std::uint64_t>(names.size(), (block + 1) * per_block);
    for (std::uint64_t v = block * per_block; v < end; ++v) {
      names.append_name(static_cast<VertexId>(v), out);
      out += '\n';
    }
  };
  output.write_blocks((names.size() + per_block - 1) / per_block, format, "write names", progress);
}

VertexNames read_names(const std::string& path, Progress& progress) {
  Input input(path);
  refuse_what_is_no_text(input);
  const BinaryContent content(input, progress);
  auto bytes = content.array<char>(0, content.size(), "names");
  refuse_zero_bytes(bytes, path);
  const std::vector<std::uint64_t> offsets = join_lines(bytes, path);
  if (offsets.size() - 1 > max_vertices) {
    fail(ExitCode::bad_input, "{}: {} names exceed the limit of {} vertices", path, offsets.size() - 1, max_vertices);
  }
  if (auto numbers = as_numbers(bytes, offsets)) return *numbers;
  try {
    return VertexNames::strings(Array<std::uint64_t>::copy_of(offsets), bytes.first(offsets.back()));
  } catch (const Error&) {
    refuse_repeated_names(bytes, offsets, path);
    throw;
  }
}

void adopt_names(EdgeList& list, const std::string& path, Progress& progress) {
  const std::string names_path = names_file_of(path);
  std::error_code ignored;
  if (path == "-" || !std::filesystem::is_regular_file(names_path, ignored)) return;
  if (!list.places.empty()) {
    fail(ExitCode::bad_input, "{} lies beside {}, whose points have names of their own: move it away", names_path,
         path);
  }
  refuse_older_names(names_path, path);
  VertexNames names = read_names(names_path, progress);
  if (!numbers_its_vertices(list.format)) {
    rename_vertices(list, names, path);
  } else if (names.size() != list.num_vertices()) {
    fail(ExitCode::bad_input,
         "{} has {} names, but {} has {} vertices; if the files do not belong together, move one away", names_path,
         names.size(), path, list.num_vertices());
  }
  list.names = std::move(names);
  list.decisions.push_back(fmt::format("the names of the vertices are those in {}", names_path));
}

}  // namespace mg
