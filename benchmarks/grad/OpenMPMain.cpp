// Serves the CPU's cases of `./dev bench grad` as C++ with OpenMP, whose adjoints are written by hand.
// usage: bench-grad-openmp
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ByHand.h"

#include <omp.h>

int main() {
  omp_set_num_threads(2);
  std::vector<NamedCase> cases;
  by_hand::addCases<float>(cases, "cpu-", inputs::Machine::cpu);
  return serve(std::string("C++ by hand, 2 threads, ") + QDC_BENCH_FLAGS, cases);
}
