//===- Print.cpp - What kernels printed -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Graph/Print.h"

#include "Runtime/Core/FormatLine.h"
#include "Runtime/Device/Device.h"

#include <algorithm>

using namespace qdrt::loader;

qdc::Status qdrt::loader::initializePrintBuffer(BackendStream &stream, const MemoryReference &buffer) {
  qd_print_buffer header = {};
  header.capacity = kPrintWords;
  return stream.write(buffer, &header, sizeof(header));
}

/// Makes a buffer whose first `words` words were used an empty one.
static qdc::Status emptyPrintBuffer(BackendStream &stream, const MemoryReference &buffer, size_t words) {
  static constexpr std::byte kZero[8] = {};
  qdc::Status status = stream.fill(buffer + sizeof(qd_print_buffer), words * 8, kZero);
  return status ? initializePrintBuffer(stream, buffer) : status;
}

qdc::Status qdrt::loader::discardPrints(BackendStream &stream, const MemoryReference &buffer) {
  qd_print_buffer header = {};
  qdc::Status status = stream.read(&header, buffer, sizeof(header));
  return status ? emptyPrintBuffer(stream, buffer, std::min(header.used, kPrintWords)) : status;
}

static qdc::Status printRecords(const qdc::Module &module, Device &device, std::span<const uint64_t> words) {
  for (size_t at = 0; at + 2 <= words.size() && words[at] != 0;) {
    uint64_t site = (words[at] & 0xffffffff) - 1, count = words[at] >> 32;
    if (site >= module.sites.size() || module.sites[site].valueTypes.size() != count || count > words.size() - at - 2)
      return qdc::makeError(qdc::ErrorCode::invalidPackage,
                            "the print buffer holds a record that the package's sites do not describe");
    const qdc::Site &place = module.sites[site];
    std::string line = formatLine(place.message, place.valueTypes, words.subspan(at + 2, count));
    device.print(line.c_str(), place.location.file.c_str(), place.location.line);
    at += 2 + count;
  }
  return {};
}

qdc::Result<uint64_t> qdrt::loader::flushPrintBuffer(const qdc::Module &module, Device &device, BackendStream &stream,
                                                     const MemoryReference &buffer) {
  qd_print_buffer header = {};
  qdc::Status status = stream.read(&header, buffer, sizeof(header));
  if (!status)
    return status;
  if (header.used == 0)
    return uint64_t{0};
  std::vector<uint64_t> words(std::min(header.used, kPrintWords));
  status = stream.read(words.data(), buffer + sizeof(qd_print_buffer), words.size() * 8);
  if (!status)
    return status;
  status = emptyPrintBuffer(stream, buffer, words.size());
  if (!status)
    return status;
  status = printRecords(module, device, words);
  if (!status)
    return status;
  return uint64_t{header.dropped};
}
