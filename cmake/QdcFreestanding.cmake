# C that is compiled at build time and becomes part of the compiler. The tools are LLVM's own of the version that qdc is
# built with, so that qdc can read what they write.
find_program(QDC_CLANG clang HINTS ${LLVM_TOOLS_BINARY_DIR} NO_DEFAULT_PATH REQUIRED)

# compile_freestanding(RESULT SUFFIX SOURCES FILE... [FLAGS FLAG...] [DEPENDS FILE...])
# Compiles each source to its name with the ending <SUFFIX>, in the build tree, and sets RESULT to these files. Sources
# are named relative to the current folder: bitcode and objects keep the name, and it must not depend on the machine.
function(compile_freestanding result suffix)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "SOURCES;FLAGS;DEPENDS")
  set(outputs)
  foreach(source IN LISTS arg_SOURCES)
    cmake_path(REPLACE_EXTENSION source ${suffix} OUTPUT_VARIABLE name)
    set(output ${CMAKE_CURRENT_BINARY_DIR}/${name})
    cmake_path(GET output PARENT_PATH folder)
    file(MAKE_DIRECTORY ${folder})
    add_custom_command(
      OUTPUT ${output}
      COMMAND ${QDC_CLANG} --target=x86_64-unknown-linux-gnu -std=c11 -O2 -Wall -Wextra -ffreestanding -fno-builtin
              -fno-math-errno -fno-stack-protector -fno-asynchronous-unwind-tables -fno-ident -I${PROJECT_SOURCE_DIR}/include
              -I${PROJECT_SOURCE_DIR}/lib ${arg_FLAGS}
              -c ${source} -o ${output}
      DEPENDS ${source} ${arg_DEPENDS}
      WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
      COMMENT "Compiling ${source}"
      VERBATIM)
    list(APPEND outputs ${output})
  endforeach()
  set(${result} ${outputs} PARENT_SCOPE)
endfunction()
