//===- ImageOptions.cpp - The options that one target sees ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ImageOptions.h"

#include "Paths.h"

using namespace qdc;

ImageOptions qdc::imageOptions(Compilation &compilation, TargetCompilation &image) {
  ImageOptions options;
  options.code = compilation.options.package.code;
  options.showToolOutput = [&](const std::string &text) { compilation.showToolOutput(image, text); };
  options.log = [&compilation](const std::string &line) { compilation.listener.log(line); };
  if (compilation.saveTemporary)
    options.saveTemporary = [&compilation, name = targetInFileName(image.name())](std::string_view suffix,
                                                                                  std::string_view bytes) {
      return compilation.saveTemporary(name + "." + std::string(suffix), asBytes(bytes));
    };
  return options;
}
