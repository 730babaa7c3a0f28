//===- Order.cpp - Which thread comes next --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Order.h"

#include <charconv>
#include <limits>

namespace qdc {

std::optional<Order> Order::parse(std::string_view text) {
  Order order;
  if (text == "forward")
    return order;
  order.kind = Kind::backward;
  if (text == "backward")
    return order;
  order.kind = Kind::random;
  constexpr std::string_view begin = "random(";
  uint64_t seed = 0;
  const char *end = text.data() + text.size();
  if (!text.starts_with(begin) || !text.ends_with(')'))
    return std::nullopt;
  auto [rest, problem] = std::from_chars(text.data() + begin.size(), end, seed);
  if (problem != std::errc() || rest + 1 != end)
    return std::nullopt;
  order.source.seed(seed);
  return order;
}

unsigned Order::choose(const std::set<unsigned> &threads) {
  if (kind == Kind::forward)
    return *threads.begin();
  if (kind == Kind::backward)
    return *threads.rbegin();
  auto next = threads.lower_bound(*threads.begin() + any(*threads.rbegin() - *threads.begin() + 1));
  return *next;
}

unsigned Order::turn() {
  constexpr unsigned longest = 64;
  return kind == Kind::random ? 1 + any(longest) : std::numeric_limits<unsigned>::max();
}

unsigned Order::any(unsigned count) {
  if (kind == Kind::random)
    return source() % count;
  return kind == Kind::forward ? 0 : count - 1;
}

} // namespace qdc
