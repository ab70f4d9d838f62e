// Vertex names: three kinds, one behaviour.
#include "engine/graph/names.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/error.hpp"
#include "preprocess/readers/name_interner.hpp"

namespace mg {
namespace {

constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();

VertexNames strings(const std::vector<std::string>& names, const std::vector<VertexId>& by_name = {}) {
  std::vector<std::uint64_t> offsets = {0};
  std::string bytes;
  for (const std::string& name : names) {
    bytes += name;
    offsets.push_back(bytes.size());
  }
  return VertexNames::strings(Array<std::uint64_t>::copy_of(offsets), Array<char>::copy_of(bytes),
                              Array<VertexId>::copy_of(by_name));
}

VertexNames integers(const std::vector<std::uint64_t>& ids) {
  return VertexNames::integers(Array<std::uint64_t>::copy_of(ids));
}

void expect_names(const VertexNames& names, const std::vector<std::string>& expected) {
  ASSERT_EQ(names.size(), expected.size());
  std::string all;
  for (VertexId v = 0; v < names.size(); ++v) {
    EXPECT_EQ(names.name(v), expected[v]);
    EXPECT_EQ(names.find(expected[v]), v) << expected[v];
    names.append_name(v, all);
  }
  std::string expected_all;
  for (const std::string& name : expected) expected_all += name;
  EXPECT_EQ(all, expected_all);
}

TEST(VertexNames, CountFromAnyNumber) {
  expect_names(VertexNames::counted(0, 3), {"0", "1", "2"});
  expect_names(VertexNames::counted(9, 3), {"9", "10", "11"});
  expect_names(VertexNames::counted(largest, 1), {"18446744073709551615"});
  expect_names(VertexNames(), {});
}

TEST(VertexNames, CountedKnowWhatIsNotAName) {
  const VertexNames names = VertexNames::counted(9, 3);
  for (const char* other : {"8", "12", "09", "+9", "-9", "9 ", " 9", "9x", "", "18446744073709551616"}) {
    EXPECT_FALSE(names.find(other)) << other;
  }
}

TEST(VertexNames, CountedBeyond64BitsAreRefused) { EXPECT_THROW(VertexNames::counted(largest, 2), Error); }

TEST(VertexNames, IntegersAscend) {
  const VertexNames names = integers({3, 5, 1000000000000, largest});
  expect_names(names, {"3", "5", "1000000000000", "18446744073709551615"});
  EXPECT_FALSE(names.find("4"));
  EXPECT_FALSE(names.find("03"));
  EXPECT_THROW(integers({3, 3}), Error);
  EXPECT_THROW(integers({3, 2}), Error);
}

TEST(VertexNames, StringsAreFoundWhateverTheyContain) {
  expect_names(strings({"b", "a", "libc6", "libc6-dev", "", "Zürich", "a b", "0", std::string("n\0l", 3), "libc6-de"}),
               {"b", "a", "libc6", "libc6-dev", "", "Zürich", "a b", "0", std::string("n\0l", 3), "libc6-de"});
  EXPECT_FALSE(strings({"b", "a"}).find("c"));
  EXPECT_FALSE(strings({}).find("c"));
}

TEST(VertexNames, StringsThatShareTheirFirstBytesAreOrdered) {
  const VertexNames names = strings({"prefix-of-many-b", "prefix-of-many-a", "prefix-o", "prefix-"});
  const std::vector<VertexId> by_name(names.by_name().begin(), names.by_name().end());
  EXPECT_EQ(by_name, (std::vector<VertexId>{3, 2, 1, 0}));
}

TEST(VertexNames, AGivenIndexIsUsed) { expect_names(strings({"b", "a", "c"}, {1, 0, 2}), {"b", "a", "c"}); }

TEST(VertexNames, DamagedStringsAreRefused) {
  EXPECT_THROW(strings({"a", "b", "a"}), Error);
  EXPECT_THROW(strings({"a", "b"}, {0, 2}), Error);
  EXPECT_THROW(strings({"a", "b"}, {0}), Error);
  const auto from_offsets = [](const std::vector<std::uint64_t>& offsets) {
    return VertexNames::strings(Array<std::uint64_t>::copy_of(offsets), Array<char>::filled(4, 'x'));
  };
  EXPECT_THROW(from_offsets({}), Error);
  EXPECT_THROW(from_offsets({0, 3, 2}), Error);
  EXPECT_THROW(from_offsets({0, 5}), Error);
}

TEST(NameInterner, NumbersNamesInOrderOfFirstAppearance) {
  NameInterner interner;
  std::vector<std::string> expected;
  for (int i = 0; i < 10000; ++i) {
    const std::string name = "name" + std::to_string(i * 7919 % 5003);
    if (i < 5003) expected.push_back(name);
    EXPECT_EQ(interner.intern(name), static_cast<VertexId>(i % 5003));
  }
  EXPECT_EQ(interner.find("name0"), 0U);
  EXPECT_FALSE(interner.find("name5003"));
  expect_names(interner.take(), expected);
}

TEST(NameInterner, NumbersManyAtATimeAsOneByOne) {
  constexpr int count = 3000;
  std::vector<std::string> texts;
  texts.reserve(count);
  for (int i = 0; i < count; ++i) texts.push_back("name" + std::to_string(i * i % 1009));
  const std::vector<std::string_view> names(texts.begin(), texts.end());
  for (const bool hashes_are_alike : {false, true}) {  // which must cost time alone
    std::vector<std::uint32_t> hashes(names.size());
    std::ranges::transform(names, hashes.begin(),
                           [&](std::string_view name) { return hashes_are_alike ? 7 : hash_name(name); });
    NameInterner one_by_one;
    std::vector<VertexId> expected;
    for (std::size_t i = 0; i < names.size(); ++i) expected.push_back(one_by_one.intern(names[i], hashes[i]));
    NameInterner interner;
    std::vector<VertexId> numbers(names.size());
    const std::size_t half = names.size() / 2;
    for (const auto& [begin, length] : {std::pair(std::size_t{0}, half), std::pair(half, names.size() - half)}) {
      interner.intern(std::span(names).subspan(begin, length), std::span(hashes).subspan(begin, length),
                      std::span(numbers).subspan(begin, length));
    }
    EXPECT_EQ(numbers, expected);
    EXPECT_EQ(interner.size(), one_by_one.size());
    EXPECT_EQ(interner.name(interner.size() - 1), one_by_one.name(interner.size() - 1));
  }
}

}  // namespace
}  // namespace mg
