// Serves the cases of `./dev bench loops` as CUDA written by hand.
// usage: bench-loops-raw while|grid|host    (who decides about iterations: a node of a graph, a cooperative kernel, or
// the host)
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RawCases.h"
#include "cuda/RawDevice.h"

#include <cstdio>

int main(int argc, char **argv) {
  const std::string way = argc == 2 ? argv[1] : "";
  if (way != "while" && way != "grid" && way != "host")
    return std::fprintf(stderr, "usage: %s while|grid|host\n", argv[0]), 2;
  using inputs::Relaxed;
  const bool isGrid = way == "grid", isHost = way == "host";
  try {
    cudaDeviceProp properties;
    raw::check(cudaGetDeviceProperties(&properties, 0));
    auto count = [&](int64_t n) {
      return [=] { return isGrid ? makeRawGrid(n, 1, Relaxed::iterations) : makeRawWhile(n); };
    };
    std::vector<NamedCase> cases;
    if (isHost)
      cases = {{"plate-256", [] { return makeRawPlate(256, 500); }},
               {"plate-1024", [] { return makeRawPlate(1024, 500); }},
               {"plate-4096", [] { return makeRawPlate(4096, 200); }}};
    else
      cases = {{"count-256", count(256)},
               {"count-16384", count(16384)},
               {"count-262144", count(262144)},
               {"count-1048576", count(1048576)},
               {"count-4194304", count(4194304)}};
    if (isGrid) {
      cases.push_back(
          {"nested", [] { return makeRawGrid(Relaxed::launchElements, Relaxed::outer, Relaxed::inner); }});
      cases.push_back({"wave", makeRawWave});
      cases.push_back({"sparse-64", [] { return makeRawSparse(64, 100); }});
      cases.push_back({"sparse-16", [] { return makeRawSparse(16, 50); }});
      cases.push_back({"launch-block", [] { return makeRawLaunch(true); }});
      cases.push_back({"launch-grid", [] { return makeRawLaunch(false); }});
    }
    const char *title = isGrid ? "cooperative kernels" : isHost ? "a host loop" : "WHILE nodes";
    return serve(std::string("CUDA by hand, ") + title + ", nvcc " + std::to_string(__CUDACC_VER_MAJOR__) + "." +
                     std::to_string(__CUDACC_VER_MINOR__) + " -O3, " + properties.name,
                 cases);
  } catch (const std::exception &failure) {
    return std::fprintf(stderr, "bench-loops-raw: %s\n", failure.what()), 1;
  }
}
