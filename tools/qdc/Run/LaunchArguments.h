//===- LaunchArguments.h - From NAME=VALUE to a launch ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_RUN_LAUNCHARGUMENTS_H
#define QDC_TOOLS_RUN_LAUNCHARGUMENTS_H

#include "Run/ArgumentText.h"
#include "Run/Handles.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace qdc {

/// A named array of a run, an argument or a global, as bytes on the host.
struct ArrayContents {
  qdrt_type type = QDRT_I32;
  bool isUnsigned = false;
  std::vector<int64_t> shape;
  std::vector<std::byte> data; // C order
};

/// The arguments of one kernel, and its package's globals as far as they were
/// given. Arrays lie in buffers of the device. The device, the package and the
/// kernel must outlive it.
class LaunchArguments {
public:
  LaunchArguments(qdrt_device device, qdrt_package package, qdrt_kernel kernel);

  /// Makes every array and checks every name, type and shape. Errors name the
  /// argument. Called once.
  Failure bind(std::span<const ArgumentText> texts);

  /// What the kernel's arguments are, in its order.
  std::span<const qdrt_argument_info> descriptions() const { return infos; }
  /// One entry for each argument of the kernel, after bind.
  std::span<const qdrt_argument> arguments() const { return launch; }

  /// Keeps the values that arrays and public globals have now, for restore(). Once, after bind.
  Failure keep();
  /// Gives every array that the kernel writes, and every public global that is not constant, the value that was kept,
  /// and waits until they have it. Private globals stay as launches leave them.
  Failure restore();

  /// Fails, with the nearest name, unless `name` is an array argument or a
  /// global.
  Failure checkArrayName(const std::string &name) const;
  /// The bytes of an array argument or a global now.
  Failure read(const std::string &name, ArrayContents &contents) const;
  /// Gives an array argument or a global other bytes, as many as it has, after bind.
  Failure write(const std::string &name, std::span<const std::byte> data);
  /// Gives a scalar argument, by its position, another value for launches to come.
  void setScalar(size_t index, qdrt_scalar value) { launch[index].value = value; }

private:
  struct Array {
    std::vector<int64_t> shape;
    uint64_t bytes = 0;
    BufferOwner buffer;
    BufferOwner kept; // a copy; NULL where keep() made none
  };
  struct KeptGlobal {
    std::string name;
    std::vector<std::byte> data;
  };

  const qdrt_argument_info *findArgument(const std::string &name) const;
  bool findGlobal(const std::string &name, qdrt_global_info &global) const;
  /// True, with the shape, for an array argument or a global whose extents the
  /// package fixes.
  bool findStaticShape(const std::string &name, std::vector<int64_t> &shape) const;
  std::vector<std::string> names(bool arraysOnly) const;
  ToolError unknownName(const std::string &name) const;
  Failure checkNames(std::span<const ArgumentText> texts) const;
  Failure bindScalar(const qdrt_argument_info &info, const ArgumentText &text, qdrt_argument &argument);
  Failure bindArray(const qdrt_argument_info &info, const ArgumentText &text, qdrt_argument &argument);
  Failure bindGlobal(const qdrt_global_info &global, const ArgumentText &text);
  Failure makeArray(const ArgumentText &text, qdrt_type type, bool isUnsigned, Array &array);
  Failure fill(const ArgumentText &text, qdrt_type type, bool isUnsigned, Array &array);
  Failure resolveShape(const ArgumentText &text, std::vector<int64_t> &shape) const;

  qdrt_device device;
  qdrt_package package;
  qdrt_kernel kernel;
  std::vector<qdrt_argument_info> infos;
  std::span<const ArgumentText> given; // during bind
  std::vector<Array> arrays; // one for each argument; empty for a scalar
  std::vector<Array> externals; // memory of external globals
  std::vector<KeptGlobal> keptGlobals;
  std::vector<qdrt_argument> launch;
};

} // namespace qdc

#endif // QDC_TOOLS_RUN_LAUNCHARGUMENTS_H
