//===- Result.cpp - A value or the reason why there is none ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/Result.h"

using namespace qdc;

OptionalError::OptionalError(Error &&error) : error(new Error(std::move(error))) {}

OptionalError::OptionalError(const Error &error) : error(new Error(error)) {}

OptionalError::OptionalError(const OptionalError &other) : error(other.error ? new Error(*other.error) : nullptr) {}

void OptionalError::destroy() noexcept { delete error; }

Status qdc::makeError(ErrorCode code, FormatPattern text, FormatValues values) {
  return Error{code, formatText(text, values)};
}
