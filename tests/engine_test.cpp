// The pieces that engines and programs are made of: bitmaps, combination operators, buckets, parallel loops, frontiers
// and their conversions, and the operators of a loop that do not follow edges.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "engine/bitmap.hpp"
#include "engine/buckets.hpp"
#include "engine/combine.hpp"
#include "engine/cpu/parallel.hpp"
#include "engine/graph/types.hpp"

namespace mg {
namespace {

TEST(ABitmap, HoldsWhatIsSet) {
  for (const VertexId size : {1U, 63U, 64U, 65U, 1000U}) {
    Bitmap bitmap(size);
    EXPECT_EQ(bitmap.words().size(), (size + 63) / 64);
    bitmap.set(size - 1);
    bitmap.set(0);
    for (VertexId v = 0; v < size; ++v) EXPECT_EQ(bitmap.test(v), v == 0 || v == size - 1);
    bitmap.clear(size - 1);
    EXPECT_FALSE(bitmap.test(size - 1));
  }
  EXPECT_TRUE(Bitmap(0).empty());
  EXPECT_EQ(Bitmap::words_for(no_vertex - 1), std::size_t{1} << 26);
}

TEST(ABitmap, HasOneThreadThatSetsABit) {
  constexpr VertexId size = 2000;
  Bitmap bitmap(size);
  std::atomic<int> winners = 0;
  parallel_for(std::size_t{size} * 8, 3, [&](std::size_t i) {
    if (bitmap.set_atomic(static_cast<VertexId>(i % size))) ++winners;
  });
  EXPECT_EQ(winners, static_cast<int>(size));
}

template <class Op, class T>
void expect_neutral_identity(std::initializer_list<T> values) {
  for (const T value : values) {
    T cell = value;
    EXPECT_FALSE((combine_owned<Op>(cell, Op::template identity<T>()))) << "the identity changes nothing";
    EXPECT_EQ(cell, value);
    T empty = Op::template identity<T>();
    EXPECT_EQ((combine_owned<Op>(empty, value)), value != Op::template identity<T>());
    EXPECT_EQ(empty, value);
  }
}

TEST(CombinationOperators, HaveNeutralIdentities) {
  constexpr auto infinity = std::numeric_limits<double>::infinity();
  expect_neutral_identity<Min, std::uint32_t>({0, 7, 0xffffffffU});
  expect_neutral_identity<Min, double>({-infinity, -1.5, 0, 1e300, infinity});
  expect_neutral_identity<Min, std::int64_t>({std::numeric_limits<std::int64_t>::min(), 0, 5});
  expect_neutral_identity<Max, std::uint32_t>({0, 7, 0xffffffffU});
  expect_neutral_identity<Max, std::int32_t>({std::numeric_limits<std::int32_t>::min(), -1, 5});
  expect_neutral_identity<Max, float>({-std::numeric_limits<float>::infinity(), -1.5F, 3});
  expect_neutral_identity<Or, std::uint64_t>({0, 5, ~std::uint64_t{0}});
  expect_neutral_identity<Any, std::uint32_t>({0, 7, no_vertex});
  expect_neutral_identity<Sum, double>({-1, 0, 3});
}

TEST(CombinationOperators, CombineInAnyOrderAndGrouping) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 1000; ++i) {
    const auto a = static_cast<std::uint32_t>(random() % 100);
    const auto b = static_cast<std::uint32_t>(random() % 100);
    const auto c = static_cast<std::uint32_t>(random() % 100);
    const auto check = [&](auto op) {
      using Op = decltype(op);
      EXPECT_EQ(Op::combine(a, b), Op::combine(b, a));
      EXPECT_EQ(Op::combine(Op::combine(a, b), c), Op::combine(a, Op::combine(b, c)));
      if (Op::idempotent) {
        EXPECT_EQ(Op::combine(a, a), a);
      }
    };
    check(Min{});
    check(Max{});
    check(Or{});
    check(Sum{});
  }
  EXPECT_EQ(Any::combine(3U, 4U), 3U) << "the first to arrive stays";
}

TEST(CombinationOperators, LoseNothingBetweenThreads) {
  constexpr std::size_t count = 100'000;
  double sum = 0;
  std::uint32_t smallest = Min::identity<std::uint32_t>();
  std::uint64_t bits = 0;
  VertexId any = no_vertex;
  std::atomic<int> first = 0;
  parallel_for(count, 4, [&](std::size_t i) {
    combine_atomic<Sum>(sum, static_cast<double>(i));
    combine_atomic<Min>(smallest, static_cast<std::uint32_t>(count - i));
    combine_atomic<Or>(bits, std::uint64_t{1} << (i % 50));
    if (combine_atomic<Any>(any, static_cast<VertexId>(i))) ++first;
  });
  EXPECT_EQ(sum, static_cast<double>(count) * (count - 1) / 2);
  EXPECT_EQ(smallest, 1U);
  EXPECT_EQ(bits, (std::uint64_t{1} << 50) - 1);
  EXPECT_LT(any, count);
  EXPECT_EQ(first, 1);
}

