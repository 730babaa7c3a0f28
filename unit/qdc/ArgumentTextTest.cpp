//===- ArgumentTextTest.cpp - NAME=VALUE ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Run/ArgumentText.h"

#include <catch2/catch.hpp>

using namespace qdc;

using Shape = std::vector<int64_t>;

TEST_CASE("numbers, files and new arrays are told apart") {
  ArgumentText number = *parseArgumentText("dt=1e-4");
  CHECK((number.name == "dt" && number.form == ArgumentForm::number && number.text == "1e-4"));
  ArgumentText file = *parseArgumentText("x=@dir/x=1.npy");
  CHECK((file.name == "x" && file.form == ArgumentForm::file && file.text == "dir/x=1.npy"));
  ArgumentText zeros = *parseArgumentText("x=f32[64x32]");
  CHECK((zeros.form == ArgumentForm::newArray && zeros.type == QDRT_F32 && zeros.shape == Shape{64, 32}));
  CHECK(zeros.values.rule == ArrayRule::zeros);
  ArgumentText filled = *parseArgumentText("c=i32[]:-5");
  CHECK((filled.type == QDRT_I32 && filled.shape.empty() && filled.shapeOf.empty()));
  CHECK((filled.values.rule == ArrayRule::number && filled.values.numbers[0] == "-5"));
  ArgumentText like = *parseArgumentText("v=bf16[u]:2.5");
  CHECK((like.type == QDRT_BF16 && like.shapeOf == "u" && like.values.numbers[0] == "2.5"));
  CHECK(parseArgumentText("e=f64[0]")->shape == Shape{0});
  ArgumentText list = *parseArgumentText("x=[[1,2],[3,4]]");
  CHECK((list.form == ArgumentForm::list && list.values.shape == Shape{2, 2} && list.values.numbers[3] == "4"));
  ArgumentText typed = *parseArgumentText("x=i8[2]:[1, 2]");
  CHECK((typed.form == ArgumentForm::newArray && typed.shape == Shape{2} && typed.values.shape == Shape{2}));
  CHECK(parseArgumentText("x=i32[8]:iota")->values.rule == ArrayRule::iota);
  CHECK(parseArgumentText("x=f32[u]:random(7)")->values.seed == 7);
}

TEST_CASE("what is wrong is named") {
  auto failure = [](const char *word) { return parseArgumentText(word).error().message; };
  CHECK(failure("=3") == "'=3' has no name before the '=': expected NAME=VALUE");
  CHECK(failure("x=") == "'x=' has no value: expected a number, '@FILE.npy' or an array, as 'f32[64x64]' or '[1,2,3]'");
  CHECK(failure("x=@") == "'x=@' names no file: expected '@FILE.npy'");
  CHECK(failure("x=float[3]") == "unknown element type 'float' in 'x=float[3]': expected one of 'i1', 'i8', 'i16', "
                                 "'i32', 'i64', 'index', 'f16', 'bf16', 'f32', 'f64'");
  const std::string shape = ": expected extents as in 'f32[64x64]', 'f32[]' for rank 0, or an array's name";
  for (const char *word : {"x=f32[3", "x=f32[3x]", "x=f32[-1]", "x=f32[1.5]"})
    CHECK(failure(word) == "bad shape in '" + std::string(word) + "'" + shape);
  for (const char *word : {"x=f32[3,4]", "x=f32[[3]]"})
    CHECK(failure(word) == "bad shape in '" + std::string(word) + "'" + shape +
                               "; a list of values has no type before it, as in 'x=[1,2,3]'");
  CHECK(failure("x=f32[3]5") == "unexpected '5' in 'x=f32[3]5': expected ':' and what to fill it with");
  const std::string values = "expected a number, a list such as '[1,2,3]', 'iota' or 'random(SEED)'";
  CHECK(failure("x=f32[3]:") == "in 'x=f32[3]:': no value after the ':': " + values);
  CHECK(failure("x=f32[3]:q") == "in 'x=f32[3]:q': 'q' is no value: " + values);
  CHECK(failure("x=[1,2") == "in 'x=[1,2': the list has no ']' at its end");
  CHECK(failure("x=f32[1x1x1x1x1x1x1x1x1]") == "rank 9 in 'x=f32[1x1x1x1x1x1x1x1x1]': arrays have at most rank 8");
}

TEST_CASE("a missing argument is explained") {
  int64_t shape[] = {QDRT_DYNAMIC, 3};
  qdrt_argument_info array = {};
  array.name = "u";
  array.kind = QDRT_ARRAY;
  array.type = QDRT_F32;
  array.rank = 2;
  array.shape = shape;
  CHECK(howToGive(array) == "u=f32[Nx3] or u=@FILE.npy");
  qdrt_argument_info scalar = {};
  scalar.name = "k";
  scalar.kind = QDRT_SCALAR;
  scalar.type = QDRT_I64;
  CHECK(howToGive(scalar) == "k=NUMBER (i64)");
  CHECK(arrayTypeText(QDRT_F32, 2, shape) == "f32[?x3]");
}
