//===- RunReport.cpp - What a run shows -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Run/RunReport.h"

#include "Run/ArrayText.h"
#include "Run/Element.h"
#include "qdc/Support/Json.h"
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

static void writeArrayMember(JsonWriter &json, const ArrayContents &array) {
  json.beginObject();
  json.key("type");
  json.value(qdrt_type_name(array.type));
  json.key("shape");
  json.beginArray();
  for (int64_t extent : array.shape)
    json.value(extent);
  json.endArray();
  json.key("values");
  writeArray(json, array);
  json.endObject();
}

static void writeEvents(JsonWriter &json, const RunReport &report) {
  json.key("loops");
  writeLoops(json, report.loops);
  json.key("prints");
  json.beginArray();
  for (const PrintedLine &line : report.lines) {
    json.beginObject();
    json.member("text", line.text);
    json.member("file", line.file);
    json.member("line", line.line);
    json.endObject();
  }
  json.endArray();
  json.key("failure");
  if (!report.failure)
    return json.null();
  json.beginObject();
  json.member("status", report.failure->status);
  json.member("message", report.failure->message);
  json.member("file", report.failure->file);
  json.member("line", report.failure->line);
  json.member("column", report.failure->column);
  json.member("iteration", report.failure->iteration);
  json.endObject();
}

std::string qdc::reportJson(const RunReport &report) {
  JsonWriter json;
  json.beginObject();
  report.subject.writeMembers(json);
  json.member("launches", report.launches);
  json.key("seconds");
  json.beginObject();
  json.member("first", report.firstSeconds);
  json.member("best", report.bestSeconds);
  json.member("total", report.totalSeconds);
  json.endObject();
  json.key("results");
  json.beginArray();
  for (const ArrayContents &result : report.results)
    writeArrayMember(json, result);
  json.endArray();
  json.key("arrays");
  json.beginObject();
  for (const auto &[name, array] : report.arrays) {
    json.key(name);
    writeArrayMember(json, array);
  }
  json.endObject();
  json.key("counters");
  json.beginObject();
  for (const auto &[name, value] : report.counters)
    json.member(name, value);
  json.endObject();
  writeEvents(json, report);
  json.endObject();
  return json.take() + "\n";
}
