// Serves the cases of `./dev bench loops` as qdc runs them.
// usage: bench-loops-qdc FOLDER-OF-PACKAGES LOOPS    (auto, host, block or grid: how they are run)
// Exit code 77: there is no such device.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "QdcCases.h"
#include "cuda/QdcCases.h"

#include <cstdio>

int main(int argc, char **argv) {
  if (argc != 3)
    return std::fprintf(stderr, "usage: %s FOLDER-OF-PACKAGES auto|host|block|grid\n", argv[0]), 2;
  const std::string folder = argv[1];
  const char *loops = argv[2];
  using inputs::Timing;
  try {
    qdrt::Device device = qdrt::Device::open("cuda:0");
    const std::string version = std::to_string(qdrt_version() >> 16) + '.' + std::to_string(qdrt_version() & 0xffff);
    auto count = [&](int64_t n) { return [&, n] { return makeCount(device, folder, loops, n); }; };
    auto pass = [&](const char *kernel) {
      return [&, kernel] { return makeOnePass(device, folder, loops, kernel, Timing::synchronized); };
    };
    auto plate = [&](int64_t side, int64_t iterations) {
      return [&, side, iterations] { return makePlate(device, folder, loops, side, iterations); };
    };
    auto launch = [&](const char *strategy) {
      return [&, strategy] { return makeOnePass(device, folder, strategy, "once", Timing::host); };
    };
    return serve("qdc, libqdrt " + version + ", loops: " + loops + ", " + device.describe().name,
                 {{"count-256", count(256)},
                  {"count-16384", count(16384)},
                  {"count-262144", count(262144)},
                  {"count-1048576", count(1048576)},
                  {"count-4194304", count(4194304)},
                  {"nested", [&] { return makeNested(device, folder, loops); }},
                  {"mpm88", [&] { return makeMpm88(device, folder, loops); }},
                  {"wave", [&] { return makeWave(device, folder, loops); }},
                  {"sparse-64", [&] { return makeSparse(device, folder, loops, 64, 100); }},
                  {"sparse-16", [&] { return makeSparse(device, folder, loops, 16, 50); }},
                  {"plate-256", plate(256, 500)},
                  {"plate-1024", plate(1024, 500)},
                  {"plate-4096", plate(4096, 200)},
                  {"plain", pass("plain")},
                  {"once", pass("once")},
                  {"empty", pass("empty")},
                  {"branch", pass("branch")},
                  {"launch-block", launch("block")},
                  {"launch-grid", launch("grid")}});
  } catch (const qdrt::Error &error) {
    constexpr int noDevice = 77; // the bench then skips the case
    return std::fprintf(stderr, "bench-loops-qdc: %s\n", error.what()), error.status() == QDRT_NO_DEVICE ? noDevice : 1;
  }
}
