//===- MathLoop.cpp - Loops that call one math function -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "MathLoop.h"

#include "qdc/Target/CPU/Builtins.h"
#include "qdc/Target/CPU/Processor.h"
#include "qdc/Target/Math/MathLibrary.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace qdc::test {

static std::string llvmTypeOf(const std::string &type) {
  return type == "f32" ? "float" : type == "f64" ? "double" : type == "f16" ? "half" : type == "bf16" ? "bfloat" : type;
}

MathLoopSource callOf(const std::string &mnemonic, const std::string &type, MathTable processor) {
  bool isInteger = type[0] == 'i';
  MathType mathType = type == "f32"   ? MathType::f32
                      : type == "f64" ? MathType::f64
                      : type == "i32" ? MathType::i32
                                      : MathType::i64;
  std::optional<MathFunction> function = mathFunction(mnemonic, mathType, processor);
  std::string value = llvmTypeOf(type);
  bool isBinary = isInteger || mnemonic == "atan2" || mnemonic == "powf" || mnemonic == "remf" ||
                  mnemonic == "copysign" || mnemonic == "fpowi";
  MathLoopSource source;
  source.name = mnemonic + "_" + type;
  source.resultType = value;
  source.parameterTypes = {value};
  if (isBinary)
    source.parameterTypes.push_back(mnemonic == "fpowi" ? "i64" : value);
  std::string parameters = value + " %a" + (isBinary ? ", " + source.parameterTypes[1] + " %b" : "");
  std::string types = value + (isBinary ? ", " + source.parameterTypes[1] : "");
  source.elementFunction = "declare " + value + " @" + function->symbol + "(" + types + ")\n" + "define internal " +
                           value + " @" + source.name + "_element(" + parameters + ") alwaysinline {\n  %r = call " +
                           value + " @" + function->symbol + "(" + parameters + ")\n  ret " + value + " %r\n}\n";
  return source;
}

static std::string loopText(const MathLoopSource &source) {
  std::string a = source.parameterTypes[0], result = source.resultType;
  bool isBinary = source.parameterTypes.size() > 1;
  std::string text = source.elementFunction;
  text += "define void @" + source.name +
          "(ptr noalias %out, ptr noalias %as, ptr noalias %bs, i64 %n) {\n"
          "entry:\n  %none = icmp eq i64 %n, 0\n  br i1 %none, label %exit, label %loop\n"
          "loop:\n  %i = phi i64 [0, %entry], [%next, %loop]\n"
          "  %pa = getelementptr " +
          a + ", ptr %as, i64 %i\n  %a = load " + a + ", ptr %pa\n";
  std::string arguments = a + " %a";
  if (isBinary) {
    std::string b = source.parameterTypes[1];
    text += "  %pb = getelementptr " + b + ", ptr %bs, i64 %i\n  %b = load " + b + ", ptr %pb\n";
    arguments += ", " + b + " %b";
  }
  text += "  %r = call " + result + " @" + source.name + "_element(" + arguments +
          ")\n"
          "  %po = getelementptr " +
          result + ", ptr %out, i64 %i\n  store " + result +
          " %r, ptr %po\n"
          "  %next = add nuw i64 %i, 1\n  %done = icmp eq i64 %next, %n\n  br i1 %done, label %exit, label %loop\n"
          "exit:\n  ret void\n}\n";
  return text;
}

static void optimise(Module &module, TargetMachine &machine) {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager sccs;
  ModuleAnalysisManager modules;
  PassBuilder builder(&machine);
  functions.registerPass([&] { return TargetLibraryAnalysis(cpuTargetLibraryInfo(module.getTargetTriple())); });
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(sccs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, sccs, modules);
  builder.buildPerModuleDefaultPipeline(OptimizationLevel::O3).run(module, modules);
}

