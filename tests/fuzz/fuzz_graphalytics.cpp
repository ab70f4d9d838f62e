// A Graphalytics graph: the vertices before the first zero byte of the input, and the edges behind it.

#include <algorithm>
#include <array>

#include "engine/cpu/processors.hpp"
#include "tests/fuzz/fuzz_file.hpp"
#include "tests/fuzz/fuzz_graph.hpp"

extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  mg::use_threads(1);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const mg::fuzz::Folder folder;
  const mg::fuzz::Bytes bytes(data, size);
  const auto vertices = static_cast<std::size_t>(std::find(bytes.begin(), bytes.end(), 0) - bytes.begin());
  const std::array<std::string, 2> inputs = {folder.write("g.v", bytes.first(vertices)),
                                             folder.write("g.e", bytes.subspan(std::min(vertices + 1, size)))};
  mg::fuzz::check_reading(inputs, "graphalytics", 1 + size % 64);
  return 0;
}
