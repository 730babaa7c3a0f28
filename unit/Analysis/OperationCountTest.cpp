//===- OperationCountTest.cpp - How much work one iteration is ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Analysis/OperationCount.h"
#include "ParsedModule.h"
#include "qdc/ABI/KernelABI.h"

#include <catch2/catch.hpp>

using namespace qdc;

static uint32_t count(const std::string &body, const std::string &partials = "") {
  ParsedModule parsed("qd.task @t of @k extent(#qd.size<\"1\">) " + partials +
                      " (%n: index {qd.slot = #qd.slot<scalar(0)>},"
                      " %f: f32 {qd.slot = #qd.slot<scalar(1)>}, %c: i1 {qd.slot = #qd.slot<scalar(2)>}) {\n" +
                      body + "\n}");
  return estimateOperations(parsed.first<qd::TaskOp>());
}

TEST_CASE("operations count one, constants nothing, an empty task one") {
  CHECK(count("") == 1);
  CHECK(count("%z = arith.constant 1.0 : f32 %a = arith.addf %f, %z : f32 %b = arith.addf %a, %z : f32") == 2);
}

TEST_CASE("only the body of a parallel loop counts, once") {
  CHECK(count("%m = arith.addi %n, %n : index qd.for (%i) in (%m) { %a = arith.addf %f, %f : f32 }") == 1);
}

TEST_CASE("loops count their trips, conditionals their larger side") {
  CHECK(count("%l = arith.constant 2 : index %u = arith.constant 9 : index %s = arith.constant 2 : index"
              " scf.for %i = %l to %u step %s { %a = arith.addf %f, %f : f32 }") == 1 + 4);
  CHECK(count("%l = arith.constant 2 : index scf.for %i = %l to %n step %l { %a = arith.addf %f, %f : f32 }") ==
        1 + kAssumedTripCount);
  CHECK(count("scf.if %c { %a = arith.addf %f, %f : f32 %b = arith.addf %f, %f : f32 }"
              " else { %a = arith.addf %f, %f : f32 }") == 1 + 2);
}

TEST_CASE("expensive operations count more") {
  CHECK(count("%a = math.exp %f : f32 %b = arith.divf %f, %a : f32") == 2 * kExpensiveOperation);
}

TEST_CASE("an iteration of a reduction is a block") {
  CHECK(count("%r = qd.for (%i) in (%n) reduce(addf) -> f32 { %a = arith.addf %f, %f : f32 qd.yield %a : f32 }",
              "partials [64]") == QDC_REDUCE_MINIMUM_BLOCK);
}

TEST_CASE("huge loops saturate") {
  CHECK(count("%z = arith.constant 0 : index %s = arith.constant 1 : index %u = arith.constant 4000000000 : index"
              " scf.for %i = %z to %u step %s { scf.for %j = %z to %u step %s { %a = arith.addf %f, %f : f32 } }") ==
        UINT32_MAX);
}
