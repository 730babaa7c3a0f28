//===- RandomKernel.h - Kernels by chance, with their meaning ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A random program over a few small arrays, as the text of a kernel and as a
// tree that is interpreted directly. Programs are made so that memory passes
// have much to do and many ways to go wrong: few elements, indices that are
// equal, differ by constants or are computed, two arrays that overlap, branches,
// counted loops that may run zero times, do-while loops, parallel loops, atomics,
// and arithmetic in its special cases.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_UNIT_DRIVER_RANDOMKERNEL_H
#define QDC_UNIT_DRIVER_RANDOMKERNEL_H

#include "../Target/CompiledModule.h"

#include <array>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace qdc {

class RandomKernel {
public:
  /// What the kernel's arguments point to, in their order.
  struct Memory {
    std::array<int64_t, 8> a, b;
    std::array<int64_t, 9> shared; // %c is its first 8 elements, %d its last 8; both are qd.may_alias
    std::array<int64_t, 16> rows;  // 4 x 4; parallel iteration i owns row i
    int32_t go;
    bool operator==(const Memory &) const = default;
    /// The kernel's arguments, which point into this.
    CompiledModule::Arguments arguments();
  };

  /// The same program for the same seed.
  explicit RandomKernel(uint64_t seed);
  ~RandomKernel();

  /// The kernel `@f(%a, %b, %c, %d: memref<8xi64>, %rows: memref<4x4xi64>, %go: memref<i32>)`.
  std::string source() const;

  /// What the kernel does to memory.
  void interpret(Memory &memory) const;

private:
  struct Expression;
  struct Index;
  struct Statement;
  struct Printer;
  struct Interpreter;
  using ExpressionPtr = std::shared_ptr<const Expression>;

  /// What may be used at a place of the program.
  struct Scope {
    std::vector<unsigned> variables; // of enclosing loops
    int rowOwner = -1;               // the variable of the parallel loop that we are in
    int atomicArray = -1;            // which that loop updates, and so must not load
    int depth = 0;
  };

  unsigned pick(unsigned choices) { return static_cast<unsigned>(random() % choices); }
  ExpressionPtr makeExpression(const Scope &scope, int depth);
  Index makeIndex(const Scope &scope, int depth);
  unsigned pickReadableArray(const Scope &scope);
  std::vector<Statement> makeBlock(const Scope &scope, unsigned length);
  Statement makeStatement(const Scope &scope);
  Statement makeStore(const Scope &scope);

  std::mt19937_64 random;
  unsigned variables = 0;
  std::vector<Statement> program;
};

} // namespace qdc

#endif // QDC_UNIT_DRIVER_RANDOMKERNEL_H
