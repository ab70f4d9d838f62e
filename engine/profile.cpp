#include "engine/profile.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <mutex>
#include <nlohmann/json.hpp>
#include <random>
#include <utility>
#include <vector>

#include "engine/built_in_profiles.hpp"
#include "engine/cuda/specialise.hpp"
#include "engine/error.hpp"
#include "engine/gpu/compiling_device.hpp"

namespace mg {

namespace {

using Json = nlohmann::json;

struct Number {
  const char* name;
  double Costs::*field;
};
constexpr std::array numbers{
    Number{"step", &Costs::step},
    Number{"dense_vertex", &Costs::dense_vertex},
    Number{"dense_arc", &Costs::dense_arc},
    Number{"dense_wide", &Costs::dense_wide},
    Number{"list_vertex", &Costs::list_vertex},
    Number{"push_vertex", &Costs::push_vertex},
    Number{"push_arc", &Costs::push_arc},
    Number{"push_sum_arc", &Costs::push_sum_arc},
    Number{"push_weighted_arc", &Costs::push_weighted_arc},
    Number{"pull_vertex", &Costs::pull_vertex},
    Number{"pull_near_arc", &Costs::pull_near_arc},
    Number{"pull_arc", &Costs::pull_arc},
    Number{"pull_outer_arc", &Costs::pull_outer_arc},
    Number{"early_vertex", &Costs::early_vertex},
    Number{"tile_arc", &Costs::tile_arc},
    Number{"lightest_arcs", &Costs::lightest_arcs},
    Number{"last_cache_bytes", &Costs::last_cache_bytes},
    Number{"wide_push", &Costs::wide_push},
    Number{"small_gather", &Costs::small_gather},
    Number{"wide_gather_share", &Costs::wide_gather_share},
    Number{"scatter_share", &Costs::scatter_share},
    Number{"filter_share", &Costs::filter_share},
    Number{"team_arcs", &Costs::team_arcs},
    Number{"cluster_arcs", &Costs::cluster_arcs},
    Number{"team_patience", &Costs::team_patience},
    Number{"cluster_sweep_arcs", &Costs::cluster_sweep_arcs},
    Number{"fuse_arcs", &Costs::fuse_arcs},
    Number{"steep_growth", &Costs::steep_growth},
    Number{"surely_few", &Costs::surely_few},
    Number{"repeat_arcs", &Costs::repeat_arcs},
    Number{"hub_degrees", &Costs::hub_degrees},
    Number{"sweep_degree", &Costs::sweep_degree},
    Number{"delta_low", &Costs::delta_low},
    Number{"delta_middle", &Costs::delta_middle},
    Number{"delta_high", &Costs::delta_high},
};

class Reader {
 public:
  explicit Reader(const std::string& origin) : origin_(origin) {}

  [[nodiscard]] Profile read(std::string_view text) const {
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object()) refuse("expected a JSON object");
    if (json.value("format", Json()) != Json(1)) refuse("expected \"format\": 1");
    Profile profile{.machine = string_of(json, "machine", "the profile"), .origin = origin_, .sources = {}};
    const std::string of = string_of(json, "of", "the profile");
    if (of != "gpu" && of != "core") refuse(R"("of" is ")" + of + R"(", expected "gpu" or "core")");
    profile.of_gpu = of == "gpu";
    const auto found = json.find("numbers");
    if (found == json.end() || !found->is_object()) refuse("expected an object \"numbers\"");
    for (const auto& [name, entry] : found->items()) {
      if (std::ranges::find(numbers, name, &Number::name) == numbers.end()) refuse("there is no number '" + name + "'");
    }
    for (const Number& number : numbers) read_number(*found, number, profile);
    return profile;
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    fail(ExitCode::bad_input, "{}: {}: this is no profile of a machine, as tuning/ in the sources has them", origin_,
         what);
  }

  [[nodiscard]] std::string string_of(const Json& json, const char* key, const std::string& of) const {
    const auto found = json.find(key);
    if (found == json.end() || !found->is_string() || found->get<std::string>().empty()) {
      refuse(of + " needs a text \"" + key + "\"");
    }
    return found->get<std::string>();
  }

  void read_number(const Json& entries, const Number& number, Profile& profile) const {
    const std::string name = number.name;
    const auto entry = entries.find(name);
    if (entry == entries.end() || !entry->is_object()) refuse("the number '" + name + "' is missing");
    const auto value = entry->find("value");
    const bool is_cost =
        value != entry->end() && value->is_number() && std::isfinite(value->get<double>()) && value->get<double>() >= 0;
    if (!is_cost) refuse("the value of '" + name + "' must be a number that is not negative");
    profile.costs.*number.field = value->get<double>();
    profile.sources[name] = {.measured = string_of(*entry, "measured", "the number '" + name + "'"),
                             .date = string_of(*entry, "date", "the number '" + name + "'")};
  }

  std::string origin_;
};

const std::vector<std::shared_ptr<const Profile>>& built_in() {
  static const auto profiles = [] {
    std::vector<std::shared_ptr<const Profile>> all;
    for (const std::string_view text : {h200_json, h100_json, epyc_core_json}) {
      auto profile = std::make_shared<Profile>(parse_profile(text, std::string(built_in_origin)));
      profile->is_own = true;
      all.push_back(std::move(profile));
    }
    return all;
  }();
  return profiles;
}

std::string text_of(std::ifstream& file) { return {std::istreambuf_iterator<char>(file), {}}; }

std::shared_ptr<const Profile> from_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) fail(ExitCode::bad_input, "{}: the profile that MG_PROFILE names cannot be read", path);
  return std::make_shared<const Profile>(parse_profile(text_of(file), path));
}

