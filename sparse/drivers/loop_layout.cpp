#include "sparse/drivers/loop_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "engine/error.hpp"
#include "sparse/drivers/repeat_arguments.hpp"
#include "sparse/layouts/push_layout.hpp"
#include "sparse/resolve.hpp"

namespace mg::sparse {

namespace {

/// Puts down what it is asked for, instead of launching it.
class Recorder final : public Follower {
 public:
  Recorder(DeviceContext& gpu, const PushPlan& plan, const PushArguments& arguments, Side side)
      : Follower(gpu, plan, arguments, side, widest_value, static_bytes) {}

  using Follower::follow_rows;
  void follow_rows(const std::vector<PushPart>& parts, PushArguments arguments) override {
    numbers_ = numbers_ || plan().balancer->needs == Needs::ranks;
    add_shared_out("PartOfRows", parts, arguments);
  }
  void clear_messages(void* messages) override {
    PushArguments arguments = this->arguments();
    arguments.messages = messages;
    arguments.num_arcs = gpu().num_arcs();
    add("mg::sparse::PartOfMessages", 0, arguments, sizeof(arguments));
  }

  /// "mg::sparse::PartsOf<...>"
  [[nodiscard]] std::string type() const { return fmt::format("mg::sparse::PartsOf<{}{}>", asks_for_members_, types_); }
  void move_to(ExpansionPlan& expansion, std::vector<LoopPart>& parts) {
    parts = std::move(parts_);
    expansion.shared_bytes = std::max(expansion.shared_bytes, shared_bytes_);
    expansion.most_rows = std::max(expansion.most_rows, most_rows_);
    expansion.asks_for_members = expansion.asks_for_members || asks_for_members_;
    expansion.numbers = expansion.numbers || numbers_;
    add_headers(agents_, expansion.header);
  }

 private:
  static constexpr std::size_t static_bytes = std::size_t{64} << 10;  ///< of all parts

  void launch_part(const PushPart& part, std::optional<std::uint64_t> blocks, const PushArguments& arguments,
                   std::size_t argument_bytes, std::size_t shared_bytes) override {
    const Layout& layout = *plan().layout;
    if (blocks && part.cta != plan().cta && !part.takes_any_cta) {
      fail(ExitCode::wrong_use,
           "schedule: layout={} ({}) in a loop that stays on the device: an agent of its has blocks of {} threads; "
           "allowed: cta={}, or driver=launched, adaptive",
           layout.name, layout.origin, part.cta, part.cta);
    }
    const std::uint64_t share = blocks ? 0
                                       : share_of_block(part.blocks, false, plan().cta,
                                                        fmt::format("layout={} ({})", layout.name, layout.origin));
    agents_.push_back(part);
    shared_bytes_ = std::max(shared_bytes_, shared_bytes);
    add(fmt::format("mg::sparse::PartOfAgent<{}, {}>", part.agent, share), blocks.value_or(0), arguments,
        argument_bytes);
  }
  void follow_runs(const std::vector<PushPart>& parts, PushArguments arguments) override {
    most_rows_ = std::max<std::uint64_t>(most_rows_, arguments.rows.num_rows);
    add_shared_out("PartOfRuns", parts, arguments);
  }

  void add_shared_out(std::string_view type, const std::vector<PushPart>& parts, const PushArguments& arguments) {
    const Balancer& balancer = *plan().balancer;
    agents_.insert(agents_.end(), parts.begin(), parts.end());
    add(fmt::format("mg::sparse::{}<{}{}>", type, balancer.needs == Needs::ranks,
                    classes_of(balancer, parts, plan().cta)),
        0, arguments, sizeof(arguments));
  }
  void add(std::string_view type, std::uint64_t blocks, const PushArguments& arguments, std::size_t bytes) {
    LoopPart part{.blocks = blocks, .arguments = {}};
    if (bytes > sizeof(part.arguments)) {
      fail(ExitCode::wrong_use,
           "schedule: layout={} ({}) in a loop that stays on the device: an agent of its has arguments of {} bytes, "
           "where {} are the most; allowed: driver=launched, adaptive",
           plan().layout->name, plan().layout->origin, bytes, sizeof(part.arguments));
    }
    std::memcpy(part.arguments, &arguments, bytes);
    types_ += fmt::format(", {}", type);
    asks_for_members_ = asks_for_members_ || arguments.sources != nullptr;
    parts_.push_back(part);
  }

  std::string types_;
  std::vector<PushPart> agents_;
  std::vector<LoopPart> parts_;
  std::size_t shared_bytes_ = 0;
  std::uint64_t most_rows_ = 0;
  bool asks_for_members_ = false;
  bool numbers_ = false;
};

/// A push from any frontier along one side: senders, and how many there are, are the loop's to say.
std::string record(DeviceContext& gpu, const PushPlan& plan, Side side, ExpansionPlan& expansion,
                   std::vector<LoopPart>& parts) {
  PushArguments arguments{};
  arguments.rows = gpu.rows(side);
  arguments.size = gpu.num_vertices();
  arguments.num_arcs = gpu.num_arcs();
  Recorder recorder(gpu, plan, arguments, side);
  follow_layout(recorder);
  std::string type = recorder.type();
  recorder.move_to(expansion, parts);
  return type;
}

}  // namespace

void add_headers(const std::vector<PushPart>& parts, std::string& headers) {
  for (const PushPart& part : parts) {
    if (headers.find(part.header) == std::string::npos) headers += ' ' + part.header;
  }
}

ExpansionPlan laid_out(DeviceContext& gpu, const DeviceIterations& loop, const PushPlan& plan) {
  ExpansionPlan expansion{
      .name = plan.name(), .header = "sparse/drivers/laid_out_loop.cuh", .classes = plan.balancer->classes.size()};
  const std::string ahead = record(gpu, plan, loop.side, expansion, expansion.parts[0]);
  PushPlan back_plan = plan;
  if (!loop.goes_back) back_plan.layout = &find_layout(rows_layout);  // not asked for
  const bool is_one = gpu.rows(loop.side).offsets == gpu.rows(opposite(loop.side)).offsets;
  const std::string back = record(gpu, is_one ? plan : back_plan, opposite(loop.side), expansion, expansion.parts[1]);
  expansion.type = fmt::format("mg::sparse::LaidOut<{}, {}, {}>", plan.cta, ahead, back);
  return expansion;
}

}  // namespace mg::sparse
