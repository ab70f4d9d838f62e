#include "tools/run/kernel_listing.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "engine/cuda/specialise.hpp"
#include "tools/units.hpp"

namespace mg::tools {

std::string_view to_string(KernelOrigin origin) {
  switch (origin) {
    case KernelOrigin::prebuilt: return "built in";
    case KernelOrigin::cached: return "cached";
    case KernelOrigin::compiled: return "compiled";
  }
  return "?";
}

std::string kernels_text() {
  const auto kernels = shared_specialiser().list();
  if (kernels.empty()) {
    return fmt::format("No GPU kernels yet: a run compiles what it needs and keeps it in {}\n",
                       shared_specialiser().options().cache.string());
  }
  std::string text = fmt::format("{:<9} {:>7} {:>9} {:>7} {:>9} {:>11}  {}\n", "origin", "GPU", "registers", "spilled",
                                 "size", "compiled in", "kernel");
  for (const auto& [origin, entry] : kernels) {
    const KernelImage& image = entry.image;
    text += fmt::format("{:<9} {:>7} {:>9} {:>7} {:>9} {:>8.0f} ms  {}\n", to_string(origin),
                        fmt::format("sm_{}", image.architecture), image.registers, image.spill_bytes,
                        bytes_text(entry.bytes), image.compile_ms, image.agent);
  }
  return text;
}

std::string kernels_json() {
  using Json = nlohmann::ordered_json;
  Json kernels = Json::array();
  for (const auto& [origin, entry] : shared_specialiser().list()) {
    const KernelImage& image = entry.image;
    kernels.push_back({{"agent", image.agent},
                       {"architecture", fmt::format("sm_{}", image.architecture)},
                       {"origin", to_string(origin)},
                       {"registers", image.registers},
                       {"spill_bytes", image.spill_bytes},
                       {"shared_bytes", image.shared_bytes},
                       {"ptx", image.is_ptx},
                       {"compile_ms", image.compile_ms},
                       {"compiler", image.compiler},
                       {"bytes", entry.bytes},
                       {"file", entry.file.string()}});
  }
  return kernels.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace mg::tools
