//===- FlagUse.h - What reading a loop's flag touches -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_PROGRAM_FLAGUSE_H
#define QDRT_PROGRAM_FLAGUSE_H

#include "qdc/Package/Manifest.h"

namespace qdrt::loader {

/// Where a task that reads a flag lists it, and as what.
struct FlagUse {
  std::vector<uint32_t> qdc::Task::*list;
  uint32_t index;
};

/// Of a flag of a loop of a verified kernel's graph. A temporary is its region.
inline FlagUse useOfFlag(const qdc::Kernel &kernel, const qdc::FlagSource &flag) {
  switch (flag.kind) {
  case qdc::FlagKind::argument:
    return {&qdc::Task::readArrays, flag.index};
  case qdc::FlagKind::global:
    return {&qdc::Task::readGlobals, flag.index};
  case qdc::FlagKind::temporary:
    return {&qdc::Task::readRegions, kernel.temporaries[flag.index].region};
  }
  return {&qdc::Task::readArrays, flag.index};
}

} // namespace qdrt::loader

#endif // QDRT_PROGRAM_FLAGUSE_H
