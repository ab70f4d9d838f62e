// Archives as they are published: which member is the graph, what is said about it, and what is refused.
#include "tests/archives.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "engine/error.hpp"
#include "preprocess/input/libarchive.hpp"
#include "preprocess/read.hpp"
#include "tests/temporary_folder.hpp"

namespace mg {
namespace {

using Files = std::vector<PackedFile>;

constexpr const char* matrix = "%%MatrixMarket matrix coordinate pattern general\n4 4 2\n1 2\n2 3\n";

EdgeList read(const std::string& path, const std::string& member = {}, const std::string& format = "auto") {
  ReadOptions options;
  options.member = member;
  options.format = format;
  return read_graph({&path, 1}, options, silent_progress());
}

/// The message and the status with which reading fails.
std::pair<ExitCode, std::string> refusal(const std::string& path, const std::string& member = {}) {
  try {
    static_cast<void>(read(path, member));
  } catch (const Error& error) {
    return {error.code(), error.what()};
  }
  return {ExitCode::done, ""};
}

class Archives : public testing::Test {
 protected:
  std::string write(const std::string& name, const Files& files, const std::string& format = "zip",
                    const std::string& filter = {}) const {
    return folder.write(name, packed(format, files, filter));
  }

  void expect_refusal(const std::string& path, const std::string& member, ExitCode code,
                      const std::string& message) const {
    const auto [status, text] = refusal(path, member);
    EXPECT_EQ(status, code) << text;
    EXPECT_EQ(text, folder / message);
  }

