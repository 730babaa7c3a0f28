//===- DriverOptions.h - What a compile is asked for ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DRIVER_DRIVEROPTIONS_H
#define QDC_DRIVER_DRIVEROPTIONS_H

#include "qdc/Driver/PackageOptions.h"
#include "qdc/Driver/WarningOptions.h"
#include "qdc/Embed/EmbedObject.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace qdc {

enum class TimeReport : uint8_t { none, text, json };

/// What to compile, and how.
struct DriverOptions {
  std::string input; // a path, or "-" for standard input
  std::string output; // a path, or "-" for standard output
  PackageOptions package;
  std::optional<std::string> embedSymbol; // write the package as an object file, with this symbol (EmbedObject.h)
  EmbedMachine embedMachine = hostEmbedMachine();

  unsigned threads = 0; // 0: one for each processor
  bool isVerbose = false;
  WarningOptions warnings;
  bool deterministic = false; // refuse kernels of which two launches may leave other bits (Determinism.h)
  bool saveTemps = false;
  bool writeDependencies = false;
  std::string dependencyFile; // empty: the output with the ending .d
  std::string dependencyTarget; // empty: the output

  std::string stopAfter; // a phase; empty: the last one
  std::vector<std::string> printIRAfter; // phases
  TimeReport timeReport = TimeReport::none;
  bool remarkFusedTasks = false; // a remark for each parallel loop that was fused with the one before it
  bool remarkMissedFusion = false; // and for each that was not, with the reason
};

} // namespace qdc

#endif // QDC_DRIVER_DRIVEROPTIONS_H
