// Kernels made to order: found, compiled, kept, and not trusted when they are damaged. No GPU is needed, and where
// there is no compiler for kernels, tests of compiling are skipped.
#include "engine/cuda/specialise.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "engine/cuda/toolkit_library.hpp"
#include "engine/error.hpp"
#include "engine/gpu/device_header.hpp"
#include "tests/device_std_checks.hpp"
#include "tests/edge_semantics_checks.hpp"
#include "tests/kernel_probe.hpp"
#include "tests/temporary_folder.hpp"

namespace mg {

namespace {

namespace fs = std::filesystem;

const std::string probe_text = read_file(MG_SOURCE_DIR "/tests/kernel_probe.hpp");

KernelRequest probe(const std::string& agent) {
  return {.agent = agent, .agent_header = "engine/graph/types.hpp", .algorithm = {"kernel_probe.hpp", probe_text}};
}

const KernelRequest fill = probe("mg::probe::Fill<mg::probe::Square>");

/// Runs `f`, which must throw Error of `code`, and returns its message.
template <class F>
std::string message_of(ExitCode code, F f) {
  try {
    f();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "no error";
  return {};
}

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

class Kernels : public testing::Test {
 protected:
  [[nodiscard]] SpecialiserOptions options() const {
    return {.prebuilt = folder_ / "prebuilt", .cache = folder_ / "cache", .nvrtc = nvrtc(), .log = {}};
  }
  /// The compiler that the environment names, for machines that have it elsewhere.
  static std::string nvrtc() {
    const char* named = std::getenv("MG_NVRTC");
    return named == nullptr ? "" : named;
  }
  [[nodiscard]] KernelOrigin origin(const KernelRequest& request = fill) const {
    return Specialiser(options()).find(request, 90).origin;
  }
  [[nodiscard]] std::vector<fs::path> cached_files() const {
    std::vector<fs::path> files;
    if (!fs::exists(folder_ / "cache")) return files;
    for (const auto& entry : fs::directory_iterator(folder_ / "cache")) files.push_back(entry.path());
    return files;
  }

  TemporaryFolder folder_;
};

/// Tests that compile.
class CompiledKernels : public Kernels {
 protected:
  void SetUp() override {
    std::string problem;
    if (Nvrtc::load(nvrtc(), problem) == nullptr) GTEST_SKIP() << "no NVRTC: " << problem;
  }
};

TEST_F(CompiledKernels, AreCompiledOnceAndThenComeFromTheCache) {
  Specialiser specialiser(options());
  const auto first = specialiser.find(fill, 90);
  EXPECT_EQ(first.origin, KernelOrigin::compiled);
  EXPECT_EQ(first.image.agent, fill.agent);
  EXPECT_EQ(first.image.architecture, 90);
  EXPECT_FALSE(first.image.is_ptx);
  EXPECT_GT(first.image.registers, 0);
  EXPECT_EQ(first.image.spill_bytes, 0);
  EXPECT_TRUE(contains(first.image.compiler, "NVRTC 1"));
  EXPECT_TRUE(
      first.image.code.starts_with("\x7F"
                                   "ELF"));
  const auto second = specialiser.find(fill, 90);
  EXPECT_EQ(second.origin, KernelOrigin::cached);
  EXPECT_EQ(second.image.code, first.image.code);
  EXPECT_EQ(second.image.registers, first.image.registers);
  EXPECT_EQ(second.key, first.key);
  EXPECT_EQ(origin(), KernelOrigin::cached) << "another object";
  EXPECT_EQ(specialiser.cache_problem(), "");
  ASSERT_EQ(specialiser.list().size(), 1U);
  EXPECT_EQ(specialiser.list()[0].entry.image.agent, fill.agent);
}

TEST_F(CompiledKernels, ThatDifferInAnythingAreDifferentKernels) {
  Specialiser specialiser(options());
  const auto key = specialiser.find(fill, 90).key;
  EXPECT_NE(specialiser.find(fill, 80).key, key);
  EXPECT_NE(specialiser.find(probe("mg::probe::Reverse"), 90).key, key);
  const std::string changed = probe_text + "\n";
  KernelRequest request = fill;
  request.algorithm.text = changed;
  EXPECT_NE(specialiser.find(request, 90).key, key);
  SpecialiserOptions with_lines = options();
  with_lines.line_numbers = true;
  EXPECT_EQ(Specialiser(with_lines).find(fill, 90).origin, KernelOrigin::compiled);
  EXPECT_EQ(specialiser.list().size(), 5U);
}

TEST_F(CompiledKernels, BuiltInAdvanceNeedNoCompiler) {
  const KernelFolder folder(folder_ / "built");
  const auto built = Specialiser(options()).build(fill, 90, folder);
  EXPECT_EQ(built.origin, KernelOrigin::compiled);
  EXPECT_EQ(Specialiser(options()).build(fill, 90, folder).origin, KernelOrigin::prebuilt);
  ASSERT_EQ(KernelPack::write(options().prebuilt, 90, {{built.key, built.image}}), "");
  SpecialiserOptions without = options();
  without.nvrtc = folder_ / "no_such_library.so";
  const auto found = Specialiser(without).find(fill, 90);
  EXPECT_EQ(found.origin, KernelOrigin::prebuilt);
  EXPECT_EQ(found.image.code, built.image.code);
  EXPECT_TRUE(cached_files().empty());
}

TEST_F(CompiledKernels, ThatAreDamagedAreCompiledAgain) {
  ASSERT_EQ(origin(), KernelOrigin::compiled);
  ASSERT_EQ(cached_files().size(), 1U);
  const fs::path file = cached_files()[0];
  const std::string whole = read_file(file);
  const auto try_with = [&](const std::string& content, const std::string& what) {
    static_cast<void>(folder_.write("cache/" + file.filename().string(), content));
    EXPECT_EQ(origin(), KernelOrigin::compiled) << what;
    EXPECT_EQ(origin(), KernelOrigin::cached) << "after " << what;
  };
  for (std::size_t i = 0; i < whole.size(); i += i < 300 ? 23 : whole.size() / 5) {
    std::string damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    try_with(damaged, "a flipped bit in byte " + std::to_string(i));
  }
  for (const std::size_t length :
       {std::size_t{0}, std::size_t{7}, std::size_t{39}, whole.size() / 2, whole.size() - 1}) {
    try_with(whole.substr(0, length), "a cut after " + std::to_string(length));
  }
  try_with(whole + "x", "an added byte");
  try_with("another file", "a foreign file");
}

TEST_F(CompiledKernels, OfAnotherNameAreNotTrusted) {
  Specialiser specialiser(options());
  const auto other = specialiser.find(probe("mg::probe::Reverse"), 90);
  const fs::path file = cached_files().at(0);
  const auto wanted = specialiser.find(fill, 90);
  fs::copy_file(file, folder_.path() / "cache" / (wanted.key.text() + ".mgk"), fs::copy_options::overwrite_existing);
  EXPECT_EQ(origin(), KernelOrigin::compiled);
  EXPECT_NE(other.key, wanted.key);
}

TEST_F(CompiledKernels, WorkWithoutAWritableCache) {
  folder_.write("file", "");
  SpecialiserOptions unwritable = options();
  unwritable.cache = fs::path(folder_ / "file") / "cache";
  Specialiser specialiser(unwritable);
  EXPECT_EQ(specialiser.find(fill, 90).origin, KernelOrigin::compiled);
  EXPECT_TRUE(contains(specialiser.cache_problem(), "cannot create the folder")) << specialiser.cache_problem();
  EXPECT_EQ(specialiser.find(fill, 90).origin, KernelOrigin::compiled);
  SpecialiserOptions none = options();
  none.cache.clear();
  Specialiser uncached(none);
  EXPECT_EQ(uncached.find(fill, 90).origin, KernelOrigin::compiled);
  EXPECT_EQ(uncached.cache_problem(), "");
}

TEST_F(CompiledKernels, AFolderInTheWayOnlyCostsTheCache) {
  const auto key = Specialiser(options()).find(fill, 90).key;
  const fs::path file = cached_files().at(0);
  fs::remove(file);
  fs::create_directories(file / "occupied");
  Specialiser specialiser(options());
  const auto found = specialiser.find(fill, 90);
  EXPECT_EQ(found.origin, KernelOrigin::compiled);
  EXPECT_EQ(found.key, key);
  EXPECT_NE(specialiser.cache_problem(), "");
  EXPECT_EQ(cached_files().size(), 1U) << "no temporary file is left";
}

TEST_F(CompiledKernels, SeveralProcessesFillOneCache) {
  const std::vector<std::string> agents = {fill.agent, "mg::probe::Reverse", "mg::probe::Poke"};
  std::vector<pid_t> children;
  for (int i = 0; i < 4; ++i) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      int status = 0;
      try {
        Specialiser specialiser(options());
        for (std::size_t k = 0; k < agents.size(); ++k) {
          const auto found = specialiser.find(probe(agents[(k + static_cast<std::size_t>(i)) % agents.size()]), 90);
          if (found.image.code.empty()) status = 1;
        }
        if (!specialiser.cache_problem().empty()) status = 2;
      } catch (...) {
        status = 3;
      }
      ::_exit(status);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = -1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(cached_files().size(), agents.size());
  for (const std::string& agent : agents) EXPECT_EQ(origin(probe(agent)), KernelOrigin::cached);
}

TEST_F(CompiledKernels, ForGpusOfTheFutureAreLeftToTheDriver) {
  Specialiser specialiser(options());
  const auto found = specialiser.find(fill, 9990);
  EXPECT_TRUE(found.image.is_ptx);
  EXPECT_TRUE(contains(found.image.code, ".entry mg_kernel"));
  EXPECT_EQ(specialiser.find(fill, 9990).origin, KernelOrigin::cached);
  const std::string message = message_of(ExitCode::no_resources, [&] { return specialiser.find(fill, 20); });
  EXPECT_TRUE(contains(message, "not for sm_20")) << message;
}

TEST_F(CompiledKernels, MistakesAreShownAsTheCompilerSeesThem) {
  Specialiser specialiser(options());
  const auto message = [&](const KernelRequest& request) {
    return message_of(ExitCode::internal, [&] { return specialiser.find(request, 90); });
  };
  const std::string missing = message(probe("mg::probe::Missing"));
  EXPECT_TRUE(contains(missing, "mg::probe::Missing does not compile")) << missing;
  EXPECT_TRUE(contains(missing, "has no member")) << missing;
  KernelRequest request = fill;
  const std::string unguarded = "#include <vector>\nstruct S { std::vector<int> v; };\n" + probe_text;
  request.algorithm.text = unguarded;
  EXPECT_TRUE(contains(message(request), "#ifndef MG_DEVICE_CODE")) << message(request);
  const std::string foreign = "#include <sys/mman.h>\n" + probe_text;
  request.algorithm.text = foreign;
  EXPECT_TRUE(contains(message(request), "sys/mman.h")) << message(request);
  EXPECT_TRUE(contains(message(request), "hide others")) << message(request);
  EXPECT_TRUE(cached_files().empty());
}

TEST_F(CompiledKernels, AreNotCompiledWithWhatLiesBesideAHeader) {
  folder_.write("mine.hpp", "#pragma once\n");
  KernelRequest request = fill;
  const std::string name = folder_ / "algorithm.hpp";
  request.algorithm.name = name;
  const std::string open = "#include \"mine.hpp\"\n" + probe_text;
  request.algorithm.text = open;
  Specialiser specialiser(options());
  const std::string message = message_of(ExitCode::internal, [&] { return specialiser.find(request, 90); });
  EXPECT_TRUE(contains(message, "DEVICE_HEADERS")) << message;
  const std::string hidden = "#ifndef MG_DEVICE_CODE\n#include \"mine.hpp\"\n#endif\n" + probe_text;
  request.algorithm.text = hidden;
  EXPECT_EQ(specialiser.find(request, 90).origin, KernelOrigin::compiled);
  carry_header("mine.hpp", "#pragma once\n");
  request.algorithm.text = open;
  EXPECT_EQ(specialiser.find(request, 90).origin, KernelOrigin::compiled);
}

TEST_F(CompiledKernels, TheirStandardLibraryAgreesWithTheHosts) {
  const std::string checks = read_file(MG_SOURCE_DIR "/tests/device_std_checks.hpp");
  Specialiser specialiser(options());
  const KernelRequest request{
      .agent = "mg::probe::UseAll", .agent_header = "engine/graph/types.hpp", .algorithm = {"checks.hpp", checks}};
  EXPECT_NO_THROW(EXPECT_EQ(specialiser.find(request, 90).origin, KernelOrigin::compiled));
}

TEST_F(CompiledKernels, EdgeFunctionsMeanToTheirCompilerWhatTheyMeanToTheHosts) {
  const std::string checks = read_file(MG_SOURCE_DIR "/tests/edge_semantics_checks.hpp");
  Specialiser specialiser(options());
  const KernelRequest request{.agent = "mg::probe::Conclude<mg::probe::Gathers>",
                              .agent_header = "engine/graph/types.hpp",
                              .algorithm = {"checks.hpp", checks}};
  EXPECT_NO_THROW(EXPECT_EQ(specialiser.find(request, 90).origin, KernelOrigin::compiled));
}

TEST_F(CompiledKernels, EveryCarriedHeaderCompilesBehindWhatAnAgentNeeds) {
  Specialiser specialiser(options());
  for (const CarriedHeader& header : carried_headers()) {
    if (!header.name.ends_with(".cuh") && header.name.find('/') != std::string_view::npos) continue;
    KernelRequest request = probe("mg::probe::Poke");
    request.agent_header = header.name;
    EXPECT_NO_THROW(static_cast<void>(specialiser.find(request, 90))) << header.name;
  }
}

TEST_F(CompiledKernels, EveryHeaderOfBothSidesCompilesAlone) {
  Specialiser specialiser(options());
  for (const CarriedHeader& header : carried_headers()) {
    if (header.text.find("#ifndef MG_DEVICE_CODE") == std::string_view::npos) continue;
    const KernelRequest request{.agent = "mg::gpu::RanksOf",
                                .agent_header = "engine/gpu/degree_order.cuh",
                                .algorithm = {std::string(header.name)}};
    EXPECT_NO_THROW(static_cast<void>(specialiser.find(request, 90))) << header.name;
  }
}

TEST(Inclusions, AreThoseOfAllHeadersOfAnAgent) {
  const KernelRequest request{.agent = "A<B>", .agent_header = "a.cuh b.cuh", .algorithm = {"f.hpp"}};
  EXPECT_EQ(inclusions_of(request), "#include \"f.hpp\"\n#include \"a.cuh\"\n#include \"b.cuh\"\n");
  EXPECT_EQ(request_from_line(to_line(request)).agent_header, request.agent_header);
}

TEST_F(Kernels, WithoutACompilerSayWhatIsMissing) {
  SpecialiserOptions without = options();
  without.nvrtc = folder_ / "no_such_library.so";
  Specialiser specialiser(without);
  std::string message = message_of(ExitCode::no_resources, [&] { return specialiser.find(fill, 90); });
  for (const char* part : {"mg::probe::Fill", "sm_90", "no_such_library.so", "MG_NVRTC"}) {
    EXPECT_TRUE(contains(message, part)) << message;
  }
  EXPECT_TRUE(contains(specialiser.compiler_text(), "no_such_library.so"));
  without.nvrtc = "libm.so.6";
  message = message_of(ExitCode::no_resources, [&] { return Specialiser(without).find(fill, 90); });
  EXPECT_TRUE(contains(message, "no NVRTC at all")) << message;
}

TEST(ToolkitLibraries, WhereTheyWereLookedForIsSaid) {
  ::setenv("CUDA_HOME", "/nowhere", 1);
  std::string problem;
  EXPECT_EQ(open_toolkit_library("no_such", "", problem), nullptr);
  EXPECT_EQ(problem,
            "the loader does not find libno_such.so.13, libno_such.so.12, libno_such.so, there is no "
            "/nowhere/lib64/libno_such.so, there is no /usr/local/cuda/lib64/libno_such.so");
  ::unsetenv("CUDA_HOME");
  EXPECT_EQ(open_toolkit_library("no_such", "libmine.so", problem), nullptr);
  EXPECT_EQ(problem, "the loader does not find libmine.so");
  void* const found = open_toolkit_library("no_such", "libm.so.6", problem);
  EXPECT_EQ(problem, "");
  EXPECT_TRUE(contains(file_of(found), "/libm.so.6")) << file_of(found);
}

TEST_F(Kernels, WithoutACompilerAreThoseBuiltInAdvance) {
  SpecialiserOptions without = options();
  without.nvrtc = folder_ / "no_such_library.so";
  EXPECT_FALSE(Specialiser(without).has(fill, 90));
  Specialiser with(options());
  if (with.compiler_text().starts_with("none")) GTEST_SKIP() << with.compiler_text();
  EXPECT_TRUE(with.has(fill, 90));
  const auto built = with.build(fill, 90, KernelFolder(folder_ / "built"));
  ASSERT_EQ(KernelPack::write(without.prebuilt, 90, {{built.key, built.image}}), "");
  Specialiser specialiser(without);
  EXPECT_TRUE(specialiser.has(fill, 90));
  EXPECT_EQ(specialiser.find(fill, 90).origin, KernelOrigin::prebuilt);
  EXPECT_FALSE(specialiser.has(fill, 80));
  EXPECT_FALSE(specialiser.has(probe("mg::probe::Reverse"), 90));
}

TEST_F(Kernels, AreLoggedOnce) {
  SpecialiserOptions logged = options();
  logged.nvrtc = folder_ / "no_such_library.so";
  logged.log = folder_ / "log";
  {
    Specialiser specialiser(logged);
    for (const KernelRequest& request : {fill, probe("mg::probe::Reverse"), fill}) {
      EXPECT_THROW(static_cast<void>(specialiser.find(request, 90)), Error);
    }
  }
  EXPECT_EQ(read_file(logged.log), to_line(fill) + "\n" + to_line(probe("mg::probe::Reverse")) + "\n");
}

TEST_F(Kernels, FilesHoldWhatWasWritten) {
  const KernelKey key = hash_texts({"a", "b"});
  EXPECT_FALSE(key == hash_texts({"ab", ""}));
  const KernelImage image{.agent = "agent",
                          .compiler = "compiler",
                          .architecture = 90,
                          .is_ptx = true,
                          .registers = 31,
                          .spill_bytes = 8,
                          .shared_bytes = 1024,
                          .compile_ms = 1.5,
                          .code = std::string("\0code\0", 6)};
  const KernelFolder kernels(folder_ / "kernels");
  EXPECT_FALSE(kernels.read(key));
  EXPECT_TRUE(kernels.list().empty());
  ASSERT_EQ(kernels.write(key, image), "");
  const auto read = kernels.read(key);
  ASSERT_TRUE(read);
  EXPECT_EQ(encode_kernel(*read, key), encode_kernel(image, key));
  EXPECT_EQ(read->code, image.code);
  EXPECT_EQ(read->spill_bytes, 8);
  EXPECT_FALSE(kernels.read(hash_texts({"b"})));
  folder_.write("kernels/strange.mgk", "strange");
  EXPECT_EQ(kernels.list().size(), 1U);
  KernelKey found;
  const std::string bytes = encode_kernel(image, key);
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_FALSE(decode_kernel(std::string_view(bytes).substr(0, length), found)) << length;
  }
}

TEST_F(Kernels, OfAnArchitectureArePacked) {
  const fs::path folder = folder_ / "packs";
  EXPECT_TRUE(KernelPack::architectures(folder).empty());
  EXPECT_FALSE(KernelPack(folder, 90).read(hash_texts({"a"})));
  std::vector<std::pair<KernelKey, KernelImage>> kernels;
  for (const std::string agent : {"b", "a", "c"}) {
    kernels.emplace_back(
        hash_texts({agent}),
        KernelImage{.agent = agent, .compiler = "compiler", .architecture = 90, .code = agent + " code"});
  }
  ASSERT_EQ(KernelPack::write(folder, 90, kernels), "");
  ASSERT_EQ(KernelPack::write(folder, 100, {kernels[0]}), "");
  folder_.write("packs/sm_x.kernels", "of no architecture");
  EXPECT_EQ(KernelPack::architectures(folder), (std::vector<int>{90, 100}));
  const KernelPack pack(folder, 90);
  for (const auto& [key, image] : kernels) {
    const auto read = pack.read(key);
    ASSERT_TRUE(read);
    EXPECT_EQ(encode_kernel(*read, key), encode_kernel(image, key));
  }
  EXPECT_FALSE(pack.read(hash_texts({"d"})));
  ASSERT_EQ(pack.list().size(), 3U);
  EXPECT_EQ(pack.list()[0].image.agent, "a");
  EXPECT_EQ(KernelPack(folder, 100).list().size(), 1U);
  EXPECT_EQ(KernelPack(folder, 80).list().size(), 0U);
}

TEST_F(Kernels, OfADamagedPackAreNotFound) {
  const fs::path folder = folder_ / "packs";
  const KernelKey key = hash_texts({"a"});
  const KernelImage image{.agent = "agent", .compiler = "compiler", .architecture = 90, .code = std::string(1000, 'c')};
  ASSERT_EQ(KernelPack::write(folder, 90, {{key, image}}), "");
  const fs::path file = KernelPack::file(folder, 90);
  const std::string whole = read_file(file);
  const auto found_in = [&](const std::string& content) {
    folder_.write("packs/" + file.filename().string(), content);
    const auto found = KernelPack(folder, 90).read(key);
    EXPECT_TRUE(!found || encode_kernel(*found, key) == encode_kernel(image, key));
    return found.has_value();
  };
  for (std::size_t length = 0; length < whole.size(); ++length) {
    EXPECT_FALSE(found_in(whole.substr(0, length))) << length;
  }
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    static_cast<void>(found_in(damaged));
  }
  EXPECT_FALSE(found_in("another file"));
  EXPECT_TRUE(found_in(whole));
}

TEST_F(Kernels, AreWrittenAsLines) {
  const KernelRequest request = request_from_line("  algorithms/bfs.hpp |sparse/push.cuh|  A<1 | 2>  ");
  EXPECT_EQ(request.algorithm.name, "algorithms/bfs.hpp");
  EXPECT_EQ(request.agent_header, "sparse/push.cuh");
  EXPECT_EQ(request.agent, "A<1 | 2>");
  EXPECT_EQ(to_line(request_from_line(to_line(request))), to_line(request));
  for (const char* line : {"", "a", "a | b", " | b | c", "a | | c", "a | b | "}) {
    const std::string message = message_of(ExitCode::bad_input, [&] { return request_from_line(line); });
    EXPECT_TRUE(contains(message, "algorithm header | agent header | agent")) << message;
  }
}

TEST_F(Kernels, CarryTheHeadersTheyInclude) {
  EXPECT_TRUE(std::ranges::is_sorted(carried_headers(), {}, &CarriedHeader::name));
  for (const char* name : {"engine/combine.hpp", "engine/graph/types.hpp", "sparse/push.cuh", "type_traits", "cmath"}) {
    ASSERT_NE(find_carried_header(name), nullptr) << name;
  }
  EXPECT_EQ(find_carried_header("engine/graph/types.hpp")->text, read_file(MG_SOURCE_DIR "/engine/graph/types.hpp"));
  EXPECT_EQ(find_carried_header("engine/none.hpp"), nullptr);
  const auto names = [](std::string_view text, const CarriedHeader& own) {
    std::vector<std::string> result;
    for (const CarriedHeader& header : included_headers(text, own)) result.emplace_back(header.name);
    return result;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(names("#include <climits>\n  # include \"own.hpp\"\n//#include <bit>", {"own.hpp", "#include <cfloat>"}),
            (Names{"cfloat", "climits", "own.hpp"}));
  EXPECT_EQ(names("#include <map>\n#include <omp.h>\n#include", {"own.hpp", ""}), Names{"map"});
}

TEST_F(Kernels, AreKeptWhereTheEnvironmentSays) {
  const auto with = [](const char* name, const char* value) {
    value == nullptr ? ::unsetenv(name) : ::setenv(name, value, 1);
    return SpecialiserOptions::from_environment();
  };
  with("MG_CACHE_DIR", nullptr);
  with("HOME", "/home/ada");
  EXPECT_EQ(with("XDG_CACHE_HOME", nullptr).cache, "/home/ada/.cache/multigraph");
  EXPECT_EQ(with("XDG_CACHE_HOME", "/cache").cache, "/cache/multigraph");
  EXPECT_EQ(with("MG_CACHE_DIR", "/kernels").cache, "/kernels");
  EXPECT_EQ(with("MG_KERNEL_LOG", "/log").log, "/log");
  EXPECT_TRUE(with("MG_KERNEL_LINES", "1").line_numbers);
  EXPECT_TRUE(contains(SpecialiserOptions::from_environment().prebuilt.string(), "multigraph/kernels"));
}

}  // namespace

}  // namespace mg
