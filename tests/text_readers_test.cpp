// Edge lists, CSV, adjacency lists, Graphalytics pairs and package lists: what they mean and what is refused.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "engine/cpu/processors.hpp"
#include "engine/error.hpp"
#include "preprocess/read.hpp"
#include "tests/temporary_folder.hpp"

namespace mg {
namespace {

using Row = std::tuple<std::string, std::string, double>;

std::vector<Row> rows(const EdgeList& list) {
  std::vector<Row> result;
  for (std::size_t i = 0; i < list.edges.size(); ++i) {
    double weight = 0;
    if (const auto* integers = std::get_if<Array<std::uint32_t>>(&list.weights)) weight = (*integers)[i];
    if (const auto* floats = std::get_if<Array<float>>(&list.weights)) weight = (*floats)[i];
    result.emplace_back(list.names.name(list.edges[i].source), list.names.name(list.edges[i].target), weight);
  }
  return result;
}

std::vector<std::string> names(const EdgeList& list) {
  std::vector<std::string> result;
  for (VertexId v = 0; v < list.num_vertices(); ++v) result.push_back(list.names.name(v));
  return result;
}

bool decided(const EdgeList& list, std::string_view what) {
  for (const std::string& decision : list.decisions) {
    if (decision.find(what) != std::string::npos) return true;
  }
  return false;
}

struct Case {
  std::string_view file = "graph";
  ReadOptions options = {};
};

ReadOptions as(std::string format, Isolated isolated = Isolated::automatic, bool weights = true) {
  return {.format = std::move(format), .isolated = isolated, .read_weights = weights};
}

EdgeList read(std::string_view content, const Case& how = {}) {
  const TemporaryFolder folder;
  ReadOptions options = how.options;
  options.block_size = 16;  // every line is near the end of a block
  const std::string path = folder.write(how.file, content);
  return read_graph({&path, 1}, options, silent_progress());
}

/// The message that reading `content` must fail with, without the path.
std::string error_of(std::string_view content, const Case& how = {}) {
  const TemporaryFolder folder;
  ReadOptions options = how.options;
  options.block_size = 16;
  const std::string path = folder.write(how.file, content);
  try {
    read_graph({&path, 1}, options, silent_progress());
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::bad_input);
    const std::string message = error.what();
    return message.starts_with(path) ? message.substr(path.size()) : message;
  }
  return "no error";
}

void expect_error(std::string_view content, std::string_view start, std::string_view part, const Case& how = {}) {
  const std::string message = error_of(content, how);
  EXPECT_TRUE(message.starts_with(start)) << message;
  EXPECT_NE(message.find(part), std::string::npos) << message;
}

TEST(EdgeListReader, TakesEverySeparatorAndComment) {
  const std::vector<Row> expected = {{"1", "2", 0}, {"2", "3", 0}, {"10", "1", 0}};
  for (const char* text : {"1 2\n2 3\n10 1\n", "1\t2\n2\t3\n10\t1", "1,2\n2,3\n10,1\n", "1;2\n2;3\n10;1\n",
                           "# c\n% c\n\n1 2\r\n2 3\r\n// c\r\n10 1\r\n", "  1   2 \n\n2\t 3\t\n 10 1  ",
                           "1, 2\n2 ,3\n10 , 1\n", "\uFEFF1 2\n2 3\n10 1\n"}) {
    const EdgeList list = read(text);
    EXPECT_EQ(rows(list), expected) << text;
    EXPECT_EQ(names(list), (std::vector<std::string>{"1", "2", "3", "10"})) << text;
    EXPECT_EQ(list.names.kind(), VertexNames::Kind::integers);
    EXPECT_FALSE(list.direction_declared);
  }
}

TEST(EdgeListReader, CountsNamesWithoutGaps) {
  const EdgeList list = read("3 4\n5 3\n4 4\n");
  EXPECT_EQ(list.names.kind(), VertexNames::Kind::counted);
  EXPECT_EQ(list.names.first(), 3U);
  EXPECT_EQ(rows(list), (std::vector<Row>{{"3", "4", 0}, {"5", "3", 0}, {"4", "4", 0}}));
}

TEST(EdgeListReader, TakesNumbersOf64Bits) {
  const EdgeList list = read("1 2\n18446744073709551615 1\n5000000000 2\n0 4294967296\n7 8\n");
  EXPECT_EQ(names(list),
            (std::vector<std::string>{"0", "1", "2", "7", "8", "4294967296", "5000000000", "18446744073709551615"}));
  EXPECT_EQ(rows(list)[1], (Row{"18446744073709551615", "1", 0}));
  EXPECT_EQ(rows(list)[3], (Row{"0", "4294967296", 0}));
  EXPECT_EQ(rows(list)[4], (Row{"7", "8", 0}));
}

TEST(EdgeListReader, TakesConsecutiveNumbersBeyond32Bits) {
  const EdgeList list = read("5000000000 5000000001\n5000000002 5000000000\n");
  EXPECT_EQ(list.names.kind(), VertexNames::Kind::counted);
  EXPECT_EQ(rows(list)[1], (Row{"5000000002", "5000000000", 0}));
}

TEST(EdgeListReader, ChoosesTheTypeOfWeights) {
  EXPECT_EQ(type_of(read("1 2\n").weights), WeightType::none);
  const EdgeList integers = read("1 2 5\n2 3 4294967295\n1 3 0\n");
  EXPECT_EQ(type_of(integers.weights), WeightType::u32);
  EXPECT_EQ(rows(integers)[1], (Row{"2", "3", 4294967295.0}));
  const EdgeList mixed = read("1 2 5\n2 3 4\n1 3 +7\n1 4 0.5\n1 5 1e3\n1 6 -3\n1 7 1e-60\n1 8 4294967296\n1 9 6\n");
  EXPECT_EQ(type_of(mixed.weights), WeightType::f32);
  const std::vector<double> weights = {5, 4, 7, 0.5, 1000, -3, 0, 4294967296.0, 6};
  for (std::size_t i = 0; i < weights.size(); ++i) EXPECT_EQ(std::get<2>(rows(mixed)[i]), weights[i]);
  EXPECT_EQ(type_of(read("1 2 x\n", {.options = as("el", Isolated::automatic, false)}).weights), WeightType::none);
}

TEST(EdgeListReader, NeverRoundsWeightsWrittenAsIntegers) {
  expect_error("1 2 3\n1 3 16777217\n1 4 2.5\n",
               ":2:5: ", "weight '16777217' cannot be kept exactly: weight '2.5' in line 3");
  expect_error("1 2 0.5\n1 3 16777217\n", ":2:5: ", "cannot be kept exactly");
  expect_error("1 2 3\n1 3 4294967297\n", ":2:5: ", "fits neither");
  expect_error("1 2 3\n1 3 -16777217\n", ":2:5: ", "fits neither");
  EXPECT_EQ(std::get<2>(rows(read("1 2 16777217.0\n1 3 1\n"))[0]), 16777216.0);
}

TEST(EdgeListReader, RefusesWeightsThatAreNoNumbers) {
  for (const char* weight : {"nan", "inf", "-inf", "1e60", "x", "1.5.2", "--1", "0x10", "1_000"}) {
    expect_error("1 2 3\n2 3 " + std::string(weight) + "\n", ":2:5: ", "expected a weight, found '");
  }
}

TEST(EdgeListReader, TakesStringsInOrderOfAppearance) {
  const EdgeList list = read("libc6 libgcc-s1\nlibgcc-s1 gcc-12-base\nZürich libc6\n");
  EXPECT_EQ(names(list), (std::vector<std::string>{"libc6", "libgcc-s1", "gcc-12-base", "Zürich"}));
  EXPECT_EQ(rows(list)[2], (Row{"Zürich", "libc6", 0}));
  EXPECT_EQ(names(read("007 8\n8 007\n")), (std::vector<std::string>{"007", "8"}));
}

TEST(EdgeListReader, TakesAllNamesForStringsWhenOneIs) {
  std::string text;
  std::vector<Row> expected;
  for (int i = 0; i < 2000; ++i) {
    const std::string source = std::to_string(5000000000 * (i % 3) + i % 100);
    const std::string target = i == 1500 ? "word" : std::to_string(i % 77);
    text += fmt::format("{} {}\n", source, target);
    expected.emplace_back(source, target, 0);
  }
  const EdgeList list = read(text);
  EXPECT_EQ(rows(list), expected);
  EXPECT_TRUE(decided(list, "numbers up to 'word' in line 1501"));
  EXPECT_EQ(names(list)[0], "0");
  EXPECT_EQ(names(list)[1], "5000000001");
}

TEST(EdgeListReader, RefusesMalformedNumbersAmongNumbers) {
  for (const char* bad : {"-1", "+1", "1.5", "1e3", "18446744073709551616"}) {
    expect_error("1 2\n3 4\n5 " + std::string(bad) + "\n", ":3:3: ", "expected a vertex");
  }
}

TEST(EdgeListReader, FindsHeaders) {
  for (const char* text : {"source,target,weight\n1,2,3\n", "a b c\n1 2 3\n", "x\ty\tz\n1\t2\t3\n"}) {
    const EdgeList list = read(text);
    EXPECT_EQ(rows(list), (std::vector<Row>{{"1", "2", 3}})) << text;
    EXPECT_TRUE(decided(list, "header: line 1"));
  }
  EXPECT_EQ(rows(read("# c\nFrom;To\nx;y\n")), (std::vector<Row>{{"x", "y", 0}}));
  EXPECT_EQ(rows(read("who,whom,much\nann,bob,3\n")), (std::vector<Row>{{"ann", "bob", 3}}));
  EXPECT_EQ(rows(read("a b\nc d\n")).size(), 2U);
  EXPECT_EQ(read("source,target\n").edges.size(), 0U);
}

TEST(EdgeListReader, HonoursSnapsCommentOnDirection) {
  const EdgeList list = read("# Undirected graph: com-x\n1 2\n");
  EXPECT_TRUE(list.direction_declared);
  EXPECT_FALSE(list.directed);
}

TEST(EdgeListReader, ReadsNothingFromNothing) {
  const Case asked_for{.options = as("el", Isolated::automatic)};
  for (const auto& [text, options] :
       {std::pair("", asked_for), {"\n\n", asked_for}, {"# nothing\n", asked_for}, {"# nothing\n", Case{}}}) {
    const EdgeList list = read(text, options);
    EXPECT_EQ(list.num_vertices(), 0U);
    EXPECT_TRUE(list.edges.empty());
  }
}

TEST(EdgeListReader, KeepsIsolatedVerticesOnRequest) {
  const Case keep{.options = as("el", Isolated::keep)};
  EXPECT_EQ(read("0 3\n", keep).num_vertices(), 4U);
  const EdgeList from_one = read("1 3\n4 3\n", keep);
  EXPECT_EQ(from_one.names.first(), 1U);
  EXPECT_EQ(from_one.num_vertices(), 4U);
  EXPECT_EQ(rows(from_one)[1], (Row{"4", "3", 0}));
  EXPECT_EQ(read("5 7\n", keep).num_vertices(), 8U);
  expect_error("0 900000000\n", ": ", "too large", keep);
  expect_error("0 18446744073709551615\n", ": ", "vertices", keep);
}

TEST(EdgeListReader, RefusesLinesThatDiffer) {
  expect_error("1 2\n3 4\n5\n", ":3:2: ", "expected 2 columns, as in line 1, found 1", {.options = as("el")});
  expect_error("1 2\n3 4 5\n", ":2:5: ", "expected 2 columns, as in line 1, found more: '5'", {.options = as("el")});
  expect_error("1 2 3\n3 4\n", ":2:4: ", "expected 3 columns, as in line 1, found 2", {.options = as("el")});
  expect_error("1 2 3 4\n", ":1:1: ", "expected 2 or 3 columns");
  expect_error("1,2\n3,\n", ":2:3: ", "found an empty field", {.options = as("csv")});
  expect_error("1,2\n3,4,\n", ":2:4: ", "found more", {.options = as("csv")});
  expect_error("a,b\nc d\n", ":2:4: ", "expected 2 columns, as in line 1, found 1", {.options = as("csv")});
  expect_error(std::string_view("a b\nc\0d e\n", 10), ":2:1: ", "zero byte", {.options = as("el")});
}

TEST(CsvReader, TakesQuotesAndSpacesInNames) {
  const EdgeList list =
      read("from,to,weight\n\"New York\",\"a, \"\"b\"\"\",2\n  Rome , New York,3\n", {.file = "x.csv"});
  EXPECT_EQ(rows(list), (std::vector<Row>{{"New York", "a, \"b\"", 2}, {"Rome", "New York", 3}}));
  EXPECT_EQ(rows(read("New York\tRome\nSan Marino\tSan Jose\n")),
            (std::vector<Row>{{"New York", "Rome", 0}, {"San Marino", "San Jose", 0}}));
  EXPECT_EQ(rows(read("\"1\",\"2\"\n", {.file = "x.csv"})), (std::vector<Row>{{"1", "2", 0}}));
  expect_error("a,b\n\"c,d\n", ":2:1: ", "closing quote", {.file = "x.csv"});
  expect_error("a,b\n\"\",d\n", ":2:1: ", "empty field", {.file = "x.csv"});
}

TEST(AdjacencyListReader, ReadsVerticesWithAndWithoutNeighbours) {
  const EdgeList list = read("1 2 3\n2 1\n4\n7 1 2 3\n");
  EXPECT_EQ(list.format, "adj");
  EXPECT_EQ(names(list), (std::vector<std::string>{"1", "2", "3", "4", "7"}));
  EXPECT_EQ(rows(list), (std::vector<Row>{
                            {"1", "2", 0}, {"1", "3", 0}, {"2", "1", 0}, {"7", "1", 0}, {"7", "2", 0}, {"7", "3", 0}}));
  expect_error("1 2\n2 x\n", ":2:3: ", "expected a vertex", {.options = as("adj")});
}

TEST(TextReaders, NumberNamesInOrderOfFirstAppearance) {
  std::string text;
  std::vector<std::string> expected;
  std::set<std::string> seen;
  for (int i = 0; i < 3000; ++i) {
    const std::array ends{fmt::format("v{}", i * i % 1009), fmt::format("v{}", i * 7919 % 1511)};
    text += fmt::format("{} {}\n", ends[0], ends[1]);
    for (const std::string& name : ends) {
      if (seen.insert(name).second) expected.push_back(name);
    }
  }
  EXPECT_EQ(names(read(text)), expected);
}

/// What must come out the same whatever the threads and the blocks.
std::tuple<std::vector<Row>, std::vector<std::string>, std::vector<std::string>> everything(const EdgeList& list) {
  return {rows(list), names(list), list.decisions};
}

TEST(TextReaders, DoNotDependOnThreadsOrBlocks) {
  const TemporaryFolder folder;
  std::string numbers;
  std::string words;
  std::string late;
  for (int i = 0; i < 5000; ++i) {
    const std::string source = std::to_string(i * 7919 % 1009 * 3);
    const std::string target = std::to_string(i * 104729 % 2003);
    numbers += fmt::format("{} {} {}\n", source, target, i == 4000 ? 0.25 : i % 300);
    words += fmt::format("v{},w{}\n", source, target);
    late += fmt::format("{}{}{}\n", source, i % 2000 == 1999 ? " w" : " ", target);
  }
  for (const std::string& text : {numbers, words, late}) {
    const std::string path = folder.write("graph", text);
    ReadOptions options;
    const auto expected = everything(read_graph({&path, 1}, options, silent_progress()));
    for (const int threads : {1, 2, 7}) {
      use_threads(threads);
      for (const std::size_t block_size : {std::size_t{10}, std::size_t{333}, std::size_t{1} << 16}) {
        options.block_size = block_size;
        EXPECT_TRUE(everything(read_graph({&path, 1}, options, silent_progress())) == expected)
            << threads << block_size;
      }
    }
    use_threads(0);
  }
}

}  // namespace
}  // namespace mg
