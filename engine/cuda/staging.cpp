#include "engine/cuda/staging.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>

#include "engine/cpu/parallel.hpp"
#include "engine/cpu/processors.hpp"
#include "engine/cuda/check.hpp"
#include "engine/cuda/letter.hpp"
#include "engine/error.hpp"

namespace mg::cuda {

namespace {

/// Long enough that starting a copy and a team of threads does not count, short enough that the first and the last,
/// which overlap with nothing, do not count either.
constexpr std::size_t chunk_bytes = std::size_t{8} << 20;
/// Up to here a copy goes through the mailbox, without threads and, upwards, without waiting.
constexpr std::size_t small_bytes = std::size_t{64} << 10;
/// Times that the host looks for a letter before it asks the driver what has become of the GPU: about half a
/// millisecond. And times that it asks before it leaves waiting to the driver.
constexpr std::uint32_t most_looks = 1 << 19;
constexpr std::uint32_t most_questions = 64;

/// One core's memcpy does not keep up with the copy engine.
void copy_by_threads(std::byte* to, const std::byte* from, std::size_t bytes) {
  constexpr std::size_t piece = std::size_t{256} << 10;
  parallel_chunks(bytes, piece, bytes > 2 * piece ? default_threads() : 1,
                  [&](std::size_t begin, std::size_t end, int) { std::memcpy(to + begin, from + begin, end - begin); });
}

}  // namespace

PinnedBuffer::PinnedBuffer(std::size_t bytes) {
  void* memory = nullptr;
  if (const cudaError_t result = cudaHostAlloc(&memory, bytes, cudaHostAllocPortable); result != cudaSuccess) {
    static_cast<void>(cudaGetLastError());
    if (result != cudaErrorMemoryAllocation) check(result, "pinning host memory");
    fail(ExitCode::no_resources, "the system refuses {} bytes of pinned host memory for copies to the GPU", bytes);
  }
  data_ = static_cast<std::byte*>(memory);
}

PinnedBuffer::~PinnedBuffer() { static_cast<void>(cudaFreeHost(data_)); }

Event::Event(unsigned flags) { check(cudaEventCreateWithFlags(&event_, flags), "creating an event"); }

Event::~Event() { static_cast<void>(cudaEventDestroy(event_)); }

void Event::record(cudaStream_t stream) const { check(cudaEventRecord(event_, stream), "recording an event"); }

void Event::wait(std::string_view last_kernel) const {
  check(cudaEventSynchronize(event_), "waiting for a copy", last_kernel);
}

struct Staging::Chunk {
  PinnedBuffer buffer{chunk_bytes};
  Event free{cudaEventDisableTiming};
};

/// Two halves for copies up, used in turns, and a slot each for copies and for letters down.
struct Staging::Mailbox {
  static constexpr std::size_t half_bytes = 8 * small_bytes;
  static constexpr std::size_t alignment = 256;

  PinnedBuffer buffer{2 * half_bytes + small_bytes + sizeof(Letter)};
  std::array<Event, 2> read{Event(cudaEventDisableTiming), Event(cudaEventDisableTiming)};
  std::size_t current = 0;
  std::size_t used = 0;
  std::uint32_t letters = 0;
  std::size_t letter_bytes = 0;  ///< of the last one

  static_assert(Letter::most_bytes >= Device::most_posted_bytes);
  Mailbox() { letter()->number = letters; }

  [[nodiscard]] Letter* letter() const { return reinterpret_cast<Letter*>(down() + small_bytes); }
  [[nodiscard]] std::byte* down() const { return buffer.data() + 2 * half_bytes; }

