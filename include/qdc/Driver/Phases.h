//===- Phases.h - What a compile does, in order -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one table of phases. `--stop-after`, `--print-ir-after`, `--time-report`,
// help, completion, docs/command-line.md and the tests read it.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DRIVER_PHASES_H
#define QDC_DRIVER_PHASES_H

#include <span>
#include <string>
#include <vector>

namespace qdc {

class Compilation;

struct Phase {
  const char *name;
  const char *summary; // what holds afterwards
  bool changesIR;      // false: the IR is what the phase before left
  /// False after a failure; errors have then been reported.
  bool (*run)(Compilation &compilation);
};

/// In the order in which they run.
std::span<const Phase> phases();

/// Their names.
std::vector<std::string> phaseNames();

} // namespace qdc

#endif // QDC_DRIVER_PHASES_H
