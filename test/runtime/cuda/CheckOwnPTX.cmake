# Fails if KERNEL.ptx in FOLDER is not what make-ptx there makes with COMPILER.
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND ${FOLDER}/make-ptx ${COMPILER} ${KERNEL} OUTPUT_VARIABLE made COMMAND_ERROR_IS_FATAL ANY)
file(READ ${FOLDER}/${KERNEL}.ptx known)
if(NOT made STREQUAL known)
  message(FATAL_ERROR "${FOLDER}/${KERNEL}.ptx is not what make-ptx makes of ${KERNEL}.c:\n${made}")
endif()
