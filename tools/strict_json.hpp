// JSON that people write by hand, read strictly: every refusal names the file, the key and what is allowed.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/error.hpp"

namespace mg::tools {

/// A file of JSON. Throws Error(code), from its own members and from those of the values it holds.
class StrictJson {
 public:
  using Json = nlohmann::ordered_json;

  /// One value of the file, with the way to it: "graphs.kron21.scale", "schedules[2]".
  class Value {
   public:
    [[nodiscard]] const std::string& path() const { return path_; }
    /// What stands there, as JSON writes it.
    [[nodiscard]] std::string json() const { return value_->dump(-1, ' ', false, Json::error_handler_t::replace); }

    /// Objects: refuses members of other names.
    void allow(const std::vector<std::string>& names) const;
    [[nodiscard]] bool has(std::string_view name) const;
    /// The member, which must be there.
    [[nodiscard]] Value at(std::string_view name) const;
    [[nodiscard]] std::vector<std::pair<std::string, Value>> members() const;
    /// The elements of an array.
    [[nodiscard]] std::vector<Value> elements() const;

    [[nodiscard]] std::string text() const;
    [[nodiscard]] bool flag() const;
    [[nodiscard]] std::uint64_t integer(std::uint64_t lowest, std::uint64_t highest) const;
    [[nodiscard]] double number() const;
    /// A text, number or flag, as a command line would take it.
    [[nodiscard]] std::string option_text() const;

    [[nodiscard]] bool is_null() const { return value_->is_null(); }
    [[nodiscard]] bool is_flag() const { return value_->is_boolean(); }

    /// Throws Error: the file, the way to this value, and `what`.
    [[noreturn]] void refuse(std::string_view what) const;

   private:
    friend class StrictJson;
    Value(const StrictJson& file, const Json& value, std::string path)
        : file_(&file), value_(&value), path_(std::move(path)) {}
    [[noreturn]] void expected(std::string_view what) const;

    const StrictJson* file_;
    const Json* value_;
    std::string path_;
  };

  /// Reads the file. Names given twice are refused: one of the two would be ignored.
  StrictJson(std::string file, ExitCode code);
  StrictJson(const StrictJson&) = delete;
  StrictJson& operator=(const StrictJson&) = delete;

  [[nodiscard]] Value root() const { return {*this, json_, ""}; }

 private:
  std::string file_;
  ExitCode code_;
  Json json_;
};

}  // namespace mg::tools
