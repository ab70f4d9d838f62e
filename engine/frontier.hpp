// The set of active vertices, in one representation at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/bitmap.hpp"
#include "engine/graph/types.hpp"

namespace mg {

class Communicator;

/// What a set of vertices comes to.
struct Extent {
  std::uint64_t vertices;  ///< entries; a queue without deduplication counts repeats
  EdgeId arcs;             ///< that leave them, where somebody has counted them
};

/// What all frontiers say of themselves, wherever their vertices are kept. On several ranks each has those of its own
/// vertices, until they are handed around.
class FrontierBase {
 public:
  enum class Kind : std::uint8_t { all, queue, bitmap, bytemap, counter };  // the last two on GPUs alone

  [[nodiscard]] Kind kind() const { return kind_; }
  /// Number of entries; a queue without deduplication counts repeats.
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }

  /// Arcs that leave the frontier, where the step that made it counted them; otherwise unknown_arcs.
  static constexpr EdgeId unknown_arcs = ~EdgeId{0};
  EdgeId arcs = unknown_arcs;
  Side arcs_side = Side::out;  ///< along which they were counted
  bool repeats = false;        ///< a queue may list a vertex more than once
  bool handed_around = false;  ///< every rank has the vertices of all

  /// Whether this frontier is all that there is, on any rank.
  [[nodiscard]] bool is_everywhere(const Communicator& ranks) const;
  /// Of all ranks' frontiers together. Ranks ask for it together: they agree on it when it is first asked for.
  [[nodiscard]] Extent everywhere(Communicator& ranks) const;

 protected:
  FrontierBase() = default;

  Kind kind_ = Kind::queue;
  std::uint64_t size_ = 0;

 private:
  [[nodiscard]] Extent sum_over(Communicator& ranks) const;

  mutable std::optional<Extent> everywhere_;
};

/// A set (or, for a queue without deduplication, a multiset) of the vertices of one graph. Engines read the
/// representation they like; changing it is explicit (to_queue, to_bitmap) so that it can be counted.
class Frontier : public FrontierBase {
 public:
  /// The empty set.
  Frontier() = default;
  /// Every vertex of a graph of `num_vertices`.
  static Frontier all(VertexId num_vertices) {
    Frontier frontier;
    frontier.kind_ = Kind::all;
    frontier.size_ = num_vertices;
    return frontier;
  }
  /// The vertices listed.
  static Frontier of(std::vector<VertexId> vertices) {
    Frontier frontier;
    frontier.size_ = vertices.size();
    frontier.queue_ = std::move(vertices);
    return frontier;
  }
  /// The `size` vertices whose bit is set.
  static Frontier of(Bitmap bitmap, std::uint64_t size) {
    Frontier frontier;
    frontier.kind_ = Kind::bitmap;
    frontier.size_ = size;
    frontier.bitmap_ = std::move(bitmap);
    return frontier;
  }

  [[nodiscard]] std::span<const VertexId> queue() const { return queue_; }
  [[nodiscard]] const Bitmap& bitmap() const { return bitmap_; }

  /// Takes the storage out, so that a following frontier need not allocate.
  [[nodiscard]] std::vector<VertexId> release_queue() { return std::move(queue_); }
  [[nodiscard]] Bitmap release_bitmap() { return std::move(bitmap_); }

 private:
  std::vector<VertexId> queue_;
  Bitmap bitmap_;
};

[[nodiscard]] constexpr std::string_view to_string(Frontier::Kind kind) {
  switch (kind) {
    case Frontier::Kind::all: return "all";
    case Frontier::Kind::queue: return "queue";
    case Frontier::Kind::bitmap: return "bitmap";
    case Frontier::Kind::bytemap: return "bytemap";
    case Frontier::Kind::counter: return "counter";
  }
  return "?";
}

}  // namespace mg
