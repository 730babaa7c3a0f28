//===- ListDevices.cpp - Prints the devices of CUDA -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For processes whose driver is another one than the tests': a line for each
// device, with its name or why it can't be opened, and what opening it says.
//
//===----------------------------------------------------------------------===//

#include "qdrt/qdrt.h"

#include <cstdio>

int main() {
  for (uint32_t row = 0; row < qdrt_device_count(); ++row) {
    qdrt_device_info info = {};
    info.size = sizeof(info);
    if (qdrt_device_query(row, &info) != QDRT_OK || info.backend != QDRT_CUDA)
      continue;
    std::printf("%s: %s\n", info.spelling, info.unavailable ? info.unavailable : info.name);
    qdrt_device device = nullptr;
    qdrt_status status = qdrt_device_open(QDRT_CUDA, info.index, nullptr, &device);
    std::printf("%s: %s\n", qdrt_status_name(status), status == QDRT_OK ? "" : qdrt_last_error());
    qdrt_device_close(device);
  }
  return 0;
}
