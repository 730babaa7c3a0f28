//===- Subject.cpp - Devices that are asked about -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Explain/Subject.h"

#include "Runtime/Device/Device.h"
#include "Runtime/Explain/Describers.h"

#include <algorithm>

using namespace qdrt::loader;

static Subject open(const Backend &backend, const DeviceDescription &row) {
  Subject subject = {row.spelling, row.name, nullptr, row.unavailable};
  if (!subject.unavailable.empty())
    return subject;
  qdc::Result<std::unique_ptr<BackendDevice>> opened = backend.open(row.index, {});
  if (opened)
    subject.traits = std::move(*opened);
  else
    subject.unavailable = opened.error().message;
  return subject;
}

std::vector<Subject> qdrt::loader::allSubjects() {
  std::vector<Subject> subjects;
  for (const Backend *backend : backends())
    for (const DeviceDescription &row : devicesOf(*backend))
      subjects.push_back(open(*backend, row));
  return subjects;
}

/// The spellings of all devices, quoted.
static std::string knownSpellings() {
  std::string known;
  for (const Backend *backend : backends())
    for (const DeviceDescription &row : devicesOf(*backend))
      known += qdc::formatText("{}'{}'", known.empty() ? "" : ", ", row.spelling);
  return known;
}

qdc::Result<Subject> qdrt::loader::findSubject(const std::string &spelling) {
  const size_t colon = std::min(spelling.find(':'), spelling.size());
  for (const Backend *backend : backends()) {
    if (spelling.substr(0, colon) != backend->name())
      continue;
    for (const DeviceDescription &row : devicesOf(*backend)) {
      if (row.spelling != spelling)
        continue;
      Subject subject = open(*backend, row);
      if (!subject.traits)
        return qdc::makeError(qdc::ErrorCode::noDevice, "device '{}' can't be opened: {}", spelling,
                              subject.unavailable);
      return subject;
    }
  }
  std::string examples, reason;
  for (const Describer &describer : describers()) {
    examples += qdc::formatText("{}'{}'", examples.empty() ? "" : " or ", describer.example);
    if (colon == spelling.size() || spelling.substr(0, colon) != describer.name)
      continue;
    qdc::Result<DescribedDevice> described = describer.describe(std::string_view(spelling).substr(colon + 1));
    if (described)
      return Subject{std::move(described->spelling), "", std::move(described->traits), ""};
    reason = described.error().message + "; ";
  }
  return qdc::makeError(qdc::ErrorCode::invalidArgument,
                        "unknown device '{}': {}the list of this machine has {}, and others are described, as by {}",
                        spelling, reason, knownSpellings(), examples);
}
