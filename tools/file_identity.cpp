#include "tools/file_identity.hpp"

#include <sys/stat.h>

#include <filesystem>
#include <map>
#include <optional>
#include <tuple>

#include "engine/error.hpp"

namespace mg::tools {

namespace {

/// Device and inode of a file, or of the folder that a file is going to be made in, and then its name there.
using Identity = std::tuple<dev_t, ino_t, std::string>;

std::optional<Identity> identity_of(const std::string& path) {
  if (path.empty() || path == "-") return std::nullopt;
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) {
    if (!S_ISREG(status.st_mode)) return std::nullopt;
    return Identity{status.st_dev, status.st_ino, ""};
  }
  const std::filesystem::path file(path);
  const std::string folder = file.has_parent_path() ? file.parent_path().string() : ".";
  if (::stat(folder.c_str(), &status) != 0) return std::nullopt;
  return Identity{status.st_dev, status.st_ino, file.filename().string()};
}

}  // namespace

void refuse_overwriting(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs) {
  std::map<Identity, const NamedFile*> known;
  for (const NamedFile& input : inputs) {
    if (const auto identity = identity_of(input.path)) known.emplace(*identity, &input);
  }
  for (const NamedFile& output : outputs) {
    const auto identity = identity_of(output.path);
    if (!identity) continue;
    const auto [same, is_new] = known.emplace(*identity, &output);
    if (is_new) continue;
    const NamedFile& other = *same->second;
    const std::string name = other.path == output.path ? "" : fmt::format(" (as {})", other.path);
    fail(ExitCode::wrong_use, "{}: {} would replace {}{}; give it another name", output.path, output.role, other.role,
         name);
  }
}

}  // namespace mg::tools