/// The vertices of the first bucket that has any; false where there is none.
bool take_first(Buckets& buckets, std::vector<VertexId>& due) {
  due.clear();
  const std::size_t first = buckets.first();
  if (first == Buckets::none) return false;
  buckets.take(first, due);
  return true;
}

/// Empties the buckets: each bucket's number and its vertices in ascending order.
std::vector<std::pair<std::size_t, std::vector<VertexId>>> drained(Buckets& buckets) {
  std::vector<std::pair<std::size_t, std::vector<VertexId>>> all;
  for (std::vector<VertexId> due; take_first(buckets, due);) {
    std::ranges::sort(due);
    all.emplace_back(buckets.current(), due);
  }
  return all;
}

TEST(SomeBuckets, AreEmptiedInAscendingOrderWhoeverFilledThem) {
  Buckets buckets(2.5, 3);
  const std::vector<double> priorities{11, 0, 2.4, 2.5, 100, 7.6, 5, 0};
  for (VertexId v = 0; v < priorities.size(); ++v) {
    buckets.push(static_cast<int>(v % 3), buckets.bucket_of(priorities[v]), v);
  }
  using Drained = std::vector<std::pair<std::size_t, std::vector<VertexId>>>;
  EXPECT_EQ(drained(buckets), (Drained{{0, {1, 2, 7}}, {1, {3}}, {2, {6}}, {3, {5}}, {4, {0}}, {40, {4}}}));
  EXPECT_EQ(buckets.first(), Buckets::none);
}

TEST(SomeBuckets, TakeWhatIsOverdueAtOnce) {
  Buckets buckets(1, 2);
  std::vector<VertexId> due;
  buckets.push(0, 5, 50);
  ASSERT_TRUE(take_first(buckets, due));
  EXPECT_EQ(due, (std::vector<VertexId>{50}));
  buckets.push(1, 2, 20);  // behind the bucket in turn
  buckets.push(0, 5, 51);  // the one in turn, again
  buckets.push(0, 6, 60);
  ASSERT_TRUE(take_first(buckets, due));
  std::ranges::sort(due);
  EXPECT_EQ(due, (std::vector<VertexId>{20, 51}));
  EXPECT_EQ(buckets.current(), 5U);
  ASSERT_TRUE(take_first(buckets, due));
  EXPECT_EQ(due, (std::vector<VertexId>{60}));
  EXPECT_FALSE(take_first(buckets, due));
}

TEST(SomeBuckets, OfExtremeWidthsAreMonotoneAndFew) {
  for (const double delta : {5e-324, 1e-300, 1e-3, 1.0, 1e300, std::numeric_limits<double>::max()}) {
    const Buckets buckets(delta, 1);
    std::size_t last = 0;
    for (const double priority : {0.0, 5e-324, 1e-10, 1.0, 4294967295.0, 1.8446744073709552e19, 1e300}) {
      const std::size_t bucket = buckets.bucket_of(priority);
      EXPECT_GE(bucket, last) << delta << ", " << priority;
      EXPECT_LE(bucket, static_cast<std::size_t>(last_bucket));
      last = bucket;
    }
    EXPECT_EQ(buckets.bucket_of(0), 0U);
  }
}

TEST(ParallelLoops, VisitEverythingOnce) {
  for (const std::size_t count : {0U, 1U, 2U, 63U, 64U, 65U, 4095U, 4096U, 4097U, 20000U}) {
    for (const int threads : {1, 2, 3, 7}) {
      const auto expect_once = [&](const auto& loop) {
        std::vector<int> visits(count);
        loop(visits);
        EXPECT_TRUE(std::ranges::all_of(visits, [](int n) { return n == 1; }))
            << count << ", " << threads << " threads";
      };
      const auto range = [&](std::vector<int>& visits) {
        return [&visits, threads](std::size_t begin, std::size_t end, int thread) {
          EXPECT_LE(0, thread);
          EXPECT_LT(thread, threads);
          for (std::size_t i = begin; i < end; ++i) ++visits[i];
        };
      };
      expect_once([&](auto& visits) { parallel_for(count, threads, [&](std::size_t i) { ++visits[i]; }); });
      expect_once([&](auto& visits) { parallel_tasks(count, threads, [&](std::size_t i) { ++visits[i]; }); });
      expect_once([&](auto& visits) { parallel_shares(count, threads, range(visits)); });
      for (const std::size_t chunk : {1U, 64U, 5000U}) {
        expect_once([&](auto& visits) { parallel_chunks(count, chunk, threads, range(visits)); });
      }
    }
  }
}

TEST(AParallelSum, IsTheSameOnAnyNumberOfThreads) {
  const auto term = [](std::size_t i) {
    return std::sin(static_cast<double>(i)) * std::exp(static_cast<double>(i % 40));
  };
  for (const std::size_t count : {0U, 1U, 4096U, 4097U, 100'003U}) {
    const double expected = parallel_sum<double>(count, 1, term);
    for (const int threads : {2, 3, 7}) EXPECT_EQ(parallel_sum<double>(count, threads, term), expected) << count;
  }
}

}  // namespace
}  // namespace mg
