// Rows of an oriented graph that say by bits which of its hubs they hold.
//
// Ranks are by descending degree, so that most of what rows name is few vertices: of a Kronecker graph of scale 20, 97%
// of what is looked up for triangles has a rank below 8,192. What two rows have in common of these takes an operation
// for 64 of them.
#pragma once

#include <cstdint>
#include <span>

#include "engine/bitmap.hpp"
#include "engine/graph/array.hpp"
#include "engine/graph/graph.hpp"

namespace mg {

/// Which hubs the rows of an oriented graph hold, as far as bits pay; nothing where they do not pay on the whole.
struct HubBits {
  /// Ranks below this are hubs.
  static constexpr VertexId num_hubs = 8192;

  struct Row {
    std::uint64_t place;  ///< of the first of its words
    std::uint32_t words;  ///< a bit for each hub of a smaller rank; none where a row lists too few to pay
    std::uint32_t hubs;   ///< entries of the row that they stand for
  };
  Array<Row> rows;
  Array<Bitmap::Word> words;

  [[nodiscard]] bool empty() const { return rows.empty(); }
};

/// Has every row of `arcs`, which name ranks below their own, begin with its hubs. O(n + m) time on `threads` threads;
/// 16 bytes a vertex and no more than 8 an arc.
[[nodiscard]] HubBits hubs_as_bits(Adjacency& arcs, int threads);

/// Rows as bits of hubs and what they list beside these. Refers to both.
class HubRows {
 public:
  HubRows(const Adjacency& arcs, const HubBits& bits) : arcs_(arcs), bits_(bits) {}

  [[nodiscard]] VertexId num_rows() const { return arcs_.num_rows(); }
  /// All of a row, as a list.
  [[nodiscard]] std::span<const VertexId> row(VertexId v) const { return arcs_.row(v); }
  /// A bit for each hub of a smaller rank, or no words.
  [[nodiscard]] std::span<const Bitmap::Word> bits(VertexId v) const {
    const HubBits::Row& row = bits_.rows[v];
    return {bits_.words.data() + row.place, row.words};
  }
  /// What of the row bits do not say.
  [[nodiscard]] std::span<const VertexId> rest(VertexId v) const { return row(v).subspan(bits_.rows[v].hubs); }

 private:
  const Adjacency& arcs_;
  const HubBits& bits_;
};

}  // namespace mg
