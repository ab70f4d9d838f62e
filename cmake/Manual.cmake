# The manual's pages, made from the tools' --help and from docs/file-format.md where there are the programs for it
# (Debian packages help2man and lowdown).
find_program(MG_HELP2MAN help2man)
mark_as_advanced(MG_HELP2MAN)

if(MG_HELP2MAN AND NOT MG_SANITIZE AND NOT CMAKE_CROSSCOMPILING)
  set(pages ${PROJECT_BINARY_DIR}/man)
  add_custom_command(OUTPUT ${pages}/made
    COMMAND ${PROJECT_SOURCE_DIR}/packaging/man/make_pages.sh ${CMAKE_RUNTIME_OUTPUT_DIRECTORY} ${PROJECT_SOURCE_DIR}
            ${PROJECT_VERSION} ${pages}
    COMMAND ${CMAKE_COMMAND} -E touch ${pages}/made
    DEPENDS mg_run mg_prep mg_bench packaging/man/make_pages.sh docs/file-format.md
    COMMENT "Making the manual's pages" VERBATIM)
  add_custom_target(mg_manual ALL DEPENDS ${pages}/made)
  install(DIRECTORY ${pages}/compressed/ DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT tools)
endif()
