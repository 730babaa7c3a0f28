//===- HeaderModel.h - Kernels with the names of a header -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_HEADER_HEADERMODEL_H
#define QDC_LIB_HEADER_HEADERMODEL_H

#include "qdc/Package/Manifest.h"

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace qdc {

/// An argument of a kernel.
struct HeaderArgument {
  const Argument *argument = nullptr;
  size_t index = 0; // in the kernel's list
  std::string identifier;
};

/// A member of the kernel's struct: an argument, or a struct of those of one group.
struct HeaderMember {
  std::string group; // the name of the group; empty: an argument
  std::string identifier;
  std::vector<HeaderArgument> arguments; // one, without a group
};

struct HeaderResult {
  const KernelResult *result = nullptr;
  std::string identifier;
};

struct HeaderKernel {
  const Kernel *kernel = nullptr;
  std::string identifier;
  std::vector<HeaderMember> members; // in the order of their first arguments
  std::vector<HeaderResult> results;
  std::vector<std::string> derivatives; // identifiers of kernels made from this one
};

/// Names that mean something else where identifiers stand.
struct TakenNames {
  std::initializer_list<std::string_view> amongKernels;
  std::initializer_list<std::string_view> withKernels; // suffixes: a kernel's identifier with each is a name too
  std::initializer_list<std::string_view> amongArguments;
};

/// The kernels of all modules that callers ask for: general ones, without checks. They point into the manifest.
std::vector<HeaderKernel> describeKernels(const Manifest &manifest, const TakenNames &taken);

/// The expression for an argument in the struct of its kernel after `object`, "given." or "given->": "given.body.x".
std::string memberAccess(std::string_view object, const HeaderMember &member, const HeaderArgument &argument);

/// What a comment says of a kernel, an argument and a result: type, and the name where the identifier is another one.
std::string kernelComment(const HeaderKernel &kernel);
std::string argumentComment(const HeaderArgument &argument);
std::string groupComment(const HeaderMember &member);
std::string resultComment(const HeaderResult &result);

} // namespace qdc

#endif // QDC_LIB_HEADER_HEADERMODEL_H
