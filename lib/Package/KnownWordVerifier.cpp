//===- KnownWordVerifier.cpp - What holds of words that the host knows ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "VerifierChecks.h"

#include "qdc/SizeExpr/SizeExprArguments.h"

#include <algorithm>
#include <span>

using namespace qdc;

namespace {

class KnownWordVerifier {
public:
  KnownWordVerifier(VerifierChecks &checks, const Kernel &kernel) : checks(checks), kernel(kernel) {}

  bool run(const ManifestPath &path) {
    collectCounters(kernel.graph);
    std::ranges::sort(counters);
    ManifestPath words = path.key("knownWords"), tasks = path.key("tasks");
    for (size_t i = 0; i < kernel.knownWords.size(); ++i)
      if (!verifyWord(i, words.at(i)))
        return false;
    for (size_t i = 0; i < kernel.tasks.size(); ++i)
      if (!verifyExtent(kernel.tasks[i].extent, tasks.at(i).key("extent")))
        return false;
    return verifyReaders(kernel.graph, path.key("graph"));
  }

private:
  /// Each once.
  static std::vector<uint64_t> wordsOf(const SizeExpr &size) {
    std::vector<uint64_t> words;
    addWords(size, words);
    std::ranges::sort(words);
    words.erase(std::ranges::unique(words).begin(), words.end());
    return words;
  }

  /// The number of loops that have it for their induction word.
  size_t loopsThatCountIn(uint64_t word) const { return std::ranges::equal_range(counters, word).size(); }

  void collectCounters(const std::vector<Node> &nodes) {
    for (const Node &node : nodes) {
      if (node.inductionWord)
        counters.push_back(*node.inductionWord);
      for (const std::vector<Node> *list : {&node.before, &node.body, &node.elseBody})
        collectCounters(*list);
    }
  }

  bool verifyWord(size_t index, const ManifestPath &path) {
    const KnownWord &known = kernel.knownWords[index];
    ManifestPath where = path.key("word"), value = path.key("value");
    if (!qdc::verifyWord(checks, kernel, known.word, where) ||
        !checks.require(index == 0 || kernel.knownWords[index - 1].word < known.word, where,
                        "is not above the word before it") ||
        !checks.require(loopsThatCountIn(known.word) == 0, where, "is the induction word of a loop") ||
        !verifyExpression(checks, kernel, known.value, /*allowWords=*/true, value))
      return false;
    valueWords.push_back(wordsOf(known.value));
    for (uint64_t word : valueWords.back())
      if (!checks.require(loopsThatCountIn(word) == 1, value,
                          "reads word {}, which is not the induction word of exactly one loop", word))
        return false;
    return !known.task || verifyTask(*known.task, path.key("task"));
  }

  bool verifyTask(uint32_t index, const ManifestPath &where) {
    if (!checks.index(where, index, kernel.tasks.size(), "tasks"))
      return false;
    const Task &task = kernel.tasks[index];
    return checks.require(task.kind == TaskKind::serial && task.writtenArrays.empty() && task.writtenGlobals.empty() &&
                              task.writtenRegions.empty(),
                          where, "is task '{}', which does more than to write words", task.name);
  }

  /// An extent is read by the task that it is of.
  bool verifyExtent(const SizeExpr &extent, const ManifestPath &where) {
    for (uint64_t word : wordsOf(extent))
      if (const KnownWord *known = find(word);
          !checks.require(!known || !known->task, where, "reads word {}, which only control reads", word))
        return false;
    return true;
  }

  bool verifyReaders(const std::vector<Node> &nodes, const ManifestPath &path) {
    for (size_t i = 0; i < nodes.size(); ++i) {
      const Node &node = nodes[i];
      ManifestPath here = path.at(i);
      if (!verifyReads(node, here))
        return false;
      if (node.inductionWord)
        around.push_back(*node.inductionWord);
      if (!verifyReaders(node.before, here.key("before")) || !verifyReaders(node.body, here.key("body")) ||
          !verifyReaders(node.elseBody, here.key("elseBody")))
        return false;
      if (node.inductionWord)
        around.pop_back();
    }
    return true;
  }

  /// What control reads of counters and known words is known where it does.
  bool verifyReads(const Node &node, const ManifestPath &path) {
    for (uint64_t word : wordsThatDecide(node)) {
      const KnownWord *known = find(word);
      const std::span<const uint64_t> reads =
          known ? std::span<const uint64_t>(valueWords[known - kernel.knownWords.data()]) : std::span(&word, 1);
      for (uint64_t read : reads)
        if (!checks.require(loopsThatCountIn(read) == 0 || std::ranges::count(around, read) != 0, path,
                            "reads word {}, which follows from the counter of a loop that is not around it", word))
          return false;
    }
    return true;
  }

  const KnownWord *find(uint64_t word) const {
    auto found = std::ranges::lower_bound(kernel.knownWords, word, {}, &KnownWord::word);
    return found != kernel.knownWords.end() && found->word == word ? &*found : nullptr;
  }

  VerifierChecks &checks;
  const Kernel &kernel;
  std::vector<uint64_t> counters;                // the induction words of all loops, ascending
  std::vector<std::vector<uint64_t>> valueWords; // of the known words whose values were looked at
  std::vector<uint64_t> around;                  // the induction words of the loops around what is looked at
};

} // namespace

bool qdc::verifyKnownWords(VerifierChecks &checks, const Kernel &kernel, const ManifestPath &path) {
  return KnownWordVerifier(checks, kernel).run(path);
}
