// What readers of documents that list nodes and edges have in common.
#include "preprocess/listed_graph.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
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
