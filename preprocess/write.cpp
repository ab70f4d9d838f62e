#include "preprocess/write.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <optional>

#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"
#include "engine/error.hpp"
#include "preprocess/readers/names_file.hpp"
#include "preprocess/writers/writers.hpp"

namespace mg {
namespace {

using Notes = std::vector<std::string>;
using WriteFormat = void (*)(const FileOrderGraph&, BlockOutput&, Progress&);

/// What write_graph has to know of a format beside how to write it.
struct Format {
  std::string_view name;
  WriteFormat write;
  std::optional<std::uint64_t> first_number;  ///< the number of vertex 0 where vertices are numbered, not named
  bool says_undirected;                       ///< the file tells undirected edges from directed ones
  bool holds_floats;
  bool lists_vertices = false;  ///< by name, in their order
};

constexpr std::array formats = {
    Format{"mtx", writers::matrix_market, 1, true, true},
    Format{"el", writers::edge_list, std::nullopt, true, true},
    Format{"csv", writers::csv, std::nullopt, false, true},
    Format{"gr", writers::dimacs, 1, false, false},
    Format{"metis", writers::metis, 1, true, false},
    Format{"gap", writers::gap, 0, true, false},
    Format{"galois", writers::galois, 0, false, false},
    Format{"graphml", writers::graphml, std::nullopt, true, true, true},
    Format{"gexf", writers::gexf, std::nullopt, true, true, true},
    Format{"graphalytics", nullptr, std::nullopt, false, true},
};

constexpr std::array suffixes = {
    std::pair<std::string_view, std::string_view>{".mtx", "mtx"},
    std::pair<std::string_view, std::string_view>{".el", "el"},
    std::pair<std::string_view, std::string_view>{".wel", "el"},
    std::pair<std::string_view, std::string_view>{".txt", "el"},
    std::pair<std::string_view, std::string_view>{".csv", "csv"},
    std::pair<std::string_view, std::string_view>{".gr", "gr"},
    std::pair<std::string_view, std::string_view>{".graph", "metis"},
    std::pair<std::string_view, std::string_view>{".metis", "metis"},
    std::pair<std::string_view, std::string_view>{".sg", "gap"},
    std::pair<std::string_view, std::string_view>{".wsg", "gap"},
    std::pair<std::string_view, std::string_view>{".galois", "galois"},
    std::pair<std::string_view, std::string_view>{".graphml", "graphml"},
    std::pair<std::string_view, std::string_view>{".gexf", "gexf"},
    std::pair<std::string_view, std::string_view>{".v", "graphalytics"},
    std::pair<std::string_view, std::string_view>{".e", "graphalytics"},
};

const Format& find_format(std::string_view name) {
  const auto found = std::find_if(formats.begin(), formats.end(), [&](const Format& f) { return f.name == name; });
  if (found != formats.end()) return *found;
  fail(ExitCode::wrong_use, "cannot write the format '{}'; known are auto, {}", name,
       fmt::join(writable_formats(), ", "));
}

/// Whether reading the edges as they are written meets the names 0, 1, 2, ... for the first time in this order.
bool names_appear_in_order(const FileOrderGraph& graph) {
  VertexId next = 0;
  const auto meets = [&](VertexId v) {
    next += v == next ? 1 : 0;
    return v < next;
  };
  for (VertexId v = 0; v < graph.num_vertices(); ++v) {
    for (const VertexId target : graph.out.row(v)) {
      if (graph.stands_once(v, target) && !(meets(v) && meets(target))) return false;
    }
  }
  return true;
}

/// Why the names need a file of their own, or nothing.
std::optional<std::string> reason_for_names(const FileOrderGraph& graph, const Format& format) {
  if (format.lists_vertices) return std::nullopt;
  const VertexNames& names = graph.graph.names;
  if (format.first_number) {
    const bool same = names.kind() == VertexNames::Kind::counted && names.first() == *format.first_number;
    if (same || names.size() == 0) return std::nullopt;
    return fmt::format("the format numbers its vertices from {}, by their place in the input file",
                       *format.first_number);
  }
  if (const VertexId isolated = graph.count_isolated(); isolated > 0) {
    return fmt::format("the format lists edges only, and {} vertices have none", isolated);
  }
  if (names.kind() == VertexNames::Kind::strings && !names_appear_in_order(graph)) {
    return "the edges do not tell the order of the vertices";
  }
  return std::nullopt;
}

/// Notes on what the format cannot say.
void note_losses(const FileOrderGraph& graph, const Format& format, Notes& notes) {
  if (!graph.graph.directed && !format.says_undirected) {
    const bool both = format.name == "gr" || format.name == "galois";
    notes.push_back(fmt::format("the format does not say that edges are undirected{}: read it back with --undirected",
                                both ? ", so both directions of each are written" : ""));
  }
  if (format.name == "gr" && !graph.weighted()) {
    notes.push_back("the format has no arcs without a length, so all lengths are 1: read it back with --weights none");
  }
  if (!format.holds_floats && graph.graph.weight_type() == WeightType::f32) {
    notes.push_back(
        "the weights are floats, all of them integers, and the format holds integers: they are read back as such");
  }
  if (!graph.graph.places.empty()) {
    const bool has_attributes = format.name == "graphml" || format.name == "gexf";
    notes.push_back(has_attributes ? "x and y of vertices are attributes, which nothing here reads back: .mg keeps them"
                                   : "the format has no places of vertices: x and y are lost, which .mg keeps");
  }
  if (format.name == "metis") {
    if (const EdgeId loops = graph.count_self_loops(); loops > 0) {
      notes.push_back(
          fmt::format("METIS graphs have no self loops: this program reads the {} written here, METIS may not", loops));
    }
  }
}

/// Commits `output` together with the file of names beside it, which is written when `reason` says why, and removed
/// otherwise: a graph never stands beside the names of another.
void commit_with_names(const FileOrderGraph& graph, BlockOutput& output, const std::optional<std::string>& reason,
                       Notes& notes, Progress& progress) {
  if (!output.is_regular()) {
    if (reason) notes.push_back(fmt::format("the names of the vertices are lost: {}", *reason));
    output.commit();
    return;
  }
  const std::string names_path = names_file_of(output.path());
  std::optional<BlockOutput> names;
  if (reason) {
    names.emplace(names_path);
    write_names(graph.graph.names, *names, progress);
    notes.push_back(fmt::format("{}: their names are in {}, which is read with it", *reason, names_path));
  }
  std::error_code ignored;
  if (std::filesystem::remove(names_path, ignored) && !names) {
    notes.push_back(fmt::format("{} was removed: it had the names of an earlier graph", names_path));
  }
  output.commit();
  if (names) names->commit();
}

/// The two paths of a Graphalytics graph, from its prefix or either of them; ".v" or ".e" stands before a compression.
std::string graphalytics_path(const std::string& path, std::string_view kind) {
  std::string_view prefix = without_compression(path);
  const std::string compression = path.substr(prefix.size());
  if (prefix.ends_with(".v") || prefix.ends_with(".e")) prefix.remove_suffix(2);
  return fmt::format("{}{}{}", prefix, kind, compression);
}

void write_graphalytics(const FileOrderGraph& graph, const std::string& path, Notes& notes, Progress& progress) {
  if (path == "-")
    fail(ExitCode::wrong_use, "a Graphalytics graph is two files, PREFIX.v and PREFIX.e: give a PREFIX, not '-'");
  BlockOutput vertices(graphalytics_path(path, ".v"));
  BlockOutput edges(graphalytics_path(path, ".e"));
  writers::graphalytics_vertices(graph, vertices, progress);
  writers::graphalytics_edges(graph, edges, progress);
  vertices.commit();
  edges.commit();
  notes.push_back(fmt::format("written: {} and {}", vertices.path(), edges.path()));
}

}  // namespace

namespace writers {

void require_integer_weights(const FileOrderGraph& graph, std::string_view format, std::uint64_t largest) {
  const Adjacency& rows = graph.out;
  const auto fits = [&](EdgeId e) {
    if (const auto* integers = std::get_if<Array<std::uint32_t>>(&rows.weights)) return (*integers)[e] <= largest;
    const double weight = std::get<Array<float>>(rows.weights)[e];
    return weight >= 0 && weight <= static_cast<double>(largest) && std::trunc(weight) == weight;
  };
  if (!graph.weighted()) return;
  const EdgeId first = parallel_find(rows.num_edges(), default_threads(), [&](EdgeId e) { return !fits(e); });
  if (first == rows.num_edges()) return;
  const auto row = std::upper_bound(rows.offsets.begin(), rows.offsets.end(), first) - rows.offsets.begin() - 1;
  std::string weight;
  append_weight(weight, rows.weights, first);
  const VertexNames& names = graph.graph.names;
  fail(ExitCode::wrong_use,
       "the format {} holds integer weights from 0 to {} only, and the edge {} -> {} has {}; export to mtx, el or csv, "
       "or "
       "without weights (--weights none)",
       format, largest, names.name(static_cast<VertexId>(row)), names.name(rows.neighbors[first]), weight);
}

}  // namespace writers

std::span<const std::string_view> writable_formats() {
  static const auto names = [] {
    std::array<std::string_view, formats.size()> result;
    std::transform(formats.begin(), formats.end(), result.begin(), [](const Format& f) { return f.name; });
    return result;
  }();
  return names;
}

std::string_view format_of_path(std::string_view path) {
  const std::string_view plain = without_compression(path);
  for (const auto& [suffix, format] : suffixes) {
    if (plain.ends_with(suffix)) return format;
  }
  fail(ExitCode::wrong_use,
       "the name {} does not tell a format: end it in .mtx, .el, .csv, .gr, .graph, .sg, .wsg, .galois, .graphml, "
       ".gexf or .e, or "
       "give --format ({})",
       path, fmt::join(writable_formats(), ", "));
}

std::vector<std::string> files_written(const std::string& path, std::string_view format) {
  if (find_format(format == "auto" ? format_of_path(path) : format).name != "graphalytics") {
    return {path, names_file_of(path)};
  }
  return {graphalytics_path(path, ".v"), graphalytics_path(path, ".e")};
}

std::vector<std::string> write_graph(const Graph& graph, const std::string& path, std::string_view format,
                                     Progress& progress) {
  const Format& chosen = find_format(format == "auto" ? format_of_path(path) : format);
  const FileOrderGraph in_order(graph);
  Notes notes;
  note_losses(in_order, chosen, notes);
  if (chosen.name == "graphalytics") {
    write_graphalytics(in_order, path, notes, progress);
    return notes;
  }
  BlockOutput output(path);
  chosen.write(in_order, output, progress);
  commit_with_names(in_order, output, reason_for_names(in_order, chosen), notes, progress);
  return notes;
}

}  // namespace mg
