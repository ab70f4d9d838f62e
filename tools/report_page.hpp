// The page of --report before it is filled: report_page.html and report_page.js, which the build puts into the program.
#pragma once

#include <string_view>

namespace mg::tools {

extern const std::string_view report_page_html;
extern const std::string_view report_page_js;

}  // namespace mg::tools
