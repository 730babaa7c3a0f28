//===- ArgumentText.h - NAME=VALUE on qdc run's command line ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   NAME=NUMBER              a scalar: dt=1e-4
//   NAME=@FILE.npy           an array from a file
//   NAME=TYPE[SHAPE]         a new array of zeros: x=f32[64x64], c=i32[]
//   NAME=TYPE[SHAPE]:VALUES  a new array; ArrayValues.h has the forms of VALUES
//   NAME=[1,2,3]             a new array of these, nested for rank 2 and more
// SHAPE is extents joined by 'x', nothing for rank 0, or the name of another
// array, whose shape it then is: v=f32[u].
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_RUN_ARGUMENTTEXT_H
#define QDC_TOOLS_RUN_ARGUMENTTEXT_H

#include "Run/ArrayValues.h"
#include "qdc/Support/Result.h"
#include "qdrt/qdrt.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace qdc {

enum class ArgumentForm : uint8_t { number, file, newArray, list };

struct ArgumentText {
  std::string name;
  ArgumentForm form = ArgumentForm::number;
  std::string text;           // number: its digits; file: its path
  std::string value;          // all that follows the '=', for messages
  qdrt_type type = QDRT_I32;  // newArray
  std::vector<int64_t> shape; // newArray
  std::string shapeOf;        // newArray: the array whose shape it takes, or empty
  ArrayValues values;         // newArray, list
};

/// Reads one NAME=VALUE; `word` holds a '='. Errors (invalidArgument) name the
/// word and what is accepted.
Result<ArgumentText> parseArgumentText(std::string_view word);

/// How an argument is given, for a person: "u=f32[NxM] or u=@FILE.npy".
std::string howToGive(const qdrt_argument_info &argument);

/// "f32[64x?]": a type with a shape, "?" where an extent is QDRT_DYNAMIC.
std::string arrayTypeText(qdrt_type type, uint32_t rank, const int64_t *shape);

} // namespace qdc

#endif // QDC_TOOLS_RUN_ARGUMENTTEXT_H
