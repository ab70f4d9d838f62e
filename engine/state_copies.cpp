#include "engine/state_copies.hpp"

#include <algorithm>
#include <cstring>

namespace mg {

void StateCopies::add(const Owner& owner, void* data, std::size_t bytes) {
  std::erase_if(pieces_, [](const Piece& piece) { return piece.owner.expired(); });
  const auto known = std::ranges::find_if(pieces_, [&](const Piece& piece) { return piece.owner.lock() == owner; });
  if (known != pieces_.end() && known->data == data && known->bytes == bytes) return;
  if (known != pieces_.end()) pieces_.erase(known);
  if (bytes > 0) pieces_.push_back({.owner = owner, .data = data, .bytes = bytes, .on_host = {}, .on_device = {}});
}

std::size_t StateCopies::size_bytes() const {
  std::size_t bytes = 0;
  for (const Piece& piece : pieces_) bytes += piece.owner.expired() ? 0 : piece.bytes;
  return bytes;
}

void StateCopies::save(const std::shared_ptr<Device>& device) {
  for (Piece& piece : pieces_) {
    if (piece.owner.expired()) continue;
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
    if (piece.owner.expired()) continue;
    if (!piece.on_host.empty()) std::memcpy(piece.data, piece.on_host.data(), piece.bytes);
    if (!piece.on_device.empty()) piece.on_device.device()->copy(piece.data, piece.on_device.data(), piece.bytes);
  }
}

}  // namespace mg
