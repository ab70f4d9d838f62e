// Results that are tables of their own size: how they are checked, ranked and written, by the file's names in any order
// of the graph.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/built_in.hpp"
#include "engine/algorithm.hpp"
#include "engine/error.hpp"
#include "engine/registry.hpp"
#include "engine/results.hpp"
#include "engine/session.hpp"
#include "preprocess/building/build.hpp"
#include "preprocess/writers/result_writer.hpp"
#include "tests/temporary_folder.hpp"

namespace mg {
namespace {

using Texts = std::vector<std::string>;
using Meaning = ResultColumn::Meaning;

/// The arcs of the graph in the order of the file, each with its place; `Kind` is what it says of its rows, and with
/// `tears` its last column is a row short.
template <Rows Kind, bool tears>
class ListedArcs {
 public:
  static AlgorithmInfo info() {
    const std::string of = Kind == Rows::edges ? "edges" : Kind == Rows::pairs ? "pairs" : "table";
    return {.name = "test-" + of + (tears ? "-torn" : ""), .summary = "arcs", .rows = Kind, .row = "line"};
  }
  ListedArcs(const Graph& graph, const Parameters&) : graph_(graph) {}
  template <class L>
  void run(L& loop) {
    static_cast<void>(loop);
  }
  [[nodiscard]] Results results() const {
    return {{"source", ends(true), Meaning::vertex},
            {"target", ends(false), Meaning::vertex},
            {"place", [this] { return places(); }},
            {"last", ends(true, graph_.num_arcs() - 1), Meaning::vertex}};
  }

 private:
  /// One end of every arc; none in the row `missing`.
  [[nodiscard]] Array<std::uint32_t> ends(bool of_source, std::uint64_t missing = ~std::uint64_t{0}) const {
    std::vector<std::uint32_t> found;
    for (VertexId f = 0; f < graph_.num_vertices(); ++f) {
      const VertexId u = graph_.from_file(f);
      for (const VertexId v : graph_.out.row(u)) {
        found.push_back(found.size() == missing ? no_vertex : of_source ? u : v);
      }
    }
    return Array<std::uint32_t>::copy_of(found);
  }
  [[nodiscard]] Array<double> places() const {
    std::vector<double> found;
    for (EdgeId e = 0; e < graph_.num_arcs() - (tears ? 1 : 0); ++e) found.push_back(0.5 * static_cast<double>(e));
    return Array<double>::copy_of(found);
  }

  Graph graph_;
};

/// ant -> bee, bee -> cat, cat -> ant, and elk: no row has two arcs, whose order would be that of the numbers inside.
Graph circle(const std::string& order) {
  EdgeList list;
  const std::string names = "antbeecatelk";
  list.names = VertexNames::strings(Array<std::uint64_t>::copy_of(std::vector<std::uint64_t>{0, 3, 6, 9, 12}),
                                    Array<char>::copy_of(names));
  list.edges = Array<Edge>::copy_of(std::vector<Edge>{{0, 1}, {1, 2}, {2, 0}});
  BuildReport report;
  return build_graph(std::move(list), {.order = order}, report, silent_progress());
}

std::string failure(const std::function<void()>& action, ExitCode code) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "did not fail";
  return {};
}

void expect_contains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << text << "\nlacks: " << part;
}

class TableResults : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    register_built_in();
    register_algorithm<ListedArcs<Rows::edges, false>>();
    register_algorithm<ListedArcs<Rows::pairs, false>>();
    register_algorithm<ListedArcs<Rows::table, false>>();
    register_algorithm<ListedArcs<Rows::edges, true>>();
  }

  /// What is in the file after a run of an algorithm.
  std::string written(const std::string& algorithm, const std::string& name, const std::string& order) {
    const Graph graph = circle(order);
    const RunReport report = run_program(graph, {.algorithm = algorithm});
    ResultWriter writer(folder / name);
    writer.require_rows(report.algorithm);
    remarks = writer.write(graph, report.program->results(), silent_progress(), report.algorithm.rows);
    return read_file(folder / name);
  }

  TemporaryFolder folder;
  Texts remarks;
};

constexpr const char* orders[] = {"original", "random:3"};

TEST_F(TableResults, AreWrittenWithTheirOwnColumnsAlone) {
  for (const char* order : orders) {
    EXPECT_EQ(written("test-table", "r.tsv", order),
              "source\ttarget\tplace\tlast\nant\tbee\t0\tant\nbee\tcat\t0.5\tbee\ncat\tant\t1\t-1\n");
    EXPECT_EQ(written("test-edges", "r.csv", order),
              "source,target,place,last\nant,bee,0,ant\nbee,cat,0.5,bee\ncat,ant,1,-1\n");
  }
}

TEST_F(TableResults, AreWrittenAsNumpyReadsThem) {
  for (const char* order : orders) {
    const std::string text = written("test-table", "r.npy", order);
    expect_contains(text, "'descr': [('source', '|S3'), ('target', '|S3'), ('place', '<f8'), ('last', '|S3')]");
    expect_contains(text, "'shape': (3,)");
    EXPECT_EQ(text.substr(text.size() - 3), std::string("-1\0", 3));
  }
}

