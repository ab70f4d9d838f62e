#include "preprocess/input/input.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/error.hpp"
#include "preprocess/input/archive_member.hpp"
#include "preprocess/input/byte_source.hpp"
#include "preprocess/input/raw_file.hpp"
#include "preprocess/readers/unread_formats.hpp"

namespace mg {

namespace {

/// How much is decompressed for the sake of a checksum alone.
constexpr std::uint64_t most_checked = std::uint64_t{256} << 20;

constexpr std::size_t checked_piece = std::size_t{1} << 18;

}  // namespace

struct Input::State {
  State(const std::string& path_, const std::string& wanted)
      : path(path_), name(path_ == "-" ? "standard input" : path_), file(path_, name) {
    compression = compression_at(file.look_ahead(longest_compression_mark));
    if (compression != Compression::none) stream = decompressed(compression, file, name);
    read_head();
    if (const auto kind = archive_kind({head.data(), head.size()})) {
      open_member(*kind, wanted);
    } else if (!wanted.empty()) {
      fail(ExitCode::wrong_use, "{} is no archive: --member is for zip, 7z and tar archives", name);
    }
    file.forget();
    if (compression != Compression::none && compression_at({head.data(), head.size()}) != Compression::none) {
      fail(ExitCode::bad_input, "{}: compressed more than once; undo the outer compression, {}, first", name,
           to_string(compression));
    }
  }

  void open_member(ArchiveKind kind, const std::string& wanted) {
    if (wanted.empty()) refuse_unread_archive(name);
    if (compression != Compression::none && kind != ArchiveKind::tar) {
      fail(ExitCode::bad_input, "{}: a {} archive that is compressed once more; undo the outer compression, {}, first",
           name, to_string(kind), to_string(compression));
    }
    stream.reset();
    file.hold();
    member.emplace(kind, compression, file, name, MemberChoice(path, name, wanted));
    name += ":" + shown_name(member->name());
    member_ahead.emplace(*member);
    compression = compression_at(member_ahead->look_ahead(longest_compression_mark));
    if (compression != Compression::none) stream = decompressed(compression, *member_ahead, name);
    read_head();
    if (const auto inner = archive_kind({head.data(), head.size()})) {
      fail(ExitCode::bad_input, "{}: a {} archive within an archive; unpack the outer one first", name,
           to_string(*inner));
    }
  }

  [[nodiscard]] bool is_plain() const { return !stream && !member; }

  void read_head() {
    head.resize(is_plain() && file.size() ? std::min<std::uint64_t>(head_size, *file.size()) : head_size);
    head.resize(is_plain() && file.size() ? file.read_at(0, head.data(), head.size())
                                          : read_stream(head.data(), head_size));
  }

  std::size_t read_stream(char* out, std::size_t count) {
    if (stream) return stream->read(out, count);
    return member ? member_ahead->read(out, count) : file.read(out, count);
  }

  std::string path;
  std::string name;
  RawFile file;
  std::optional<ArchiveMember> member;
  std::optional<LookAhead> member_ahead;
  Compression compression = Compression::none;  // of the file, or of the member
  std::unique_ptr<ByteSource> stream;           // undoes it
  std::vector<char> head;
  std::uint64_t position = 0;  // in the content
};

Input::Input(const std::string& path, const std::string& member) : state_(std::make_unique<State>(path, member)) {}
Input::Input(Input&&) noexcept = default;
Input& Input::operator=(Input&&) noexcept = default;
Input::~Input() = default;

const std::string& Input::name() const { return state_->name; }
std::string_view Input::member() const { return state_->member ? state_->member->name() : std::string_view(); }
std::string Input::decision() const { return state_->member ? state_->member->decision() : std::string(); }
Compression Input::compression() const { return state_->compression; }
std::string_view Input::head() const { return {state_->head.data(), state_->head.size()}; }
std::uint64_t Input::file_position() const {
  if (state_->member) return state_->member->bytes_taken();
  return size() ? state_->position : state_->file.position();
}
std::uint64_t Input::file_size() const { return state_->file.size().value_or(0); }

std::string_view Input::plain_path() const {
  return without_suffix(state_->member ? member() : state_->path, state_->compression);
}

std::optional<std::uint64_t> Input::size() const { return state_->is_plain() ? state_->file.size() : std::nullopt; }

std::size_t Input::read_at(std::uint64_t offset, char* out, std::size_t count) const {
  return state_->file.read_at(offset, out, count);
}

std::size_t Input::read(char* out, std::size_t count) {
  State& state = *state_;
  std::size_t got = 0;
  if (state.position < state.head.size()) {
    got = std::min<std::uint64_t>(count, state.head.size() - state.position);
    std::copy_n(state.head.data() + state.position, got, out);
  }
  if (got < count) {
    got += size() ? read_at(state.position + got, out + got, count - got) : state.read_stream(out + got, count - got);
  }
  state.position += got;
  return got;
}

void Input::refuse_damage() {
  if (state_->is_plain()) return;
  std::vector<char> ignored(checked_piece);
  for (std::uint64_t checked = 0; checked < most_checked; checked += ignored.size()) {
    if (state_->read_stream(ignored.data(), ignored.size()) < ignored.size()) return;
  }
}

}  // namespace mg
