//===- DriverTableTest.cpp - Tests of DriverTable.h -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Core/DriverTable.h"

#include <catch2/catch.hpp>

#include <cstddef>
#include <map>
#include <string>

using namespace qdrt::loader;

namespace {
int add(int a, int b) { return a + b; }
int subtract(int a, int b) { return a - b; }

struct Table {
  int (*first)(int, int) = nullptr;
  int (*second)(int, int) = nullptr;
  int (*third)(int, int) = nullptr;
};

constexpr char kSymbols[] = "apiFirst\0apiSecond\0apiThird\0";
constexpr DriverFunction kFunctions[] = {{offsetof(Table, first), Presence::required},
                                         {offsetof(Table, second), Presence::optional},
                                         {offsetof(Table, third), Presence::required}};

/// A device, as a driver that has other functions for each device knows it.
using Device = std::map<std::string, int (*)(int, int)>;

void *findOf(void *device, const char *symbol) {
  const auto &functions = *static_cast<Device *>(device);
  auto found = functions.find(symbol);
  return found == functions.end() ? nullptr : reinterpret_cast<void *>(found->second);
}
} // namespace

TEST_CASE("a table has the functions of its device, and NULL for optional ones that the driver lacks") {
  Device one = {{"apiFirst", add}, {"apiSecond", add}, {"apiThird", subtract}},
         other = {{"apiFirst", subtract}, {"apiThird", add}};
  Table ofOne, ofOther;
  CHECK(fillDriverTable(&ofOne, kFunctions, kSymbols, findOf, &one) == nullptr);
  CHECK(fillDriverTable(&ofOther, kFunctions, kSymbols, findOf, &other) == nullptr);
  CHECK(ofOne.first(5, 3) == 8);
  CHECK(ofOne.second(5, 3) == 8);
  CHECK(ofOne.third(5, 3) == 2);
  CHECK(ofOther.first(5, 3) == 2);
  CHECK(ofOther.second == nullptr);
  CHECK(ofOther.third(5, 3) == 8);
}

TEST_CASE("the first required function that is missing is named, and the others are found") {
  Device device = {{"apiThird", add}};
  Table table;
  CHECK(fillDriverTable(&table, kFunctions, kSymbols, findOf, &device) == std::string("apiFirst"));
  CHECK(table.first == nullptr);
  CHECK(table.third(5, 3) == 8);
  device = {{"apiFirst", add}};
  CHECK(fillDriverTable(&table, kFunctions, kSymbols, findOf, &device) == std::string("apiThird"));
}
