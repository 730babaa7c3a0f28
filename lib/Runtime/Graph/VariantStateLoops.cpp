//===- VariantStateLoops.cpp - What graphs are told of loops --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Core/LaunchFailure.h"
#include "Runtime/Graph/VariantState.h"
#include "Runtime/Package/Module.h"

using namespace qdrt::loader;

namespace {
struct Number {
  const std::optional<qdc::SizeExpr> &expression;
  const char *what;
  int64_t &value;
};
} // namespace

/// Those of a loop that don't come from words.
static qdc::Status evaluateNumbers(const qdc::Module &module, const qdc::Node &node,
                                   const qdc::SizeExprBindings &bindings, LoopValues &values) {
  const Number numbers[] = {{node.maximum, "maximum of iterations", values.upper},
                            {node.lower, "lower bound", values.lower},
                            {node.upper, "upper bound", values.upper},
                            {node.step, "step", values.step}};
  for (const Number &number : numbers) {
    if (!number.expression || number.expression->readsWord())
      continue;
    qdc::Result<int64_t> value = number.expression->evaluate(bindings);
    if (!value)
      return qdc::Error{value.error().code, failureAtSite(module, QDRT_INVALID_ARGUMENT, node.site, 0,
                                                          qdc::formatText("{}: {}", number.what, value.error().message))
                                                .message};
    number.value = *value;
  }
  return {};
}

qdc::Status VariantState::evaluateLoops(const Module &module, std::span<const BoundArgument> arguments,
                                        BackendStream &stream) {
  const qdc::Kernel &kernel = *code->description;
  const ArgumentBindings bindings(kernel, arguments, stream, nullptr);
  for (uint32_t loop = 0; loop < loops.runs().size(); ++loop) {
    if (!isInGraph(programs.prepared().program.loops[loop].task))
      continue;
    const qdc::Node &node = *programs.prepared().program.loops[loop].node;
    LoopValues found;
    if (qdc::Status evaluated = evaluateNumbers(module.description(), node, bindings, found); !evaluated)
      return evaluated;
    if (node.kind == qdc::NodeKind::doWhile) {
      found.flag = flagOf(module, kernel, arguments, memory.regions(), node.flag);
      if (!node.maximum)
        found.upper = INT64_MAX;
    }
    loops.setValues(loop, found);
  }
  return {};
}
