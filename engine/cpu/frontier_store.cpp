#include "engine/cpu/frontier_store.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "engine/cpu/parallel.hpp"

namespace mg {

void FrontierStore::recycle(Frontier&& frontier) {
  switch (frontier.kind()) {
    case Frontier::Kind::all: break;
    case Frontier::Kind::queue: {
      std::vector<VertexId> queue = frontier.release_queue();
      if (queue.capacity() > 0) spare_queues_.push_back(std::move(queue));
      break;
    }
    case Frontier::Kind::bitmap: spare_bitmaps_.push_back(frontier.release_bitmap()); break;
    case Frontier::Kind::bytemap:
    case Frontier::Kind::counter: break;
  }
  frontier = Frontier();
}

std::vector<VertexId> FrontierStore::take_queue() {
  if (spare_queues_.empty()) return {};
  std::vector<VertexId> queue = std::move(spare_queues_.back());
  spare_queues_.pop_back();
  queue.clear();
  return queue;
}

Bitmap FrontierStore::take_bitmap() {
  if (spare_bitmaps_.empty()) return Bitmap(num_vertices_);
  Bitmap bitmap = std::move(spare_bitmaps_.back());
  spare_bitmaps_.pop_back();
  const auto words = bitmap.words();
  parallel_for(words.size(), threads, [&](std::size_t w) { words[w] = 0; });
  return bitmap;
}

Bitmap& FrontierStore::marks() {
  if (marks_.empty()) marks_ = Bitmap(num_vertices_);
  return marks_;
}

std::vector<VertexId> FrontierStore::gather_local_queues() {
  std::vector<VertexId> all = take_queue();
  std::size_t total = 0;
  for (const Local& own : local_) total += own.queue.size();
  for (Local& own : local_) {
    if (own.queue.size() == total) {  // one thread emitted everything: no copy
      all.swap(own.queue);
      own.queue.clear();
      return all;
    }
  }
  all.resize(total);
  std::vector<std::size_t> starts(local_.size());
  for (std::size_t t = 1; t < local_.size(); ++t) starts[t] = starts[t - 1] + local_[t - 1].queue.size();
  parallel_shares(local_.size(), threads_worth(total, serial_grain, threads),
                  [&](std::size_t begin, std::size_t end, int) {
                    for (std::size_t t = begin; t < end; ++t) {
                      auto& queue = local_[t].queue;
                      std::copy(queue.begin(), queue.end(), all.begin() + static_cast<std::ptrdiff_t>(starts[t]));
                      queue.clear();
                    }
                  });
  return all;
}

Frontier FrontierStore::to_queue(const Frontier& frontier) {
  if (frontier.repeats) {
    Frontier map = to_bitmap(frontier);
    Frontier listed = to_queue(map);
    recycle(std::move(map));
    return listed;
  }
  std::vector<VertexId> queue = take_queue();
  queue.resize(frontier.size());
  if (frontier.kind() == Frontier::Kind::all) {
    parallel_for(queue.size(), threads, [&](std::size_t v) { queue[v] = static_cast<VertexId>(v); });
  } else if (frontier.kind() == Frontier::Kind::queue) {
    std::copy(frontier.queue().begin(), frontier.queue().end(), queue.begin());
  } else {
    const auto words = frontier.bitmap().words();
    const std::size_t blocks = static_cast<std::size_t>(threads);
    const std::size_t per_block = (words.size() + blocks - 1) / blocks;
    std::vector<std::size_t> starts(blocks + 1);
    const auto block_range = [&](std::size_t b) {
      return std::pair(std::min(words.size(), b * per_block), std::min(words.size(), (b + 1) * per_block));
    };
    const int worth = threads_worth(words.size(), serial_grain / 4, threads);
    parallel_tasks(blocks, worth, [&](std::size_t b) {
      const auto [begin, end] = block_range(b);
      for (std::size_t w = begin; w < end; ++w) starts[b + 1] += static_cast<std::size_t>(std::popcount(words[w]));
    });
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    parallel_tasks(blocks, worth, [&](std::size_t b) {
      const auto [begin, end] = block_range(b);
      std::size_t at = starts[b];
      for (std::size_t w = begin; w < end; ++w) {
        for (Bitmap::Word bits = words[w]; bits != 0; bits &= bits - 1) {
          queue[at++] =
              static_cast<VertexId>(w * Bitmap::bits_per_word + static_cast<std::size_t>(std::countr_zero(bits)));
        }
      }
    });
  }
  Frontier result = Frontier::of(std::move(queue));
  result.arcs = frontier.arcs;
  result.arcs_side = frontier.arcs_side;
  return result;
}

Frontier FrontierStore::to_bitmap(const Frontier& frontier) {
  Bitmap bitmap = take_bitmap();
  const std::uint64_t entries = frontier.size();
  std::uint64_t size = 0;
  if (frontier.kind() == Frontier::Kind::all) {
    parallel_for(entries, threads, [&](std::size_t v) { bitmap.set_atomic(static_cast<VertexId>(v)); });
    size = entries;
  } else if (frontier.kind() == Frontier::Kind::bitmap) {
    std::copy(frontier.bitmap().words().begin(), frontier.bitmap().words().end(), bitmap.words().begin());
    size = entries;
  } else {
    const auto queue = frontier.queue();
    size = parallel_sum<std::uint64_t>(entries, threads,
                                       [&](std::size_t i) { return bitmap.set_atomic(queue[i]) ? 1U : 0U; });
  }
  Frontier result = Frontier::of(std::move(bitmap), size);
  if (!frontier.repeats) result.arcs = frontier.arcs;
  result.arcs_side = frontier.arcs_side;
  return result;
}

EdgeId count_arcs(const Adjacency& adjacency, const Frontier& frontier, int threads) {
  switch (frontier.kind()) {
    case Frontier::Kind::all: return adjacency.num_edges();
    case Frontier::Kind::queue: {
      const auto queue = frontier.queue();
      return parallel_sum<EdgeId>(queue.size(), threads, [&](std::size_t i) { return adjacency.degree(queue[i]); });
    }
    case Frontier::Kind::bitmap:
    case Frontier::Kind::bytemap:
    case Frontier::Kind::counter: break;
  }
  const auto words = frontier.bitmap().words();
  return parallel_sum<EdgeId>(words.size(), threads, [&](std::size_t w) {
    EdgeId arcs = 0;
    for (Bitmap::Word bits = words[w]; bits != 0; bits &= bits - 1) {
      arcs += adjacency.degree(
          static_cast<VertexId>(w * Bitmap::bits_per_word + static_cast<std::size_t>(std::countr_zero(bits))));
    }
    return arcs;
  });
}

}  // namespace mg
