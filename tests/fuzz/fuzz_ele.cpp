// A mesh of Triangle: the triangles before the first zero byte of the input, and the points behind it.

#include <algorithm>

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
  const auto triangles = static_cast<std::size_t>(std::find(bytes.begin(), bytes.end(), 0) - bytes.begin());
  const std::string path = folder.write("g.ele", bytes.first(triangles));
  folder.write("g.node", bytes.subspan(std::min(triangles + 1, size)));
  mg::fuzz::check_reading({&path, 1}, "ele", 1 + size % 64);
  return 0;
}
