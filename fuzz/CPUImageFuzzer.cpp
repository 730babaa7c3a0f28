//===- CPUImageFuzzer.cpp - Any bytes as an image for the CPU -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The input is the image of a CPU target. What is refused has a message that
// names the image; what is taken is loaded by the dynamic linker, finds its
// function or says that there is none, and is unloaded, and the process lives.
//
//===----------------------------------------------------------------------===//
#include "Require.h"

#include "Runtime/CPU/Image.h"

using namespace qdrt::loader;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  qdc::Result<std::unique_ptr<BackendImage>> image = cpu::Image::load(std::as_bytes(std::span(data, size)));
  if (!image) {
    require(image.error().message.find("the CPU image") != std::string::npos, "a refusal names the image");
    return 0;
  }
  qdc::Result<qd_cpu_entry> found = static_cast<const cpu::Image &>(**image).find("store");
  require(found || found.error().code == qdc::ErrorCode::invalidPackage, "a symbol is found or is not there");
  return 0;
}
