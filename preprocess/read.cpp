#include "preprocess/read.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <system_error>
#include <vector>

#include "preprocess/readers/names_file.hpp"
#include "preprocess/readers/readers.hpp"
#include "preprocess/readers/recognize.hpp"

namespace mg {

namespace {

using Reader = EdgeList (*)(Input&, const ReadOptions&, Progress&);

/// What a format is made of, which says what options it takes.
enum class Content : std::uint8_t { numbered, table, attributed };

struct Format {
  std::string_view name;
  Reader read;  // null for formats of several files
  Content content = Content::numbered;
};

constexpr Format formats[] = {
    {"mtx", read_matrix_market},
    {"el", read_edge_list, Content::table},
    {"csv", read_csv, Content::table},
    {"adj", read_adjacency_list},
    {"gr", read_dimacs},
    {"metis", read_metis},
    {"gap", read_gap},
    {"galois", read_galois},
    {"gml", read_gml, Content::attributed},
    {"json", read_json, Content::attributed},
    {"law", read_law},
    {"pajek", read_pajek, Content::attributed},
    {"dot", read_dot, Content::attributed},
    {"tntp", read_tntp, Content::attributed},
    {"dl", read_dl, Content::attributed},
    {"graphml", read_graphml, Content::attributed},
    {"gexf", read_gexf, Content::attributed},
    {"ele", nullptr},
    {"graphalytics", nullptr},
    {"debian", nullptr},
};

constexpr auto format_names = [] {
  std::array<std::string_view, std::size(formats)> names;
  std::transform(std::begin(formats), std::end(formats), names.begin(),
                 [](const Format& format) { return format.name; });
  return names;
}();

struct GraphalyticsFiles {
  std::string vertices, edges;
};

/// `path` as it is or with the suffix of a compression, whichever exists.
std::optional<std::string> existing(const std::string& path) {
  for (const std::string_view suffix : compression_suffixes()) {
    const std::string candidate = path + std::string(suffix);
    std::error_code ignored;
    if (std::filesystem::is_regular_file(candidate, ignored)) return candidate;
  }
  return std::nullopt;
}

/// PREFIX of PREFIX.v, PREFIX.e, either with the suffix of a compression; nothing for other names.
std::optional<std::string> graphalytics_prefix(std::string_view path) {
  path = without_compression_suffix(path);
  if (!path.ends_with(".v") && !path.ends_with(".e")) return std::nullopt;
  return std::string(path.substr(0, path.size() - 2));
}

/// The two files of a Graphalytics graph given as one of them, both, or their prefix.
std::optional<GraphalyticsFiles> find_graphalytics(std::span<const std::string> inputs) {
  if (inputs.empty() || inputs.size() > 2) return std::nullopt;
  const auto suffixed = graphalytics_prefix(inputs[0]);
  if (inputs.size() == 2) {
    const auto other = graphalytics_prefix(inputs[1]);
    if (!suffixed || !other) return std::nullopt;
    const bool vertices_first = inputs[0].find(".v", suffixed->size()) == suffixed->size();
    const bool edges_second = inputs[1].find(".e", other->size()) == other->size();
    if (vertices_first != edges_second) return std::nullopt;
    return vertices_first ? GraphalyticsFiles{inputs[0], inputs[1]} : GraphalyticsFiles{inputs[1], inputs[0]};
  }
  std::error_code ignored;
  if (!suffixed && std::filesystem::exists(inputs[0], ignored)) return std::nullopt;
  const std::string prefix = suffixed.value_or(inputs[0]);
  const auto vertices = existing(prefix + ".v");
  const auto edges = existing(prefix + ".e");
  if (!vertices || !edges) return std::nullopt;
  return GraphalyticsFiles{*vertices, *edges};
}

void refuse_sides(const std::string& file, std::string_view format, const ReadOptions& options) {
  if (!options.bipartite) return;
  fail(ExitCode::wrong_use,
       "{} is of format {}, which has no two sides by itself: --bipartite is for tables and matrices (--format el, "
       "csv or mtx)",
       file, format);
}

/// What `read` returns. Text that was decompressed from a damaged file looks like a mistake of whoever wrote it, so
/// where reading fails, the rest of the inputs is looked at first.
template <class Read>
EdgeList sound(std::span<Input> inputs, Read&& read) {
  try {
    return read();
  } catch (const Error& error) {
    if (error.code() != ExitCode::bad_input) throw;
    for (Input& input : inputs) input.refuse_damage();
    throw;
  }
}

EdgeList read_graphalytics_files(const GraphalyticsFiles& files, const ReadOptions& options, Progress& progress) {
  refuse_sides(files.edges, "graphalytics", options);
  std::array inputs{Input(files.vertices, options.member), Input(files.edges, options.member)};
  const auto properties = existing(*graphalytics_prefix(files.vertices) + ".properties");
  const auto directed = properties ? graphalytics_direction(Input(*properties).head()) : std::nullopt;
  return sound(inputs, [&] { return read_graphalytics(inputs[0], inputs[1], directed, options, progress); });
}

EdgeList with_decision(EdgeList list, const std::string& decision) {
  list.decisions.insert(list.decisions.begin(), decision);
  return list;
}

/// Tells of a file of which nobody can say whether it is whole.
void tell_unchecked(const Input& input, EdgeList& list) {
  if (input.compression() != Compression::compress) return;
  list.decisions.push_back(
      fmt::format("{}: compress has no checksum, so whether it is whole is not known", input.name()));
}

/// Tells which members of archives were read, and of which files nobody can say whether they are whole.
EdgeList with_members(EdgeList list, std::span<const Input> inputs) {
  for (const Input& input : inputs) {
    if (!input.member().empty()) list = with_decision(std::move(list), input.decision());
    tell_unchecked(input, list);
  }
  return list;
}

/// NAME.node of NAME.ele, without the suffix of a compression; nothing for other names.
std::optional<std::string> points_of(std::string_view path) {
  constexpr std::string_view suffix = ".ele";
  path = without_compression_suffix(path);
  if (!path.ends_with(suffix)) return std::nullopt;
  return fmt::format("{}.node", path.substr(0, path.size() - suffix.size()));
}

/// The member of the archive `path` that has the points of the member `triangles`, compressed as that is.
Input open_member_of_points(const std::string& path, const Input& triangles, const std::string& points) {
  const std::string_view member = triangles.member();
  try {
    return Input(path, fmt::format("{}{}", points, member.substr(without_compression_suffix(member).size())));
  } catch (const Error& error) {
    fail(error.code(), "{}: the triangles of a mesh, but their points cannot be read: {}", triangles.name(),
         error.what());
  }
}

/// The points of `triangles`, which is given as `path`: in the same folder, or in the same archive.
Input open_points(const std::string& path, const Input& triangles) {
  const bool is_member = !triangles.member().empty();
  const auto points = path == "-" ? std::nullopt : points_of(is_member ? triangles.member() : path);
  if (!points) {
    fail(ExitCode::bad_input,
         "{}: the triangles of a mesh, whose points are found by the name, in NAME.node beside NAME.ele: give a file "
         "that is called so; or if it is something else, say what by --format",
         triangles.name());
  }
  if (is_member) return open_member_of_points(path, triangles, *points);
  if (const auto found = existing(*points)) return Input(*found);
  fail(ExitCode::bad_input,
       "{}: the triangles of a mesh, but their points, {}, were not found: put them beside it (where Triangle wrote "
       "none, as with its option -N, they are those that it was given)",
       path, *points);
}

EdgeList read_mesh(std::span<const std::string> paths, std::vector<Input>& inputs, const ReadOptions& options,
                   Progress& progress) {
  if (inputs.size() > 1) {
    fail(ExitCode::wrong_use, "{} inputs, and {} has the triangles of a mesh: give it alone, its .node is read with it",
         inputs.size(), inputs[0].name());
  }
  Input points = open_points(paths[0], inputs[0]);
  EdgeList list = sound(inputs, [&] {
    return sound({&points, 1}, [&] { return read_ele(inputs[0], points, options, progress); });
  });
  tell_unchecked(points, list);
  return list;
}

/// The two files of a Graphalytics graph that lie in one archive; `vertices` is one of them.
EdgeList read_graphalytics_members(const std::string& path, Input vertices, const ReadOptions& options,
                                   Progress& progress) {
  refuse_sides(vertices.name(), "graphalytics", options);
  if (path == "-") {
    fail(ExitCode::bad_input,
         "{}: a Graphalytics graph is two files of its archive, which is read twice: not from standard input",
         vertices.name());
  }
  const std::string_view member = vertices.member();
  const std::string prefix = *graphalytics_prefix(member);
  const std::string edges = fmt::format("{}.e{}", prefix, member.substr(prefix.size() + 2));
  const auto open_edges = [&] {
    try {
      return Input(path, edges);
    } catch (const Error& error) {
      fail(error.code(), "{}: the vertices of a Graphalytics graph, but its edges cannot be read: {}", vertices.name(),
           error.what());
    }
  };
  Input opened = open_edges();
  std::array inputs{std::move(vertices), std::move(opened)};
  const auto find_direction = [&]() -> std::optional<bool> {
    try {
      return graphalytics_direction(Input(path, prefix + ".properties").head());
    } catch (const Error&) {
      return std::nullopt;  // not every archive has the properties; of a damaged one the edges cannot be read either
    }
  };
  const std::optional<bool> directed = find_direction();
  EdgeList list = sound(inputs, [&] { return read_graphalytics(inputs[0], inputs[1], directed, options, progress); });
  list = with_decision(std::move(list), fmt::format("format: graphalytics, from the members {} and {}",
                                                    inputs[0].member(), inputs[1].member()));
  return with_members(std::move(list), std::span(inputs).first(1));
}

bool holds_graphalytics(const Input& input) { return !input.member().empty() && input.plain_path().ends_with(".v"); }

std::vector<Input> open_all(std::span<const std::string> inputs, const ReadOptions& options) {
  if (std::count(inputs.begin(), inputs.end(), "-") > 1) {
    fail(ExitCode::wrong_use, "standard input (-) is given more than once");
  }
  std::vector<Input> opened;
  opened.reserve(inputs.size());
  for (const std::string& path : inputs) opened.emplace_back(path, options.member);
  return opened;
}

const Format& format_named(std::string_view name) {
  return *std::find_if(std::begin(formats), std::end(formats), [&](const Format& known) { return known.name == name; });
}

bool is_table(std::string_view format) { return format_named(format).content == Content::table; }

void refuse_options_of_others(const std::string& file, std::string_view format, const ReadOptions& options) {
  const Content content = format_named(format).content;
  const bool labels = options.table.names == NameKind::labels;
  if (labels && content != Content::attributed) {
    fail(ExitCode::wrong_use,
         "{} is of format {}, whose vertices have no labels beside their names: without --names "
         "labels it is read",
         file, format);
  }
  if (!options.weight_attribute.empty() && content != Content::attributed) {
    fail(ExitCode::wrong_use,
         "{} is of format {}, whose edges have no attributes by name: without --weights from:{} it "
         "is read{}",
         file, format, options.weight_attribute,
         content == Content::table ? "; --columns SOURCE,TARGET,WEIGHT chooses a column" : "");
  }
  if (content != Content::table && format != "mtx") refuse_sides(file, format, options);
  if (options.table.given() && content != Content::table) {
    fail(ExitCode::wrong_use,
         "{} is of format {}: --columns, --header, --delimiter and --names are for tables (--format el or csv)", file,
         format);
  }
}

/// Reads `inputs`, the opened `paths`, in formats that are decided, one each.
EdgeList read_as(std::span<const std::string_view> wanted, std::span<const std::string> paths,
                 std::vector<Input>& inputs, const ReadOptions& options, Progress& progress) {
  std::string_view format = wanted[0];
  refuse_options_of_others(inputs[0].name(), format, options);
  if (format == "debian") return sound(inputs, [&] { return read_debian(inputs, options, progress); });
  if (format == "ele") return read_mesh(paths, inputs, options, progress);
  if (std::all_of(wanted.begin(), wanted.end(), is_table)) {
    std::vector<TableInput> tables;
    for (std::size_t i = 0; i < inputs.size(); ++i) tables.push_back({&inputs[i], wanted[i] == "csv"});
    return sound(inputs, [&] { return read_tables(tables, options, progress); });
  }
  if (inputs.size() > 1) {
    const auto other =
        static_cast<std::size_t>(std::find_if_not(wanted.begin(), wanted.end(), is_table) - wanted.begin());
    fail(ExitCode::wrong_use,
         "{} inputs: only edge lists, package lists and the two files of a Graphalytics graph (.v and .e) are read "
         "together, and {} is of format {}",
         inputs.size(), inputs[other].name(), wanted[other]);
  }
  // One suffix, .gr, for two formats.
  if (format == "gr" && looks_like_galois(inputs[0].head())) format = "galois";
  return sound(inputs, [&] { return format_named(format).read(inputs[0], options, progress); });
}

EdgeList read_recognized(std::span<const std::string> paths, const ReadOptions& options, Progress& progress) {
  if (const auto files = find_graphalytics(paths)) {
    return with_decision(read_graphalytics_files(*files, options, progress),
                         fmt::format("format: graphalytics, from the files {} and {}", files->vertices, files->edges));
  }
  std::vector<Input> inputs = open_all(paths, options);
  if (paths.size() == 1 && holds_graphalytics(inputs[0])) {
    return read_graphalytics_members(paths[0], std::move(inputs[0]), options, progress);
  }
  if (paths.size() == 1 && inputs[0].plain_path().ends_with(".v")) {
    fail(ExitCode::bad_input, "{}: the vertices of a Graphalytics graph, but its edges, {}.e, were not found", paths[0],
         *graphalytics_prefix(paths[0]));
  }
  const Recognition recognized = recognize_format(inputs[0], options.table.given());
  std::vector<std::string_view> wanted{recognized.format};
  for (std::size_t i = 1; i < inputs.size(); ++i) {
    const bool is_list = inputs[i].plain_path().ends_with(".adj") || inputs[i].plain_path().ends_with(".adjlist");
    wanted.push_back(!is_table(recognized.format)        ? recognized.format
                     : is_list && !options.table.given() ? "adj"
                                                         : recognize_format(inputs[i], true).format);
  }
  EdgeList list = read_as(wanted, paths, inputs, options, progress);
  if (paths.size() == 1) adopt_names(list, paths[0], progress);
  list = with_decision(std::move(list), fmt::format("format: {}, from {}", recognized.format, recognized.reason));
  return with_members(std::move(list), inputs);
}

EdgeList read_asked_graphalytics(std::span<const std::string> paths, const ReadOptions& options, Progress& progress) {
  if (const auto files = find_graphalytics(paths)) {
    return with_decision(read_graphalytics_files(*files, options, progress), "format: graphalytics, as asked for");
  }
  std::error_code ignored;
  if (paths.size() == 1 && std::filesystem::exists(paths[0], ignored)) {
    Input input(paths[0], options.member);
    if (holds_graphalytics(input)) return read_graphalytics_members(paths[0], std::move(input), options, progress);
  }
  fail(ExitCode::bad_input, "{}: a Graphalytics graph is two files, PREFIX.v and PREFIX.e; one or both were not found",
       paths[0]);
}

}  // namespace

std::span<const std::string_view> known_formats() { return format_names; }

std::vector<std::string> files_read(std::span<const std::string> inputs) {
  if (const auto files = find_graphalytics(inputs)) return {files->vertices, files->edges};
  std::vector<std::string> files(inputs.begin(), inputs.end());
  if (inputs.size() == 1 && inputs[0] != "-") {
    files.push_back(names_file_of(inputs[0]));
    const auto points = points_of(inputs[0]);
    if (const auto found = points ? existing(*points) : std::nullopt) files.push_back(*found);
  }
  return files;
}

EdgeList read_graph(std::span<const std::string> inputs, const ReadOptions& options, Progress& progress) {
  if (inputs.empty()) fail(ExitCode::wrong_use, "no input: name a file, or - for standard input");
  if (options.format == "auto") return read_recognized(inputs, options, progress);
  if (std::find(format_names.begin(), format_names.end(), options.format) == format_names.end()) {
    std::string known = "auto";
    for (const std::string_view name : format_names) known.append(", ").append(name);
    fail(ExitCode::wrong_use, "unknown format '{}'; known are {}", options.format, known);
  }
  if (options.format == "graphalytics") return read_asked_graphalytics(inputs, options, progress);
  std::vector<Input> opened = open_all(inputs, options);
  const std::vector<std::string_view> wanted(opened.size(), options.format);
  EdgeList list = read_as(wanted, inputs, opened, options, progress);
  if (inputs.size() == 1) adopt_names(list, inputs[0], progress);
  list = with_decision(std::move(list), fmt::format("format: {}, as asked for", options.format));
  return with_members(std::move(list), opened);
}

}  // namespace mg
