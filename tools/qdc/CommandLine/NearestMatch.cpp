//===- NearestMatch.cpp - "did you mean ...?" -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/NearestMatch.h"

#include <algorithm>
#include <vector>

using namespace qdc;

// Restricted Damerau-Levenshtein distance over three rows.
static size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> previous(b.size() + 1), current(b.size() + 1), next(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j)
    current[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    next[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t replaced = current[j - 1] + (a[i - 1] != b[j - 1]);
      next[j] = std::min({replaced, current[j] + 1, next[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        next[j] = std::min(next[j], previous[j - 2] + 1);
    }
    previous.swap(current);
    current.swap(next);
  }
  return current[b.size()];
}

std::string qdc::nearestMatch(std::string_view name, std::span<const std::string> candidates) {
  size_t best = name.size() < 3 ? 0 : std::max<size_t>(name.size() / 4, 1) + 1;
  std::string match;
  for (const std::string &candidate : candidates) {
    size_t distance = editDistance(name, candidate);
    if (distance < best) {
      best = distance;
      match = candidate;
    }
  }
  return match;
}

std::string qdc::didYouMean(std::string_view name, std::span<const std::string> candidates) {
  std::string match = nearestMatch(name, candidates);
  return match.empty() ? "" : "; did you mean '" + match + "'?";
}

std::string qdc::quotedList(std::span<const std::string> names) {
  std::string text;
  for (const std::string &name : names)
    text += (text.empty() ? "'" : ", '") + name + "'";
  return text.empty() ? "none" : text;
}
