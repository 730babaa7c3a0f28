# Finds LLVM, MLIR and lld 22 and makes them linkable as static component libraries: a static qdc starts three times
# faster than a shared one. Debian's exported MLIR and lld targets name the shared `LLVM`; mixing that with static
# archives gives two copies of every global, so the name is dropped here and QdcLLVMComponents takes its place.
find_package(MLIR 22.1 CONFIG PATHS /usr/lib/llvm-22)
if(NOT MLIR_FOUND)
  message(FATAL_ERROR "qdc is built with MLIR and LLVM 22, which are not found: install Debian's libmlir-22-dev, "
                      "mlir-22-tools and llvm-22-dev (cmake/debian-packages.txt has all that is needed), or set MLIR_DIR to "
                      "the folder of MLIRConfig.cmake. QDC_BUILD_COMPILER=OFF builds the loader alone, which needs none.")
endif()
find_package(LLD CONFIG HINTS ${LLVM_DIR}/../lld)
if(NOT LLD_FOUND)
  message(FATAL_ERROR "qdc is built with lld 22, which is not found: install Debian's liblld-22-dev, or set LLD_DIR to the "
                      "folder of LLDConfig.cmake")
endif()
list(APPEND CMAKE_MODULE_PATH ${MLIR_CMAKE_DIR} ${LLVM_CMAKE_DIR})
include(TableGen)
include(AddLLVM)
include(AddMLIR)

qdc_describe_part(LLVM VERSION ${LLVM_PACKAGE_VERSION}
  LICENSE "Apache-2.0 WITH LLVM-exception AND Spencer-94 AND BSD-3-Clause AND BSD-2-Clause AND Unicode-DFS-2015 AND CC0-1.0"
  COPYRIGHT "Copyright (c) 2003-2019 University of Illinois at Urbana-Champaign"
  URL https://github.com/llvm/llvm-project)

add_library(QdcLLVMOptions INTERFACE)
target_include_directories(QdcLLVMOptions SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
separate_arguments(qdc_llvm_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_options(QdcLLVMOptions INTERFACE ${qdc_llvm_definitions})
target_compile_options(QdcLLVMOptions INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions> -ffunction-sections
                                                -fdata-sections)

foreach(target IN LISTS MLIR_EXPORTED_TARGETS LLD_EXPORTED_TARGETS)
  if(TARGET ${target})
    get_target_property(links ${target} INTERFACE_LINK_LIBRARIES)
    if(links)
      list(REMOVE_ITEM links LLVM)
      set_target_properties(${target} PROPERTIES INTERFACE_LINK_LIBRARIES "${links}")
    endif()
  endif()
endforeach()

add_library(QdcLLVMComponents INTERFACE)
llvm_map_components_to_libnames(qdc_llvm_libraries
  Core Support Passes IRReader AsmParser BitReader BitWriter Linker LTO DTLTO Option TargetParser Target CodeGen MC
  X86CodeGen X86AsmParser X86Desc X86Info X86Disassembler NVPTXCodeGen NVPTXDesc NVPTXInfo)
target_link_libraries(QdcLLVMComponents INTERFACE ${qdc_llvm_libraries})
