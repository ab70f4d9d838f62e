#include "preprocess/readers/unread_formats.hpp"

#include <fmt/format.h>
#include <strings.h>

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "engine/error.hpp"

namespace mg {

namespace {

using namespace std::string_view_literals;

struct Unread {
  std::string_view mark;    ///< the first bytes, or a suffix
  std::string_view what;    ///< for a person
  std::string_view advice;  ///< what to do with FILE
};

constexpr std::string_view from_pandas =
    "write its table of edges as CSV, e.g. in Python with pandas.read_{}('FILE').to_csv('FILE.csv', index=False)";
constexpr std::string_view no_graph = "";
constexpr std::string_view by_networkx =
    "make an edge list of it, e.g. in Python with networkx.write_edgelist(networkx.read_{}('FILE'), 'FILE.el', "
    "data=False)";
constexpr std::string_view by_webgraph =
    "make an edge list of it, with webgraph-cli: webgraph to arcs BASENAME > FILE.el";
constexpr std::string_view by_graph_tool = "in Python: graph_tool.load_graph('FILE').save('FILE.graphml')";
constexpr std::string_view by_r =
    "in R, write a table of edges by write.csv, or a graph of igraph by write_graph(GRAPH, 'FILE.graphml', 'graphml')";
constexpr std::string_view by_pickle =
    "in Python, if you trust whoever made it: networkx.write_graphml(pickle.load(open('FILE', 'rb')), 'FILE.graphml')";
constexpr std::string_view from_statistics =
    "write its table as CSV, e.g. in Python with pandas.read_stata or pandas.read_spss, and to_csv";
constexpr std::string_view by_suitesparse =
    "SuiteSparse offers the same as Matrix Market; or in Python: scipy.io.mmwrite('FILE.mtx', "
    "scipy.io.hb_read('FILE'))";
constexpr std::string_view from_tulip =
    "make an edge list of it, e.g. with awk '/^\\(edge /{gsub(/[()]/, \"\"); print $3, $4}'";
constexpr std::string_view from_leda = "make an edge list of it, e.g. with awk 'NF >= 4 && $4 ~ /^\\|/ {print $1, $2}'";
constexpr std::string_view from_dgs =
    "make an edge list of it, e.g. with awk '$1 == \"ae\" {print $3, ($4 == \"<\" || $4 == \">\") ? $5 : $4}'";
constexpr std::string_view from_tgf =
    "its edges follow the line #: keep those lines and their first two words, e.g. with sed '1,/^#/d' FILE | awk "
    "'{print "
    "$1, $2}'";
constexpr std::string_view from_sif =
    "its second column says how the others are related: say --columns 1,3 where all lines have three columns, or make "
    "an edge list of it, e.g. with awk '{for (i = 3; i <= NF; ++i) print $1, $i}'";
constexpr std::string_view from_vna =
    "its edges follow the line *tie data: keep those lines, e.g. with sed '1,/^\\*[Tt]ie data/d', and name their "
    "columns, e.g. --columns 1,2";
constexpr std::string_view from_gfa =
    "make an edge list of its links, e.g. with awk -F'\\t' '$1 == \"L\" {print $2, $4}', which leaves orientations out";
constexpr std::string_view from_triples =
    "choose the relations that are edges, e.g. with awk '$3 ~ /^</ {print $1, $3}' of N-Triples, to which rapper and "
    "riot convert";
constexpr std::string_view from_yaml = "write it as JSON with nodes and links, e.g. in Python with json.dump";
constexpr std::string_view from_ligra =
    "make an edge list of it, e.g. with awk 'NR == 2 {n = $1} NR == 3 {m = $1} NR > 3 && NR <= 3 + n {o[NR - 4] = $1} "
    "NR > 3 + n && NR <= 3 + n + m {while (v + 1 < n && o[v + 1] <= NR - 4 - n) ++v; print v + 0, $1}'";
constexpr std::string_view from_map =
    "a graph has to be made of the map first, e.g. in Python with osmnx.graph_from_xml and osmnx.save_graphml";
constexpr std::string_view from_sqlite =
    "write the table of edges as CSV, e.g. with sqlite3 -header -csv FILE 'select * from EDGES'";
constexpr std::string_view from_sql = "write the table of edges as CSV, e.g. with COPY ... TO or mysql --batch";
constexpr std::string_view from_print =
    "have the database write CSV, e.g. with psql --csv or mysql --batch, which separates by tabs";
constexpr std::string_view from_spreadsheet =
    "leave that line out, e.g. with tail -n +2, and what separates columns is found or said by --delimiter";
constexpr std::string_view from_drawing = "it is text for drawing; write its arrows as an edge list, A B a line";
constexpr std::string_view from_hypergraph =
    "an edge of it joins any number of vertices: make pairs of them first, or a bipartite edge list of vertices and "
    "edges";
constexpr std::string_view from_matlab =
    "SuiteSparse offers the same as Matrix Market; or in Python: scipy.io.mmwrite('FILE.mtx', "
    "scipy.io.loadmat('FILE')['NAME'])";
constexpr std::string_view from_hdf5 =
    "write the arrays of its edges as a table, e.g. in Python with h5py and numpy.savetxt('FILE.el', EDGES, '%d')";
constexpr std::string_view from_numpy =
    "write it as text: in Python numpy.savetxt('FILE.el', numpy.load('FILE'), '%d') for rows of edges";
constexpr std::string_view from_scipy =
    "in Python: scipy.io.mmwrite('FILE.mtx', scipy.sparse.load_npz('FILE')) for a matrix of scipy";
constexpr std::string_view from_sheet = "write the sheet of edges as CSV";
constexpr std::string_view from_gephi = "export the graph from Gephi, as GEXF or GraphML";
constexpr std::string_view from_cytoscape = "export the network from Cytoscape, as GraphML or Cytoscape.js JSON";
constexpr std::string_view from_neo4j =
    "in Neo4j, export the graph as GraphML (apoc.export.graphml.all) or its relationships as CSV";
constexpr std::string_view from_binary_csr = "export it from the program that wrote it, as an edge list or .mtx";

/// What stands at the beginning of a file and of no table.
constexpr Unread contents[] = {
    {"version https://git-lfs.github.com/spec/", "a pointer of Git LFS in place of a file",
     "get the file itself, with git lfs pull in its repository"},
    {">>graph6<<", "a graph6 file", by_networkx},
    {">>sparse6<<", "a sparse6 file", by_networkx},
    {">>digraph6<<", "a digraph6 file", "make an edge list of it, e.g. with nauty's listg -e"},
    {">>planar_code<<", "a planar code file", "make an edge list of it, e.g. with plantri's programs"},
    {"#BVGraph properties", "the properties of a BVGraph of LAW, whose arcs are in the .graph beside it", by_webgraph},
    {"\xFF\xFF\xFF\xFF", "a stream of Arrow, or other binary data", from_pandas},
    {"ORC\x08", "an ORC file", from_pandas},
    {"ORC\x0A", "an ORC file", from_pandas},
    {"Obj\x01", "an Avro file", "write its table of edges as CSV, e.g. with avro-tools tojson and jq"},
    {"\x89HDF\r\n", "an HDF5 file (MATLAB's .mat since 7.3 among them)", from_hdf5},
    {"\xE2\x9B\xBE gt", "a file of graph-tool", by_graph_tool},
    {"X\n\0\0\0\2"sv, "a file of R", by_r},
    {"X\n\0\0\0\3"sv, "a file of R", by_r},
    {"\x93NUMPY", "a NumPy array", from_numpy},
    {"\x80\x02", "a pickle of Python", by_pickle},
    {"\x80\x03", "a pickle of Python", by_pickle},
    {"\x80\x04\x95", "a pickle of Python", by_pickle},
    {"\x80\x05\x95", "a pickle of Python", by_pickle},
    {"ccopy_reg\n", "a pickle of Python", by_pickle},
    {"ccopyreg\n", "a pickle of Python", by_pickle},
    {"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "a document of old Office, such as .xls", from_sheet},
    {"<stata_dta>", "a Stata file", from_statistics},
    {"LEDA.GRAPH", "a LEDA graph", from_leda},
    {"(tlp \"", "a Tulip graph", from_tulip},
    {"DGS003\n", "a GraphStream file", from_dgs},
    {"DGS004\n", "a GraphStream file", from_dgs},
    {"H\tVN:Z:", "a GFA file, a graph of sequences", from_gfa},
    {"%YAML", "a YAML file", from_yaml},
    {"!!python/", "a YAML file of Python", from_yaml},
    {"AdjacencyGraph\n", "a graph of Ligra", from_ligra},
    {"WeightedAdjacencyGraph\n", "a graph of Ligra", from_ligra},
    {"AdjacencyHypergraph\n", "a hypergraph of Ligra", from_hypergraph},
    {"WeightedAdjacencyHypergraph\n", "a hypergraph of Ligra", from_hypergraph},
    {"-- PostgreSQL database dump", "a dump of a database", from_sql},
    {"--\n-- PostgreSQL database dump", "a dump of a database", from_sql},
    {"-- MySQL dump", "a dump of a database", from_sql},
    {"+--", "a table as a database prints it", from_print},
    {"sep=", "a table whose line 1 tells a spreadsheet what separates columns", from_spreadsheet},
    {"@startuml", "a PlantUML diagram", from_drawing},
    {"[{\"CXVersion\"", "a CX2 file of Cytoscape and NDEx", from_cytoscape},
    {"[{\"numberVerification\"", "a CX file of Cytoscape and NDEx", from_cytoscape},
    {"%PDF-", "a PDF document", no_graph},
    {"%!PS", "a PostScript document", no_graph},
    {"\x89PNG\r\n", "an image", no_graph},
    {"\xFF\xD8\xFF", "an image", no_graph},
    {"\x7F"
     "ELF",
     "a program", no_graph},
    {"!<arch>\n", "an ar archive, such as a Debian package", "unpack it and name the file within that holds the graph"},
};

/// The same, where there are bytes among the first that no text has.
constexpr Unread binary_contents[] = {
    {"PAR1", "a Parquet file", from_pandas},
    {"ARROW1", "an Arrow file", from_pandas},
    {"FEA1", "a Feather file", from_pandas},
    {"SQLite format 3", "an SQLite database", from_sqlite},
    {"MATLAB 5.0 MAT-file", "a MATLAB file", from_matlab},
    {"RDX2\n", "a file of R", by_r},
    {"RDX3\n", "a file of R", by_r},
    {"$FL2", "an SPSS file", from_statistics},
    {"$FL3", "an SPSS file", from_statistics},
    {"GIF8", "an image", no_graph},
};

/// Formats without a mark, by their suffixes.
constexpr Unread names[] = {
    {".g6", "a graph6 file", by_networkx},
    {".s6", "a sparse6 file", by_networkx},
    {".d6", "a digraph6 file", "make an edge list of it, e.g. with nauty's listg -e"},
    {".tgf", "a file in the Trivial Graph Format", from_tgf},
    {".sif", "a SIF file", from_sif},
    {".vna", "a VNA file of NetDraw", from_vna},
    {".gfa", "a GFA file, a graph of sequences", from_gfa},
    {".rgfa", "a GFA file, a graph of sequences", from_gfa},
    {".ttl", "RDF", from_triples},
    {".yaml", "a YAML file", from_yaml},
    {".yml", "a YAML file", from_yaml},
    {".hgr", "a hypergraph of hMETIS", from_hypergraph},
    {".rb", "a matrix of Rutherford and Boeing", by_suitesparse},
    {".rua", "a matrix of Harwell and Boeing", by_suitesparse},
    {".rsa", "a matrix of Harwell and Boeing", by_suitesparse},
    {".pua", "a matrix of Harwell and Boeing", by_suitesparse},
    {".psa", "a matrix of Harwell and Boeing", by_suitesparse},
    {".mmd", "a Mermaid diagram", from_drawing},
    {".puml", "a PlantUML diagram", from_drawing},
    {".sql", "SQL", from_sql},
    {".cypher", "a program in Cypher", from_neo4j},
    {".node", "the points of a mesh", "give the .ele of its triangles in its place"},
};

/// The same, where the content is binary.
constexpr Unread binary_names[] = {
    {".graph", "a BVGraph of LAW, or another binary graph", by_webgraph},
    {".offsets", "the offsets of a BVGraph of LAW, whose arcs are in the .graph beside it", by_webgraph},
    {".obl", "the offsets of a BVGraph of LAW, whose arcs are in the .graph beside it", by_webgraph},
    {".pbf", "OpenStreetMap data", from_map},
    {".gpickle", "a pickle of Python", by_pickle},
    {".pickle", "a pickle of Python", by_pickle},
    {".pkl", "a pickle of Python", by_pickle},
    {".mat", "a MATLAB file", from_matlab},
    {".dta", "a Stata file", from_statistics},
    {".sav", "an SPSS file", from_statistics},
    {".rds", "a file of R", by_r},
    {".RData", "a file of R", by_r},
    {".rda", "a file of R", by_r},
    {".dump", "a dump of a database", from_neo4j},
    {".lux", "a graph of Lux", from_binary_csr},
    {".bcsr", "a binary graph of compressed rows", from_binary_csr},
    {".csr", "a binary graph of compressed rows", from_binary_csr},
    {".bgr", "a binary graph of compressed rows", from_binary_csr},
    {".bel", "a binary edge list", from_binary_csr},
    {".bin", "binary data", from_binary_csr},
};

/// Files that are archives of others.
constexpr Unread archive_names[] = {
    {".npz", "an archive of NumPy arrays", from_scipy},
    {".xlsx", "a spreadsheet", from_sheet},
    {".xlsm", "a spreadsheet", from_sheet},
    {".ods", "a spreadsheet", from_sheet},
    {".numbers", "a spreadsheet", from_sheet},
    {".docx", "a text document", no_graph},
    {".odt", "a text document", no_graph},
    {".gephi", "a project of Gephi", from_gephi},
    {".cys", "a session of Cytoscape", from_cytoscape},
    {".pt", "an archive of PyTorch",
     "in Python: numpy.savetxt('FILE.el', torch.load('FILE').edge_index.T.numpy(), '%d')"},
    {".jar", "a program", no_graph},
};

/// The name by which a library of Python calls the reader of such a file.
std::string_view reader_in_python(std::string_view what) {
  constexpr std::pair<std::string_view, std::string_view> readers[] = {{"graph6", "graph6"},   {"sparse6", "sparse6"},
                                                                       {"Parquet", "parquet"}, {"Feather", "feather"},
                                                                       {"Arrow", "feather"},   {"ORC", "orc"}};
  for (const auto& [word, reader] : readers) {
    if (what.find(word) != std::string_view::npos) return reader;
  }
  return {};
}

std::string advice_of(const Unread& format) {
  std::string advice(format.advice);
  if (const std::size_t place = advice.find("read_{}"); place != std::string::npos) {
    advice.replace(place + 5, 2, reader_in_python(format.what));
  }
  return advice;
}

[[noreturn]] void refuse(std::string_view name, const Unread& format) {
  if (format.advice == no_graph) fail(ExitCode::bad_input, "{}: {}, which is no graph", name, format.what);
  fail(ExitCode::bad_input, "{}: {}, which is not read; {}", name, format.what, advice_of(format));
}

template <std::size_t size>
const Unread* by_suffix(const Unread (&formats)[size], std::string_view path) {
  const auto* const found = std::find_if(std::begin(formats), std::end(formats), [&](const Unread& format) {
    return path.size() > format.mark.size() &&
           ::strncasecmp(path.data() + path.size() - format.mark.size(), format.mark.data(), format.mark.size()) == 0;
  });
  return found != std::end(formats) ? found : nullptr;
}

/// Whether there are lines in the head, those that are whole there, and `use` returns true for each, without its end.
template <class Use>
bool all_lines(std::string_view head, Use&& use) {
  const bool whole = head.size() < Input::head_size;
  if (head.empty() || (!whole && head.find('\n') == std::string_view::npos)) return false;
  while (!head.empty()) {
    const std::size_t end = head.find('\n');
    if (end == std::string_view::npos && !whole) return true;
    std::string_view line = head.substr(0, end);
    head.remove_prefix(std::min(line.size() + 1, head.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!use(line)) return false;
  }
  return true;
}

/// A line that is a graph in graph6: its order n, up to 62, in a character, and the upper half of the matrix, six bits
/// a character. Larger orders take more characters, which a file of them alone would need.
bool is_graph6(std::string_view line) {
  if (line.size() < 2 || std::any_of(line.begin(), line.end(), [](char c) { return c < '?' || c > '~'; })) return false;
  std::uint64_t n = static_cast<std::uint64_t>(line[0]) - 63;
  std::size_t size_bytes = 1;
  if (n == 63) {
    if (line.size() < 4 || line[1] == '~') return false;
    n = 0;
    for (std::size_t i = 1; i < 4; ++i) n = n << 6 | (static_cast<std::uint64_t>(line[i]) - 63);
    size_bytes = 4;
  }
  return line.size() - size_bytes == (n * (n - 1) / 2 + 5) / 6;
}

/// sparse6 and digraph6 have a character of their own in front of each graph.
bool is_marked_graph(std::string_view line, char mark) {
  return line.size() > 1 && line[0] == mark &&
         std::all_of(line.begin() + 1, line.end(), [](char c) { return c >= '?' && c <= '~'; });
}

void refuse_graph6(const Input& input, std::string_view head) {
  if (all_lines(head, is_graph6)) refuse(input.name(), {"", "a graph6 file without its header", by_networkx});
  if (all_lines(head, [](std::string_view line) { return is_marked_graph(line, ':'); })) {
    refuse(input.name(), {"", "a sparse6 file without its header", by_networkx});
  }
  if (all_lines(head, [](std::string_view line) { return is_marked_graph(line, '&'); })) {
    refuse(input.name(),
           {"", "a digraph6 file without its header", "make an edge list of it, e.g. with nauty's listg -e"});
  }
}

/// "<subject> <predicate> object ." a line.
void refuse_triples(const Input& input, std::string_view head) {
  std::size_t triples = 0;
  const bool no_others = all_lines(head, [&](std::string_view line) {
    while (line.ends_with(' ')) line.remove_suffix(1);
    if (line.empty() || line.starts_with('#')) return true;
    ++triples;
    return line.ends_with('.') && (line.starts_with('<') || line.starts_with("_:")) &&
           line.find("> ") != std::string_view::npos;
  });
  if (no_others && triples > 0) refuse(input.name(), {"", "RDF in N-Triples", from_triples});
}

/// A table as psql prints it, or one of Markdown: a line is ruled below its titles.
void refuse_ruled_table(const Input& input, std::string_view head) {
  std::size_t number = 0;
  bool ruled = false;
  static_cast<void>(all_lines(head, [&](std::string_view line) {
    const bool rule = line.find_first_not_of(" -+|:") == std::string_view::npos;
    ruled = ++number == 2 && rule && line.find("--") != std::string_view::npos &&
            line.find_first_of("+|") != std::string_view::npos;
    return number < 2;
  }));
  if (ruled) refuse(input.name(), {"", "a table as a database or Markdown prints it", from_print});
}

[[nodiscard]] bool starts_with_ignoring_case(std::string_view text, std::string_view start) {
  return text.size() >= start.size() && ::strncasecmp(text.data(), start.data(), start.size()) == 0;
}

/// Words that could be those of a table too, but for what comes behind them.
void refuse_words(const Input& input, std::string_view head) {
  const std::string_view line = head.substr(0, head.find_first_of("\r\n"));
  const bool turtle = starts_with_ignoring_case(line, "@prefix ") || starts_with_ignoring_case(line, "@base ") ||
                      starts_with_ignoring_case(line, "prefix ");
  if (turtle && line.ends_with(line.front() == '@' ? '.' : '>') && line.find('<') != std::string_view::npos) {
    refuse(input.name(), {"", "RDF in Turtle", from_triples});
  }
  if (starts_with_ignoring_case(line, "*node data") || starts_with_ignoring_case(line, "*tie data")) {
    refuse(input.name(), {"", "a VNA file of NetDraw", from_vna});
  }
  const std::string_view kind = line.substr(0, line.find(' '));
  const std::string_view direction = line.substr(std::min(kind.size() + 1, line.size()));
  const bool points =
      direction == "TD" || direction == "TB" || direction == "BT" || direction == "LR" || direction == "RL";
  const bool mermaid = (kind == "graph" || kind == "flowchart") && points && head.find("--") != std::string_view::npos;
  if (mermaid) refuse(input.name(), {"", "a Mermaid diagram", from_drawing});
}

}  // namespace

bool is_binary(std::string_view head) {
  return std::any_of(head.begin(), head.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != '\v' &&
           c != '\x1A';
  });
}

void refuse_unread_content(const Input& input) {
  const std::string_view head = input.head();
  for (const Unread& format : contents) {
    if (head.starts_with(format.mark)) refuse(input.name(), format);
  }
  if (is_binary(head)) {
    for (const Unread& format : binary_contents) {
      if (head.starts_with(format.mark)) refuse(input.name(), format);
    }
  }
  refuse_graph6(input, head);
  refuse_triples(input, head);
  refuse_ruled_table(input, head);
  refuse_words(input, head);
}

void refuse_unread_name(const Input& input) {
  const std::string_view path = input.plain_path();
  if (const Unread* const format = by_suffix(names, path)) {
    fail(ExitCode::bad_input, "{}: {} by its name, which is not read; {}; if it is of another format, say its --format",
         input.name(), format->what, advice_of(*format));
  }
  if (!is_binary(input.head())) return;
  if (const Unread* const format = by_suffix(binary_names, path)) refuse(input.name(), *format);
}

void refuse_unread_archive(std::string_view path) {
  if (const Unread* const format = by_suffix(archive_names, path)) refuse(path, *format);
}

}  // namespace mg
