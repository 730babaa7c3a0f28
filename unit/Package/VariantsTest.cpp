//===- VariantsTest.cpp - Tests of Variants.h -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Package/Variants.h"

#include <catch2/catch.hpp>

using namespace qdc;

TEST_CASE("a variant has the sorted name of its checks") {
  CHECK(*variantOfChecks("bounds") == "bounds");
  CHECK(*variantOfChecks("bounds,arithmetic") == "arithmetic+bounds");
  CHECK(*variantOfChecks("float,bounds,arithmetic") == "arithmetic+bounds+float");
  CHECK(checksOfVariant("arithmetic+bounds") == std::vector<std::string_view>{"arithmetic", "bounds"});
  CHECK(checksOfVariant("float") == std::vector<std::string_view>{"float"});
  CHECK(checksOfVariant("").empty());
}

TEST_CASE("a list that is none is explained") {
  for (std::string list : {"", "bound", "bounds,", "bounds+float", "Bounds"}) {
    Result<std::string> variant = variantOfChecks(list);
    REQUIRE(!variant);
    CHECK(variant.error().code == ErrorCode::invalidArgument);
    CHECK(variant.error().message ==
          "takes a list of arithmetic, bounds and float, for example bounds,arithmetic, not '" + list + "'");
  }
  CHECK(variantOfChecks("bounds,bounds").error().message == "names 'bounds' twice in 'bounds,bounds'");
}
