// NVIDIA's runtime compiler, loaded where there is one.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/cuda/headers.hpp"

namespace mg {

/// The library, loaded. Safe for concurrent use.
class Nvrtc {
 public:
  /// Loads `library`, or, when it is empty, the newest that the usual places have. Returns null, and says why in
  /// `problem`, where there is none.
  static std::unique_ptr<Nvrtc> load(const std::string& library, std::string& problem);

  /// "NVRTC 13.0"
  [[nodiscard]] const std::string& version() const { return version_; }
  /// Version and size: changes when another compiler is installed, and tells releases of one version apart.
  [[nodiscard]] const std::string& identity() const { return identity_; }
  /// The file it was loaded from.
  [[nodiscard]] const std::string& path() const { return path_; }
  /// Compute capabilities times ten that it makes machine code for, ascending.
  [[nodiscard]] const std::vector<int>& architectures() const { return architectures_; }

  struct Output {
    bool compiled = false;
    std::string code;  ///< machine code, or PTX for options that ask for a virtual architecture
    std::string log;
  };
  [[nodiscard]] Output compile(const std::string& source, std::span<const CarriedHeader> headers,
                               const std::vector<std::string>& options, bool to_ptx) const;

 private:
  struct Functions;
  Nvrtc() = default;

  std::shared_ptr<const Functions> functions_;
  int major_ = 0;
  std::string version_;
  std::string identity_;
  std::string path_;
  std::vector<int> architectures_;
};

}  // namespace mg