  /// A place for `bytes` that no copy reads any more.
  std::byte* up(std::size_t bytes, cudaStream_t stream) {
    const std::size_t taken = (bytes + alignment - 1) / alignment * alignment;
    if (used + taken > half_bytes) {
      read[current].record(stream);
      current = 1 - current;
      used = 0;
      read[current].wait();
    }
    std::byte* place = buffer.data() + current * half_bytes + used;
    used += taken;
    return place;
  }
};

Staging::Staging() = default;
Staging::~Staging() = default;

Staging::Chunk& Staging::chunk(std::size_t i) {
  auto& made = chunks_[i % num_chunks];
  if (!made) made = std::make_unique<Chunk>();
  return *made;
}

void Staging::upload(void* to, const void* from, std::size_t bytes, cudaStream_t stream, std::string_view last_kernel) {
  if (bytes <= small_bytes) return upload_small(to, from, bytes, stream, last_kernel);
  for (std::size_t begin = 0; begin < bytes; begin += chunk_bytes) {
    const std::size_t length = std::min(chunk_bytes, bytes - begin);
    Chunk& part = chunk(next_chunk_++);
    part.free.wait(last_kernel);
    copy_by_threads(part.buffer.data(), static_cast<const std::byte*>(from) + begin, length);
    check(cudaMemcpyAsync(static_cast<std::byte*>(to) + begin, part.buffer.data(), length, cudaMemcpyHostToDevice,
                          stream),
          "copying to the GPU", last_kernel);
    part.free.record(stream);
  }
}

void Staging::download(void* to, const void* from, std::size_t bytes, cudaStream_t stream,
                       std::string_view last_kernel) {
  if (bytes <= small_bytes) return download_small(to, from, bytes, stream, last_kernel);
  const std::size_t parts = (bytes + chunk_bytes - 1) / chunk_bytes;
  const std::size_t first = next_chunk_;
  next_chunk_ += parts;
  const auto length = [&](std::size_t i) { return std::min(chunk_bytes, bytes - i * chunk_bytes); };
  const auto start = [&](std::size_t i) {
    const Chunk& part = chunk(first + i);
    check(cudaMemcpyAsync(part.buffer.data(), static_cast<const std::byte*>(from) + i * chunk_bytes, length(i),
                          cudaMemcpyDeviceToHost, stream),
          "copying from the GPU", last_kernel);
    part.free.record(stream);
  };
  // A chunk on its way up is ordered before these by the stream.
  for (std::size_t i = 0; i < std::min(parts, num_chunks); ++i) start(i);
  for (std::size_t i = 0; i < parts; ++i) {
    const Chunk& part = chunk(first + i);
    part.free.wait(last_kernel);
    copy_by_threads(static_cast<std::byte*>(to) + i * chunk_bytes, part.buffer.data(), length(i));
    if (i + num_chunks < parts) start(i + num_chunks);
  }
}

void Staging::upload_small(void* to, const void* from, std::size_t bytes, cudaStream_t stream,
                           std::string_view last_kernel) {
  std::byte* place = mailbox().up(bytes, stream);
  std::memcpy(place, from, bytes);
  check(cudaMemcpyAsync(to, place, bytes, cudaMemcpyHostToDevice, stream), "copying to the GPU", last_kernel);
}

Staging::Mailbox& Staging::mailbox() {
  if (!mailbox_) mailbox_ = std::make_unique<Mailbox>();
  return *mailbox_;
}

void Staging::post(const void* from, std::size_t bytes, Device::Words cleared, cudaStream_t stream,
                   std::string_view last_kernel) {
  Mailbox& box = mailbox();
  box.letter_bytes = bytes;
  const Posted posted{.from = static_cast<const std::uint32_t*>(from),
                      .count = static_cast<std::uint32_t>(bytes / sizeof(std::uint32_t)),
                      .number = ++box.letters,
                      .cleared = static_cast<std::uint32_t*>(cleared.data),
                      .num_cleared = cleared.bytes / sizeof(std::uint32_t)};
  check(write_letter(box.letter(), posted, stream), "sending words from the GPU", last_kernel);
}

void Staging::receive(void* to, cudaStream_t stream, std::string_view last_kernel) {
  Letter* letter = mailbox_->letter();
  std::uint32_t looks = 0;
  std::uint32_t questions = 0;
  while (std::atomic_ref(letter->number).load(std::memory_order_acquire) != mailbox_->letters) {
    if (++looks < most_looks) continue;
    // What takes longer may have failed; what takes much longer is worth no core of the host. The stream is not waited
    // for before: what was launched behind the letter is in it, too.
    looks = 0;
    const cudaError_t state = ++questions < most_questions ? cudaStreamQuery(stream) : cudaStreamSynchronize(stream);
    if (state == cudaErrorNotReady) {
      static_cast<void>(cudaGetLastError());  // it is remembered as an error
    } else {
      check(state, "waiting for the GPU", last_kernel);
    }
  }
  std::memcpy(to, letter->words, mailbox_->letter_bytes);
}

void Staging::download_small(void* to, const void* from, std::size_t bytes, cudaStream_t stream,
                             std::string_view last_kernel) {
  const bool are_words = (reinterpret_cast<std::uintptr_t>(from) | bytes) % sizeof(std::uint32_t) == 0;
  if (are_words && bytes <= Letter::most_bytes) {
    post(from, bytes, {}, stream, last_kernel);
    return receive(to, stream, last_kernel);
  }
  check(cudaMemcpyAsync(mailbox().down(), from, bytes, cudaMemcpyDeviceToHost, stream), "copying from the GPU",
        last_kernel);
  check(cudaStreamSynchronize(stream), "waiting for a copy from the GPU", last_kernel);
  std::memcpy(to, mailbox_->down(), bytes);
}

}  // namespace mg::cuda
