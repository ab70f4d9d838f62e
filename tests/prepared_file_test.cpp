// The prepared graph file: what goes in comes out, and nothing that is done to a file goes unnoticed or crashes.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

#include "preprocess/building/check_tiles.hpp"
#include "preprocess/prepared/file.hpp"
#include "tests/prepared_fixture.hpp"

namespace mg {
namespace {

TEST_F(PreparedFile, GivesBackWhatWasWritten) {
  for (const Graph& graph : graphs()) {
    write(graph);
    verify();
    const Graph opened = open_prepared(path_);
    check_bounds(opened, path_);
    expect_same(graph, opened);
    EXPECT_TRUE(graph.directed || graph.num_arcs() == 0 || opened.in.neighbors.same_storage(opened.out.neighbors));
  }
}

TEST_F(PreparedFile, OneDirectionIsEnough) {
  for (const Graph& graph : graphs()) {
    for (const char* layouts : {"csr", "csc"}) {
      write(graph, {.layouts = Layouts::parse(layouts), .threads = 1});
      verify();
      expect_same(graph, open_prepared(path_));
    }
  }
}

TEST_F(PreparedFile, TilesComeBackAsTheyWere) {
  for (const Graph& graph : graphs()) {
    for (const char* layouts : {"csr,csc,tiles", "csr,tiles", "tiles,csc"}) {
      write(graph, {.layouts = Layouts::parse(layouts), .threads = 1});
      verify();
      const Graph opened = open_prepared(path_);
      check_bounds(opened, path_);
      expect_same(graph, opened);
      ASSERT_NE(opened.tiles, nullptr);
      EXPECT_NO_THROW(check_tiles(*opened.tiles, graph.in, path_, 1));
      EXPECT_EQ(opened.tiles->shape, TileShape());
    }
    const Graph opened = open_prepared(path_);
    write(opened, {.layouts = Layouts::parse("csr,csc"), .threads = 1});
    EXPECT_EQ(open_prepared(path_).tiles, nullptr) << "nobody asked for them";
  }
}

TEST_F(PreparedFile, TilesAreListedAndNotRequired) {
  write(graphs()[5], {.layouts = Layouts::parse("csr,csc,tiles"), .threads = 1});
  std::size_t listed = 0;
  for (const PreparedInfo::Section& section : inspect_prepared(path_).sections) {
    const bool of_tiles = section.name.starts_with("tiles.");
    listed += of_tiles ? 1 : 0;
    EXPECT_EQ(section.required, !of_tiles) << section.name;
    EXPECT_EQ(of_tiles, section.type >= 80 && section.type <= 94) << section.name;
  }
  EXPECT_EQ(listed, 15U);
}

TEST_F(PreparedFile, LargeSectionsStandOnPages) {
  const Graph graph = make({30000, 300000, WeightType::u32, true, "random:1", VertexNames::counted(0, 30000)});
  write(graph);
  verify_prepared(path_, silent_progress(), 3);
  expect_same(graph, open_prepared(path_));
  for (const auto& section : inspect_prepared(path_).sections) {
    EXPECT_EQ(section.offset % (section.bytes >= prepared::page_aligned_from ? 4096 : 64), 0U) << section.name;
  }
}

TEST_F(PreparedFile, TheSameGraphMakesTheSameBytes) {
  const Graph graph = graphs()[4];
  write(graph, {.threads = 1});
  const auto bytes = read_bytes(path_);
  write(graph, {.threads = 4});
  EXPECT_EQ(read_bytes(path_), bytes);
}

TEST_F(PreparedFile, TheMappingOutlivesTheFile) {
  const Graph graph = graphs()[5];
  write(graph);
  const Graph opened = open_prepared(path_);
  std::filesystem::remove(path_);
  expect_same(graph, opened);
}

TEST_F(PreparedFile, InfoTellsWhatIsInside) {
  const Provenance provenance{{"a.mtx", "umlaut \xfc.el"}, "mtx", {"1-based", "3 duplicates merged"}};
  write(graphs()[4], {.provenance = provenance});
  const PreparedInfo info = inspect_prepared(path_);
  EXPECT_EQ(info.metadata.provenance.inputs[0], "a.mtx");
  EXPECT_EQ(info.metadata.provenance.decisions, provenance.decisions);
  EXPECT_TRUE(info.metadata.weight_facts.negative);
  const nlohmann::json json = info.to_json();
  EXPECT_EQ(json["graph"]["vertices"], 12);
  EXPECT_EQ(json["graph"]["order"], "degree");
  EXPECT_EQ(json["bytes"], std::filesystem::file_size(path_));
  EXPECT_EQ(json["sections"].size(), info.sections.size());
  const std::string text = info.to_text();
  for (const char* part :
       {"undirected, 12 vertices", "f32 (file), some negative", "a.mtx", "names.by_name", "1-based"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
  }
}

TEST_F(PreparedFile, IsRecognisedByItsFirstBytes) {
  EXPECT_FALSE(is_prepared(path_));
  EXPECT_FALSE(is_prepared(folder_));
  write_bytes(path_, {'1', ' ', '2', '\n'});
  EXPECT_FALSE(is_prepared(path_));
  EXPECT_THROW(open_prepared(path_), Error);
  write(graphs()[0]);
  EXPECT_TRUE(is_prepared(path_));
}

TEST_F(PreparedFile, EveryFlippedByteIsFoundAndNoneCrashes) {
  std::vector<std::pair<Graph, const char*>> cases;
  for (const Graph& graph : graphs()) cases.emplace_back(graph, "csr,csc");
  cases.emplace_back(graphs()[5], "csr,csc,tiles");
  for (const auto& [graph, layouts] : cases) {
    write(graph, {.layouts = Layouts::parse(layouts), .threads = 1});
    const auto bytes = read_bytes(path_);
    const int file = ::open(path_.c_str(), O_WRONLY);
    ASSERT_GE(file, 0);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      for (const int flip : {1 << (i % 8), 0xff}) {
        const char damaged = static_cast<char>(bytes[i] ^ flip);
        ASSERT_EQ(::pwrite(file, &damaged, 1, static_cast<off_t>(i)), 1);
        EXPECT_THROW(verify(), Error) << "byte " << i << " of " << bytes.size();
        open_and_walk(path_);
      }
      ASSERT_EQ(::pwrite(file, &bytes[i], 1, static_cast<off_t>(i)), 1);
    }
    ::close(file);
    verify();
  }
}

TEST_F(PreparedFile, EveryTruncationAndEveryExtensionIsRefused) {
  for (const Graph& graph : graphs()) {
    write(graph);
    auto bytes = read_bytes(path_);
    for (std::size_t size = bytes.size(); size-- > 0;) {
      std::filesystem::resize_file(path_, size);
      EXPECT_THROW(verify(), Error) << size;
      EXPECT_THROW(open_prepared(path_, 1), Error) << size;
    }
    bytes.push_back(0);
    write_bytes(path_, bytes);
    EXPECT_THROW(open_prepared(path_), Error);
  }
}

TEST_F(PreparedFile, LayoutsAreReadFromText) {
  EXPECT_EQ(Layouts::parse("csr,csc"), (Layouts{true, true}));
  EXPECT_EQ(Layouts::parse("csc"), (Layouts{false, true}));
  EXPECT_EQ(Layouts::parse("csr,csc,tiles"), (Layouts{true, true, true}));
  for (const char* text : {"", "csr,", ",csr", "csr csc", "ell"}) EXPECT_THROW(Layouts::parse(text), Error) << text;
  EXPECT_THROW(write(graphs()[3], {.layouts = {false, false}}), Error);
  EXPECT_THROW(write(graphs()[3], {.layouts = Layouts::parse("tiles")}), Error);
}

TEST_F(PreparedFile, AKilledWriterLeavesTheOldFileOrTheNewOne) {
  // One thread: the runtime's threads do not survive a fork.
  const WriteOptions options{.threads = 1};
  std::vector<std::vector<char>> whole;
  std::vector<Graph> versions;
  for (const VertexId n : {20000U, 30000U}) {
    versions.push_back(make({n, 200000, WeightType::u32, true, "original", VertexNames::counted(0, n)}));
    write(versions.back(), options);
    whole.push_back(read_bytes(path_));
  }
  std::filesystem::remove(path_);
  std::mt19937 random(1);
  bool seen = false;
  for (int trial = 0; trial < 40; ++trial) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      for (int i = trial;; ++i) write_prepared(versions[i % 2], path_, options, silent_progress());
    }
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 20000));
    ::kill(child, SIGKILL);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status)) << "the writer ended by itself";
    if (!std::filesystem::exists(path_)) {
      ASSERT_FALSE(seen) << "the old file is gone";
      continue;
    }
    seen = true;
    ASSERT_EQ(std::ranges::count(whole, read_bytes(path_)), 1) << "neither the old file nor the new one";
    verify_prepared(path_, silent_progress(), 1);
  }
}

