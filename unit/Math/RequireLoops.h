//===- RequireLoops.h - Loops that a test cannot do without -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_UNIT_MATH_REQUIRELOOPS_H
#define QDC_UNIT_MATH_REQUIRELOOPS_H

#include "MathLoop.h"

#include <catch2/catch.hpp>

namespace qdc::test {

/// MathLoops::compile(); where that fails, the test ends with the reason.
inline MathLoops requireLoops(const std::string &processor, const std::vector<MathLoopSource> &sources) {
  Result<MathLoops> loops = MathLoops::compile(processor, sources);
  INFO((loops.ok() ? "" : loops.error().message));
  REQUIRE(loops.ok());
  return std::move(*loops);
}

} // namespace qdc::test

#endif // QDC_UNIT_MATH_REQUIRELOOPS_H
