#include "engine/stop.hpp"

#include <utility>

#include "engine/error.hpp"

namespace mg {

namespace {

thread_local const std::atomic<bool>* stop_of_this_thread = nullptr;

}  // namespace

StopScope::StopScope(const std::atomic<bool>* stop) : before_(std::exchange(stop_of_this_thread, stop)) {}

StopScope::~StopScope() { stop_of_this_thread = before_; }

StopFlag::StopFlag() : stop_(stop_of_this_thread) {}

void StopFlag::throw_interrupted() { fail(ExitCode::interrupted, "interrupted in the middle of a loop"); }

}  // namespace mg
