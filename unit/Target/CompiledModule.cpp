//===- CompiledModule.cpp - Tasks as text, run ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CompiledModule.h"

#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"
#include "qdc/Lowering/GPU/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include <algorithm>
#include <dlfcn.h>
#include <stdexcept>
#include <sys/mman.h>
#include <unistd.h>

namespace qdc {

TargetFamilies plainFamilies() {
  return makeTargetFamilies([](const std::string &) { return std::string(); });
}

bool runsHere(const std::string &target) {
  for (const TargetDescription &known : describeTargets(plainFamilies()))
    if (known.spelling == target)
      return known.cannotRunReason.empty();
  return false;
}

void giveOption(const TargetFamilies &families, const std::string &usage, const std::vector<std::string> &values) {
  for (const std::unique_ptr<TargetFamily> &family : families)
    for (const FamilyOption &option : family->options())
      if (option.usage == usage)
        return option.take(values);
  throw std::runtime_error("no family has the option " + usage);
}

namespace {

/// Source text as a module, with the errors that passes report.
struct ParsedSource {
  explicit ParsedSource(const std::string &source)
      : source(source), context(dialects(), mlir::MLIRContext::Threading::DISABLED),
        handler(&context, [this](mlir::Diagnostic &diagnostic) {
          messages += diagnostic.str() + "\n";
          return mlir::success();
        }) {
    module = mlir::parseSourceString<mlir::ModuleOp>(source, mlir::ParserConfig(&context), "test.qir");
    if (!module)
      throw std::runtime_error("parse: " + messages + source);
  }

  void run(llvm::function_ref<void(mlir::OpPassManager &)> addPasses) {
    mlir::PassManager passes(&context);
    addPasses(passes);
    if (mlir::failed(passes.run(*module)))
      throw std::runtime_error("lower: " + messages + source);
  }

  static mlir::DialectRegistry dialects() {
    mlir::DialectRegistry registry;
    registry.insert<qd::QDDialect, mlir::LLVM::LLVMDialect, mlir::arith::ArithDialect, mlir::cf::ControlFlowDialect,
                    mlir::func::FuncDialect, mlir::gpu::GPUDialect, mlir::index::IndexDialect, mlir::math::MathDialect,
                    mlir::memref::MemRefDialect, mlir::scf::SCFDialect>();
    registerTargetInterfaces(registry);
    return registry;
  }

  const std::string &source;
  std::string messages;
  mlir::MLIRContext context;
  mlir::ScopedDiagnosticHandler handler;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

} // namespace

CompiledImage compileImage(const std::string &source, const CompileOptions &options, const std::string &spelling,
                           const TargetFamilies &families) {
  ParsedSource parsed(source);
  Result<std::unique_ptr<Target>> target = makeTarget(families, spelling);
  if (!target)
    throw std::runtime_error(target.error().message);
  parsed.run([&](mlir::OpPassManager &passes) { (*target)->addLoweringPasses(passes, options); });
  Result<CompiledImage> image = (*target)->emit(*parsed.module, options);
  if (!image)
    throw std::runtime_error("emit: " + image.error().message + parsed.messages);
  return *std::move(image);
}

std::string spreadOverGrid(const std::string &source, unsigned subgroupWidth) {
  ParsedSource parsed(source);
  parsed.run([&](mlir::OpPassManager &passes) {
    passes.addPass(qd::createNameSymbols());
    passes.addPass(qd::createExpandTaskParameters());
    ConvertTasksToGridOptions options;
    options.subgroupWidth = subgroupWidth;
    passes.addPass(createConvertTasksToGrid(options));
  });
  std::string text;
  llvm::raw_string_ostream stream(text);
  parsed.module->print(stream);
  return text;
}

CompiledModule CompiledModule::compile(const std::string &source, const CompileOptions &options,
                                       const std::string &target) {
  CompiledModule module;
  module.compiled = compileImage(source, options, target);
  char path[] = "/tmp/qdc-test-XXXXXX";
  int descriptor = ::mkstemp(path);
  const std::string &bytes = module.compiled.bytes;
  if (descriptor < 0 || ::write(descriptor, bytes.data(), bytes.size()) != ssize_t(bytes.size()))
    throw std::runtime_error("cannot write the image");
  ::close(descriptor);
  module.library.reset(::dlopen(path, RTLD_NOW | RTLD_LOCAL));
  std::string reason = module.library ? "" : ::dlerror();
  ::unlink(path);
  if (!module.library)
    throw std::runtime_error("load: " + reason);
  return module;
}

CompiledModule::~CompiledModule() = default;

void CompiledModule::Unload::operator()(void *library) const { ::dlclose(library); }

qd_cpu_entry CompiledModule::entry(const std::string &symbol) const {
  void *address = ::dlsym(library.get(), symbol.c_str());
  if (!address)
    throw std::runtime_error("no entry point " + symbol);
  return reinterpret_cast<qd_cpu_entry>(address);
}

CompiledModule::Arguments &CompiledModule::Arguments::array(void *data, std::vector<int64_t> shape) {
  arrays.push_back(reinterpret_cast<uintptr_t>(data));
  dims.push_back(std::move(shape));
  return *this;
}

void CompiledModule::run(const Arguments &arguments, int64_t begin, int64_t end, const std::string &task) const {
  const CompiledEntryPoint *entryPoint = nullptr;
  for (const CompiledEntryPoint &candidate : compiled.entryPoints)
    if (candidate.tasks.front() == task)
      entryPoint = &candidate;
  if (!entryPoint)
    throw std::runtime_error("the image does not list " + task);
  std::vector<qd_slot> slots;
  auto address = [](const void *pointer) { return reinterpret_cast<uintptr_t>(pointer); };
  for (const SlotSource &slot : entryPoint->slots) {
    switch (slot.kind) {
    case SlotKind::array:
    case SlotKind::scalar:
      slots.push_back(arguments.arrays.at(slot.index));
      break;
    case SlotKind::dim:
      slots.push_back(arguments.dims.at(slot.index).at(slot.axis));
      break;
    case SlotKind::global:
      slots.push_back(address(arguments.globals.at(slot.index)));
      break;
    case SlotKind::workspace:
      slots.push_back(address(arguments.workspace) + slot.offset);
      break;
    case SlotKind::errorRecord:
      slots.push_back(address(arguments.errorRecord));
      break;
    case SlotKind::printBuffer:
      slots.push_back(address(arguments.printBuffer));
      break;
    case SlotKind::seed:
      slots.push_back(arguments.seed);
      break;
    case SlotKind::launchOrdinal:
      slots.push_back(arguments.launchOrdinal);
      break;
    case SlotKind::maximumIterations:
      slots.push_back(INT64_MAX);
      break;
    default:
      throw std::runtime_error("a slot of kind " + std::string(rowOf(slot.kind).name) + " is not for here");
    }
  }
  qd_cpu_context context{};
  context.thread_count = 1;
  entry(entryPoint->symbol)(slots.data(), &context, begin, end);
}

void CompiledModule::runInChunks(const Arguments &arguments, int64_t extent, int64_t chunk) const {
  for (int64_t begin = 0; begin < extent; begin += chunk)
    run(arguments, begin, std::min(extent, begin + chunk));
}

std::string taskModule(const std::string &parameters, const std::string &body, const std::string &symbols,
                       const std::string &partials) {
  return symbols + "\nqd.kernel @t() {\n  qd.return\n}\nqd.task @t.0 of @t extent(#qd.size<\"1\">) " + partials + " " +
         parameters + " {\n" + body + "\n}\n";
}

} // namespace qdc
