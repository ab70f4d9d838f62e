// What a machine takes for the parts of a step, before anything has been measured in a run: numbers as data, each with
// its measurement and date (tuning/*.json). Policies start from these and correct them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "engine/offer.hpp"

namespace mg {

/// Picoseconds, of a whole GPU or of one core, whose threads share the work.
struct Costs {
  double step;          ///< launching kernels or waking threads, and reading back what they found
  double dense_vertex;  ///< of a sweep over tiles, with values of 4 bytes on their way
  double dense_arc;
  double dense_wide;   ///< how many times as much with values of 8
  double list_vertex;  ///< of all vertices, to push from a map
  double push_vertex;
  double push_arc;           ///< of an idempotent operator
  double push_sum_arc;       ///< of a sum, whose receivers are listed and then settled
  double push_weighted_arc;  ///< where this is more
  double pull_vertex;        ///< of all vertices
  double pull_near_arc;      ///< to a vertex of a number near by, whose value is in a first-level cache
  double pull_arc;           ///< to any other
  double pull_outer_arc;     ///< the same where the values of all vertices are more than the last cache holds
  double early_vertex;       ///< of all vertices, where a row is left at its first hit
  double tile_arc;           ///< of building tiles
  double lightest_arcs;      ///< of a row, that a pull reads where the lightest come first
  double last_cache_bytes;   ///< of which half is left for the values of vertices

  // Where another way of doing a thing begins to pay; of GPUs alone, but for the last three.
  double wide_push;           ///< arcs of a push beside which two launches more are little
  double small_gather;        ///< arcs of a graph so small that a gather always goes by the list of receivers
  double wide_gather_share;   ///< a gather of more than this part of all arcs goes through the rows instead
  double scatter_share;       ///< senders of so many times fewer arcs push to the receivers of a gather
  double filter_share;        ///< messages of others are left out where they are so many times more
  double team_arcs;           ///< of a frontier that is small enough for all blocks of a loop that stays
  double cluster_arcs;        ///< of one that a cluster would have gone through faster
  double team_patience;       ///< iterations of these in a row, after which it does
  double cluster_sweep_arcs;  ///< an iteration of a sweep back that is for a cluster
  double fuse_arcs;           ///< of a frontier, with which a loop that is launched goes over to one that stays
  double steep_growth;        ///< of a frontier, with which it does not
  double surely_few;          ///< arcs, with which it does whatever the growth
  double repeat_arcs;         ///< of a graph whose loops without a frontier stay
  double hub_degrees;         ///< mean degrees of a row that makes the others near
  double sweep_degree;        ///< mean degree from which rounds of sweeps cost less than buckets
  double delta_low;           ///< mean weights in a bucket where the mean degree is below 8,
  double delta_middle;        ///< from 8 to 20
  double delta_high;          ///< and above; of cores, these two are divided by the mean degree
};

struct Profile {
  struct Source {
    std::string measured;
    std::string date;
  };

  std::string machine;  ///< "NVIDIA H200", "AMD EPYC"
  bool of_gpu = false;  ///< otherwise of a core
  bool is_own = false;  ///< measured on this machine, or on one of its model; otherwise its numbers are to be checked
  std::string origin;   ///< "built in", or the file
  Costs costs{};
  std::map<std::string, Source> sources;  ///< by the number's name

  /// The date of the newest number.
  [[nodiscard]] std::string date() const;
};

/// Reads a profile. Throws Error(bad_input) that names `origin`, and the number that is missing, unknown, no number
/// or negative, or comes without its measurement or date.
[[nodiscard]] Profile parse_profile(std::string_view json, const std::string& origin);

/// The same as text, which parse_profile() reads.
[[nodiscard]] std::string to_json(const Profile& profile);

/// The number of that name, "push_arc". Throws Error(internal) where there is none.
[[nodiscard]] double& cost_of(Costs& costs, std::string_view number);

/// The `origin` of those that the library carries.
inline constexpr std::string_view built_in_origin = "built in";

/// That of the machine: of a GPU by its name ("NVIDIA H200"), of this machine's cores where that is empty. The file
/// that MG_PROFILE names comes first where it is of that kind, whose numbers are to be checked; then the built-in one
/// whose name the machine's begins with; then the one that was measured here and kept; and else the first of its kind.
/// Throws Error for a file that MG_PROFILE names and that cannot be read, or as parse_profile() does.
[[nodiscard]] std::shared_ptr<const Profile> profile_for(std::string_view gpu);

/// Keeps a profile that was measured for the rest of this process, and where there is a cache of kernels, there for
/// others. Safe from several threads and processes.
void keep_profile(Profile profile);

/// As the kernel calls it: "AMD EPYC 9654"; empty where it does not say.
[[nodiscard]] std::string processor_name();

/// Those of the machine that a run is on.
[[nodiscard]] const Costs& costs_of(const RunFacts& run);

/// What so many picoseconds of work take in ms, which the threads of a CPU share.
[[nodiscard]] inline double shared_ms(const RunFacts& run, double picoseconds) {
  const int shared_by = run.on_gpu ? 1 : std::max(run.threads, 1);
  return shared_by == 1 ? 1e-9 * picoseconds : 1e-9 / shared_by * picoseconds;
}
/// What a step takes whatever it does, in ms, which threads and multiprocessors do not share.
[[nodiscard]] inline double step_ms(const RunFacts& run) { return costs_of(run).step * 1e-9; }
/// Fills in what the offer is expected to take by what it goes through.
inline void expect(const RunFacts& run, Offer& offer) { offer.expected_ms = step_ms(run) + offer.work_ms(); }

}  // namespace mg
