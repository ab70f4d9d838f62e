// mg_compile_kernels: compiles the kernels of a list in advance, into the packs that a run looks for first. Part of the
// build; needs no GPU.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "engine/cpu/processors.hpp"
#include "engine/cuda/specialise.hpp"
#include "engine/error.hpp"

namespace mg {

namespace {

constexpr const char* usage =
    "Usage: mg_compile_kernels LIST FOLDER --arch sm_NN... [--pack INTO] [--no-spills] [--jobs N]\n"
    "                          [--quiet]\n"
    "Compiles the kernels in LIST (algorithm header | agent header | agent; # begins a comment) for every "
    "architecture\n"
    "into FOLDER, and removes from it those that are not in LIST. What is there already is not compiled again.\n"
    "  --pack INTO  put all of an architecture into one file in INTO, where runs find them, unless one failed\n"
    "  --no-spills  fail when a kernel stores registers to local memory\n"
    "  --jobs N     compile N at a time (as many as there are processors)\n"
    "  --quiet      print failures only\n"
    "NVRTC is the library that MG_NVRTC names, or that of the installed CUDA toolkit.\n";

struct Order {
  std::string list;
  std::string folder;
  std::string pack;  // empty: none
  std::vector<int> architectures;
  bool no_spills = false;
  bool quiet = false;
  unsigned jobs = static_cast<unsigned>(default_threads());
};

int number(std::string_view text, std::string_view option) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value <= 0) {
    fail(ExitCode::wrong_use, "'{}' is no value for {}\n{}", text, option, usage);
  }
  return value;
}

Order read_order(int argc, char** argv) {
  Order order;
  std::vector<std::string> places;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--no-spills") {
      order.no_spills = true;
    } else if (argument == "--quiet") {
      order.quiet = true;
    } else if (argument == "--pack" && i + 1 < argc) {
      order.pack = argv[++i];
    } else if ((argument == "--arch" || argument == "--jobs") && i + 1 < argc) {
      const std::string_view value = argv[++i];
      if (argument == "--jobs") {
        order.jobs = static_cast<unsigned>(number(value, argument));
      } else {
        order.architectures.push_back(number(value.starts_with("sm_") ? value.substr(3) : value, argument));
      }
    } else if (argument.starts_with('-')) {
      fail(ExitCode::wrong_use, "unknown option '{}'\n{}", argument, usage);
    } else {
      places.push_back(argument);
    }
  }
  if (places.size() != 2 || order.architectures.empty()) fail(ExitCode::wrong_use, "{}", usage);
  order.list = places[0];
  order.folder = places[1];
  return order;
}

std::vector<KernelRequest> read_list(const std::string& path) {
  std::ifstream file(path);
  if (!file) fail(ExitCode::bad_input, "the list '{}' cannot be read", path);
  std::vector<KernelRequest> requests;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    line.resize(std::min(line.find('#'), line.size()));
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    try {
      requests.push_back(request_from_line(line));
    } catch (const Error& error) {
      fail(ExitCode::bad_input, "{}:{}: {}", path, number, error.what());
    }
  }
  return requests;
}

/// Removes kernels of earlier builds, whose sources have changed since.
void remove_others(const KernelFolder& folder, const std::set<std::string>& kept) {
  for (const KernelFolder::Entry& entry : folder.list()) {
    if (!kept.contains(entry.file.stem().string())) std::filesystem::remove(entry.file);
  }
}

/// One file for each architecture, and none of an earlier build for others. Kernels of one agent stand side by side,
/// whichever thread was the first.
void write_packs(const std::filesystem::path& folder,
                 std::map<int, std::vector<std::pair<KernelKey, KernelImage>>>& kernels) {
  for (const int architecture : KernelPack::architectures(folder)) {
    if (!kernels.contains(architecture)) std::filesystem::remove(KernelPack::file(folder, architecture));
  }
  for (auto& [architecture, images] : kernels) {
    std::ranges::sort(images, {},
                      [](const auto& kernel) { return std::pair(kernel.second.agent, kernel.first.text()); });
    const std::string problem = KernelPack::write(folder, architecture, images);
    if (!problem.empty()) fail(ExitCode::wrong_use, "{}", problem);
  }
}

/// Compiles every request for every architecture, several at a time.
class Compilation {
 public:
  explicit Compilation(const Order& order) : order_(order), folder_(order.folder), requests_(read_list(order.list)) {}

  ExitCode operator()() {
    std::vector<std::jthread> threads;
    const std::size_t count = requests_.size() * order_.architectures.size();
    for (unsigned i = 0; i < std::min<std::size_t>(order_.jobs, count); ++i) {
      threads.emplace_back([this] { work(); });
    }
    threads.clear();
    remove_others(folder_, kept_);
    if (!order_.pack.empty() && failures_ == 0) write_packs(order_.pack, built_);
    if (!order_.quiet) fmt::print("{} kernels, {} failures\n", count, failures_);
    return failures_ == 0 ? ExitCode::done : ExitCode::validation_failed;
  }

 private:
  void work() {
    SpecialiserOptions options = SpecialiserOptions::from_environment();
    options.log.clear();
    Specialiser specialiser(std::move(options));  // of its own: each compiles one kernel at a time
    for (std::size_t i = next_++; i < requests_.size() * order_.architectures.size(); i = next_++) {
      compile(specialiser, requests_[i / order_.architectures.size()],
              order_.architectures[i % order_.architectures.size()]);
    }
  }

  void compile(Specialiser& specialiser, const KernelRequest& request, int architecture) {
    try {
      const Specialiser::Found found = specialiser.build(request, architecture, folder_);
      const KernelImage& image = found.image;
      const bool spills = image.spill_bytes > 0 && order_.no_spills;
      const std::scoped_lock lock(mutex_);
      kept_.insert(found.key.text());
      if (!order_.pack.empty()) built_[architecture].emplace_back(found.key, image);
      if (!order_.quiet || spills) {
        fmt::print("sm_{:<4} {:>3} registers {:>4} B spilled {:>6} B shared {:>7} B code {:>6.0f} ms  {}\n",
                   architecture, image.registers, image.spill_bytes, image.shared_bytes, image.code.size(),
                   image.compile_ms, image.agent);
      }
      if (spills) report(fmt::format("{} spills {} bytes on sm_{}", image.agent, image.spill_bytes, architecture));
    } catch (const std::exception& error) {
      const std::scoped_lock lock(mutex_);
      report(fmt::format("sm_{}: {}", architecture, error.what()));
    }
  }

  void report(const std::string& problem) {
    ++failures_;
    fmt::print(stderr, "mg_compile_kernels: {}\n", problem);
  }

  const Order& order_;
  const KernelFolder folder_;
  const std::vector<KernelRequest> requests_;
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_;
  std::set<std::string> kept_;
  std::map<int, std::vector<std::pair<KernelKey, KernelImage>>> built_;  // by architecture
  int failures_ = 0;
};

}  // namespace

}  // namespace mg

int main(int argc, char** argv) {
  try {
    const mg::Order order = mg::read_order(argc, argv);
    return static_cast<int>(mg::Compilation(order)());
  } catch (const mg::Error& error) {
    fmt::print(stderr, "mg_compile_kernels: {}\n", error.what());
    return static_cast<int>(error.code());
  } catch (const std::exception& error) {
    fmt::print(stderr, "mg_compile_kernels: {}\n", error.what());
    return static_cast<int>(mg::ExitCode::internal);
  }
}
