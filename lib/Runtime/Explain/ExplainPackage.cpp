//===- ExplainPackage.cpp - What a loader does, and why -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Runtime/Explain/ExplainPackage.h"

#include "Runtime/Core/Environment.h"
#include "Runtime/Explain/ExplainKernel.h"
#include "Runtime/Explain/Subject.h"
#include "Runtime/Package/ImageChoice.h"

#include <algorithm>

using namespace qdrt::loader;

bool qdc::ExplainedDevice::takesPackage() const {
  return !modules.empty() &&
         std::ranges::all_of(modules, [](const ExplainedModule &each) { return each.taken.has_value(); });
}

namespace {
/// What the variables of the loader say.
struct AskedByEnvironment {
  std::optional<qdc::GraphMode> graphMode;
  LoopStrategyRequest loops;
  std::string target;
};
} // namespace

static qdc::Result<AskedByEnvironment> readEnvironment() {
  AskedByEnvironment asked;
  qdc::Result<std::optional<qdc::GraphMode>> graphs = graphModeFromEnvironment();
  if (!graphs)
    return graphs.error();
  asked.graphMode = *graphs;
  qdc::Result<LoopStrategyRequest> loops = loopsFromEnvironment();
  if (!loops)
    return loops.error();
  asked.loops = *loops;
  asked.target = targetFromEnvironment();
  return asked;
}

/// Of the image that is taken.
static qdc::Status addKernels(const qdc::PackageOutline &package, size_t module, const ExplainConditions &conditions,
                              qdc::ExplainedModule &explained) {
  const std::vector<qdc::KernelOutline> &kernels = package.manifest.modules[module].kernels;
  for (size_t index = 0; index < kernels.size(); ++index) {
    const qdc::KernelOutline &kernel = kernels[index];
    if (kernel.isSpecialized || kernel.variant != conditions.module.images[*explained.taken].variant ||
        (!conditions.request.kernel.empty() && kernel.name != conditions.request.kernel))
      continue;
    auto read = [&] { return qdc::readKernel(package.manifest, module, index, *explained.taken); };
    qdc::Result<std::vector<qdc::KernelWithCode>> parts = read();
    if (!parts)
      return parts.error();
    qdc::Result<std::vector<qdc::ExplainedKernel>> told = explainKernel(conditions, *std::move(parts));
    if (told) {
      std::ranges::move(*told, std::back_inserter(explained.kernels));
      continue;
    }
    parts = read(); // those went into what was refused
    for (qdc::KernelWithCode &part : *parts) {
      qdc::ExplainedKernel &refused = explained.kernels.emplace_back();
      refused.code = std::make_unique<const qdc::KernelWithCode>(std::move(part));
      refused.refusal = told.error().message;
    }
  }
  return {};
}

static qdc::Result<qdc::ExplainedDevice> explain(const qdc::PackageOutline &package, const qdc::ExplainRequest &request,
                                                 const AskedByEnvironment &asked, const Subject &subject) {
  qdc::ExplainedDevice device = {subject.spelling, subject.name, subject.unavailable, {}};
  if (!subject.traits)
    return device;
  const std::vector<qdc::Module> &heads = package.manifest.head.modules;
  for (size_t module = 0; module < heads.size(); ++module) {
    qdc::ExplainedModule &explained = device.modules.emplace_back();
    std::vector<ImageState> states;
    const std::string name = moduleName(module, heads.size());
    const qdc::Result<size_t> chosen =
        chooseImage({heads[module].images, package.modules[module].images, name}, *subject.traits, subject.spelling,
                    {asked.target, request.variant}, states);
    for (const ImageState &state : states)
      explained.images.push_back({state.bytes, state.reason});
    if (!chosen) {
      explained.refusal = chosen.error().message;
      continue;
    }
    if (qdc::Status checked = checkImage(heads[module].images[*chosen], package.modules[module].images[*chosen]);
        !checked) {
      explained.images[*chosen].against = explained.refusal = checked.error().message;
      continue;
    }
    explained.taken = *chosen;
    const ExplainConditions conditions = {heads[module], *subject.traits, asked.graphMode, asked.loops, request};
    if (qdc::Status added = addKernels(package, module, conditions, explained); !added)
      return added.error();
  }
  return device;
}

qdc::Result<std::vector<qdc::ExplainedDevice>> qdc::explainPackage(const PackageOutline &package,
                                                                   const ExplainRequest &request) {
  Result<AskedByEnvironment> asked = readEnvironment();
  if (!asked)
    return asked.error();
  if (!request.target.empty())
    asked->target = request.target;
  std::vector<Subject> subjects;
  if (request.device.empty()) {
    subjects = allSubjects();
  } else {
    Result<Subject> subject = findSubject(request.device);
    if (!subject)
      return subject.error();
    subjects.push_back(*std::move(subject));
  }
  std::vector<ExplainedDevice> devices;
  for (const Subject &subject : subjects) {
    Result<ExplainedDevice> device = explain(package, request, *asked, subject);
    if (!device)
      return device.error();
    devices.push_back(*std::move(device));
  }
  return devices;
}
