//===- GPUThreads.cpp - Threads of a GPU, run on the CPU ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "GPUThreads.h"

#include "CompiledModule.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"

#include <stdexcept>

using namespace llvm;

namespace qdc {

template <typename T>
static T orThrow(Expected<T> value) {
  if (!value)
    throw std::runtime_error(toString(value.takeError()));
  return std::move(*value);
}

/// Puts what `create` makes in the place of each call of `intrinsic`; null for one that gives nothing.
static void replaceIntrinsic(Module &module, StringRef intrinsic, function_ref<Value *(IRBuilder<> &)> create) {
  Function *function = module.getFunction(intrinsic);
  if (!function)
    return;
  for (User *user : make_early_inc_range(function->users())) {
    auto *call = cast<CallInst>(user);
    IRBuilder<> builder(call);
    if (Value *value = create(builder))
      call->replaceAllUsesWith(value);
    call->eraseFromParent();
  }
  function->eraseFromParent();
}

/// Makes a module for the PTX back end one for the JIT's machine.
static void moveToCPU(Module &module, const orc::LLJIT &jit) {
  auto *type = ArrayType::get(Type::getInt32Ty(module.getContext()), 3);
  auto *place = new GlobalVariable(module, type, /*isConstant=*/false, GlobalValue::ExternalLinkage,
                                   ConstantAggregateZero::get(type), "place");
  auto readPlace = [&](StringRef intrinsic, unsigned index) {
    replaceIntrinsic(module, intrinsic, [&](IRBuilder<> &builder) -> Value * {
      return builder.CreateLoad(builder.getInt32Ty(), builder.CreateConstInBoundsGEP2_32(type, place, 0, index));
    });
  };
  readPlace("llvm.nvvm.read.ptx.sreg.tid.x", 0);
  readPlace("llvm.nvvm.read.ptx.sreg.ctaid.x", 1);
  readPlace("llvm.nvvm.read.ptx.sreg.nctaid.x", 2);
  replaceIntrinsic(module, "llvm.nvvm.shfl.sync.down.i32", [](IRBuilder<> &builder) { return builder.getInt32(0); });
  replaceIntrinsic(module, "llvm.nvvm.griddepcontrol.wait", [](IRBuilder<> &) -> Value * { return nullptr; });
  for (Function &function : module) {
    if (function.isIntrinsic() && function.getName().starts_with("llvm.nvvm"))
      throw std::runtime_error("the CPU has no '" + function.getName().str() + "'");
    function.setCallingConv(CallingConv::C);
    function.removeFnAttr("target-cpu");
    function.removeFnAttr("target-features");
  }
  module.setTargetTriple(jit.getTargetTriple());
  module.setDataLayout(jit.getDataLayout());
}

GPUThreads::GPUThreads(const std::string &source) {
  std::string text;
  CompileOptions options;
  options.saveTemporary = [&](std::string_view suffix, std::string_view bytes) {
    if (suffix == "opt.ll")
      text = bytes;
    return Status();
  };
  CompiledImage image = compileImage(source, options, "cuda:compute_90");
  launchShape = *image.entryPoints.front().launch;

  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  jit = orThrow(orc::LLJITBuilder().create());
  auto context = std::make_unique<LLVMContext>();
  SMDiagnostic diagnostic;
  std::unique_ptr<Module> module = parseAssemblyString(text, diagnostic, *context);
  if (!module)
    throw std::runtime_error(diagnostic.getMessage().str() + "\n" + text);
  moveToCPU(*module, *jit);
  if (llvm::Error error = jit->addIRModule(orc::ThreadSafeModule(std::move(module), std::move(context))))
    throw std::runtime_error(toString(std::move(error)));
  place = orThrow(jit->lookup("place")).toPtr<uint32_t *>();
  kernel = orThrow(jit->lookup(image.entryPoints.front().symbol)).toPtr<void *>();
}

GPUThreads::~GPUThreads() = default;

void GPUThreads::runThread(const std::vector<qd_slot> &slots, uint32_t blocks, uint32_t block, uint32_t thread) const {
  if (slots.size() > 8)
    throw std::runtime_error("too many slots");
  // A function may be given more arguments than it takes: the caller removes them.
  using Entry = void (*)(qd_slot, qd_slot, qd_slot, qd_slot, qd_slot, qd_slot, qd_slot, qd_slot);
  std::vector<qd_slot> all = slots;
  all.resize(8);
  place[0] = thread, place[1] = block, place[2] = blocks;
  reinterpret_cast<Entry>(kernel)(all[0], all[1], all[2], all[3], all[4], all[5], all[6], all[7]);
}

void GPUThreads::run(const std::vector<qd_slot> &slots, uint32_t blocks) const {
  for (uint32_t block = 0; block < blocks; ++block)
    for (uint32_t thread = 0; thread < launchShape.blockThreads; ++thread)
      runThread(slots, blocks, block, thread);
}

} // namespace qdc
