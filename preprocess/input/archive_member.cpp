#include "preprocess/input/archive_member.hpp"

#include <utility>

#include "engine/error.hpp"

namespace mg {

namespace {

/// Lists of members are kept; nobody chooses among more.
constexpr std::size_t most_members = 100'000;
constexpr std::size_t most_name_bytes = std::size_t{16} << 20;

}  // namespace

ArchiveMember::ArchiveMember(ArchiveKind kind, Compression outer, RawFile& file, const std::string& name,
                             MemberChoice choice)
    : kind_(kind), outer_(outer), file_(file), archive_(name), choice_(std::move(choice)) {
  open();
  if (look_for_certain()) {
    chosen_ = members_.size() - 1;
  } else {
    chosen_ = choice_.choose(members_);
    open();
    for (std::size_t i = 0; i <= chosen_; ++i) reader_->next();
  }
  refuse_unreadable();
}

void ArchiveMember::open() {
  reader_.reset();  // the file is read by one at a time
  reader_.emplace(kind_, outer_, file_, archive_);
}

bool ArchiveMember::look_for_certain() {
  while (reader_->next()) {
    note();
    if (choice_.is_certain(members_.back())) return true;
  }
  reader_->finish();
  all_known_ = true;
  return false;
}

void ArchiveMember::note() {
  name_bytes_ += reader_->member().name.size();
  if (members_.size() == most_members || name_bytes_ > most_name_bytes) {
    fail(ExitCode::bad_input,
         "{}: more members, or longer names of them, than anybody chooses among: unpack it and name the file within "
         "that "
         "holds the graph",
         archive_);
  }
  members_.push_back(reader_->member());
}

void ArchiveMember::refuse_unreadable() const {
  const Member& member = members_[chosen_];
  const auto refuse = [&](std::string_view what) {
    fail(ExitCode::bad_input, "{}:{}: {}", archive_, shown_name(member.name), what);
  };
  if (member.type == Member::Type::folder) refuse("a folder, a file was expected");
  if (member.type == Member::Type::link) refuse("a link, a file was expected; name the member that it leads to");
  if (member.type == Member::Type::other) refuse("not a file");
  if (member.is_encrypted) refuse("encrypted; unpack it with its password and name the file");
  if (member.has_holes) refuse("stored as a file with holes, which no graph has; unpack it and name the file");
}

std::size_t ArchiveMember::read(char* out, std::size_t count) {
  if (ended_) return 0;
  const std::size_t got = reader_->read(out, count);
  bytes_taken_ = reader_->bytes_taken();
  if (got < count) look_at_the_rest();
  return got;
}

void ArchiveMember::look_at_the_rest() {
  ended_ = true;
  if (!all_known_) {
    while (reader_->next()) note();
    reader_->finish();
    static_cast<void>(choice_.choose(members_));  // throws where another one is as good
  }
  reader_.reset();
}

}  // namespace mg
