# How every library and tool of qdc is declared. Warnings, sanitizers and include folders are set here once.

find_package(Threads REQUIRED)
# Headers alone. Its code stands in a namespace of its own (qdc/Support/Json.h), which version 3.11 is the first to allow.
if(NOT TARGET nlohmann_json::nlohmann_json)
  find_package(nlohmann_json 3.11)
  if(NOT nlohmann_json_FOUND)
    message(FATAL_ERROR "qdc is built with nlohmann/json 3.11 or a later 3, which is not found: install Debian's "
                        "nlohmann-json3-dev, or set nlohmann_json_DIR to the folder of nlohmann_jsonConfig.cmake")
  endif()
endif()

add_library(QdcOptions INTERFACE)
target_include_directories(QdcOptions INTERFACE ${PROJECT_SOURCE_DIR}/include ${PROJECT_BINARY_DIR}/include)
target_compile_options(QdcOptions INTERFACE -Wall -Wextra -Wno-unused-parameter -fvisibility=hidden
                                            $<$<COMPILE_LANGUAGE:CXX>:-fvisibility-inlines-hidden>)
# Paths of the build must not reach the binaries.
target_compile_options(QdcOptions INTERFACE -ffile-prefix-map=${PROJECT_BINARY_DIR}/=build/
                                            -ffile-prefix-map=${PROJECT_SOURCE_DIR}/=)
if(QDC_WARNINGS_AS_ERRORS)
  target_compile_options(QdcOptions INTERFACE -Werror)
endif()
if(QDC_SANITIZE)
  # What a sanitizer finds ends the program, so that the test fails.
  target_compile_options(QdcOptions INTERFACE -fsanitize=${QDC_SANITIZE} -fno-sanitize-recover=all
                                              -fno-omit-frame-pointer)
  target_link_options(QdcOptions INTERFACE -fsanitize=${QDC_SANITIZE})
endif()
# As Debian builds programs: a smashed stack, an overflow that the C library can see, a jump to where no function begins
# and a table of the linker that is written to end the program. Sanitizers find these by themselves, and better. The C
# library's checks need an optimiser.
if(NOT QDC_SANITIZE)
  target_compile_options(QdcOptions INTERFACE -fstack-protector-strong -fcf-protection
                                              "$<$<NOT:$<CONFIG:Debug,>>:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=2>")
  target_link_options(QdcOptions INTERFACE LINKER:-z,relro LINKER:-z,now)
  include(CheckPIESupported)
  check_pie_supported(LANGUAGES C CXX)
endif()
if(QDC_BUILD_FUZZERS)
  # Every library counts its edges; the fuzzers alone have a libFuzzer that looks at the counts.
  target_compile_options(QdcOptions INTERFACE -fsanitize=fuzzer-no-link)
endif()

# Whether objects can hold code for the link-time optimiser beside machine code, and lld reads it.
# Clang before 17 makes no such objects and only warns; lld does not read those of gcc.
include(CheckCXXSourceCompiles)
include(CMakePushCheckState)
if(NOT QDC_SANITIZE AND CMAKE_OBJCOPY AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND
   CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 17)
  cmake_push_check_state(RESET)
  set(CMAKE_REQUIRED_FLAGS "-flto -ffat-lto-objects")
  set(CMAKE_REQUIRED_LINK_OPTIONS -fuse-ld=lld)
  check_cxx_source_compiles("int main() { return 0; }" QDC_HAS_FAT_OBJECTS)
  cmake_pop_check_state()
endif()
# Compiles what becomes part of libqdrt.so, and links the library itself. Linked so, it is a tenth smaller.
set(qdc_link_time_options $<$<BOOL:${QDC_HAS_FAT_OBJECTS}>:-flto -ffat-lto-objects>)
# Nothing asks for a type at run time, but sanitizers. Who derives from classes of the loader is compiled so too.
if(NOT QDC_SANITIZE)
  set(qdc_without_types $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)
endif()
# What becomes part of the loader. Exceptions unwind from calls, so tables for other instructions would be dead weight.
set(qdc_loader_options ${qdc_link_time_options} ${qdc_without_types} -ffunction-sections -fdata-sections
                       -fno-asynchronous-unwind-tables)

# qdc_leave_machine_code(ARCHIVE)
# Takes the code for the link-time optimiser out of an archive of such objects. That code names the folder of its source.
function(qdc_leave_machine_code archive)
  if(QDC_HAS_FAT_OBJECTS)
    add_custom_command(TARGET ${archive} POST_BUILD
      COMMAND ${CMAKE_OBJCOPY} --remove-section=.llvm.lto $<TARGET_FILE:${archive}> VERBATIM)
  endif()
endfunction()

# qdc_add_library(NAME SOURCE... [LINK LIBRARY...])
# A static library without LLVM, for Support, SizeExpr, Package and the loader.
function(qdc_add_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LINK")
  add_library(${name} STATIC ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PUBLIC QdcOptions ${arg_LINK})
endfunction()

# qdc_add_compiler_library(NAME SOURCE... [LINK LIBRARY...] [DEPENDS TARGET...])
# A static library that may use LLVM and MLIR. DEPENDS names tablegen targets.
function(qdc_add_compiler_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LINK;DEPENDS")
  add_library(${name} STATIC ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PUBLIC QdcOptions QdcLLVMOptions ${arg_LINK})
  target_precompile_headers(${name} REUSE_FROM QdcPrecompiledHeaders)
  if(arg_DEPENDS)
    add_dependencies(${name} ${arg_DEPENDS})
  endif()
endfunction()

# qdc_add_compiler_tool(NAME SOURCE... [LINK LIBRARY...])
# An executable linked to the static LLVM and MLIR, by lld, with a digest of its bytes by which caches know it. LLVMSupport names libz3 in its link interface; nothing of ours
# uses it, so --as-needed leaves it out.
function(qdc_add_compiler_tool name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LINK")
  add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE QdcOptions QdcLLVMOptions ${arg_LINK} QdcLLVMComponents)
  target_link_options(${name} PRIVATE -fuse-ld=lld -Wl,--gc-sections -Wl,--as-needed -Wl,--build-id=sha1)
endfunction()
