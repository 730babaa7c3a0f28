//===- NamedExtents.cpp - Extents that arguments agree on -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Arguments/NamedExtents.h"

#include "qdc/SizeExpr/SizeExprArguments.h"

#include <set>

using namespace qdrt::loader;

/// 'x' makes, 'x' and 'y' make, 'x', 'y' and 'z' make
static std::string subjectOf(const qdc::Kernel &kernel, const std::set<uint32_t> &arguments) {
  std::string text;
  for (uint32_t index : arguments) {
    text += text.empty() ? "'" : index == *arguments.rbegin() ? " and '" : ", '";
    text += kernel.arguments[index].name + "'";
  }
  return text + (arguments.size() == 1 ? " makes" : " make");
}

NamedExtents::NamedExtents(const qdc::Kernel &kernel) : kernel(kernel), involved(kernel.arguments.size()) {
  for (uint32_t index = 0; index < kernel.arguments.size(); ++index) {
    const std::vector<qdc::NamedExtent> &dims = kernel.arguments[index].dims;
    for (uint32_t axis = 0; axis < dims.size(); ++axis) {
      // What an axis says of itself is so.
      if (!dims[axis].extent || *dims[axis].extent == qdc::SizeExpr::dim(index, axis))
        continue;
      axes.push_back({index, axis});
      std::set<uint32_t> read = {index};
      qdc::addArguments(*dims[axis].extent, read);
      for (uint32_t argument : read)
        involved[argument] = true;
    }
  }
}

qdc::Status NamedExtents::checkAxis(std::span<const BoundArgument> arguments, uint32_t index, uint32_t axis) const {
  const qdc::NamedExtent &rule = kernel.arguments[index].dims[axis];
  const int64_t extent = arguments[index].shape[axis];
  qdc::Result<int64_t> wanted = rule.extent->evaluate(ArgumentBindings(kernel, arguments));
  if (!wanted)
    return wrongArgument(kernel, index, "can have no extent on axis {}, where it takes {}: {}", axis, rule.text,
                         wanted.error().message);
  if (extent == *wanted)
    return {};
  std::set<uint32_t> deciding;
  qdc::addArguments(*rule.extent, deciding);
  if (deciding.empty())
    return wrongArgument(kernel, index, "has extent {} on axis {}; it takes {}", extent, axis, *wanted);
  return wrongArgument(kernel, index, "has extent {} on axis {}, but {} it {} ({})", extent, axis,
                       subjectOf(kernel, deciding), *wanted, rule.text);
}

qdc::Status NamedExtents::check(std::span<const BoundArgument> arguments) const {
  for (auto [index, axis] : axes)
    if (qdc::Status checked = checkAxis(arguments, index, axis); !checked)
      return checked;
  return {};
}
