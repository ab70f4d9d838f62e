// mg_prep convert: a graph file in any known format into a prepared one.
#include "preprocess/read.hpp"
#include "tools/file_identity.hpp"
#include "tools/prep/prep_commands.hpp"

namespace mg::tools {

namespace {

po::options_description options() {
  po::options_description all;
  return all.add(making_options()).add(format_options()).add(cleaning_options());
}

std::vector<NamedFile> named_inputs(const std::vector<std::string>& inputs) {
  std::vector<NamedFile> named;
  for (const std::string& file : files_read(inputs)) named.push_back({"an input", file});
  return named;
}

ExitCode run(const CommandLine& line) {
  const std::vector<std::string> inputs = arguments(line);
  if (inputs.empty()) line.refuse("which graph? mg_prep convert INPUT... -o G.mg");
  refuse_overwriting(named_inputs(inputs), {{"--output", line.text_or("output", "")}});
  static_cast<void>(output_path(line));
  static_cast<void>(Layouts::parse(line.text_or("layouts", "csr,csc")));
  GraphOptions reading = read_graph_options(line);
  reading.build.threads = threads_option(line);
  double read_ms = 0;
  EdgeList list = read_edges(inputs, reading.read, read_ms);
  LoadedGraph loaded = build_edges(std::move(list), inputs, reading.build);
  loaded.read_ms = read_ms;
  write_and_tell(loaded, line, input_bytes(inputs));
  return ExitCode::done;
}

}  // namespace

const PrepCommand convert_command{
    .name = "convert",
    .usage = "INPUT... -o G.mg",
    .summary = "read graph files, clean them and write a prepared graph",
    .examples =
        "  mg_prep convert wiki-Vote.txt -o wiki.mg                       a directed edge list\n"
        "  mg_prep convert web.mtx.gz -o web.mg --order degree            compressed, renumbered for speed\n"
        "  mg_prep convert bfs.tar.gz -o bfs.mg                           the graph in an archive, or --member\n"
        "  mg_prep convert calls.csv -o calls.mg --duplicates sum         parallel edges add up\n"
        "  mg_prep convert trips.csv -o t.mg --columns from,to,minutes    columns by their titles, or by number\n"
        "  mg_prep convert part1.el part2.el -o g.mg                      several edge lists, one graph\n"
        "  mg_prep convert p.v p.e -o p.mg                                Graphalytics' two files\n"
        "  curl -s URL | mg_prep convert - -o g.mg --undirected           from a pipe\n"
        "  mg_prep convert g.el -o g.mg --weights random:1:255:42         weights for shortest paths\n",
    .options = options,
    .max_arguments = -1,
    .run = run,
};

}  // namespace mg::tools
