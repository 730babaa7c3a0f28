//===- AlignedLoopsTest.cpp - Loops that load sixteen bytes at once -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CompiledModule.h"
#include "GPUThreads.h"

#include "catch2/catch.hpp"

using namespace qdc;

namespace {

/// y[i] = the sum of a[i * m + k] * b[k * n + i] for k below m.
std::string rowsByColumns(const std::string &type) {
  const std::string array = "memref<?x" + type + ">", kind = type[0] == 'i' ? "i" : "f";
  return taskModule(
      "(%a: " + array + " {qd.slot = #qd.slot<array(0)>}, %b: " + array +
          " {qd.slot = #qd.slot<array(1)>}, %y: " + array +
          " {qd.slot = #qd.slot<array(2)>}, %m: index {qd.slot = #qd.slot<scalar(3)>}, "
          "%n: index {qd.slot = #qd.slot<scalar(4)>})",
      "qd.for (%i) in (%n) block_dim(32) {\n%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n%zero = "
      "arith.constant " +
          std::string(kind == "i" ? "0" : "0.0") + " : " + type +
          "\n%row = arith.muli %i, %m : index\n%sum = scf.for %k = %c0 to %m step %c1 iter_args(%before = %zero) -> (" +
          type +
          ") {\n%at = arith.addi %row, %k : index\n%down = arith.muli %k, %n : index\n%there = arith.addi %down, %i : "
          "index\n%u = memref.load %a[%at] : " +
          array + "\n%v = memref.load %b[%there] : " + array + "\n%product = arith.mul" + kind + " %u, %v : " + type +
          "\n%after = arith.add" + kind + " %before, %product : " + type + "\nscf.yield %after : " + type +
          "\n}\nmemref.store %sum, %y[%i] : " + array + "\n}");
}

/// Rows of all lengths from all places in sixteen bytes; what lies beside them is not a number that would go unseen.
template <typename T>
void check(const std::string &type) {
  const GPUThreads kernel(rowsByColumns(type));
  constexpr int64_t n = 33, most = 13, offsets = 16 / sizeof(T);
  for (int64_t m = 0; m <= most; ++m)
    for (int64_t offset = 0; offset < offsets; ++offset) {
      CAPTURE(type, m, offset);
      alignas(16) std::array<T, n * most + 16> a;
      std::vector<T> b(n * most), y(n), wanted(n);
      for (size_t k = 0; k < a.size(); ++k)
        a[k] = T(k * k + 7);
      for (size_t k = 0; k < b.size(); ++k)
        b[k] = T(3 * k + 1);
      for (int64_t i = 0; i < n; ++i)
        for (int64_t k = 0; k < m; ++k)
          wanted[i] += a[offset + i * m + k] * b[k * n + i];
      auto slot = [](const T *values) { return reinterpret_cast<qd_slot>(values); };
      kernel.run({slot(a.data() + offset), slot(b.data()), slot(y.data()), static_cast<qd_slot>(m), n}, 2);
      CHECK(y == wanted);
    }
}

} // namespace

TEST_CASE("loops that load sixteen bytes at once find what those do that load one by one") {
  check<int32_t>("i32");
  check<double>("f64");
}
