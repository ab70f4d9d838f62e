// The pieces of a push that a schedule names: balancers and layouts. Built-in ones and those of plug-ins are registered
// the same way; what a schedule may say, help, refusals and the samples of tests follow from what is registered.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/graph/types.hpp"
#include "engine/schedule/schedule_keys.hpp"

namespace mg {

namespace sparse {
class PushLayout;
}

/// The name that leaves the choice to the engine.
inline constexpr std::string_view automatic_piece = "auto";
/// The layout that this means: compressed rows, which graphs are.
inline constexpr std::string_view rows_layout = "csr";

/// What a balancer asks of rows.
enum class Needs : std::uint8_t {
  rows,   ///< where each begins and ends
  ranks,  ///< and how many arcs the rows before it have, so that arcs are numbered
};

/// Blocks of `cta` threads for so many rows, of so many arcs in all.
using BlocksOfRows = std::uint64_t(std::uint64_t rows, EdgeId arcs, std::uint32_t cta);

/// A thread a row: the usual number.
[[nodiscard]] constexpr std::uint64_t blocks_of_threads(std::uint64_t rows, EdgeId, std::uint32_t cta) {
  return (rows + cta - 1) / cta;
}

/// What goes through rows: a template of agents, as sparse/balance/vertex.cuh has one.
struct RowAgent {
  std::string agent;   ///< the template: "mg::sparse::PushVertex"
  std::string header;  ///< the carried header that defines it: "sparse/balance/vertex.cuh"
  BlocksOfRows* blocks = &blocks_of_threads;
};
/// The rows of so many arcs or more, up to the next class.
struct RowClass {
  std::uint32_t least = 0;
  RowAgent rows;
};

/// Who follows which arc of rows.
struct Balancer {
  std::string name;      ///< as schedules have it: "twc"
  std::string sentence;  ///< "a thread, a warp or a block takes a vertex, by its degree"
  RowAgent rows = {};
  Needs needs = Needs::rows;
  /// What goes through rows instead, once these are sorted into lists by their lengths: up to four, in ascending order.
  std::vector<RowClass> classes = {};
  /// What goes through arcs that are stored one by one; without an agent: the same as through rows, along their runs.
  RowAgent list = {};
  bool on_cpus = false;
  std::string origin = "built in";  ///< or the plug-in's path
};

/// Bytes of GPU memory that a layout takes beside compressed rows, for arcs followed one way.
struct LayoutBytes {
  std::uint64_t kept = 0;
  std::uint64_t building = 0;  ///< the same with what is needed until it is built, such as keys that order arcs
};
using BytesOfLayout = LayoutBytes(std::uint64_t num_vertices, EdgeId num_arcs, bool weighted);

/// How the arcs that a step follows are stored.
struct Layout {
  std::string name;           ///< as schedules have it: "ell"
  std::string sentence = {};  ///< "the first arcs of every row are stored column by column, ..."
  BytesOfLayout* bytes = {};  ///< O(1)
  std::shared_ptr<const sparse::PushLayout> push = {};  ///< how it is built, and how a push follows it
  std::string usual_balance = {};                       ///< empty: that of compressed rows
  bool has_receiver_rows = false;                       ///< a pull can read it
  KeySet shaped_by = {};                                ///< of the keys block and heavy
  bool on_cpus = false;
  std::string origin = "built in";
};

/// Adds to what schedules may say; safe from several threads. Throws Error(wrong_use) when the name is taken or cannot
/// be written in a schedule, or when the piece is incomplete.
void register_balancer(Balancer balancer);
void register_layout(Layout layout);

/// All of them in the order in which they were registered. They live as long as the process, but for those of a plug-in
/// that fails to load.
[[nodiscard]] std::vector<const Balancer*> registered_balancers();
[[nodiscard]] std::vector<const Layout*> registered_layouts();

/// The piece of that name. Throws Error(wrong_use) that lists the names there are, nearest spelling first.
[[nodiscard]] const Balancer& find_balancer(std::string_view name);
[[nodiscard]] const Layout& find_layout(std::string_view name);

}  // namespace mg
