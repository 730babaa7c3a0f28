# Configures a loader with BACKENDS in FOLDER. With REFUSAL, CMake must refuse that with these words. With
# BUILDS, that is built, and no more. Else the loader is built, is below LIMIT bytes without its symbols, and PROGRAM,
# which opens DEVICE with it, SAYS this.
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER})
execute_process(
  COMMAND ${CMAKE_COMMAND} -S ${SOURCE} -B ${FOLDER}/build -G ${GENERATOR} -DCMAKE_BUILD_TYPE=Release
          -DCMAKE_C_COMPILER=${CC} -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_C_COMPILER_LAUNCHER=${LAUNCHER}
          -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER} -DQDC_BUILD_COMPILER=OFF -DQDC_BUILD_TESTS=OFF
          -DQDC_BUILD_EXAMPLES=OFF "-DQDRT_BACKENDS=${BACKENDS}"
  RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(REFUSAL)
  # CMake breaks lines.
  string(REGEX REPLACE "[ \n]+" " " output "${output}")
  string(FIND "${output}" "${REFUSAL}" found)
  if(result EQUAL 0 OR found EQUAL -1)
    message(FATAL_ERROR "a build with '${BACKENDS}' is not refused with '${REFUSAL}': ${output}")
  endif()
  return()
endif()
if(NOT result EQUAL 0)
  message(FATAL_ERROR "a build with '${BACKENDS}' is refused: ${output}")
endif()
if(NOT BUILDS)
  set(BUILDS qdrt)
  set(isLoader ON)
endif()
execute_process(COMMAND ${CMAKE_COMMAND} --build ${FOLDER}/build --target ${BUILDS}
                RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "${BUILDS} with '${BACKENDS}' is not built: ${output}")
endif()
if(NOT isLoader)
  return()
endif()

file(GLOB libraries ${FOLDER}/build/lib/libqdrt.so)
execute_process(COMMAND ${STRIP} -o ${FOLDER}/libqdrt.stripped.so ${libraries} COMMAND_ERROR_IS_FATAL ANY)
file(SIZE ${FOLDER}/libqdrt.stripped.so bytes)
message(STATUS "${bytes} bytes without symbols")
if(bytes GREATER LIMIT)
  message(FATAL_ERROR "a loader with '${BACKENDS}' has ${bytes} bytes without symbols; it may have ${LIMIT}")
endif()

execute_process(COMMAND ${CC} -I${SOURCE}/include ${PROGRAM} -o ${FOLDER}/program ${libraries}
                        -Xlinker -rpath=${FOLDER}/build/lib
                COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${FOLDER}/program ${DEVICE} OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
if(NOT output STREQUAL "cpu opens\n${SAYS}\n")
  message(FATAL_ERROR "the program says '${output}', not '${SAYS}'")
endif()
