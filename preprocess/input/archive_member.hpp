// The member of an archive that is the graph, as bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "preprocess/input/archive.hpp"
#include "preprocess/input/archive_choice.hpp"
#include "preprocess/input/byte_source.hpp"

namespace mg {

class ArchiveMember final : public ByteSource {
 public:
  /// Chooses one of the members of `file`, an archive of that kind within that compression, and goes to its begin.
  /// Throws Error(bad_input) where none can be read or several could be meant; the latter may be found out by read().
  ArchiveMember(ArchiveKind kind, Compression outer, RawFile& file, const std::string& name, MemberChoice choice);

  /// Its name in the archive.
  [[nodiscard]] const std::string& name() const { return members_[chosen_].name; }
  /// What was decided, for a person; once all of it is read.
  [[nodiscard]] std::string decision() const { return choice_.decision(members_, chosen_); }

  /// Bytes of the file that were read so far.
  [[nodiscard]] std::uint64_t bytes_taken() const { return bytes_taken_; }

  /// At the member's end, the rest of the archive is looked through.
  std::size_t read(char* out, std::size_t count) override;

 private:
  void open();
  /// Notes the next members up to one that is certain or the last; whether there was one.
  bool look_for_certain();
  /// Notes the member that the archive is at.
  void note();
  void refuse_unreadable() const;
  void look_at_the_rest();

  ArchiveKind kind_;
  Compression outer_;
  RawFile& file_;
  std::string archive_;  // how errors call it
  MemberChoice choice_;
  std::optional<ArchiveReader> reader_;
  std::vector<Member> members_;  // those seen so far
  std::size_t name_bytes_ = 0;
  std::size_t chosen_ = 0;
  std::uint64_t bytes_taken_ = 0;
  bool all_known_ = false;
  bool ended_ = false;
};

}  // namespace mg
