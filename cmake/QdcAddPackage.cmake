# qdc_add_package: packages of kernels as targets of CMake. The same file serves a build of qdc, projects that take it in by
# add_subdirectory or FetchContent, and those that find an installation. docs/build-systems.md is the guide.
#
# qdc_add_package(NAME SOURCES FILE.qir...
#                 [TARGETS TARGET...] [GRADIENTS KERNEL[:MODE]...] [OPTIONS OPTION...] [HEADER FILE.hpp] [CACHE PLACE]
#                 [NO_EMBED [DESTINATION FOLDER | NO_INSTALL]] [LOADER LIBRARY])
#
# Makes NAME a library. What is linked with it has the package, its header NAME.h, which must not be one of the C library,
# and the loader.
#   SOURCES      kernels, relative to the current source folder; each is compiled alone, then they are linked
#   TARGETS      of qdc compile --target; cpu:native without, but where a program is built for another machine
#   GRADIENTS    of qdc compile --grad; with several sources FILE.qir:KERNEL[:MODE]
#   OPTIONS      of qdc compile; they may be generator expressions
#   HEADER       a header for typed launches too, by qdc header: in C++, in the namespace NAME, or in C where the file
#                ends with .h, with names that begin with NAME_kernel; '_' stands for what is no part of an identifier
#   CACHE        of qdc compile --cache
#   NO_EMBED     the package stays a file, NAME.fatbin in the folder where programs go (as CMAKE_RUNTIME_OUTPUT_DIRECTORY
#                and that of the configuration say, or the current binary folder), and is looked for beside the program or
#                shared library that was linked; qdc_copy_package puts a copy beside those that are built elsewhere
#   DESTINATION  where this file is installed, which is CMAKE_INSTALL_BINDIR without; NO_INSTALL: nowhere
#   LOADER       what to link instead of qdc::qdrt: qdc::qdrt_static
# The target's property QDC_PACKAGE is the package's file. Each command depends on the compiler: QDC_EXECUTABLE if that is
# set, as it must be where a program is built for another machine, else qdc::qdc.
cmake_policy(PUSH)
cmake_policy(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/QdcCopyPackage.cmake)

# Ends with an error that names the call: _qdc_refuse(TEXT...), of parts that may have semicolons in them.
function(_qdc_refuse)
  set(text "")
  math(EXPR last "${ARGC} - 1")
  foreach(index RANGE ${last})
    string(APPEND text "${ARGV${index}}")
  endforeach()
  message(FATAL_ERROR "qdc_add_package(${name}): ${text}")
endfunction()

