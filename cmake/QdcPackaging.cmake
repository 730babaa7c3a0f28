# What `cpack` makes of an installation: a .deb for Debian 12 and an archive, which may be unpacked anywhere. Both hold the
# loader, the compiler and what belongs to them, stripped. SOURCE_DATE_EPOCH stands for the times of their files.
set(CPACK_GENERATOR "DEB;TZST")
set(CPACK_PACKAGE_NAME qdc)
set(CPACK_PACKAGE_VENDOR qdc)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "ahead-of-time compiler for simulation kernels, and its loader")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_SYSTEM_NAME linux-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "the developers of qdc")
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS libcurl4) # found at run time, for caches on servers
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
# The package of Debian is installed in the system: qdrt.pc is another there.
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_BINARY_DIR}/QdcPackagingOptions.cmake)
file(CONFIGURE OUTPUT ${CPACK_PROJECT_CONFIG_FILE} @ONLY CONTENT [[
if(CPACK_GENERATOR STREQUAL "DEB")
  set(CPACK_SET_DESTDIR ON)
  set(CPACK_INSTALL_PREFIX /usr)
endif()
]])
include(CPack)
