//===- VariantState.cpp - Slots and memory of one variant -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Graph/VariantState.h"

#include "Runtime/Graph/Print.h"

using namespace qdrt::loader;

template <typename Memory>
static qdc::Status allocateInto(Memory &memory, BackendDevice &device, uint64_t bytes) {
  qdc::Result<Memory> made = Memory::allocate(device, bytes);
  if (!made)
    return made.error();
  memory = std::move(*made);
  return {};
}

/// The first page-locked memory of a process takes a millisecond or two, so that a launch which reports nothing has
/// none.
static bool reportsToHost(const Variant &variant) {
  return !variant.slotsOf(qdc::SlotKind::printBuffer).empty() || !variant.slotsOf(qdc::SlotKind::errorRecord).empty() ||
         !variant.description->results.empty() || variant.program.hasControl;
}

VariantState::VariantState(const Variant &variant)
    : variant(&variant), loopRuns(variant.program.loops.size()), loopValues(variant.program.loops.size()),
      loopIterations(variant.program.loops.size()), slots(variant.slots.size()), extents(variant.tasks.size()),
      mostIterations(variant.tasks.size(), INT64_MAX), regions(variant.regions.size()) {
  programs[0] = std::make_unique<PreparedProgram>(variant.program);
  prepared = programs[0].get();
}

VariantState::VariantState(VariantState &&) noexcept = default;
VariantState &VariantState::operator=(VariantState &&) noexcept = default;
VariantState::~VariantState() = default;

qdc::Result<VariantState> qdrt::loader::makeVariantState(const Variant &variant, BackendDevice &device,
                                                         BackendStream &stream) {
  VariantState made(variant);
  qdc::Status status;
  if (!variant.slotsOf(qdc::SlotKind::errorRecord).empty())
    status = allocateInto(made.errorRecord, device, sizeof(qd_error_record));
  if (status && !variant.slotsOf(qdc::SlotKind::printBuffer).empty()) {
    status = allocateInto(made.printBuffer, device, kPrintBytes);
    if (status)
      status = initializePrintBuffer(stream, made.printBuffer);
    // A launch that is refused after all frees the buffer.
    if (status)
      status = stream.synchronize();
  }
  if (status && stream.capabilities().isAsynchronous && reportsToHost(variant))
    status = allocateInto(made.report, device, sizeof(HostReport) + variant.description->workspace.readbackBytes);
  if (!status)
    return status;
  std::vector<BackendEntry *> entries;
  for (size_t task = 0; task < variant.description->tasks.size(); ++task)
    entries.push_back(variant.tasks[task].entry.get());
  qdc::Result<std::unique_ptr<BackendInstance>> kept = device.createInstance(*variant.description, entries, stream);
  if (!kept)
    return kept.error();
  made.kept = std::move(*kept);
  return made;
}
