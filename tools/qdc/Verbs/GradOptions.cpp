//===- GradOptions.cpp - --grad and --grad-wrt ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Verbs/GradOptions.h"

#include <map>

using namespace qdc;

static constexpr const char *kGrad = "--grad", *kWrt = "--grad-wrt";

void qdc::addAdstackOption(Verb &verb, PackageOptions &options) {
  verb.add_option("--adstack-capacity=N", options.adstackCapacity,
                  "reverse mode keeps what loops carry on adstacks of N entries, for tests; a loop of more trips fails "
                  "the launch")
      ->transform(wholeNumber(1, UINT32_MAX))
      ->default_str("arrays of fixed size, which are enough for any number of trips");
}

void qdc::addGradOptions(Verb &verb, PackageOptions &options) {
  verb.add_option("--grad=KERNEL", CLI::callback_t([](const CLI::results_t &) { return true; }),
                  "make derivatives of KERNEL too: KERNEL:reverse, which is the default, or KERNEL:forward")
      ->take_all();
  verb.add_option("--grad-wrt=NAMES", CLI::callback_t([](const CLI::results_t &) { return true; }),
                  "those of the --grad before it are with respect to these arguments, with commas between them")
      ->take_all()
      ->default_str("all floats that reach an output");
  addAdstackOption(verb, options);
}

static Failure addDerivative(const std::string &value, std::vector<DerivativeOption> &derivatives) {
  size_t colon = value.rfind(':');
  std::string mode = colon == std::string::npos ? "reverse" : value.substr(colon + 1);
  std::string kernel = value.substr(0, colon);
  if (kernel.empty() || (mode != "reverse" && mode != "forward"))
    return ToolError::badUsage("'--grad' does not take '" + value +
                               "': expected the name of a kernel, and ':reverse' or ':forward' or nothing after it");
  derivatives.push_back({kernel, mode == "forward", {}});
  return {};
}

static Failure addNames(const std::string &value, std::vector<DerivativeOption> &derivatives) {
  if (derivatives.empty())
    return ToolError::badUsage("'--grad-wrt' needs a '--grad' before it");
  for (size_t start = 0; start <= value.size();) {
    size_t end = std::min(value.find(',', start), value.size());
    if (end == start)
      return ToolError::badUsage("'--grad-wrt' does not take '" + value +
                                 "': expected names of arguments, with commas between them");
    derivatives.back().wrt.push_back(value.substr(start, end - start));
    start = end + 1;
  }
  return {};
}

Failure qdc::readGradOptions(const Verb &verb, PackageOptions &options) {
  std::map<const CLI::Option *, size_t> used; // of each option's values
  for (const CLI::Option *option : verb.parse_order()) {
    const std::string &value = option->results()[used[option]++];
    Failure failure;
    if (spelling(*option) == kGrad)
      failure = addDerivative(value, options.derivatives);
    else if (spelling(*option) == kWrt)
      failure = addNames(value, options.derivatives);
    if (failure)
      return failure;
  }
  return {};
}
