//===- Paths.cpp - Names of the files a compile writes --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Paths.h"

#include "qdc/Driver/Compile.h"

#include <algorithm>

using namespace qdc;

std::string qdc::withoutEnding(const std::string &path) {
  size_t name = path.rfind('/') + 1; // 0 where there is none
  size_t dot = path.rfind('.');
  return dot == std::string::npos || dot <= name ? path : path.substr(0, dot);
}

std::string qdc::inputStem(const std::string &input) {
  return input == "-" ? "stdin" : withoutEnding(input.substr(input.rfind('/') + 1));
}

std::string qdc::defaultOutput(const std::string &input, bool isObject) {
  return inputStem(input) + (isObject ? ".o" : ".fatbin");
}

std::string qdc::displayedName(const std::string &input) { return input == "-" ? "<stdin>" : input; }

std::string qdc::recordedName(const std::string &input, std::span<const PrefixMap> maps) {
  std::string name = displayedName(input);
  for (auto map = maps.rbegin(); map != maps.rend(); ++map)
    if (name.starts_with(map->from))
      return map->to + name.substr(map->from.size());
  return name.starts_with('/') ? name.substr(name.rfind('/') + 1) : name;
}

std::string qdc::temporaryStem(const DriverOptions &options) {
  return options.output == "-" ? inputStem(options.input) : withoutEnding(options.output);
}

std::string qdc::targetInFileName(const std::string &target) {
  std::string name = target;
  std::ranges::replace(name, ':', '-');
  std::ranges::replace(name, ' ', '-');
  return name;
}
