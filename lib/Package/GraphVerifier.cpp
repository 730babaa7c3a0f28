//===- GraphVerifier.cpp - What holds in every kernel's graph -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "VerifierChecks.h"

using namespace qdc;

namespace {

class GraphVerifier {
public:
  GraphVerifier(VerifierChecks &checks, const Manifest &manifest, const Kernel &kernel)
      : checks(checks), manifest(manifest), kernel(kernel) {}

  bool verifyNodes(const std::vector<Node> &nodes, const ManifestPath &path, unsigned depth) {
    if (!checks.require(nodes.empty() || depth <= kMaximumGraphDepth, path,
                        "nests deeper than " + std::to_string(kMaximumGraphDepth) + " levels"))
      return false;
    for (size_t i = 0; i < nodes.size(); ++i)
      if (!verifyNode(nodes[i], path.at(i), depth))
        return false;
    return true;
  }

private:
  bool verifyNode(const Node &node, const ManifestPath &path, unsigned depth) {
    switch (node.kind) {
    case NodeKind::task:
      return checks.index(path.key("task"), node.task, kernel.tasks.size(), "tasks");
    case NodeKind::doWhile:
      return verifyDoWhile(node, path) && verifyNodes(node.body, path.key("body"), depth + 1);
    case NodeKind::whileDo:
      return verifySite(node, path) && verifyNodes(node.before, path.key("before"), depth + 1) &&
             verifyWord(checks, kernel, node.conditionWord, path.key("conditionWord")) &&
             verifyNodes(node.body, path.key("body"), depth + 1);
    case NodeKind::repeat:
      return verifyRepeat(node, path) && verifyNodes(node.body, path.key("body"), depth + 1);
    case NodeKind::branch:
      return verifyWord(checks, kernel, node.conditionWord, path.key("conditionWord")) &&
             verifyNodes(node.body, path.key("body"), depth + 1) &&
             verifyNodes(node.elseBody, path.key("elseBody"), depth + 1);
    }
    return checks.fail(path.key("kind"), "is no node kind");
  }

  bool verifySite(const Node &node, const ManifestPath &path) {
    return checks.index(path.key("site"), node.site, manifest.sites.size(), "sites") &&
           checks.require(manifest.sites[node.site].kind == SiteKind::loop, path.key("site"),
                          "is " + std::to_string(node.site) + ", which is not the site of a loop");
  }

  bool verifyFlag(const FlagSource &flag, const ManifestPath &path) {
    constexpr std::string_view rule = "is not an integer array or global of rank 0";
    ManifestPath where = path.key("index");
    if (flag.isGlobal) {
      if (!checks.index(where, flag.index, manifest.globals.size(), "globals"))
        return false;
      const Global &global = manifest.globals[flag.index];
      return checks.require(global.shape.empty() && isIntegerType(global.type), where, rule);
    }
    if (!checks.index(where, flag.index, kernel.arguments.size(), "arguments"))
      return false;
    const Argument &argument = kernel.arguments[flag.index];
    return checks.require(argument.kind == ArgumentKind::array && argument.shape.empty() &&
                              isIntegerType(argument.type),
                          where, rule) &&
           checks.require(argument.access == Access::read || argument.access == Access::readWrite, where,
                          "is argument '" + argument.name + "', whose access does not include 'read'");
  }

  bool verifyDoWhile(const Node &node, const ManifestPath &path) {
    return verifySite(node, path) && verifyFlag(node.flag, path.key("flag")) &&
           (!node.maximum ||
            verifyExpression(checks, kernel, *node.maximum, /*allowWords=*/true, path.key("maximum"))) &&
           checks.require(node.maximum || !node.maximumIsError, path.key("maximumIsError"),
                          "is true, but there is no maximum") &&
           (!node.iterationWord || verifyWord(checks, kernel, *node.iterationWord, path.key("iterationWord")));
  }

  bool verifyRepeat(const Node &node, const ManifestPath &path) {
    auto bound = [&](std::string_view key, const std::optional<SizeExpr> &expression) {
      ManifestPath where = path.key(key);
      return checks.require(expression.has_value(), where, "is missing") &&
             verifyExpression(checks, kernel, *expression, /*allowWords=*/true, where);
    };
    return verifySite(node, path) && bound("lower", node.lower) && bound("upper", node.upper) &&
           bound("step", node.step) &&
           (!node.inductionWord || verifyWord(checks, kernel, *node.inductionWord, path.key("inductionWord")));
  }

  VerifierChecks &checks;
  const Manifest &manifest;
  const Kernel &kernel;
};

} // namespace

bool qdc::verifyGraph(VerifierChecks &checks, const Manifest &manifest, const Kernel &kernel,
                      const ManifestPath &path) {
  return GraphVerifier(checks, manifest, kernel).verifyNodes(kernel.graph, path.key("graph"), 1);
}
