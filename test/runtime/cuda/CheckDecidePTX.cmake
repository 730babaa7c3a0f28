# Fails if Decide.ptx in FOLDER is not what make-decide-ptx there makes with COMPILER.
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND ${FOLDER}/make-decide-ptx ${COMPILER} OUTPUT_VARIABLE made COMMAND_ERROR_IS_FATAL ANY)
file(READ ${FOLDER}/Decide.ptx known)
if(NOT made STREQUAL known)
  message(FATAL_ERROR "${FOLDER}/Decide.ptx is not what make-decide-ptx makes of Decide.c:\n${made}")
endif()
