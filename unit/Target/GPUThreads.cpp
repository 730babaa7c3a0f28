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

#include <array>
#include <atomic>
#include <barrier>
#include <deque>
#include <stdexcept>
#include <thread>

using namespace llvm;

namespace qdc {

template <typename T>
static T orThrow(Expected<T> value) {
  if (!value)
    throw std::runtime_error(toString(value.takeError()));
  return std::move(*value);
}

namespace {

/// What the threads of a block share.
struct Block {
  explicit Block(uint32_t threads) : arrival(threads) {
    for (uint32_t first = 0; first < threads; first += kSubgroup)
      subgroups.emplace_back(std::min(kSubgroup, threads - first));
  }

  static constexpr uint32_t kSubgroup = 32;
  struct Subgroup {
    explicit Subgroup(uint32_t threads) : arrival(threads) {}
    std::barrier<> arrival;
    std::array<uint32_t, kSubgroup> words = {};
  };

  std::barrier<> arrival;
  std::atomic<bool> any = false;
  std::deque<Subgroup> subgroups;
};

/// The thread of a grid that a thread of the test runs. In a block of one thread nobody is waited for.
struct Place {
  uint32_t thread, block, blocks;
  Block *together;
  uint32_t company = 0;
};
thread_local Place current;

uint32_t readThread() { return current.thread; }
uint32_t readBlock() { return current.block; }
uint32_t readBlocks() { return current.blocks; }

void waitForBlock() {
  if (current.together)
    current.together->arrival.arrive_and_wait();
}

bool anyOfBlock(bool condition) {
  if (!current.together)
    return condition;
  if (condition)
    current.together->any = true;
  waitForBlock();
  bool any = current.together->any;
  waitForBlock();
  current.together->any = false;
  waitForBlock();
  return any;
}

/// All threads of the subgroup come here.
uint32_t shuffleDown(uint32_t, uint32_t word, uint32_t distance, uint32_t) {
  if (!current.together)
    return 0;
  Block::Subgroup &mine = current.together->subgroups[current.thread / Block::kSubgroup];
  const uint32_t lane = current.thread % Block::kSubgroup, from = lane + distance;
  mine.words[lane] = word;
  mine.arrival.arrive_and_wait();
  const uint32_t result = mine.words[from < Block::kSubgroup ? from : lane];
  mine.arrival.arrive_and_wait();
  return result;
}

uint32_t activeThreads() { return UINT32_MAX; }
uint32_t largestWord(uint32_t word, uint32_t) { return std::max(word, current.company); }

/// PTX's prmt without its modes: each digit of `selector` is the number of a byte among those of `low` and `high`.
uint32_t permuteBytes(uint32_t low, uint32_t high, uint32_t selector) {
  const uint64_t bytes = static_cast<uint64_t>(high) << 32 | low;
  uint32_t result = 0;
  for (unsigned number = 0; number < 4; ++number) {
    const unsigned digit = selector >> (4 * number) & 15;
    if (digit > 7)
      throw std::runtime_error("prmt is to copy a sign");
    result |= static_cast<uint32_t>(bytes >> (8 * digit) & 255) << (8 * number);
  }
  return result;
}

} // namespace

/// Puts what `create` makes in the place of each call of `intrinsic`; null for one that gives nothing.
static void replaceIntrinsic(llvm::Module &module, StringRef intrinsic,
                             function_ref<Value *(IRBuilder<> &, CallInst &)> create) {
  Function *function = module.getFunction(intrinsic);
  if (!function)
    return;
  for (User *user : make_early_inc_range(function->users())) {
    auto *call = cast<CallInst>(user);
    IRBuilder<> builder(call);
    if (Value *value = create(builder, *call); value && !call->getType()->isVoidTy())
      call->replaceAllUsesWith(value);
    call->eraseFromParent();
  }
  function->eraseFromParent();
}

/// Lets calls of `intrinsic` call `function` of the test with their last `operands` operands.
template <typename R, typename... Operands>
static void callInstead(llvm::Module &module, orc::LLJIT &jit, StringRef intrinsic, R (*function)(Operands...)) {
  std::string name = "test." + intrinsic.str();
  orc::ExecutorSymbolDef symbol(orc::ExecutorAddr::fromPtr(function), JITSymbolFlags::Exported);
  if (llvm::Error error = jit.getMainJITDylib().define(orc::absoluteSymbols({{jit.mangleAndIntern(name), symbol}})))
    throw std::runtime_error(toString(std::move(error)));
  replaceIntrinsic(module, intrinsic, [&](IRBuilder<> &builder, CallInst &call) -> Value * {
    SmallVector<Value *> operands(drop_begin(call.args(), call.arg_size() - sizeof...(Operands)));
    SmallVector<Type *> types = map_to_vector(operands, [](Value *value) { return value->getType(); });
    FunctionType *type = FunctionType::get(call.getType(), types, /*isVarArg=*/false);
    return builder.CreateCall(module.getOrInsertFunction(name, type), operands);
  });
}

/// Makes a module for the PTX back end one for the JIT's machine.
static void moveToCPU(llvm::Module &module, orc::LLJIT &jit) {
  callInstead(module, jit, "llvm.nvvm.read.ptx.sreg.tid.x", readThread);
  callInstead(module, jit, "llvm.nvvm.read.ptx.sreg.ctaid.x", readBlock);
  callInstead(module, jit, "llvm.nvvm.read.ptx.sreg.nctaid.x", readBlocks);
  callInstead(module, jit, "llvm.nvvm.barrier.cta.sync.aligned.all", waitForBlock);
  callInstead(module, jit, "llvm.nvvm.barrier.cta.red.or.aligned.all", anyOfBlock);
  callInstead(module, jit, "llvm.nvvm.prmt", permuteBytes);
  callInstead(module, jit, "llvm.nvvm.shfl.sync.down.i32", shuffleDown);
  callInstead(module, jit, "llvm.nvvm.activemask", activeThreads);
  callInstead(module, jit, "llvm.nvvm.redux.sync.umax", largestWord);
  replaceIntrinsic(module, "llvm.nvvm.griddepcontrol.wait",
                   [](IRBuilder<> &, CallInst &) -> Value * { return nullptr; });
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
  ImageOptions options;
  options.saveTemporary = [&](std::string_view suffix, std::string_view bytes) {
    if (suffix == "opt.ll")
      text = bytes;
    return Status();
  };
  CompiledImage image = compileImage(source, options, "cuda:compute_90");
  launchShape = *gridOf(image.entryPoints.front().launch);

  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  jit = orThrow(orc::LLJITBuilder().create());
  auto context = std::make_unique<LLVMContext>();
  SMDiagnostic diagnostic;
  std::unique_ptr<llvm::Module> module = parseAssemblyString(text, diagnostic, *context);
  if (!module)
    throw std::runtime_error(diagnostic.getMessage().str() + "\n" + text);
  moveToCPU(*module, *jit);
  if (llvm::Error error = jit->addIRModule(orc::ThreadSafeModule(std::move(module), std::move(context))))
    throw std::runtime_error(toString(std::move(error)));
  kernel = orThrow(jit->lookup(image.entryPoints.front().symbol)).toPtr<void *>();
}

GPUThreads::~GPUThreads() = default;

/// A function may be given more arguments than it takes: the caller removes them.
static void call(void *kernel, const std::vector<qd_slot> &slots) {
  if (slots.size() > 8)
    throw std::runtime_error("too many slots");
  using Entry = void (*)(qd_slot, qd_slot, qd_slot, qd_slot, qd_slot, qd_slot, qd_slot, qd_slot);
  std::vector<qd_slot> all = slots;
  all.resize(8);
  reinterpret_cast<Entry>(kernel)(all[0], all[1], all[2], all[3], all[4], all[5], all[6], all[7]);
}

void GPUThreads::runThread(const std::vector<qd_slot> &slots, uint32_t blocks, uint32_t block, uint32_t thread) const {
  current = {thread, block, blocks, nullptr};
  call(kernel, slots);
}

void GPUThreads::run(const std::vector<qd_slot> &slots, uint32_t blocks, uint32_t company) const {
  for (uint32_t block = 0; block < blocks; ++block)
    for (uint32_t thread = 0; thread < launchShape.blockThreads; ++thread) {
      current = {thread, block, blocks, nullptr, company};
      call(kernel, slots);
    }
}

void GPUThreads::runBlocks(const std::vector<qd_slot> &slots, uint32_t blocks) const {
  for (uint32_t block = 0; block < blocks; ++block) {
    Block together(launchShape.blockThreads);
    std::vector<std::thread> threads;
    for (uint32_t thread = 0; thread < launchShape.blockThreads; ++thread)
      threads.emplace_back([&, thread] {
        current = {thread, block, blocks, &together};
        call(kernel, slots);
      });
    for (std::thread &thread : threads)
      thread.join();
  }
}

} // namespace qdc
