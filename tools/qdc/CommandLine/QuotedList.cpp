//===- QuotedList.cpp - Lists of names in messages ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/QuotedList.h"

#include "qdc/Support/NearestNames.h"

using namespace qdc;

std::string qdc::quotedList(std::span<const std::string> names) {
  std::string text;
  for (const std::string &name : names)
    text += (text.empty() ? "'" : ", '") + name + "'";
  return text.empty() ? "none" : text;
}

std::string qdc::suggestion(std::string_view name, std::span<const std::string> names) {
  return didYouMean(nearestNames(name, {names.begin(), names.end()}));
}
