//===- CUDAFamily.cpp - The targets for NVIDIA's GPUs ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/CUDA/CUDAFamily.h"

#include "qdc/Package/ManifestNames.h"
#include "qdc/Target/CUDA/Assembler.h"
#include "qdc/Target/CUDA/CUDAOptions.h"
#include "qdc/Target/CUDA/CUDATarget.h"

#include <algorithm>

namespace qdc {

namespace {

constexpr const char *mathLibraryNames[] = {"qdc", "libdevice"}; // of MathLibrary
constexpr const char *allLoops = "all", *noLoops = "none"; // of --loops

std::vector<std::string> namesOf(std::span<const LoopStrategy> strategies) {
  std::vector<std::string> names;
  for (LoopStrategy strategy : strategies)
    names.emplace_back(enumName(strategy));
  return names;
}

class CUDAFamily final : public TargetFamily {
public:
  std::string_view name() const override { return "cuda"; }
  std::vector<TargetDescription> describe() const override { return describeCUDATargets(); }
  Result<std::unique_ptr<Target>> make(std::string_view spelling) const override {
    return makeCUDATarget(spelling, given, assembler);
  }
  std::vector<FamilyOption> options() override;
  std::vector<FamilyVariable> variables() override;
  Status check(std::span<const std::string> targets) const override;
  std::vector<OptionValues> packageOptions() const override;
  Result<std::vector<OptionValues>> fingerprint(std::string_view spelling, const DigestOfFile &digestOf) const override;
  std::vector<FamilyTool> tools() const override;

private:
  void takeLoops(const std::vector<std::string> &values);

