# Installs the loader from BUILD into FOLDER, moves it, and builds and runs SOURCE, a C program, against it: with the
# compiler CC alone, with pkg-config (PKG_CONFIG, if there is one), and with CMake. PACKAGE is the program's argument. If
# KERNEL is a file, the compiler is installed too and makes the package of it. EXPECTED and EXPECTED_OF_COMPILER list the
# installed files. CXX compiles programs in C++, FORTRAN, if there is one, those in Fortran. PYTHON runs check_sbom.py and
# READELF reads what is installed; IS_STRIPPED says whether symbols that a debugger alone needs are left out.
cmake_minimum_required(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# Installs COMPONENT as `prefix`, whose files must be those that the file EXPECTED lists.
function(install_component component prefix expected)
  run(${CMAKE_COMMAND} --install ${BUILD} --component ${component} --prefix ${prefix})
  file(GLOB_RECURSE installed RELATIVE ${prefix} ${prefix}/*)
  list(TRANSFORM installed REPLACE "^${LIBDIR}/" "LIB/")
  list(TRANSFORM installed REPLACE "/qdrt-targets-[a-z]+\\.cmake" "/qdrt-targets-CONFIGURATION.cmake")
  list(SORT installed)
  file(STRINGS ${expected} expected)
  if(NOT installed STREQUAL expected)
    message(FATAL_ERROR "installed '${installed}', expected '${expected}'")
  endif()
endfunction()

# What PREFIX says of COMPONENT must be true of its PROGRAMS.
function(check_notices component prefix)
  run(${PYTHON} ${CMAKE_CURRENT_LIST_DIR}/check_sbom.py ${component} ${prefix}/share/doc/${component} ${READELF} ${ARGN})
endfunction()

function(check_stripped library)
  execute_process(COMMAND ${READELF} --sections --wide ${library} OUTPUT_VARIABLE sections COMMAND_ERROR_IS_FATAL ANY)
  if(NOT sections MATCHES " \\.dynsym " OR (IS_STRIPPED AND sections MATCHES " \\.symtab "))
    message(FATAL_ERROR "'${library}' is not stripped: ${sections}")
  endif()
endfunction()

file(REMOVE_RECURSE ${FOLDER})
install_component(qdrt ${FOLDER}/first ${EXPECTED})
file(RENAME ${FOLDER}/first ${FOLDER}/moved)
set(prefix ${FOLDER}/moved)
check_notices(qdrt ${prefix} ${prefix}/${LIBDIR}/libqdrt.so)
check_stripped(${prefix}/${LIBDIR}/libqdrt.so)
# As packages are made: staged below a folder.
run(${CMAKE_COMMAND} -E env DESTDIR=${FOLDER}/staged
    ${CMAKE_COMMAND} --install ${BUILD} --component qdrt --prefix /opt/qdrt)
check_stripped(${FOLDER}/staged/opt/qdrt/${LIBDIR}/libqdrt.so)
file(GLOB_RECURSE texts ${prefix}/*.cmake ${prefix}/*.pc)
foreach(text IN LISTS texts)
  file(READ ${text} content)
  string(FIND "${content}" "${FOLDER}" at)
  if(NOT at EQUAL -1)
    message(FATAL_ERROR "${text} names the folder of its installation")
  endif()
endforeach()

# `with_library ARG...`: a program that does not know where the library lies.
set(with_library ${CMAKE_COMMAND} -E env LD_LIBRARY_PATH=${prefix}/${LIBDIR})
set(ENV{LD_LIBRARY_PATH})
run(${CC} -std=c11 -Wall -Wextra -Werror ${SOURCE} -I${prefix}/include ${prefix}/${LIBDIR}/libqdrt.a -lstdc++ -lm
    -o ${FOLDER}/static)
run(${FOLDER}/static ${PACKAGE})
run(${CC} -std=c11 ${SOURCE} -I${prefix}/include -L${prefix}/${LIBDIR} -lqdrt -o ${FOLDER}/shared)
run(${with_library} ${FOLDER}/shared ${PACKAGE})

# In a prefix of one's own the library is found by its path; in one of the system no path is in the way.
foreach(system IN ITEMS /usr /usr/local)
  run(${CMAKE_COMMAND} -E env DESTDIR=${FOLDER}/staged
      ${CMAKE_COMMAND} --install ${BUILD} --component qdrt --prefix ${system})
  file(READ ${FOLDER}/staged${system}/${LIBDIR}/pkgconfig/qdrt.pc content)
  if(content MATCHES "rpath" OR NOT content MATCHES "\nLibs: -L[$]{libdir} -lqdrt\n")
    message(FATAL_ERROR "below '${system}' qdrt.pc is '${content}'")
  endif()
endforeach()
if(PKG_CONFIG)
  set(elsewhere "${FOLDER}/moved, to try")
  file(COPY ${prefix}/ DESTINATION ${elsewhere})
  set(ENV{PKG_CONFIG_PATH} ${elsewhere}/${LIBDIR}/pkgconfig)
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

# So does one in Fortran.
if(FORTRAN)
  run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/consumer-fortran -B ${FOLDER}/consumer-fortran
      -DCMAKE_C_COMPILER=${CC} -DCMAKE_Fortran_COMPILER=${FORTRAN} -DCMAKE_PREFIX_PATH=${prefix})
  run(${CMAKE_COMMAND} --build ${FOLDER}/consumer-fortran)
  run(${FOLDER}/consumer-fortran/program)
endif()

# A program in C++ has the C++ library as it asks for it.
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/consumer-cxx -B ${FOLDER}/consumer-cxx -DCMAKE_CXX_COMPILER=${CXX}
    -DCMAKE_PREFIX_PATH=${prefix})
run(${CMAKE_COMMAND} --build ${FOLDER}/consumer-cxx)
foreach(program IN ITEMS plain own-libraries static)
  run(${FOLDER}/consumer-cxx/${program} ${PACKAGE})
  execute_process(COMMAND ${READELF} --dynamic --wide ${FOLDER}/consumer-cxx/${program} OUTPUT_VARIABLE dynamic
                  COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCH "libstdc" shared "${dynamic}")
  if(program STREQUAL "plain" AND NOT shared OR NOT program STREQUAL "plain" AND shared)
    message(FATAL_ERROR "'${program}' needs '${dynamic}'")
  endif()
endforeach()

if(KERNEL)
  set(prefix ${FOLDER}/compiler)
  install_component(qdc ${prefix} ${EXPECTED_OF_COMPILER})
  check_notices(qdc ${prefix} ${prefix}/bin/qdc ${prefix}/bin/qdc-lsp-server ${prefix}/bin/qdc-opt)
  if(PKG_CONFIG)
    file(COPY ${prefix}/ DESTINATION ${FOLDER}/compiler-moved)
    set(ENV{PKG_CONFIG_PATH} ${FOLDER}/compiler-moved/${LIBDIR}/pkgconfig)
    execute_process(COMMAND ${PKG_CONFIG} --variable=qdc qdc OUTPUT_VARIABLE program OUTPUT_STRIP_TRAILING_WHITESPACE
                    COMMAND_ERROR_IS_FATAL ANY)
    # pkg-config writes it for a shell.
    separate_arguments(program UNIX_COMMAND "${program}")
    run(${program} --version)
  endif()
  run(${prefix}/bin/qdc compile ${KERNEL} -o ${FOLDER}/compiled.fatbin)
  run(${with_library} ${FOLDER}/shared ${FOLDER}/compiled.fatbin)

  # A build that has the compiler and no more. Its script of installation is told of another folder.
  file(GLOB_RECURSE scripts RELATIVE ${BUILD} ${BUILD}/tools/*cmake_install.cmake)
  foreach(script IN LISTS scripts)
    file(READ ${BUILD}/${script} content)
    string(REPLACE "${BUILD}" "${FOLDER}/partial" content "${content}")
    file(WRITE ${FOLDER}/partial/${script} "${content}")
  endforeach()
  file(COPY ${BUILD}/notices DESTINATION ${FOLDER}/partial)
  file(GLOB configs ${BUILD}/tools/qdc-config*.cmake ${BUILD}/tools/qdc.pc)
  file(COPY ${configs} DESTINATION ${FOLDER}/partial/tools)
  file(COPY ${BUILD}/bin/qdc DESTINATION ${FOLDER}/partial/bin)
  set(prefix ${FOLDER}/partly)
  execute_process(COMMAND ${CMAKE_COMMAND} -DCMAKE_INSTALL_PREFIX=${prefix} -DCMAKE_INSTALL_COMPONENT=qdc
                          -P ${FOLDER}/partial/tools/cmake_install.cmake
                  OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
  file(STRINGS ${EXPECTED_OF_COMPILER} expected)
  list(TRANSFORM expected REPLACE "^LIB/" "${LIBDIR}/")
  foreach(file IN LISTS expected)
    string(FIND "${output}" "Not installed, because it was not built: ${FOLDER}/partial/${file}\n" at)
    if(at EQUAL -1 AND NOT EXISTS ${prefix}/${file})
      message(FATAL_ERROR "'${file}' is not installed, and nothing is said of it in '${output}'")
    elseif(NOT at EQUAL -1 AND EXISTS ${prefix}/${file})
      message(FATAL_ERROR "'${file}' is installed, and this is said: '${output}'")
    endif()
  endforeach()
  if(NOT EXISTS ${prefix}/bin/qdc OR EXISTS ${prefix}/bin/qdc-lsp-server)
    message(FATAL_ERROR "the compiler alone should be installed: '${output}'")
  endif()
endif()
