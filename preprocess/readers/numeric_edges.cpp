#include "preprocess/readers/numeric_edges.hpp"

#include <algorithm>
#include <atomic>
#include <bit>

#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"
#include "preprocess/readers/id_ranks.hpp"

namespace mg {

namespace {

/// A bitmap of numbers with the number of set bits before each word, so that a number's rank is two loads.
class RankedBitmap {
 public:
  explicit RankedBitmap(std::uint64_t range) : words_((range + 63) / 64), before_(words_.size()) {}

  /// From any thread. Most bits are set early, so looking first keeps cache lines shared.
  void set(std::uint64_t i) {
    const std::atomic_ref<std::uint64_t> word(words_[i / 64]);
    const std::uint64_t bit = std::uint64_t{1} << (i % 64);
    if ((word.load(std::memory_order_relaxed) & bit) == 0) word.fetch_or(bit, std::memory_order_relaxed);
  }

  /// To be called once, after the last set(). Returns the number of set bits.
  std::uint64_t count() {
    std::uint64_t total = 0;
    for (std::size_t w = 0; w < words_.size(); ++w) {
      before_[w] = static_cast<std::uint32_t>(total);
      total += static_cast<std::uint64_t>(std::popcount(words_[w]));
    }
    return total;
  }

  [[nodiscard]] VertexId rank(std::uint64_t i) const {
    const std::uint64_t lower = words_[i / 64] & ((std::uint64_t{1} << (i % 64)) - 1);
    return before_[i / 64] + static_cast<std::uint32_t>(std::popcount(lower));
  }

  template <class F>
  void for_each(F&& f) const {
    for (std::size_t w = 0; w < words_.size(); ++w) {
      for (std::uint64_t word = words_[w]; word != 0; word &= word - 1) {
        f(w * 64 + static_cast<std::size_t>(std::countr_zero(word)));
      }
    }
  }

