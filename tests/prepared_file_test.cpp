// The prepared graph file: what goes in comes out, and nothing that is done to a file goes unnoticed or crashes.
#include "preprocess/prepared_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

#include "engine/error.hpp"
#include "preprocess/build.hpp"
#include "preprocess/check_bounds.hpp"
#include "preprocess/prepared_image.hpp"

namespace mg {
namespace {

using prepared::Header;
using prepared::SectionEntry;
using prepared::SectionType;

/// A folder of its own for each test, removed afterwards.
class PreparedFile : public testing::Test {
 protected:
  PreparedFile() {
    std::string pattern = (std::filesystem::temp_directory_path() / "mg-prepared-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
    path_ = folder_ / "g.mg";
  }
  ~PreparedFile() override { std::filesystem::remove_all(folder_); }

  void write(const Graph& graph, const WriteOptions& options = {.threads = 1}) const {
    write_prepared(graph, path_, options, silent_progress());
  }
  /// On one thread, as are most tests here: they check thousands of tiny files.
  void verify() const { verify_prepared(path_, silent_progress(), 1); }

  std::filesystem::path folder_;
  std::string path_;
};

VertexNames letters(VertexId n) {
  std::vector<std::uint64_t> offsets{0};
  std::string bytes;
  for (VertexId v = 0; v < n; ++v) {
    bytes += fmt::format("v{}", (v * 7) % n);
    offsets.push_back(bytes.size());
  }
  return VertexNames::strings(Array<std::uint64_t>::copy_of(offsets), Array<char>::copy_of(bytes));
}

VertexNames squares(VertexId n) {
  auto ids = Array<std::uint64_t>::uninitialized(n);
  for (std::uint64_t v = 0; v < n; ++v) ids[v] = v * v + 1;
  return VertexNames::integers(ids);
}

struct Recipe {
  VertexId vertices;
  std::size_t edges;
  WeightType weights;
  bool directed;
  std::string order;
  VertexNames names;
};

Graph make(const Recipe& recipe, DuplicatePolicy duplicates = DuplicatePolicy::first) {
  std::mt19937_64 random(recipe.edges);
  EdgeList list;
  list.names = recipe.names;
  list.edges = Array<Edge>::uninitialized(recipe.edges);
  const auto vertex = [&] { return static_cast<VertexId>(random() % recipe.vertices); };
  for (Edge& edge : list.edges) edge = {vertex(), vertex()};
  auto u32 = Array<std::uint32_t>::uninitialized(recipe.edges);
  for (auto& weight : u32) weight = static_cast<std::uint32_t>(random() % 100);
  auto f32 = Array<float>::uninitialized(recipe.edges);
  for (auto& weight : f32) weight = static_cast<float>(random() % 100) - 50.5F;
  if (recipe.weights == WeightType::u32) list.weights = u32;
  if (recipe.weights == WeightType::f32) list.weights = f32;
  BuildReport report;
  return build_graph(list, {.directed = recipe.directed, .duplicates = duplicates, .order = recipe.order, .threads = 1},
                     report, silent_progress());
}

/// One of each kind of everything.
std::vector<Graph> graphs() {
  using enum WeightType;
  return {make({0, 0, none, true, "original", VertexNames::counted(0, 0)}),
          make({1, 0, none, false, "original", VertexNames::counted(5, 1)}),
          make({3, 0, u32, true, "original", letters(3)}),
          make({12, 40, none, true, "original", VertexNames::counted(1, 12)}),
          make({12, 40, f32, false, "degree", letters(12)}),
          make({9, 30, u32, true, "random:3", squares(9)}),
          make({9, 60, u32, false, "bfs", VertexNames::counted(0, 9)}, DuplicatePolicy::keep)};
}

template <class T>
void expect_same(const Array<T>& a, const Array<T>& b, const char* what) {
  ASSERT_EQ(a.size(), b.size()) << what;
  EXPECT_TRUE(a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0) << what;
}

void expect_same(const Adjacency& a, const Adjacency& b) {
  expect_same(a.offsets, b.offsets, "offsets");
  expect_same(a.neighbors, b.neighbors, "neighbors");
  ASSERT_EQ(type_of(a.weights), type_of(b.weights));
  if (const auto* w = std::get_if<Array<std::uint32_t>>(&a.weights)) {
    expect_same(*w, std::get<Array<std::uint32_t>>(b.weights), "weights");
  }
  if (const auto* w = std::get_if<Array<float>>(&a.weights))
    expect_same(*w, std::get<Array<float>>(b.weights), "weights");
}

void expect_same(const Graph& a, const Graph& b) {
  EXPECT_EQ(a.directed, b.directed);
  expect_same(a.out, b.out);
  expect_same(a.in, b.in);
  EXPECT_EQ(a.order.text, b.order.text);
  expect_same(a.order.to_file, b.order.to_file, "to_file");
  expect_same(a.order.from_file, b.order.from_file, "from_file");
  EXPECT_EQ(a.cleaning.duplicates, b.cleaning.duplicates);
  EXPECT_EQ(a.cleaning.self_loops, b.cleaning.self_loops);
  EXPECT_EQ(a.cleaning.self_loop_count, b.cleaning.self_loop_count);
  EXPECT_EQ(a.cleaning.weights, b.cleaning.weights);
  ASSERT_EQ(a.num_vertices(), b.num_vertices());
  EXPECT_EQ(a.num_edges(), b.num_edges());
  for (VertexId v = 0; v < a.num_vertices(); ++v) {
    EXPECT_EQ(a.name(v), b.name(v));
    EXPECT_EQ(b.find(a.name(v)), v);
  }
}

std::vector<char> read_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_bytes(const std::string& path, const std::vector<char>& bytes) {
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

/// Visits everything an algorithm may visit, and checks that each step stays within the arrays.
void walk(const Graph& graph) {
  for (const Adjacency* rows : {&graph.out, &graph.in}) {
    ASSERT_EQ(rows->num_rows(), graph.num_vertices());
    for (VertexId v = 0; v < rows->num_rows(); ++v) {
      ASSERT_LE(rows->offsets[v], rows->offsets[v + 1]);
      ASSERT_LE(rows->offsets[v + 1], rows->neighbors.size());
      for (const VertexId neighbor : rows->row(v)) ASSERT_LT(neighbor, graph.num_vertices());
    }
    const auto fits = [&](const auto& weights) {
      if constexpr (requires { weights.size(); }) return weights.size() == rows->neighbors.size();
      return true;
    };
    ASSERT_TRUE(std::visit(fits, rows->weights));
  }
  for (VertexId v = 0; v < graph.num_vertices(); ++v) {
    ASSERT_LT(graph.to_file(v), graph.num_vertices());
    ASSERT_LT(graph.from_file(v), graph.num_vertices());
    ASSERT_LE(graph.find(graph.name(v)).value_or(0), graph.num_vertices());
  }
}

/// Opens and walks a file that may be anything: an Error is fine, and so is a graph that keeps within its bounds.
void open_and_walk(const std::string& path) {
  try {
    const Graph graph = open_prepared(path, 1);
    check_bounds(graph, path, 1);
    walk(graph);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::bad_input) << error.what();
  }
}

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
  for (const Graph& graph : graphs()) {
    write(graph);
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

/// A file in memory whose checksums are made right after damage, as somebody with bad intentions would.
class Forgery {
 public:
  explicit Forgery(const std::string& path) : path_(path), bytes_(read_bytes(path)) {
    std::memcpy(&header, bytes_.data(), sizeof header);
    table.resize(header.section_count);
    std::memcpy(table.data(), bytes_.data() + sizeof header, table.size() * sizeof(SectionEntry));
  }

  SectionEntry& section(SectionType type) {
    return *std::ranges::find(table, static_cast<std::uint32_t>(type), &SectionEntry::type);
  }
  /// Changes element `index` of a section.
  template <class T>
  void set(SectionType type, std::size_t index, T value) {
    std::memcpy(bytes_.data() + section(type).offset + index * sizeof(T), &value, sizeof value);
  }
  /// Replaces a text of the metadata by one of the same length.
  void replace(std::string_view from, std::string_view to) {
    const auto found = std::search(bytes_.begin(), bytes_.end(), from.begin(), from.end());
    ASSERT_NE(found, bytes_.end()) << from;
    ASSERT_EQ(from.size(), to.size());
    std::ranges::copy(to, found);
  }

  void save() {
    for (SectionEntry& entry : table) {
      if (entry.offset > bytes_.size() || entry.length > bytes_.size() - entry.offset) continue;
      entry.checksum = prepared::checksum(std::as_bytes(std::span(bytes_)).subspan(entry.offset, entry.length));
    }
    header.table_checksum = prepared::checksum(std::as_bytes(std::span(table)));
    header.header_checksum = prepared::checksum(std::as_bytes(std::span(&header, 1)).first(56));
    std::memcpy(bytes_.data(), &header, sizeof header);
    std::memcpy(bytes_.data() + sizeof header, table.data(), table.size() * sizeof(SectionEntry));
    write_bytes(path_, bytes_);
  }

  Header header{};
  std::vector<SectionEntry> table;

 private:
  std::string path_;
  std::vector<char> bytes_;
};

struct Fraud {
  const char* name;
  void (*commit)(Forgery&);
  const char* message;  ///< part of what verify says
};
void PrintTo(const Fraud& fraud, std::ostream* out) { *out << fraud.name; }

class Forged : public PreparedFile, public testing::WithParamInterface<Fraud> {};

TEST_P(Forged, IsFoundInSpiteOfRightChecksums) {
  const auto all = graphs();
  for (const Graph& graph : {all[5], all[4]}) {
    write(graph);
    Forgery forgery(path_);
    const bool applicable = forgery.table.size() >= 9 || graph.directed;
    ASSERT_TRUE(applicable);
    if (!graph.directed && std::string_view(GetParam().name).starts_with("In")) continue;
    if (graph.directed && std::string_view(GetParam().name).starts_with("String")) continue;
    GetParam().commit(forgery);
    forgery.save();
    try {
      verify();
      ADD_FAILURE() << "verified";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::bad_input);
      EXPECT_NE(std::string(error.what()).find(GetParam().message), std::string::npos) << error.what();
    }
    open_and_walk(path_);
  }
}

constexpr std::uint64_t huge = ~std::uint64_t{0};

INSTANTIATE_TEST_SUITE_P(
    Frauds, Forged,
    testing::Values(
        Fraud{"FileSize", [](Forgery& f) { f.header.file_size += 64; }, "its header says"},
        Fraud{"Version", [](Forgery& f) { f.header.version = 2; }, "version 2"},
        Fraud{"ByteOrder", [](Forgery& f) { f.header.endian_mark = 0x04030201; }, "other byte order"},
        Fraud{"SectionCount", [](Forgery& f) { f.header.section_count = 0xffffffff; }, "does not fit"},
        Fraud{"EntrySize", [](Forgery& f) { f.header.entry_size = 0; }, "form of version 1"},
        Fraud{"TableOffset", [](Forgery& f) { f.header.table_offset = huge; }, "form of version 1"},
        Fraud{"OffsetBeyondTheEnd", [](Forgery& f) { f.table[2].offset = huge - 63; }, "reaches beyond"},
        Fraud{"LengthBeyondTheEnd", [](Forgery& f) { f.table[2].length = huge - 3; }, "reaches beyond"},
        Fraud{"OffsetPlusLengthWraps",
              [](Forgery& f) {
                f.table[2].offset = 1 << 10;
                f.table[2].length = huge - (1 << 10) + 1;
              },
              "reaches beyond"},
        Fraud{"Misaligned", [](Forgery& f) { f.table[1].offset += 4; }, "not aligned"},
        Fraud{"SectionOnTheHeader", [](Forgery& f) { f.table[1].offset = 0; }, "overlap"},
        Fraud{"SectionsOverlap", [](Forgery& f) { f.table[2].offset = f.table[1].offset; }, "overlap"},
        Fraud{"ElementSizeZero", [](Forgery& f) { f.table[2].element_size = 0; }, "no multiple"},
        Fraud{"ElementSizeWrong", [](Forgery& f) { f.table[1].element_size = 4; }, "instead of 8"},
        Fraud{"HalfAnElement", [](Forgery& f) { f.table[2].length -= 1; }, "no multiple"},
        Fraud{"TypeTwice", [](Forgery& f) { f.table[2].type = f.table[3].type; }, "two sections"},
        Fraud{"RequiredUnknown", [](Forgery& f) { f.table[3].type = 5000; }, "newer version"},
        Fraud{"WeightsMissing",
              [](Forgery& f) {
                f.section(SectionType::out_weights).flags = 0;
                f.section(SectionType::out_weights).type = 5000;
              },
              "not complete"},
        Fraud{"MetadataMissing",
              [](Forgery& f) {
                f.table[0].flags = 0;
                f.table[0].type = 5000;
              },
              "no metadata"},
        Fraud{"MetadataNotJson", [](Forgery& f) { f.set(SectionType::metadata, 0, '['); }, "not JSON"},
        Fraud{"MoreVertices", [](Forgery& f) { f.replace("\"vertices\": ", "\"vertices\":9"); }, "instead of"},
        Fraud{"MoreArcs", [](Forgery& f) { f.replace("\"arcs\": ", "\"arcs\":9"); }, "instead of"},
        Fraud{"NegativeArcs", [](Forgery& f) { f.replace("\"arcs\": ", "\"arcs\":-"); }, "'arcs' is not a number"},
        Fraud{"MemberRenamed", [](Forgery& f) { f.replace("\"order\"", "\"Order\""); }, "'order' is missing"},
        Fraud{"UnknownPolicy", [](Forgery& f) { f.replace("\"first\",", "\"fisrt\","); }, "unknown value 'fisrt'"},
        Fraud{"LoopCount", [](Forgery& f) { f.replace("\"self_loop_count\": ", "\"self_loop_count\":1"); },
              "self loops"},
        Fraud{"WeightFacts", [](Forgery& f) { f.replace("\"not_finite\": false", "\"not_finite\":  true"); },
              "infinite"},
        Fraud{"FirstOffset", [](Forgery& f) { f.set(SectionType::out_offsets, 0, std::uint64_t{1}); }, "do not ascend"},
        Fraud{"LastOffset", [](Forgery& f) { f.set(SectionType::out_offsets, 9, huge); }, "do not ascend"},
        Fraud{"MiddleOffset", [](Forgery& f) { f.set(SectionType::out_offsets, 4, huge); }, "do not ascend"},
        Fraud{"InOffset", [](Forgery& f) { f.set(SectionType::in_offsets, 4, huge); }, "do not ascend"},
        Fraud{"Neighbour", [](Forgery& f) { f.set(SectionType::out_neighbors, 3, 100U); }, "names vertex 100"},
        Fraud{"InNeighbour", [](Forgery& f) { f.set(SectionType::in_neighbors, 3, 0xffffffffU); }, "names vertex"},
        Fraud{"InColumnsDiffer", [](Forgery& f) { f.set(SectionType::in_weights, 3, 123456U); }, "transpose"},
        Fraud{"Order", [](Forgery& f) { f.set(SectionType::order_to_file, 2, 100U); }, "names vertex 100"},
        Fraud{"OrderTwice",
              [](Forgery& f) {
                f.set(SectionType::order_to_file, 2, 5U);
                f.set(SectionType::order_to_file, 3, 5U);
              },
              "not a permutation"},
        Fraud{"StringOffset", [](Forgery& f) { f.set(SectionType::names_offsets, 3, huge); }, "names"},
        Fraud{"StringTwice", [](Forgery& f) { f.set(SectionType::names_bytes, 3, 'v'); }, "names does not ascend"},
        Fraud{"StringIndex", [](Forgery& f) { f.set(SectionType::names_by_name, 3, 99U); }, "names"}),
    [](const auto& instance) { return std::string(instance.param.name); });

TEST_F(PreparedFile, SectionsOfLaterVersionsArePassedOver) {
  const Graph graph = graphs()[3];
  write(graph);
  Forgery forgery(path_);
  // The columns turn into something unknown; they are then built from the rows.
  for (const auto type : {SectionType::in_offsets, SectionType::in_neighbors}) {
    SectionEntry& entry = forgery.section(type);
    entry.flags = 0;
    entry.type += 4000;
    entry.name = {'t', 'i', 'l', 'e', 's'};
  }
  forgery.save();
  verify();
  expect_same(graph, open_prepared(path_));
  const PreparedInfo info = inspect_prepared(path_);
  EXPECT_EQ(std::ranges::count(info.sections, "tiles", &PreparedInfo::Section::name), 2);
  EXPECT_NE(info.to_text().find("passed over"), std::string::npos);
}

TEST_F(PreparedFile, LayoutsAreReadFromText) {
  EXPECT_EQ(Layouts::parse("csr,csc"), (Layouts{true, true}));
  EXPECT_EQ(Layouts::parse("csc"), (Layouts{false, true}));
  for (const char* text : {"", "csr,", ",csr", "csr csc", "ell"}) EXPECT_THROW(Layouts::parse(text), Error) << text;
  EXPECT_THROW(write(graphs()[3], {.layouts = {false, false}}), Error);
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
