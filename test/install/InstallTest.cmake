# Installs the loader from BUILD into FOLDER, moves it, and builds and runs SOURCE, a C program, against it: with the
# compiler CC alone, with pkg-config (PKG_CONFIG, if there is one), and with CMake. PACKAGE is the program's argument. If
# KERNEL is a file, the compiler is installed too and makes the package of it.
cmake_minimum_required(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${FOLDER})
run(${CMAKE_COMMAND} --install ${BUILD} --component qdrt --prefix ${FOLDER}/first)
file(RENAME ${FOLDER}/first ${FOLDER}/moved)
set(prefix ${FOLDER}/moved)

file(GLOB_RECURSE installed RELATIVE ${prefix} ${prefix}/*)
list(TRANSFORM installed REPLACE "^${LIBDIR}/" "LIB/")
list(TRANSFORM installed REPLACE "/qdrt-targets-[a-z]+\\.cmake" "/qdrt-targets-CONFIGURATION.cmake")
list(SORT installed)
file(STRINGS ${EXPECTED} expected)
if(NOT installed STREQUAL expected)
  message(FATAL_ERROR "installed '${installed}', expected '${expected}'")
endif()
file(GLOB_RECURSE texts ${prefix}/*.cmake ${prefix}/*.pc)
foreach(text IN LISTS texts)
  file(READ ${text} content)
  string(FIND "${content}" "${FOLDER}" at)
  if(NOT at EQUAL -1)
    message(FATAL_ERROR "${text} names the folder of its installation")
  endif()
endforeach()

set(ENV{LD_LIBRARY_PATH} ${prefix}/${LIBDIR})
run(${CC} -std=c11 -Wall -Wextra -Werror ${SOURCE} -I${prefix}/include ${prefix}/${LIBDIR}/libqdrt.a -lstdc++ -lm
    -o ${FOLDER}/static)
run(${FOLDER}/static ${PACKAGE})
run(${CC} -std=c11 ${SOURCE} -I${prefix}/include -L${prefix}/${LIBDIR} -lqdrt -o ${FOLDER}/shared)
run(${FOLDER}/shared ${PACKAGE})

if(PKG_CONFIG)
  set(ENV{PKG_CONFIG_PATH} ${prefix}/${LIBDIR}/pkgconfig)
  execute_process(COMMAND ${PKG_CONFIG} --cflags --libs qdrt OUTPUT_VARIABLE flags COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(flags NATIVE_COMMAND "${flags}")
  run(${CC} -std=c11 ${SOURCE} ${flags} -o ${FOLDER}/pkg-config)
  run(${FOLDER}/pkg-config ${PACKAGE})
endif()

run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/consumer -B ${FOLDER}/consumer -DCMAKE_C_COMPILER=${CC}
    -DCMAKE_PREFIX_PATH=${prefix} -DSOURCE=${SOURCE})
run(${CMAKE_COMMAND} --build ${FOLDER}/consumer)
run(${FOLDER}/consumer/with-qdrt ${PACKAGE})
run(${FOLDER}/consumer/with-qdrt_static ${PACKAGE})

if(KERNEL)
  run(${CMAKE_COMMAND} --install ${BUILD} --component qdc --prefix ${prefix})
  run(${prefix}/bin/qdc compile ${KERNEL} -o ${FOLDER}/compiled.fatbin)
  run(${FOLDER}/shared ${FOLDER}/compiled.fatbin)
  foreach(file share/man/man1/qdc.1 share/bash-completion/completions/qdc)
    if(NOT EXISTS ${prefix}/${file})
      message(FATAL_ERROR "${file} is not installed")
    endif()
  endforeach()
endif()