function(qdc_add_package name)
  set(flags NO_EMBED NO_INSTALL)
  set(values "")
  list(APPEND values HEADER CACHE DESTINATION LOADER) # set() knows a word CACHE of its own
  set(lists SOURCES TARGETS GRADIENTS OPTIONS)
  # What is not given is unset, so that a variable of the cache would show through: the prefix is ours.
  cmake_parse_arguments(PARSE_ARGV 1 _qdc_arg "${flags}" "${values}" "${lists}")
  list(JOIN lists ", " accepted)
  string(APPEND accepted ", HEADER, CACHE, NO_EMBED, DESTINATION, NO_INSTALL and LOADER")
  if(DEFINED _qdc_arg_UNPARSED_ARGUMENTS)
    list(GET _qdc_arg_UNPARSED_ARGUMENTS 0 unknown)
    _qdc_refuse("'${unknown}' stands where a keyword is expected: ${accepted}")
  endif()
  list(REMOVE_ITEM _qdc_arg_KEYWORDS_MISSING_VALUES GRADIENTS OPTIONS) # often of a variable that may be empty
  foreach(key IN LISTS _qdc_arg_KEYWORDS_MISSING_VALUES)
    _qdc_refuse("'${key}' has no value: accepted are ${accepted}")
  endforeach()
  if("${_qdc_arg_SOURCES}" STREQUAL "")
    _qdc_refuse("no sources: expected SOURCES and one FILE.qir or more")
  endif()
  if((DEFINED _qdc_arg_DESTINATION OR _qdc_arg_NO_INSTALL) AND NOT _qdc_arg_NO_EMBED)
    _qdc_refuse("'DESTINATION' and 'NO_INSTALL' are for packages that stay files: expected NO_EMBED too")
  endif()
  if(DEFINED _qdc_arg_DESTINATION AND _qdc_arg_NO_INSTALL)
    _qdc_refuse("'DESTINATION' and 'NO_INSTALL' exclude each other")
  endif()
  _qdc_check_options()
  _qdc_check_hidden("${name}.h")
  _qdc_find_compiler(compiler)
  string(MAKE_C_IDENTIFIER "${name}" symbol)
  _qdc_claim_symbol()
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${name}.qdc)

  # Where several configurations differ, each has its files. A compiler of this build is one per configuration.
  get_property(is_multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  set(configured ${folder})
  set(all ${_qdc_arg_TARGETS} ${_qdc_arg_GRADIENTS} ${_qdc_arg_OPTIONS} ${_qdc_arg_CACHE})
  if(NOT QDC_EXECUTABLE)
    get_target_property(is_installed qdc::qdc IMPORTED)
    if(NOT is_installed)
      list(APPEND all ${compiler})
    endif()
  endif()
  if(is_multi_config AND (_qdc_arg_NO_EMBED OR "${all}" MATCHES "[$]<"))
    string(APPEND configured /$<CONFIG>)
  endif()

  if(_qdc_arg_NO_EMBED)
    _qdc_program_folder(program_folder)
    set(package ${program_folder}/${name}.fatbin)
  else()
    set(package ${configured}/${name}.fatbin)
  endif()
  _qdc_compile_sources()
  _qdc_add_library()
  set_target_properties(${name} PROPERTIES QDC_PACKAGE ${package})
endfunction()

# Where programs go that are declared here, as CMake decides it. Reads `is_multi_config` of the caller, as below.
function(_qdc_program_folder result)
  if(NOT is_multi_config)
    _qdc_configured_folder(folder "${CMAKE_BUILD_TYPE}")
    set(${result} "${folder}" PARENT_SCOPE)
    return()
  endif()
  set(folders "")
  foreach(configuration IN LISTS CMAKE_CONFIGURATION_TYPES)
    _qdc_configured_folder(folder "${configuration}")
    string(APPEND folders "$<$<CONFIG:${configuration}>:${folder}>")
  endforeach()
  set(${result} "${folders}" PARENT_SCOPE)
endfunction()

# The same in one configuration, as an absolute path.
function(_qdc_configured_folder result configuration)
  string(TOUPPER "${configuration}" upper)
  set(folder "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}")
  set(below "")
  if(DEFINED CMAKE_RUNTIME_OUTPUT_DIRECTORY_${upper})
    set(folder "${CMAKE_RUNTIME_OUTPUT_DIRECTORY_${upper}}")
  elseif(is_multi_config)
    string(GENEX_STRIP "${folder}" stripped)
    if("${stripped}" STREQUAL "${folder}")
      set(below /${configuration})
    endif()
  endif()
  string(REPLACE "$<CONFIG>" "${configuration}" folder "${folder}") # folders below this one may have another
  if("${folder}" MATCHES "^[$]<") # whether it is absolute shows later
    set(folder "$<PATH:ABSOLUTE_PATH,NORMALIZE,${folder},${CMAKE_CURRENT_BINARY_DIR}>")
  else()
    get_filename_component(folder "${folder}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
  endif()
  set(${result} "${folder}${below}" PARENT_SCOPE)
endfunction()

# OPTIONS that are said otherwise, and what a program for another machine needs.
macro(_qdc_check_options)
  foreach(option IN LISTS _qdc_arg_OPTIONS)
    if(option MATCHES "^--target(=|$)")
      _qdc_refuse("'${option}' stands among OPTIONS: expected TARGETS")
    elseif(option MATCHES "^--grad(=|$)")
      _qdc_refuse("'${option}' stands among OPTIONS: expected GRADIENTS")
    elseif(option MATCHES "^--cache(=|$)")
      _qdc_refuse("'${option}' stands among OPTIONS: expected CACHE")
    elseif(option MATCHES "^(-o|-MD$|-MF|-MT|--embed|--embed-target|--stop-after)")
      _qdc_refuse("'${option}' stands among OPTIONS, but qdc_add_package says where the compiler writes")
    endif()
  endforeach()
  if(CMAKE_CROSSCOMPILING)
    if("${_qdc_arg_TARGETS}" STREQUAL "")
      _qdc_refuse("no targets: a program for another machine needs TARGETS, such as cpu:x86-64-v3 or cuda:sm_90")
    endif()
    if("${_qdc_arg_TARGETS}" MATCHES "(^|[;,])cpu:native([;,]|$)")
      _qdc_refuse("'cpu:native' is the machine that compiles, and the program is for another: expected such as "
                  "cpu:x86-64-v3")
    endif()
  endif()
endmacro()

# The headers lie where a program looks first: `file`, one of them, must not stand for another.
function(_qdc_check_hidden file)
  set(known # of C, POSIX and the C library of Linux
      aio aliases alloca ar argp argz assert byteswap complex cpio ctype dirent dlfcn elf endian envz err errno error
      execinfo fcntl features fenv float fmtmsg fnmatch fstab fts ftw getopt glob grp gshadow iconv ifaddrs inttypes iso646
      langinfo lastlog libgen libintl limits link locale malloc math mcheck memory mntent monetary mqueue ndbm netdb nl_types
      nss obstack paths poll printf proc_service pthread pty pwd re_comp regex regexp resolv sched search semaphore setjmp
      sgtty shadow signal spawn stab stdalign stdarg stdatomic stdbit stdbool stdc-predef stdckdint stddef stdint stdio
      stdio_ext stdlib stdnoreturn string strings stropts syscall sysexits syslog tar termio termios tgmath thread_db threads
      time trace ttyent uchar ucontext ulimit unistd utime utmp utmpx values varargs wait wchar wctype wordexp)
  if(file MATCHES "^([^/]+)\\.h$" AND CMAKE_MATCH_1 IN_LIST known)
    _qdc_refuse("its header '${file}' would hide <${file}> of the C library: expected another name, such as "
                "${CMAKE_MATCH_1}_kernels")
  elseif(file MATCHES "^(arpa|asm|bits|gnu|linux|net|netinet|qdrt|rpc|sys)/")
    _qdc_refuse("the header '${file}' lies in a folder of the system or the loader: expected a name without '"
                "${CMAKE_MATCH_1}/'")
  endif()
endfunction()

# The command that compiles.
function(_qdc_find_compiler result)
  if(QDC_EXECUTABLE)
    if(NOT EXISTS "${QDC_EXECUTABLE}" OR IS_DIRECTORY "${QDC_EXECUTABLE}")
      _qdc_refuse("QDC_EXECUTABLE is '${QDC_EXECUTABLE}', which is no file: expected the qdc of this machine")
    endif()
    get_filename_component(compiler "${QDC_EXECUTABLE}" ABSOLUTE)
    _qdc_check_version("${compiler}")
  elseif(CMAKE_CROSSCOMPILING)
    _qdc_refuse("a program for another machine needs the qdc of this one: set QDC_EXECUTABLE to its path")
  elseif(TARGET qdc::qdc)
    set(compiler $<TARGET_FILE:qdc::qdc>)
  else()
    _qdc_refuse("there is no compiler: set QDC_EXECUTABLE to the path of qdc, install it, or build it "
                "(QDC_BUILD_COMPILER)")
  endif()
  set(${result} ${compiler} PARENT_SCOPE)
endfunction()

# A compiler that is not the loader's own makes packages that the loader reads if both are of one minor version.
function(_qdc_check_version compiler)
  get_property(loader GLOBAL PROPERTY QDC_LOADER_VERSION)
  get_property(checked GLOBAL PROPERTY QDC_CHECKED_EXECUTABLE)
  if("${loader}" STREQUAL "" OR "${checked}" STREQUAL "${compiler}")
    return()
  endif()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${compiler}")
  execute_process(COMMAND "${compiler}" --version OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(NOT "${said}" MATCHES "^qdc (([0-9]+\\.[0-9]+)\\.[^ \n]+)")
    _qdc_refuse("QDC_EXECUTABLE is '${QDC_EXECUTABLE}', which does not tell its version: expected the qdc of this machine")
  endif()
  set(version "${CMAKE_MATCH_1}")
  if(NOT "${loader}" MATCHES "^${CMAKE_MATCH_2}\\.")
    _qdc_refuse("QDC_EXECUTABLE is '${QDC_EXECUTABLE}', qdc ${version}, and the loader is of ${loader}: expected the same "
                "minor version of both")
  endif()
  set_property(GLOBAL PROPERTY QDC_CHECKED_EXECUTABLE "${compiler}")
endfunction()

# Two packages of a program can't have one symbol.
macro(_qdc_claim_symbol)
  get_property(_qdc_owner GLOBAL PROPERTY QDC_SYMBOL_${symbol})
  if(NOT "${_qdc_owner}" STREQUAL "" AND NOT "${_qdc_owner}" STREQUAL "${name}")
    _qdc_refuse("its functions would be called '${symbol}_...', as those of '${_qdc_owner}' are: expected a name that "
                "differs in letters or digits")
  endif()
  set_property(GLOBAL PROPERTY QDC_SYMBOL_${symbol} ${name})
endmacro()

# The commands from SOURCES to the package, and to the header of HEADER.
macro(_qdc_compile_sources)
  list(LENGTH _qdc_arg_SOURCES source_count)
  set(parts "")
  set(unused_gradients "${_qdc_arg_GRADIENTS}")
  set(number 0)
  foreach(source IN LISTS _qdc_arg_SOURCES)
    _qdc_find_source(path "${source}")
    math(EXPR number "${number} + 1")
    get_filename_component(stem ${path} NAME_WLE)
    set(part ${configured}/parts/${number}-${stem}) # sources of different folders may have one name
    set(dependencies ${part}.d)
    if(source_count EQUAL 1)
      set(part ${package})
    else()
      string(APPEND part .fatbin)
    endif()
    list(APPEND parts ${part})
    _qdc_compile(${path} ${part} ${dependencies})
  endforeach()
  foreach(gradient IN LISTS unused_gradients)
    _qdc_refuse("the gradient '${gradient}' names no source: with several SOURCES expected FILE.qir:KERNEL, of these "
                "files")
  endforeach()
  if(source_count GREATER 1)
    get_filename_component(package_folder ${package} DIRECTORY)
    add_custom_command(OUTPUT ${package} COMMAND ${CMAKE_COMMAND} -E make_directory ${package_folder}
                       COMMAND ${compiler} link ${parts} -o ${package} DEPENDS ${compiler} ${parts}
                       COMMENT "Linking kernels of ${name}" VERBATIM)
  endif()
endmacro()

# The absolute path of a source, which exists or which a rule makes.
function(_qdc_find_source result source)
  foreach(folder ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR})
    get_filename_component(path "${source}" ABSOLUTE BASE_DIR ${folder})
    get_property(is_generated SOURCE ${path} PROPERTY GENERATED)
    if(is_generated OR (EXISTS ${path} AND NOT IS_DIRECTORY ${path}))
      set(${result} ${path} PARENT_SCOPE)
      return()
    endif()
  endforeach()
  _qdc_refuse("there is no source '${source}' in '${CMAKE_CURRENT_SOURCE_DIR}', and no rule makes it")
endfunction()

# One source to one package. Takes its gradients out of `unused_gradients` of the caller.
function(_qdc_compile path part dependencies)
  get_filename_component(shown ${path} NAME)
  set(command ${compiler} compile ${path} -o ${part} -MD -MF ${dependencies})
  # The package names its source as the project knows it, wherever that lies; of two maps that fit, the last one counts.
  list(APPEND command -ffile-prefix-map=${PROJECT_SOURCE_DIR}/= -ffile-prefix-map=${PROJECT_BINARY_DIR}/=)
  foreach(target IN LISTS _qdc_arg_TARGETS)
    list(APPEND command --target=${target})
  endforeach()
  set(others "")
  foreach(gradient IN LISTS unused_gradients)
    if(source_count EQUAL 1)
      list(APPEND command --grad=${gradient})
    elseif(gradient MATCHES "^([^:]+):(.+)$" AND CMAKE_MATCH_1 STREQUAL source)
      list(APPEND command --grad=${CMAKE_MATCH_2})
    else()
      list(APPEND others ${gradient})
    endif()
  endforeach()
  set(unused_gradients ${others} PARENT_SCOPE)
  if(DEFINED _qdc_arg_CACHE)
    set(cache "${_qdc_arg_CACHE}")
    if(NOT cache MATCHES "^[$]<|://") # commands run in the current binary folder
      get_filename_component(cache "${cache}" ABSOLUTE BASE_DIR ${CMAKE_CURRENT_BINARY_DIR})
    endif()
    list(APPEND command --cache=${cache})
  endif()
  get_filename_component(dependencies_folder ${dependencies} DIRECTORY)
  get_filename_component(part_folder ${part} DIRECTORY)
  add_custom_command(OUTPUT ${part} COMMAND ${CMAKE_COMMAND} -E make_directory ${dependencies_folder} ${part_folder}
                     COMMAND ${command} ${_qdc_arg_OPTIONS}
                     DEPENDS ${compiler} ${path} DEPFILE ${dependencies}
                     COMMENT "Compiling kernels of ${shown} for ${name}" COMMAND_EXPAND_LISTS VERBATIM)
endfunction()

# The library, its headers, and what is installed.
macro(_qdc_add_library)
  set(include ${folder}/include)
  if(_qdc_arg_NO_EMBED)
    _qdc_write_file_access()
    add_library(${name} STATIC ${source_file})
    set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    if(NOT _qdc_arg_NO_INSTALL)
      if(NOT DEFINED _qdc_arg_DESTINATION)
        include(GNUInstallDirs)
        set(_qdc_arg_DESTINATION ${CMAKE_INSTALL_BINDIR})
      endif()
      install(FILES ${package} DESTINATION ${_qdc_arg_DESTINATION})
    endif()
  else()
    _qdc_embed()
    add_library(${name} STATIC ${object})
  endif()
  _qdc_choose_language(language)
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE ${language})
  target_sources(${name} PRIVATE ${package})
  if(DEFINED _qdc_arg_HEADER)
    _qdc_add_header()
  endif()
  target_include_directories(${name} PUBLIC $<BUILD_INTERFACE:${include}>)
  if(NOT DEFINED _qdc_arg_LOADER)
    set(_qdc_arg_LOADER qdc::qdrt)
  endif()
  if(NOT TARGET ${_qdc_arg_LOADER})
    _qdc_refuse("there is no loader '${_qdc_arg_LOADER}': expected LOADER and a library, such as qdc::qdrt_static")
  endif()
  target_link_libraries(${name} PUBLIC ${_qdc_arg_LOADER})
endmacro()

# An archive that holds no code needs a language too: that of what links it decides.
function(_qdc_choose_language result)
  get_property(enabled GLOBAL PROPERTY ENABLED_LANGUAGES)
  foreach(language C CXX)
    if(language IN_LIST enabled)
      set(${result} ${language} PARENT_SCOPE)
      return()
    endif()
  endforeach()
  _qdc_refuse("the project has neither C nor C++: expected project(... LANGUAGES C) or CXX")
endfunction()

# The object of the package, for the machine of the program.
macro(_qdc_embed)
  string(TOLOWER "${CMAKE_SYSTEM_PROCESSOR}" machine)
  if(machine MATCHES "^(x86_64|amd64)$")
    set(machine x86_64)
  elseif(machine MATCHES "^(aarch64|arm64)$")
    set(machine aarch64)
  else()
    _qdc_refuse("packages become parts of programs for x86_64 and aarch64, and CMAKE_SYSTEM_PROCESSOR is "
                "'${CMAKE_SYSTEM_PROCESSOR}': expected NO_EMBED")
  endif()
  set(object ${configured}/${name}.o)
  add_custom_command(OUTPUT ${object}
                     COMMAND ${compiler} embed ${package} --symbol=${symbol}_package --embed-target=${machine} -o ${object}
                     DEPENDS ${compiler} ${package} COMMENT "Embedding kernels of ${name}" VERBATIM)
  file(CONFIGURE OUTPUT ${include}/${name}.h @ONLY CONTENT [[
/* The package @name@, which is a part of the program. Made by qdc_add_package. */
#ifndef QDC_PACKAGE_@symbol@_H
#define QDC_PACKAGE_@symbol@_H

#include <qdrt/qdrt.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

extern const unsigned char @symbol@_package[];
extern const size_t @symbol@_package_size;

/* Loads it. qdrt_package_load_memory says what the arguments mean and what it returns. */
static inline qdrt_status @symbol@_load(qdrt_device device, const qdrt_package_options *options, qdrt_package *package) {
  return qdrt_package_load_memory(device, @symbol@_package, @symbol@_package_size, options, package);
}

#ifdef __cplusplus
}

#include <qdrt/qdrt.hpp>

/* Its bytes, for whatever takes a package from memory. */
inline qdrt::Span<const std::byte> @symbol@_bytes() {
  return {reinterpret_cast<const std::byte *>(@symbol@_package), @symbol@_package_size};
}

/* Loads it, or throws qdrt::Error. */
inline qdrt::Package @symbol@_load(const qdrt::Device &device, const qdrt::PackageOptions &options = {}) {
  return qdrt::Package(device, @symbol@_bytes(), options);
}
#endif

#endif
]])
endmacro()

