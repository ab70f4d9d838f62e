// Formats that people have and that are not read: each is named, whatever its file is called, and the way out is told.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/error.hpp"
#include "preprocess/read.hpp"
#include "tests/hostile/hostile_case.hpp"
#include "tests/temporary_folder.hpp"

namespace mg {
namespace {

struct Known {
  std::string name;
  std::string content;
  std::string what;    ///< the message names it so
  std::string advice;  ///< and says this
};

void check(const std::vector<Known>& files) {
  const TemporaryFolder folder;
  for (const Known& file : files) {
    SCOPED_TRACE(file.name + " " + file.what);
    const std::string path = folder.write(file.name, file.content);
    try {
      static_cast<void>(read_graph({&path, 1}, {}, silent_progress()));
      ADD_FAILURE() << "accepted";
    } catch (const Error& error) {
      const std::string message = error.what();
      EXPECT_EQ(error.code(), ExitCode::bad_input) << message;
      EXPECT_TRUE(message.starts_with(path + ":")) << message;
      EXPECT_NE(message.find(file.what), std::string::npos) << message;
      EXPECT_NE(message.find(file.advice), std::string::npos) << message;
      EXPECT_EQ(message.find("{}"), std::string::npos) << message;
    }
  }
}

const std::string zeros(40, '\0');

TEST(UnreadFormats, OfNauty) {
  const std::string advice = "networkx.write_edgelist(networkx.read_graph6('FILE'), 'FILE.el', data=False)";
  check({
      {"g.g6", ">>graph6<<DhC\n", "a graph6 file, which is not read", advice},
      {"g.txt", ">>graph6<<DhC\n", "a graph6 file", advice},
      {"g.txt", "DhC\nDQo\nD?{\n", "a graph6 file without its header", advice},
      {"g.txt", "DhC", "a graph6 file without its header", advice},
      {"g.txt", "DhC\r\nDQo\r\n", "a graph6 file without its header", advice},
      {"g.txt", "~?@?" + std::string(336, '?') + "\n", "a graph6 file without its header", advice},  // 64 vertices
      {"g.g6", "@\n", "a graph6 file by its name", advice},
      {"g", ">>sparse6<<:DaYn\n", "a sparse6 file", "networkx.read_sparse6('FILE')"},
      {"g.txt", ":DaYn\n:Fa@x^\n", "a sparse6 file", "networkx.read_sparse6('FILE')"},
      {"g.d6", ">>digraph6<<&DG_O?\n", "a digraph6 file", "listg -e"},
      {"g.txt", "&DG_O?\n", "a digraph6 file", "listg -e"},
      {"g", ">>planar_code<<\3\2\3", "a planar code file", "plantri"},
  });
}

TEST(UnreadFormats, OfTheLaw) {
  const std::string advice = "webgraph to arcs BASENAME > FILE.el";
  check({
      {"cnr-2000.graph", "\xB2\x91\1\x13\xF0\x80" + zeros, "a BVGraph of LAW, or another binary graph", advice},
      {"cnr-2000.properties", "#BVGraph properties\n#Mon\nnodes=3\narcs=2\n", "the properties of a BVGraph", advice},
      {"g.txt", "#BVGraph properties\nnodes=3\n", "the properties of a BVGraph", advice},
      {"cnr-2000.offsets", "\x81\x02" + zeros, "the offsets of a BVGraph", advice},
      {"cnr-2000.obl", "\x81\x02" + zeros, "the offsets of a BVGraph", advice},
  });
}

TEST(UnreadFormats, OfTables) {
  const std::string binary = std::string("\x15\x04\x15\x10", 4) + zeros;
  check({
      {"g.parquet", "PAR1" + binary + "PAR1", "a Parquet file", "pandas.read_parquet('FILE').to_csv('FILE.csv'"},
      {"g.csv", "PAR1" + binary + "PAR1", "a Parquet file", "pandas.read_parquet('FILE')"},
      {"g.arrow", "ARROW1" + binary, "an Arrow file", "pandas.read_feather('FILE')"},
      {"g.feather", "FEA1" + binary, "a Feather file", "pandas.read_feather('FILE')"},
      {"g.arrows", "\xFF\xFF\xFF\xFF" + binary, "a stream of Arrow", "pandas"},
      {"g.orc", "ORC\x08\x03\x10" + binary, "an ORC file", "pandas.read_orc('FILE')"},
      {"g.avro", "Obj\x01\x04\x14" + binary, "an Avro file", "avro-tools tojson"},
      {"g.db", "SQLite format 3" + zeros, "an SQLite database", "sqlite3 -header -csv FILE"},
      {"g.h5", "\x89HDF\r\n\x1A\n" + zeros, "an HDF5 file", "numpy.savetxt"},
      {"g.mat", "\x89HDF\r\n\x1A\n" + zeros, "MATLAB's .mat since 7.3 among them", "h5py"},
      {"g.mat", "MATLAB 5.0 MAT-file, Platform: GLNXA64" + zeros, "a MATLAB file", "scipy.io.loadmat('FILE')"},
      {"g.rds", with_zeros("X\n\0\0\0\3") + zeros, "a file of R", "write.csv"},
      {"g.RData", "RDX3\nX\n" + zeros, "a file of R", "write.csv"},
      {"g.rda", "\3\2" + zeros, "a file of R", "write.csv"},
      {"g.npy", "\x93NUMPY\1" + zeros, "a NumPy array", "numpy.savetxt('FILE.el', numpy.load('FILE'), '%d')"},
      {"g.xls", "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1" + zeros, "such as .xls", "write the sheet of edges as CSV"},
      {"g.dta", "<stata_dta><header>", "a Stata file", "pandas.read_stata"},
      {"g.sav", "$FL2@(#) SPSS\2" + zeros, "an SPSS file", "pandas.read_spss"},
      {"dump.sql", "--\n-- PostgreSQL database dump\n--\n", "a dump of a database", "COPY"},
      {"g.sql", "INSERT INTO e VALUES (1,2);\n", "SQL by its name", "COPY"},
      {"g.txt", " src | dst\n-----+-----\n   1 |   2\n(1 row)\n", "as a database or Markdown prints it", "psql --csv"},
      {"g.md", "| src | dst |\n|:----|----:|\n| a | b |\n", "as a database or Markdown prints it", "psql --csv"},
      {"g.txt", "+---+---+\n| a | b |\n+---+---+\n| 1 | 2 |\n", "as a database prints it", "mysql --batch"},
      {"g.csv", "sep=;\nsource;target\na;b\n", "tells a spreadsheet what separates columns", "tail -n +2"},
  });
}

TEST(UnreadFormats, OfPrograms) {
  check({
      {"g.gt", "\xE2\x9B\xBE gt\1" + zeros, "a file of graph-tool", "save('FILE.graphml')"},
      {"g.gpickle", "\x80\4\x95" + zeros, "a pickle of Python", "if you trust whoever made it"},
      {"g", "\x80\5\x95" + zeros, "a pickle of Python", "pickle.load"},
      {"g.pkl", "ccopy_reg\n_reconstructor\n", "a pickle of Python", "pickle.load"},
      {"g.pkl", "}q" + zeros, "a pickle of Python", "pickle.load"},
      {"g.lgr", "LEDA.GRAPH\nstring\nint\n-1\n2\n|{a}|\n", "a LEDA graph", "awk 'NF >= 4"},
      {"g.tlp", "(tlp \"2.0\"\n(nodes 0 1)\n(edge 0 0 1)\n)\n", "a Tulip graph", "awk '/^\\(edge /"},
      {"g.dgs", "DGS004\nnull 0 0\nan \"A\"\nae \"AB\" \"A\" \"B\"\n", "a GraphStream file", "\"ae\""},
      {"g.vna", "*node data\nID name\n1 a\n*tie data\nfrom to\n1 1\n", "a VNA file", "--columns 1,2"},
      {"g.txt", "*Tie data\nfrom to strength\n1 2 3\n", "a VNA file", "--columns 1,2"},
      {"g.vna", "\n*node properties\n", "a VNA file", "--columns 1,2"},
      {"g.gfa", "H\tVN:Z:1.0\nS\t1\tACG\nL\t1\t+\t2\t+\t0M\n", "a GFA file", "$1 == \"L\""},
      {"g.gfa", "S\t1\tACG\nL\t1\t+\t2\t+\t0M\n", "a GFA file", "$1 == \"L\""},
      {"g.nt", "<http://a> <http://p> <http://b> .\n", "RDF in N-Triples", "rapper"},
      {"g.txt", "# c\n<http://a> <http://p> \"b\" .\n", "RDF in N-Triples", "awk"},
      {"g.ttl", "@prefix ex: <http://e/> .\nex:a ex:p ex:b .\n", "RDF in Turtle", "riot"},
      {"g.ttl", "PREFIX ex: <http://e/>\nex:a ex:p ex:b .\n", "RDF in Turtle", "riot"},
      {"g.ttl", "# c\nex:a ex:p ex:b .\n", "RDF by its name", "riot"},
      {"g.yaml", "nodes:\n  - a\nedges:\n  - [a, b]\n", "a YAML file by its name", "json.dump"},
      {"g", "!!python/object:networkx.Graph\n_adj: {}\n", "a YAML file of Python", "json.dump"},
      {"g", "AdjacencyGraph\n3\n2\n0\n1\n2\n1\n2\n", "a graph of Ligra", "awk 'NR == 2 {n = $1}"},
      {"g.adj", "WeightedAdjacencyGraph\n2\n1\n0\n1\n1\n7\n", "a graph of Ligra", "awk"},
      {"g", "AdjacencyHypergraph\n1\n", "a hypergraph of Ligra", "make pairs"},
      {"g.hgr", "4 3\n1 2 3\n2 3\n1\n", "a hypergraph of hMETIS", "make pairs"},
      {"g.rb", "title\n 7 1 2 4\nrua 3 3 4 0\n", "a matrix of Rutherford and Boeing", "Matrix Market"},
      {"g.rua", "title\n", "a matrix of Harwell and Boeing", "scipy.io.hb_read"},
      {"g.cx2", "[{\"CXVersion\":\"2.0\"},{\"nodes\":[]}]", "a CX2 file", "export the network from Cytoscape"},
      {"g.cx", "[{\"numberVerification\":[]},{\"nodes\":[]}]", "a CX file", "export the network from Cytoscape"},
      {"g.sif", "a pp b\nb pp c\n", "a SIF file", "--columns 1,3"},
      {"g.SIF", "a\tpp\tb\tc\n", "a SIF file", "awk '{for (i = 3; i <= NF; ++i)"},
      {"g.mmd", "graph TD\n  A --> B\n", "a Mermaid diagram", "A B a line"},
      {"g.txt", "flowchart LR\n  A --> B\n", "a Mermaid diagram", "A B a line"},
      {"g.puml", "@startuml\nA -> B\n@enduml\n", "a PlantUML diagram", "A B a line"},
      {"g.cypher", "CREATE (a)-[:KNOWS]->(b);\n", "a program in Cypher", "apoc.export.graphml.all"},
      {"g.osm.pbf", with_zeros("\0\0\0\x0D\x0A\x09OSMHeader"), "OpenStreetMap data", "osmnx"},
      {"g.osm", "<?xml version=\"1.0\"?><osm version=\"0.6\"/>", "root element is <osm>", "GraphML and GEXF"},
      {"g.bcsr", "\1\2" + zeros, "a binary graph of compressed rows", "as an edge list or .mtx"},
      {"g.bin", "\1\2" + zeros, "binary data", "as an edge list or .mtx"},
      {"g.xyz", "\1\2" + zeros, "not text", "export it from what wrote it as text"},
      {"g.pdf", "%PDF-1.4\n1 0\n", "a PDF document", "which is no graph"},
      {"g.el", "\x89PNG\r\n\x1A\n" + zeros, "an image", "which is no graph"},
      {"g",
       "\x7F"
       "ELF\2\1\1" +
           zeros,
       "a program", "which is no graph"},
      {"g.deb", "!<arch>\ndebian-binary", "an ar archive", "unpack it"},
      {"g.rar", "Rar!\x1A\x07\1" + zeros, "a rar archive", "unpack it"},
  });
}

TEST(UnreadFormats, ThatAreArchivesOfOtherFiles) {
  const std::string mark = "PK\3\4" + zeros;
  check({
      {"g.npz", mark, "an archive of NumPy arrays", "scipy.sparse.load_npz('FILE')"},
      {"g.xlsx", mark, "a spreadsheet", "write the sheet of edges as CSV"},
      {"g.ods", mark, "a spreadsheet", "write the sheet of edges as CSV"},
      {"g.gephi", mark, "a project of Gephi", "export the graph from Gephi, as GEXF or GraphML"},
      {"g.cys", mark, "a session of Cytoscape", "export the network"},
      {"g.docx", mark, "a text document", "which is no graph"},
      {"g.zip", mark, "zip archive is damaged", ""},
  });
}

TEST(UnreadFormats, OfDimacs) {
  check({
      {"g.col", "c x\np edge 4 3\ne 1 2\n", "found 'p' and 'edge'", "awk '/^[ae] / {print $2, $3, $4}'"},
      {"g.txt", "p tw 4 3\n1 2\n2 3\n", "found 'p' and 'tw'", "awk '!/^[cp]/ {print $1, $2}'"},
      {"g.gr", "p ds 4 3\n1 2\n", "found 'p' and 'ds'", "awk '!/^[cp]/ {print $1, $2}'"},
      {"g.co", "p aux sp co 2\nv 1 10 10\n", "found 'p' and 'aux'", "holds no edges: coordinates"},
      {"g.cnf", "p cnf 3 2\n1 -3 0\n", "found 'p' and 'cnf'", "none of a graph's edges"},
  });
}

TEST(UnreadFormats, WhoseLinesCouldPassForEdges) {
  const std::string nodes_then_edges = "the Trivial Graph Format";
  check({
      {"g.tgf", "1 First node\n2 Second node\n#\n1 2 Edge between the two\n", nodes_then_edges, "sed '1,/^#/d'"},
      {"g.tgf", "1\n2\n#\n1 2\n", nodes_then_edges, "sed '1,/^#/d'"},
      {"g.txt", "1 a\n2 b\n#\n1 2\n", nodes_then_edges, "sed '1,/^#/d'"},
      {"g.txt", "1 a\n2 b\n3 c\n#\n1 2\n2 3\n", nodes_then_edges, "sed '1,/^#/d'"},
      {"g.txt", "4 3\n1 2\n2 3\n3 4\n", "'4 3', could be an edge or the sizes of the graph", "--header yes"},
      {"g.txt", "# c\n5 6\n0 1\n1 2\n2 3\n3 4\n4 0\n0 2\n", "2:1: line 2, '5 6'", "--header no to take it for an edge"},
      {"g.txt", "4 4 0\n1 2 7\n2 3 1\n3 4 1\n4 1 2\n", "'4 4 0', could be an edge or the sizes", "--header yes"},
      {"g.csv", "4,3\n1,2\n2,3\n3,4\n", "could be an edge or the sizes of the graph", "--header yes"},
      {"g.txt", "4 4 3\n1 2 5\n2 3 6\n3 4 7\n", "'4 4 3', could be an edge or the sizes", "--header yes"},
      {"g.txt", "4 5 3\n1 5 0.5\n2 3 0.25\n4 4 7\n", "'4 5 3', could be an edge or the sizes", "--header yes"},
      {"g.txt", "4 3\n1 2 1\n2 3 -1\n3 4 1\n", "1:1: a line of two numbers, '4 3', above", "tail -n +2"},
      {"g.txt", "4 3\n1 2 1\n2 3 1\n3 4 1\n", "1:1: a line of two numbers, '4 3', above", "tail -n +2"},
      {"g.txt", "% c\n4 3\n1 2 .5\n2 3 1\n3 4 1\n", "2:1: a line of two numbers, '4 3', above", "tail -n +3"},
      {"g.txt", "0 1 0 1\n1 0 1 0\n0 1 0 0\n1 0 0 0\n", "as in an adjacency matrix", "print NR, i, $i"},
      {"g.csv", "0,1,0\n1,0,1\n0,1,0\n", "as in an adjacency matrix", "print NR, i, $i"},
      {"g.csv", ",a,b,c\na,0,1,0\nb,1,0,1\nc,0,1,0\n", "as in an adjacency matrix", "--columns"},
      {"g.csv", ";a;b;c\na;0;0.5;0\nb;1;0;1\nc;0;1;0\n", "as in an adjacency matrix", "--columns"},
      {"g.txt", "0: 1 2\n1: 0\n2: 0\n", "a vertex and a colon", "--format adj"},
      {"g.txt", "a: b, c\nb: a\n", "a vertex and a colon", "tr ':,' '  '"},
  });
}

struct Read {
  std::string name, content;
  std::size_t edges;
};

TEST(UnreadFormats, AreNotSeenInGraphsThatAreRead) {
  const TemporaryFolder folder;
  for (const auto& [name, content, edges] : std::vector<Read>{
           {"genes.txt", "PAR1 PAR2\nARROW1 PAR1\n", 2},  // names of genes
           {"a.txt", "graph LR\nLR TD\n", 2},             // names, not a diagram
           {"b.txt", "@base @prefix\n@prefix @c\n", 2},   // accounts
           {"c.txt", "1 2\n2 1\n#\n1 2\n", 3},            // an empty comment
           {"d.txt", "a b\nb c\n#\na c\n", 3},            // likewise
           {"e.txt", "1 2 3\n2 3 1\n3 1 2\n", 3},         // three edges with weights
           {"f.txt", "0 1\n1 0\n", 2},                    // a matrix and an edge list are the same graph
           {"g.txt", "4 3\n1 2\n2 3\n", 3},               // too few edges to tell
           {"h.txt", "4 3\n1 2\n2 3\n9 4\n", 4},          // 9 is no vertex of 4
           {"i.txt", "5 4 9\n1 2 5\n2 3 6\n3 4 7\n", 4},  // 9 edges do not follow
           {"j.txt", "a: b\nc: d\ne f\n", 3},             // names with colons
           {"k.txt", "<a> <b>\n<b> <c>\n", 2},            // names in angles
           {"l.txt", "RDX3 x\nx ORC\n", 2},
           {"m.txt", "DGS004 x\n", 1},
           {"n.txt", "LEDA GRAPH\n", 1},
           {"o.nt", "1 2\n2 3\n", 2},
           {"p.bin", "1 2\n2 3\n", 2},
           {"q.graph", "2 1\n2\n1\n", 1},
           {"r.db", "1 2\n", 1},
           {"s.txt", "a|b\n-|-\n", 2},   // names, nothing ruled
           {"t.txt", "a b\n-- c\n", 2},  // likewise
           {"u.txt", "sep b\nb seq\n", 2},
       }) {
    SCOPED_TRACE(name);
    const std::string path = folder.write(name, content);
    try {
      EXPECT_EQ(read_graph({&path, 1}, {}, silent_progress()).edges.size(), edges);
    } catch (const Error& error) {
      ADD_FAILURE() << error.what();
    }
  }
}

TEST(UnreadFormats, AreReadAsAskedWhereAnOptionSaysHow) {
  const TemporaryFolder folder;
  const auto edges = [&](const std::string& name, const std::string& content, auto&& set) {
    ReadOptions options;
    set(options);
    const std::string path = folder.write(name, content);
    return read_graph({&path, 1}, options, silent_progress()).edges.size();
  };
  EXPECT_EQ(edges("g.sif", "a pp b\nb pp c\n", [](auto& options) { options.table.columns = "1,3"; }), 2U);
  EXPECT_EQ(edges("h.sif", "a b\nb c\n", [](auto& options) { options.format = "el"; }), 2U);
  EXPECT_EQ(
      edges("m.txt", "0 1 0 1\n1 0 1 0\n0 1 0 0\n1 0 0 0\n", [](auto& options) { options.table.columns = "1,2"; }), 4U);
  const std::string sizes = "4 3\n1 2\n2 3\n3 4\n";
  EXPECT_EQ(edges("s.txt", sizes, [](auto& options) { options.table.header = true; }), 3U);
  EXPECT_EQ(edges("s.txt", sizes, [](auto& options) { options.table.header = false; }), 4U);
  EXPECT_EQ(edges("c.txt", "a: b\nc: d\n", [](auto& options) { options.table.delimiter = ' '; }), 2U);
}

}  // namespace
}  // namespace mg
