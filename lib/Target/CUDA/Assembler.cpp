//===- Assembler.cpp - From PTX to cubin ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/CUDA/Assembler.h"

#include "qdc/Support/FileBytes.h"
#include "qdc/Support/MemoryFile.h"
#include "qdc/Target/CUDA/CUDAOptions.h"
#include "qdc/Toolchain/Cubin.h"
#include "qdc/Toolchain/Process.h"

#include <mutex>

namespace qdc {

struct Assembler::Found {
  std::once_flag once;
  std::optional<Result<Program>> program;
};

Assembler::Assembler(const CUDAOptions &options) : options(options), found(std::make_unique<Found>()) {}
Assembler::~Assembler() = default;

const Result<Assembler::Program> &Assembler::program() const {
  std::call_once(found->once, [this] {
    found->program = [this]() -> Result<Program> {
      Result<FoundTool> tool = findPtxas(options.places);
      if (!tool)
        return tool.error();
      Result<std::string> version = cudaToolVersion(*tool);
      if (!version)
        return version.error();
      return Program{*tool, "ptxas " + *version};
    }();
  });
  return *found->program;
}

std::vector<std::string> Assembler::argumentsFor(const AssembleRequest &request) const {
  std::vector<std::string> words = {"-arch=" + request.architecture, "-O" + std::to_string(request.optimizationLevel)};
  if (request.lineInfo)
    words.push_back("-lineinfo");
  words.insert(words.end(), options.ptxasArguments.begin(), options.ptxasArguments.end());
  return words;
}

/// "'/usr/local/cuda/bin/ptxas' (ptxas 13.0.88)"
static std::string called(const Assembler::Program &program) {
  return "'" + program.tool.path + "' (" + program.nameAndVersion + ")";
}

Error Assembler::failure(const Program &program, const AssembleRequest &request, const ProcessResult &result) const {
  std::string messages = inOneLine(whatItSaid(result, request.architecture + ".ptx"));
  // The system ended it, for want of memory for example, or it has a bug: nothing is known of the code.
  if (result.signal)
    return {ErrorCode::toolMissing, called(program) + " " + howItEnded(result) + " while it made code for '" +
                                        request.architecture + "'" + (messages.empty() ? "" : ": " + messages)};
  if (messages.empty())
    messages = howItEnded(result);
  auto says = [&](const char *text) { return messages.find(text) != std::string::npos; };
  // ptxas does not know a chip, or a version of the language, that came after it.
  if (says("is not defined for option 'gpu-name'") || says("Unsupported .version"))
    return {ErrorCode::toolMissing, called(program) + " is too old for '" + request.architecture + "': " + messages +
                                        "; install a newer CUDA toolkit, or name another ptxas by '--ptxas-path' or "
                                        "the environment variable QDC_PTXAS"};
  if (!options.ptxasArguments.empty())
    return {ErrorCode::invalidArgument, "ptxas failed with the arguments of '-Xptxas': " + messages};
  return {ErrorCode::internal, "ptxas refused generated code: " + messages};
}

/// Whatever stands for ptxas, a package holds what a driver can load.
Error Assembler::noCubin(const Program &program, const AssembleRequest &request, const std::string &reason) const {
  if (!options.ptxasArguments.empty())
    return {ErrorCode::invalidArgument,
            "ptxas made no cubin for '" + request.architecture + "' with the arguments of '-Xptxas': " + reason};
  return {ErrorCode::toolMissing, called(program) + " made no cubin for '" + request.architecture + "': " + reason +
                                      "; name another ptxas by '--ptxas-path' or the environment variable QDC_PTXAS"};
}

Result<AssembledImage> Assembler::assemble(const AssembleRequest &request) const {
  const Result<Program> &ptxas = program();
  if (!ptxas)
    return ptxas.error();
  Result<FileDescriptor> input = makeMemoryFile("qdc-ptx", asBytes(request.ptx));
  Result<FileDescriptor> output = makeMemoryFile("qdc-cubin");
  if (!input || !output)
    return input ? output.error() : input.error();
  const FileDescriptor *files[] = {&*input, &*output};
  std::vector<std::string> words = argumentsFor(request);
  words.insert(words.end(), {"-o", passedFilePath(1), passedFilePath(0)});
  Result<ProcessResult> result = runProcess(ptxas->tool.path, words, files);
  if (!result)
    return result.error();
  if (!result->succeeded())
    return failure(*ptxas, request, *result);
  Result<ByteVector> cubin = readOpenFile(output->get(), "what ptxas wrote");
  if (!cubin)
    return cubin.error();
  if (Result<std::vector<CubinKernel>> kernels = readCubin(*cubin); !kernels)
    return noCubin(*ptxas, request, kernels.error().message);
  return AssembledImage{std::string(asText(*cubin)), whatItSaid(*result, request.architecture + ".ptx")};
}

} // namespace qdc
