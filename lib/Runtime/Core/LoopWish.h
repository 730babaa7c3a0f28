//===- LoopWish.h - How somebody asks for loops to be run -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_LOOPWISH_H
#define QDRT_LOOPWISH_H

#include "qdc/Package/Manifest.h"
#include "qdc/Support/Result.h"

#include <string_view>

namespace qdrt::loader {

/// A strategy, or none ("auto"): the loader chooses for each loop.
using LoopWish = std::optional<qdc::LoopStrategy>;

/// "auto", or the name of a strategy. invalidArgument says that `place` ("option 'loops'") has another text, and lists
/// these.
qdc::Result<LoopWish> parseLoopWish(std::string_view text, std::string_view place);

/// Who asks for what. Each wins over those after it, and over what the source asks for.
struct LoopWishes {
  std::optional<LoopWish> launch, environment;

  bool operator==(const LoopWishes &) const = default;
};

} // namespace qdrt::loader

#endif // QDRT_LOOPWISH_H
