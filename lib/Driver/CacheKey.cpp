//===- CacheKey.cpp - What the result of a compile is found by ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Driver/CacheKey.h"

#include "qdc/Cache/ProgramIdentity.h"
#include "qdc/Driver/OptionText.h"
#include "qdc/Support/Sha256.h"

using namespace qdc;

static Status addFingerprint(OptionText &text, const TargetFamilies &families, const std::string &target,
                             const DigestOfFile &digestOf) {
  const TargetFamily *family = findFamily(families, target);
  if (!family)
    return makeError(ErrorCode::invalidArgument, "unknown target '{}'", target);
  Result<std::vector<OptionValues>> fingerprint = family->fingerprint(target, digestOf);
  if (!fingerprint)
    return fingerprint.error();
  text.add("fingerprint", target);
  for (const auto &[name, values] : *fingerprint)
    text.add(name, values);
  return {};
}

/// What every key has. `kind` tells keys of different things apart.
static Status addCommon(OptionText &text, const char *kind, const KernelSource &source, const PackageOptions &options,
                        std::span<const std::string> targets, const DigestOfFile &digestOf) {
  Result<std::string> compiler = programIdentity();
  if (!compiler)
    return compiler.error();
  text.add("kind", kind);
  text.add("compiler", *compiler);
  text.add("input", sha256Hex(source.bytes));
  addPackageOptions(text, options, targets);
  for (const std::string &target : targets)
    if (Status status = addFingerprint(text, options.families, target, digestOf); !status)
      return status;
  return {};
}

Result<std::string> qdc::cacheKey(const KernelSource &source, const CompileOptions &options,
                                  const DigestOfFile &digestOf) {
  // An error here, where a member has been added: add it to the text, or say why it decides nothing.
  const auto &[package, warnings, deterministic, remarkFusedTasks, remarkMissedFusion, threads] = options;
  OptionText text;
  if (Status status = addCommon(text, "package", source, package, package.targets, digestOf); !status)
    return status;
  text.add("warnings", warnings.text());
  text.add("deterministic", deterministic);
  text.add("remark-fused", remarkFusedTasks);
  text.add("remark-missed", remarkMissedFusion);
  (void)threads; // bytes and messages are those of one
  return text.digest();
}

Result<std::string> qdc::imageCacheKey(const KernelSource &source, const CompileOptions &options,
                                       const std::string &target, const std::string &variant,
                                       const DigestOfFile &digestOf) {
  OptionText text;
  if (Status status = addCommon(text, "image", source, options.package, {&target, 1}, digestOf); !status)
    return status;
  text.add("variant", variant);
  return text.digest();
}
