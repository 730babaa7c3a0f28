//===- Assembler.h - From PTX to cubin --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only NVIDIA's ptxas makes machine code for its GPUs, so it runs as a process
// of its own. It reads and writes files in memory: nothing is left behind
// however qdc or it ends, and no path gets into the code.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_CUDA_ASSEMBLER_H
#define QDC_TARGET_CUDA_ASSEMBLER_H

#include "qdc/Support/Result.h"
#include "qdc/Toolchain/CUDATools.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace qdc {

struct CUDAOptions;
struct ProcessResult;

/// What ptxas is asked for, for one image.
struct AssembleRequest {
  std::string ptx;
  std::string architecture;       // "sm_90"
  unsigned optimizationLevel = 3; // 0 to 3
  bool lineInfo = false;          // keep the PTX's line numbers
};

struct AssembledImage {
  std::string cubin;    // an ELF file
  std::string messages; // what ptxas printed: warnings, and what -Xptxas -v asks for
};

/// The ptxas of one compile: found when it is first needed, and then used for all images. Any number of threads may use
/// it at the same time.
class Assembler {
public:
  /// `options` say where ptxas may be, and what every run is given. They outlive this, and are complete before any of
  /// its functions is called.
  explicit Assembler(const CUDAOptions &options);
  ~Assembler();

  /// Its path and version, "ptxas 13.0.88". Fails with ErrorCode::toolMissing, saying what to install or set.
  struct Program {
    FoundTool tool;
    std::string nameAndVersion;
  };
  const Result<Program> &program() const;

  /// The words that a run is given, without the program and the files; for -v.
  std::vector<std::string> argumentsFor(const AssembleRequest &request) const;

  /// Assembles: the same bytes, a cubin that readCubin takes, for the same request and version. Fails with the output
  /// of ptxas as message and the code
  /// - toolMissing, if there is no ptxas that works: none at all, or one that is too old for the architecture or the
  ///   PTX, was ended by a signal, or ended well without a cubin;
  /// - invalidArgument, if it failed with arguments of the user;
  /// - internal else;
  /// - inputOutput, if the system has no memory, files or processes left.
  Result<AssembledImage> assemble(const AssembleRequest &request) const;

private:
  Error failure(const Program &program, const AssembleRequest &request, const ProcessResult &result) const;
  Error noCubin(const Program &program, const AssembleRequest &request, const std::string &reason) const;

  const CUDAOptions &options;
  struct Found;
  std::unique_ptr<Found> found;
};

} // namespace qdc

#endif // QDC_TARGET_CUDA_ASSEMBLER_H
