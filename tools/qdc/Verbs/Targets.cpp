//===- Targets.cpp - qdc targets ------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What this machine can compile for, and what it can run on, with the reasons
// where it cannot.
//
//===----------------------------------------------------------------------===//
#include "CommandLine/Environment.h"
#include "Verbs/Verbs.h"
#include "qdc/Support/JsonValue.h"
#include "qdc/Support/PrintableText.h"
#include "qdc/Target/Families/TargetFamilies.h"
#include "qdrt/qdrt.h"

#include <algorithm>
#include <cstdio>

using namespace qdc;

std::vector<std::string> qdc::targetSpellings() {
  std::vector<std::string> spellings;
  for (const TargetDescription &target : describeTargets(makeTargetFamilies(environmentVariable)))
    spellings.push_back(target.spelling);
  return spellings;
}

static std::vector<qdrt_device_info> deviceRows() {
  std::vector<qdrt_device_info> rows;
  for (uint32_t row = 0; row < qdrt_device_count(); ++row) {
    qdrt_device_info info = {};
    info.size = sizeof(info);
    if (qdrt_device_query(row, &info) == QDRT_OK)
      rows.push_back(info);
  }
  return rows;
}

static std::string line(const std::string &left, size_t width, const std::string &right) {
  return "  " + left + std::string(width - left.size() + 2, ' ') + printableLine(right) + "\n";
}

static std::vector<FamilyTool> toolRows(const TargetFamilies &families) {
  std::vector<FamilyTool> rows;
  for (const std::unique_ptr<TargetFamily> &family : families)
    for (FamilyTool &tool : family->tools())
      rows.push_back(std::move(tool));
  return rows;
}

static std::string targetsText(const TargetFamilies &families) {
  std::string text = "compiles for\n";
  std::vector<TargetDescription> targets = describeTargets(families);
  size_t width = 0;
  for (const TargetDescription &target : targets)
    width = std::max(width, target.spelling.size());
  for (const TargetDescription &target : targets)
    text +=
        line(target.spelling, width,
             target.summary + (target.cannotRunReason.empty() ? "" : "; does not run here: " + target.cannotRunReason));
  text += "tools\n";
  for (const FamilyTool &row : toolRows(families))
    text += line(row.name, width,
                 row.use + (row.missing.empty() ? ": " + row.path + ", version " + row.version + ", by " + row.foundBy
                                                : "; not available: " + row.missing));
  text += "runs on\n";
  for (const qdrt_device_info &device : deviceRows()) {
    std::string state = device.unavailable ? std::string("not available: ") + device.unavailable : device.name;
    if (!device.unavailable && device.thread_count)
      state += ", " + std::to_string(device.thread_count) + (device.thread_count == 1 ? " thread" : " threads");
    text += line(device.spelling, std::max(width, std::string(device.spelling).size()), state);
  }
  return text;
}

static Json textOrNull(const std::string &text) { return text.empty() ? Json() : Json(text); }

static std::string targetsJson(const TargetFamilies &families) {
  Json json;
  Json &targets = json["targets"] = Json::array();
  for (const TargetDescription &target : describeTargets(families))
    targets.push_back(
        {{"spelling", target.spelling}, {"summary", target.summary}, {"not_here", textOrNull(target.cannotRunReason)}});
  Json &tools = json["tools"] = Json::array();
  for (const FamilyTool &row : toolRows(families))
    tools.push_back({{"name", row.name},
                     {"path", row.path},
                     {"version", row.version},
                     {"found_by", row.foundBy},
                     {"unavailable", textOrNull(row.missing)}});
  Json &devices = json["devices"] = Json::array();
  for (const qdrt_device_info &device : deviceRows())
    devices.push_back({{"spelling", device.spelling},
                       {"name", device.name ? device.name : ""},
                       {"threads", device.thread_count},
                       {"unavailable", textOrNull(device.unavailable ? device.unavailable : "")}});
  return writeJson(json) + "\n";
}

ExitCode qdc::runTargets(bool isJson) {
  TargetFamilies families = makeTargetFamilies(environmentVariable);
  std::fputs((isJson ? targetsJson(families) : targetsText(families)).c_str(), stdout);
  return ExitCode::success;
}
