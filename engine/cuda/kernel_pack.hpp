// The kernels that are built in advance: all of an architecture in one compressed file, `sm_90.kernels`.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/cuda/kernel_file.hpp"

namespace mg {

/// Kernels by their keys, in memory. They share most of their code and their names, so that all of an architecture
/// together take an eleventh of their size, and decompress in some milliseconds; one by one they take a fourth.
class KernelPack {
 public:
  /// The kernels of `architecture` in `folder`; none where there is no such file, or it is damaged.
  KernelPack(const std::filesystem::path& folder, int architecture);
  KernelPack(const KernelPack&) = delete;
  KernelPack& operator=(const KernelPack&) = delete;

  /// Writes the pack of `architecture` into `folder`. Returns what went wrong with the
  /// file, or nothing; throws Error(internal) where kernels cannot be compressed.
  [[nodiscard]] static std::string write(const std::filesystem::path& folder, int architecture,
                                         const std::vector<std::pair<KernelKey, KernelImage>>& kernels);
  /// The architectures that `folder` has a pack of, in ascending order.
  [[nodiscard]] static std::vector<int> architectures(const std::filesystem::path& folder);
  [[nodiscard]] static std::filesystem::path file(const std::filesystem::path& folder, int architecture);

  [[nodiscard]] std::optional<KernelImage> read(const KernelKey& key) const;
  /// All kernels that are whole, without their code, ordered by agent.
  [[nodiscard]] std::vector<KernelFolder::Entry> list() const;

 private:
  std::filesystem::path file_;
  std::string bytes_;                                ///< encode_kernel()'s of all kernels, each behind its length
  std::map<std::string, std::string_view> kernels_;  ///< by the texts of their keys; into `bytes_`
};

}  // namespace mg
