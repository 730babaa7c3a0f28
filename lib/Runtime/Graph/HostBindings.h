//===- HostBindings.h - Sizes in loops that the host leads ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_GRAPH_HOSTBINDINGS_H
#define QDRT_GRAPH_HOSTBINDINGS_H

#include "Runtime/Arguments/Arguments.h"
#include "Runtime/Graph/ProgramState.h"

#include "qdc/ABI/KernelABI.h"

#include <span>

namespace qdrt::loader {

/// What the leaves of a SizeExpr mean at a step of a program that the host runs. Words that it knows (HostWord) cost
/// nothing; all others are read from the device, in the order of the stream.
class HostBindings final : public qdc::SizeExprBindings {
public:
  HostBindings(const Program &program, const ArgumentBindings &arguments) : program(program), arguments(arguments) {}

  /// The loops around the steps from now on, the outermost first.
  void setLoops(const LoopState *of) { loops = of; }
  qdc::Result<int64_t> scalar(uint32_t argument) const override { return arguments.scalar(argument); }
  qdc::Result<int64_t> dim(uint32_t argument, uint32_t axis) const override { return arguments.dim(argument, axis); }
  qdc::Result<int64_t> word(uint64_t offset) const override {
    const HostWord *known = program.findHostWord(offset);
    qdc::Result<int64_t> value = known ? valueOf(*known) : qdc::Result<int64_t>(0);
    return known && value ? value : arguments.word(offset);
  }
  /// An error where the value does not fit in 64 bits.
  qdc::Result<int64_t> valueOf(const HostWord &known) const {
    return known.value ? known.value->evaluate(*this) : qdc::Result<int64_t>(loops[known.depth].value);
  }

private:
  const Program &program;
  const ArgumentBindings arguments;
  const LoopState *loops = nullptr;
};

/// The same where all words that are asked for have been read.
class WordBindings final : public qdc::SizeExprBindings {
public:
  /// `values` are those of the words from `offset` on.
  WordBindings(const qdc::SizeExprBindings &others, uint64_t offset, std::span<const int64_t> values)
      : others(others), offset(offset), values(values) {}

  qdc::Result<int64_t> scalar(uint32_t argument) const override { return others.scalar(argument); }
  qdc::Result<int64_t> dim(uint32_t argument, uint32_t axis) const override { return others.dim(argument, axis); }
  qdc::Result<int64_t> word(uint64_t at) const override { return values[(at - offset) / QDC_WORD_BYTES]; }

private:
  const qdc::SizeExprBindings &others;
  const uint64_t offset;
  const std::span<const int64_t> values;
};

} // namespace qdrt::loader

#endif // QDRT_GRAPH_HOSTBINDINGS_H
