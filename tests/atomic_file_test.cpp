// Files that appear whole or not at all, and blocks that keep their order.
#include "preprocess/writers/atomic_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>

#include "engine/error.hpp"
#include "preprocess/writers/block_output.hpp"
#include "tests/temporary_folder.hpp"

namespace mg {
namespace {

std::size_t files_in(const TemporaryFolder& folder) {
  const std::filesystem::directory_iterator files(folder.path());
  return static_cast<std::size_t>(std::distance(begin(files), end(files)));
}

TEST(AtomicFile, AppearsWithCommitOnly) {
  const TemporaryFolder folder;
  const std::string path = folder.write("f", "old");
  ::chmod(path.c_str(), 0640);
  {
    AtomicFile file(path);
    file.write("new");
    EXPECT_EQ(file.position(), 3U);
    EXPECT_EQ(read_file(path), "old");
  }
  EXPECT_EQ(read_file(path), "old");
  EXPECT_EQ(files_in(folder), 1U);
  {
    AtomicFile file(path);
    file.write("new text");
    file.write_at(4, std::as_bytes(std::span("TEXT!", 5)));
    file.commit();
  }
  EXPECT_EQ(read_file(path), "new TEXT!");
  EXPECT_EQ(files_in(folder), 1U);
  EXPECT_EQ(std::filesystem::status(path).permissions(), std::filesystem::perms{0640});
}

TEST(AtomicFile, ReplacesWhatALinkNames) {
  const TemporaryFolder folder;
  const std::string path = folder.write("f", "old");
  std::filesystem::create_symlink("f", folder / "link");
  AtomicFile file(folder / "link");
  file.write("new");
  file.commit();
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_EQ(read_file(path), "new");
}

/// A child that has begun to write `path`, and what became of it.
class Writer {
 public:
  explicit Writer(const std::string& path) {
    int ready[2];
    if (::pipe(ready) != 0 || (child_ = ::fork()) < 0) throw std::runtime_error("no child");
    if (child_ == 0) {
      AtomicFile file(path);
      file.write("half of the n");
      (void)!::write(ready[1], "x", 1);
      for (;;) ::pause();
    }
    char byte = 0;
    (void)!::read(ready[0], &byte, 1);
    ::close(ready[0]);
    ::close(ready[1]);
  }
  ~Writer() { kill(); }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  void kill() {
    if (child_ <= 0) return;
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
    child_ = 0;
  }

 private:
  pid_t child_ = 0;
};

TEST(AtomicFile, LeavesTheOldFileWhenTheProcessIsKilled) {
  const TemporaryFolder folder;
  const std::string path = folder.write("f", "old");
  Writer(path).kill();
  EXPECT_EQ(read_file(path), "old");
  EXPECT_EQ(files_in(folder), 2U);
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    const std::string name = entry.path().filename().string();
    EXPECT_TRUE(name == "f" || name.starts_with(".f.tmp-")) << name;
  }
}

TEST(AtomicFile, RemovesWhatKilledProcessesLeftOfItsTargetAndNothingElse) {
  const TemporaryFolder folder;
  const std::string path = folder / "f";
  Writer alive(path);
  Writer(path).kill();
  Writer(folder / "other").kill();
  for (const char* name : {".f.tmp-", ".f.tmp-1", ".f.tmp-1-0", ".f.tmp-x-0123456789abcdef",
                           ".f.tmp-1-0123456789ABCDEF", "f.tmp-1-0123456789abcdef"}) {
    folder.write(name, "a user's");
  }
  folder.write(".f.tmp-1-0123456789abcdef", "left by a version that did not lock");
  EXPECT_EQ(files_in(folder), 10U);
  AtomicFile(path).commit();
  EXPECT_EQ(files_in(folder), 9U) << "the killed one and the old one are gone, the new file is there";
  EXPECT_FALSE(std::filesystem::exists(folder / ".f.tmp-1-0123456789abcdef"));

  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  alive.kill();
  AtomicFile("f").commit();
  std::filesystem::current_path(before);
  EXPECT_EQ(files_in(folder), 8U);
}

ExitCode code_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.code();
  }
  return ExitCode::done;
}

TEST(AtomicFile, RefusesWhatCannotBeWritten) {
  const TemporaryFolder folder;
  EXPECT_EQ(code_of([&] { AtomicFile file(""); }), ExitCode::wrong_use);
  EXPECT_EQ(code_of([&] { AtomicFile file(folder.path().string()); }), ExitCode::wrong_use);
  EXPECT_EQ(code_of([&] { AtomicFile file(folder / "missing/f"); }), ExitCode::wrong_use);
  const std::string long_name(250, 'x');
  AtomicFile file(folder / long_name);
  file.commit();
  EXPECT_TRUE(std::filesystem::exists(folder / long_name));
}

TEST(AtomicFile, WritesDevicesAndPipesDirectly) {
  AtomicFile null("/dev/null");
  EXPECT_FALSE(null.is_regular());
  null.write("gone");
  EXPECT_EQ(code_of([&] { null.write_at(0, {}); }), ExitCode::wrong_use);
  null.commit();
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));

  const TemporaryFolder folder;
  const std::string pipe = folder / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::thread writer([&] {
    AtomicFile file(pipe);
    file.write("through");
    file.commit();
  });
  EXPECT_EQ(read_file(pipe), "through");
  writer.join();
}

TEST(AtomicFile, ReportsAFullDisk) {
  if (!std::filesystem::is_character_file("/dev/full")) GTEST_SKIP() << "there is no /dev/full";
  EXPECT_EQ(code_of([] { AtomicFile("/dev/full").write("x"); }), ExitCode::no_resources);
  EXPECT_EQ(code_of([] { BlockOutput("/dev/full").write("x"); }), ExitCode::no_resources);
}

TEST(BlockOutput, PassesOnTheFirstFailure) {
  const TemporaryFolder folder;
  BlockOutput output(folder / "f");
  const auto format = [](std::uint64_t block, std::string& out) {
    if (block == 500) fail(ExitCode::internal, "block 500");
    out += "x";
  };
  EXPECT_EQ(code_of([&] { output.write_blocks(1000, format, "", silent_progress()); }), ExitCode::internal);
}

TEST(BlockOutput, KeepsTheOrderOfBlocks) {
  const TemporaryFolder folder;
  BlockOutput output(folder / "f");
  std::string expected;
  for (int i = 0; i < 1000; ++i) expected += std::to_string(i) + "\n";
  output.write_blocks(
      1000, [](std::uint64_t block, std::string& out) { out += std::to_string(block) + "\n"; }, "", silent_progress());
  output.commit();
  EXPECT_EQ(read_file(folder / "f"), expected);
}

}  // namespace
}  // namespace mg
