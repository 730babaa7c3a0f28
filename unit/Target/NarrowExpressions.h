//===- NarrowExpressions.h - Expressions of narrow integers -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_UNIT_TARGET_NARROWEXPRESSIONS_H
#define QDC_UNIT_TARGET_NARROWEXPRESSIONS_H

#include "CompiledModule.h"
#include "GPUThreads.h"

#include "catch2/catch.hpp"

#include <functional>

namespace qdc {

/// For kernels whose elements are T, int8_t or int16_t, and in whose statements N stands for their type.
template <typename T>
struct NarrowExpressions {
  /// What iteration i finds: x[i], its two neighbours on each side, z[i], a scalar, and its own number.
  struct Operands {
    T x, before, after, before2, after2, z, scalar;
    int64_t number;
  };

  /// Statements that compute %r of them, and the same in C++, right modulo 2^32.
  struct Expression {
    std::string statements;
    std::function<unsigned(const Operands &)> value;
  };

  static constexpr int64_t count = 256 + 32, border = 16;

  static std::string typed(std::string text) {
    for (size_t at = 0; (at = text.find(" N", at)) != std::string::npos;)
      text.replace(at, 2, " i" + std::to_string(8 * sizeof(T)));
    for (size_t at = 0; (at = text.find("xN>", at)) != std::string::npos;)
      text.replace(at, 3, "xi" + std::to_string(8 * sizeof(T)) + ">");
    return text;
  }

  static std::string constantsAndLoads() {
    std::string text;
    for (auto [name, array, distance] : {std::tuple("x", "x", 0),
                                         {"before", "x", -1},
                                         {"after", "x", 1},
                                         {"before2", "x", -2},
                                         {"after2", "x", 2},
                                         {"z", "z", 0}}) {
      const std::string index = std::string("%at_") + name, by = index + "_by";
      text += by + " = arith.constant " + std::to_string(distance) + " : index\n" + index + " = arith.addi %i, " + by +
              " : index\n%" + name + "_ = memref.load %" + array + "[" + index + "] : memref<?xN>\n";
    }
    return text;
  }

  static GPUThreads kernelOf(const Expression &expression) {
    return GPUThreads(taskModule(
        typed("(%x: memref<?xN> {qd.slot = #qd.slot<array(0)>}, %z: memref<?xN> {qd.slot = #qd.slot<array(1)>}, "
              "%y: memref<?xN> {qd.slot = #qd.slot<array(2)>}, %low: index {qd.slot = #qd.slot<scalar(3)>}, "
              "%high: index {qd.slot = #qd.slot<scalar(4)>}, %s: i32 {qd.slot = #qd.slot<scalar(5)>})"),
        typed("%scalar_ = arith.trunci %s : i32 to N\nqd.for (%i) in (%high) from (%low) block_dim(32) {\n" +
              constantsAndLoads() + expression.statements + "\nmemref.store %r, %y[%i] : memref<?xN>\n}")));
  }

  /// Runs it on elements of all kinds beside many others, and compares each result.
  static void check(const Expression &expression) {
    CAPTURE(expression.statements);
    const GPUThreads kernel = kernelOf(expression);
    constexpr int scale = sizeof(T) == 1 ? 1 : 229; // through all values
    alignas(16) std::array<T, count> x, y, z;
    for (int scalar : {0, 1, -1, 77, 1 << (8 * sizeof(T) - 1)})
      for (int factor : {1, 3, 77, 129}) {
        for (int64_t i = 0; i < count; ++i) {
          x[i] = static_cast<T>(i * factor * scale);
          z[i] = static_cast<T>((i / 3 - 100 * factor) * scale);
        }
        y.fill(0);
        auto slot = [](const auto &array) { return reinterpret_cast<qd_slot>(array.data()); };
        kernel.run({slot(x), slot(z), slot(y), border, count - border, static_cast<uint32_t>(scalar)}, 1);
        for (int64_t i = border; i < count - border; ++i) {
          const Operands operands = {x[i], x[i - 1], x[i + 1], x[i - 2], x[i + 2], z[i], static_cast<T>(scalar), i};
          CAPTURE(scalar, factor, i);
          CHECK(y[i] == static_cast<T>(expression.value(operands)));
        }
      }
  }
};

} // namespace qdc

#endif // QDC_UNIT_TARGET_NARROWEXPRESSIONS_H
