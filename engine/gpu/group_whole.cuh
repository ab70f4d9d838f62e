// Whose real weights may be added up in any order: sums of whole numbers are exact, which graphs that others have been
// contracted to have of weights.
#pragma once

#include "engine/gpu/group.cuh"

namespace mg::gpu {

/// Sorts receivers out: GroupArguments::longer, and how many they are, gets those to whom whole numbers come from the
/// front on, and those whose sums depend on their order from the back. A block a receiver.
template <class Offset>
struct SortOutWhole {
  using Arguments = GroupArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    for (std::uint64_t place = blockIdx.x; place < arguments.count; place += gridDim.x) {
      const VertexId v = receiver_at(arguments, place);
      const ComingArcs<Offset> arcs(arguments, v);
      double own = 0;
      for (std::uint32_t i = threadIdx.x; i < arcs.size; i += threads)
        own += exact(arcs.template weight<float>(arguments, i));
      const double sum = combine_block<Sum, threads>(own);
      if (threadIdx.x == 0) list(arguments, v, arcs.size, sum < exact_below);
    }
  }

 private:
  static constexpr double exact_below = 9007199254740992;  // 2^53, where the next number is farther than 1 away

  /// The weight, or more than any exact sum if it is no whole number.
  static double exact(float weight) {
    const bool is_whole = weight >= 0 && weight < static_cast<float>(exact_below) &&
                          static_cast<float>(static_cast<std::uint64_t>(weight)) == weight;
    return is_whole ? weight : 2 * exact_below;
  }
  static void list(const Arguments& arguments, VertexId v, std::uint32_t size, bool is_exact) {
    GroupCounts& counts = *arguments.counts;
    const std::uint64_t before = atomic_add(counts.longer, is_exact ? std::uint64_t{1} : std::uint64_t{1} << 32);
    arguments.longer[is_exact ? static_cast<std::uint32_t>(before) : arguments.count - 1 - (before >> 32)] = v;
    if (!is_exact || size <= arcs_of_block_table) return;
    atomic_add(counts.hubs, std::uint64_t{1} << 32 | segments_of(size));
    atomic_add(counts.hub_arcs, std::uint64_t{segments_of(size)} * arcs_of_segment(size));
  }
};

}  // namespace mg::gpu
