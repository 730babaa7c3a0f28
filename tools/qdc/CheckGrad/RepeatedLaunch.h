//===- RepeatedLaunch.h - A kernel that always starts alike -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_CHECKGRAD_REPEATEDLAUNCH_H
#define QDC_TOOLS_CHECKGRAD_REPEATEDLAUNCH_H

#include "CheckGrad/Comparison.h"
#include "Run/LaunchSession.h"

#include <map>
#include <span>

namespace qdc {

/// The numbers that floats hold; none if the elements are no floats.
Numbers numbersOf(const ArrayContents &contents);

/// A kernel whose arrays, and public globals that can change, have the same values ahead of each launch: those that
/// they had when it was opened, or that they were given later. What it prints is not shown.
class RepeatedLaunch {
public:
  /// Opens what the request names, with these arguments in place of the request's.
  Failure open(const LaunchRequest &request, std::span<const ArgumentText> arguments);

  /// Whether an argument, or a global that can change, has that name.
  bool has(const std::string &name) const { return contents.contains(name); }
  /// What an argument or global holds ahead of a launch. There is one.
  const ArrayContents &get(const std::string &name) const { return contents.at(name); }
  /// Gives an argument or global of floats, of which there is one, as many numbers as it has, rounded to its type.
  void set(const std::string &name, const Numbers &numbers);
  /// Gives it the bytes of another one, of the same type.
  void setBytes(const std::string &name, std::span<const std::byte> data);

  Failure launch();
  /// What the last launch left in an array, or returned as the result of that number.
  Failure read(const std::string &name, Numbers &numbers) const;
  Failure readResult(size_t index, Numbers &numbers) const;

  const LaunchSession &getSession() const { return session; }
  /// The public globals that can change.
  const std::vector<std::string> &getGlobals() const { return globals; }

private:
  Failure takeArguments();
  Failure takeGlobals();

  LaunchSession session;
  qdrt_launch_options options = {};
  std::vector<std::string> globals;
  std::map<std::string, ArrayContents> contents; // a scalar's too, as one of rank 0
  std::map<std::string, size_t> scalars;         // positions of scalars among the arguments
};

} // namespace qdc

#endif // QDC_TOOLS_CHECKGRAD_REPEATEDLAUNCH_H
