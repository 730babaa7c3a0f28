//===- WorkgroupMemory.cpp - What the threads of a block share ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "WorkgroupMemory.h"

#include "qdc/Lowering/Common/MemoryTypes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace qdc {

/// Of every array, in bytes: that of the widest element.
static constexpr uint64_t alignment = 8;

static uint64_t bytesOf(const WorkgroupMemory::Wanted &wanted) {
  const uint64_t element = llvm::divideCeil(memoryType(wanted.type).getIntOrFloatBitWidth(), 8u);
  return llvm::alignTo(element * wanted.count, alignment);
}

static WorkgroupMemory::Wanted contentsOf(memref::GlobalOp array) {
  return {array.getType().getElementType(), static_cast<unsigned>(array.getType().getNumElements())};
}

static bool fits(const WorkgroupMemory::Wanted &array, const WorkgroupMemory::Wanted &wanted) {
  return array.type == wanted.type && array.count >= wanted.count;
}

static Value addressOf(OpBuilder &builder, Location location, memref::GlobalOp array) {
  return memref::GetGlobalOp::create(builder, location, array.getType(), array.getSymName());
}

/// The number after `prefix` is the first one from `firstNumber` on that no symbol has.
memref::GlobalOp WorkgroupMemory::add(func::FuncOp function, StringRef prefix, size_t firstNumber,
                                      const Wanted &wanted) {
  auto module = function->getParentOfType<ModuleOp>();
  std::string symbol;
  for (size_t number = firstNumber; symbol.empty() || module.lookupSymbol(symbol); ++number)
    symbol = (prefix + Twine(number)).str();
  used += bytesOf(wanted);
  OpBuilder builder(function);
  auto space = gpu::AddressSpaceAttr::get(builder.getContext(), gpu::AddressSpace::Workgroup);
  auto type = MemRefType::get({wanted.count}, wanted.type, MemRefLayoutAttrInterface(), space);
  return memref::GlobalOp::create(builder, function.getLoc(), symbol,
                                  /*sym_visibility=*/builder.getStringAttr("private"), type,
                                  /*initial_value=*/builder.getUnitAttr(), /*constant=*/false,
                                  /*alignment=*/builder.getI64IntegerAttr(alignment));
}

/// One array for each type, with the most elements that any of these has.
static SmallVector<WorkgroupMemory::Wanted> joinByType(ArrayRef<WorkgroupMemory::Wanted> wanted) {
  SmallVector<WorkgroupMemory::Wanted> joined;
  for (const WorkgroupMemory::Wanted &each : wanted) {
    auto *known = llvm::find_if(joined, [&](const WorkgroupMemory::Wanted &array) { return array.type == each.type; });
    if (known == joined.end())
      joined.push_back(each);
    else
      known->count = std::max(known->count, each.count);
  }
  return joined;
}

uint64_t WorkgroupMemory::bytesToReserve(ArrayRef<Wanted> wanted) {
  uint64_t bytes = 0;
  for (const Wanted &array : joinByType(wanted))
    bytes += bytesOf(array);
  return bytes;
}

bool WorkgroupMemory::reserve(ArrayRef<Wanted> wanted) {
  SmallVector<Wanted> all = reserved;
  for (const Wanted &each : wanted)
    if (llvm::none_of(betweenBarriers, [&](const Array &array) { return fits(contentsOf(array.global), each); }))
      all.push_back(each);
  const uint64_t more = bytesToReserve(all) - bytesToReserve(reserved);
  if (!hasRoom(more))
    return false;
  used += more;
  reserved = joinByType(all);
  return true;
}

bool WorkgroupMemory::isReserved(const Wanted &wanted) const {
  return llvm::any_of(reserved, [&](const Wanted &array) { return fits(array, wanted); });
}

bool WorkgroupMemory::hasRoom(const Wanted &wanted) const { return hasRoom(bytesOf(wanted)); }

Value WorkgroupMemory::create(OpBuilder &builder, Location location, func::FuncOp function, const Wanted &wanted) {
  if (!hasRoom(wanted))
    return {};
  return addressOf(builder, location, add(function, (function.getSymName() + ".shared").str(), 0, wanted));
}

Value WorkgroupMemory::createBetweenBarriers(OpBuilder &builder, Location location, func::FuncOp function,
                                             const Wanted &wanted) {
  const bool mayAdd = hasRoom(wanted) || isReserved(wanted);
  for (const Array &array : betweenBarriers)
    if (fits(contentsOf(array.global), wanted) && (array.function != function || !mayAdd))
      return addressOf(builder, location, array.global);
  if (!mayAdd)
    return {};
  if (isReserved(wanted)) {
    auto *kept = llvm::find_if(reserved, [&](const Wanted &array) { return fits(array, wanted); });
    used -= bytesOf(*kept);
    reserved.erase(kept);
  }
  memref::GlobalOp global = add(function, (function.getSymName() + ".shared").str(), 0, wanted);
  betweenBarriers.push_back({global, function});
  return addressOf(builder, location, global);
}

bool WorkgroupMemory::hasRoomBetweenBarriers(func::FuncOp function, ArrayRef<Wanted> wanted) const {
  SmallVector<Wanted> added;
  uint64_t bytes = 0;
  for (const Wanted &each : wanted) {
    auto fitsEach = [&](const Wanted &array) { return fits(array, each); };
    auto isThere = [&](const Array &array) { return fitsEach(contentsOf(array.global)); };
    auto isOfOther = [&](const Array &array) { return isThere(array) && array.function != function; };
    if (llvm::any_of(betweenBarriers, isOfOther) || isReserved(each))
      continue;
    if (hasRoom(bytes + bytesOf(each))) {
      bytes += bytesOf(each);
      added.push_back(each);
    } else if (llvm::none_of(added, fitsEach) && llvm::none_of(betweenBarriers, isThere)) {
      return false;
    }
  }
  return true;
}

SmallVector<Value> WorkgroupMemory::reuse(OpBuilder &builder, Location location, func::FuncOp function,
                                          ArrayRef<Wanted> wanted, uint64_t most) {
  SmallVector<memref::GlobalOp> free, found;
  uint64_t bytes = 0, more = 0;
  for (const Array &array : reused) {
    free.push_back(array.global);
    bytes += bytesOf(contentsOf(array.global));
  }
  for (const Wanted &each : wanted) {
    auto it = llvm::find_if(free, [&](memref::GlobalOp array) { return array && fits(contentsOf(array), each); });
    found.push_back(it == free.end() ? nullptr : *it);
    if (it == free.end())
      more += bytesOf(each);
    else
      *it = nullptr;
  }
  if (bytes + more > most || !hasRoom(more))
    return {};
  SmallVector<Value> arrays;
  for (auto [array, each] : llvm::zip_equal(found, wanted)) {
    if (!array) {
      array = add(function, name + ".reused", reused.size(), each);
      reused.push_back({array, function});
    }
    arrays.push_back(addressOf(builder, location, array));
  }
  return arrays;
}

} // namespace qdc
