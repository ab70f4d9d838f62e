#include "engine/pieces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <sstream>
#include <string>
#include <utility>

#include "engine/cuda/headers.hpp"
#include "engine/error.hpp"
#include "engine/registration_scope.hpp"
#include "engine/spelling.hpp"

namespace mg {

namespace {

/// Pieces of one kind, where they are found by steps, often: by a pointer that stays.
template <class Piece>
class Pieces {
 public:
  explicit Pieces(std::string_view kind) : kind_(kind) {}

  void add(Piece piece) {
    check_name(piece.name);
    if (piece.sentence.empty()) {
      fail(ExitCode::wrong_use, "{} '{}' cannot be registered without a sentence that says what it does", kind_,
           piece.name);
    }
    RegistrationScope* const scope = RegistrationScope::current();
    if (scope != nullptr) piece.origin = scope->origin();
    const std::string name = piece.name;
    const std::lock_guard lock(mutex_);
    if (const Piece* taken = known(name)) {
      fail(ExitCode::wrong_use, "{} '{}' cannot be registered: the name is taken ({})", kind_, name, taken->origin);
    }
    pieces_.push_back(std::make_unique<const Piece>(std::move(piece)));
    if (scope != nullptr) scope->note([this, name] { take_back(name); });
  }

  [[nodiscard]] std::vector<const Piece*> all() {
    const std::lock_guard lock(mutex_);
    std::vector<const Piece*> pieces;
    for (const auto& piece : pieces_) pieces.push_back(piece.get());
    return pieces;
  }

  [[nodiscard]] const Piece& find(std::string_view name) {
    const std::lock_guard lock(mutex_);
    if (const Piece* piece = known(name)) return *piece;
    std::vector<std::string> names;
    for (const auto& piece : pieces_) names.push_back(piece->name);
    fail(ExitCode::wrong_use, "there is no {} '{}'{}", kind_, name, suggestion(name, names));
  }

 private:
  /// A schedule's text ends names at blanks and signs of its own.
  void check_name(std::string_view name) const {
    const auto is_allowed = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '+';
    };
    if (name.empty() || name == automatic_piece || !std::ranges::all_of(name, is_allowed)) {
      fail(ExitCode::wrong_use,
           "{} cannot be registered as '{}': a name has small letters, digits, '-', '_' and '+', and is not '{}'",
           kind_, name, automatic_piece);
    }
  }
  [[nodiscard]] const Piece* known(std::string_view name) const {
    const auto found =
        std::ranges::find(pieces_, name, [](const auto& piece) { return std::string_view(piece->name); });
    return found == pieces_.end() ? nullptr : found->get();
  }
  void take_back(const std::string& name) {
    const std::lock_guard lock(mutex_);
    std::erase_if(pieces_, [&](const auto& piece) { return piece->name == name; });
  }

  std::string_view kind_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<const Piece>> pieces_;
};

// One a process: plug-ins and tools meet here, whichever of them comes first.
Pieces<Balancer>& balancers() {
  static Pieces<Balancer> pieces("balancer");
  return pieces;
}

Pieces<Layout>& layouts() {
  static Pieces<Layout> pieces("layout");
  return pieces;
}

/// names: of headers, with blanks between them; none where an agent has none.
void require_headers(std::string_view balancer, std::string_view names) {
  std::istringstream each{std::string(names)};
  for (std::string name; each >> name;) {
    if (find_carried_header(name) != nullptr) continue;
    fail(ExitCode::wrong_use,
         "balancer '{}' names the header '{}', which neither the library carries nor a plug-in: HEADER and "
         "DEVICE_HEADERS of multigraph_add_balancer are carried, by the names of their files",
         balancer, name);
  }
}

}  // namespace

void register_balancer(Balancer balancer) {
  constexpr std::size_t most_classes = 4;
  const auto is_whole = [](const RowAgent& rows) {
    return !rows.agent.empty() && !rows.header.empty() && rows.blocks != nullptr;
  };
  const std::vector<RowClass>& classes = balancer.classes;
  const bool has_classes = !classes.empty() && classes.size() <= most_classes && classes.front().least == 0 &&
                           std::ranges::is_sorted(classes, {}, &RowClass::least) &&
                           std::ranges::all_of(classes, is_whole, &RowClass::rows);
  if (classes.empty() ? !is_whole(balancer.rows) : !has_classes) {
    fail(ExitCode::wrong_use,
         "balancer '{}' cannot be registered without an agent, its header and a number of blocks, for rows of any "
         "length: by one agent, or by up to {} classes in ascending order from 0 on",
         balancer.name, most_classes);
  }
  require_headers(balancer.name, balancer.rows.header);
  for (const RowClass& rows : classes) require_headers(balancer.name, rows.rows.header);
  balancers().add(std::move(balancer));
}
void register_layout(Layout layout) {
  if (layout.push == nullptr || layout.bytes == nullptr) {
    fail(ExitCode::wrong_use, "layout '{}' cannot be registered without a way to follow it and its bytes", layout.name);
  }
  layouts().add(std::move(layout));
}

std::vector<const Balancer*> registered_balancers() { return balancers().all(); }
std::vector<const Layout*> registered_layouts() { return layouts().all(); }

const Balancer& find_balancer(std::string_view name) { return balancers().find(name); }
const Layout& find_layout(std::string_view name) { return layouts().find(name); }

}  // namespace mg