  TemporaryFolder folder;
};

TEST_F(Archives, OfEveryFormatAndCompressionHoldTheSameGraph) {
  const Files files = {{"g/README", "no edges\n"}, {"g/g.mtx", matrix}, {"g/g_coord.mtx", "1.5\n"}};
  for (const char* format : {"zip", "7zip", "pax", "gnutar", "ustar"}) {
    const bool is_tar = std::string(format) != "zip" && std::string(format) != "7zip";
    for (const char* filter : {"", "gzip", "bzip2", "xz", "zstd", "lz4", "lzma", "lzip", "compress"}) {
      if (!is_tar && *filter != '\0') continue;
      SCOPED_TRACE(std::string(format) + " " + filter);
      const EdgeList list = read(write("archive", files, format, filter));
      EXPECT_EQ(list.num_vertices(), 4U);
      EXPECT_EQ(list.edges.size(), 2U);
      EXPECT_EQ(list.decisions.at(0),
                "member: g/g.mtx of " + folder / "archive" + ", by its name; passed over: g/README, g/g_coord.mtx");
    }
  }
}

TEST_F(Archives, AreReadAsTheyArePublished) {
  struct Published {
    std::string name, format, filter;
    Files files;
    std::string member, decision;
    std::uint64_t edges;
  };
  const std::vector<Published> all = {
      {"bfs.tar.gz",
       "ustar",
       "gzip",
       {{.name = "bfs", .is_folder = true},
        {"bfs/bfs_b.mtx", "x"},
        {"bfs/bfs.mtx", matrix},
        {"bfs/bfs_nodename.txt", "a"}},
       "bfs/bfs.mtx",
       ", by its name; passed over: bfs/bfs_b.mtx, bfs/bfs_nodename.txt",
       2},
      {"road-x.zip",
       "zip",
       "",
       {{"readme.html", "<html>"}, {"road-x.mtx", matrix}},
       "road-x.mtx",
       ", by its name; passed over: readme.html",
       2},
      {"soc.zip",
       "zip",
       "",
       {{"soc-y.edges", "1 2\n"}, {"readme.html", "<html>"}},
       "soc-y.edges",
       ", the only one that may be a graph; passed over: readme.html",
       1},
      {"download.tsv.m_c.tar.bz2",
       "gnutar",
       "bzip2",
       {{.name = "m_c", .is_folder = true},
        {"m_c/README.m_c", ""},
        {"m_c/ent.m_c.person.name", "a\n"},
        {"m_c/meta.m_c", ""},
        {"m_c/out.m_c_c", "% sym\n1 2\n2 3\n"}},
       "m_c/out.m_c_c",
       ", by its name; passed over: m_c/README.m_c, m_c/ent.m_c.person.name, m_c/meta.m_c",
       2},
      {"wiki.tar.gz",
       "gnutar",
       "gzip",
       {{"./wiki/Wiki-Vote.txt", "# Directed graph\n1\t2\n"}},
       "wiki/Wiki-Vote.txt",
       ", the only file there is",
       1},
      {"mac.zip",
       "zip",
       "",
       {{"__MACOSX/._g.csv", "x"}, {".DS_Store", "x"}, {"g.csv", "source,target\na,b\n"}},
       "g.csv",
       ", the only one that may be a graph; passed over: __MACOSX/._g.csv, .DS_Store",
       1},
      {"inner.zip", "zip", "", {{"x.el.gz", compressed_by("gzip", "1 2\n")}}, "x.el.gz", ", the only file there is", 1},
      {"odd.zip", "zip", "", {{"../../etc/g.el", "1 2\n"}}, "../../etc/g.el", ", the only file there is", 1},
      {"root.tar", "ustar", "", {{"/g.el", "1 2\n"}}, "/g.el", ", the only file there is", 1},
      {"grüße.zip",
       "zip",
       "",
       {{"größe/größe.el", "1 2\n"}, {"größe/a.el", "1\n"}},
       "größe/größe.el",
       ", by its name; passed over: größe/a.el",
       1},
  };
  for (const Published& published : all) {
    SCOPED_TRACE(published.name);
    const std::string path = write(published.name, published.files, published.format, published.filter);
    const EdgeList list = read(path);
    EXPECT_EQ(list.edges.size(), published.edges);
    EXPECT_EQ(list.decisions.at(0), "member: " + published.member + " of " + path + published.decision);
  }
}

TEST_F(Archives, OfGraphalyticsAreReadAsBothOfTheirFiles) {
  const Files files = {{"d/d.properties", "x"}, {"d/d.e", "1 2\n2 3\n"}, {"d/d.v", "1\n2\n3\n4\n"}};
  for (const char* format : {"auto", "graphalytics"}) {
    const EdgeList list = read(write("d.tar.zst", files, "ustar", "zstd"), "", format);
    EXPECT_EQ(list.num_vertices(), 4U);
    EXPECT_EQ(list.edges.size(), 2U);
    EXPECT_EQ(list.decisions.at(0),
              "member: d/d.v of " + folder / "d.tar.zst" + ", by its name; passed over: d/d.properties");
    EXPECT_EQ(list.decisions.at(1), "format: graphalytics, from the members d/d.v and d/d.e");
  }
  EXPECT_EQ(read(folder / "d.tar.zst", "d.e").num_vertices(), 3U) << "one file of it alone is an edge list";
}

TEST_F(Archives, AreAskedForAMember) {
  const std::string path = write("g.zip", {{"x/a.el", "1 2\n"}, {"b.el", "1 2\n2 3\n"}, {"y/a.el", "1 2\n"}});
  EXPECT_EQ(read(path, "b.el").edges.size(), 2U);
  EXPECT_EQ(read(path, "./x/a.el").edges.size(), 1U);
  EXPECT_EQ(read(path, "b.el").decisions.at(0),
            "member: b.el of " + path + ", as asked for; passed over: x/a.el, y/a.el");
  expect_refusal(path, "a.el", ExitCode::bad_input,
                 "g.zip: 2 files in it could be the graph: say --member NAME, one of x/a.el, y/a.el");
  expect_refusal(path, "c.el", ExitCode::bad_input, "g.zip: there is no 'c.el' in it; it holds x/a.el, b.el, y/a.el");
  expect_refusal(path, "", ExitCode::bad_input,
                 "g.zip: 3 files in it could be the graph: say --member NAME, one of x/a.el, b.el, y/a.el");
  expect_refusal(folder.write("g.el", "1 2\n"), "g.el", ExitCode::wrong_use,
                 "g.el is no archive: --member is for zip, 7z and tar archives");
}

TEST_F(Archives, SayWhatAMemberIsThatIsNoFile) {
  const std::string path =
      write("g.tar", {{.name = "d", .is_folder = true}, {.name = "l", .link = "d"}, {"g.el", "1 2\n"}}, "ustar");
  expect_refusal(path, "l", ExitCode::bad_input,
                 "g.tar:l: a link, a file was expected; name the member that it leads to");
  expect_refusal(path, "d/", ExitCode::bad_input, "g.tar:d/: a folder, a file was expected");
}

TEST_F(Archives, AreNamedInFrontOfTheLineThatIsWrong) {
  const std::string path = write("g.zip", {{"g/g.el", "1 2\n3\n"}, {"README", ""}});
  EXPECT_NE(refusal(path).second.find("g.zip:g/g.el:2:2: expected 2 columns"), std::string::npos)
      << refusal(path).second;
}

TEST_F(Archives, AndFilesWithoutAChecksumAreReadWithAWord) {
  const std::string path = folder.write("g.el.Z", compressed_by("compress", "1 2\n"));
  EXPECT_EQ(read(path).decisions.back(), path + ": compress has no checksum, so whether it is whole is not known");
}

TEST_F(Archives, ListNoMoreNamesThanAPersonReads) {
  Files files;
  for (int i = 0; i < 30; ++i) files.push_back({"part" + std::to_string(i) + ".el", "1 2\n"});
  files.push_back({std::string(1000, 'x') + ".el", "1 2\n"});
  const std::string text = refusal(write("g.zip", files)).second;
  EXPECT_NE(text.find("31 files in it could be the graph"), std::string::npos) << text;
  EXPECT_TRUE(text.ends_with("part19.el and 11 more")) << text;
}

TEST_F(Archives, OfMoreMembersThanAnybodyChoosesAmongAreRefused) {
  // Headers of empty files, one like the other.
  const std::string one = packed("ustar", {{"a", ""}}).substr(0, 512);
  std::string tar;
  for (int i = 0; i < 100'001; ++i) tar += one;
  const std::string path = folder.write("g.tar.zst", compressed_by("zstd", tar));
  EXPECT_NE(refusal(path).second.find("more members, or longer names of them, than anybody chooses among"),
            std::string::npos);
}

TEST_F(Archives, OfWhichALittleUnpacksToMuchThatIsNoGraphAreRefused) {
  const std::string zeros(260 << 20, '\0');
  const auto expect_bomb = [&](const std::string& path) {
    const std::string text = refusal(path).second;
    EXPECT_NE(text.find("MiB of what is no graph are unpacked from"), std::string::npos) << text;
  };
  expect_bomb(write("before.tar.zst", {{"README", zeros}, {"g.el", "1 2\n"}}, "ustar", "zstd"));
  expect_bomb(write("behind.tar.zst", {{"g/g.el", "1 2\n"}, {"README", zeros}}, "ustar", "zstd"));
}

TEST_F(Archives, AreLookedThroughForAnotherGraphOnceOneIsRead) {
  const std::string path =
      write("g.tar.gz", {{"g/g.el", std::string("1 2\n") + std::string(200'000, '\n')}, {"h/h.el", "1 2\n"}}, "ustar",
            "gzip");
  expect_refusal(path, "", ExitCode::bad_input,
                 "g.tar.gz: 2 files in it could be the graph: say --member NAME, one of g/g.el, h/h.el");
  EXPECT_EQ(read(path, "g/g.el").edges.size(), 1U);
}

TEST(LibArchiveLibrary, IsAskedForWhereThereIsNone) {
  try {
    const LibArchive absent("libnone.so.1");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::no_resources);
    EXPECT_NE(std::string(error.what()).find("are read by libarchive, which is not there (libnone.so.1: cannot open"),
              std::string::npos)
        << error.what();
  }
  EXPECT_THROW(LibArchive("libc.so.6"), Error) << "another library";
}

}  // namespace
}  // namespace mg
