#include "engine/state_copies.hpp"

#include <algorithm>
#include <cstring>

namespace mg {

void StateCopies::add(void* data, std::size_t bytes) {
  if (bytes == 0) return;
  const auto known = std::ranges::find(pieces_, data, &Piece::data);
  if (known == pieces_.end()) {
    pieces_.push_back({.data = data, .bytes = bytes, .on_host = {}, .on_device = {}});
  } else if (known->bytes != bytes) {
    *known = {.data = data, .bytes = bytes, .on_host = {}, .on_device = {}};
  }
}

std::size_t StateCopies::size_bytes() const {
  std::size_t bytes = 0;
  for (const Piece& piece : pieces_) bytes += piece.bytes;
  return bytes;
}

void StateCopies::save(const std::shared_ptr<Device>& device) {
  for (Piece& piece : pieces_) {
    if (device == nullptr) {
      if (piece.on_host.empty()) piece.on_host = Array<std::byte>::uninitialized(piece.bytes);
      std::memcpy(piece.on_host.data(), piece.data, piece.bytes);
    } else {
      if (piece.on_device.empty()) piece.on_device = DeviceBlock(device, piece.bytes, "a copy of the vertex state");
      device->copy(piece.on_device.data(), piece.data, piece.bytes);
    }
  }
}

void StateCopies::restore() const {
  for (const Piece& piece : pieces_) {
    if (!piece.on_host.empty()) std::memcpy(piece.data, piece.on_host.data(), piece.bytes);
    if (!piece.on_device.empty()) piece.on_device.device()->copy(piece.data, piece.on_device.data(), piece.bytes);
  }
}

}  // namespace mg
