//===- ImageOptions.cpp - The options that one target sees ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ImageOptions.h"

#include "Paths.h"

using namespace qdc;

CompileOptions qdc::imageOptions(const Compilation &compilation, const Target &target) {
  CompileOptions options;
  options.optimizationLevel = compilation.options.optimizationLevel;
  options.debugInfo = compilation.options.debugInfo;
  options.fpContract = compilation.options.contract ? FPContract::fast : FPContract::off;
  options.mathLibrary = compilation.options.useLibdevice ? MathLibrary::libdevice : MathLibrary::qdc;
  options.cudaTools = compilation.options.cudaTools;
  options.assembler = &compilation.assembler;
  options.showToolOutput = [&compilation](const std::string &text) { compilation.showToolOutput(text); };
  if (compilation.options.isVerbose)
    options.log = [&compilation](const std::string &line) { compilation.log(line); };
  if (compilation.options.saveTemps)
    options.saveTemporary = [&compilation, name = targetInFileName(target.spelling())](std::string_view suffix,
                                                                                       std::string_view bytes) {
      return compilation.saveTemporary(name + "." + std::string(suffix), asBytes(bytes));
    };
  return options;
}