/// Profiles that were measured here, by machine.
class Kept {
 public:
  void keep(Profile profile) {
    profile.origin = write(profile);
    const std::lock_guard lock(mutex_);
    std::shared_ptr<const Profile>& known = known_[profile.machine];
    known = std::make_shared<const Profile>(std::move(profile));
  }

  /// Null where there is none, or none that is whole.
  [[nodiscard]] std::shared_ptr<const Profile> find(const std::string& machine) {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<const Profile>& known = known_[machine];
    if (known == nullptr) known = read(machine);
    return known;
  }

 private:
  /// Another version of the library, whose kernels are others, measures again. Empty: there is no folder.
  static std::filesystem::path path_of(const std::string& machine) {
    std::filesystem::path folder = SpecialiserOptions::from_environment().cache;
    if (folder.empty()) return folder;
    std::string name = fmt::format("profile-{}-{}", MG_VERSION, machine);
    const auto is_plain = [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '.'; };
    std::ranges::replace_if(name, std::not_fn(is_plain), '_');
    return folder / (name + ".json");
  }

  static std::shared_ptr<const Profile> read(const std::string& machine) {
    const std::filesystem::path path = path_of(machine);
    std::ifstream file(path, std::ios::binary);
    if (path.empty() || !file) return nullptr;
    try {
      auto profile = std::make_shared<Profile>(parse_profile(text_of(file), path.string()));
      profile->is_own = profile->machine == machine;
      return profile->is_own ? profile : nullptr;
    } catch (const Error&) {
      return nullptr;  // damaged: it is measured again
    }
  }

  /// Returns the path, or where it could not be kept, where it is from.
  static std::string write(const Profile& profile) {
    const std::filesystem::path path = path_of(profile.machine);
    std::error_code error;
    if (!path.empty()) std::filesystem::create_directories(path.parent_path(), error);
    if (path.empty() || error) return "measured by this process";
    const std::filesystem::path temporary =
        fmt::format("{}.tmp-{}-{:08x}", path.string(), ::getpid(), std::random_device{}());
    std::ofstream file(temporary, std::ios::binary);
    file << to_json(profile);
    file.close();
    if (file) std::filesystem::rename(temporary, path, error);
    if (file && !error) return path.string();
    std::filesystem::remove(temporary, error);
    return "measured by this process";
  }

  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const Profile>> known_;
};

Kept& kept() {
  static Kept kept;
  return kept;
}

/// Of whose speed there is nothing to be known: it is the emulator's.
constexpr std::string_view emulated = "emulated GPU";

}  // namespace

std::string Profile::date() const {
  std::string newest;
  for (const auto& [name, source] : sources) newest = std::max(newest, source.date);
  return newest;
}

Profile parse_profile(std::string_view json, const std::string& origin) { return Reader(origin).read(json); }

std::shared_ptr<const Profile> profile_for(std::string_view gpu) {
  const bool of_gpu = !gpu.empty();
  if (const char* path = std::getenv("MG_PROFILE"); path != nullptr && *path != '\0') {
    std::shared_ptr<const Profile> given = from_file(path);
    if (given->of_gpu == of_gpu) return given;
  }
  const std::string machine = of_gpu ? std::string(gpu) : processor_name();
  const auto is_own = [&](const auto& profile) {
    return profile->of_gpu == of_gpu && machine.starts_with(profile->machine);
  };
  if (const auto own = std::ranges::find_if(built_in(), is_own); own != built_in().end()) return *own;
  if (std::shared_ptr<const Profile> measured = kept().find(machine); measured != nullptr) return measured;
  const auto of_kind = [&](const auto& profile) { return profile->of_gpu == of_gpu; };
  auto other = std::make_shared<Profile>(**std::ranges::find_if(built_in(), of_kind));
  other->is_own = machine == emulated || machine.starts_with(compiling_device_name);
  return other;
}

void keep_profile(Profile profile) {
  profile.is_own = true;
  kept().keep(std::move(profile));
}

std::string processor_name() {
  static const std::string name = [] {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
      const std::size_t colon = line.find(": ");
      if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
    }
    return std::string();
  }();
  return name;
}

std::string to_json(const Profile& profile) {
  Json entries = Json::object();
  for (const Number& number : numbers) {
    const Profile::Source& source = profile.sources.at(number.name);
    entries[number.name] = {
        {"value", profile.costs.*number.field}, {"measured", source.measured}, {"date", source.date}};
  }
  const Json json{{"format", 1},
                  {"machine", profile.machine},
                  {"of", profile.of_gpu ? "gpu" : "core"},
                  {"numbers", std::move(entries)}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

double& cost_of(Costs& costs, std::string_view number) {
  const auto found =
      std::ranges::find(numbers, number, [](const Number& known) { return std::string_view(known.name); });
  if (found == numbers.end()) fail(ExitCode::internal, "profiles have no number '{}'", number);
  return costs.*(found->field);
}

const Costs& costs_of(const RunFacts& run) {
  if (run.profile != nullptr) return run.profile->costs;
  static const std::shared_ptr<const Profile> gpu = profile_for("GPU");
  static const std::shared_ptr<const Profile> core = profile_for("");
  return (run.on_gpu ? *gpu : *core).costs;
}

}  // namespace mg
