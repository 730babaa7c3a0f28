//===- GraphVerifier.cpp - What holds in every kernel's graph -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "VerifierChecks.h"

#include "qdc/ABI/KernelABI.h"

using namespace qdc;

namespace {

class GraphVerifier {
public:
  GraphVerifier(VerifierChecks &checks, const Module &module, const Kernel &kernel)
      : checks(checks), module(module), kernel(kernel) {}

  bool verifyNodes(const std::vector<Node> &nodes, const ManifestPath &path, unsigned depth) {
    if (!checks.require(nodes.empty() || depth <= kMaximumGraphDepth, path, "nests deeper than {} levels",
                        kMaximumGraphDepth))
      return false;
    for (size_t i = 0; i < nodes.size(); ++i)
      if (!verifyNode(nodes[i], path.at(i), depth))
        return false;
    return true;
  }

private:
  bool verifyNode(const Node &node, const ManifestPath &path, unsigned depth) {
#define QDC_NODE_OPERAND(NAME)                                                                                         \
  if (hasOperand(node.kind, NodeOperand::NAME) && !verifyOperand(NodeOperand::NAME, node, path.key(#NAME), depth))     \
    return false;
#include "qdc/Package/NodeKinds.def"
    return true;
  }

  bool verifyOperand(NodeOperand operand, const Node &node, const ManifestPath &path, unsigned depth) {
    switch (operand) {
    case NodeOperand::task:
      return checks.index(path, node.task, kernel.tasks.size(), "tasks");
    case NodeOperand::site:
      return verifySite(node, path);
    case NodeOperand::flag:
      return verifyFlag(node.flag, path);
    case NodeOperand::maximum:
      return !node.maximum || verifyExpression(checks, kernel, *node.maximum, /*allowWords=*/true, path);
    case NodeOperand::maximumIsError:
      return checks.require(node.maximum || !node.maximumIsError, path, "is true, but there is no maximum");
    case NodeOperand::iterationWord:
      return !node.iterationWord || verifyWord(checks, kernel, *node.iterationWord, path);
    case NodeOperand::before:
      return verifyNodes(node.before, path, depth + 1);
    case NodeOperand::conditionWord:
      return verifyWord(checks, kernel, node.conditionWord, path);
    case NodeOperand::lower:
      return verifyBound(node.lower, path);
    case NodeOperand::upper:
      return verifyBound(node.upper, path);
    case NodeOperand::step:
      return verifyBound(node.step, path);
    case NodeOperand::inductionWord:
      return !node.inductionWord || verifyWord(checks, kernel, *node.inductionWord, path);
    case NodeOperand::countWord:
      return !node.countWord || verifyCountWord(*node.countWord, path);
    case NodeOperand::strategy:
      return true;
    case NodeOperand::body:
      return verifyNodes(node.body, path, depth + 1);
    case NodeOperand::elseBody:
      return verifyNodes(node.elseBody, path, depth + 1);
    }
    return true;
  }

  bool verifyCountWord(uint64_t offset, const ManifestPath &path) {
    const Workspace &workspace = kernel.workspace;
    return verifyWord(checks, kernel, offset, path) &&
           checks.require(offset >= workspace.readbackOffset &&
                              offset - workspace.readbackOffset < workspace.readbackBytes &&
                              workspace.readbackBytes - (offset - workspace.readbackOffset) >= QDC_WORD_BYTES,
                          path, "is not among the bytes that are read back");
  }

  bool verifySite(const Node &node, const ManifestPath &path) {
    return checks.index(path, node.site, module.sites.size(), "sites") &&
           checks.require(module.sites[node.site].kind == SiteKind::loop, path,
                          "is {}, which is not the site of a loop", node.site);
  }

  bool verifyFlag(const FlagSource &flag, const ManifestPath &path) {
    constexpr const char *rule = "is not an integer array or global of rank 0";
    ManifestPath where = path.key("index");
    if (flag.kind == FlagKind::temporary) {
      if (!checks.index(where, flag.index, kernel.temporaries.size(), "temporaries"))
        return false;
      const Temporary &temporary = kernel.temporaries[flag.index];
      // A graph of the device is told the place before the launch begins.
      return checks.require(temporary.extents.empty() && isIntegerType(temporary.type), where, rule) &&
             checks.require(kernel.workspace.regions[temporary.region].size.source == SizeSource::host, where,
                            "is in region {}, whose size comes from words; that of a flag comes from 'host'",
                            temporary.region);
    }
    if (flag.kind == FlagKind::global) {
      if (!checks.index(where, flag.index, module.globals.size(), "globals"))
        return false;
      const Global &global = module.globals[flag.index];
      return checks.require(global.shape.empty() && isIntegerType(global.type), where, rule);
    }
    if (!checks.index(where, flag.index, kernel.arguments.size(), "arguments"))
      return false;
    const Argument &argument = kernel.arguments[flag.index];
    return checks.require(argument.kind == ArgumentKind::array && argument.shape.empty() &&
                              isIntegerType(argument.type),
                          where, rule) &&
           checks.require(argument.access == Access::read || argument.access == Access::readWrite, where,
                          "is argument '{}', whose access does not include 'read'", argument.name);
  }

  bool verifyBound(const std::optional<SizeExpr> &bound, const ManifestPath &path) {
    return checks.require(bound.has_value(), path, "is missing") &&
           verifyExpression(checks, kernel, *bound, /*allowWords=*/true, path);
  }

  VerifierChecks &checks;
  const Module &module;
  const Kernel &kernel;
};

} // namespace

bool qdc::verifyGraph(VerifierChecks &checks, const Module &module, const Kernel &kernel, const ManifestPath &path) {
  return GraphVerifier(checks, module, kernel).verifyNodes(kernel.graph, path.key("graph"), 1);
}
