// Serves the cases of `./dev bench cuda` as CUDA written by hand.
// usage: bench-cuda-raw
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RawCases.h"
#include "RawDevice.h"

#include <cstdio>

int main() {
  using inputs::Timing;
  try {
    cudaDeviceProp properties;
    raw::check(cudaGetDeviceProperties(&properties, 0));
    int driver = 0;
    raw::check(cudaDriverGetVersion(&driver));
    return serve(std::string("CUDA by hand, nvcc ") + std::to_string(__CUDACC_VER_MAJOR__) + "." +
                     std::to_string(__CUDACC_VER_MINOR__) + " -O3, " + properties.name + ", driver for CUDA " +
                     std::to_string(driver / 1000) + "." + std::to_string(driver % 1000 / 10),
                 {{"graph-host", [] { return makeRawChain(Timing::host, Change::nothing); }},
                  {"graph-back-to-back", [] { return makeRawChain(Timing::backToBack, Change::nothing); }},
                  {"graph-synchronized", [] { return makeRawChain(Timing::synchronized, Change::nothing); }},
                  {"graph-pointer", [] { return makeRawChain(Timing::host, Change::pointer); }},
                  {"graph-scalars", [] { return makeRawChain(Timing::host, Change::scalars); }},
                  {"elementwise", [] { return makeRawElementwise(inputs::graphTasks); }},
                  {"task", [] { return makeRawElementwise(1); }},
                  {"saxpy", [] { return makeRawSaxpy(); }},
                  {"sum", [] { return makeRawSum(); }},
                  {"mpm88", [] { return makeRawMpm88(); }}});
  } catch (const std::exception &failure) {
    return std::fprintf(stderr, "bench-cuda-raw: %s\n", failure.what()), 1;
  }
}
