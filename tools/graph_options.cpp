#include "tools/graph_options.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "preprocess/building/order.hpp"
#include "preprocess/readers/table_columns.hpp"

namespace mg::tools {

namespace {

template <class Enum>
struct Choice {
  std::string name;
  Enum value;
};

/// The enumerator that the option's value names, the first of `choices` when it is not given.
template <class Enum>
Enum choose(const CommandLine& line, const std::string& option, const std::vector<Choice<Enum>>& choices) {
  std::vector<std::string> names;
  names.reserve(choices.size());
  for (const auto& choice : choices) names.push_back(choice.name);
  const std::string name = line.choice(option, names.front(), names);
  return choices[static_cast<std::size_t>(std::ranges::find(names, name) - names.begin())].value;
}

std::vector<std::string> format_names() {
  std::vector<std::string> names{"auto"};
  for (const std::string_view format : known_formats()) names.emplace_back(format);
  return names;
}

}  // namespace

po::options_description format_options() {
  po::options_description options("Input");
  const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
  options.add_options()("format", text("auto"),
                        fmt::format("format of the input: {}", fmt::join(format_names(), " | ")).c_str())(
      "member", text("NAME"), "of an archive (zip, 7z, tar.*): the file in it that holds the graph")(
      "columns", text("S,T[,W]"),
      "of a table (el, csv): the columns of source, target and weight, by titles or by numbers from 1; or "
      "source=S,target=T,weight=W")("header", text("yes|no"), "of a table: whether its first line holds titles")(
      "delimiter", text("C"),
      "of a table: what separates columns: a character, or comma | semicolon | tab | space | pipe")(
      "names", text("auto"),
      "of a table: auto | numbers (1.0 is 1) | strings (names are what is written); of a document with nodes "
      "(GML, JSON, Pajek, DOT, DL, ...): auto (their ids) | labels")(
      "bipartite",
      "of a table, or a matrix (mtx) of any shape: sources and targets are numbered apart, and edges go both ways "
      "unless something says otherwise");
  return options;
}

po::options_description cleaning_options() {
  const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
  po::options_description options("Cleaning (every choice is counted and reported)");
  options.add_options()("directed", "an edge goes from its first vertex to its second")(
      "undirected", "an edge goes both ways")("weights", text("auto"),
                                              "auto (the file's, if any) | from:ATTRIBUTE of edges | none | unit | "
                                              "random:LO:HI:SEED")(
      "duplicates", text("min"),
      "several edges between the same vertices: min (the lightest) | first | max | sum | keep")(
      "self-loops", text("keep"), "edges from a vertex to itself: drop | keep")(
      "isolated", text("auto"), "vertices without edges: auto (as the format says) | keep | drop")(
      "order", text("original"), "numbering inside, for speed: original | degree | random:SEED | bfs");
  return options;
}

namespace {

TableOptions read_table_options(const CommandLine& line) {
  TableOptions table;
  table.columns = line.text_or("columns", "");
  if (line.has("columns")) static_cast<void>(ColumnChoice::parse(table.columns));
  if (line.has("header")) table.header = line.choice("header", "yes", {"yes", "no"}) == "yes";
  if (const auto delimiter = line.text("delimiter")) table.delimiter = parse_delimiter(*delimiter);
  table.names = choose<NameKind>(line, "names",
                                 {{"auto", NameKind::automatic},
                                  {"numbers", NameKind::numbers},
                                  {"strings", NameKind::strings},
                                  {"labels", NameKind::labels}});
  return table;
}

}  // namespace

GraphOptions read_graph_options(const CommandLine& line) {
  GraphOptions options;
  options.read.format = line.choice("format", "auto", format_names());
  options.read.isolated = choose<Isolated>(
      line, "isolated", {{"auto", Isolated::automatic}, {"keep", Isolated::keep}, {"drop", Isolated::drop}});
  options.read.table = read_table_options(line);
  options.read.member = line.text_or("member", "");
  options.read.bipartite = line.has("bipartite");
  line.exclusive("directed", "undirected");
  BuildOptions& build = options.build;
  if (line.has("directed") || line.has("undirected")) build.directed = line.has("directed");
  build.weights = WeightPolicy::parse(line.text_or("weights", "auto"));
  options.read.read_weights = build.weights.kind == WeightPolicy::Kind::automatic;
  options.read.weight_attribute = build.weights.attribute;
  build.duplicates = choose<DuplicatePolicy>(line, "duplicates",
                                             {{"min", DuplicatePolicy::min},
                                              {"first", DuplicatePolicy::first},
                                              {"max", DuplicatePolicy::max},
                                              {"sum", DuplicatePolicy::sum},
                                              {"keep", DuplicatePolicy::keep}});
  build.self_loops =
      choose<SelfLoopPolicy>(line, "self-loops", {{"keep", SelfLoopPolicy::keep}, {"drop", SelfLoopPolicy::drop}});
  build.isolated = options.read.isolated == Isolated::drop ? IsolatedPolicy::drop : IsolatedPolicy::keep;
  build.order = line.text_or("order", "original");
  check_order(build.order);
  return options;
}

std::vector<std::string> given_graph_options(const CommandLine& line) {
  std::vector<std::string> given;
  for (const char* option : {"format", "member", "columns", "header", "delimiter", "names", "bipartite", "directed",
                             "undirected", "weights", "duplicates", "self-loops", "isolated", "order"}) {
    if (line.has(option)) given.push_back(fmt::format("--{}", option));
  }
  return given;
}

}  // namespace mg::tools
