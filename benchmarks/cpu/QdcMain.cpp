// Serves the CPU's cases as qdc runs them.
// usage: bench-cpu-qdc THREADS FOLDER-OF-PACKAGES
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "QdcCases.h"

#include <cstdio>
#include <cstdlib>

int main(int argc, char **argv) {
  const int threads = argc == 3 ? std::atoi(argv[1]) : 0;
  if (threads < 1)
    return std::fprintf(stderr, "usage: %s THREADS FOLDER-OF-PACKAGES\n", argv[0]), 2;
  const std::string folder = argv[2];
  try {
    using std::chrono::milliseconds;
    qdrt::Device device = qdrt::Device::open("cpu", static_cast<uint32_t>(threads));
    // 16384 elements are enough for two threads, 64 are not worth it.
    const size_t shared = 16384, inlined = 64;
    const std::string version = std::to_string(qdrt_version() >> 16) + '.' + std::to_string(qdrt_version() & 0xffff);
    return serve("qdc, libqdrt " + version + ", " + argv[1] + " threads",
                 {{"saxpy", [&] { return makeSaxpy(device, folder); }},
                  {"heat", [&] { return makeHeat(device, folder); }},
                  {"conjugate-gradient", [&] { return makeConjugateGradient(device, folder); }},
                  {"mpm88", [&] { return makeMpm88(device, folder); }},
                  {"launch-serial", [&] { return makeSerialLaunch(device, folder); }},
                  {"launch-inline", [&] { return makeParallelLaunch(device, folder, inlined, milliseconds(0)); }},
                  {"launch-awake", [&] { return makeParallelLaunch(device, folder, shared, milliseconds(0)); }},
                  {"launch-asleep", [&] { return makeParallelLaunch(device, folder, shared, milliseconds(10)); }},
                  {"do-while", [&] { return makeDoWhile(device, folder); }},
                  {"load-2000", [&] { return makeLoad(device, folder); }}});
  } catch (const qdrt::Error &error) {
    return std::fprintf(stderr, "bench-cpu-qdc: %s\n", error.what()), 1;
  }
}
