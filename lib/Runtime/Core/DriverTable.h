//===- DriverTable.h - Functions of a driver, by name -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A backend calls its driver through tables of pointers to functions, which are
// filled when the driver is opened, or once more for each device where a driver
// has other functions for each.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CORE_DRIVERTABLE_H
#define QDRT_CORE_DRIVERTABLE_H

#include <cstdint>
#include <span>

namespace qdrt::loader {

/// Whether a backend can do without a function.
enum class Presence : uint8_t {
  required,
  optional, // its pointer is NULL where the driver lacks it; callers check
};

/// A function of a table.
struct DriverFunction {
  uint16_t offset = 0; // of its pointer in the table, in bytes
  Presence presence = Presence::required;
};

/// The address of a function, or NULL: dlsym, or what a driver has for that. `owner` is the library, or the device.
using FindFunction = void *(*)(void *owner, const char *symbol);

/// Fills a table of pointers to functions. `symbols` are the names, each with a 0 at its end, one after another: a
/// pointer to each would be one more thing for the dynamic linker to write. Gives the first required one that is
/// missing; NULL: none is.
const char *fillDriverTable(void *table, std::span<const DriverFunction> functions, const char *symbols,
                            FindFunction find, void *owner);

} // namespace qdrt::loader

#endif // QDRT_CORE_DRIVERTABLE_H
