//===- CompilePackage.h - The compiler as a function ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From the bytes of a source to the bytes of a package, without a file:
//
//   CompileOptions options;
//   options.package.sourceName = "scale.qir";
//   options.package.families = makeTargetFamilies([](const std::string &) { return std::string(); });
//   Result<ByteVector> package = compilePackage({asBytes(text), "scale.qir"}, options, listener);
//
// Around it, Compile.h has files, and CacheKey.h what a cache finds the package
// by.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DRIVER_COMPILEPACKAGE_H
#define QDC_DRIVER_COMPILEPACKAGE_H

#include "qdc/Driver/CompileOptions.h"
#include "qdc/Driver/Diagnostics.h"
#include "qdc/Support/Bytes.h"
#include "qdc/Support/Result.h"

#include <string>

namespace qdc {

/// Kernels as MLIR text or bytecode. The bytes belong to the caller and must outlive the compile.
struct KernelSource {
  ByteSpan bytes;
  std::string name; // what diagnostics call it: "dir/heat.qir"; PackageOptions::sourceName is what the package calls it
};

/// Receives what a compile has to say while it runs. The compile calls it from threads of its own; where nothing else
/// is said, never from two at the same time.
class CompileListener {
public:
  virtual ~CompileListener() = default;

  /// What was found in the kernels, with the severity that the options give it; warnings that they turn off do not
  /// come. A compile that fails tells all of its reasons so, or returns the one that it does not tell.
  virtual void report(const Diagnostic &diagnostic) = 0;
  /// What a tool printed although it succeeded. Several threads may call it at the same time.
  virtual void showToolOutput(const std::string &text) = 0;

  /// A phase begins; the name is one of phaseNames() and lives as long as the program.
  virtual void beginPhase(const char * /*name*/) {}
  /// One more image is done. Several threads may call it at the same time.
  virtual void finishImage() {}
  /// A line on what is done, for -v. Several threads may call it at the same time.
  virtual void log(const std::string & /*line*/) {}
};

/// Compiles kernels. The bytes of the package follow from the source's bytes, from `options.package`, from qdc itself
/// and from what the families of the targets tell in TargetFamily::fingerprint(), and from nothing else.
///
/// Fails with ErrorCode::invalidArgument where the kernels are wrong: what is wrong went to `listener`, and the error
/// has no message. Other errors (targets, tools, names of kernels in the options) have one and were not reported;
/// ErrorCode::internal is a bug in qdc.
///
/// Reads and writes no files but those of tools, and memory of its own alone, so several may run at once. Runs on
/// threads of its own, with stacks that do not depend on the caller's, which have ended when it returns.
Result<ByteVector> compilePackage(const KernelSource &source, const CompileOptions &options, CompileListener &listener);

} // namespace qdc

#endif // QDC_DRIVER_COMPILEPACKAGE_H
