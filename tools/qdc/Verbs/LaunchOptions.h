//===- LaunchOptions.h - The command line of a launch -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the verbs share that launch a kernel: PACKAGE [KERNEL] [NAME=VALUE ...]
// and the options that say where and how.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_VERBS_LAUNCHOPTIONS_H
#define QDC_TOOLS_VERBS_LAUNCHOPTIONS_H

#include "CommandLine/ToolError.h"
#include "Run/LaunchRequest.h"

#include <span>
#include <string>

namespace qdc {

class Verb;

/// Adds the options that say which image is asked for: its target, and its checks as variantOfChecks() gives them.
void addImageOptions(Verb &verb, std::string &target, std::string &variant);
/// Adds all options, which set the request.
void addLaunchOptions(Verb &verb, LaunchRequest &request);
/// The paragraph of help about KERNEL and NAME=VALUE.
std::string launchDetails();
/// What VALUE may be, a line each.
std::string valueDetails();
/// Reads words that are all NAME=VALUE.
Failure readArgumentWords(std::span<const std::string> words, std::vector<ArgumentText> &arguments);
/// Reads the words that are no options of "qdc VERB".
Failure readLaunchWords(const std::string &verb, std::span<const std::string> words, LaunchRequest &request);

} // namespace qdc

#endif // QDC_TOOLS_VERBS_LAUNCHOPTIONS_H
