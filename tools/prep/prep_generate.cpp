// mg_prep generate: graphs made, not read.
#include <fmt/format.h>

#include <array>
#include <limits>
#include <string>

#include "preprocess/generate/generators.hpp"
#include "tools/prep/prep_commands.hpp"
#include "tools/terminal.hpp"

namespace mg::tools {

namespace {

constexpr std::array parameters{"scale", "vertices", "edge-factor", "seed",          "a",        "b",
                                "c",     "d",        "width",       "radius-factor", "scramble", "height",
                                "keep",  "diagonal", "neighbors",   "rewire",        "clique"};

po::options_description generator_options() {
  const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
  po::options_description options("Shape (each kind takes those that its line names)");
  options.add_options()("scale", text("S"), "2^S vertices")("vertices", text("N"), "N vertices")(
      "edge-factor", text("16"), "edges a vertex, before cleaning")("seed", text("1"), "other seeds, other graphs")(
      "a", text("0.57"), "rmat: probability of the top left quadrant")("b", text("0.19"), "top right")(
      "c", text("0.19"), "bottom left")("d", text("0.05"), "bottom right")(
      "scramble", "rmat: rename vertices at random")("radius-factor", text("0.55"),
                                                     "rgg: radius in units of sqrt(ln n / n)")(
      "width", text("W"), "grid, road, bipartite")("height", text("H"), "grid, road, bipartite")(
      "keep", text("0.7"), "road: probability that a grid edge is there")(
      "diagonal", text("0.01"), "road: probability of a diagonal")("neighbors", text("8"), "smallworld: on the ring")(
      "rewire", text("0.1"), "smallworld: probability that an edge leaves the ring")(
      "clique", text("8"), "barbell, lollipop: vertices of a clique");
  return options;
}

po::options_description options() {
  po::options_description all;
  return all.add(making_options()).add(generator_options()).add(cleaning_options());
}

/// A parameter that a kind would ignore is a mistake of whoever gave it.
void refuse_ignored(const CommandLine& line, const GeneratorInfo& kind) {
  for (const char* parameter : parameters) {
    if (!line.has(parameter) || kind.takes(parameter)) continue;
    line.refuse(fmt::format("{} does not take --{}; it takes: {}", kind.name, parameter, kind.parameters));
  }
  if (line.has("directed") && !kind.takes("directed")) {
    line.refuse(fmt::format("{} makes undirected graphs only", kind.name));
  }
}

GeneratorSpec read_spec(const CommandLine& line, const GeneratorInfo& kind) {
  constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();
  GeneratorSpec spec;
  const auto integer = [&](const char* option, auto& field) {
    if (const auto value = line.integer(option, 0, any)) field = *value;
  };
  const auto number = [&](const char* option, double& field) {
    if (const auto value = line.number(option)) field = *value;
  };
  spec.kind = kind.kind;
  integer("scale", spec.scale);
  integer("vertices", spec.vertices);
  integer("edge-factor", spec.edge_factor);
  integer("seed", spec.seed);
  integer("width", spec.width);
  integer("height", spec.height);
  integer("neighbors", spec.neighbors);
  integer("clique", spec.clique);
  number("a", spec.quadrants.a);
  number("b", spec.quadrants.b);
  number("c", spec.quadrants.c);
  number("d", spec.quadrants.d);
  number("radius-factor", spec.radius_factor);
  number("keep", spec.keep);
  number("diagonal", spec.diagonal);
  number("rewire", spec.rewire);
  spec.directed = line.has("directed");
  spec.scramble = line.has("scramble");
  return spec;
}

/// The command that makes the same graph again.
std::string recipe(const CommandLine& line, const GeneratorInfo& kind) {
  std::string text(kind.name);
  for (const char* parameter : parameters) {
    if (!line.has(parameter)) continue;
    text += fmt::format(" --{}", parameter);
    if (std::string_view(parameter) != "scramble") text += " " + *line.text(parameter);
  }
  return text;
}

ExitCode run(const CommandLine& line) {
  const GeneratorInfo& kind = find_generator(only_argument(line, "one kind of graph, such as kron"));
  static_cast<void>(output_path(line));
  static_cast<void>(Layouts::parse(line.text_or("layouts", "csr,csc")));
  refuse_ignored(line, kind);
  GraphOptions cleaning = read_graph_options(line);
  cleaning.build.threads = threads_option(line);
  const GeneratorSpec spec = read_spec(line, kind);
  Stopwatch watch;
  EdgeList list;
  {
    ProgressBar progress;
    list = generate(spec, progress);
  }
  const double generate_ms = watch.lap();
  for (const std::string& decision : list.decisions) note("{}", decision);
  LoadedGraph loaded = build_edges(std::move(list), {recipe(line, kind)}, cleaning.build);
  loaded.read_ms = generate_ms;
  write_and_tell(loaded, line, 0);
  return ExitCode::done;
}

}  // namespace

const PrepCommand generate_command{
    .name = "generate",
    .usage = "KIND -o G.mg",
    .summary = "make a graph: kron, rmat, uniform, rgg, grid, road, smallworld, star, path, ...",
    .examples =
        "  mg_prep generate kron --scale 20 -o kron20.mg                  Graph500's graph, 16 edges a vertex\n"
        "  mg_prep generate road --width 2000 --height 2000 -o road.mg    travel times as weights\n"
        "  mg_prep generate uniform --scale 20 --weights random:1:255:1 -o u20.mg\n",
    .options = options,
    .max_arguments = 1,
    .run = run,
};

}  // namespace mg::tools
