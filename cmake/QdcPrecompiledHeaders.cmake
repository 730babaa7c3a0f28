# The headers of LLVM and MLIR that most files of the compiler include, parsed once: with them a file takes a third
# of the time. They are an addition to what a file includes, never a part of it: each file includes what it uses, and
# compiles with CMAKE_DISABLE_PRECOMPILE_HEADERS too. Headers of ours are not among them, so a change of one rebuilds only
# what includes it.
set(qdc_precompiled_headers
  <mlir/Analysis/DataFlow/IntegerRangeAnalysis.h>
  <mlir/Dialect/Arith/IR/Arith.h>
  <mlir/Dialect/ControlFlow/IR/ControlFlow.h>
  <mlir/Dialect/Func/IR/FuncOps.h>
  <mlir/Dialect/GPU/IR/GPUDialect.h>
  <mlir/Dialect/Index/IR/IndexDialect.h>
  <mlir/Dialect/LLVMIR/LLVMDialect.h>
  <mlir/Dialect/Math/IR/Math.h>
  <mlir/Dialect/MemRef/IR/MemRef.h>
  <mlir/Dialect/SCF/IR/SCF.h>
  <mlir/Dialect/Utils/StaticValueUtils.h>
  <mlir/IR/IRMapping.h>
  <mlir/IR/Matchers.h>
  <mlir/Pass/PassManager.h>
  <mlir/Transforms/DialectConversion.h>
  <llvm/ADT/MapVector.h>
  <llvm/ADT/SetVector.h>
  <llvm/ADT/StringExtras.h>
  <llvm/ADT/TypeSwitch.h>
  <llvm/IR/IRBuilder.h>
  <llvm/IR/IntrinsicInst.h>
  <llvm/IR/Module.h>)

# Their target: qdc_add_compiler_library takes them from it.
set(qdc_precompiled_folder ${PROJECT_BINARY_DIR}/precompiled)
file(CONFIGURE OUTPUT ${qdc_precompiled_folder}/Empty.cpp CONTENT "// A target needs a source.\n")
add_library(QdcPrecompiledHeaders STATIC ${qdc_precompiled_folder}/Empty.cpp)
target_link_libraries(QdcPrecompiledHeaders PRIVATE QdcOptions QdcLLVMOptions)
target_precompile_headers(QdcPrecompiledHeaders PRIVATE ${qdc_precompiled_headers})

if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # Named by its path, not by that of the header that it was made of: ccache looks for this option.
  set(CMAKE_CXX_COMPILE_OPTIONS_USE_PCH -include-pch <PCH_FILE>)
  # No times of headers in the file.
  target_compile_options(QdcPrecompiledHeaders PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  # The file names the folder of the build. ccache takes this digest in its place (CCACHE_PCH_EXTSUM), so what one folder
  # compiled serves another.
  string(SHA256 qdc_precompiled_digest
         "${CMAKE_CXX_COMPILER_VERSION} ${LLVM_PACKAGE_VERSION} ${qdc_precompiled_headers}")
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/CMakeFiles/QdcPrecompiledHeaders.dir/cmake_pch.hxx.pch.sum
       CONTENT "${qdc_precompiled_digest}\n")
endif()
