//===- RunReport.cpp - What a run shows -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Run/RunReport.h"

#include "Run/ArrayText.h"
#include "Run/Element.h"
#include "qdc/Support/PrintableText.h"

#include <cstdio>

using namespace qdc;

static std::string typeText(const ArrayContents &array) {
  return arrayTypeText(array.type, static_cast<uint32_t>(array.shape.size()), array.shape.data());
}

static std::string duration(double seconds) {
  char text[64];
  if (seconds < 1e-3)
    std::snprintf(text, sizeof(text), "%.2f us", seconds * 1e6);
  else if (seconds < 1)
    std::snprintf(text, sizeof(text), "%.3f ms", seconds * 1e3);
  else
    std::snprintf(text, sizeof(text), "%.3f s", seconds);
  return text;
}

/// "1 iteration", "2 iterations".
static std::string counted(uint64_t number, const std::string &noun) {
  return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

std::string qdc::reportText(const RunReport &report) {
  std::string text = printableLine(report.kernel) + " on " + report.device + " (" + printableLine(report.deviceName) +
                     "), " + printableLine(report.target) + "\n";
  for (size_t i = 0; i < report.results.size(); ++i)
    text += "result " + std::to_string(i) + ": " + arrayText(report.results[i]) + "\n";
  for (const auto &[name, array] : report.arrays)
    text += printableLine(name) + ": " + typeText(array) + "\n" + arrayText(array) + "\n";
  for (const RunReport::Loop &loop : report.loops)
    text += "loop " + (loop.name.empty() ? "" : "'" + printableLine(loop.name) + "' ") + "at " +
            printableLine(loop.file) + ":" + std::to_string(loop.line) + ": " + counted(loop.iterations, "iteration") +
            " (" + loop.strategy + (loop.reason.empty() ? "" : ": " + loop.reason) + ")\n";
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
    text += (report.launches == 1 ? ": " : ": first ") + duration(report.firstSeconds);
  if (report.launches > 1)
    text += ", best of the rest " + duration(report.bestSeconds) + ", all " + duration(report.totalSeconds);
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

template <typename T>
static void member(JsonWriter &json, std::string_view key, const T &value) {
  json.key(key);
  json.value(value);
}

static void writeEvents(JsonWriter &json, const RunReport &report) {
  json.key("loops");
  json.beginArray();
  for (const RunReport::Loop &loop : report.loops) {
    json.beginObject();
    member(json, "name", loop.name);
    member(json, "file", loop.file);
    member(json, "line", loop.line);
    member(json, "iterations", loop.iterations);
    member(json, "strategy", loop.strategy);
    member(json, "reason", loop.reason);
    json.endObject();
  }
  json.endArray();
  json.key("prints");
  json.beginArray();
  for (const PrintedLine &line : report.lines) {
    json.beginObject();
    member(json, "text", line.text);
    member(json, "file", line.file);
    member(json, "line", line.line);
    json.endObject();
  }
  json.endArray();
  json.key("failure");
  if (!report.failure)
    return json.null();
  json.beginObject();
  member(json, "status", report.failure->status);
  member(json, "message", report.failure->message);
  member(json, "file", report.failure->file);
  member(json, "line", report.failure->line);
  member(json, "column", report.failure->column);
  member(json, "iteration", report.failure->iteration);
  json.endObject();
}

std::string qdc::reportJson(const RunReport &report) {
  JsonWriter json;
  json.beginObject();
  member(json, "package", report.package);
  member(json, "kernel", report.kernel);
  member(json, "device", report.device);
  member(json, "device_name", report.deviceName);
  member(json, "target", report.target);
  member(json, "launches", report.launches);
  json.key("seconds");
  json.beginObject();
  member(json, "first", report.firstSeconds);
  member(json, "best", report.bestSeconds);
  member(json, "total", report.totalSeconds);
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
    member(json, name, value);
  json.endObject();
  writeEvents(json, report);
  json.endObject();
  return json.take() + "\n";
}
