# Run by every build: writes OUTPUT, a source that holds the commit of the folder SOURCE, where that has changed.
# MG_COMMIT, if it is not empty, is taken for it.
set(commit "${MG_COMMIT}")
if(commit STREQUAL "")
  # The folder itself must be a repository, not lie in somebody else's.
  execute_process(COMMAND git -C ${SOURCE} rev-parse --show-prefix
                  OUTPUT_VARIABLE prefix RESULT_VARIABLE status OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(status EQUAL 0 AND prefix STREQUAL "")
    execute_process(COMMAND git -C ${SOURCE} describe --always --tags --dirty
                    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
endif()
if(commit STREQUAL "")
  set(commit unknown)
endif()

set(text "#include \"tools/commit.hpp\"\n
namespace mg::tools {\n
std::string_view build_commit() { return \"${commit}\"; }\n
}  // namespace mg::tools\n")
set(present "")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} present)
endif()
if(NOT present STREQUAL text)
  file(WRITE ${OUTPUT} "${text}")
endif()
