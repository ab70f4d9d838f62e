// What readers of documents that list nodes and edges have in common.
#include "preprocess/readers/listed_graph.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mg {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

ListedGraph listed(const ReadOptions& options = {}) {
  return {"g.doc", options, [] { return TextPosition{7, 3}; }};
}

std::string message_of(ListedGraph& graph) {
  try {
    static_cast<void>(graph.finish("doc", {}));
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

std::vector<std::string> names_of(const EdgeList& list) {
  std::vector<std::string> names;
  for (VertexId i = 0; i < list.names.size(); ++i) names.push_back(list.names.name(i));
  return names;
}

TEST(ListedGraph, VerticesAreNumberedAsTheyAreDeclaredOrNamed) {
  ListedGraph graph = listed();
  EXPECT_TRUE(graph.node("b"));
  graph.edge({"b", "c"});
  EXPECT_TRUE(graph.node("a"));
  EXPECT_FALSE(graph.node("a"));
  const EdgeList list = graph.finish("doc", {});
  EXPECT_EQ(names_of(list), (std::vector<std::string>{"b", "c", "a"}));
  EXPECT_EQ(list.edges.span()[0], (Edge{0, 1}));
  EXPECT_FALSE(list.directed);
  EXPECT_THAT(list.decisions, Contains("nodes: 2 are declared, 1 are named by edges alone"));
}

/// Ends of edges wait in a queue; what is asked or declared in between must find them numbered.
TEST(ListedGraph, QueuedEdgesAreNumberedInTheOrderOfTheDocument) {
  constexpr VertexId count = 5000;  // several queues
  const auto name = [](VertexId i) { return fmt::format("n{}", i); };
  ListedGraph graph = listed();
  for (VertexId i = 0; i < count; ++i) {
    graph.edge({name(2 * i), name(2 * i + 1)});
    graph.edge({name(2 * i + 1), name(i)});
    if (i % 700 == 1) {
      EXPECT_EQ(graph.num_nodes(), 2 * i + 2);
      EXPECT_TRUE(graph.is_node(name(2 * i + 1)));
      EXPECT_FALSE(graph.is_node(name(2 * i + 2)));
    }
    if (i % 700 == 2) {
      EXPECT_EQ(graph.vertex(name(2 * i + 1)), 2 * i + 1);
    }
    if (i % 700 == 3) graph.edge_between(i, 0, {});
    if (i % 700 == 4) {
      EXPECT_TRUE(graph.node(name(2 * i + 1)));
    }
    if (i % 700 == 5) {
      EXPECT_FALSE(graph.node(name(2 * (i - 1) + 1)));
    }
  }
  const EdgeList list = graph.finish("doc", {});
  ASSERT_EQ(list.names.size(), 2 * count);
  for (VertexId i = 0; i < list.names.size(); ++i) ASSERT_EQ(list.names.name(i), name(i));
  std::size_t at = 0;
  for (VertexId i = 0; i < count; ++i) {
    ASSERT_EQ(list.edges.span()[at++], (Edge{2 * i, 2 * i + 1}));
    ASSERT_EQ(list.edges.span()[at++], (Edge{2 * i + 1, i}));
    if (i % 700 == 3) {
      ASSERT_EQ(list.edges.span()[at++], (Edge{i, 0}));
    }
  }
  EXPECT_EQ(at, list.edges.size());
}

TEST(ListedGraph, ANameMayBeLongerThanTheQueue) {
  ListedGraph graph = listed();
  const std::string longest(std::size_t{1} << 20, 'x');
  graph.edge({"a", longest});
  graph.edge({longest, "b"});
  const EdgeList list = graph.finish("doc", {});
  EXPECT_EQ(names_of(list), (std::vector<std::string>{"a", longest, "b"}));
  EXPECT_EQ(list.edges.span()[1], (Edge{1, 2}));
}

TEST(ListedGraph, LabelsStayWithNodesThatQueuedEdgesNamed) {
  ReadOptions options;
  options.table.names = NameKind::labels;
  ListedGraph graph = listed(options);
  graph.edge({"1", "2"});
  graph.node("3", "three");
  graph.edge({"4", "3"});
  graph.node("2", "two");
  EXPECT_EQ(names_of(graph.finish("doc", {})), (std::vector<std::string>{"1", "two", "three", "4"}));
}

/// The place of a weight is where the document was when it was read, not when its edge left the queue.
TEST(ListedGraph, AQueuedEdgesWeightHasItsOwnPlace) {
  TextPosition here{1, 1};
  ListedGraph graph("g.doc", {}, [&here] { return here; });
  for (; here.line < 3000; ++here.line) {
    std::optional<std::string_view> weight;
    if (here.line == 1500) weight = "4294967295";
    if (here.line == 2000) weight = "0.5";
    graph.edge({"a", "b", weight});
  }
  const std::string message = message_of(graph);
  EXPECT_THAT(message, HasSubstr("g.doc:1500:1: weight '4294967295' cannot be kept exactly"));
  EXPECT_THAT(message, HasSubstr("weight '0.5' in line 2000"));
}

TEST(ListedGraph, NumbersInOrderAreCounted) {
  ListedGraph graph = listed();
  for (const char* id : {"9", "10", "11"}) graph.node(id);
  EXPECT_EQ(graph.finish("doc", {}).names.kind(), VertexNames::Kind::counted);
  ListedGraph padded = listed();
  for (const char* id : {"09", "10", "11"}) padded.node(id);
  EXPECT_EQ(names_of(padded.finish("doc", {}))[0], "09");
}

TEST(ListedGraph, LabelsAreNamesWhenAsked) {
  ReadOptions options;
  options.table.names = NameKind::labels;
  ListedGraph graph = listed(options);
  graph.node("1", "one");
  graph.node("2");
  const EdgeList list = graph.finish("doc", {});
  EXPECT_EQ(names_of(list), (std::vector<std::string>{"one", "2"}));
  EXPECT_THAT(list.decisions, Contains(HasSubstr("1 have none")));
  ListedGraph twice = listed(options);
  twice.node("1", "x");
  twice.node("2", "x");
  EXPECT_THAT(message_of(twice), HasSubstr("nodes '1' and '2' have the same label, 'x'"));
}

TEST(ListedGraph, EdgesWithoutAWeightWeighOne) {
  ListedGraph graph = listed();
  graph.edge({"a", "b"});
  graph.edge({"b", "c", "2.5"});
  graph.edge({"c", "d"});
  const EdgeList list = graph.finish("doc", {});
  const auto& weights = std::get<Array<float>>(list.weights);
  EXPECT_EQ(std::vector<float>(weights.begin(), weights.end()), (std::vector<float>{1, 2.5, 1}));
  EXPECT_THAT(list.decisions, Contains(HasSubstr("2 of 3 edges have none and weigh 1")));
}

TEST(ListedGraph, WeightsAreKeptOrRefused) {
  ListedGraph integers = listed();
  integers.edge({"a", "b", "4294967295"});
  EXPECT_EQ(std::get<Array<std::uint32_t>>(integers.finish("doc", {}).weights)[0], 4294967295U);
  ListedGraph changed = listed();
  changed.edge({"a", "b", "4294967295"});
  changed.edge({"a", "b", "0.5"});
  EXPECT_THAT(message_of(changed), HasSubstr("g.doc:7:3: weight '4294967295' cannot be kept exactly"));
  ListedGraph rounded = listed();
  rounded.edge({"a", "b", "0.1"});
  EXPECT_THAT(rounded.finish("doc", {}).decisions, Contains(HasSubstr("1 of them rounded to 32 bits")));
  ListedGraph word = listed();
  EXPECT_THROW(word.edge({"a", "b", "heavy"}), Error);
}

TEST(ListedGraph, TheAskedAttributeIsTheWeight) {
  const WeightAttribute standard{ReadOptions{}};
  EXPECT_GT(standard.rank("Weight"), standard.rank("value"));
  EXPECT_EQ(standard.rank("capacity"), 0);
  ReadOptions asked;
  asked.weight_attribute = "capacity";
  EXPECT_GT(WeightAttribute(asked).rank("capacity"), 0);
  EXPECT_EQ(WeightAttribute(asked).rank("weight"), 0);
  ListedGraph graph = listed(asked);
  graph.edge({"a", "b"});
  graph.edge_attribute("weight");
  EXPECT_THAT(message_of(graph), HasSubstr("no edge of g.doc has that attribute; edges have 'weight' (of 1 edges)"));
  ListedGraph mixed = listed();
  mixed.edge({"a", "b", "1", 2});
  EXPECT_THROW(mixed.edge({"a", "b", "1", 1}), Error);
}

TEST(ListedGraph, MixedDirectionsBecomeEdgesEachWay) {
  ListedGraph graph = listed();
  graph.declare_direction(false);
  graph.edge({"a", "b", "3"});
  graph.edge({"b", "c", "4", 2, true});
  graph.edge({"c", "c", "5"});
  const EdgeList list = graph.finish("doc", {});
  EXPECT_TRUE(list.directed);
  EXPECT_EQ(list.edges.span()[3], (Edge{1, 0}));
  EXPECT_EQ(list.edges.size(), 4U);
  EXPECT_EQ(std::get<Array<std::uint32_t>>(list.weights)[3], 3U);
  EXPECT_THAT(list.decisions, Contains("direction: mixed; each of the 2 undirected edges became an edge each way"));
}

}  // namespace
}  // namespace mg
