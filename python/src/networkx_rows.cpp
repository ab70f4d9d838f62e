#include "networkx_rows.hpp"

#include <algorithm>
#include <exception>

namespace mg::python {
namespace {

/// One of the two sides of a search that meets in the middle.
struct HalfSearch {
  HalfSearch(const NetworkxRows& side, VertexId start, FoundPool& pool) : rows(side), found(pool, side.num_vertices()) {
    add(start, no_parent);
  }

  void add(VertexId v, std::uint32_t parent) {
    found->add(v, static_cast<std::uint32_t>(vertices.size()));
    vertices.push_back(v);
    parents.push_back(parent);
  }
  [[nodiscard]] std::size_t fringe() const { return vertices.size() - begin; }
  /// From `v` to where this half began.
  [[nodiscard]] std::vector<VertexId> path_from(VertexId v) {
    std::vector<VertexId> path;
    for (std::uint32_t at = found->at(v); at != no_parent; at = parents[at]) path.push_back(vertices[at]);
    return path;
  }
  /// Goes one level on; the vertex at which `other` is met, if it is.
  std::optional<VertexId> advance(HalfSearch& other) {
    const std::size_t end = vertices.size();
    for (; begin < end; ++begin) {
      for (const VertexId w : rows.row(vertices[begin])) {
        if (!found->contains(w)) add(w, static_cast<std::uint32_t>(begin));
        if (other.found->contains(w)) return w;
      }
    }
    return std::nullopt;
  }

  const NetworkxRows& rows;
  Borrowed found;
  std::vector<VertexId> vertices;
  std::vector<std::uint32_t> parents;
  std::size_t begin = 0;  ///< of the fringe, which ends with the vertices
};

/// A search for strongly connected components, depth first.
class StrongSearch {
 public:
  explicit StrongSearch(const NetworkxRows& rows)
      : rows_(rows), number_(rows.num_vertices()), lowest_(number_.size()), is_found_(number_.size()) {}

  /// Finds the components of all that `source` reaches and no search before it has.
  void search_from(VertexId source, const std::atomic<bool>& stop) {
    if (number_[source] == 0) enter(source);
    while (!path_.empty()) {
      auto& [v, followed] = path_.back();
      const auto row = rows_.row(v);
      while (followed < row.size() && number_[row[followed]] != 0) ++followed;
      if (followed < row.size()) {
        enter(row[followed]);
      } else {
        leave(v);
      }
      if (entered_ % asked_every == 0) end_if_asked(stop);
    }
  }
  [[nodiscard]] StrongComponents take() { return std::move(components_); }

 private:
  static constexpr std::uint32_t asked_every = 1024;

  void enter(VertexId v) {
    number_[v] = ++entered_;
    path_.emplace_back(v, 0);
  }
  /// All that v reaches has been entered.
  void leave(VertexId v) {
    lowest_[v] = number_[v];
    for (const VertexId w : rows_.row(v)) {
      if (is_found_[w]) continue;
      lowest_[v] = std::min(lowest_[v], number_[w] > number_[v] ? lowest_[w] : number_[w]);
    }
    path_.pop_back();
    if (lowest_[v] != number_[v]) return waiting_.push_back(v);
    add(v);
    for (; !waiting_.empty() && number_[waiting_.back()] > number_[v]; waiting_.pop_back()) add(waiting_.back());
    components_.ends.push_back(components_.vertices.size());
  }
  void add(VertexId v) {
    is_found_[v] = true;
    components_.vertices.push_back(v);
  }

  const NetworkxRows& rows_;
  std::vector<std::uint32_t> number_;  ///< in the order in which vertices are entered, from 1; 0: not entered
  std::vector<std::uint32_t> lowest_;  ///< number that leads around to the vertex
  std::vector<bool> is_found_;
  std::vector<std::pair<VertexId, std::size_t>> path_;  ///< each with how much of its row was followed
  std::vector<VertexId> waiting_;                       ///< left, but not in a component yet
  std::uint32_t entered_ = 0;
  StrongComponents components_;
};

}  // namespace

std::unique_ptr<Found> FoundPool::take(VertexId num_vertices) {
  std::unique_ptr<Found> found;
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      found = std::move(idle_.back());
      idle_.pop_back();
    }
  }
  if (found == nullptr) found = std::make_unique<Found>(num_vertices);
  found->forget();
  return found;
}

