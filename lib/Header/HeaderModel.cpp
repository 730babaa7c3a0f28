//===- HeaderModel.cpp - Kernels with the names of a header ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HeaderModel.h"

#include "HeaderText.h"
#include "Identifiers.h"
#include "qdc/Package/Signature.h"

#include <algorithm>
#include <map>

using namespace qdc;

/// The name of an argument inside of its group: "x" of "body.x" in "body".
static std::string_view nameInGroup(const Argument &argument) {
  const std::string_view name = argument.name;
  const bool hasPrefix = !argument.group.empty() && name.starts_with(argument.group) &&
                         name.size() > argument.group.size() + 1 &&
                         (name[argument.group.size()] == '.' || name[argument.group.size()] == '_');
  return hasPrefix ? name.substr(argument.group.size() + 1) : name;
}

static std::vector<HeaderMember> describeMembers(const Kernel &kernel, const TakenNames &taken) {
  std::vector<HeaderMember> members;
  for (size_t index = 0; index < kernel.arguments.size(); ++index) {
    const Argument &argument = kernel.arguments[index];
    auto member = members.end();
    if (!argument.group.empty())
      member = std::ranges::find(members, argument.group, &HeaderMember::group);
    if (member == members.end())
      member = members.insert(member, {argument.group, "", {}});
    member->arguments.push_back({&argument, index, ""});
  }
  std::vector<std::string_view> names;
  for (const HeaderMember &member : members)
    names.push_back(member.group.empty() ? std::string_view(member.arguments[0].argument->name) : member.group);
  const std::vector<std::string> identifiers = Identifiers(taken.amongArguments).add(names, "argument");
  for (size_t index = 0; index < members.size(); ++index) {
    HeaderMember &member = members[index];
    member.identifier = identifiers[index];
    std::vector<std::string_view> inGroup;
    for (const HeaderArgument &argument : member.arguments)
      inGroup.push_back(nameInGroup(*argument.argument));
    const std::vector<std::string> own =
        member.group.empty() ? std::vector{identifiers[index]} : Identifiers({}).add(inGroup, "argument");
    for (size_t place = 0; place < own.size(); ++place)
      member.arguments[place].identifier = own[place];
  }
  return members;
}

static std::vector<HeaderResult> describeResults(const Kernel &kernel) {
  std::vector<HeaderResult> results;
  for (const KernelResult &result : kernel.results)
    results.push_back({&result, kernel.results.size() == 1 ? "result" : "result" + std::to_string(results.size())});
  // Names that the source gives come first: the others make room.
  Identifiers identifiers({});
  for (bool isNamed : {true, false}) {
    std::vector<HeaderResult *> these;
    std::vector<std::string_view> names;
    for (HeaderResult &each : results)
      if (each.result->name.empty() != isNamed) {
        these.push_back(&each);
        names.push_back(isNamed ? each.result->name : each.identifier);
      }
    const std::vector<std::string> found = identifiers.add(names, "result");
    for (size_t index = 0; index < these.size(); ++index)
      these[index]->identifier = found[index];
  }
  return results;
}

std::vector<HeaderKernel> qdc::describeKernels(const Manifest &manifest, const TakenNames &taken) {
  std::vector<HeaderKernel> kernels;
  std::vector<std::string_view> names;
  for (const Module &module : manifest.modules)
    for (const Kernel &kernel : module.kernels)
      if (kernel.specializedValues.empty() && !kernel.checked) {
        kernels.push_back({&kernel, "", describeMembers(kernel, taken), describeResults(kernel), {}});
        names.push_back(kernel.name);
      }
  const std::vector<std::string> identifiers = Identifiers(taken.amongKernels, taken.withKernels).add(names, "kernel");
  for (size_t index = 0; index < kernels.size(); ++index)
    kernels[index].identifier = identifiers[index];
  std::map<std::string_view, HeaderKernel *> byName;
  for (HeaderKernel &kernel : kernels)
    byName.emplace(kernel.kernel->name, &kernel);
  for (const HeaderKernel &kernel : kernels) {
    const std::string_view name = kernel.kernel->name;
    const auto primal = byName.find(name.substr(0, name.rfind('.')));
    if (primal != byName.end() && primal->second != &kernel)
      primal->second->derivatives.push_back(kernel.identifier);
  }
  return kernels;
}

std::string qdc::memberAccess(std::string_view object, const HeaderMember &member, const HeaderArgument &argument) {
  std::string access = std::string(object) + member.identifier;
  return member.group.empty() ? access : access + "." + argument.identifier;
}

std::string qdc::kernelComment(const HeaderKernel &kernel) {
  const SourceLocation &location = kernel.kernel->location;
  std::string text = "Kernel " + quotedName(kernel.kernel->name);
  if (location.line > 0)
    text += " of " + quotedName(location.file) + ", line " + std::to_string(location.line);
  for (size_t index = 0; index < kernel.derivatives.size(); ++index)
    text += (index == 0 ? "; made from it: " : ", ") + kernel.derivatives[index];
  return text + "." + (kernel.kernel->doc.empty() ? "" : " " + docLine(kernel.kernel->doc));
}

/// "f32[?], written; 'x.grad' in the kernel".
std::string qdc::argumentComment(const HeaderArgument &argument) {
  std::string text = typeText(*argument.argument);
  if (isWritten(*argument.argument))
    text += ", written";
  if (argument.identifier != argument.argument->name)
    text += "; " + quotedName(argument.argument->name) + " in the kernel";
  if (!argument.argument->doc.empty())
    text += ": " + docLine(argument.argument->doc);
  return text;
}

std::string qdc::groupComment(const HeaderMember &member) {
  return "The arguments of group " + quotedName(member.group) + ".";
}

std::string qdc::resultComment(const HeaderResult &result) {
  const std::string &name = result.result->name;
  return typeText(*result.result) +
         (name.empty() || name == result.identifier ? "" : "; " + quotedName(name) + " in the kernel");
}
