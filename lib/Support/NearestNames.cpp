//===- NearestNames.cpp - "did you mean ...?" -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/NearestNames.h"

#include <algorithm>

using namespace qdc;

static constexpr size_t kMostNames = 4;

static size_t allowedDistance(size_t letters) {
  return letters < 3 ? 0 : letters < 5 ? 1 : std::max<size_t>(letters / 4, 2);
}

/// A comparison takes as many steps as the product of both lengths. No name that people misspell is longer.
static constexpr size_t kLongestName = 256;

static char lowerCase(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

static std::string letters(std::string_view name) {
  name.remove_prefix(std::min(name.find_first_not_of("%@-"), name.size()));
  std::string text(name);
  std::ranges::transform(text, text.begin(), lowerCase);
  return text;
}

/// The restricted Damerau-Levenshtein distance of names as letters() gives them, if it is at most `most`; else a larger
/// number, as soon as two rows in succession hold no smaller one: each row follows from the two before it.
static size_t distanceUpTo(size_t most, std::string_view a, std::string_view b) {
  if (a.size() > kLongestName || b.size() > kLongestName)
    return a == b ? 0 : most + 1;
  if (size_t difference = std::max(a.size(), b.size()) - std::min(a.size(), b.size()); difference > most)
    return difference;
  std::vector<size_t> previous(b.size() + 1), current(b.size() + 1), next(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j)
    current[j] = j;
  size_t leastBefore = 0;
  for (size_t i = 1; i <= a.size(); ++i) {
    next[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t replaced = current[j - 1] + (a[i - 1] != b[j - 1]);
      next[j] = std::min({replaced, current[j] + 1, next[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        next[j] = std::min(next[j], previous[j - 2] + 1);
    }
    const size_t least = *std::ranges::min_element(next);
    if (least > most && leastBefore > most)
      return least;
    leastBefore = least;
    previous.swap(current);
    current.swap(next);
  }
  return current[b.size()];
}

bool qdc::isNear(std::string_view name, std::string_view candidate) {
  const std::string written = letters(name);
  const size_t most = allowedDistance(written.size());
  return distanceUpTo(most, written, letters(candidate)) <= most;
}

std::vector<std::string_view> qdc::nearestNames(std::string_view name,
                                                const std::vector<std::string_view> &candidates) {
  const std::string written = letters(name);
  size_t least = allowedDistance(written.size());
  std::vector<std::string_view> nearest;
  for (std::string_view candidate : candidates) {
    const size_t distance = distanceUpTo(least, written, letters(candidate));
    if (distance > least || std::ranges::find(nearest, candidate) != nearest.end())
      continue;
    if (distance < least)
      nearest.clear();
    least = distance;
    nearest.push_back(candidate);
  }
  return nearest.size() > kMostNames ? std::vector<std::string_view>() : nearest;
}

std::string qdc::didYouMean(const std::vector<std::string_view> &names) {
  std::string text;
  for (std::string_view name : names)
    text.append(text.empty() ? "; did you mean '" : " or '").append(name) += '\'';
  return text.empty() ? text : text + "?";
}
