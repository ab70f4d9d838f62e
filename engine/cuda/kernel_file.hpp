// A compiled kernel as a file of the cache; those built in advance come in packs (kernel_pack.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mg {

/// What a compiled kernel is identified by: a hash of everything that went into it.
struct KernelKey {
  std::array<std::uint8_t, 16> bytes{};
  bool operator==(const KernelKey&) const = default;
  /// In hexadecimal: the stem of its file.
  [[nodiscard]] std::string text() const;
};

/// Hashes texts one after the other; where one ends matters.
[[nodiscard]] KernelKey hash_texts(const std::vector<std::string_view>& texts);

/// Machine code with what is known about it.
struct KernelImage {
  std::string agent;
  std::string compiler;  ///< "NVRTC 13.0"
  int architecture = 0;  ///< compute capability times ten
  bool is_ptx = false;   ///< for the driver to compile: made for an architecture that the compiler did not know
  int registers = 0;     ///< a thread; 0 for PTX
  int spill_bytes = 0;   ///< registers stored to local memory, a thread
  std::uint64_t shared_bytes = 0;  ///< static, a block
  double compile_ms = 0;
  std::string code;
};

/// The bytes of a regular file; nothing where there is none, or it is larger than any kernels.
[[nodiscard]] std::optional<std::string> kernel_file_content(const std::filesystem::path& file);
/// Makes or replaces a file: whoever reads meanwhile finds the old one or the whole new one. Returns what went wrong,
/// or nothing.
[[nodiscard]] std::string replace_kernel_file(const std::filesystem::path& file, std::string_view bytes);

[[nodiscard]] std::string encode_kernel(const KernelImage& image, const KernelKey& key);
/// Nothing for bytes that are not, byte for byte, what encode_kernel() made.
[[nodiscard]] std::optional<KernelImage> decode_kernel(std::string_view bytes, KernelKey& key);

/// Of bytes that begin as encode_kernel()'s do, the key that they name.
[[nodiscard]] std::optional<KernelKey> encoded_key(std::string_view bytes);

/// A folder of kernel files.
class KernelFolder {
 public:
  KernelFolder() = default;  ///< no folder: nothing is found and nothing kept
  explicit KernelFolder(std::filesystem::path path) : path_(std::move(path)) {}

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// The kernel called `key`; nothing where there is none, or its file is damaged or another kernel's.
  [[nodiscard]] std::optional<KernelImage> read(const KernelKey& key) const;
  /// Keeps a kernel, as replace_kernel_file() does.
  [[nodiscard]] std::string write(const KernelKey& key, const KernelImage& image) const;

  struct Entry {
    std::filesystem::path file;
    std::uint64_t bytes = 0;
    KernelImage image;  ///< without code
  };
  /// All kernels that are whole, ordered by agent and architecture.
  [[nodiscard]] std::vector<Entry> list() const;

 private:
  std::filesystem::path path_;
};

}  // namespace mg
