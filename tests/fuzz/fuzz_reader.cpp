// One reader on bytes that may be anything: fuzz_FORMAT, as the program is called, says which.

#include <cstdio>
#include <cstdlib>
#include <string>

#include "engine/cpu/processors.hpp"
#include "tests/fuzz/fuzz_file.hpp"
#include "tests/fuzz/fuzz_graph.hpp"

namespace {

std::string& format() {
  static std::string name;
  return name;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** argv) {
  const std::string program = **argv;
  format() = program.substr(program.rfind('_') + 1);
  if (format() == "reader") {
    std::fputs("call it by the name of a format: fuzz_mtx\n", stderr);
    std::exit(1);
  }
  mg::use_threads(1);  // several would make a search of thousands of tiny files many times slower
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const mg::fuzz::MemoryFile file;
  file.write({data, size});
  const std::size_t small_block = 1 + (size > 0 ? data[size / 2] % 64 : 0);
  mg::fuzz::check_reading({&file.path(), 1}, format(), small_block);
  return 0;
}
