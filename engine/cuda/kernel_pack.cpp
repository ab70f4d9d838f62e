#include "engine/cuda/kernel_pack.hpp"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <system_error>

#include "engine/error.hpp"

namespace mg {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view prefix = "sm_";
constexpr std::string_view suffix = ".kernels";
constexpr int level = 17;  // 3 s for 250 kernels; 12 takes a tenth of that and 15% more bytes
constexpr unsigned long long most_bytes = 1ULL << 28;  // keeps a foreign file out of memory

/// Throws Error(internal), as where there is no memory for it.
std::string compressed(std::string_view bytes) {
  std::string result(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size = ZSTD_compress(result.data(), result.size(), bytes.data(), bytes.size(), level);
  if (ZSTD_isError(size)) fail(ExitCode::internal, "kernels cannot be compressed: {}", ZSTD_getErrorName(size));
  result.resize(size);
  return result;
}

/// Empty for what is not one whole frame.
std::string decompressed(std::string_view bytes) {
  const unsigned long long size = ZSTD_getFrameContentSize(bytes.data(), bytes.size());
  if (size > most_bytes) return {};  // as ZSTD_CONTENTSIZE_UNKNOWN and ZSTD_CONTENTSIZE_ERROR are
  std::string result(static_cast<std::size_t>(size), '\0');
  if (ZSTD_decompress(result.data(), result.size(), bytes.data(), bytes.size()) != size) return {};
  return result;
}

}  // namespace

KernelPack::KernelPack(const fs::path& folder, int architecture) : file_(file(folder, architecture)) {
  if (const auto content = kernel_file_content(file_)) bytes_ = decompressed(*content);
  std::uint64_t size = 0;
  for (std::string_view rest = bytes_; rest.size() >= sizeof(size);) {
    std::memcpy(&size, rest.data(), sizeof(size));
    rest.remove_prefix(sizeof(size));
    if (size > rest.size()) break;
    if (const auto key = encoded_key(rest.substr(0, size))) kernels_.emplace(key->text(), rest.substr(0, size));
    rest.remove_prefix(size);
  }
}

std::string KernelPack::write(const fs::path& folder, int architecture,
                              const std::vector<std::pair<KernelKey, KernelImage>>& kernels) {
  std::string bytes;
  for (const auto& [key, image] : kernels) {
    const std::string kernel = encode_kernel(image, key);
    const std::uint64_t size = kernel.size();
    bytes.append(reinterpret_cast<const char*>(&size), sizeof(size));
    bytes += kernel;
  }
  return replace_kernel_file(file(folder, architecture), compressed(bytes));
}

std::vector<int> KernelPack::architectures(const fs::path& folder) {
  std::vector<int> architectures;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (!name.starts_with(prefix) || !name.ends_with(suffix)) continue;
    int architecture = 0;
    const char* const last = name.data() + name.size() - suffix.size();
    const auto [rest, problem] = std::from_chars(name.data() + prefix.size(), last, architecture);
    if (problem == std::errc() && rest == last) architectures.push_back(architecture);
  }
  std::ranges::sort(architectures);
  return architectures;
}

fs::path KernelPack::file(const fs::path& folder, int architecture) {
  return folder / fmt::format("{}{}{}", prefix, architecture, suffix);
}

std::optional<KernelImage> KernelPack::read(const KernelKey& key) const {
  const auto found = kernels_.find(key.text());
  if (found == kernels_.end()) return std::nullopt;
  KernelKey decoded;
  auto image = decode_kernel(found->second, decoded);
  return image && decoded == key ? std::move(image) : std::nullopt;
}

std::vector<KernelFolder::Entry> KernelPack::list() const {
  std::vector<KernelFolder::Entry> entries;
  for (const auto& kernel : kernels_) {
    KernelKey key;
    auto image = decode_kernel(kernel.second, key);
    if (!image) continue;
    image->code.clear();
    entries.push_back({file_, kernel.second.size(), *std::move(image)});
  }
  std::ranges::sort(entries, {}, [](const KernelFolder::Entry& entry) { return entry.image.agent; });
  return entries;
}

}  // namespace mg
