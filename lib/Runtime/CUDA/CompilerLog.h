//===- CompilerLog.h - What the driver's compiler says ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CUDA_COMPILERLOG_H
#define QDRT_CUDA_COMPILERLOG_H

#include "Runtime/CUDA/DriverTypes.h"

#include "qdc/Support/Result.h"

namespace qdrt::loader::cuda {

/// Options for a call that compiles, by which the driver says why it refuses something. None of them changes the code
/// that it makes; one that does belongs into the key of LinkedCode.h. Lives until the call has returned, of
/// cuLinkCreate until the end of the link.
class CompilerLog {
public:
  static constexpr unsigned optionCount = 2;
  CUjit_option *options() { return names; }
  void **values() { return valuesOfOptions; }

  /// The error with what the log says at the end of its message.
  qdc::Error addedTo(qdc::Error error) const;

private:
  char text[2048] = "";
  CUjit_option names[optionCount] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *valuesOfOptions[optionCount] = {text, reinterpret_cast<void *>(sizeof(text) - 1)};
};

} // namespace qdrt::loader::cuda

#endif // QDRT_CUDA_COMPILERLOG_H
