//===- CodeTest.cpp - What loops with math functions become ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks at the assembly of loops that call one function for each element. This
// needs no processor that can run it.
//
//===----------------------------------------------------------------------===//
#include "MathLoop.h"

#include <catch2/catch.hpp>

#include <regex>

using namespace qdc::test;

namespace {
struct Expectation {
  const char *mnemonic;
  bool vectorises;
};
} // namespace

// fmod loops, and may: everything else has to become vector code.
static const Expectation expectations[] = {
    {"acos", true},  {"acosh", true},     {"asin", true},  {"asinh", true}, {"atan", true},  {"atan2", true},
    {"atanh", true}, {"cbrt", true},      {"ceil", true},  {"cos", true},   {"cosh", true},  {"erf", true},
    {"erfc", true},  {"exp", true},       {"exp2", true},  {"expm1", true}, {"floor", true}, {"fpowi", true},
    {"log", true},   {"log10", true},     {"log1p", true}, {"log2", true},  {"powf", true},  {"remf", false},
    {"round", true}, {"roundeven", true}, {"rsqrt", true}, {"sin", true},   {"sinh", true},  {"sqrt", true},
    {"tan", true},   {"tanh", true},      {"trunc", true}};

static void checkCode(const std::string &processor, const std::string &type, bool hasWideVectors = true) {
  std::vector<MathLoopSource> sources;
  for (const Expectation &expectation : expectations)
    sources.push_back(callOf(expectation.mnemonic, type));
  qdc::Result<MathLoops> loops = MathLoops::compile(processor, sources);
  INFO((loops.ok() ? "" : loops.error().message));
  REQUIRE(loops.ok());
  // Packed arithmetic on whole registers, in the form that the processor has.
  std::regex packed(
      (processor == "x86-64-v2" ? "\t(mul|add|sqrt|round|div)" : "\tv(mul|add|sqrt|round|rndscale|div|fmadd[0-9]+)") +
      std::string("p[sd]\t.*") + (processor == "x86-64-v2" ? "%xmm" : "%[yz]mm"));
  std::regex call("\t(callq|jmp)\t[a-zA-Z_*]");
  for (const Expectation &expectation : expectations) {
    std::string name = std::string(expectation.mnemonic) + "_" + type;
    std::string code = loops->assemblyOf(name);
    INFO(name << " for " << processor);
    REQUIRE(!code.empty());
    CHECK(!std::regex_search(code, call));
    if (expectation.vectorises && hasWideVectors)
      CHECK(std::regex_search(code, packed));
  }
}

TEST_CASE("f32 loops for x86-64-v3 become vector code without calls") { checkCode("x86-64-v3", "f32"); }
TEST_CASE("f64 loops for x86-64-v3 become vector code without calls") { checkCode("x86-64-v3", "f64"); }
TEST_CASE("f32 loops for x86-64-v4 become vector code without calls") { checkCode("x86-64-v4", "f32"); }
TEST_CASE("f64 loops for x86-64-v4 become vector code without calls") { checkCode("x86-64-v4", "f64"); }
TEST_CASE("f32 loops for x86-64-v2 become vector code without calls") { checkCode("x86-64-v2", "f32"); }

// With two lanes, LLVM finds some scalar loops cheaper.
TEST_CASE("f64 loops for x86-64-v2 make no calls") { checkCode("x86-64-v2", "f64", false); }