void FoundPool::give_back(std::unique_ptr<Found> found) {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(found));
}

SearchTree search_breadth_first(const NetworkxRows& rows, std::span<const VertexId> sources, std::uint64_t depth,
                                FoundPool& pool, const std::atomic<bool>& stop) {
  Borrowed found(pool, rows.num_vertices());
  SearchTree tree;
  const auto add = [&](VertexId v, std::uint32_t parent) {
    if (found->contains(v)) return;
    found->add(v, 0);
    tree.vertices.push_back(v);
    tree.parents.push_back(parent);
  };
  for (const VertexId source : sources) add(source, no_parent);
  std::size_t begin = 0;
  for (std::uint64_t level = 0; begin < tree.vertices.size(); ++level) {
    end_if_asked(stop);
    const std::size_t end = tree.vertices.size();
    tree.levels.push_back(static_cast<std::uint32_t>(begin));
    if (level >= depth) break;
    for (; begin < end; ++begin) {
      for (const VertexId w : rows.row(tree.vertices[begin])) add(w, static_cast<std::uint32_t>(begin));
    }
  }
  return tree;
}

StrongComponents strong_components(const NetworkxRows& rows, const std::atomic<bool>& stop) {
  StrongSearch search(rows);
  for (VertexId v = 0; v < rows.num_vertices(); ++v) search.search_from(v, stop);
  return search.take();
}

std::optional<std::vector<VertexId>> path_from_both_ends(const NetworkxRows& out, const NetworkxRows& in,
                                                         VertexId source, VertexId target, FoundPool& pool,
                                                         const std::atomic<bool>& stop) {
  if (source == target) return std::vector{source};
  HalfSearch forward(out, source, pool);
  HalfSearch backward(in, target, pool);
  while (forward.fringe() > 0 && backward.fringe() > 0) {
    end_if_asked(stop);
    const bool is_forward = forward.fringe() <= backward.fringe();
    const auto meeting = is_forward ? forward.advance(backward) : backward.advance(forward);
    if (!meeting) continue;
    std::vector<VertexId> path = forward.path_from(*meeting);
    std::reverse(path.begin(), path.end());
    const std::vector<VertexId> rest = backward.path_from(*meeting);
    path.insert(path.end(), rest.begin() + 1, rest.end());
    return path;
  }
  return std::nullopt;
}

namespace {

Reach reach_of(const SearchTree& tree) {
  Reach reach{.vertices = tree.vertices.size() - 1, .farthest = tree.levels.size() - 1};
  for (std::size_t level = 1; level < tree.levels.size(); ++level) {
    const std::size_t end = level + 1 < tree.levels.size() ? tree.levels[level + 1] : tree.vertices.size();
    const std::size_t found = end - tree.levels[level];
    reach.distance += level * found;
    reach.inverse += static_cast<double>(found) / static_cast<double>(level);
  }
  return reach;
}

}  // namespace

std::vector<Reach> reaches(const NetworkxRows& rows, std::span<const VertexId> sources, int threads, FoundPool& pool,
                           const std::atomic<bool>& stop) {
  constexpr std::uint64_t no_limit = ~std::uint64_t{0};
  std::vector<Reach> all(sources.size());
  std::exception_ptr thrown;  // none may leave the loop
#pragma omp parallel for schedule(dynamic) num_threads(threads)
  for (std::size_t i = 0; i < sources.size(); ++i) {
    try {
      if (!stop.load(std::memory_order_relaxed)) {
        all[i] = reach_of(search_breadth_first(rows, sources.subspan(i, 1), no_limit, pool, stop));
      }
    } catch (...) {
#pragma omp critical(mg_reaches)
      thrown = std::current_exception();
    }
  }
  if (thrown) std::rethrow_exception(thrown);
  end_if_asked(stop);
  return all;
}

}  // namespace mg::python
