// Kernels that show whether an emulated GPU does what a GPU does, right ones and wrong ones. Compiled for the host,
// too, for the structs that both sides share.
#pragma once

#include <cstdint>

#ifdef MG_DEVICE_CODE
#include "engine/gpu/team.cuh"
#endif

namespace mg::probe {

struct Words {
  std::uint32_t* in;
  std::uint32_t* out;
  std::uint32_t size;
};

struct Nothing {};

#ifdef MG_DEVICE_CODE

inline constexpr unsigned block_threads = 96;

struct Agent {
  using Arguments = Words;
  using Function = Nothing;
  static constexpr unsigned threads = block_threads;
};

/// out[i] = in[0] + ... + in[i] within each block, and after all of them the sum, which blocks add to.
struct Scan : Agent {
  static void run(const Words& words, Nothing) {
    const std::uint32_t i = blockIdx.x * threads + threadIdx.x;
    std::uint32_t total = 0;
    const std::uint32_t up_to = gpu::scan_block(i < words.size ? words.in[i] : 0, total);
    if (i < words.size) words.out[i] = up_to;
    if (threadIdx.x == 0) atomicAdd(words.out + words.size, total);
  }
};

/// out: for each lane of a warp, what votes, shuffles and matches say.
struct Ask : Agent {
  static constexpr unsigned threads = gpu::warp_size;
  static void run(const Words& words, Nothing) {
    const unsigned lane = gpu::lane_id();
    const bool odd = lane % 2 == 1;
    std::uint32_t* own = words.out + std::uint64_t{lane} * words.size;
    own[0] = __ballot_sync(gpu::all_lanes, odd);
    own[1] = static_cast<std::uint32_t>(__any_sync(gpu::all_lanes, lane == 7));
    own[2] = static_cast<std::uint32_t>(__all_sync(gpu::all_lanes, lane != 7));
    own[3] = __match_any_sync(gpu::all_lanes, lane / 8);
    own[4] = __shfl_sync(gpu::all_lanes, lane * 10, 3);
    own[5] = __shfl_up_sync(gpu::all_lanes, lane, 2);
    own[6] = __shfl_xor_sync(gpu::all_lanes, lane, 5);
    own[7] = static_cast<std::uint32_t>(__syncthreads_or(lane == 9));
  }
};

/// Blocks of a cluster hand their ranks round, in static and in dynamic shared memory: out[block] = those of both
/// neighbors.
struct PassOn : Agent {
  static void run(const Words& words, Nothing) {
    __shared__ std::uint32_t from_left;
    auto* const from_right = gpu::dynamic_shared<std::uint32_t>();
    const unsigned block = gpu::cluster::block();
    const unsigned blocks = gpu::cluster::blocks();
    gpu::cluster::wait();
    if (threadIdx.x == 0) {
      gpu::cluster::store(gpu::cluster::address_of(&from_left, (block + 1) % blocks), block);
      gpu::cluster::store(gpu::cluster::address_of(from_right, (block + blocks - 1) % blocks), block);
    }
    gpu::cluster::wait();
    if (threadIdx.x == 1) words.out[block] = from_left << 16 | *from_right;
  }
};

/// Blocks tell each other numbers, `size` rounds long, with nothing but their mailboxes between rounds: out[block] =
/// how many were not what the sender should have told.
struct TellAll : Agent {
  static void run(const Words& words, Nothing) {
    __shared__ gpu::cluster::Mailbox boxes[2];
    __shared__ std::uint32_t told[2][16][4];
    const unsigned block = gpu::cluster::block();
    const unsigned blocks = gpu::cluster::blocks();
    if (threadIdx.x == 0) gpu::cluster::open(boxes);
    gpu::cluster::wait();
    for (std::uint32_t round = 0; round < words.size; ++round) {
      gpu::cluster::Mailbox* const box = boxes + round % 2;
      std::uint32_t(*const slots)[4] = told[round % 2];
      if (threadIdx.x < blocks) {
        const std::uint32_t mine[4] = {block, round, block * round, block + round};
        gpu::cluster::send(gpu::cluster::address_of(slots[block], threadIdx.x), mine,
                           gpu::cluster::address_of(box, threadIdx.x));
      }
      if (threadIdx.x == 40) gpu::cluster::expect(box, blocks * 16);
      gpu::cluster::await(box, round / 2);
      for (unsigned b = threadIdx.x; b < blocks; b += threads) {
        const std::uint32_t* const got = slots[b];
        const bool right = got[0] == b && got[1] == round && got[2] == b * round && got[3] == b + round;
        if (!right) atomicAdd(words.out + block, 1U);
      }
      __syncthreads();
    }
    gpu::cluster::wait();
  }
};

/// Blocks meet `size` times; before each time, each adds one to out[0], and afterwards none has missed it: out[1].
struct Meet : Agent {
  static void run(const Words& words, Nothing) {
    gpu::DeviceBarrier barrier(words.in);
    for (std::uint32_t round = 1; round <= words.size; ++round) {
      if (threadIdx.x == 0) atomicAdd(words.out, 1U);
      barrier.wait();
      if (relaxed_load(words.out[0]) < round * gridDim.x) atomicAdd(words.out + 1, 1U);
      barrier.wait();
    }
  }
};

/// All blocks but the first meet twice; the first has ended by then. out[block]: the rank of the right neighbor.
struct LeaveCluster : Agent {
  static void run(const Words& words, Nothing) {
    __shared__ std::uint32_t from_right;
    const unsigned block = gpu::cluster::block();
    gpu::cluster::wait();
    if (block == 0) return;
    if (threadIdx.x == 0 && block > 1) gpu::cluster::store(gpu::cluster::address_of(&from_right, block - 1), block);
    gpu::cluster::wait();
    if (threadIdx.x == 1 && block + 1 < gpu::cluster::blocks()) words.out[block] = from_right;
    if (threadIdx.x > 40) return;
    gpu::cluster::wait();
  }
};

/// out[0]: how many of the threads saw that another one had written since they looked.
struct TakeTurns : Agent {
  static void run(const Words& words, Nothing) {
    const std::uint32_t before = relaxed_load(words.in[0]);
    relaxed_store(words.in[0], before + 1);
    if (relaxed_load(words.in[0]) != before + 1) atomicAdd(words.out, 1U);
  }
};

/// Between both halves of a barrier a thread looks at what another one writes behind it: out[0]: how often it was there
/// already, for which nobody is to blame but the kernel.
struct LookAhead : Agent {
  static void run(const Words& words, Nothing) {
    __shared__ std::uint32_t written;
    if (threadIdx.x == 0) written = 0;
    gpu::cluster::wait();
    gpu::cluster::arrive();
    if (threadIdx.x == 1 && gpu::cluster::block() == 0) {
      for (int i = 0; i < 100; ++i) {
        if (relaxed_load(written) != 0) {
          atomicAdd(words.out, 1U);
          break;
        }
      }
    }
    gpu::cluster::await();
    if (threadIdx.x == 0) relaxed_store(written, 1U);
  }
};

/// The first lane leaves its warp alone.
struct LeaveWarp : Agent {
  static void run(const Words& words, Nothing) {
    if (threadIdx.x == 0) return;
    words.out[0] = __ballot_sync(gpu::all_lanes, 1);
  }
};

/// Lanes of one warp are at different places.
struct Diverge : Agent {
  static void run(const Words& words, Nothing) {
    words.out[0] = threadIdx.x == 0 ? __ballot_sync(gpu::all_lanes, 1) : __shfl_sync(gpu::all_lanes, 1U, 0);
  }
};

/// Half of a warp.
struct AskSome : Agent {
  static void run(const Words& words, Nothing) {
    if (threadIdx.x < gpu::warp_size / 2) words.out[0] = __ballot_sync(0xffffU, 1);
  }
};

/// One warp waits for the block, one for its lanes, of which one waits for the block too.
struct WaitAcross : Agent {
  static void run(const Words& words, Nothing) {
    if (threadIdx.x % gpu::warp_size != 0) words.out[0] = __ballot_sync(gpu::all_lanes, 1);
    __syncthreads();
  }
};

/// Reads what no block has: beyond the dynamic shared memory of a neighbor.
struct ReachTooFar : Agent {
  static void run(const Words& words, Nothing) {
    auto* const own = gpu::dynamic_shared<std::uint32_t>();
    gpu::cluster::wait();
    words.out[0] = gpu::cluster::load(gpu::cluster::address_of(own, 1) + words.size);
  }
};

#endif

}  // namespace mg::probe
