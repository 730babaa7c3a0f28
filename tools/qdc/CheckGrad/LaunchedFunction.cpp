//===- LaunchedFunction.cpp - A kernel and its derivatives ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CheckGrad/LaunchedFunction.h"

#include "Run/Element.h"

#include <algorithm>

using namespace qdc;

static constexpr const char *kShadow = ".grad", *kTangent = ".tangent";

/// By the digits that they hold.
static constexpr qdrt_type kFloats[] = {QDRT_BF16, QDRT_F16, QDRT_F32, QDRT_F64};

//===----------------------------------------------------------------------===//
// Arguments of derivatives
//===----------------------------------------------------------------------===//

/// The text that makes zeros of a shape.
static ArgumentText zeros(const std::string &name, qdrt_type type, const std::vector<int64_t> &shape) {
  ArgumentText text;
  text.name = name;
  text.form = ArgumentForm::newArray;
  text.type = type;
  text.shape = shape;
  text.value = arrayTypeText(type, static_cast<uint32_t>(shape.size()), shape.data());
  return text;
}

static ArgumentText zero(const std::string &name) {
  ArgumentText text;
  text.name = name;
  text.text = text.value = "0";
  return text;
}

/// Adds zeros for the arguments of the derivative that its kernel lacks.
static Failure completeTexts(const LaunchRequest &derivative, const RepeatedLaunch &given,
                             std::vector<ArgumentText> &texts) {
  LaunchSession session;
  if (Failure failure = session.open(derivative, nullptr, nullptr))
    return failure;
  for (const qdrt_argument_info &info : session.arguments->descriptions()) {
    const std::string name = info.name;
    if (given.has(name))
      continue;
    const std::string base = name.substr(0, name.rfind('.'));
    if (info.kind == QDRT_SCALAR)
      texts.push_back(zero(name));
    else
      texts.push_back(zeros(name, info.type, given.get(base).shape));
  }
  return {};
}

/// The arguments of the kernel in f64, as zeros.
static std::vector<ArgumentText> widenedTexts(const LaunchRequest &request, const RepeatedLaunch &given) {
  std::vector<ArgumentText> texts;
  const LaunchArguments &arguments = *given.getSession().arguments;
  auto isScalar = [&](const std::string &name) {
    return std::ranges::any_of(arguments.descriptions(), [&](const qdrt_argument_info &info) {
      return info.kind == QDRT_SCALAR && name == info.name;
    });
  };
  for (const ArgumentText &text : request.arguments) {
    if (!given.has(text.name))
      continue; // a constant global, which nothing can be given
    const ArrayContents &value = given.get(text.name);
    texts.push_back(isScalar(text.name) ? zero(text.name)
                                        : zeros(text.name, isFloat(value.type) ? QDRT_F64 : value.type, value.shape));
  }
  return texts;
}

/// Gives the kernel in f64 what the other one has.
static void copyValues(const LaunchRequest &request, const RepeatedLaunch &given, RepeatedLaunch &wide) {
  for (const ArgumentText &text : request.arguments) {
    if (!given.has(text.name))
      continue;
    const ArrayContents &value = given.get(text.name);
    if (isFloat(value.type))
      wide.set(text.name, numbersOf(value));
    else
      wide.setBytes(text.name, value.data);
  }
}

Failure LaunchedFunction::openReference(const GradientPackages &packages, const RepeatedLaunch &given) {
  LaunchRequest request;
  request.package = packages.reference;
  request.kernel = packages.gradient.kernel;
  request.threads = packages.gradient.threads;
  request.launch = packages.gradient.launch;
  std::vector<ArgumentText> texts = widenedTexts(packages.gradient, given);
  if (Failure failure = primal.open(request, texts))
    return failure;
  request.kernel += ".jvp";
  if (Failure failure = completeTexts(request, given, texts))
    return failure;
  if (Failure failure = tangent.open(request, texts))
    return failure;
  copyValues(packages.gradient, given, primal);
  copyValues(packages.gradient, given, tangent);
  return {};
}

//===----------------------------------------------------------------------===//
// Inputs and outputs
//===----------------------------------------------------------------------===//

void LaunchedFunction::noteType(qdrt_type type) {
  coarsest = std::min(coarsest, type, [](qdrt_type left, qdrt_type right) {
    return std::ranges::find(kFloats, left) < std::ranges::find(kFloats, right);
  });
}

/// The arguments of a kernel and the globals that can change.
static std::vector<std::string> namesOf(const RepeatedLaunch &launch) {
  std::vector<std::string> names;
  for (const qdrt_argument_info &info : launch.getSession().arguments->descriptions())
    names.emplace_back(info.name);
  names.insert(names.end(), launch.getGlobals().begin(), launch.getGlobals().end());
  return names;
}

