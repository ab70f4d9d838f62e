// Formats that people have graphs in and that are not read: what a file of one is, and the way to one that is read.
#pragma once

#include <string_view>

#include "preprocess/input/input.hpp"

namespace mg {

/// Throws Error(bad_input) when the content begins as that of such a format does, in whatever file.
void refuse_unread_content(const Input& input);

/// Throws Error(bad_input) when the name is that of such a format, and the content could be: for formats that begin
/// like any text or with anything.
void refuse_unread_name(const Input& input);

/// Throws Error(bad_input) when a file of this name is an archive to a machine and a document to a person, as .xlsx is.
void refuse_unread_archive(std::string_view path);

/// Whether `head` holds bytes that no text has: control characters other than blanks and line ends.
[[nodiscard]] bool is_binary(std::string_view head);

}  // namespace mg
