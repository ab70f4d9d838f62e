// A file of names beside a graph that numbers its vertices, and beside one that has names already.

#include <string_view>

#include "engine/cpu/processors.hpp"
#include "tests/fuzz/fuzz_file.hpp"
#include "tests/fuzz/fuzz_graph.hpp"

namespace {

mg::fuzz::Bytes bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  mg::use_threads(1);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const mg::fuzz::Folder folder;
  static const std::string numbered = folder.write("g.gr", bytes_of("p sp 3 2\na 1 2 3\na 2 3 4\n"));
  static const std::string named = folder.write("g.el", bytes_of("a b\nb c\n"));
  folder.write("g.gr.names", {data, size});
  mg::fuzz::check_reading({&numbered, 1}, "gr", 1 + size % 64);
  folder.write("g.el.names", {data, size});
  mg::fuzz::check_reading({&named, 1}, "el", 1 + size % 64);
  return 0;
}
