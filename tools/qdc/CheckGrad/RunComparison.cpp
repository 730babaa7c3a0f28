//===- RunComparison.cpp - Launch, compare, report ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CheckGrad/CheckReport.h"
#include "CheckGrad/CheckRequest.h"

#include <cstdio>

using namespace qdc;

double qdc::toleranceOf(qdrt_type type) {
  switch (type) {
  case QDRT_BF16:
    return 1e-1;
  case QDRT_F16:
    return 2e-2;
  case QDRT_F64:
    return 1e-10;
  default:
    return 1e-3;
  }
}

static Failure compareLaunches(const CheckRequest &request, CheckReport &report) {
  LaunchedFunction launched;
  if (Failure failure = launched.open(request.packages))
    return failure;
  report.subject = launched.getSubject();
  report.kernel = request.packages.gradient.kernel;
  report.options = request.comparison;
  report.options.tolerance = request.tolerance.value_or(toleranceOf(launched.getCoarsestType()));
  const DifferentiatedFunction &function = launched.getFunction();
  report.inputs = function.inputs;
  report.outputs = function.outputs;
  for (const FunctionVariable &input : function.inputs)
    report.inputShapes.push_back(launched.shapeOf(input.name));
  for (const FunctionVariable &output : function.outputs)
    report.outputShapes.push_back(launched.shapeOf(output.name));
  return compareDerivatives(function, report.options, report.comparison);
}

ExitCode qdc::runComparison(const CheckRequest &request) {
  CheckReport report;
  if (Failure failure = compareLaunches(request, report))
    return reportError(*failure);
  std::string text = checkText(report);
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
  if (report.comparison.pairs.empty())
    return reportError(ToolError::input(nothingText(report)));
  return report.comparison.worst ? reportError(ToolError::input(disagreementText(report))) : ExitCode::success;
}
