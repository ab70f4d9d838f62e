#include "engine/cuda/specialise.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <optional>

#include "engine/error.hpp"

namespace mg {

namespace {

namespace fs = std::filesystem;

std::optional<std::string> variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0' ? std::optional<std::string>(value) : std::nullopt;
}

fs::path cache_folder() {
  if (const auto folder = variable("MG_CACHE_DIR")) return *folder;
  if (const auto folder = variable("XDG_CACHE_HOME")) return fs::path(*folder) / "multigraph";
  if (const auto home = variable("HOME")) return fs::path(*home) / ".cache" / "multigraph";
  return {};
}

fs::path prebuilt_folder() {
  Dl_info self{};
  if (::dladdr(reinterpret_cast<const void*>(&shared_specialiser), &self) == 0 || self.dli_fname == nullptr) return {};
  std::error_code error;
  const fs::path library = fs::canonical(self.dli_fname, error);
  return error ? fs::path() : library.parent_path() / "multigraph" / "kernels";
}

/// The number before `unit` in the compiler's report, 0 when it does not say.
int number_before(std::string_view report, std::string_view unit) {
  const std::size_t end = report.find(unit);
  if (end == std::string_view::npos) return 0;
  const std::size_t before = report.find_last_not_of("0123456789", end - 1);
  const std::string_view digits = report.substr(before + 1, end - before - 1);
  int number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

/// What a person needs of a compiler's log: the first error, to the empty line after it.
std::string first_error(std::string_view log) {
  const std::size_t at = log.find("error");
  if (at == std::string_view::npos) return std::string(log.substr(0, 1000));
  const std::size_t line = log.rfind('\n', at);
  const std::size_t begin = line == std::string_view::npos ? 0 : line + 1;
  const std::size_t end = log.find("\n\n", begin);
  return std::string(log.substr(begin, std::min<std::size_t>(end == std::string_view::npos ? end : end - begin, 1000)));
}

std::string advice(std::string_view message) {
  if (message.find("not open source file") != std::string_view::npos) {
    return "\n  Device code can include the headers of MultiGraph and the common ones of the standard library; hide "
           "others "
           "with #ifndef MG_DEVICE_CODE.";
  }
  if (message.find("std::") != std::string_view::npos) {
    return "\n  Device code has a part of the standard library only; hide what belongs to the host with #ifndef "
           "MG_DEVICE_CODE.";
  }
  return {};
}

void append_line(const std::string& path, const std::string& line) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (descriptor < 0) return;
  // One call, so that lines of several processes stay whole.
  [[maybe_unused]] const auto wrote = ::write(descriptor, line.data(), line.size());
  ::close(descriptor);
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

}  // namespace

SpecialiserOptions SpecialiserOptions::from_environment() {
  return {.prebuilt = prebuilt_folder(),
          .cache = cache_folder(),
          .nvrtc = variable("MG_NVRTC").value_or(""),
          .line_numbers = variable("MG_KERNEL_LINES").has_value(),
          .log = variable("MG_KERNEL_LOG").value_or("")};
}

/// The translation unit of a request, with all that goes into its key but the compiler.
struct Specialiser::Unit {
  std::string source;
  std::vector<CarriedHeader> headers;
  std::vector<std::string> options;
  KernelKey key;

  Unit(const KernelRequest& request, int architecture, bool line_numbers) {
    source = fmt::format(R"({}using MgAgent = {};
template <class Agent>
constexpr unsigned mg_least_blocks() {{
  if constexpr (requires {{ Agent::least_blocks; }}) return Agent::least_blocks;
  return 0;
}}
extern "C" __global__ void __launch_bounds__(MgAgent::threads, mg_least_blocks<MgAgent>())
    mg_kernel(const __grid_constant__ typename MgAgent::Arguments arguments,
              const __grid_constant__ typename MgAgent::Function function) {{
  MgAgent::run(arguments, function);
}}
)",
                         inclusions_of(request), request.agent);
    headers = included_headers(source, {request.algorithm.name, request.algorithm.text});
    options = {"-std=c++20",
               "-default-device",
               "-DMG_DEVICE_CODE=1",
               "-builtin-move-forward=false",
               "-builtin-initializer-list=false",
               fmt::format("-arch=sm_{}", architecture)};
    if (line_numbers) options.emplace(options.begin(), "-lineinfo");
    std::vector<std::string_view> texts = {source};
    for (const CarriedHeader& header : headers) texts.insert(texts.end(), {header.name, header.text});
    texts.insert(texts.end(), options.begin(), options.end());
    key = hash_texts(texts);
  }

  /// The key among cached kernels, where another compiler means another kernel.
  [[nodiscard]] KernelKey key_with(const Nvrtc& compiler) const {
    return hash_texts(
        {std::string_view(reinterpret_cast<const char*>(key.bytes.data()), key.bytes.size()), compiler.identity()});
  }
};

Specialiser::Found Specialiser::find(const KernelRequest& request, int architecture) {
  const Unit unit(request, architecture, options_.line_numbers);
  const std::scoped_lock lock(mutex_);
  log(request);
  if (auto image = pack(architecture).read(unit.key)) {
    return {KernelOrigin::prebuilt, unit.key, *std::move(image)};
  }
  const KernelKey key = unit.key_with(compiler_or_fail(request.agent, architecture));
  const KernelFolder cache(options_.cache);
  if (auto image = cache.read(key)) return {KernelOrigin::cached, key, *std::move(image)};
  KernelImage image = compile(unit, request.agent, architecture);
  if (cache_problem_.empty()) cache_problem_ = cache.write(key, image);
  return {KernelOrigin::compiled, key, std::move(image)};
}