static std::string emit(Module &module, TargetMachine &machine, CodeGenFileType kind) {
  SmallString<0> bytes;
  raw_svector_ostream stream(bytes);
  legacy::PassManager passes;
  passes.add(new TargetLibraryInfoWrapperPass(cpuTargetLibraryInfo(module.getTargetTriple())));
  if (machine.addPassesToEmitFile(passes, stream, nullptr, kind))
    return "";
  passes.run(module);
  return std::string(bytes);
}

static Error fail(std::string message) { return Error{ErrorCode::internal, std::move(message)}; }

MathLoops::MathLoops() = default;
MathLoops::MathLoops(MathLoops &&) noexcept = default;
MathLoops::~MathLoops() = default;

Result<MathLoops> MathLoops::compile(const std::string &processor, const std::vector<MathLoopSource> &sources) {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  InitializeNativeTargetAsmParser();
  Triple triple("x86_64-unknown-linux-gnu");
  std::string reason;
  const Target *target = TargetRegistry::lookupTarget(triple, reason);
  if (!target)
    return fail(reason);
  TargetOptions options;
  options.AllowFPOpFusion = FPOpFusion::Standard;
  std::unique_ptr<TargetMachine> machine(target->createTargetMachine(triple, processor, "", options, Reloc::PIC_,
                                                                     CodeModel::Small, CodeGenOptLevel::Aggressive));

  std::string text;
  for (const MathLoopSource &source : sources)
    text += loopText(source);
  LLVMContext context;
  SMDiagnostic diagnostic;
  std::unique_ptr<Module> module = parseAssemblyString(text, diagnostic, context);
  if (!module)
    return fail("line " + std::to_string(diagnostic.getLineNo()) + ": " + diagnostic.getMessage().str());
  module->setTargetTriple(triple);
  module->setDataLayout(machine->createDataLayout());
  FusedMultiplyAdd fma = processor == "x86-64-v2" ? FusedMultiplyAdd::emulated : FusedMultiplyAdd::native;
  if (Status status = linkMath(*module, fma); !status)
    return status.error();
  for (Function &function : *module)
    function.addFnAttr("target-cpu", processor);
  optimise(*module, *machine);

  MathLoops result;
  std::unique_ptr<Module> copy = CloneModule(*module);
  result.assembly = emit(*copy, *machine, CodeGenFileType::AssemblyFile);
  std::string object = emit(*module, *machine, CodeGenFileType::ObjectFile);
  // Without the symbols of this process, a call that only a C library could serve is an error.
  Expected<std::unique_ptr<orc::LLJIT>> jit =
      orc::LLJITBuilder().setLinkProcessSymbolsByDefault(false).setPlatformSetUp(orc::setUpInactivePlatform).create();
  if (!jit)
    return fail(toString(jit.takeError()));
  result.jit = std::move(*jit);
  if (llvm::Error error =
          result.jit->addObjectFile(MemoryBuffer::getMemBufferCopy(cpuBuiltinsObject(), "cpu-builtins.o")))
    return fail(toString(std::move(error)));
  if (llvm::Error error = result.jit->addObjectFile(MemoryBuffer::getMemBufferCopy(object, "loops.o")))
    return fail(toString(std::move(error)));
  return result;
}

bool MathLoops::canRun(const std::string &processor) {
  return missingFeatures(processorOfLevel(processor), hostProcessor()).empty();
}

LoopFunction MathLoops::find(const std::string &name) const {
  Expected<orc::ExecutorAddr> address = jit->lookup(name);
  if (!address) {
    errs() << toString(address.takeError()) << "\n";
    return nullptr;
  }
  return address->toPtr<LoopFunction>();
}

std::string MathLoops::assemblyOf(const std::string &name) const {
  size_t begin = assembly.find("\n" + name + ":");
  size_t end = begin == std::string::npos ? begin : assembly.find("\n\t.size\t" + name + ",", begin);
  return begin == std::string::npos ? "" : assembly.substr(begin, end - begin);
}

} // namespace qdc::test
