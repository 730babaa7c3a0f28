// Serves the cases of `./dev bench vulkan` as qdc runs them, on a device of Vulkan or of CUDA.
// usage: bench-vulkan-qdc FOLDER-OF-PACKAGES DEVICE full|small LOOPS    (how large cases are; how loops run, or auto)
// Exit code 77: there is no such device.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Inputs.h"
#include "cuda/QdcCases.h"
#include "loops/QdcCases.h"

#include <cstdio>

int main(int argc, char **argv) {
  const auto sizes = argc == 5 ? inputs::sizesOf(argv[3]) : std::nullopt;
  if (!sizes)
    return std::fprintf(stderr, "usage: %s FOLDER-OF-PACKAGES DEVICE full|small LOOPS\n", argv[0]), 2;
  const std::string folder = argv[1];
  const char *loops = argv[4];
  using inputs::Timing;
  try {
    qdrt::Device device = qdrt::Device::open(argv[2]);
    const std::string version = std::to_string(qdrt_version() >> 16) + '.' + std::to_string(qdrt_version() & 0xffff);
    auto chain = [&](Timing timing, Change change) {
      return [&, timing, change] { return makeChain(device, folder, timing, change); };
    };
    auto count = [&](int64_t n) { return [&, n] { return makeCount(device, folder, loops, n); }; };
    return serve("qdc, libqdrt " + version + ", " + argv[2] + ", loops: " + loops + ", " + device.describe().name,
                 {{"graph-host", chain(Timing::host, Change::nothing)},
                  {"graph-back-to-back", chain(Timing::backToBack, Change::nothing)},
                  {"graph-synchronized", chain(Timing::synchronized, Change::nothing)},
                  {"graph-pointer", chain(Timing::host, Change::pointer)},
                  {"graph-scalars", chain(Timing::host, Change::scalars)},
                  {"saxpy", [&] { return makeSaxpy(device, folder, sizes->large); }},
                  {"sum", [&] { return makeSum(device, folder, sizes->large); }},
                  {"mpm88", [&] { return makeMpm88(device, folder, loops, {sizes->particles, sizes->nodes}); }},
                  {"count-256", count(256)},
                  {"count-16384", count(16384)},
                  {"count-1048576", count(1048576)},
                  {"nested", [&] { return makeNested(device, folder, loops); }}});
  } catch (const qdrt::Error &error) {
    constexpr int noDevice = 77; // the bench then skips the case
    return std::fprintf(stderr, "bench-vulkan-qdc: %s\n", error.what()),
           error.status() == QDRT_NO_DEVICE ? noDevice : 1;
  }
}
