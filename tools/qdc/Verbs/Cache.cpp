//===- Cache.cpp - qdc cache ----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/QuotedList.h"
#include "CommandLine/ToolError.h"
#include "CommandLine/Verb.h"
#include "Verbs/CacheFill.h"
#include "Verbs/CacheOptions.h"
#include "Verbs/CompileOptions.h"
#include "Verbs/GradOptions.h"
#include "Verbs/Verbs.h"
#include "qdc/Cache/CacheUpkeep.h"

#include <algorithm>
#include <charconv>
#include <optional>

using namespace qdc;

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

namespace {
struct SizeUnit {
  char letter;
  uint64_t bytes;
};
} // namespace

static constexpr SizeUnit kUnits[] = {{'K', uint64_t{1} << 10}, {'M', uint64_t{1} << 20}, {'G', uint64_t{1} << 30}};

/// "5G", "300M", "1000"; nothing, if it is no such size, or more than there can be.
static std::optional<uint64_t> readSize(std::string_view text) {
  uint64_t factor = 1;
  for (const SizeUnit &unit : kUnits)
    if (text.ends_with(unit.letter))
      factor = unit.bytes;
  if (factor != 1)
    text.remove_suffix(1);
  uint64_t number = 0, size = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || __builtin_mul_overflow(number, factor, &size))
    return std::nullopt;
  return size;
}

/// "17 entries, 5242880 bytes (5 MB)"
static std::string sizeText(const CacheSize &size) {
  std::string text = std::to_string(size.entries) + (size.entries == 1 ? " entry, " : " entries, ") +
                     std::to_string(size.bytes) + " bytes";
  const SizeUnit *unit = std::ranges::find_if(kUnits, [&](const SizeUnit &each) { return each.letter == 'M'; });
  return size.bytes < unit->bytes ? text : text + " (" + std::to_string(size.bytes / unit->bytes) + " MB)";
}

//===----------------------------------------------------------------------===//
// What is done
//===----------------------------------------------------------------------===//

namespace {
struct CacheRequest {
  CacheFillRequest fill;
  std::vector<std::string> places; // as given
  std::string size;                // likewise; empty: not
};

struct CacheAction {
  std::string name;
  ExitCode (*run)(CacheRequest &request);
};
} // namespace

static ExitCode refuse(const Error &error) { return reportError(ToolError::input(error.message)); }

static ExitCode show(const char *before, const Result<CacheSize> &size) {
  if (!size)
    return refuse(size.error());
  std::printf("%s%s\n", before, sizeText(*size).c_str());
  return ExitCode::success;
}

/// The cache's folder; checkRequest saw to it that there is one.
static const CacheFolder &folderOf(const CacheRequest &request) { return *request.fill.compile.options.cache.folder; }

static ExitCode fill(CacheRequest &request) {
  request.fill.compile.options.fillsCache = true;
  return runCacheFill(request.fill);
}

static ExitCode stats(CacheRequest &request) { return show("", measureCache(folderOf(request))); }

static ExitCode verify(CacheRequest &request) {
  const CacheFolder &cache = folderOf(request);
  Result<std::vector<Error>> findings = verifyCache(cache);
  if (!findings)
    return refuse(findings.error());
  for (const Error &finding : *findings)
    reportError(ToolError::input(finding.message));
  if (!findings->empty())
    return ExitCode::inputError;
  return show("all are whole: ", measureCache(cache));
}

static ExitCode collect(CacheRequest &request) {
  return show("removed ", shrinkCache(folderOf(request), *readSize(request.size)));
}

static ExitCode clear(CacheRequest &request) { return show("removed ", clearCache(folderOf(request))); }

static const CacheAction kActions[] = {
    {"fill", fill}, {"stats", stats}, {"verify", verify}, {"gc", collect}, {"clear", clear}};

//===----------------------------------------------------------------------===//
// The verb
//===----------------------------------------------------------------------===//

static std::vector<std::string> actionNames() {
  std::vector<std::string> names;
  for (const CacheAction &action : kActions)
    names.push_back(action.name);
  return names;
}

