//===- Order.h - Which thread comes next ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_RUNGRID_ORDER_H
#define QDC_TOOLS_RUNGRID_ORDER_H

#include <cstdint>
#include <optional>
#include <random>
#include <set>
#include <string_view>

namespace qdc {

/// Decides what the device decides, the same each time:
///   forward    the first thread that can go on runs until it waits or ends; those of a subgroup that reach an
///              operation in the same way are there together
///   backward   the same with the last one
///   random(N)  any thread runs for a few instructions, and any of those who could be at an operation together are
class Order {
public:
  /// Nothing if `text` is none of the above.
  static std::optional<Order> parse(std::string_view text);

  /// One of those that can go on.
  unsigned choose(const std::set<unsigned> &threads);
  /// Instructions until another may have its turn.
  unsigned turn();
  /// Whether some of the threads that could be together are not, and then, whether one more is.
  bool splits() { return kind == Kind::random && any(2) != 0; }
  bool joins() { return any(4) != 0; }
  /// A number below `count`: which of as many comes first, of no meaning to the result.
  unsigned any(unsigned count);

private:
  enum class Kind : uint8_t { forward, backward, random };
  Kind kind = Kind::forward;
  std::mt19937_64 source;
};

} // namespace qdc

#endif // QDC_TOOLS_RUNGRID_ORDER_H
