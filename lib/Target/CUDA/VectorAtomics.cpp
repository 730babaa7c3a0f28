//===- VectorAtomics.cpp - Two atomic additions as one --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/CUDA/VectorAtomics.h"

#include "LinearAddress.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;

namespace qdc {

bool hasVectorAtomics(std::string_view number) {
  unsigned capability = 0;
  return !StringRef(number).getAsInteger(10, capability) && capability >= 90;
}

namespace {

constexpr unsigned globalAddressSpace = 1;

struct Place {
  AtomicRMWInst *addition;
  LinearAddress address;
};

/// What PTX calls additions of a type's elements, and its registers.
struct Spelling {
  StringLiteral one, two;
  char constraint;
};

/// Nothing where two are no instruction.
std::optional<Spelling> spellingOf(const Type *type) {
  if (type->isFloatTy())
    return Spelling{"add.f32", "add.v2.f32", 'r'};
  if (type->isHalfTy())
    return Spelling{"add.noftz.f16", "add.noftz.v2.f16", 'h'};
  if (type->isBFloatTy())
    return Spelling{"add.noftz.bf16", "add.noftz.v2.bf16", 'h'};
  return std::nullopt;
}

int64_t bytesOf(const Type *type) { return type->getScalarSizeInBits() / 8; }

/// The joined addition; $3 says whether the first element is aligned.
InlineAsm *joinedAddition(const Type *type, FunctionType *signature) {
  const Spelling spelling = *spellingOf(type);
  const std::string red = "red.relaxed.gpu.global.", one = red + spelling.one.str();
  const std::string assembly = "{\n"
                               "\t.reg .pred %aligned;\n"
                               "\tsetp.ne.b32 %aligned, $3, 0;\n"
                               "\t@%aligned " +
                               red + spelling.two.str() +
                               " [$0], {$1, $2};\n"
                               "\t@!%aligned " +
                               one +
                               " [$0], $1;\n"
                               "\t@!%aligned " +
                               one + " [$0+" + std::to_string(bytesOf(type)) +
                               "], $2;\n"
                               "\t}";
  const std::string element = {spelling.constraint, ','};
  return InlineAsm::get(signature, assembly, "l," + element + element + "r,~{memory}", /*hasSideEffects=*/true);
}

class Joining {
public:
  explicit Joining(Function &function)
      : function(function), layout(function.getDataLayout()),
        deviceScope(function.getContext().getOrInsertSyncScopeID("device")) {}

  void run() {
    for (BasicBlock &block : function) {
      open.clear();
      LinearAddresses addresses(layout);
      for (Instruction &instruction : make_early_inc_range(block))
        visit(instruction, addresses);
    }
  }

private:
  bool isAddition(const AtomicRMWInst &atomic) const {
    return atomic.getOperation() == AtomicRMWInst::FAdd && spellingOf(atomic.getType()) && atomic.use_empty() &&
           !atomic.isVolatile() && atomic.getOrdering() == AtomicOrdering::Monotonic &&
           atomic.getSyncScopeID() == deviceScope && atomic.getPointerAddressSpace() == globalAddressSpace;
  }

  void visit(Instruction &instruction, LinearAddresses &addresses) {
    auto *atomic = dyn_cast<AtomicRMWInst>(&instruction);
    if (!atomic || !isAddition(*atomic)) {
      if (instruction.mayReadOrWriteMemory())
        open.clear();
      return;
    }
    const Place mine = {atomic, addresses.of(atomic->getPointerOperand())};
    for (const Place &other : open)
      if (other.address.group == mine.address.group && other.addition->getType() == atomic->getType() &&
          std::abs(other.address.constant - mine.address.constant) == bytesOf(atomic->getType()))
        if (join(other, mine)) {
          open.erase(&other);
          return;
        }
    open.push_back(mine);
  }

  /// In the place of the second one. False if the first element is not aligned even if the array is.
  bool join(const Place &earlier, const Place &later) {
    const bool ascends = earlier.address.constant < later.address.constant;
    const Place &low = ascends ? earlier : later, &high = ascends ? later : earlier;
    Type *element = low.addition->getType();
    const int64_t vectorBytes = 2 * bytesOf(element);
    Value *array = low.addition->getPointerOperand();
    if (!findArray(array, vectorBytes))
      return false;
    IRBuilder<> builder(later.addition);
    Type *bits = builder.getIntNTy(element->getScalarSizeInBits());
    auto bitsOf = [&](const Place &place) { return builder.CreateBitCast(place.addition->getValOperand(), bits); };
    Value *operands[] = {low.addition->getPointerOperand(), bitsOf(low), bitsOf(high), alignmentOf(array, vectorBytes)};
    auto *type =
        FunctionType::get(builder.getVoidTy(), {operands[0]->getType(), bits, bits, builder.getInt32Ty()}, false);
    builder.CreateCall(joinedAddition(element, type), operands);
    low.addition->eraseFromParent();
    high.addition->eraseFromParent();
    return true;
  }

  /// Follows `pointer` to an array from which it is multiples of the vector's bytes away. False if it may be further.
  bool findArray(Value *&pointer, int64_t vectorBytes) const {
    int64_t byteOffset = 0;
    while (auto *step = dyn_cast<GEPOperator>(pointer)) {
      const unsigned bits = layout.getIndexTypeSizeInBits(step->getType());
      SmallMapVector<Value *, APInt, 4> variables;
      APInt constant(bits, 0);
      if (!step->collectOffset(layout, bits, variables, constant))
        return false;
      for (const auto &[variable, scale] : variables)
        if (computeKnownBits(variable, layout).countMinTrailingZeros() + scale.countr_zero() < Log2_64(vectorBytes))
          return false;
      byteOffset += constant.getSExtValue();
      pointer = step->getPointerOperand();
    }
    return byteOffset % vectorBytes == 0 && isa<Argument, Instruction>(pointer) && !isa<PHINode, SelectInst>(pointer);
  }

  /// Whether `array` lies at a multiple of the vector's bytes, i32; known where the array is.
  Value *alignmentOf(Value *array, int64_t vectorBytes) {
    Value *&known = alignments[{array, vectorBytes}];
    if (known)
      return known;
    auto *made = dyn_cast<Instruction>(array);
    IRBuilder<> builder(made ? made->getNextNode() : &*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    Value *rest = builder.CreateAnd(builder.CreatePtrToInt(array, builder.getInt64Ty()), vectorBytes - 1);
    return known = builder.CreateZExt(builder.CreateICmpEQ(rest, builder.getInt64(0)), builder.getInt32Ty());
  }

  Function &function;
  const DataLayout &layout;
  SyncScope::ID deviceScope;
  SmallVector<Place> open; // since the block touched memory in another way
  DenseMap<std::pair<Value *, int64_t>, Value *> alignments;
};

} // namespace

void joinAtomics(llvm::Module &module) {
  for (Function &function : module)
    if (!function.isDeclaration())
      Joining(function).run();
}

} // namespace qdc