/// Finds what does not go together.
static Failure checkRequest(const CacheRequest &request, const CacheAction &action) {
  const bool fills = action.run == fill, collects = action.run == collect;
  const CachePlaces &cache = request.fill.compile.options.cache;
  if (!fills && std::ranges::any_of(request.places, isURL))
    return ToolError::badUsage("'" + action.name +
                               "' takes no server, only 'fill' does: expected "
                               "'--cache=DIR', or the environment variable QDC_CACHE");
  if (!cache.areThere())
    return ToolError::badUsage(std::string("no cache given: expected '--cache=DIR', or the environment variable "
                                           "QDC_CACHE") +
                               (fills ? ", or a server by '--cache=URL' or QDC_CACHE_REMOTE" : ""));
  if (fills && request.fill.inputs.empty())
    return ToolError::badUsage("no input given: expected qdc cache fill FILE.qir ...");
  if (auto url = std::ranges::find_if(request.fill.inputs, isURL); fills && url != request.fill.inputs.end())
    return ToolError::badUsage("unexpected '" + withoutPassword(*url) + "': a server is given by '--cache=URL'");
  if (!fills && !request.fill.inputs.empty())
    return ToolError::badUsage("unexpected '" + withoutPassword(request.fill.inputs[0]) + "': '" + action.name +
                               "' takes no files");
  if (collects != !request.size.empty())
    return ToolError::badUsage(collects ? "'gc' needs '--size=SIZE'" : "'--size' is of 'gc' alone");
  if (collects && !readSize(request.size))
    return ToolError::badUsage("'--size' does not take '" + request.size +
                               "': expected bytes, or a number with K, M or G after it, such as 5G");
  return checkPackageOptions(request.fill.compile.options.package);
}

static ExitCode runAction(const Verb &verb, CacheRequest &request, std::span<const std::string> words) {
  const std::vector<std::string> names = actionNames();
  const auto *action = words.empty() ? std::end(kActions) : std::ranges::find(kActions, words[0], &CacheAction::name);
  if (action == std::end(kActions))
    return reportError(ToolError::badUsage(
        (words.empty() ? "nothing to do given" : "cannot do '" + withoutPassword(words[0]) + "'") +
        ": expected one of " + quotedList(names) + (words.empty() ? "" : suggestion(words[0], names))));
  request.fill.inputs.assign(words.begin() + 1, words.end());
  const CacheKinds kinds = action->run == fill ? CacheKinds::folderAndServer : CacheKinds::folder;
  if (Failure failure = openCache(request.places, kinds, request.fill.compile.options.cache))
    return reportError(*failure);
  if (Failure failure = checkRequest(request, *action))
    return reportError(*failure);
  if (Failure failure = readGradOptions(verb, request.fill.compile.options.package))
    return reportError(*failure);
  return action->run(request);
}

void qdc::addCache(CLI::App &tool) {
  Verb &verb = addVerb(tool, "cache", "fill, look at and tidy up a cache of packages",
                       "fill FILE.qir ... | stats | verify | gc | clear [options]");
  verb.examples = {
      {"compile ahead what later compiles take from there",
       "qdc cache fill kernels/*.qir --cache=cache --target=cpu:x86-64-v3,cuda:sm_90"},
      {"the same on a server", "qdc cache fill kernels/*.qir --cache=https://cache.example/qdc"},
      {"keep what was used last, 5 GB of it", "qdc cache gc --cache=cache --size=5G"},
  };
  verb.details = {"fill compiles files into the cache, with the options that 'qdc compile' has,\n"
                  "and writes nothing else; stats tells how much there is; verify reads every\n"
                  "entry and names those that are damaged, with exit code 1; gc removes what was\n"
                  "used longest ago until the rest is no more than --size; clear removes all."};
  verb.words = actionNames();
  auto request = std::make_shared<CacheRequest>();
  addCacheOption(verb, request->places, "the cache: a folder, and for fill also the URL of a server");
  verb.add_option("--size=SIZE", request->size, "what gc leaves: bytes, or a number with K, M or G after it");
  addOutcomeOptions(verb, request->fill.compile.options, request->fill.compile.format, request->fill.maps);
  verb.run = [request, &verb](std::span<const std::string> words) { return runAction(verb, *request, words); };
}
