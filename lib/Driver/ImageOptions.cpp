//===- ImageOptions.cpp - The options that one target sees ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ImageOptions.h"

#include "Paths.h"

using namespace qdc;

ImageOptions qdc::imageOptions(const Compilation &compilation, const TargetCompilation &image) {
  ImageOptions options;
  options.code = compilation.options.package.code;
  options.showToolOutput = [&compilation](const std::string &text) { compilation.showToolOutput(text); };
  if (compilation.options.isVerbose)
    options.log = [&compilation](const std::string &line) { compilation.log(line); };
  if (compilation.options.saveTemps)
    options.saveTemporary = [&compilation, name = targetInFileName(image.name())](std::string_view suffix,
                                                                                  std::string_view bytes) {
      return compilation.saveTemporary(name + "." + std::string(suffix), asBytes(bytes));
    };
  return options;
}
