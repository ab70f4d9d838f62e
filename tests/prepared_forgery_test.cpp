// Prepared files by somebody who knows the format and means harm: every checksum is right and something else is not.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/prepared_fixture.hpp"

namespace mg {
namespace {

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

class ForgedTiles : public PreparedFile, public testing::WithParamInterface<Fraud> {};

TEST_P(ForgedTiles, AreFoundInSpiteOfRightChecksums) {
  write(graphs()[5], {.layouts = Layouts::parse("csr,csc,tiles"), .threads = 1});
  verify();
  Forgery forgery(path_);
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

/// Hides a section from this version.
void hide(Forgery& forgery, SectionType type) { forgery.section(type).type += 4000; }

INSTANTIATE_TEST_SUITE_P(
    Frauds, ForgedTiles,
    testing::Values(
        Fraud{"PanelsOfNothing", [](Forgery& f) { f.set(SectionType::tiles_shape, 0, 0U); }, "panels of 0 columns"},
        Fraud{"GroupsTooLarge", [](Forgery& f) { f.set(SectionType::tiles_shape, 2, 1U << 20); }, "groups of 1048576"},
        Fraud{"KindOfWeights", [](Forgery& f) { f.set(SectionType::tiles_shape, 4, 9U); }, "kind of weights 9"},
        Fraud{"OtherWeights", [](Forgery& f) { f.set(SectionType::tiles_shape, 4, 4U); }, "not of the graph's type"},
        Fraud{"ShortShape",
              [](Forgery& f) {
                f.set(SectionType::tiles_shape, 4, 0U);
                f.section(SectionType::tiles_shape).length = 16;
              },
              "instead of 20"},
        Fraud{"NoColumns", [](Forgery& f) { hide(f, SectionType::tiles_columns); }, "elements instead of"},
        Fraud{"NoIds", [](Forgery& f) { hide(f, SectionType::tiles_ids); }, "ids has 0"},
        Fraud{"NoWeights", [](Forgery& f) { hide(f, SectionType::tiles_weights); }, "weights has 0"},
        Fraud{"NoPlaces", [](Forgery& f) { hide(f, SectionType::tiles_places); }, "places has 0"},
        Fraud{"Column", [](Forgery& f) { f.set(SectionType::tiles_columns, 0, 100U); }, "column 0 is vertex 100"},
        Fraud{"Chunks", [](Forgery& f) { f.set(SectionType::tiles_panel_chunks, 1, 7U); }, "chunk_steps has"},
        Fraud{"Steps", [](Forgery& f) { f.set(SectionType::tiles_chunk_steps, 1, 0xffffffffU); }, "ids has"},
        Fraud{"Partials", [](Forgery& f) { f.set(SectionType::tiles_chunk_partials, 1, 3U); }, "runs and makes"},
        Fraud{"Id", [](Forgery& f) { f.set(SectionType::tiles_ids, 0, std::uint16_t{40'000}); }, "has the id 40000"},
        Fraud{"OtherId", [](Forgery& f) { f.set(SectionType::tiles_ids, 0, std::uint16_t{0}); }, "step 0"},
        Fraud{"Header", [](Forgery& f) { f.set(SectionType::tiles_headers, 1, 0U); }, "runs end before it"},
        Fraud{"Weight", [](Forgery& f) { f.set(SectionType::tiles_weights, 0, std::uint8_t{255}); }, "wrong order"},
        Fraud{"GroupRows", [](Forgery& f) { f.set(SectionType::tiles_group_rows, 1, 10U); }, "groups have 10 rows"},
        Fraud{"GroupCounts", [](Forgery& f) { f.set(SectionType::tiles_group_counts, 0, 1U); }, "partials"},
        Fraud{"GroupBatches", [](Forgery& f) { f.set(SectionType::tiles_group_batches, 1, 9U); }, "places has"},
        Fraud{"GroupSegments", [](Forgery& f) { f.set(SectionType::tiles_group_segments, 1, 9U); }, "segments has"},
        Fraud{"Place", [](Forgery& f) { f.set(SectionType::tiles_places, 0, std::uint16_t{2000}); }, "is row 2000"},
        Fraud{"Turn", [](Forgery& f) { f.set(SectionType::tiles_places, 0, std::uint16_t{1 << 11}); }, "turn 1"},
        Fraud{"Mark", [](Forgery& f) { f.set(SectionType::tiles_marks, 0, 3U); }, "begins a segment"},
        Fraud{"Segment", [](Forgery& f) { f.set(SectionType::tiles_segments, 0, 100U); }, "is the partial 100"}),
    [](const auto& instance) { return std::string(instance.param.name); });

TEST_F(PreparedFile, PlacesThatAreNoneAreFoundInSpiteOfRightChecksums) {
  const auto complaint = [&](void (*commit)(Forgery&)) -> std::string {
    write(graphs().back());
    Forgery forgery(path_);
    commit(forgery);
    forgery.save();
    open_and_walk(path_);
    try {
      static_cast<void>(open_prepared(path_, 1));
      verify();
    } catch (const Error& error) {
      return error.what();
    }
    return "verified";
  };
  const auto expect = [](const std::string& text, const char* part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  expect(complaint([](Forgery& f) { f.set(SectionType::places_x, 3, std::nan("")); }),
         "vertex 3 has the coordinate nan");
  expect(complaint([](Forgery& f) { f.set(SectionType::places_y, 0, -1e101); }), "vertex 0 has the coordinate -1e+101");
  expect(complaint([](Forgery& f) { f.section(SectionType::places_y).type = 5000; }), "one of the two coordinates");
  expect(complaint([](Forgery& f) { f.section(SectionType::places_x).length -= 8; }), "has 6 elements instead of 7");
  expect(complaint([](Forgery& f) { f.section(SectionType::places_x).element_size = 4; }), "instead of 8");
}

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

}  // namespace
}  // namespace mg
