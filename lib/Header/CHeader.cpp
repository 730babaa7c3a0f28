//===- CHeader.cpp - A package as a C header ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ElementNames.h"
#include "HeaderModel.h"
#include "HeaderText.h"
#include "Languages.h"

#include "qdc/Package/ManifestNames.h"
#include "qdc/Package/Signature.h"

using namespace qdc;

static std::string elementName(ElementType type, Signedness signedness) {
  return elementName(HeaderLanguage::c, type, signedness);
}

/// The name in qdrt_type.
static std::string typeCode(ElementType type) {
  std::string code = "QDRT_";
  for (char c : enumName(type))
    code += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return code;
}

static std::string flag(bool isSet) { return isSet ? "1" : "0"; }
static bool isUnsigned(Signedness signedness) { return signedness == Signedness::unsignedInteger; }

static std::string shapeName(const HeaderArgument &argument) { return "shape" + count(argument.index); }

/// C has no array without elements.
static bool hasShape(const Argument &argument) {
  return argument.kind == ArgumentKind::array && !argument.shape.empty();
}

namespace {
class CHeader {
public:
  CHeader(const Manifest &manifest, const std::string &prefix)
      : kernels(describeKernels(manifest, {{"package", "find"}, {"_results", "_find", "_launch", "_take"}, {}})),
        prefix(prefix) {}

  std::string write() {
    text.opening("qdrt/typed.h", {"stdbool.h", "stddef.h", "stdint.h"});
    for (const HeaderKernel &kernel : kernels) {
      writeStruct(kernel);
      writeFind(kernel);
      writeLaunch(kernel);
      if (!kernel.results.empty())
        writeTake(kernel);
    }
    writePackage();
    return text.take();
  }

private:
  std::string nameOf(const HeaderKernel &kernel) const { return prefix + "_" + kernel.identifier; }

  void writeArgument(const std::string &indentation, const HeaderArgument &given, const std::string &identifier) {
    const Argument &argument = *given.argument;
    const std::string element = elementName(argument.type, argument.signedness);
    text.comment(indentation + "// ", argumentComment(given));
    if (argument.kind == ArgumentKind::scalar)
      return text.line(indentation + element + " " + identifier + ";");
    text.line(indentation + "struct {");
    text.line(indentation + (isWritten(argument) ? "  " : "  const ") + element + " *data;");
    if (hasShape(argument))
      text.line(indentation + "  int64_t shape[" + count(argument.shape.size()) + "];");
    text.line(indentation + "  uint32_t memory;");
    text.line(indentation + "} " + identifier + ";");
  }

  void writeStruct(const HeaderKernel &kernel) {
    text.blankLine();
    text.comment("// ", kernelComment(kernel));
    if (!kernel.members.empty()) {
      text.line("typedef struct " + nameOf(kernel) + " {");
      for (const HeaderMember &member : kernel.members) {
        if (member.group.empty()) {
          writeArgument("  ", member.arguments.front(), member.identifier);
          continue;
        }
        text.comment("  // ", groupComment(member));
        text.line("  struct {");
        for (const HeaderArgument &argument : member.arguments)
          writeArgument("    ", argument, argument.identifier);
        text.line("  } " + member.identifier + ";");
      }
      text.line("} " + nameOf(kernel) + ";");
    }
    if (kernel.results.empty())
      return;
    text.line("typedef struct " + nameOf(kernel) + "_results {");
    for (const HeaderResult &result : kernel.results) {
      text.comment("  // ", resultComment(result));
      text.line("  " + elementName(result.result->type, result.result->signedness) + " " + result.identifier + ";");
    }
    text.line("} " + nameOf(kernel) + "_results;");
  }

  void writeArgumentInfos(const HeaderKernel &kernel) {
    for (const HeaderMember &member : kernel.members)
      for (const HeaderArgument &argument : member.arguments)
        if (hasShape(*argument.argument)) {
          std::string extents;
          for (int64_t extent : argument.argument->shape)
            extents += (extents.empty() ? "" : ", ") +
                       (extent == kDynamicDimension ? std::string("QDRT_DYNAMIC") : std::to_string(extent));
          text.line("  static const int64_t " + shapeName(argument) + "[] = {" + extents + "};");
        }
    text.line("  qdrt_argument_info arguments[" + count(kernel.kernel->arguments.size()) + "];");
    for (const HeaderMember &member : kernel.members)
      for (const HeaderArgument &argument : member.arguments)
        writeArgumentInfo(argument);
  }

  void writeArgumentInfo(const HeaderArgument &given) {
    const Argument &argument = *given.argument;
    const std::string start = "  arguments[" + count(given.index) + "] = ";
    const std::string common =
        stringLiteral(argument.name) + ", " + typeCode(argument.type) + ", " + flag(isUnsigned(argument.signedness));
    if (argument.kind == ArgumentKind::scalar)
      return text.line(start + "qdrt_scalar_info(" + common + ");");
    text.line(start + "qdrt_array_info(" + common + ", " + count(argument.shape.size()) + ", " +
              (hasShape(argument) ? shapeName(given) : "NULL") + ", " + flag(isWritten(argument)) + ");");
  }

