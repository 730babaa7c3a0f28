//===- RunReport.cpp - What a run shows -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Run/RunReport.h"

#include "Run/ArrayText.h"
#include "Run/Element.h"
#include "qdc/Support/JsonValue.h"
#include "qdc/Support/PrintableText.h"

using namespace qdc;

static std::string typeText(const ArrayContents &array) {
  return arrayTypeText(array.type, static_cast<uint32_t>(array.shape.size()), array.shape.data());
}

std::string qdc::reportText(const RunReport &report) {
  std::string text = report.subject.title() + "\n";
  for (size_t i = 0; i < report.results.size(); ++i)
    text += "result " + std::to_string(i) + ": " + arrayText(report.results[i]) + "\n";
  for (const auto &[name, array] : report.arrays)
    text += printableLine(name) + ": " + typeText(array) + "\n" + arrayText(array) + "\n";
  for (const LoopReport &loop : report.loops)
    text += loopText(loop) + "\n";
  text += "counters:";
  bool isFirst = true;
  for (const auto &[name, value] : report.counters)
    if (value) {
      text += (isFirst ? " " : ", ") + name + " " + std::to_string(value);
      isFirst = false;
    }
  text += isFirst ? " all 0" : "";
  text += "\n" + (report.launches == 1 ? std::string("1 launch") : std::to_string(report.launches) + " launches");
  if (report.launches > 0)
    text += (report.launches == 1 ? ": " : ": first ") + durationText(report.firstSeconds);
  if (report.launches > 1)
    text += ", best of the rest " + durationText(report.bestSeconds) + ", all " + durationText(report.totalSeconds);
  return text + (report.failure ? ", then one failed\n" : "\n");
}

static Json typedArrayJson(const ArrayContents &array) {
  return {{"type", qdrt_type_name(array.type)}, {"shape", array.shape}, {"values", arrayJson(array)}};
}

static Json failureJson(const LaunchFailure &failure) {
  return {{"status", failure.status}, {"message", failure.message}, {"file", failure.file},
          {"line", failure.line},     {"column", failure.column},   {"iteration", failure.iteration}};
}

std::string qdc::reportJson(const RunReport &report) {
  Json json = report.subject.json();
  json["launches"] = report.launches;
  json["seconds"] = {{"first", report.firstSeconds}, {"best", report.bestSeconds}, {"total", report.totalSeconds}};
  Json &results = json["results"] = Json::array();
  for (const ArrayContents &result : report.results)
    results.push_back(typedArrayJson(result));
  Json &arrays = json["arrays"] = Json::object();
  for (const auto &[name, array] : report.arrays)
    arrays[name] = typedArrayJson(array);
  Json &counters = json["counters"] = Json::object();
  for (const auto &[name, value] : report.counters)
    counters[name] = value;
  json["loops"] = loopsJson(report.loops);
  Json &prints = json["prints"] = Json::array();
  for (const PrintedLine &line : report.lines)
    prints.push_back({{"text", line.text}, {"file", line.file}, {"line", line.line}});
  json["failure"] = report.failure ? failureJson(*report.failure) : Json();
  return writeJson(json) + "\n";
}
