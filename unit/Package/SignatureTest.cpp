//===- SignatureTest.cpp - What a caller sees of a kernel -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Package/Signature.h"

#include <catch2/catch.hpp>

using namespace qdc;

static Argument arrayOf(std::string name, std::vector<int64_t> shape, Access access) {
  Argument argument;
  argument.name = std::move(name);
  argument.kind = ArgumentKind::array;
  argument.type = ElementType::f32;
  argument.shape = std::move(shape);
  argument.access = access;
  return argument;
}

static Argument scalarOf(std::string name, Signedness signedness = Signedness::signedInteger) {
  Argument argument;
  argument.name = std::move(name);
  argument.signedness = signedness;
  return argument;
}

TEST_CASE("types are told as in the source") {
  CHECK(typeText(arrayOf("x", {kDynamicDimension, 64}, Access::read)) == "f32[?x64]");
  CHECK(typeText(arrayOf("x", {}, Access::read)) == "f32[]");
  CHECK(typeText(scalarOf("n")) == "i32");
  CHECK(typeText(scalarOf("n", Signedness::unsignedInteger)) == "i32 unsigned");
}

TEST_CASE("what a launch writes is told") {
  CHECK_FALSE(isWritten(arrayOf("x", {}, Access::none)));
  CHECK_FALSE(isWritten(arrayOf("x", {}, Access::read)));
  CHECK(isWritten(arrayOf("x", {}, Access::write)));
  CHECK(isWritten(arrayOf("x", {}, Access::readWrite)));
}

TEST_CASE("the first difference of two signatures is told") {
  Kernel one;
  one.arguments = {arrayOf("x", {kDynamicDimension}, Access::read), scalarOf("n")};
  one.results.resize(1);
  Kernel other = one;
  const auto difference = [&] {
    return signatureDifference({Signature(one), "'a'"}, {Signature(other), "'b'"}).value_or("none");
  };
  CHECK(difference() == "none");

  SECTION("what callers need not know is none") {
    other.arguments[0].group = "g";
    other.arguments[0].mayAlias = true;
    other.arguments[0].access = Access::none;
    other.results[0].workspaceOffset = 8;
    CHECK(difference() == "none");
  }
  SECTION("arguments") {
    other.arguments[0].access = Access::readWrite;
    other.arguments[1].name = "m";
    CHECK(difference() == "has the argument 0 'x' of type 'f32[?]' in 'a', and 'x' of type 'f32[?]', written in 'b'");
  }
  SECTION("an argument more") {
    other.arguments.push_back(scalarOf("m"));
    CHECK(difference() == "takes 2 arguments in 'a', and 3 in 'b', among them 'm'");
  }
  SECTION("results") {
    other.results[0].type = ElementType::f64;
    CHECK(difference() == "has the result 0 of type 'i32' in 'a', and of type 'f64' in 'b'");
  }
  SECTION("a result less") {
    other.results.clear();
    CHECK(difference() == "gives 1 result in 'a', and 0 in 'b'");
    std::swap(one, other);
    CHECK(difference() == "gives 0 results in 'a', and 1 in 'b'");
  }
}
