//===- Main.cpp - The conformance tests of one backend --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// conformance --device SPELLING [--images FOLDER] [options of Catch]. Exit code
// 77: this machine has no such device, and standard error says why. The images
// are those of the device's kind; by default those that were built for the CPU.
//
//===----------------------------------------------------------------------===//

#define CATCH_CONFIG_RUNNER
#include "Fixture.h"

#include <cstdio>

// Set by main() before the tests run.
static std::string device = "cpu";

const std::string &runtime_test::deviceUnderTest() { return device; }

int main(int count, char **arguments) {
  Catch::Session session;
  std::string images = runtime_test::builtImages();
  session.cli(session.cli() | Catch::clara::Opt(device, "spelling")["--device"]("the device under test") |
              Catch::clara::Opt(images, "folder")["--images"]("where the images lie"));
  int parsed = session.applyCommandLine(count, arguments);
  if (parsed != 0)
    return parsed;
  runtime_test::useImages(device, images);
  qdrt_device opened = nullptr;
  qdrt_status status = qdrt_device_open_by_name(device.c_str(), nullptr, &opened);
  qdrt_device_close(opened);
  if (status == QDRT_NO_DEVICE) {
    std::fprintf(stderr, "skipped: %s\n", qdrt_last_error());
    return 77;
  }
  return session.run();
}
