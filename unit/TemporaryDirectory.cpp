//===- TemporaryDirectory.cpp - A folder for one test ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TemporaryDirectory.h"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>

using namespace qdc;

TemporaryDirectory::TemporaryDirectory() : path(std::filesystem::temp_directory_path() / "qdc-unit-XXXXXX") {
  REQUIRE(::mkdtemp(path.data()) != nullptr);
}

TemporaryDirectory::~TemporaryDirectory() { std::filesystem::remove_all(path); }

std::set<std::string> TemporaryDirectory::names() const {
  std::set<std::string> names;
  for (const auto &entry : std::filesystem::directory_iterator(path))
    names.insert(entry.path().filename());
  return names;
}
