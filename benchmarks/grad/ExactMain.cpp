// Serves the gradients of `./dev bench grad` in double, to say how far others are off. It takes its time.
// usage: bench-grad-exact
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ByHand.h"

int main() {
  std::vector<NamedCase> cases;
  by_hand::addCases<double>(cases, "cpu-", inputs::Machine::cpu);
  by_hand::addCases<double>(cases, "cuda-", inputs::Machine::gpu);
  return serve("C++ by hand, in double", cases);
}
