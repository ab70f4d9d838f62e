// G-Shards with concatenated windows (CuSha: Khorasani et al., HPDC'14): arcs are cut into shards by their receivers,
// as many as a block's shared memory holds the values of. Senders leave a message an arc in the shard that it is in;
// each row knows where, which is what CuSha concatenates windows for. Then blocks go through the shards, combine in
// shared memory and hand over: all that is read lies in the order in which it is read.
#pragma once

#include "sparse/arguments.hpp"

namespace mg::sparse {

struct Shards {
  const VertexId* receivers;    ///< of arcs, shard by shard
  const std::uint64_t* begins;  ///< of shards among the arcs, and one more
  std::uint32_t size;           ///< receivers a shard
};

struct ShardArguments : PushArguments {
  Shards shards;
  VertexId num_receivers;
  std::uint32_t blocks;  ///< that share a shard
};

struct BuildShardArguments {
  const VertexId* neighbors;  ///< in the order of the rows
  const std::uint64_t* keys;  ///< shard << arc_bits | arc, in ascending order
  std::uint32_t arc_bits;
  EdgeId num_arcs;
  std::uint64_t num_shards;
  VertexId* places;  ///< of the rows' arcs in the shards
  VertexId* receivers;
  std::uint64_t* begins;
};

}  // namespace mg::sparse

#ifdef MG_DEVICE_CODE

#include "sparse/push.cuh"

namespace mg::sparse {

/// What has been left in a shard goes to the receivers.
template <class F, class Offset, Target target, Listing listing, unsigned cta, Emit emit = Emit::queue_by_block>
struct PushShards {
  using Arguments = ShardArguments;
  using Function = F;
  using Value = ValueOf<F>;
  using Combine = typename F::Combine;
  static constexpr unsigned threads = cta;
  using Visitor = PushVisitor<F, Offset, target, listing, emit, 2048>;

  static void run(const Arguments& arguments, F f, unsigned block = blockIdx.x) {
    __shared__ typename Visitor::Storage storage;
    Visitor visit(storage, arguments, f);
    auto* const values = dynamic_shared<Value>();
    const Shards& shards = arguments.shards;
    const std::uint64_t shard = block / arguments.blocks;
    const auto first = static_cast<VertexId>(shard * shards.size);
    const VertexId size = arguments.num_receivers - first < shards.size ? arguments.num_receivers - first : shards.size;
    for (unsigned i = threadIdx.x; i < size; i += threads) values[i] = Combine::template identity<Value>();
    __syncthreads();
    const auto* const messages = static_cast<const Value*>(arguments.messages);
    const std::uint64_t step = std::uint64_t{arguments.blocks} * threads;
    for (std::uint64_t arc = shards.begins[shard] + block % arguments.blocks * threads + threadIdx.x;
         arc < shards.begins[shard + 1]; arc += step) {
      const Value message = messages[arc];
      if (message != Combine::template identity<Value>()) {
        combine_atomic<Combine>(values[__ldg(shards.receivers + arc) - first], message);
      }
    }
    __syncthreads();
    for (unsigned place = 0; place < size; place += threads) {
      if constexpr (Visitor::bounded) visit.make_room(threads);
      const unsigned i = place + threadIdx.x;
      const Value value = i < size ? values[i] : Combine::template identity<Value>();
      visit.deliver(first + i, value, value != Combine::template identity<Value>());
      __syncthreads();
    }
    visit.flush();
  }
};

/// Where each arc is in the shards; an arc a thread.
struct PlaceArcs {
  using Arguments = BuildShardArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint64_t i = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    if (i >= arguments.num_arcs) return;
    const std::uint64_t arc = arguments.keys[i] & ((std::uint64_t{1} << arguments.arc_bits) - 1);
    arguments.places[arc] = static_cast<VertexId>(i);
    arguments.receivers[i] = arguments.neighbors[arc];
  }
};

/// Where the shards begin; a shard a thread.
struct BoundShards {
  using Arguments = BuildShardArguments;
  using Function = NoFunction;
  static constexpr unsigned threads = 256;

  static void run(const Arguments& arguments, NoFunction) {
    const std::uint64_t shard = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    if (shard > arguments.num_shards) return;
    arguments.begins[shard] = first_where(std::uint64_t{0}, arguments.num_arcs, [&](std::uint64_t i) {
      return arguments.keys[i] >> arguments.arc_bits >= shard;
    });
  }
};

}  // namespace mg::sparse

#endif
