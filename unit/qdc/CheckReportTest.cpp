//===- CheckReportTest.cpp - What a check of a gradient shows -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CheckGrad/CheckReport.h"

#include <catch2/catch.hpp>

using namespace qdc;

static CheckReport sample(Doubt doubt) {
  CheckReport report;
  report.subject = {"p.fatbin", "f.grad", "cuda:0", "GPU", "cuda:sm_90", ""};
  report.kernel = "f";
  report.inputs = {{"x", {}}, {"a", {}}};
  report.outputs = {{"y", {}}, {"result 0", {}}};
  report.inputShapes = {{2, 3, 4}, {}};
  report.outputShapes = {{5}, {}};
  report.comparison.pairs = {{0, 0, 0.5, 1e-9, false, doubt}, {1, 1, 1, 0, true, Doubt::none}};
  if (doubt != Doubt::none)
    report.comparison.worst = 0;
  report.comparison.element = {0, 4, 0, 23, 0.5, 2, 2.25};
  return report;
}

TEST_CASE("a table has a line for each pair, and what counts") {
  CHECK(checkText(sample(Doubt::none)) ==
        "f.grad on cuda:0 (GPU), cuda:sm_90\n"
        "of        by  gradient  finite differences\n"
        "y         x    5.0e-01             1.0e-09\n"
        "result 0  a    1.0e+00                   0  too small to be compared\n"
        "errors are relative to f.jvp in f64; 16 random directions of each input, seed 0\n"
        "the gradient agrees with forward mode within 0.001, and finite differences within 0.001\n");
}

TEST_CASE("a pair that disagrees is marked") {
  const std::string text = checkText(sample(Doubt::gradient));
  CHECK(text.find("y         x    5.0e-01             1.0e-09  the gradient disagrees\n") != std::string::npos);
  CHECK(text.find("agrees with") == std::string::npos);
  CHECK(checkText(sample(Doubt::forward)).find("  forward mode disagrees\n") != std::string::npos);
  CHECK(checkText(sample(Doubt::differences)).find("  finite differences disagree\n") != std::string::npos);
  CHECK(checkText(sample(Doubt::all)).find("  all three disagree\n") != std::string::npos);
}

TEST_CASE("the verdict names who is alone, and the element") {
  const std::string element =
      ": d y[4] / d x[1, 2, 3] is 0.5 by the gradient, 2 by forward mode, 2.25 by finite differences";
  CHECK(disagreementText(sample(Doubt::gradient)) ==
        "the gradient of 'f' disagrees with forward mode and finite differences, which agree" + element);
  CHECK(disagreementText(sample(Doubt::forward)) ==
        "forward mode of 'f' disagrees with the gradient and finite differences, which agree" + element);
  CHECK(
      disagreementText(sample(Doubt::differences)) ==
      "finite differences of 'f' disagree with the gradient and forward mode, which agree; the kernel may have a jump "
      "or a kink there" +
          element);
  CHECK(disagreementText(sample(Doubt::all)) ==
        "the gradient of 'f', forward mode and finite differences all disagree" + element);
}

TEST_CASE("a check of nothing is told so") {
  CheckReport report = sample(Doubt::none);
  report.comparison.pairs.clear();
  CHECK(checkText(report) == "f.grad on cuda:0 (GPU), cuda:sm_90\n");
  CHECK(nothingText(report) ==
        "nothing of 'f' was compared: all derivatives are 0 at these arguments, by the gradient too; give others");
}

TEST_CASE("single numbers have no indices") {
  CheckReport report = sample(Doubt::gradient);
  report.comparison.element = {1, 0, 1, 0, 0.5, 2, 2};
  CHECK(disagreementText(report).find(": d result 0 / d a is 0.5 by the gradient") != std::string::npos);
}
