//===- CompileFor.cpp - Packages for another machine ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// compile-for INPUT OUTPUT LEVEL NAME [-FEATURE...]: what `qdc compile` makes for cpu:native on a machine whose
// processor LLVM calls NAME, and which hides these features.
//
//===----------------------------------------------------------------------===//
#include "qdc/Driver/Compile.h"
#include "qdc/Target/CPU/CPUTarget.h"

#include "llvm/ADT/STLExtras.h"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using namespace qdc;

int main(int argc, char **argv) {
  if (argc < 5) {
    std::fputs("usage: compile-for INPUT OUTPUT LEVEL NAME [-FEATURE...]\n", stderr);
    return EXIT_FAILURE;
  }
  DriverOptions options;
  options.input = options.package.sourceName = argv[1];
  options.output = argv[2];
  options.package.code.optimizationLevel = static_cast<unsigned>(std::atoi(argv[3]));
  std::string name = argv[4];
  std::vector<std::string> shown = processorOfLevel(name).features;
  for (int hidden = 5; hidden < argc; ++hidden) {
    auto feature = llvm::find(shown, argv[hidden] + 1);
    if (argv[hidden][0] != '-' || feature == shown.end()) {
      std::fprintf(stderr, "'%s' has no feature '%s'\n", name.c_str(), argv[hidden]);
      return EXIT_FAILURE;
    }
    shown.erase(feature);
  }
  options.package.families.push_back(makeCPUFamily(processorWith(name, shown)));
  DiagnosticPrinter printer(stderr, DiagnosticFormat::text, false);
  CompileProgress progress;
  Status status = compile(options, printer, progress);
  if (!status)
    printer.error(status.error().message);
  return status ? EXIT_SUCCESS : EXIT_FAILURE;
}
