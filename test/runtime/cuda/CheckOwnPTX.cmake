# Fails if PTX is not what MAKE_PTX makes of SOURCE with COMPILER.
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND ${MAKE_PTX} ${COMPILER} ${SOURCE} OUTPUT_VARIABLE made COMMAND_ERROR_IS_FATAL ANY)
file(READ ${PTX} known)
if(NOT made STREQUAL known)
  message(FATAL_ERROR "${PTX} is not what make-ptx makes of ${SOURCE}:\n${made}")
endif()
