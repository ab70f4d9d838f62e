// A reduction in which a thread goes through a row: nothing is shared, and where rows are of one length, nobody waits.
#pragma once

#include "engine/gpu/device_arguments.hpp"

namespace example {

struct RowArguments {
  mg::gpu::DeviceRows rows;
  double* summands;  ///< one a block
};

inline constexpr unsigned row_threads = 256;

}  // namespace example

#ifdef MG_DEVICE_CODE

#include "engine/gpu/warp.cuh"
#include "engine/receive.hpp"

namespace example {

/// For the edge function F of any algorithm, of a graph whose offsets are of the type Offset.
template <class F, class Offset>
struct RowAThread {
  using Arguments = RowArguments;
  using Function = F;
  static constexpr unsigned threads = row_threads;

  static void run(const Arguments& arguments, F f) {
    const auto v = static_cast<mg::VertexId>(blockIdx.x * threads + threadIdx.x);
    const bool wants = v < arguments.rows.num_rows && mg::is_wanted(f, v);
    const double term = wants ? combine_row(arguments, f, v) : 0;
    const double sum = mg::gpu::combine_block<mg::Sum, threads>(term);
    if (threadIdx.x == 0) arguments.summands[blockIdx.x] = sum;
  }

 private:
  static double combine_row(const Arguments& arguments, F& f, mg::VertexId v) {
    using Combine = typename F::Combine;
    const mg::gpu::Messages<F, Offset> messages(arguments.rows);
    auto combined = Combine::template identity<mg::ValueOf<F>>();
    const Offset end = messages.end(v);
    for (Offset e = messages.begin(v); e < end; ++e) {
      combined = Combine::combine(combined, messages(f, {messages.neighbors[e], v}, e));
    }
    return mg::receive_term(f, v, combined);
  }
};

}  // namespace example

#endif