TEST_F(TableResults, AreWrittenAsBytesColumnByColumn) {
  for (const char* order : orders) {
    const std::string bytes = written("test-table", "r.bin", order);
    std::vector<std::int64_t> targets(3);
    const std::size_t column = targets.size() * sizeof(std::int64_t);
    ASSERT_EQ(bytes.size(), 4 * column);
    std::memcpy(targets.data(), bytes.data() + column, column);
    EXPECT_EQ(targets, (std::vector<std::int64_t>{1, 2, 0}));
    EXPECT_EQ(remarks.size(), 3U) << "rows in place of names";
  }
}

TEST_F(TableResults, OfEdgesAreTheEdgesOfADocument) {
  for (const char* order : orders) {
    const std::string graphml = written("test-edges", "r.graphml", order);
    expect_contains(graphml, R"(<key id="r0" for="edge" attr.name="place" attr.type="double"/>
<key id="r1" for="edge" attr.name="last" attr.type="string"/>
<graph id="G" edgedefault="directed">
<node id="ant"/>
<node id="bee"/>
<node id="cat"/>
<node id="elk"/>
<edge source="ant" target="bee"><data key="r0">0</data><data key="r1">ant</data></edge>
<edge source="bee" target="cat"><data key="r0">0.5</data><data key="r1">bee</data></edge>
<edge source="cat" target="ant"><data key="r0">1</data></edge>
</graph>)");
    EXPECT_EQ(remarks, (Texts{"1 of 3 edges have no 'last' and are written without"}));
    expect_contains(written("test-pairs", "r.graphml", order), "edgedefault=\"undirected\"");
    const std::string gexf = written("test-pairs", "r.gexf", order);
    expect_contains(gexf, R"(<graph mode="static" defaultedgetype="undirected">
<attributes class="edge" mode="static">
<attribute id="0" title="place" type="double"/>
<attribute id="1" title="last" type="string"/>
</attributes>
<nodes>
<node id="ant" label="ant"/>)");
    expect_contains(
        gexf, R"(<edge id="2" source="cat" target="ant"><attvalues><attvalue for="0" value="1"/></attvalues></edge>)");
  }
}

TEST_F(TableResults, OfOtherThingsAreNoDocument) {
  const std::string message = failure([&] { written("test-table", "r.gexf", "original"); }, ExitCode::wrong_use);
  EXPECT_EQ(message,
            "the results of test-table are a table of lines, which a document of the graph cannot hold: write .tsv, "
            ".csv, .npy or .bin");
}

TEST_F(TableResults, OfUnequalColumnsAreNone) {
  const Graph graph = circle("original");
  const RunReport report = run_program(graph, {.algorithm = "test-edges-torn"});
  expect_contains(failure([&] { static_cast<void>(report.program->results()); }, ExitCode::wrong_use),
                  "'source' has 3 rows, 'place' has 2");
  const auto problem_of = [](Rows rows, VertexId vertices, const std::vector<ResultColumn>& columns) {
    return failure([&] { check_table({.name = "it", .summary = "", .rows = rows}, vertices, columns); },
                   ExitCode::wrong_use);
  };
  const ResultColumn place{.name = "place", .values = Array<double>::filled(3, 0)};
  expect_contains(problem_of(Rows::pairs, 3, {place}), "begin with two columns of vertices");
  expect_contains(problem_of(Rows::vertices, 4, {place}),
                  "the result 'place' of it has 3 rows, and the graph 4 vertices");
  expect_contains(problem_of(Rows::vertices, 3, {place, place}), "two are called 'place'");
  check_table({.name = "it", .summary = ""}, 3, std::vector{place});
}

TEST_F(TableResults, AreRankedByTheLastNumberWholeRowsAtATime) {
  for (const char* order : orders) {
    const Graph graph = circle(order);
    const RunReport report = run_program(graph, {.algorithm = "test-edges"});
    const Ranking ranking = ranking_of(graph, Rows::edges, report.program->results(), 2);
    EXPECT_EQ(ranking.by, "place");
    EXPECT_EQ(ranking.rows, (std::vector<Texts>{{"cat", "ant", "1", "-1"}, {"bee", "cat", "0.5", "bee"}}));
    const std::vector<ResultColumn> columns = report.program->results();
    EXPECT_EQ(ranking_of(graph, Rows::edges, std::span(columns).first(2), 2).rows,
              (std::vector<Texts>{{"ant", "bee"}, {"bee", "cat"}}));
    EXPECT_TRUE(ranking_of(graph, Rows::edges, {}, 2).rows.empty());
  }
}

TEST_F(TableResults, SayWhatARowIs) {
  EXPECT_EQ(row_word(find_algorithm("bfs").info), "vertex");
  EXPECT_EQ(row_word(find_algorithm("test-pairs").info), "pair");
  EXPECT_EQ(row_word(find_algorithm("test-table").info), "line");
}

}  // namespace
}  // namespace mg
