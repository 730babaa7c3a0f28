//===- Outcome.cpp - What a run left --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Outcome.h"

#include "Run/ArrayText.h"
#include "qdc/ABI/KernelABI.h"

using namespace mlir;

namespace qdc {

static std::string statusOf(Array &record) {
  uint64_t code = record.load(offsetof(qd_error_record, code), sizeof(uint32_t));
  if (code == QD_ERROR_NONE)
    return "ok";
  return "error " + std::to_string(code) + " at site " +
         std::to_string(record.load(offsetof(qd_error_record, site), sizeof(uint32_t))) + " in iteration " +
         std::to_string(static_cast<int64_t>(record.load(offsetof(qd_error_record, iteration), sizeof(int64_t))));
}

Outcome takeOutcome(Launches &launches, qd::KernelOp kernel, ArrayRef<GivenArgument> arguments) {
  Instance &instance = launches.memory();
  Outcome outcome;
  outcome.status = statusOf(instance.errorRecord());
  outcome.conditions = launches.conditions();
  for (auto [number, argument] : llvm::enumerate(arguments)) {
    if (!argument.isArray)
      continue;
    outcome.arrays.push_back({argument.name, argument.array});
    outcome.arrays.back().value.data = instance.argument(number).contents();
  }
  if (!kernel || !kernel.getResultOffsets() || launches.errorCode() != QD_ERROR_NONE)
    return outcome;
  for (auto [number, offset] : llvm::enumerate(*kernel.getResultOffsets())) {
    ArrayContents value;
    value.type = elementTypeOf(kernel.getResultTypes()[number]).value_or(QDRT_I64);
    auto begin = instance.workspace().contents().begin() + offset;
    value.data.assign(begin, begin + qdrt_type_bytes(value.type));
    outcome.results.push_back({"result " + std::to_string(number), std::move(value)});
  }
  return outcome;
}

std::string outcomeText(const Outcome &outcome) {
  std::string text = "status: " + outcome.status + "\n";
  for (auto [handle, value] : outcome.conditions)
    text += "condition " + std::to_string(handle) + " = " + (value ? "true" : "false") + "\n";
  for (const auto *list : {&outcome.results, &outcome.arrays})
    for (const NamedValue &named : *list)
      text += named.name + " = " + arrayText(named.value) + "\n";
  return text;
}

std::string differenceOf(const Outcome &a, const Outcome &b) {
  if (a.status != b.status)
    return "the status is '" + b.status + "' for '" + a.status + "'";
  if (a.conditions != b.conditions)
    return "a condition differs";
  for (auto [first, second] : {std::pair(&a.results, &b.results), std::pair(&a.arrays, &b.arrays)})
    for (size_t number = 0; number < first->size(); ++number) {
      const ArrayContents &one = (*first)[number].value, &other = (*second)[number].value;
      if (one.data == other.data)
        continue;
      size_t byte = std::mismatch(one.data.begin(), one.data.end(), other.data.begin()).first - one.data.begin();
      return "'" + (*first)[number].name + "' differs from element " +
             std::to_string(byte / qdrt_type_bytes(one.type)) + " on";
    }
  return "";
}

} // namespace qdc