# The functions that look for the package beside the program.
macro(_qdc_write_file_access)
  get_filename_component(file ${package} NAME)
  file(CONFIGURE OUTPUT ${include}/${name}.h @ONLY CONTENT [[
/* The package @name@, a file beside the program. Made by qdc_add_package. */
#ifndef QDC_PACKAGE_@symbol@_H
#define QDC_PACKAGE_@symbol@_H

#include <qdrt/qdrt.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Where the package is looked for: @file@ in the folder of the program or shared library that was linked with this.
 * Writes the path with a zero at its end to `bytes` bytes of `path`, and returns `path`; a longer path is cut. */
const char *@symbol@_file(char *path, size_t bytes);

/* Loads it. qdrt_package_load says what the arguments mean and what it returns. */
qdrt_status @symbol@_load(qdrt_device device, const qdrt_package_options *options, qdrt_package *package);

#ifdef __cplusplus
}

#include <qdrt/qdrt.hpp>

/* Loads it, or throws qdrt::Error. */
inline qdrt::Package @symbol@_load(const qdrt::Device &device, const qdrt::PackageOptions &options = {}) {
  char path[4096];
  return qdrt::Package(device, @symbol@_file(path, sizeof(path)), options);
}
#endif

#endif
]])
  _qdc_choose_language(language)
  set(source_file ${folder}/${name}.c)
  if(language STREQUAL "CXX")
    set(source_file ${folder}/${name}.cpp)
  endif()
  file(CONFIGURE OUTPUT ${source_file} @ONLY CONTENT [[
/* Where the package @name@ lies. Made by qdc_add_package. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* dl_iterate_phdr */
#endif
#include "@name@.h"

#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct Search {
  char *path; /* of the program or library */
  size_t bytes;
};

static const char here = 0; /* a byte of that program or library */

static int look(struct dl_phdr_info *info, size_t size, void *data) {
  struct Search *search = (struct Search *)data;
  (void)size;
  for (unsigned i = 0; i < info->dlpi_phnum; ++i) {
    const uintptr_t begin = (uintptr_t)info->dlpi_addr + (uintptr_t)info->dlpi_phdr[i].p_vaddr;
    if (info->dlpi_phdr[i].p_type != PT_LOAD || (uintptr_t)&here < begin ||
        (uintptr_t)&here - begin >= info->dlpi_phdr[i].p_memsz)
      continue;
    if (info->dlpi_name[0]) /* else it is the program, which may have been found in PATH */
      snprintf(search->path, search->bytes, "%s", info->dlpi_name);
    return 1;
  }
  return 0;
}

const char *@symbol@_file(char *path, size_t bytes) {
  static const char program[] = "/proc/self/exe";
  struct Search search;
  char *slash;
  size_t length;
  ssize_t got;
  if (bytes == 0)
    return path;
  search.path = path;
  search.bytes = bytes;
  path[0] = 0;
  dl_iterate_phdr(look, &search);
  if (!path[0]) {
    got = readlink(program, path, bytes - 1);
    path[got < 0 ? 0 : got] = 0;
  }
  slash = strrchr(path, '/');
  length = slash ? (size_t)(slash - path) + 1 : 0;
  snprintf(path + length, bytes - length, "%s", "@file@");
  return path;
}

qdrt_status @symbol@_load(qdrt_device device, const qdrt_package_options *options, qdrt_package *package) {
  char path[4096];
  return qdrt_package_load(device, @symbol@_file(path, sizeof(path)), options, package);
}
]])
endmacro()