  void writeFind(const HeaderKernel &kernel) {
    text.comment("// ", "Finds it in a package: QDRT_INCOMPATIBLE if it takes or gives something else there.");
    text.head("static inline qdrt_status " + nameOf(kernel) + "_find(",
              {"qdrt_package package", "qdrt_kernel *kernel"});
    if (!kernel.members.empty())
      writeArgumentInfos(kernel);
    if (!kernel.results.empty())
      text.line("  qdrt_result_info results[" + count(kernel.results.size()) + "];");
    for (size_t index = 0; index < kernel.results.size(); ++index) {
      const KernelResult &result = *kernel.results[index].result;
      text.line("  results[" + count(index) + "] = qdrt_result_of(" + stringLiteral(result.name) + ", " +
                typeCode(result.type) + ", " + flag(isUnsigned(result.signedness)) + ");");
    }
    text.line("  qdrt_interface expected;");
    text.line("  expected.size = sizeof(expected);");
    text.line("  expected.kernel = " + stringLiteral(kernel.kernel->name) + ";");
    text.line("  expected.argument_count = " + count(kernel.kernel->arguments.size()) + ";");
    text.line("  expected.result_count = " + count(kernel.results.size()) + ";");
    text.line(std::string("  expected.arguments = ") + (kernel.members.empty() ? "NULL;" : "arguments;"));
    text.line(std::string("  expected.results = ") + (kernel.results.empty() ? "NULL;" : "results;"));
    text.line("  return qdrt_package_find_interface(package, &expected, kernel);");
    text.line("}");
  }

  void writeLaunch(const HeaderKernel &kernel) {
    std::vector<std::string> parameters = {"qdrt_kernel kernel", "const " + nameOf(kernel) + " *given",
                                           "qdrt_stream stream", "const qdrt_launch_options *options"};
    const size_t size = kernel.kernel->arguments.size();
    if (size == 0)
      parameters.erase(parameters.begin() + 1);
    text.line("// Launches it, as qdrt_kernel_launch does.");
    text.head("static inline qdrt_status " + nameOf(kernel) + "_launch(", parameters);
    if (size > 0)
      text.line("  qdrt_argument arguments[" + count(size) + "];");
    for (const HeaderMember &member : kernel.members)
      for (const HeaderArgument &argument : member.arguments)
        writeGiven(argument, memberAccess("given->", member, argument));
    text.line(std::string("  return qdrt_kernel_launch(kernel, ") + (size > 0 ? "arguments" : "NULL") +
              ", stream, options);");
    text.line("}");
  }

  void writeGiven(const HeaderArgument &given, const std::string &member) {
    const Argument &argument = *given.argument;
    const std::string start = "  arguments[" + count(given.index) + "] = ", type = typeCode(argument.type);
    if (argument.kind == ArgumentKind::scalar)
      text.head(start + "qdrt_scalar_argument(", {type, "&" + member, "sizeof(" + member + ")"}, ");");
    else
      text.head(start + "qdrt_array_argument(",
                {type, count(argument.shape.size()), member + ".memory",
                 hasShape(argument) ? member + ".shape" : "NULL", member + ".data"},
                ");");
  }

  void writeTake(const HeaderKernel &kernel) {
    const std::string size = count(kernel.results.size());
    text.comment("// ", "The results of its last launch on the stream, as qdrt_kernel_results gives them.");
    text.head("static inline qdrt_status " + nameOf(kernel) + "_take(",
              {"qdrt_kernel kernel", "qdrt_stream stream", nameOf(kernel) + "_results *results"});
    text.line("  qdrt_scalar values[" + size + "];");
    text.line("  const qdrt_status status = qdrt_kernel_results(kernel, stream, values, " + size + ");");
    text.line("  if (status != QDRT_OK)");
    text.line("    return status;");
    for (size_t index = 0; index < kernel.results.size(); ++index) {
      const HeaderResult &result = kernel.results[index];
      const ElementType type = result.result->type;
      const std::string value =
          "values[" + count(index) + "]." + std::string(type == ElementType::index ? "i64" : enumName(type));
      text.line("  results->" + result.identifier + " = " +
                (type == ElementType::i1 ? value + " != 0"
                 : isUnsigned(result.result->signedness)
                     ? "(" + elementName(type, result.result->signedness) + ")" + value
                     : value) +
                ";");
    }
    text.line("  return QDRT_OK;");
    text.line("}");
  }

  void writePackage() {
    if (kernels.empty())
      return;
    text.blankLine();
    text.line("// All kernels of a package.");
    text.line("typedef struct " + prefix + "_package {");
    for (const HeaderKernel &kernel : kernels)
      text.line("  qdrt_kernel " + kernel.identifier + ";");
    text.line("} " + prefix + "_package;");
    text.comment("// ",
                 "Finds them in a package: QDRT_INCOMPATIBLE if one of them takes or gives something else there, "
                 "QDRT_NOT_FOUND if there is none of its name.");
    text.head("static inline qdrt_status " + prefix + "_find(", {"qdrt_package package", prefix + "_package *kernels"});
    text.line("  qdrt_status status = QDRT_OK;");
    for (const HeaderKernel &kernel : kernels) {
      text.line("  if (status == QDRT_OK)");
      text.line("    status = " + nameOf(kernel) + "_find(package, &kernels->" + kernel.identifier + ");");
    }
    text.line("  return status;");
    text.line("}");
  }

  std::vector<HeaderKernel> kernels;
  const std::string &prefix;
  HeaderText text;
};
} // namespace

std::string qdc::writeCHeader(const Manifest &manifest, const std::string &prefix) {
  return CHeader(manifest, prefix).write();
}