bool Specialiser::has(const KernelRequest& request, int architecture) {
  const Unit unit(request, architecture, options_.line_numbers);
  const std::scoped_lock lock(mutex_);
  return pack(architecture).read(unit.key).has_value() || compiler() != nullptr;
}

Specialiser::Found Specialiser::build(const KernelRequest& request, int architecture, const KernelFolder& folder) {
  const Unit unit(request, architecture, options_.line_numbers);
  const std::scoped_lock lock(mutex_);
  const Nvrtc& compiler = compiler_or_fail(request.agent, architecture);
  if (auto image = folder.read(unit.key); image && image->compiler == compiler.version()) {
    return {KernelOrigin::prebuilt, unit.key, *std::move(image)};
  }
  KernelImage image = compile(unit, request.agent, architecture);
  if (const std::string problem = folder.write(unit.key, image); !problem.empty()) {
    fail(ExitCode::wrong_use, "{}", problem);
  }
  return {KernelOrigin::compiled, unit.key, std::move(image)};
}

const KernelPack& Specialiser::pack(int architecture) {
  return packs_.try_emplace(architecture, options_.prebuilt, architecture).first->second;
}

const Nvrtc* Specialiser::compiler() {
  if (!nvrtc_sought_) nvrtc_ = Nvrtc::load(options_.nvrtc, nvrtc_problem_);
  nvrtc_sought_ = true;
  return nvrtc_.get();
}

const Nvrtc& Specialiser::compiler_or_fail(const std::string& agent, int architecture) {
  if (const Nvrtc* found = compiler()) return *found;
  fail(
      ExitCode::no_resources,
      "the kernel {} is not built in for sm_{}, and there is no NVRTC to compile it with: {}\n  Install CUDA's runtime "
      "compiler (libnvrtc.so), or name it in MG_NVRTC",
      agent, architecture, nvrtc_problem_);
}

KernelImage Specialiser::compile(const Unit& unit, const std::string& agent, int architecture) {
  const std::vector<int>& known = nvrtc_->architectures();
  const auto above = std::ranges::upper_bound(known, architecture);
  if (above == known.begin()) {
    fail(ExitCode::no_resources, "{} makes code for sm_{} and newer, not for sm_{}", nvrtc_->version(),
         known.empty() ? 0 : known.front(), architecture);
  }
  const int target = *std::prev(above);
  const bool to_ptx = target != architecture;
  std::vector<std::string> options = unit.options;
  options.back() = fmt::format("-arch={}_{}", to_ptx ? "compute" : "sm", target);
  if (!to_ptx) options.emplace_back("--ptxas-options=-v");  // for the numbers of registers and spills

  const auto start = std::chrono::steady_clock::now();
  Nvrtc::Output output = nvrtc_->compile(unit.source, unit.headers, options, to_ptx);
  const std::chrono::duration<double, std::milli> passed = std::chrono::steady_clock::now() - start;
  if (!output.compiled) {
    const std::string message = first_error(output.log);
    fail(ExitCode::internal, "the kernel {} does not compile: {}{}", agent, message, advice(message));
  }
  return {.agent = agent,
          .compiler = nvrtc_->version(),
          .architecture = architecture,
          .is_ptx = to_ptx,
          .registers = number_before(output.log, " registers"),
          .spill_bytes = number_before(output.log, " bytes spill stores"),
          .shared_bytes = static_cast<std::uint64_t>(number_before(output.log, " bytes smem")),
          .compile_ms = passed.count(),
          .code = std::move(output.code)};
}

std::vector<Specialiser::Listed> Specialiser::list() const {
  std::vector<Listed> all;
  for (const int architecture : KernelPack::architectures(options_.prebuilt)) {
    for (auto& entry : KernelPack(options_.prebuilt, architecture).list()) {
      all.push_back({KernelOrigin::prebuilt, std::move(entry)});
    }
  }
  for (auto& entry : KernelFolder(options_.cache).list()) all.push_back({KernelOrigin::cached, std::move(entry)});
  return all;
}

std::string Specialiser::cache_problem() const {
  const std::scoped_lock lock(mutex_);
  return cache_problem_;
}

std::string Specialiser::compiler_text() {
  const std::scoped_lock lock(mutex_);
  const Nvrtc* found = compiler();
  return found == nullptr ? "none: " + nvrtc_problem_ : fmt::format("{} ({})", found->version(), found->path());
}

void Specialiser::log(const KernelRequest& request) {
  if (options_.log.empty()) return;
  const std::string line = to_line(request) + '\n';
  if (logged_.insert(line).second) append_line(options_.log, line);
}

Specialiser& shared_specialiser() {
  static Specialiser specialiser(SpecialiserOptions::from_environment());
  return specialiser;
}

std::string to_line(const KernelRequest& request) {
  return fmt::format("{} | {} | {}", request.algorithm.name, request.agent_header, request.agent);
}

KernelRequest request_from_line(std::string_view line) {
  const std::size_t first = line.find('|');
  const std::size_t second = first == std::string_view::npos ? first : line.find('|', first + 1);
  if (second == std::string_view::npos) {
    fail(ExitCode::bad_input, "'{}' is no kernel; expected: algorithm header | agent header | agent", line);
  }
  // An agent may hold bars, the names of headers cannot.
  KernelRequest request{.agent = std::string(trimmed(line.substr(second + 1))),
                        .agent_header = std::string(trimmed(line.substr(first + 1, second - first - 1))),
                        .algorithm = {std::string(trimmed(line.substr(0, first)))}};
  if (request.agent.empty() || request.agent_header.empty() || request.algorithm.name.empty()) {
    fail(ExitCode::bad_input, "'{}' is no kernel; expected: algorithm header | agent header | agent", line);
  }
  return request;
}

}  // namespace mg
