// Outputs that would destroy what they are made of, or each other.
#pragma once

#include <string>
#include <vector>

namespace mg::tools {

/// A file that a command names.
struct NamedFile {
  std::string role;  ///< for messages: "--trace", "the graph"
  std::string path;
};

/// Throws Error(wrong_use) where an output is the same file as an input or as another output, under whatever names:
/// files are told apart by device and inode, and those that are not there yet by their folder and name. Standard
/// output, pipes and devices may be named as often as one likes.
void refuse_overwriting(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs);

}  // namespace mg::tools
