// From a request for a kernel to machine code: built in advance, else from the cache on disk, else compiled now.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/cuda/kernel_file.hpp"
#include "engine/cuda/kernel_pack.hpp"
#include "engine/cuda/nvrtc.hpp"
#include "engine/gpu/device.hpp"

namespace mg {

/// Where kernels are looked for and kept.
struct SpecialiserOptions {
  std::filesystem::path prebuilt;  ///< of packs; empty: none are built in advance
  std::filesystem::path cache;     ///< empty: nothing is kept
  std::string nvrtc;               ///< the compiler's library; empty: wherever it is found
  bool line_numbers = false;       ///< for profilers; doubles the size of a kernel
  std::string log;                 ///< a file that every request is appended to; empty: none

  /// The folder beside this library, and what MG_CACHE_DIR (else XDG_CACHE_HOME, else HOME), MG_NVRTC, MG_KERNEL_LOG
  /// and MG_KERNEL_LINES say.
  static SpecialiserOptions from_environment();
};

/// Finds and compiles kernels. Needs no GPU. Safe for concurrent use, by several processes too.
class Specialiser {
 public:
  explicit Specialiser(SpecialiserOptions options) : options_(std::move(options)) {}

  struct Found {
    KernelOrigin origin = KernelOrigin::compiled;
    KernelKey key;
    KernelImage image;
  };
  /// The kernel for `architecture`, the compute capability times ten. Throws Error(internal) with the compiler's first
  /// message, Error(no_resources) when it has to be compiled and there is no compiler.
  [[nodiscard]] Found find(const KernelRequest& request, int architecture);

  /// Whether find() would give it: there is a compiler, or it is built in advance. What a compiler would say of it is
  /// not asked.
  [[nodiscard]] bool has(const KernelRequest& request, int architecture);

  /// Compiles unless `folder` has the kernel already, and keeps it there, under the key that find() looks for among
  /// those built in advance.
  Found build(const KernelRequest& request, int architecture, const KernelFolder& folder);

  struct Listed {
    KernelOrigin origin = KernelOrigin::cached;
    KernelFolder::Entry entry;
  };
  /// Those built in advance, then those cached.
  [[nodiscard]] std::vector<Listed> list() const;

  [[nodiscard]] const SpecialiserOptions& options() const { return options_; }
  /// Why kernels could not be kept; empty while they could.
  [[nodiscard]] std::string cache_problem() const;
  /// The compiler, with its version and file, or why there is none.
  [[nodiscard]] std::string compiler_text();

 private:
  struct Unit;
  const Nvrtc* compiler();
  const Nvrtc& compiler_or_fail(const std::string& agent, int architecture);
  KernelImage compile(const Unit& unit, const std::string& agent, int architecture);
  void log(const KernelRequest& request);
  /// The kernels built in advance for `architecture`, read at the first call.
  const KernelPack& pack(int architecture);

  SpecialiserOptions options_;
  mutable std::mutex mutex_;
  std::unique_ptr<Nvrtc> nvrtc_;
  bool nvrtc_sought_ = false;
  std::string nvrtc_problem_;
  std::string cache_problem_;
  std::map<int, KernelPack> packs_;  // by architecture
  std::set<std::string> logged_;
};

/// The one that GPUs of this process share.
[[nodiscard]] Specialiser& shared_specialiser();

/// A request as a line of text: `algorithm header | agent header | agent`. An algorithm's own text is not part of it.
[[nodiscard]] std::string to_line(const KernelRequest& request);
/// Throws Error(bad_input) with what is expected.
[[nodiscard]] KernelRequest request_from_line(std::string_view line);

}  // namespace mg
