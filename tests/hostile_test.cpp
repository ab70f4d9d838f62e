// Every input of the corpus of broken ones is refused, with the error it deserves, whatever the threads and the blocks.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "engine/cpu/processors.hpp"
#include "preprocess/building/check_bounds.hpp"
#include "preprocess/prepared/file.hpp"
#include "preprocess/read.hpp"
#include "tests/hostile/hostile_case.hpp"
#include "tests/sanitized.hpp"
#include "tests/temporary_folder.hpp"

namespace mg {
namespace {

/// While it lives, the process may take only so much further address space: a reader that believes what a file claims
/// to hold fails to allocate instead of getting memory that it never touches.
class MemoryLimit {
 public:
  explicit MemoryLimit(rlim_t bytes) {
    if (sanitized) return;  // it has reserved terabytes
    std::ifstream file("/proc/self/statm");
    rlim_t pages = 0;
    file >> pages;
    ::getrlimit(RLIMIT_AS, &before_);
    const rlimit limit{pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE)) + bytes, before_.rlim_max};
    active_ = ::setrlimit(RLIMIT_AS, &limit) == 0;
  }
  ~MemoryLimit() {
    if (active_) ::setrlimit(RLIMIT_AS, &before_);
  }
  MemoryLimit(const MemoryLimit&) = delete;
  MemoryLimit& operator=(const MemoryLimit&) = delete;

 private:
  rlimit before_{};
  bool active_ = false;
};

constexpr rlim_t memory_for_small_files = rlim_t{4} << 30;

class Threads {
 public:
  explicit Threads(int count) { use_threads(count); }
  ~Threads() { use_threads(0); }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;
};

struct Refusal {
  ExitCode code;
  std::string message;  ///< without the folder of the files
};

std::string without(std::string text, const std::string& part) {
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part)) text.erase(at, part.size());
  return text;
}

/// What `use` throws.
template <class Use>
std::optional<Refusal> refusal_of(const TemporaryFolder& folder, Use&& use) {
  try {
    const MemoryLimit limit(memory_for_small_files);
    use();
  } catch (const Error& error) {
    return Refusal{error.code(), without(error.what(), folder.path().string() + "/")};
  }
  return std::nullopt;
}

std::optional<Refusal> read(const TemporaryFolder& folder, const std::string& path, const std::string& format,
                            std::size_t block_size) {
  ReadOptions options;
  options.format = format;
  options.block_size = block_size;
  return refusal_of(folder, [&] { read_graph({&path, 1}, options, silent_progress()); });
}

void expect_refusal(const std::optional<Refusal>& refusal, const HostileCase& broken) {
  ASSERT_TRUE(refusal.has_value()) << "accepted";
  EXPECT_EQ(refusal->code, broken.code) << refusal->message;
  EXPECT_NE(refusal->message.find(broken.error), std::string::npos)
      << "found:    " << refusal->message << "\nexpected: " << broken.error;
}

void expect_refusals(const std::vector<HostileCase>& cases) {
  for (const HostileCase& broken : cases) {
    SCOPED_TRACE(broken.what);
    const TemporaryFolder folder;
    for (const HostileFile& file : broken.files) folder.write(file.name, file.content);
    const std::string path = folder / broken.files.front().name;
    for (const int threads : {1, 3}) {
      const Threads limited(threads);
      for (const std::size_t block_size : {std::size_t{16}, default_block_size}) {
        expect_refusal(read(folder, path, broken.format, block_size), broken);
      }
    }
  }
}

