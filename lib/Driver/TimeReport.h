//===- TimeReport.h - How long each phase took ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===---------------------------------------------------------------------*- C++ -*-===//
#ifndef QDC_LIB_DRIVER_TIMEREPORT_H
#define QDC_LIB_DRIVER_TIMEREPORT_H

#include <string>
#include <vector>

namespace qdc {

struct PhaseTime {
  std::string phase;
  double seconds = 0;
};

/// A line for each phase and one for all: milliseconds and share.
std::string timeReportText(const std::vector<PhaseTime> &times);
/// {"phases":[{"name","seconds"},...],"total":seconds} and a newline.
std::string timeReportJson(const std::vector<PhaseTime> &times);

} // namespace qdc

#endif // QDC_LIB_DRIVER_TIMEREPORT_H
