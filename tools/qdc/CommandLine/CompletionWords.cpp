//===- CompletionWords.cpp - What a shell may offer -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/CompletionWords.h"

using namespace qdc;

std::string qdc::spacedWords(const std::vector<std::string> &words) {
  std::string text;
  for (const std::string &word : words)
    text += (text.empty() ? "" : " ") + word;
  return text;
}

std::vector<std::string> qdc::offeredValues(const OptionSpec &option) {
  return option.values.empty() && option.suggestions ? option.suggestions() : option.values;
}

bool qdc::takesNextWord(const OptionSpec &option) {
  return option.form == OptionForm::value || option.form == OptionForm::joinedOrSeparate;
}
