#include "engine/graph/mapped_files.hpp"

#include <array>
#include <atomic>
#include <functional>
#include <utility>

namespace mg {
namespace {

/// All notes there are. Neither a lock nor memory is needed to look one up.
std::array<std::atomic<const MappedFile*>, 256>& notes() {
  static std::array<std::atomic<const MappedFile*>, 256> slots{};
  return slots;
}

}  // namespace

MappedFile::MappedFile(const void* begin, std::size_t size, ExitCode code, std::string sentence)
    : begin_(static_cast<const std::byte*>(begin)), size_(size), code_(code), sentence_(std::move(sentence)) {
  for (auto& slot : notes()) {
    const MappedFile* none = nullptr;
    if (slot.compare_exchange_strong(none, this)) return;
  }
}

MappedFile::~MappedFile() {
  for (auto& slot : notes()) {
    const MappedFile* own = this;
    if (slot.compare_exchange_strong(own, nullptr)) return;
  }
}

bool MappedFile::holds(const void* address) const noexcept {
  const auto* byte = static_cast<const std::byte*>(address);
  return !std::less<>()(byte, begin_) && std::less<>()(byte, begin_ + size_);
}

const MappedFile* MappedFile::at(const void* address) noexcept {
  for (const auto& slot : notes()) {
    const MappedFile* file = slot.load();
    if (file != nullptr && file->holds(address)) return file;
  }
  return nullptr;
}

}  // namespace mg
