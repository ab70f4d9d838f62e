#include "engine/plugin.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>

#include <cstring>
#include <deque>
#include <exception>
#include <fstream>

#include "engine/error.hpp"
#include "engine/graph/mapped_files.hpp"
#include "engine/registration_scope.hpp"

namespace mg {

namespace {

using InterfaceFunction = int();
using RegisterFunction = void();

/// A path for dlopen, which searches the system's library folders for names without a slash.
std::string with_slash(const std::string& path) { return path.find('/') == std::string::npos ? "./" + path : path; }

template <class Function>
Function* symbol(void* library, const std::string& path, const char* name, std::string_view signature) {
  void* address = ::dlsym(library, name);
  if (address == nullptr) {
    fail(ExitCode::wrong_use,
         "the plug-in '{}' does not export `extern \"C\" {}`: build it by find_package(MultiGraph) and "
         "multigraph_add_algorithm, _engine, _balancer or _layout",
         path, signature);
  }
  return reinterpret_cast<Function*>(address);
}

template <class Part>
bool read_part(std::ifstream& file, std::uint64_t offset, Part& part) {
  return static_cast<bool>(
      file.seekg(static_cast<std::streamoff>(offset)).read(reinterpret_cast<char*>(&part), sizeof part));
}

/// Refuses a file that ends before what its own headers promise: dlopen would die of it. Anything else that is wrong
/// with a file dlopen says itself.
void refuse_cut(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const auto size = static_cast<std::uint64_t>(file.tellg());
  ElfW(Ehdr) header{};
  if (!read_part(file, 0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return;
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    ElfW(Phdr) segment{};
    const bool there = read_part(file, header.e_phoff + std::uint64_t{i} * header.e_phentsize, segment);
    if (there && segment.p_offset <= size && segment.p_filesz <= size - segment.p_offset) continue;
    fail(ExitCode::wrong_use, "the plug-in '{}' has been cut short: build or copy it again", path);
  }
}

/// Notes where the parts of a loaded plug-in's file are in memory.
void note_mapping(void* library, const std::string& path) {
  struct Loaded {
    ElfW(Addr) base;
    std::string sentence;
  };
  static std::deque<MappedFile> notes;  // plug-ins stay loaded
  const link_map* map = nullptr;
  if (::dlinfo(library, RTLD_DI_LINKMAP, &map) != 0) return;
  Loaded loaded{map->l_addr, fmt::format("the plug-in '{}' became shorter, or unreadable, while it was in use", path)};
  const auto note = [](dl_phdr_info* object, std::size_t, void* data) {
    const auto& [base, sentence] = *static_cast<Loaded*>(data);
    if (object->dlpi_addr != base) return 0;
    for (unsigned i = 0; i < object->dlpi_phnum; ++i) {
      const ElfW(Phdr)& segment = object->dlpi_phdr[i];
      if (segment.p_type != PT_LOAD) continue;
      // NOLINTNEXTLINE(performance-no-int-to-ptr): the loader's addresses are numbers
      notes.emplace_back(reinterpret_cast<const void*>(base + segment.p_vaddr), segment.p_filesz, ExitCode::wrong_use,
                         sentence);
    }
    return 1;
  };
  ::dl_iterate_phdr(note, &loaded);
}

void call_register(RegisterFunction* register_entries, const std::string& path) {
  try {
    register_entries();
  } catch (const std::exception& error) {
    fail(ExitCode::wrong_use, "the plug-in '{}' failed to register: {}", path, error.what());
  } catch (...) {
    fail(ExitCode::wrong_use, "the plug-in '{}' failed to register: it threw something that is no std::exception",
         path);
  }
}

/// Null where the loader refuses. What a plug-in carries is looked at while it is opened.
void* opened(const std::string& path) {
  try {
    return ::dlopen(with_slash(path).c_str(), RTLD_NOW | RTLD_LOCAL);
  } catch (const Error& error) {
    fail(error.code(), "the plug-in '{}' cannot be loaded: {}", path, error.what());
  }
}

}  // namespace

void load_plugin(const std::string& path) {
  // Open before dlopen: static initialisers of the plug-in may register as well.
  RegistrationScope scope(path);
  refuse_cut(path);
  void* const library = opened(path);
  if (library == nullptr) fail(ExitCode::wrong_use, "the plug-in '{}' cannot be loaded: {}", path, ::dlerror());
  note_mapping(library, path);
  auto* interface = symbol<InterfaceFunction>(library, path, "mg_plugin_interface", "int mg_plugin_interface()");
  auto* register_entries = symbol<RegisterFunction>(library, path, "mg_plugin_register", "void mg_plugin_register()");
  if (const int version = interface(); version != plugin_interface) {
    fail(ExitCode::wrong_use,
         "the plug-in '{}' was built for interface {}, but this is {}: build it again with these headers", path,
         version, plugin_interface);
  }
  call_register(register_entries, path);
  if (scope.num_registered() == 0) {
    fail(ExitCode::wrong_use, "the plug-in '{}' registers nothing: no algorithm, engine, policy, balancer or layout",
         path);
  }
  scope.keep();
}

}  // namespace mg
