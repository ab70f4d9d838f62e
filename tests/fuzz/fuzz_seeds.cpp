// Writes the inputs that the fuzzers start from, OUT/FORMAT/NUMBER: the corpus of hostile and of odd ones, and graphs
// that are whole.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "tests/archives.hpp"
#include "tests/hostile/hostile_case.hpp"
#include "tests/prepared_fixture.hpp"

namespace mg {
namespace {

/// Longer inputs make the search slow and find nothing that short ones do not.
constexpr std::size_t longest_seed = 8192;

class Seeds {
 public:
  explicit Seeds(std::filesystem::path folder) : folder_(std::move(folder)) {}

  void add(const std::string& format, const std::string& content) {
    if (content.size() > longest_seed) return;
    const std::filesystem::path folder = folder_ / format;
    std::filesystem::create_directories(folder);
    std::ofstream(folder / std::to_string(count_[format]++), std::ios::binary) << content;
  }

  void add(const HostileCase& broken) {
    const HostileFile& first = broken.files.front();
    if (broken.files.size() == 1) add(broken.format, first.content);
    if (broken.format == "el" || broken.format == "csv") add("table", std::string(4, '\0') + first.content);
    if (broken.files.size() != 2) return;
    const HostileFile& second = broken.files.back();
    if (first.name.ends_with(".v")) add("graphalytics", first.content + '\0' + second.content);
    if (first.name.ends_with(".ele")) add("ele", first.content + '\0' + second.content);
    if (second.name.ends_with(".names")) add("names", second.content);
  }

 private:
  std::filesystem::path folder_;
  std::map<std::string, int> count_;
};

/// Documents that are whole.
void add_documents(Seeds& seeds) {
  const std::pair<const char*, const char*> documents[] = {
      {"gml", "graph [ directed 1 node [ id 1 label \"a&#228;\" ] edge [ source 1 target 2 value 2.5 g [ x 1 ] ] ]"},
      {"json", R"({"directed":true,"nodes":[{"id":"a"},{"id":1}],"links":[{"source":"a","target":1,"weight":2}]})"},
      {"json", R"({"nodes":[{"id":1},{"id":2}],"adjacency":[[{"id":2}],[{"id":1}]]})"},
      {"json", R"({"graph":{"nodes":{"a":{}},"edges":[{"source":"a","target":"a","metadata":{"weight":3}}]}})"},
      {"json", R"({"elements":[{"data":{"id":"a"}},{"data":{"source":"a","target":"a"}}]})"},
      {"json", R"({"options":{"type":"mixed"},"nodes":[{"key":"a"}],"edges":[{"source":"a","target":"a"}]})"},
      {"json", "{\"source\":1,\"target\":2}\n{\"source\":2,\"target\":3}\n"},
      {"law", "4\n1 2 3\n\n0\n1 2\n"},
      {"pajek", "*Vertices 3 1\n1 \"a b\" 0.1\n*Arcs :1 \"r\"\n1 2 3 [1-5]\n*Edgeslist\n1 2 3\n"},
      {"pajek", "*Vertices 2\n*Matrix\n0 1\n1 0\n"},
      {"dot", "strict digraph \"G\" { edge [weight=2]; {a b} -> subgraph c { d:n [label=<<b>x</b>>] } /* x */ }"},
      {"tntp",
       "<NUMBER OF NODES> 3\n<NUMBER OF LINKS> 1\n<END OF METADATA>\n~ init_node term_node length ;\n1 2 3 ;\n"},
      {"dl", "dl n=3 format=edgelist1\nlabels:\na,b,c\ndata:\n1 2 3\n"},
      {"dl", "dl n=2 labels embedded\ndata:\n a b\na 0 1\nb 1 0\n"},
      {"dl", "dl nr=1, nc=2, format=nodelist2\nrow labels: a\ndata:\n1 1 2\n"},
  };
  for (const auto& [format, text] : documents) {
    seeds.add(format, text);
    seeds.add("auto", text);
  }
}

void write_seeds(const std::filesystem::path& folder) {
  Seeds seeds(folder);
  for (const auto cases :
       {hostile_matrix_market, hostile_edge_lists, hostile_csv, hostile_dimacs, hostile_metis, hostile_gap,
        hostile_galois, hostile_documents, hostile_graphml, hostile_gexf, hostile_graphalytics, hostile_meshes,
        hostile_adjacency_lists, hostile_package_lists, hostile_compressed, hostile_archives, hostile_names,
        hostile_unrecognized, hostile_prepared}) {
    for (const HostileCase& broken : cases()) seeds.add(broken);
  }
  for (const HostileCase& broken : hostile_archives()) seeds.add("archive", '\0' + broken.files.front().content);
  for (const char* format : {"zip", "7zip", "gnutar", "pax"}) {
    seeds.add("archive", '\0' + packed(format, {{"g/README.txt", "a list\n"}, {"g/g.el", "1 2\n2 3\n"}}));
  }
  for (const OddCase& odd : odd_inputs()) {
    seeds.add(odd.format, odd.file.content);
    seeds.add("auto", odd.file.content);
  }
  for (const char* text :
       {"weight,source,target\n5,1,2\n", "% bip weighted\n1 1 5\n", "1 2 {'weight': 3, 'a': 'b'}\n",
        "Source,Target,Type\n1,2,Undirected\n", "#a,#b\n#b,c\n", "\"1\"\t\"x y\"\t1.5\n", "1.0 +2\n"}) {
    seeds.add("table", std::string(4, '\0') + text);
    seeds.add("auto", text);
  }
  add_documents(seeds);
  seeds.add("graphalytics", std::string("1\n2\n3\n") + '\0' + "1 2 0.5\n3 1 7\n");
  seeds.add("ele", std::string("2 3 1\n1 1 2 3 7\n2 1 3 4 8 # c\n") + '\0' +
                       "4 2 1 1\n1 0 0 5 1\n2 9 0 5 1\n3 9 1.5 5 1\n4 -1e-3 1 5 0\n");
  seeds.add("names", "a\nb\nc\n");
  const std::string path = folder / "graph.mg";
  for (const Graph& graph : graphs()) {
    write_prepared(graph, path, {.threads = 1}, silent_progress());
    const std::vector<char> bytes = read_bytes(path);
    seeds.add("mg", {bytes.begin(), bytes.end()});
  }
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace mg

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: fuzz_seeds FOLDER\n", stderr);
    return 1;
  }
  std::filesystem::create_directories(argv[1]);
  mg::write_seeds(argv[1]);
  return 0;
}
