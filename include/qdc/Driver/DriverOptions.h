//===- DriverOptions.h - What a compile is asked for ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DRIVER_DRIVEROPTIONS_H
#define QDC_DRIVER_DRIVEROPTIONS_H

#include "qdc/Cache/CachePlaces.h"
#include "qdc/Driver/CompileOptions.h"
#include "qdc/Embed/EmbedObject.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace qdc {

enum class TimeReport : uint8_t { none, text, json };

/// What to compile and how, where the result goes, and what is shown on the way.
struct DriverOptions : CompileOptions {
  std::string input;  // a path, or "-" for standard input
  std::string output; // a path, or "-" for standard output
  std::optional<std::string> embedSymbol; // write the package as an object file, with this symbol (EmbedObject.h)
  EmbedMachine embedMachine = hostEmbedMachine();

  CachePlaces cache;       // where packages are kept between compiles (CompileCached.h)
  bool fillsCache = false; // the cache is all that is written, and it is an error where it cannot be
  bool isVerbose = false;
  bool saveTemps = false;
  bool writeDependencies = false;
  std::string dependencyFile;   // empty: the output with the ending .d
  std::string dependencyTarget; // empty: the output

  std::string stopAfter;                 // a phase; empty: the last one
  std::vector<std::string> printIRAfter; // phases
  TimeReport timeReport = TimeReport::none;
};

/// Whether the options ask for more than a package: for IR, files of -save-temps or times. Such a compile uses no
/// cache.
bool showsPhases(const DriverOptions &options);

} // namespace qdc

#endif // QDC_DRIVER_DRIVEROPTIONS_H