 private:
  std::vector<std::uint64_t> words_;
  std::vector<std::uint32_t> before_;
};

void check_vertex_count(std::uint64_t count, const std::string& file) {
  if (count > max_vertices) {
    fail(ExitCode::bad_input, "{}: {} vertices; a graph has at most {}", file, count, max_vertices);
  }
}

}  // namespace

void NumericBlock::add_high(std::uint64_t source, std::uint64_t target) {
  high_.resize(low_.size(), Edge{0, 0});
  high_.push_back({static_cast<VertexId>(source >> 32), static_cast<VertexId>(target >> 32)});
}

void NumericEdges::place(NumericBlock& block, std::string_view text, std::uint64_t first_line) {
  const std::size_t before = size();
  low_.place(block.low_, text, first_line);
  // New elements of a growing array are zero, which is the high half of every number up to here.
  if (!block.high_.empty() && high_.size() < before) high_.claim(before - high_.size());
  if (!block.high_.empty() || high_.size() != 0) high_.claim(size() - high_.size());
  lone_.append(block.lone_);
  smallest_ = std::min(smallest_, block.smallest_);
  largest_ = std::max(largest_, block.largest_);
}

void NumericEdges::store(const NumericBlock& block) {
  low_.store(block.low_);
  if (!block.high_.empty()) std::copy(block.high_.begin(), block.high_.end(), high_.data() + low_.position(block.low_));
}

std::uint64_t NumericEdges::set_targets_apart(const std::string& file) {
  struct Range {
    std::uint64_t first = ~std::uint64_t{0};
    std::uint64_t last = 0;
    void include(const Range& more) {
      first = std::min(first, more.first);
      last = std::max(last, more.last);
    }
  };
  struct Ranges {
    Range sources;
    Range targets;
  };
  const Ranges used = parallel_fold(
      size(), default_threads(), Ranges{},
      [this](std::size_t e) {
        return Ranges{{source(e), source(e)}, {target(e), target(e)}};
      },
      [](Ranges& all, const Ranges& more) {
        all.sources.include(more.sources);
        all.targets.include(more.targets);
      });
  const std::uint64_t offset = used.targets.first == 0 ? used.sources.last + 1 : used.sources.last;
  if (offset < used.sources.last || used.targets.last > ~std::uint64_t{0} - offset) {
    fail(ExitCode::bad_input, "{}: the numbers of the two sides, up to {} and {}, exceed 64 bits together", file,
         used.sources.last, used.targets.last);
  }
  if ((offset + used.targets.last) >> 32 != 0 && high_.size() == 0) high_.claim(size());
  parallel_for(size(), default_threads(), [&](std::size_t e) {
    const std::uint64_t apart = target(e) + offset;
    low_.edges()[e].target = static_cast<VertexId>(apart);
    if (high_.size() != 0) high_[e].target = static_cast<VertexId>(apart >> 32);
  });
  smallest_ = used.sources.first;
  largest_ = offset + used.targets.last;
  return offset;
}

VertexNames NumericEdges::renumber(bool keep_isolated, const std::string& file) {
  if (size() == 0 && lone_.size() == 0) return {};
  const std::uint64_t count_bound = 2 * static_cast<std::uint64_t>(size()) + lone_.size();
  if (keep_isolated) {
    const std::uint64_t first = smallest_ == 1 ? 1 : 0;
    check_vertex_count(std::max(largest_, largest_ - first + 1), file);
    if (largest_ > 32 * count_bound + 1'000'000) {
      fail(ExitCode::bad_input,
           "{}: the largest vertex is {}, too large to make every smaller number a vertex for {} edges; do not keep "
           "isolated vertices",
           file, largest_, size());
    }
    subtract(first);
    return VertexNames::counted(first, static_cast<VertexId>(largest_ - first + 1));
  }
  if (largest_ - smallest_ < 4 * count_bound + 1'000'000) return rank_by_bitmap(file);
  return rank_by_hash(file);
}

void NumericEdges::subtract(std::uint64_t first) {
  if (first == 0) return;
  const std::span<Edge> edges = low_.edges();
  parallel_for(edges.size(), default_threads(), [&](std::size_t e) {
    edges[e] = {static_cast<VertexId>(source(e) - first), static_cast<VertexId>(target(e) - first)};
  });
}

VertexNames NumericEdges::rank_by_bitmap(const std::string& file) {
  RankedBitmap present(largest_ - smallest_ + 1);
  parallel_for(size(), default_threads(), [&](std::size_t e) {
    present.set(source(e) - smallest_);
    present.set(target(e) - smallest_);
  });
  for (const std::uint64_t id : lone_.span()) present.set(id - smallest_);
  const std::uint64_t count = present.count();
  check_vertex_count(count, file);
  if (count == largest_ - smallest_ + 1) {
    subtract(smallest_);
    return VertexNames::counted(smallest_, static_cast<VertexId>(count));
  }
  auto ids = Array<std::uint64_t>::uninitialized(count);
  std::size_t next = 0;
  present.for_each([&](std::uint64_t i) { ids[next++] = smallest_ + i; });
  const std::span<Edge> edges = low_.edges();
  parallel_for(edges.size(), default_threads(), [&](std::size_t e) {
    edges[e] = {present.rank(source(e) - smallest_), present.rank(target(e) - smallest_)};
  });
  return VertexNames::integers(std::move(ids));
}

VertexNames NumericEdges::rank_by_hash(const std::string& file) {
  IdRanks ranks([&](auto&& visit) {
    for (std::size_t e = 0; e < size(); ++e) {
      visit(source(e));
      visit(target(e));
    }
    for (const std::uint64_t id : lone_.span()) visit(id);
  });
  check_vertex_count(ranks.ids().size(), file);
  ranks.assign();
  const std::span<Edge> edges = low_.edges();
  parallel_for(edges.size(), default_threads(), [&](std::size_t e) {
    edges[e] = {ranks.rank(source(e)), ranks.rank(target(e))};
  });
  return VertexNames::integers(Array<std::uint64_t>::copy_of(ranks.ids()));
}

std::string describe(const VertexNames& names) {
  const VertexId size = names.size();
  if (size == 0) return "names: none, there are no vertices";
  switch (names.kind()) {
    case VertexNames::Kind::counted:
      return fmt::format("names: all numbers {} .. {}, {} of them", names.first(), names.first() + size - 1, size);
    case VertexNames::Kind::integers:
      return fmt::format("names: numbers {} .. {}, {} of them", names.ids()[0], names.ids()[size - 1], size);
    case VertexNames::Kind::strings: return fmt::format("names: strings, {} of them, in order of appearance", size);
  }
  return {};
}

}  // namespace mg
