//===- LoopStrategyRequest.h - How loops are asked to run -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CORE_LOOPSTRATEGYREQUEST_H
#define QDRT_CORE_LOOPSTRATEGYREQUEST_H

#include "qdc/Package/Manifest.h"
#include "qdc/Support/Result.h"

#include <string_view>

namespace qdrt::loader {

/// A strategy that somebody asks for, "auto", with which the loader chooses for each loop, or nothing.
class LoopStrategyRequest {
public:
  constexpr LoopStrategyRequest() = default;
  constexpr explicit LoopStrategyRequest(qdc::LoopStrategy strategy) : value(static_cast<int8_t>(strategy)) {}
  static constexpr LoopStrategyRequest automatic() { return LoopStrategyRequest(kAutomatic); }
  /// That, or nothing where there is none.
  static LoopStrategyRequest ofSource(const std::optional<qdc::LoopStrategy> &strategy) {
    return strategy ? LoopStrategyRequest(*strategy) : LoopStrategyRequest();
  }

  constexpr bool isSet() const { return value != kNothing; }
  constexpr bool isStrategy() const { return value >= 0; }
  /// Of one that isStrategy().
  constexpr qdc::LoopStrategy strategy() const { return static_cast<qdc::LoopStrategy>(value); }
  constexpr bool operator==(const LoopStrategyRequest &) const = default;

private:
  static constexpr int8_t kNothing = -2, kAutomatic = -1;
  constexpr explicit LoopStrategyRequest(int8_t value) : value(value) {}
  int8_t value = kNothing;
};

/// What a launch asks of its program.
struct LoopRequest {
  LoopStrategyRequest strategy;
  bool isLimited = false; // a loop with a condition may reach the launch's maximum of iterations
  bool isCaptured = false; // the launch becomes part of a graph of the caller
  bool hostMayLead = true; // loops for which nobody asks for a strategy: the launch need not be a graph
  bool checksSizes = false; // sizes that tasks compute are checked on the device
  bool waitsForSizes = false; // then the host hears of it
  constexpr bool operator==(const LoopRequest &) const = default;
};

/// "auto", or the name of a strategy; nothing for "". invalidArgument says that `place` ("environment variable
/// 'QDRT_LOOP'") has another text, and lists these.
qdc::Result<LoopStrategyRequest> parseLoopStrategyRequest(std::string_view text, std::string_view place);

} // namespace qdrt::loader

#endif // QDRT_CORE_LOOPSTRATEGYREQUEST_H
