#include "engine/cuda/headers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <sstream>

#include "engine/error.hpp"
#include "engine/gpu/device_header.hpp"

namespace mg {

namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

struct Inclusion {
  std::string_view name;  ///< empty in lines that include nothing
  bool is_quoted = false;
};

/// Of `#include <name>` or `#include "name"`.
Inclusion inclusion_in(std::string_view line) {
  line = trimmed(line);
  if (!line.starts_with('#')) return {};
  line = trimmed(line.substr(1));
  constexpr std::string_view directive = "include";
  if (!line.starts_with(directive)) return {};
  line = trimmed(line.substr(directive.size()));
  if (line.empty() || (line.front() != '<' && line.front() != '"')) return {};
  const std::size_t end = line.find(line.front() == '<' ? '>' : '"', 1);
  if (end == std::string_view::npos) return {};
  return {.name = line.substr(1, end - 1), .is_quoted = line.front() == '"'};
}

/// Headers of the standard library, unlike those of systems and other libraries, have neither suffix nor folder.
bool is_standard(std::string_view name) { return name.find_first_of("./") == std::string_view::npos; }

/// Those that plug-ins have brought, which stay.
class PluginHeaders {
 public:
  void add(const std::string& name, const std::string& text) {
    const std::lock_guard lock(mutex_);
    Owned& owned = headers_[name];
    owned.text = text;
    owned.header = {.name = headers_.find(name)->first, .text = owned.text};
  }
  [[nodiscard]] const CarriedHeader* find(std::string_view name) {
    const std::lock_guard lock(mutex_);
    const auto found = headers_.find(name);
    return found == headers_.end() ? nullptr : &found->second.header;
  }

 private:
  struct Owned {
    std::string text;
    CarriedHeader header;
  };
  std::mutex mutex_;
  std::map<std::string, Owned, std::less<>> headers_;
};

PluginHeaders& plugin_headers() {
  static PluginHeaders headers;
  return headers;
}

class Closure {
 public:
  explicit Closure(const CarriedHeader& own) : own_(own) {}

  void add_all(std::string_view text) {
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      const Inclusion inclusion = inclusion_in(text.substr(begin, end - begin));
      if (!inclusion.name.empty()) add(inclusion);
      begin = end + 1;
    }
  }

  [[nodiscard]] std::vector<CarriedHeader> headers() const {
    std::vector<CarriedHeader> result;
    for (const auto& [name, text] : found_) result.push_back({name, text});
    return result;
  }

 private:
  void add(const Inclusion& inclusion) {
    const std::string_view name = inclusion.name;
    if (found_.contains(name)) return;
    const CarriedHeader* header = name == own_.name && !own_.text.empty() ? &own_ : find_carried_header(name);
    if (header == nullptr && !is_standard(name) && !inclusion.is_quoted) return;
    const std::string_view text = header == nullptr ? stand_in(name) : header->text;
    found_.emplace(name, text);
    add_all(text);
  }
  /// For a header that nobody carries. The compiler then says which name of the standard library it lacks. Of others it
  /// would look for a file, which is no part of the kernel's key and may be gone, or another one, when a run asks for
  /// it.
  static std::string_view stand_in(std::string_view name) {
    if (is_standard(name)) return "namespace std {}\n";
    return "#error a header that no kernel is compiled with: hide it with #ifndef MG_DEVICE_CODE, or have the plug-in "
           "carry it (DEVICE_HEADERS of multigraph_add_algorithm and others)\n";
  }

  const CarriedHeader& own_;
  std::map<std::string_view, std::string_view> found_;
};

}  // namespace

const CarriedHeader* find_carried_header(std::string_view name) {
  const auto all = carried_headers();
  const auto found = std::ranges::lower_bound(all, name, {}, &CarriedHeader::name);
  return found != all.end() && found->name == name ? &*found : plugin_headers().find(name);
}

void carry_header(const std::string& name, const std::string& text) {
  const CarriedHeader* const known = find_carried_header(name);
  if (known != nullptr && known->text != text) {
    fail(ExitCode::wrong_use,
         "it carries the device header '{}', and another one of that name is carried already, by the library or a "
         "plug-in: call the file otherwise",
         name);
  }
  if (known == nullptr) plugin_headers().add(name, text);
}

std::string inclusions_of(const KernelRequest& request) {
  std::string lines = fmt::format("#include \"{}\"\n", request.algorithm.name);
  std::istringstream names(request.agent_header);
  for (std::string name; names >> name;) lines += fmt::format("#include \"{}\"\n", name);
  return lines;
}

std::vector<CarriedHeader> included_headers(std::string_view text, const CarriedHeader& own) {
  Closure closure(own);
  closure.add_all(text);
  return closure.headers();
}

}  // namespace mg
