//===- Main.cpp - The main function of every unit test --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>

#include <cstdlib>

int main(int count, char **arguments) {
  // What the user wishes of the loader is not what tests ask about.
  for (const char *variable : {"QDRT_GRAPH", "QDRT_TARGET", "QDRT_THREADS"})
    ::unsetenv(variable);
  return Catch::Session().run(count, arguments);
}
