//===- Assembler.cpp - From PTX to cubin ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/CUDA/Assembler.h"

#include "qdc/Support/FileBytes.h"
#include "qdc/Support/MemoryFile.h"
#include "qdc/Support/Process.h"

#include <mutex>

namespace qdc {

struct Assembler::Found {
  std::once_flag once;
  std::optional<Result<Program>> program;
};

Assembler::Assembler(CUDAToolPlaces places, std::vector<std::string> arguments)
    : places(std::move(places)), arguments(std::move(arguments)), found(std::make_unique<Found>()) {}
Assembler::~Assembler() = default;

const Result<Assembler::Program> &Assembler::program() const {
  std::call_once(found->once, [this] {
    found->program = [this]() -> Result<Program> {
      Result<FoundTool> tool = findPtxas(places);
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
  words.insert(words.end(), arguments.begin(), arguments.end());
  return words;
}

/// `text` with `name` for `path`, without blanks and line ends at its end.
static std::string renamed(std::string text, const std::string &path, const std::string &name) {
  for (size_t at = text.find(path); at != std::string::npos; at = text.find(path, at + name.size()))
    text.replace(at, path.size(), name);
  text.erase(text.find_last_not_of(" \n") + 1);
  return text;
}

Error Assembler::failure(const Program &program, const AssembleRequest &request, std::string messages) const {
  auto says = [&](const char *text) { return messages.find(text) != std::string::npos; };
  // ptxas does not know a chip, or a version of the language, that came after it.
  if (says("is not defined for option 'gpu-name'") || says("Unsupported .version"))
    return {ErrorCode::toolMissing, "'" + program.tool.path + "' (" + program.nameAndVersion + ") is too old for '" +
                                        request.architecture + "': " + messages +
                                        "; install a newer CUDA toolkit, or name another ptxas by '--ptxas-path' or "
                                        "the environment variable QDC_PTXAS"};
  if (!arguments.empty())
    return {ErrorCode::invalidArgument, "ptxas failed with the arguments of '-Xptxas': " + messages};
  return {ErrorCode::internal, "ptxas refused generated code: " + messages};
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
  std::string messages = renamed(result->errors + result->output, passedFilePath(0), request.architecture + ".ptx");
  if (!result->succeeded())
    return failure(*ptxas, request, messages.empty() ? howItEnded(*result) : messages);
  Result<ByteVector> cubin = readFileBytes(output->path());
  if (!cubin)
    return cubin.error();
  if (cubin->empty())
    return failure(*ptxas, request, messages.empty() ? "it wrote no code" : messages);
  return AssembledImage{std::string(asText(*cubin)), std::move(messages)};
}

} // namespace qdc
