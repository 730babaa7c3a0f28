//===- Labels.cpp - Parts of a manifest in words --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Inspect/Labels.h"

#include "qdc/Package/ManifestNames.h"

using namespace qdc;

std::string qdc::commaList(std::span<const std::string> words) {
  std::string text;
  for (const std::string &word : words)
    text += (text.empty() ? "" : ", ") + word;
  return text;
}

static std::string shapeLabel(ElementType type, const std::vector<int64_t> &shape) {
  std::string text(enumName(type));
  text += '[';
  for (size_t axis = 0; axis < shape.size(); ++axis)
    text += (axis ? "x" : "") + (shape[axis] == kDynamicDimension ? "?" : std::to_string(shape[axis]));
  return text + "]";
}

std::string qdc::typeLabel(const Argument &argument) {
  std::string text = argument.kind == ArgumentKind::scalar ? std::string(enumName(argument.type))
                                                           : shapeLabel(argument.type, argument.shape);
  return argument.signedness == Signedness::unsignedInteger ? text + " unsigned" : text;
}

std::string qdc::typeLabel(const Global &global) { return shapeLabel(global.type, global.shape); }

std::string qdc::locationLabel(const SourceLocation &location) {
  return location.line ? location.file + ":" + std::to_string(location.line) : "";
}

static std::string infix(const Kernel &kernel, const SizeExpr &size, const char *sign, bool isOutermost) {
  auto operand = [&](const SizeExpr &expr) {
    std::string text = sizeLabel(kernel, expr);
    bool isSum = expr.kind() == SizeExprKind::add || expr.kind() == SizeExprKind::sub;
    return isSum ? "(" + text + ")" : text;
  };
  std::string lhs = isOutermost ? sizeLabel(kernel, size.lhs()) : operand(size.lhs());
  return lhs + sign + operand(size.rhs());
}

std::string qdc::sizeLabel(const Kernel &kernel, const SizeExpr &size) {
  auto call = [&](const char *name) {
    return std::string(name) + "(" + sizeLabel(kernel, size.lhs()) + ", " + sizeLabel(kernel, size.rhs()) + ")";
  };
  switch (size.kind()) {
  case SizeExprKind::constant:
    return std::to_string(size.value());
  case SizeExprKind::scalar:
    return kernel.arguments[size.argument()].name;
  case SizeExprKind::dim:
    return "dim(" + kernel.arguments[size.argument()].name + ", " + std::to_string(size.axis()) + ")";
  case SizeExprKind::word:
    return "word(" + std::to_string(size.offset()) + ")";
  case SizeExprKind::add:
    return infix(kernel, size, " + ", /*isOutermost=*/true);
  case SizeExprKind::sub:
    return infix(kernel, size, " - ", /*isOutermost=*/true);
  case SizeExprKind::mul:
    return infix(kernel, size, " * ", /*isOutermost=*/false);
  case SizeExprKind::min:
    return call("min");
  case SizeExprKind::max:
    return call("max");
  case SizeExprKind::floorDiv:
    return call("floordiv");
  }
  return "";
}

std::string qdc::taskLabel(const Task &task, const std::string &iterations) {
  if (task.kind == TaskKind::serial)
    return "serial";
  std::string text = "parallel, " + iterations + " iterations";
  return task.blockDim ? text + ", block " + std::to_string(task.blockDim) : text;
}

std::string qdc::taskLabel(const Kernel &kernel, const Task &task) {
  return taskLabel(task, sizeLabel(kernel, task.extent));
}

std::string qdc::accessLabel(const Manifest &manifest, const Kernel &kernel, const Task &task) {
  auto names = [&](const std::vector<uint32_t> &arrays, const std::vector<uint32_t> &globals) {
    std::vector<std::string> words;
    for (uint32_t index : arrays)
      words.push_back(kernel.arguments[index].name);
    for (uint32_t index : globals)
      words.push_back("@" + manifest.globals[index].name);
    return commaList(words);
  };
  std::string reads = names(task.readArrays, task.readGlobals);
  std::string writes = names(task.writtenArrays, task.writtenGlobals);
  std::string text = reads.empty() ? "" : "reads " + reads;
  if (!writes.empty())
    text += (text.empty() ? "writes " : "; writes ") + writes;
  return text;
}

static std::string flagLabel(const Manifest &manifest, const Kernel &kernel, const FlagSource &flag) {
  return flag.isGlobal ? "@" + manifest.globals[flag.index].name : kernel.arguments[flag.index].name;
}

std::string qdc::controlLabel(const Manifest &manifest, const Kernel &kernel, const Node &node) {
  std::string name;
  if (node.kind != NodeKind::task && node.kind != NodeKind::branch && node.site < manifest.sites.size())
    name = manifest.sites[node.site].message;
  name = name.empty() ? "" : " '" + name + "'";
  switch (node.kind) {
  case NodeKind::task:
    return kernel.tasks[node.task].name;
  case NodeKind::doWhile: {
    std::string text = "do while *" + flagLabel(manifest, kernel, node.flag) + name;
    if (node.maximum)
      text += ", at most " + sizeLabel(kernel, *node.maximum) + (node.maximumIsError ? " (else an error)" : "");
    return text;
  }
  case NodeKind::whileDo:
    return "while word(" + std::to_string(node.conditionWord) + ")" + name;
  case NodeKind::repeat: {
    std::string text = "repeat from " + sizeLabel(kernel, node.lower.value_or(SizeExpr())) + " to " +
                       sizeLabel(kernel, node.upper.value_or(SizeExpr()));
    SizeExpr step = node.step.value_or(SizeExpr::constant(1));
    return (step == SizeExpr::constant(1) ? text : text + " by " + sizeLabel(kernel, step)) + name;
  }
  case NodeKind::branch:
    return "if word(" + std::to_string(node.conditionWord) + ")";
  }
  return "";
}

std::string qdc::controlLocation(const Manifest &manifest, const Node &node) {
  bool hasSite = node.kind != NodeKind::task && node.kind != NodeKind::branch && node.site < manifest.sites.size();
  return hasSite ? locationLabel(manifest.sites[node.site].location) : "";
}

std::string qdc::slotLabel(const Manifest &manifest, const Kernel &kernel, const SlotSource &slot) {
  std::string kind(enumName(slot.kind));
  switch (slot.kind) {
  case SlotKind::array:
  case SlotKind::scalar:
    return kind + " " + kernel.arguments[slot.index].name;
  case SlotKind::dim:
    return kind + " " + kernel.arguments[slot.index].name + " " + std::to_string(slot.axis);
  case SlotKind::global:
    return kind + " " + manifest.globals[slot.index].name;
  case SlotKind::workspace:
    return kind + " " + std::to_string(slot.offset);
  case SlotKind::errorRecord:
  case SlotKind::printBuffer:
  case SlotKind::seed:
  case SlotKind::launchOrdinal:
    return kind;
  }
  return kind;
}

std::vector<NodeList> qdc::nodeLists(const Node &node) {
  std::vector<NodeList> lists;
  for (NodeList list : {NodeList{"before", node.before}, NodeList{"body", node.body}, NodeList{"else", node.elseBody}})
    if (!list.nodes.empty())
      lists.push_back(list);
  return lists;
}

std::string qdc::kernelLabel(const Kernel &kernel) {
  std::vector<std::string> values;
  for (const SpecializedValue &value : kernel.specializedValues)
    values.push_back(kernel.arguments[value.argument].name + "=" + std::to_string(value.bits));
  return values.empty() ? kernel.name : kernel.name + "[" + commaList(values) + "]";
}
