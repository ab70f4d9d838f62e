// Characters as XML and what borrows from it spell them: &amp; &#228; &#xE4;
#pragma once

#include <cstddef>
#include <string>

namespace mg {

/// Replaces the entities of XML and those of numbers by their characters. Returns how many others there are, which stay
/// as they are written.
std::size_t decode_entities(std::string& text);

}  // namespace mg
