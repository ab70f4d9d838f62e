// Pull by receivers from a list, for functions whose vertices take one value and then no more: those that are left
// without one make the list of the next pull. Where values have no weights, each receiver's hub is asked first, its
// neighbor of the highest degree, which most likely is in a wide frontier: then its row is not even looked at.
#pragma once

#include "sparse/pull.cuh"

namespace mg::sparse {

using namespace gpu;

/// A receiver a lane. No bit of the next frontier is set before.
template <class F, class Offset, MapForm form = MapForm::bitmap>
struct PullListed {
  using Arguments = PullArguments;
  using Function = F;
  using Value = ValueOf<F>;
  using Reader = PullReader<F, Offset, form>;
  static constexpr unsigned threads = 256;
  static constexpr unsigned room = 2048;
  using Left = Collector<Emit::queue_by_block, Offset, Listing::once_by_nature, room>;

  static void run(const Arguments& arguments, F f) {
    __shared__ typename Left::Storage storage;
    Left left(storage, arguments.left);
    EmissionCounter<Offset> counter(arguments.emission);
    const Reader reader(arguments, f);
    __syncthreads();
    for (std::uint64_t first = std::uint64_t{blockIdx.x} * threads; first < arguments.size;
         first += std::uint64_t{gridDim.x} * threads) {
      const std::uint64_t i = first + threadIdx.x;
      const VertexId v = i < arguments.size ? arguments.queue[i] : 0;
      const bool wants = i < arguments.size && is_wanted(f, v);
      const bool joins = take(arguments, f, reader, v, wants);
      mark_lanes(arguments.emission.words, v, joins);
      if (joins) counter.add(v);
      left.add(v, wants && !joins);
      __syncthreads();
      left.make_room(threads);
    }
    __syncthreads();
    left.flush();
    counter.template flush<threads>();
  }

 private:
  /// Whether v, which all lanes of a warp call it for, each with its own, takes a value.
  static bool take(const Arguments& arguments, F& f, const Reader& reader, VertexId v, bool wants) {
    constexpr Value nothing = F::Combine::template identity<Value>();
    Value value = nothing;
    if constexpr (!is_weighted<F>) {
      if (wants) value = reader.message(arguments.hubs[v], v);
    }
    const bool looks_further = wants && value == nothing;
    const Offset begin = looks_further ? reader.begin(v) : 0;
    const Offset end = looks_further ? reader.end(v) : 0;
    const Value found = reader.combine_rows(v, looks_further, begin, end);
    if (looks_further) value = found;
    return wants && receive(f, v, value);
  }
};

}  // namespace mg::sparse
