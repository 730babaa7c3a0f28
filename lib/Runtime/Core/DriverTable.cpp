//===- DriverTable.cpp - Functions of a driver, by name -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Core/DriverTable.h"

#include <cstring>

using namespace qdrt::loader;

const char *qdrt::loader::fillDriverTable(void *table, std::span<const DriverFunction> functions, const char *symbols,
                                          FindFunction find, void *owner) {
  const char *missing = nullptr;
  for (const DriverFunction &function : functions) {
    void *address = find(owner, symbols);
    if (!address && !missing && function.presence == Presence::required)
      missing = symbols;
    std::memcpy(static_cast<char *>(table) + function.offset, &address, sizeof(address));
    symbols += std::strlen(symbols) + 1;
  }
  return missing;
}
