//===- Subject.h - Devices that are asked about -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_EXPLAIN_SUBJECT_H
#define QDRT_EXPLAIN_SUBJECT_H

#include "Runtime/Core/DeviceTraits.h"

#include <string>
#include <vector>

namespace qdrt::loader {

/// A device of this machine, or one that is described.
struct Subject {
  std::string spelling; // "cuda:0"; of a described one with all that the description left open
  std::string name;     // the device's own; empty: it is described
  std::unique_ptr<DeviceTraits> traits; // NULL: it can't be opened
  std::string unavailable;              // why
};

/// The device of a spelling: one of this machine, as qdrt_device_open_by_name() takes it, or a description
/// (Describers.h). noDevice if it can't be opened; invalidArgument names what would be accepted.
qdc::Result<Subject> findSubject(const std::string &spelling);

/// All devices of this machine, those too that can't be opened.
std::vector<Subject> allSubjects();

} // namespace qdrt::loader

#endif // QDRT_EXPLAIN_SUBJECT_H