TEST(Hostile, MatrixMarket) { expect_refusals(hostile_matrix_market()); }
TEST(Hostile, EdgeLists) { expect_refusals(hostile_edge_lists()); }
TEST(Hostile, Csv) { expect_refusals(hostile_csv()); }
TEST(Hostile, Dimacs) { expect_refusals(hostile_dimacs()); }
TEST(Hostile, Metis) { expect_refusals(hostile_metis()); }
TEST(Hostile, Gap) { expect_refusals(hostile_gap()); }
TEST(Hostile, Galois) { expect_refusals(hostile_galois()); }
TEST(Hostile, Graphml) { expect_refusals(hostile_graphml()); }
TEST(Hostile, Meshes) { expect_refusals(hostile_meshes()); }
TEST(Hostile, Gexf) { expect_refusals(hostile_gexf()); }
TEST(Hostile, Graphalytics) { expect_refusals(hostile_graphalytics()); }
TEST(Hostile, AdjacencyLists) { expect_refusals(hostile_adjacency_lists()); }
TEST(Hostile, PackageLists) { expect_refusals(hostile_package_lists()); }
TEST(Hostile, Documents) { expect_refusals(hostile_documents()); }
TEST(Hostile, Compressed) { expect_refusals(hostile_compressed()); }
TEST(Hostile, Archives) { expect_refusals(hostile_archives()); }
TEST(Hostile, Names) { expect_refusals(hostile_names()); }
TEST(Hostile, Mixed) { expect_refusals(hostile_mixed()); }
TEST(Hostile, Unrecognized) { expect_refusals(hostile_unrecognized()); }

TEST(Hostile, PreparedGraphs) {
  for (const HostileCase& broken : hostile_prepared()) {
    SCOPED_TRACE(broken.what);
    const TemporaryFolder folder;
    const std::string path = folder.write(broken.files.front().name, broken.files.front().content);
    for (const int threads : {1, 3}) {
      expect_refusal(refusal_of(folder, [&] { verify_prepared(path, silent_progress(), threads); }), broken);
      expect_refusal(refusal_of(folder, [&] { check_bounds(open_prepared(path, threads), path, threads); }), broken);
    }
  }
}

TEST(Hostile, FilesThatCannotBeRead) {
  const TemporaryFolder folder;
  const auto expect = [&](const std::string& path, const std::string& error) {
    SCOPED_TRACE(error);
    expect_refusal(read(folder, path, "el", default_block_size), {error, "el", {}, error});
    expect_refusal(read(folder, path, "auto", default_block_size), {error, "auto", {}, error});
  };
  expect(folder / "absent", "absent: cannot be opened: No such file or directory");
  std::filesystem::create_directory(folder / "folder.el");
  expect(folder / "folder.el", "folder.el: is a directory, a file was expected");
  std::filesystem::create_symlink("loop", folder / "loop");
  expect(folder / "loop", "loop: cannot be opened: Too many levels of symbolic links");
  expect("", "cannot be opened: No such file or directory");
  if (::geteuid() == 0) return;  // root may read everything
  const std::string path = folder.write("closed", "1 2\n");
  std::filesystem::permissions(path, std::filesystem::perms::none);
  expect(path, "closed: cannot be opened: Permission denied");
}

TEST(Hostile, AreMany) {
  std::size_t count = 0;
  for (const auto cases : {hostile_matrix_market, hostile_edge_lists, hostile_csv, hostile_dimacs, hostile_metis,
                           hostile_gap, hostile_galois, hostile_documents, hostile_graphml, hostile_gexf,
                           hostile_graphalytics, hostile_adjacency_lists, hostile_package_lists, hostile_compressed,
                           hostile_archives, hostile_names, hostile_unrecognized, hostile_prepared, hostile_mixed}) {
    count += cases().size();
  }
  EXPECT_GE(count, 770U);
  RecordProperty("cases", static_cast<int>(count));
}

TEST(Odd, IsAccepted) {
  for (const OddCase& odd : odd_inputs()) {
    SCOPED_TRACE(odd.what);
    const TemporaryFolder folder;
    const std::string path = folder.write(odd.file.name, odd.file.content);
    for (const std::size_t block_size : {std::size_t{16}, default_block_size}) {
      ReadOptions options;
      options.format = odd.format;
      options.block_size = block_size;
      try {
        const EdgeList list = read_graph({&path, 1}, options, silent_progress());
        EXPECT_EQ(list.num_vertices(), odd.vertices);
        EXPECT_EQ(list.edges.size(), odd.edges);
      } catch (const Error& error) {
        ADD_FAILURE() << error.what();
      }
    }
  }
}

}  // namespace
}  // namespace mg
