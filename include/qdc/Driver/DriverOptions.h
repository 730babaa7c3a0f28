//===- DriverOptions.h - What a compile is asked for ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DRIVER_DRIVEROPTIONS_H
#define QDC_DRIVER_DRIVEROPTIONS_H

#include "qdc/Toolchain/CUDATools.h"

#include <cstdint>
#include <string>
#include <vector>

namespace qdc {

/// -ffile-prefix-map=OLD=NEW
struct PrefixMap {
  std::string from;
  std::string to;
};

enum class TimeReport : uint8_t { none, text, json };

/// What to compile, and how. Only what its comment calls part of the package
/// can change its bytes.
struct DriverOptions {
  std::string input; // a path, or "-" for standard input; part of the package as recordedName gives it
  std::vector<PrefixMap> prefixMaps; // for the input's name in the package
  std::string output; // a path, or "-" for standard output
  std::vector<std::string> targets = {"cpu:native"}; // part of the package
  unsigned optimizationLevel = 3; // 0 to 3; part of the package
  bool debugInfo = false; // part of the package
  bool contract = true; // a * b + c with one rounding where that is faster; part of the package
  bool useLibdevice = false; // for NVIDIA's GPUs, in place of qdc's own math functions; part of the package
  bool fuseTasks = true; // neighbouring parallel loops as one task; part of the package
  CUDAToolPlaces cudaTools; // where ptxas is; its version is part of the package
  std::vector<std::string> ptxasArguments; // for each run of ptxas; part of the package by what they do

  unsigned threads = 0; // 0: one for each processor
  bool isVerbose = false;
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
