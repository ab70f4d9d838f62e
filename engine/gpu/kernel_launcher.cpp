#include "engine/gpu/kernel_launcher.hpp"

#include <fmt/format.h>

#include "engine/cuda/specialise.hpp"

namespace mg {

namespace {

/// The function of agents that have none, and what they are compiled with in place of an algorithm's header.
constexpr char nothing = 0;
constexpr std::string_view functions_header = "engine/edge_semantics.hpp";

SourceText no_functions() { return {.name = std::string(functions_header)}; }

}  // namespace

void KernelLauncher::use_functions(const SourceText& algorithm) {
  if (algorithm.name == algorithm_.name && algorithm.text == algorithm_.text) return;
  algorithm_ = algorithm;
  kernels_.clear();
  has_kernel_.clear();
}

void KernelLauncher::launch(const std::string& agent, std::string_view header, std::uint64_t blocks,
                            const void* arguments, const void* function, std::size_t shared_bytes) {
  if (blocks == 0 && !device_->wants_idle_kernels()) return;
  device_->launch(kernel(agent, header, function), static_cast<std::uint32_t>(blocks), shared_bytes, arguments,
                  function);
}

const DeviceKernel& KernelLauncher::kernel(const std::string& agent, std::string_view header, const void* function) {
  const DeviceKernel*& kernel = kernels_[agent];
  if (kernel == nullptr) {
    const SourceText functions = function == &nothing ? no_functions() : algorithm_;
    kernel = &device_->kernel({.agent = agent, .agent_header = std::string(header), .algorithm = functions});
  }
  return *kernel;
}

void KernelLauncher::launch_team(const std::string& agent, std::string_view header, LaunchTeam team,
                                 std::uint32_t blocks, std::size_t shared_bytes, const void* arguments,
                                 const void* function) {
  device_->launch_team(kernel(agent, header, function), team, blocks, shared_bytes, arguments, function);
}

bool KernelLauncher::launch_while(const std::string& agent, std::string_view header, std::uint32_t blocks,
                                  std::size_t shared_bytes, const void* arguments, const void* function,
                                  std::uint64_t& condition) {
  return device_->launch_while(kernel(agent, header, function), blocks, shared_bytes, arguments, function, condition);
}

std::uint32_t KernelLauncher::team_blocks(const std::string& agent, std::string_view header, LaunchTeam team,
                                          std::size_t shared_bytes) {
  return device_->team_blocks(kernel(agent, header, nullptr), team, shared_bytes);
}

void KernelLauncher::launch(const std::string& agent, std::string_view header, std::uint64_t blocks,
                            const void* arguments, std::size_t shared_bytes) {
  launch(agent, header, blocks, arguments, &nothing, shared_bytes);
}

bool KernelLauncher::has_kernel(const std::string& agent, std::string_view header) {
  return has_kernel(agent, header, algorithm_);
}

bool KernelLauncher::has_plain_kernel(const std::string& agent, std::string_view header) {
  return has_kernel(agent, header, no_functions());
}

bool KernelLauncher::has_kernel(const std::string& agent, std::string_view header, const SourceText& functions) {
  const auto [place, is_new] = has_kernel_.try_emplace(agent, true);
  if (is_new) {
    place->second = device_->has_kernel({.agent = agent, .agent_header = std::string(header), .algorithm = functions});
  }
  return place->second;
}

void KernelLauncher::substitute(std::string_view asked, std::string_view other, std::string_view why) {
  const std::string said = fmt::format("{} in place of {}, {}", other, asked, why);
  if (substitution.find(said) == std::string::npos) substitution += (substitution.empty() ? "" : "; ") + said;
}

std::string KernelLauncher::lack_of_kernels() const {
  return fmt::format(
      "whose kernels are not built in for sm_{}: to have them compiled, install CUDA's runtime compiler "
      "(libnvrtc.so), or name it in MG_NVRTC; the one here: {}",
      device_->info().architecture, shared_specialiser().compiler_text());
}

std::string KernelLauncher::lack_of_graphs() const {
  return fmt::format("which takes a driver for CUDA 12.4 or newer and no MPS: this GPU's driver is for {}",
                     device_->info().driver);
}

}  // namespace mg