TEST(CheckBounds, RefusesGraphsThatLeadAstray) {
  const Graph good = graphs()[5];
  EXPECT_NO_THROW(check_bounds(good, "g"));
  const auto refused = [&](auto&& damage) {
    Graph graph = good;
    graph.out.offsets = Array<EdgeId>::copy_of(good.out.offsets.span());
    graph.in.neighbors = Array<VertexId>::copy_of(good.in.neighbors.span());
    graph.order.to_file = Array<VertexId>::copy_of(good.order.to_file.span());
    damage(graph);
    EXPECT_THROW(check_bounds(graph, "g"), Error);
  };
  refused([](Graph& g) { g.out.offsets[3] = g.out.offsets[2] - 1; });
  refused([](Graph& g) { g.out.offsets[0] = 1; });
  refused([](Graph& g) { g.out.offsets = g.out.offsets.first(5); });
  refused([](Graph& g) { g.in = {}; });
  refused([](Graph& g) { g.in.neighbors[7] = 9; });
  refused([](Graph& g) { g.in.weights = std::monostate{}; });
  refused([](Graph& g) { g.out.weights = std::get<Array<std::uint32_t>>(g.out.weights).first(2); });
  refused([](Graph& g) { g.order.to_file[0] = 9; });
  refused([](Graph& g) { g.order.from_file = {}; });
}

}  // namespace
}  // namespace mg
