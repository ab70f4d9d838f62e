// An archive of bytes that may be anything, read by what its first byte says: any member of it, or one.

#include "engine/cpu/processors.hpp"
#include "tests/fuzz/fuzz_file.hpp"
#include "tests/fuzz/fuzz_graph.hpp"

extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  mg::use_threads(1);  // several would make a search of thousands of tiny files many times slower
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  static const mg::fuzz::MemoryFile file;
  file.write({data + 1, size - 1});
  constexpr const char* members[] = {"", "g.el", "g/g.el", "g/README.txt"};
  const std::size_t small_block = 1 + data[size / 2] % 64;
  mg::fuzz::check_reading({&file.path(), 1}, data[0] % 2 == 0 ? "auto" : "el", small_block, {},
                          members[data[0] / 2 % std::size(members)]);
  return 0;
}
