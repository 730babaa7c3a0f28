# Fails if KNOWN is not what MAKE_SPIRV makes of SOURCE with GLSLANG and SPIRV_OPT.
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND ${MAKE_SPIRV} ${GLSLANG} ${SPIRV_OPT} ${SOURCE} ${SYMBOL} OUTPUT_VARIABLE made
                COMMAND_ERROR_IS_FATAL ANY)
file(READ ${KNOWN} known)
if(NOT made STREQUAL known)
  message(FATAL_ERROR "${KNOWN} is not what make-spirv makes of ${SOURCE}:\n${made}")
endif()
