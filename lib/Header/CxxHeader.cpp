//===- CxxHeader.cpp - A package as a C++ header --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ElementNames.h"
#include "HeaderModel.h"
#include "HeaderText.h"
#include "Languages.h"

#include "qdc/Package/Signature.h"

using namespace qdc;

static std::string elementName(ElementType type, Signedness signedness) {
  return elementName(HeaderLanguage::cxx, type, signedness);
}

static std::string elementName(const Argument &argument) { return elementName(argument.type, argument.signedness); }

/// The type of its values in C++.
static std::string valueName(ElementType type, Signedness signedness) {
  return elementName(type == ElementType::index ? ElementType::i64 : type, signedness);
}

static std::string argumentType(const Argument &argument) {
  if (argument.kind == ArgumentKind::scalar)
    return "qdrt::Scalar<" + elementName(argument) + ">";
  std::string text = (isWritten(argument) ? "qdrt::InOut<" : "qdrt::In<") + elementName(argument);
  for (int64_t extent : argument.shape)
    text += extent == kDynamicDimension ? ", qdrt::any" : ", " + std::to_string(extent);
  return text + ">";
}

namespace {
class CxxHeader {
public:
  CxxHeader(const Manifest &manifest, const std::string &space)
      : kernels(describeKernels(manifest, {{"Package", "loaded"}, {}, {"Given", "Results", "Setters"}})), space(space) {
  }

  std::string write() {
    text.opening("qdrt/typed.hpp", {"array", "cstdint", "string", "utility"});
    text.blankLine();
    text.line("namespace " + space + " {");
    text.blankLine();
    for (const HeaderKernel &kernel : kernels)
      writeStruct(kernel);
    text.line("} // namespace " + space);
    text.blankLine();
    text.line("namespace qdrt {");
    text.blankLine();
    for (const HeaderKernel &kernel : kernels)
      writeInterface(kernel);
    text.line("} // namespace qdrt");
    text.blankLine();
    writePackage();
    return text.take();
  }

private:
  std::string structName(const HeaderKernel &kernel) const { return "::" + space + "::" + kernel.identifier; }

  void writeArgument(const std::string &indentation, const HeaderArgument &argument, const std::string &identifier) {
    text.comment(indentation + "/// ", argumentComment(argument));
    text.line(indentation + argumentType(*argument.argument) + " " + identifier + ";");
  }

  void writeStruct(const HeaderKernel &kernel) {
    text.comment("/// ", kernelComment(kernel));
    if (kernel.members.empty() && kernel.results.empty()) {
      text.line("struct " + kernel.identifier + " {};");
      text.blankLine();
      return;
    }
    text.line("struct " + kernel.identifier + " {");
    for (const HeaderMember &member : kernel.members) {
      if (member.group.empty()) {
        writeArgument("  ", member.arguments.front(), member.identifier);
        continue;
      }
      text.comment("  /// ", groupComment(member));
      text.line("  struct {");
      for (const HeaderArgument &argument : member.arguments)
        writeArgument("    ", argument, argument.identifier);
      text.line("  } " + member.identifier + ";");
    }
    if (!kernel.results.empty())
      writeResults(kernel);
    text.line("};");
    text.blankLine();
  }

  void writeResults(const HeaderKernel &kernel) {
    if (!kernel.members.empty())
      text.blankLine();
    text.line("  /// What it gives.");
    text.line("  struct Results {");
    for (const HeaderResult &result : kernel.results) {
      text.comment("    /// ", resultComment(result));
      text.line("    " + valueName(result.result->type, result.result->signedness) + " " + result.identifier + ";");
    }
    text.line("  };");
  }

  void writeInterface(const HeaderKernel &kernel) {
    const std::string name = structName(kernel);
    text.line("template <>");
    text.line("struct Interface<" + name + "> {");
    text.line("  static constexpr const char *kName = " + stringLiteral(kernel.kernel->name) + ";");
    text.blankLine();
    writeDescriptions(kernel);
    writeList(kernel);
    writeResultList(kernel);
    writeSetters(kernel);
    text.line("};");
    text.blankLine();
  }

