// The columns of tiles: the vertices that send, in the order in which panels take them.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>

#include "dense/tiles.hpp"
#include "engine/graph/array.hpp"
#include "engine/graph/graph.hpp"

namespace mg {

/// Arcs that each vertex sends along.
[[nodiscard]] Array<EdgeId> count_sent(const Adjacency& rows, VertexId num_vertices, int threads);

/// The vertices that send, those of more arcs first, equal ones ascending.
[[nodiscard]] Array<VertexId> order_columns(const Array<EdgeId>& sent);

/// Divides by the same number again and again, with a multiplication (Lemire, Kaser and Kurz, "Faster remainder by
/// direct computation", 2019).
class Divider {
 public:
  explicit Divider(std::uint32_t divisor)
      : divisor_(divisor), inverse_(std::numeric_limits<std::uint64_t>::max() / divisor + 1) {}
  [[nodiscard]] std::uint32_t quotient(std::uint32_t x) const {
    return static_cast<std::uint32_t>(static_cast<unsigned __int128>(inverse_) * x >> 64);
  }
  [[nodiscard]] std::uint32_t remainder(std::uint32_t x) const { return x - quotient(x) * divisor_; }

 private:
  std::uint32_t divisor_;
  std::uint64_t inverse_;
};

/// Where each vertex stands among the columns; no_vertex for one that does not send.
[[nodiscard]] Array<VertexId> column_places(const Array<VertexId>& columns, VertexId num_vertices, int threads);

}  // namespace mg