  CUDAOptions given;
  bool isContradictory = false; // --loops has 'all' or 'none' and more
  const Assembler assembler{given};
};

void CUDAFamily::takeLoops(const std::vector<std::string> &values) {
  auto isGiven = [&](std::string_view name) { return std::ranges::find(values, name) != values.end(); };
  given.loops.clear();
  for (LoopStrategy strategy : codeStrategies)
    if (isGiven(allLoops) || isGiven(enumName(strategy)))
      given.loops.push_back(strategy);
  isContradictory = values.size() > 1 && (isGiven(allLoops) || isGiven(noLoops));
}

std::vector<FamilyOption> CUDAFamily::options() {
  std::vector<std::string> strategies = namesOf(codeStrategies);
  strategies.insert(strategies.end(), {allLoops, noLoops});
  return {
      {.topic = OptionTopic::code,
       .usage = "--math-library=LIBRARY",
       .help = "where math functions of targets cuda:... come from: qdc itself, or libdevice of a CUDA toolkit",
       .choices = {std::begin(mathLibraryNames), std::end(mathLibraryNames)},
       .standard = "qdc",
       .take =
           [this](const std::vector<std::string> &values) {
             auto name = std::ranges::find(mathLibraryNames, values.front());
             given.mathLibrary = static_cast<MathLibrary>(name - std::begin(mathLibraryNames));
           }},
      {.topic = OptionTopic::code,
       .usage = "--loops=STRATEGY",
       .help = "strategies for which loops have code of their own in targets cuda:..., as a graph for the end of "
               "iterations",
       .choices = std::move(strategies),
       .standard = allLoops,
       .isList = true,
       .take = [this](const std::vector<std::string> &values) { takeLoops(values); }},
      {.topic = OptionTopic::tools,
       .usage = "--ptxas-path=FILE",
       .help = "NVIDIA's assembler, for targets cuda:sm_N; libdevice comes from its toolkit; 'qdc targets' says which "
               "one is found",
       .take = [this](const std::vector<std::string> &values) { given.places.ptxasOption = values.front(); }},
      {.topic = OptionTopic::tools,
       .usage = "-Xptxas ARG",
       .help = "an argument for ptxas, for example -v: registers and spills of each task",
       .isList = true,
       .take = [this](const std::vector<std::string> &values) { given.ptxasArguments = values; }},
  };
}

std::vector<FamilyVariable> CUDAFamily::variables() {
  return {
      {"QDC_PTXAS", "NVIDIA's assembler, where --ptxas-path does not name it",
       [this](const std::string &value) { given.places.ptxasVariable = value; }},
      {"CUDA_HOME",
       "a CUDA toolkit, whose bin holds ptxas where neither of them names it; then PATH and the usual folders are "
       "looked through",
       [this](const std::string &value) { given.places.cudaHome = value; }},
      {"PATH", "", [this](const std::string &value) { given.places.path = value; }},
  };
}

Status CUDAFamily::check(std::span<const std::string> targets) const {
  auto hasTarget = [&](const char *start) {
    return std::ranges::any_of(targets, [&](const std::string &target) { return target.starts_with(start); });
  };
  bool usesLibdevice = given.mathLibrary == MathLibrary::libdevice;
  if (usesLibdevice && !hasTarget("cuda:"))
    return Error{ErrorCode::invalidArgument,
                 "'--math-library=libdevice' needs a target 'cuda:...', such as 'cuda:sm_90'"};
  if (isContradictory)
    return Error{ErrorCode::invalidArgument, "'--loops' takes 'all' and 'none' alone, or strategies"};
  if (given.loops.size() != std::size(codeStrategies) && !hasTarget("cuda:"))
    return Error{ErrorCode::invalidArgument, "'--loops' needs a target 'cuda:...', such as 'cuda:sm_90'"};
  if (!given.ptxasArguments.empty() && !hasTarget("cuda:sm_"))
    return Error{ErrorCode::invalidArgument,
                 "'-Xptxas' needs a target that ptxas makes code for, such as 'cuda:sm_90'"};
  if (!given.places.ptxasOption.empty() && !hasTarget("cuda:sm_") && !usesLibdevice)
    return Error{ErrorCode::invalidArgument,
                 "'--ptxas-path' needs a target that ptxas makes code for, such as 'cuda:sm_90', or "
                 "'--math-library=libdevice', which comes from its toolkit"};
  return {};
}

std::vector<OptionValues> CUDAFamily::packageOptions() const {
  // An error here, where a member has been added: it is an option of packages, or something of fingerprint().
  const auto &[mathLibrary, places, ptxasArguments, loops] = given;
  return {{"--math-library", {mathLibraryNames[static_cast<size_t>(mathLibrary)]}},
          {"--loops", namesOf(loops)},
          {"-Xptxas", ptxasArguments}};
}

Result<std::vector<OptionValues>> CUDAFamily::fingerprint(std::string_view spelling,
                                                          const DigestOfFile &digestOf) const {
  std::vector<OptionValues> values;
  auto addFile = [&](const char *name, const std::string &path) {
    Result<std::string> digest = digestOf(path);
    if (!digest)
      return Status(digest.error());
    values.push_back({name, {*std::move(digest)}});
    return Status();
  };
  if (spelling.starts_with("cuda:sm_")) {
    Result<FoundTool> ptxas = findPtxas(given.places);
    if (!ptxas)
      return ptxas.error();
    if (Status status = addFile("ptxas", ptxas->path); !status)
      return status;
  }
  if (given.mathLibrary == MathLibrary::libdevice) {
    Result<std::string> library = findLibdevice(given.places);
    if (!library)
      return library.error();
    if (Status status = addFile("libdevice", *library); !status)
      return status;
  }
  return values;
}

FamilyTool describeTool(std::string name, std::string use, const Result<FoundTool> &tool) {
  FamilyTool row{.name = std::move(name), .use = std::move(use)};
  Result<std::string> version = tool ? cudaToolVersion(*tool) : tool.error();
  if (!version) {
    row.missing = version.error().message;
    return row;
  }
  row.path = tool->path;
  row.version = *std::move(version);
  row.foundBy = tool->foundBy;
  return row;
}

std::vector<FamilyTool> CUDAFamily::tools() const {
  return {describeTool("ptxas", "makes cuda:sm_N", findPtxas(given.places)),
          describeTool("nvdisasm", "shows code of cuda:sm_N", findNvdisasm(given.places))};
}

} // namespace

std::unique_ptr<TargetFamily> makeCUDAFamily() { return std::make_unique<CUDAFamily>(); }

} // namespace qdc