  void writeDescriptions(const HeaderKernel &kernel) {
    const std::string arguments = "std::array<qdrt_argument_info, " + count(kernel.kernel->arguments.size()) + ">";
    const std::string results = "std::array<qdrt_result_info, " + count(kernel.results.size()) + ">";
    text.line("  static constexpr " + arguments + " arguments() {");
    text.line("    " + arguments + " list = {};");
    for (const HeaderMember &member : kernel.members)
      for (const HeaderArgument &argument : member.arguments)
        text.line("    list[" + count(argument.index) + "] = " + argumentType(*argument.argument) + "::describe(" +
                  stringLiteral(argument.argument->name) + ");");
    text.line("    return list;");
    text.line("  }");
    text.line("  static constexpr " + results + " results() {");
    text.line("    " + results + " list = {};");
    for (size_t index = 0; index < kernel.results.size(); ++index) {
      const KernelResult &result = *kernel.results[index].result;
      text.line("    list[" + count(index) + "] = describeResult<" + elementName(result.type, result.signedness) +
                ">(" + stringLiteral(result.name) + ");");
    }
    text.line("    return list;");
    text.line("  }");
  }

  void writeList(const HeaderKernel &kernel) {
    const size_t size = kernel.kernel->arguments.size();
    text.line("  static std::array<qdrt_argument, " + count(size) + "> list(const " + structName(kernel) +
              (size == 0 ? " &) {" : " &given) {"));
    text.line("    std::array<qdrt_argument, " + count(size) + "> list = {};");
    for (const HeaderMember &member : kernel.members)
      for (const HeaderArgument &argument : member.arguments)
        text.line("    list[" + count(argument.index) + "] = " + memberAccess("given.", member, argument) + ".get();");
    text.line("    return list;");
    text.line("  }");
  }

  void writeResultList(const HeaderKernel &kernel) {
    const std::string type = "std::array<qdrt_scalar, " + count(kernel.results.size()) + ">";
    if (kernel.results.empty()) {
      text.line("  static void take(const " + type + " &) {}");
      return;
    }
    text.line("  static " + structName(kernel) + "::Results take(const " + type + " &values) {");
    text.line("    " + structName(kernel) + "::Results taken = {};");
    for (size_t index = 0; index < kernel.results.size(); ++index) {
      const KernelResult &result = *kernel.results[index].result;
      text.line("    taken." + kernel.results[index].identifier + " = resultOf<" +
                elementName(result.type, result.signedness) + ">(values[" + count(index) + "]);");
    }
    text.line("    return taken;");
    text.line("  }");
  }

  void writeSetters(const HeaderKernel &kernel) {
    const std::string name = structName(kernel);
    text.blankLine();
    text.line("  template <typename... Given>");
    const std::string head = "  struct Setters : GivenArguments<" + name + ", Given...> {";
    if (kernel.members.empty())
      return text.line(head + "};");
    text.line(head);
    for (size_t place = 0; place < kernel.members.size(); ++place) {
      const std::string &member = kernel.members[place].identifier;
      text.function("    auto " + member + "(const decltype(" + name + "::" + member + ") &value) const",
                    "return this->template qdrt_add<" + count(place) + ">(value);");
    }
    text.line("  };");
  }

  void writePackage() {
    text.line("namespace " + space + " {");
    text.blankLine();
    text.comment("/// ", "A loaded package with these kernels. Error with QDRT_INCOMPATIBLE where one of them takes or "
                         "gives something else there, QDRT_NOT_FOUND where there is none of its name.");
    text.line("struct Package {");
    text.line(
        "  Package(const qdrt::Device &device, const std::string &path, const qdrt::PackageOptions &options = {})");
    text.line("      : Package(qdrt::Package(device, path, options)) {}");
    text.line("  explicit Package(qdrt::Package package) : loaded(std::move(package)) {}");
    text.blankLine();
    text.line("  qdrt::Package loaded;");
    for (const HeaderKernel &kernel : kernels)
      text.line("  qdrt::TypedKernel<" + structName(kernel) + "> " + kernel.identifier + "{loaded};");
    text.line("};");
    text.blankLine();
    text.line("} // namespace " + space);
  }

  std::vector<HeaderKernel> kernels;
  const std::string &space;
  HeaderText text;
};
} // namespace

std::string qdc::writeCxxHeader(const Manifest &manifest, const std::string &space) {
  return CxxHeader(manifest, space).write();
}
