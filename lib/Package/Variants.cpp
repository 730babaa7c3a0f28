//===- Variants.cpp - The names of checked variants -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Package/Variants.h"

#include "qdc/Support/Format.h"

#include <algorithm>
#include <set>

using namespace qdc;

static std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  for (size_t end = 0; end != std::string_view::npos;) {
    end = text.find_first_of(",+");
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return parts;
}

Result<std::string> qdc::variantOfChecks(std::string_view list) {
  std::set<std::string_view> checks;
  for (std::string_view check : split(list)) {
    if (std::ranges::find(kChecks, check) == std::end(kChecks))
      return makeError(ErrorCode::invalidArgument,
                       "takes a list of arithmetic, bounds and float, for example bounds,arithmetic, not '{}'", list);
    if (!checks.insert(check).second)
      return makeError(ErrorCode::invalidArgument, "names '{}' twice in '{}'", check, list);
  }
  std::string variant;
  for (std::string_view check : checks)
    variant.append(variant.empty() ? "" : ",").append(check);
  return variant;
}

bool qdc::isVariantName(std::string_view variant) {
  std::string_view last;
  for (std::string_view check : split(variant)) {
    if (check <= last) // an empty one, too
      return false;
    last = check;
  }
  return variant.find('+') == std::string_view::npos;
}

std::vector<std::string_view> qdc::checksOfVariant(std::string_view variant) {
  return variant.empty() ? std::vector<std::string_view>() : split(variant);
}

std::optional<size_t> qdc::countUnaskedChecks(std::string_view variant, std::string_view asked) {
  const std::vector<std::string_view> present = checksOfVariant(variant), wanted = checksOfVariant(asked);
  if (present.empty() != wanted.empty())
    return std::nullopt;
  for (std::string_view check : wanted)
    if (std::ranges::find(present, check) == present.end())
      return std::nullopt;
  return present.size() - wanted.size();
}
