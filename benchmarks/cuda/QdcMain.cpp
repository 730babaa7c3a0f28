// Serves the cases of `./dev bench cuda` as qdc runs them.
// usage: bench-cuda-qdc FOLDER-OF-PACKAGES
// Exit code 77: there is no such device.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "QdcCases.h"

#include <cstdio>

int main(int argc, char **argv) {
  if (argc != 2)
    return std::fprintf(stderr, "usage: %s FOLDER-OF-PACKAGES\n", argv[0]), 2;
  const std::string folder = argv[1];
  using inputs::Timing;
  try {
    qdrt::Device device = qdrt::Device::open("cuda:0");
    const std::string version = std::to_string(qdrt_version() >> 16) + '.' + std::to_string(qdrt_version() & 0xffff);
    return serve(
        "qdc, libqdrt " + version + ", " + device.describe().name,
        {{"graph-host", [&] { return makeChain(device, folder, Timing::host, Change::nothing); }},
         {"graph-back-to-back", [&] { return makeChain(device, folder, Timing::backToBack, Change::nothing); }},
         {"graph-synchronized", [&] { return makeChain(device, folder, Timing::synchronized, Change::nothing); }},
         {"graph-pointer", [&] { return makeChain(device, folder, Timing::host, Change::pointer); }},
         {"graph-scalars", [&] { return makeChain(device, folder, Timing::host, Change::scalars); }},
         {"elementwise", [&] { return makeElementwise(device, folder, "elementwise"); }},
         {"task", [&] { return makeElementwise(device, folder, "one"); }},
         {"saxpy", [&] { return makeSaxpy(device, folder); }},
         {"sum", [&] { return makeSum(device, folder); }},
         {"mpm88", [&] { return makeMpm88(device, folder); }}});
  } catch (const qdrt::Error &error) {
    constexpr int noDevice = 77; // the bench then skips the case
    return std::fprintf(stderr, "bench-cuda-qdc: %s\n", error.what()), error.status() == QDRT_NO_DEVICE ? noDevice : 1;
  }
}
