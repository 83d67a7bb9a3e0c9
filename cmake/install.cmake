# What `cmake --install` leaves in a prefix: the program, the library in both forms, headers,
# manual pages, and what pkg-config and CMake need to find the library there. Nothing in the
# prefix names the prefix, so it can be chosen at install time and moved.
include(CMakePackageConfigHelpers)

set_target_properties(alibi PROPERTIES EXPORT_NAME static)
set_target_properties(alibi_shared PROPERTIES EXPORT_NAME alibi)
install(TARGETS alibi_program)
install(TARGETS alibi alibi_shared EXPORT alibi
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY include/alibi DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES docs/alibi.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES docs/libalibi.3 DESTINATION ${CMAKE_INSTALL_MANDIR}/man3)

# find_package(alibi): the targets alibi::alibi (shared) and alibi::static.
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/alibi)
set(generated ${PROJECT_BINARY_DIR}/cmake)
install(EXPORT alibi NAMESPACE alibi:: FILE alibi-config.cmake DESTINATION ${package})
# Until 1.0 a minor version may change the interface.
write_basic_package_version_file(${generated}/alibi-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${generated}/alibi-config-version.cmake DESTINATION ${package})

# pkg-config: the prefix is found from where the file lies.
file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" up "${up}")
configure_file(cmake/alibi.pc.in ${generated}/alibi.pc @ONLY)
install(FILES ${generated}/alibi.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