# The typed header of HEADER.
macro(_qdc_add_header)
  cmake_path(NORMAL_PATH _qdc_arg_HEADER OUTPUT_VARIABLE normal_header)
  if(normal_header STREQUAL "${name}.h" OR IS_ABSOLUTE "${_qdc_arg_HEADER}" OR
     _qdc_arg_HEADER MATCHES "(^|/)[.][.](/|$)")
    _qdc_refuse("the header can't be '${_qdc_arg_HEADER}': expected a relative name without '..' other than ${name}.h, "
                "which is made anyway")
  endif()
  _qdc_check_hidden("${normal_header}")
  set(header_language c++)
  set(space ${symbol})
  if(_qdc_arg_HEADER MATCHES "\\.h$")
    set(header_language c)
    set(space ${symbol}_kernel) # C has one space for them and what ${name}.h declares
  elseif(NOT _qdc_arg_HEADER MATCHES "\\.(hpp|hh|hxx|h\\+\\+)$")
    _qdc_refuse("the header '${_qdc_arg_HEADER}' has no ending of C++ or C: expected .hpp, .hh, .hxx or .h++, or .h for "
                "C")
  endif()
  set(header ${include}/${_qdc_arg_HEADER})
  get_filename_component(header_folder ${header} DIRECTORY)
  add_custom_command(OUTPUT ${header} COMMAND ${CMAKE_COMMAND} -E make_directory ${header_folder}
                     COMMAND ${compiler} header ${package} --language=${header_language} --namespace=${space} -o ${header}
                     DEPENDS ${compiler} ${package} COMMENT "Writing ${_qdc_arg_HEADER}" VERBATIM)
  target_sources(${name} PRIVATE ${header})
endmacro()

cmake_policy(POP)
