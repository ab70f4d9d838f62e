// Copies between pageable host memory and a GPU, by way of pinned buffers that the copy engine reads and writes at its
// full rate.
#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <memory>
#include <string_view>

#include "engine/gpu/device.hpp"

namespace mg::cuda {

/// Pinned host memory. Empty when there is none to be had.
class PinnedBuffer {
 public:
  explicit PinnedBuffer(std::size_t bytes);
  ~PinnedBuffer();
  PinnedBuffer(const PinnedBuffer&) = delete;
  PinnedBuffer& operator=(const PinnedBuffer&) = delete;
  [[nodiscard]] std::byte* data() const { return data_; }

 private:
  std::byte* data_ = nullptr;
};

/// An event that orders a stream and the host.
class Event {
 public:
  explicit Event(unsigned flags);
  ~Event();
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  [[nodiscard]] cudaEvent_t get() const { return event_; }
  /// Marks the work that is on `stream` now.
  void record(cudaStream_t stream) const;
  /// Waits for the marked work; returns at once when nothing is marked.
  void wait(std::string_view last_kernel = {}) const;

 private:
  cudaEvent_t event_ = nullptr;
};

/// The buffers of one stream at a time. Pinning memory takes milliseconds, so they are made when first needed and
/// handed from stream to stream.
class Staging {
 public:
  Staging();
  ~Staging();

  // `last_kernel` is for errors, which a copy may be the first to meet.

  /// Returns when `from` has been read; the copy may still be under way.
  void upload(void* to, const void* from, std::size_t bytes, cudaStream_t stream, std::string_view last_kernel);
  /// Returns when `to` has been written.
  void download(void* to, const void* from, std::size_t bytes, cudaStream_t stream, std::string_view last_kernel);
  /// Sends a few words, for receive() to wait for, and clears what is to be cleared.
  void post(const void* from, std::size_t bytes, Device::Words cleared, cudaStream_t stream,
            std::string_view last_kernel);
  void receive(void* to, cudaStream_t stream, std::string_view last_kernel);

 private:
  struct Chunk;
  struct Mailbox;
  void upload_small(void* to, const void* from, std::size_t bytes, cudaStream_t stream, std::string_view last_kernel);
  void download_small(void* to, const void* from, std::size_t bytes, cudaStream_t stream, std::string_view last_kernel);
  [[nodiscard]] Mailbox& mailbox();
  Chunk& chunk(std::size_t i);

  static constexpr std::size_t num_chunks = 4;
  std::array<std::unique_ptr<Chunk>, num_chunks> chunks_;
  std::size_t next_chunk_ = 0;
  std::unique_ptr<Mailbox> mailbox_;
};

}  // namespace mg::cuda
