// What mg_run says of schedules, decisions, devices, memory and itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "tests/mg_run.hpp"
#include "tests/sanitized.hpp"

namespace mg {
namespace {

TEST_F(MgRun, TeachesSchedules) {
  const std::string help = run_well({"--help"}).out;
  const std::string list = run_well({"--list"}).out;
  const Json keys = Json::parse(run_well({"--list", "--json"}).out).at("schedule");
  ASSERT_EQ(keys.size(), 14U);
  for (const Json& key : keys) {
    const auto text = [&](const char* member) { return key.at(member).get<std::string>(); };
    for (const std::string& place : {help, list}) {
      EXPECT_TRUE(contains(place, "  " + text("name") + " ")) << key;
      EXPECT_TRUE(contains(place, text("summary"))) << key;
    }
    EXPECT_TRUE(contains(help, text("values"))) << key;
    EXPECT_TRUE(contains(list, text("read_by"))) << key;
    for (const Json& choice : key.at("choices")) {
      EXPECT_TRUE(contains(list, choice.at("summary"))) << choice;
      EXPECT_TRUE(contains(help, choice.at("name"))) << choice;
    }
  }
}

TEST_F(MgRun, RefusesAKeyOfTheScheduleThatNobodyReads) {
  generate({"kron", "--scale", "6"}, "g.mg");
  expect_failure({folder / "g.mg", "-a", "pagerank", "--schedule", "balance=edge"}, 1,
                 "schedule: balance=edge is not read by pagerank with the engine ");
  expect_failure({folder / "g.mg", "-a", "tc", "--schedule", "direction=push"}, 1, "direction=push is not read by tc");
}

TEST_F(MgRun, CountsSchedulesAndDrawsSome) {
  const Json space = Json::parse(run_well({"--list-space", "-a", "bfs", "--json"}).out);
  EXPECT_GT(space.at("points"), 30'000);
  EXPECT_GT(space.at("pairs"), 100'000'000);
  EXPECT_TRUE(contains(run_well({"--list-space"}).out, "schedules of a GPU"));
  const Words asked{"--sample", "20", "--seed", "3", "-a", "bfs"};
  const std::string drawn = run_well(asked).out;
  EXPECT_EQ(std::ranges::count(drawn, '\n'), 20);
  EXPECT_EQ(run_well(asked).out, drawn);
  const Json texts = Json::parse(run_well({"--sample", "20", "--seed", "3", "-a", "bfs", "--json"}).out);
  std::string lines;
  for (const Json& text : texts) lines += text.get<std::string>() + '\n';
  EXPECT_EQ(lines, drawn);
  EXPECT_TRUE(contains(run_well({"--list-space", "-a", "geo"}).out, "geo: "));
  EXPECT_FALSE(contains(run_well({"--list-space", "-a", "geo"}).out, "may name"));
  expect_failure({"--sample", "0"}, 1, "sample");
  expect_failure({"--list-space", "-a", "bsf"}, 1, "did you mean 'bfs'");
}

TEST_F(MgRun, ExplainsNoRuleThatWasNotUsed) {
  generate({"kron", "--scale", "8"}, "g.mg");
  const auto explanation = [&](const char* algorithm, const char* engine, const char* schedule = "") {
    return run_well({folder / "g.mg", "-a", algorithm, "--explain", "--device", "cpu", "--engine", engine, "--schedule",
                     schedule})
        .out;
  };
  const std::string rule = "more than 1/15 of the unexplored ones";
  EXPECT_TRUE(contains(explanation("bfs", "sparse"), rule));
  EXPECT_FALSE(contains(explanation("bfs", "hybrid"), rule));
  EXPECT_FALSE(contains(explanation("cc-label", "sparse"), rule));
  EXPECT_FALSE(contains(explanation("pagerank", "sparse"), rule));
  EXPECT_FALSE(contains(explanation("bfs", "sparse", "direction=push"), rule));
  EXPECT_TRUE(contains(explanation("bfs", "hybrid"), "Policy sample: it chose among several ways in "));
  EXPECT_TRUE(contains(explanation("pagerank", "sparse"), "pulled.\n"));
  EXPECT_FALSE(contains(explanation("pagerank", "sparse"), "pushed"));
  EXPECT_TRUE(contains(explanation("bfs", "sparse", "direction=push"), " pushed.\n"));
  EXPECT_TRUE(contains(explanation("tc", "sparse"), "Schedule: this run reads none of its keys.\n"));
}

TEST_F(MgRun, TracesAndExplainsItsDecisions) {
  generate({"kron", "--scale", "8"}, "g.mg");
  const CommandResult result = run_well({folder / "g.mg", "-a", "bfs", "--explain", "--trace", folder / "t.json"});
  for (const char* part : {"Engine sparse", "Layout csr", "Schedule direction=", "edge_map of Visit by push of sparse",
                           " x vertex_map ("}) {
    EXPECT_TRUE(contains(result.out, part)) << result.out << "\nlacks: " << part;
  }
  const Json trace = Json::parse(read_file(folder / "t.json"));
  const Json& header = trace.at("header");
  EXPECT_EQ(header.at("graph"), "g.mg");
  EXPECT_EQ(header.at("vertices"), 256);
  EXPECT_GT(header.at("arcs"), 256);
  EXPECT_EQ(header.at("algorithm"), "bfs");
  EXPECT_EQ(header.at("engine"), "sparse");
  EXPECT_TRUE(contains(header.at("schedule").get<std::string>(), "direction=optimized"));
  EXPECT_TRUE(contains(result.out, "Device " + header.at("device").get<std::string>() + ", "));
  ASSERT_FALSE(trace.at("steps").empty());
  for (const char* key : {"run", "step", "operation", "kernel", "frontier", "vertices", "arcs", "arcs_read",
                          "next_vertices", "reason", "ms"}) {
    EXPECT_TRUE(trace["steps"][0].contains(key)) << key;
  }
}

TEST_F(MgRun, ExplainsItsDevice) {
  generate({"path", "--vertices", "50"}, "g.mg");
  const auto explanation = [&](const std::string& device) {
    return run_well({folder / "g.mg", "-a", "bfs", "--explain", "--device", device}).out;
  };
  EXPECT_TRUE(contains(explanation("cpu"),
                       "Device cpu, as asked for.\nEngine sparse: the default on a CPU for a graph without tiles.\n"));
  const Json list = Json::parse(run_well({"--list", "--json"}).out);
  if (list.at("devices").size() == 1) {
    EXPECT_TRUE(
        contains(explanation("auto"), "Device cpu, since there is no GPU: " + list.at("no_gpu").get<std::string>()));
  } else {
    EXPECT_TRUE(contains(explanation("auto"), "Device cpu, since the whole run is expected to end sooner there: "));
    EXPECT_TRUE(contains(explanation("cuda"), "Driver "));
  }
}

/// Programs without a backend beside them, as a build without CUDA leaves them.
TEST_F(MgRun, WhereABackendWasLookedForIsSaid) {
  if (sanitized) GTEST_SKIP() << "a sanitizer opens libraries in the program's name, and looks where the program's are";
  const std::filesystem::path library = std::filesystem::canonical(MG_LIBRARY);
  const std::string copy = folder / library.filename().string();
  std::filesystem::copy_file(library, copy);
  std::filesystem::create_symlink(copy, folder / MG_LIBRARY_SONAME);
  const auto listed = [&](const std::string& variable) {
    return run_command({"/usr/bin/env", "--unset=MG_BACKEND", variable, MG_RUN, "--list"}).out;
  };
  const char* others = std::getenv("LD_LIBRARY_PATH");
  const std::string alone =
      listed("LD_LIBRARY_PATH=" + folder.path().string() + (others == nullptr ? "" : std::string(":") + others));
  EXPECT_TRUE(contains(alone, "no GPU backend: libmg_cuda.so is not beside " +
                                  std::filesystem::canonical(copy).string() +
                                  ", and the loader does not find it: MultiGraph was built without CUDA, or"))
      << alone;
  const std::string named = listed("MG_BACKEND=/nowhere/libmg_cuda.so");
  EXPECT_TRUE(contains(named, "/nowhere/libmg_cuda.so: cannot open")) << named;
  EXPECT_TRUE(contains(named, "MG_BACKEND names it")) << named;
}

TEST_F(MgRun, ThePolicyIsObeyedReportedAndExplained) {
  generate({"kron", "--scale", "8", "--layouts", "csr,csc,tiles"}, "tiles.mg");
  generate({"kron", "--scale", "8"}, "g.mg");
  const auto ran = [&](const Words& more) {
    Words words{folder / "tiles.mg", "-a", "pagerank", "--device", "cpu"};
    words.insert(words.end(), more.begin(), more.end());
    const Json json = run_json(words);
    return json["engine"].get<std::string>() + " " + json["policy"].get<std::string>();
  };
  EXPECT_EQ(ran({}), "hybrid sample");
  EXPECT_EQ(ran({"--policy", "threshold:30"}), "hybrid threshold:30");
  EXPECT_EQ(ran({"--engine", "sparse"}), "sparse none");
  const std::string tiles = run_well({folder / "tiles.mg", "-a", "bfs", "--device", "cpu", "--explain"}).out;
  for (const char* part : {"Device cpu, as asked for.",
                           "Engine hybrid: the default on a CPU for a graph that comes "
                           "with tiles; its steps were executed by ",
                           "Policy sample: "}) {
    EXPECT_TRUE(contains(tiles, part)) << tiles << "\nlacks: " << part;
  }
  const std::string plain = run_well({folder / "g.mg", "-a", "bfs", "--device", "cpu", "--explain"}).out;
  EXPECT_TRUE(contains(plain, "Engine sparse: the default on a CPU for a graph without tiles.")) << plain;
  EXPECT_FALSE(contains(plain, "Policy")) << plain;
  EXPECT_TRUE(contains(run_well({folder / "tiles.mg", "-a", "bfs", "--estimate"}).out, "engine hybrid"));
  EXPECT_TRUE(contains(run_well({folder / "g.mg", "-a", "bfs", "--estimate"}).out, "engine sparse"));
}

TEST_F(MgRun, ATraceIsRepeatedByItsPolicy) {
  generate({"kron", "--scale", "8"}, "g.mg");
  const auto trace_of = [&](const std::string& algorithm, const std::string& policy) {
    run_well({folder / "g.mg", "-a", algorithm, "--device", "cpu", "--threads", "1", "--policy", policy, "--trace",
              folder / "t.json"});
    Words kernels;
    const Json trace = Json::parse(read_file(folder / "t.json"));
    for (const Json& step : trace["steps"]) kernels.push_back(step["kernel"]);
    return kernels;
  };
  const Words first = trace_of("bfs", "random:2");
  std::filesystem::rename(folder / "t.json", folder / "first.json");
  EXPECT_EQ(trace_of("bfs", "replay:" + (folder / "first.json")), first);
  expect_failure(
      {folder / "g.mg", "-a", "pagerank", "--device", "cpu", "--policy", "replay:" + (folder / "first.json")}, 1,
      "is of another run");
}

TEST_F(MgRun, EstimatesWithoutRunning) {
  generate({"kron", "--scale", "8"}, "g.mg");
  for (const std::string& graph : {folder / "g.mg", named_graph()}) {
    const std::string text = run_well({graph, "-a", "pagerank", "--estimate"}).out;
    for (const char* part : {"csr", "csc", "state of pagerank", "engine sparse", "total", "available"}) {
      EXPECT_TRUE(contains(text, part)) << text << "\nlacks: " << part;
    }
  }
  const std::string bits = run_well({folder / "g.mg", "-a", "coloring", "--estimate"}).out;
  EXPECT_TRUE(contains(bits, "28 bytes a vertex and 0.25 an arc")) << bits;
}

TEST_F(MgRun, SaysWhatItIs) {
  EXPECT_TRUE(contains(run_well({"--help"}).out, "mg_run g.mg -a bfs"));
  EXPECT_TRUE(contains(run_well({"--version"}).out, "plug-in interface"));
  EXPECT_TRUE(contains(run_well({"--list"}).out, "damping"));
  const std::string doctor = run_well({"--doctor"}).out;
  for (const char* part : {"compiler", "processor", "OpenMP", "memory", "huge pages", "CUDA driver", "GPU", "profile",
                           "kernel compiler", "kernel cache"}) {
    EXPECT_TRUE(contains(doctor, part)) << part;
  }
  EXPECT_EQ(run({}).status, 1);
}

TEST_F(MgRun, ListsDevicesAndKernels) {
  const Json list = Json::parse(run_well({"--list", "--json"}).out);
  ASSERT_GE(list.at("devices").size(), 1U);
  EXPECT_EQ(list["devices"][0].at("name"), "cpu");
  EXPECT_EQ(list["devices"].size() == 1, list.at("no_gpu").is_string());
  EXPECT_TRUE(contains(run_well({"--list"}).out, list["devices"].size() == 1 ? "no GPU: " : "cuda:"));
  const Json kernels = Json::parse(run_well({"--list-kernels", "--json"}).out);
  ASSERT_TRUE(kernels.is_array());
  for (const Json& kernel : kernels) {
    EXPECT_FALSE(kernel.at("agent").get<std::string>().empty());
    EXPECT_TRUE(contains(kernel.at("architecture").get<std::string>(), "sm_"));
  }
  EXPECT_FALSE(run_well({"--list-kernels"}).out.empty());
}

}  // namespace
}  // namespace mg
