//===- ManifestDerivatives.cpp - What derivatives tell of themselves ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ManifestDerivatives.h"
#include "ManifestGlobals.h"
#include "qdc/Dialect/QD/IR/Derivatives.h"
#include "qdc/Dialect/QD/IR/KeptArrays.h"
#include "qdc/Package/ManifestNames.h"

#include <algorithm>
#include <tuple>

using namespace mlir;
using namespace qdc;

/// What orders places, and tells them apart.
static auto orderOf(const SourceLocation &place) { return std::tie(place.file, place.line, place.column); }

static auto orderOf(const Accumulation &accumulation) {
  // Arguments, then globals, then temporaries.
  constexpr uint64_t last = UINT64_MAX;
  return std::tuple(accumulation.argument ? uint64_t{*accumulation.argument} : last,
                    accumulation.global ? uint64_t{*accumulation.global} : last, orderOf(accumulation.location),
                    accumulation.kind);
}

static Accumulation describeAccumulation(DictionaryAttr entry, const GlobalNumbers &globals, const Kernel &kernel) {
  Accumulation accumulation;
  accumulation.kind = *enumFromName<AccumulationKind>(entry.getAs<StringAttr>("kind").getValue());
  accumulation.location = sourceLocation(Location(entry.getAs<LocationAttr>("location")));
  if (auto global = entry.getAs<FlatSymbolRefAttr>("shadow"))
    accumulation.global = globals.at(global.getAttr());
  auto name = entry.getAs<StringAttr>("shadow");
  for (uint32_t index = 0; name && index < kernel.arguments.size(); ++index)
    if (kernel.arguments[index].name == name.getValue())
      accumulation.argument = index;
  return accumulation;
}

/// What one operation that makes an array keeps there; nothing where it keeps no values.
static std::optional<KeptValue> describeKept(Location location) {
  std::optional<qd::KeptArray> array = qd::readKeptArray(location);
  if (!array)
    return std::nullopt;
  KeptValue kept;
  kept.reason = *enumFromName<KeptReason>(array->reason);
  kept.location = sourceLocation(location);
  if (array->write)
    kept.write = sourceLocation(Location(array->write));
  return kept;
}

static uint64_t bytesOf(MemRefType type) {
  return static_cast<uint64_t>(type.getNumElements()) * elementSize(*elementTypeOf(type.getElementType()));
}

static void addKeptInTask(qd::TaskOp task, uint32_t number, std::vector<KeptValue> &all) {
  const size_t first = all.size();
  task.walk([&](memref::AllocaOp array) {
    std::optional<KeptValue> kept = describeKept(array.getLoc());
    if (!kept)
      return;
    kept->task = number;
    kept->bytes = bytesOf(array.getType());
    auto same = std::find_if(all.begin() + static_cast<ptrdiff_t>(first), all.end(), [&](const KeptValue &known) {
      return known.reason == kept->reason && orderOf(known.location) == orderOf(kept->location);
    });
    if (same == all.end())
      all.push_back(*std::move(kept));
    else
      *same->bytes += *kept->bytes;
  });
}

void qdc::describeDerivative(qd::KernelOp op, ArrayRef<qd::TaskOp> tasks, const GlobalNumbers &globals,
                             Kernel &kernel) {
  auto accumulations = op->getAttrOfType<ArrayAttr>(qd::accumulationsAttr);
  if (!accumulations)
    return;
  for (auto entry : accumulations.getAsRange<DictionaryAttr>())
    kernel.accumulations.push_back(describeAccumulation(entry, globals, kernel));
  auto isBefore = [](const Accumulation &a, const Accumulation &b) { return orderOf(a) < orderOf(b); };
  auto isSame = [](const Accumulation &a, const Accumulation &b) { return orderOf(a) == orderOf(b); };
  std::ranges::sort(kernel.accumulations, isBefore);
  const auto repeated = std::ranges::unique(kernel.accumulations, isSame);
  kernel.accumulations.erase(repeated.begin(), repeated.end());

  if (op.getTemporaries())
    for (auto [number, temporary] : llvm::enumerate(op.getTemporariesAttr().getAsRange<qd::TemporaryAttr>()))
      if (std::optional<KeptValue> kept = describeKept(temporary.getLocation())) {
        kept->temporary = static_cast<uint32_t>(number);
        kernel.keptValues.push_back(*std::move(kept));
      }
  for (auto [number, task] : llvm::enumerate(tasks))
    addKeptInTask(task, static_cast<uint32_t>(number), kernel.keptValues);
}
