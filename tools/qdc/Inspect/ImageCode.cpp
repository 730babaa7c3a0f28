//===- ImageCode.cpp - What an image's code says about itself -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Inspect/ImageCode.h"

#include "qdc/Package/OffloadKind.h"

#include <algorithm>

using namespace qdc;

static bool isOfKind(const Image &image, OffloadImageKind kind) {
  std::optional<OffloadKind> known = offloadKindOf(image.target);
  return known && known->image == kind;
}

bool qdc::isCubin(const Image &image) { return isOfKind(image, OffloadImageKind::cubin); }

/// The word after `directive` at the start of a line; empty if there is none.
static std::string directive(std::string_view ptx, const std::string &name) {
  size_t at = ptx.find("\n" + name + " ");
  if (at == std::string_view::npos)
    return "";
  std::string_view word = ptx.substr(at + name.size() + 2);
  return std::string(word.substr(0, word.find_first_of(", \t\r\n")));
}

static Error invalid(const Image &image, const std::string &what) {
  return {ErrorCode::invalidPackage, "image '" + image.target + "': " + what};
}

static Result<ImageCode> readPTX(const Image &image, ByteSpan bytes) {
  ImageCode code;
  code.ptxVersion = directive(asText(bytes), ".version");
  code.ptxTarget = directive(asText(bytes), ".target");
  if (code.ptxVersion.empty() || code.ptxTarget.empty())
    return invalid(image, "not PTX: no version or no target is told");
  return code;
}

Result<ImageCode> qdc::readImageCode(const Image &image, ByteSpan bytes) {
  if (isOfKind(image, OffloadImageKind::ptx))
    return readPTX(image, bytes);
  if (!isCubin(image))
    return ImageCode();
  Result<std::vector<CubinKernel>> kernels = readCubin(bytes);
  if (!kernels)
    return invalid(image, kernels.error().message);
  ImageCode code;
  for (const EntryPoint &entry : image.entryPoints) {
    auto kernel = std::ranges::find(*kernels, entry.symbol, &CubinKernel::symbol);
    if (kernel == kernels->end())
      return invalid(image, "the cubin has no kernel '" + entry.symbol + "'");
    code.kernels.push_back(*kernel);
  }
  return code;
}

std::string qdc::ptxLabel(const ImageCode &code) {
  return code.ptxVersion.empty() ? "" : ", PTX " + code.ptxVersion + " for " + code.ptxTarget;
}

std::string qdc::codeLabel(const CubinKernel &kernel) {
  std::string text = std::to_string(kernel.registers) + " registers";
  auto add = [&](uint64_t bytes, const char *what) {
    if (bytes)
      text += ", " + std::to_string(bytes) + " bytes " + what;
  };
  add(kernel.stackBytes, "of stack");
  add(kernel.localStoreBytes, "stored there");
  add(kernel.localLoadBytes, "loaded from there");
  add(kernel.sharedBytes, "shared");
  add(kernel.constantBytes, "constant");
  add(kernel.codeBytes, "of code");
  return text;
}

std::string qdc::loopCodeLabel(const ImageCode &code, const LoopCode &loop) {
  if (code.kernels.empty() || !loop.entryPoint)
    return "";
  return ", " + std::to_string(code.kernels[*loop.entryPoint].codeBytes) + " bytes of code";
}
