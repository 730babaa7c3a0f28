//===- Instance.cpp - What a kernel's launches share ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Instance.h"

#include "Arithmetic.h"
#include "qdc/ABI/KernelABI.h"
#include "qdc/Lowering/Common/MemoryTypes.h"
#include "qdc/Support/ArrayBytes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

#include <cstring>

using namespace mlir;

namespace qdc {

/// Of the workspace, and of each of its regions, of a grid without a kernel, which alone tells their sizes. An access
/// to more is an error as with every array.
static constexpr uint64_t defaultBytes = 64 * 1024;
static constexpr uint64_t printWords = 4096;

Instance::Instance(ModuleOp module, qd::KernelOp kernel, ArrayRef<GivenArgument> given, const InstanceOptions &options)
    : kernel(kernel), given(given), options(options) {
  for (const GivenArgument &argument : given) {
    arguments.push_back(nullptr);
    if (!argument.isArray)
      continue;
    unsigned elementBytes = qdrt_type_bytes(argument.array.type);
    Array &array = make(argument.name, argument.array.data.size(), options.isMisaligned ? elementBytes : 0);
    array.contents() = argument.array.data;
    arguments.back() = &array;
  }
  record = &make("the error record", sizeof(qd_error_record), 0);
  record->isReport = true;
  prints = &make("the print buffer", sizeof(qd_print_buffer) + printWords * sizeof(uint64_t), 0);
  prints->store(offsetof(qd_print_buffer, capacity), sizeof(uint32_t), printWords);
  stop = &make("the stop word", sizeof(qd_stop_word), 0);
  makeGlobals(module);
}

/// Arrays are far from each other, so that no index leads from one to the next.
Array &Instance::make(std::string name, uint64_t bytes, unsigned offset) {
  uint64_t address = (uint64_t{all.size()} + 1) << 40;
  all.push_back(std::make_unique<Array>(std::move(name), Space::global, bytes, address + offset));
  return *all.back();
}

Array &Instance::ofNumber(std::map<unsigned, Array *> &arrays, unsigned number, StringRef name, uint64_t bytes) {
  Array *&known = arrays[number];
  if (!known)
    known = &make((name + " " + std::to_string(number)).str(), bytes, 0);
  return *known;
}

void Instance::makeGlobals(ModuleOp module) {
  for (auto global : module.getOps<memref::GlobalOp>()) {
    MemRefType type = global.getType();
    unsigned bytes = (memoryType(type.getElementType()).getIntOrFloatBitWidth() + 7) / 8;
    Array &array = make(("@" + global.getSymName()).str(), type.getNumElements() * bytes, 0);
    globals.push_back(&array);
    if (auto values = dyn_cast_if_present<DenseElementsAttr>(global.getInitialValue().value_or(Attribute())))
      for (auto [index, value] : llvm::enumerate(values.getValues<Attribute>()))
        array.store(index * bytes, bytes, bitsOf(value));
  }
}

SmallVector<qd::TemporaryAttr> Instance::temporaries() {
  if (!kernel || !kernel.getTemporariesAttr())
    return {};
  return llvm::to_vector(kernel.getTemporariesAttr().getAsRange<qd::TemporaryAttr>());
}

/// The bytes of a temporary. Errors name what no array can have.
Result<uint64_t> Instance::bytesOf(unsigned number, qd::TemporaryAttr temporary) {
  auto refuse = [&](const std::string &problem) {
    return Error{ErrorCode::invalidArgument, "temporary " + std::to_string(number) + " " + problem};
  };
  const int64_t elementBytes = (memoryType(temporary.getType().getElementType()).getIntOrFloatBitWidth() + 7) / 8;
  std::vector<int64_t> shape;
  for (qd::SizeAttr extent : temporary.getExtents()) {
    Result<int64_t> size = extent.getExpr().evaluate(*this);
    if (!size)
      return refuse("has no size: " + size.error().message);
    if (*size < 0)
      return refuse("has the extent " + std::to_string(*size) + "; accepted: 0 or more");
    shape.push_back(*size);
  }
  const std::optional<int64_t> bytes = checkedArrayBytes(elementBytes, shape);
  if (!bytes || *bytes > largestArrayBytes)
    return refuse("is too large; accepted: up to " + std::to_string(largestArrayBytes) + " bytes");
  return static_cast<uint64_t>(*bytes);
}

/// Tasks may have to compute the extents first: they have, once a task uses the region.
Status Instance::makeRegion(unsigned region) {
  if (regions.contains(region))
    return {};
  uint64_t bytes = kernel ? 0 : defaultBytes;
  for (auto [number, temporary] : llvm::enumerate(temporaries()))
    if (temporary.getRegion() == region) {
      Result<uint64_t> own = bytesOf(number, temporary);
      if (!own)
        return own.error();
      bytes = std::max(bytes, *own);
    }
  (void)ofNumber(regions, region, "region", bytes);
  return {};
}

Status Instance::allocate() {
  uint64_t bytes = defaultBytes;
  if (kernel) {
    Result<int64_t> size = kernel.getWorkspaceBytesAttr().getExpr().evaluate(*this);
    if (!size)
      return size.error();
    if (*size < 0 || *size > largestArrayBytes)
      return Error{ErrorCode::invalidArgument, "the workspace has " + std::to_string(*size) +
                                                   " bytes; accepted: 0 to " + std::to_string(largestArrayBytes)};
    bytes = *size;
  }
  words = &make("the workspace", bytes, 0);
  if (!kernel)
    return {};
  // Nothing may rely on what the workspace holds, but for the words of barriers.
  constexpr std::byte noValue{0x5b};
  std::fill(words->contents().begin(), words->contents().end(), noValue);
  if (std::optional<uint64_t> barrier = kernel.getBarrierOffset())
    for (unsigned word = 0; word < 2; ++word)
      words->store(*barrier + word * QDC_WORD_BYTES, QDC_WORD_BYTES, 0);
  // The host reads the flags of loops, whether or not a task uses them. They share their regions with nothing.
  for (qd::TemporaryAttr temporary : temporaries())
    if (temporary.getExtents().empty())
      if (Status status = makeRegion(temporary.getRegion()); !status)
        return status;
  return {};
}

Array *Instance::arrayOf(qd::SlotAttr slot) {
  switch (slot.getKind()) {
  case qd::SlotKind::array:
    return slot.getIndex() < arguments.size() ? arguments[slot.getIndex()] : nullptr;
  case qd::SlotKind::global:
    return slot.getIndex() < globals.size() ? globals[slot.getIndex()] : nullptr;
  case qd::SlotKind::workspace:
    return words;
  case qd::SlotKind::region:
    return regions.contains(slot.getIndex()) ? regions[slot.getIndex()] : nullptr;
  case qd::SlotKind::error_record:
    return record;
  case qd::SlotKind::print_buffer:
    return prints;
  case qd::SlotKind::stop_word:
    return stop;
  case qd::SlotKind::loop_state:
    return &ofNumber(loopStates, slot.getIndex(), "the state of loop", sizeof(qd_loop_state));
  default:
    return nullptr;
  }
}

Result<std::vector<uint64_t>> Instance::slotsOf(qd::EntryPointAttr entry) {
  std::vector<uint64_t> registers;
  for (qd::SlotAttr slot : entry.getSlots()) {
    Result<int64_t> number = 0;
    switch (slot.getKind()) {
    case qd::SlotKind::dim:
      number = dim(slot.getIndex(), slot.getAxis());
      break;
    case qd::SlotKind::scalar:
      number = scalar(slot.getIndex());
      break;
    case qd::SlotKind::seed:
      number = static_cast<int64_t>(options.seed);
      break;
    case qd::SlotKind::launch_ordinal:
      number = static_cast<int64_t>(options.ordinal);
      break;
    case qd::SlotKind::maximum_iterations:
      number = options.maximumIterations;
      break;
    case qd::SlotKind::condition_handle:
      number = slot.getIndex();
      break;
    default:
      if (slot.getKind() == qd::SlotKind::region)
        if (Status status = makeRegion(slot.getIndex()); !status)
          return status.error();
      Array *array = arrayOf(slot);
      if (!array)
        return Error{ErrorCode::invalidArgument,
                     ("there is nothing for the slot of kind '" + qd::stringifySlotKind(slot.getKind()) +
                      "' with the index " + std::to_string(slot.getIndex()))
                         .str()};
      number = static_cast<int64_t>(reinterpret_cast<uintptr_t>(array));
    }
    if (!number)
      return number.error();
    registers.push_back(slot.getKind() == qd::SlotKind::scalar ? given[slot.getIndex()].bits
                                                               : static_cast<uint64_t>(*number));
  }
  return registers;
}

Result<int64_t> Instance::scalar(uint32_t argument) const {
  if (argument >= given.size() || given[argument].isArray)
    return Error{ErrorCode::invalidArgument, "argument " + std::to_string(argument) + " is no scalar"};
  // As a size it has its sign.
  return signedValue(given[argument].bits, 8 * qdrt_type_bytes(given[argument].type));
}

Result<int64_t> Instance::dim(uint32_t argument, uint32_t axis) const {
  if (argument >= given.size() || axis >= given[argument].array.shape.size())
    return Error{ErrorCode::invalidArgument,
                 "argument " + std::to_string(argument) + " is no array with an axis " + std::to_string(axis)};
  return given[argument].array.shape[axis];
}

Result<int64_t> Instance::word(uint64_t offset) const {
  if (!words->holds(static_cast<int64_t>(offset), QDC_WORD_BYTES))
    return Error{ErrorCode::invalidArgument, "there is no word at byte " + std::to_string(offset)};
  return static_cast<int64_t>(words->load(offset, QDC_WORD_BYTES));
}

} // namespace qdc
