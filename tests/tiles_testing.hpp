// Tiles that tests take apart.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <string_view>
#include <vector>

#include "dense/tiles.hpp"

namespace mg {

/// Calls visit(name, array) for every array that tiles have.
template <class T, class Visit>
void for_each_array(T& tiles, Visit&& visit) {
  for_each_tile_array(visit, tiles);
  std::visit(
      [&](auto& weights) {
        if constexpr (requires { weights.size(); }) visit("weights", weights);
      },
      tiles.weights);
}

/// The same with arrays of its own.
inline Tiles copy_of(const Tiles& tiles) {
  Tiles copy = tiles;
  for_each_array(copy, [](std::string_view, auto& array) {
    array = std::remove_cvref_t<decltype(array)>::copy_of(std::as_const(array).span());
  });
  return copy;
}

/// Every array has the same bytes.
inline void expect_same(const Tiles& a, const Tiles& b) {
  EXPECT_EQ(a.shape, b.shape);
  std::vector<std::vector<char>> bytes;
  for_each_array(a, [&](std::string_view, const auto& array) {
    const auto* first = reinterpret_cast<const char*>(array.data());
    bytes.emplace_back(first, first + array.size_bytes());
  });
  std::size_t i = 0;
  for_each_array(b, [&](std::string_view name, const auto& array) {
    ASSERT_EQ(array.size_bytes(), bytes.at(i).size()) << name;
    EXPECT_TRUE(array.empty() || std::memcmp(array.data(), bytes[i].data(), array.size_bytes()) == 0) << name;
    ++i;
  });
}

/// Shapes in which every border comes early: panels, chunks, steps, groups and batches.
inline std::vector<TileShape> tiny_shapes() {
  return {{.panel_columns = 32, .chunk_arcs = 16, .group_rows = 64, .group_partials = 8192},
          {.panel_columns = 64, .chunk_arcs = 1, .group_rows = 128, .group_partials = 40},
          {.panel_columns = 96, .chunk_arcs = 1000, .group_rows = 2048, .group_partials = 1},
          {}};
}

}  // namespace mg
