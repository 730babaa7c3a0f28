//===- Builtins.cpp - What generated code of a CPU calls ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/CPU/Builtins.h"

#include "qdc/Target/EmbedFile.h"

QDC_EMBED_FILE(qdcCPUBuiltins, QDC_CPU_BUILTINS)

namespace qdc {

llvm::StringRef cpuBuiltinsObject() { return {qdcCPUBuiltinsBegin, size_t(qdcCPUBuiltinsEnd - qdcCPUBuiltinsBegin)}; }

llvm::TargetLibraryInfoImpl cpuTargetLibraryInfo(const llvm::Triple &triple) {
  llvm::TargetLibraryInfoImpl info(triple);
  info.disableAllFunctions();
  for (llvm::LibFunc function :
       {llvm::LibFunc_memcpy, llvm::LibFunc_memmove, llvm::LibFunc_memset, llvm::LibFunc_memcmp, llvm::LibFunc_bcmp})
    info.setAvailable(function);
  return info;
}

} // namespace qdc
