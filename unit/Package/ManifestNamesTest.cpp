//===- ManifestNamesTest.cpp - Tests of ManifestNames.h -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Package/ManifestNames.h"

#include <catch2/catch.hpp>

using namespace qdc;

TEST_CASE("element sizes and names") {
  CHECK(enumName(ElementType::bf16) == "bf16");
  CHECK(enumFromName<NodeKind>("doWhile") == NodeKind::doWhile);
  CHECK_FALSE(enumFromName<NodeKind>("do_while").has_value());
  for (auto [name, bytes] : std::initializer_list<std::pair<const char *, uint64_t>>{{"i1", 1},
                                                                                     {"i8", 1},
                                                                                     {"i16", 2},
                                                                                     {"i32", 4},
                                                                                     {"i64", 8},
                                                                                     {"index", 8},
                                                                                     {"f16", 2},
                                                                                     {"bf16", 2},
                                                                                     {"f32", 4},
                                                                                     {"f64", 8}})
    CHECK(elementSize(*enumFromName<ElementType>(name)) == bytes);
}
