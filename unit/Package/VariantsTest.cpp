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
  CHECK(*variantOfChecks("bounds,arithmetic") == "arithmetic,bounds");
  CHECK(*variantOfChecks("bounds+arithmetic") == "arithmetic,bounds");
  CHECK(*variantOfChecks("float,bounds+arithmetic") == "arithmetic,bounds,float");
  CHECK(checksOfVariant("arithmetic,bounds") == std::vector<std::string_view>{"arithmetic", "bounds"});
  CHECK(checksOfVariant("float") == std::vector<std::string_view>{"float"});
  CHECK(checksOfVariant("").empty());
}

TEST_CASE("a variant has one spelling") {
  for (std::string_view list : {"bounds", "float+bounds", "float,bounds,arithmetic"})
    CHECK(isVariantName(*variantOfChecks(list)));
  CHECK(isVariantName("bounds,later"));
  for (std::string_view other : {"bounds,arithmetic", "arithmetic+bounds", "bounds,bounds", "bounds,", ",bounds",
                                 "arithmetic,,bounds", "later,bounds"})
    CHECK(!isVariantName(other));
}

TEST_CASE("a list that is none is explained") {
  for (std::string list : {"", "bound", "bounds,", "bounds+", "+", "bounds, float", "Bounds"}) {
    Result<std::string> variant = variantOfChecks(list);
    REQUIRE(!variant);
    CHECK(variant.error().code == ErrorCode::invalidArgument);
    CHECK(variant.error().message ==
          "takes a list of arithmetic, bounds and float, for example bounds,arithmetic, not '" + list + "'");
  }
  CHECK(variantOfChecks("bounds+bounds").error().message == "names 'bounds' twice in 'bounds+bounds'");
  CHECK(variantOfChecks("bounds,bounds").error().message == "names 'bounds' twice in 'bounds,bounds'");
}

TEST_CASE("a variant serves whoever asks for some of its checks") {
  CHECK(countUnaskedChecks("bounds", "bounds") == 0u);
  CHECK(countUnaskedChecks("arithmetic,bounds,float", "bounds") == 2u);
  CHECK(countUnaskedChecks("arithmetic,bounds,float", "float,arithmetic") == 1u);
  CHECK(countUnaskedChecks("arithmetic+bounds", "arithmetic,bounds") == 0u);
  CHECK(countUnaskedChecks("bounds,later", "bounds") == 1u);
  CHECK(!countUnaskedChecks("bounds", "float"));
  CHECK(!countUnaskedChecks("bounds", "bounds,float"));
  // Nobody gets checks, or does without them, who did not ask for that.
  CHECK(countUnaskedChecks("", "") == 0u);
  CHECK(!countUnaskedChecks("bounds", ""));
  CHECK(!countUnaskedChecks("", "bounds"));
}