void LaunchedFunction::findInputs(const GradientPackages &packages, const RepeatedLaunch &given) {
  for (const std::string &name : namesOf(given)) {
    const ArrayContents &value = given.get(name);
    bool isAsked = packages.wrt.empty() || std::ranges::find(packages.wrt, name) != packages.wrt.end();
    if (!isAsked || !isFloat(value.type) || value.data.empty() || !gradient.has(name + kShadow))
      continue;
    noteType(value.type);
    function.inputs.push_back({name, numbersOf(value)});
  }
}

Failure LaunchedFunction::findOutputs(const RepeatedLaunch &given) {
  std::vector<std::string> written;
  for (const qdrt_argument_info &info : given.getSession().arguments->descriptions())
    if (info.kind == QDRT_ARRAY && info.access & QDRT_ACCESS_WRITE)
      written.emplace_back(info.name);
  written.insert(written.end(), given.getGlobals().begin(), given.getGlobals().end());
  for (const std::string &name : written)
    if (const ArrayContents &value = given.get(name);
        isFloat(value.type) && !value.data.empty() && gradient.has(name + kShadow)) {
      noteType(value.type);
      outputs.push_back({name + kShadow, name});
      function.outputs.push_back({name, {}});
    }
  const qdrt_kernel kernel = given.getSession().kernel;
  size_t next = qdrt_kernel_result_count(kernel);
  for (uint32_t index = 0; index < qdrt_kernel_result_count(kernel); ++index) {
    qdrt_type type = QDRT_I32;
    int isUnsigned = 0;
    if (Failure failure = checkLoader(qdrt_kernel_result(kernel, index, &type, &isUnsigned)))
      return failure;
    if (!isFloat(type))
      continue;
    noteType(type);
    outputs.push_back({"result" + std::to_string(index) + kShadow, "", index, next++});
    function.outputs.push_back({"result " + std::to_string(index), {}});
  }
  return {};
}

Failure LaunchedFunction::open(const GradientPackages &packages) {
  // What is wrong with the arguments is said of the kernel that the user knows.
  RepeatedLaunch given;
  LaunchRequest request = packages.gradient;
  if (Failure failure = given.open(request, request.arguments))
    return failure;
  std::vector<ArgumentText> texts = request.arguments;
  request.kernel += kShadow;
  if (Failure failure = completeTexts(request, given, texts))
    return failure;
  if (Failure failure = gradient.open(request, texts))
    return failure;
  if (Failure failure = openReference(packages, given))
    return failure;
  findInputs(packages, given);
  if (Failure failure = findOutputs(given))
    return failure;
  function.move = [this](auto &&...arguments) { return move(arguments...); };
  function.forward = [this](auto &&...arguments) { return forward(arguments...); };
  function.reverse = [this](auto &&...arguments) { return reverse(arguments...); };
  if (Failure failure = primal.launch())
    return failure;
  std::vector<Numbers> values;
  if (Failure failure = readOutputs(primal, /*areTangents=*/false, values))
    return failure;
  for (size_t i = 0; i < values.size(); ++i)
    function.outputs[i].values = std::move(values[i]);
  return {};
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

Failure LaunchedFunction::readOutputs(const RepeatedLaunch &launch, bool areTangents,
                                      std::vector<Numbers> &numbers) const {
  numbers.resize(outputs.size());
  for (size_t i = 0; i < outputs.size(); ++i) {
    const Output &output = outputs[i];
    Failure failure = output.array.empty() ? launch.readResult(areTangents ? output.tangent : output.result, numbers[i])
                                           : launch.read(output.array + (areTangents ? kTangent : ""), numbers[i]);
    if (failure)
      return failure;
  }
  return {};
}

Failure LaunchedFunction::move(size_t input, const Numbers &direction, double step, std::vector<Numbers> &values) {
  const FunctionVariable &variable = function.inputs[input];
  Numbers moved = variable.values;
  for (size_t i = 0; i < moved.size(); ++i)
    moved[i] += step * direction[i];
  primal.set(variable.name, moved);
  Failure failure = primal.launch();
  if (!failure)
    failure = readOutputs(primal, /*areTangents=*/false, values);
  primal.set(variable.name, variable.values);
  // The arguments as they were given may be right.
  if (failure)
    failure->message = "where finite differences move '" + variable.name + "': " + failure->message;
  return failure;
}

Failure LaunchedFunction::forward(size_t input, const Numbers &direction, std::vector<Numbers> &tangents) {
  const std::string name = function.inputs[input].name + kTangent;
  tangent.set(name, direction);
  Failure failure = tangent.launch();
  if (!failure)
    failure = readOutputs(tangent, /*areTangents=*/true, tangents);
  tangent.set(name, Numbers(direction.size(), 0));
  return failure;
}

Failure LaunchedFunction::reverse(size_t output, const Numbers &weights, std::vector<Numbers> &gradients) {
  const std::string name = outputs[output].shadow;
  gradient.set(name, weights);
  Failure failure = gradient.launch();
  gradients.resize(function.inputs.size());
  for (size_t input = 0; input < function.inputs.size() && !failure; ++input)
    failure = gradient.read(function.inputs[input].name + kShadow, gradients[input]);
  gradient.set(name, Numbers(weights.size(), 0));
  return failure;
}
