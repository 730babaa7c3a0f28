# qdc_copy_package: copies of packages beside programs that are built in other folders. docs/build-systems.md is the guide.
#
# qdc_copy_package(NAME TARGET...)
#
# Puts a copy of the package NAME of qdc_add_package beside each TARGET, a program or shared library that this folder
# declares, wherever that is built. After a change of the package they are linked again, which renews the copy.
cmake_policy(PUSH)
cmake_policy(VERSION 3.25)

function(qdc_copy_package name)
  set(call "qdc_copy_package(${name})")
  set(is_package OFF)
  if(TARGET "${name}")
    get_property(is_package TARGET "${name}" PROPERTY QDC_PACKAGE SET)
  endif()
  if(NOT is_package)
    message(FATAL_ERROR "${call}: '${name}' is no package: expected a name that qdc_add_package has made")
  endif()
  if("${ARGN}" STREQUAL "")
    message(FATAL_ERROR "${call}: no targets: expected programs or shared libraries of this folder")
  endif()
  get_target_property(package "${name}" QDC_PACKAGE)
  get_property(declared DIRECTORY PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS ARGN)
    set(type "")
    if(target IN_LIST declared)
      get_target_property(type "${target}" TYPE)
    endif()
    if(NOT type MATCHES "^(EXECUTABLE|SHARED_LIBRARY|MODULE_LIBRARY)$")
      message(FATAL_ERROR "${call}: '${target}' is no program or shared library that '${CMAKE_CURRENT_SOURCE_DIR}' has "
                          "declared: call it there, after add_executable or add_library")
    endif()
    add_dependencies("${target}" "${name}")
    set_property(TARGET "${target}" APPEND PROPERTY LINK_DEPENDS "${package}")
    add_custom_command(TARGET "${target}" POST_BUILD
                       COMMAND ${CMAKE_COMMAND} -E copy_if_different "${package}" "$<TARGET_FILE_DIR:${target}>"
                       COMMENT "Copying kernels of ${name}" VERBATIM)
  endforeach()
endfunction()

cmake_policy(POP)
