//===- ShiftedIndex.h - The index of a changed manifest ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_UNIT_PACKAGE_SHIFTEDINDEX_H
#define QDC_UNIT_PACKAGE_SHIFTEDINDEX_H

#include "qdc/Support/ByteReader.h"
#include "qdc/Support/ByteWriter.h"

namespace qdc {

/// The index of a manifest in whose text `bytes` bytes from `place` on became `newBytes`, with names as they were: what
/// whoever damages a kernel on purpose has to put beside it. It walks an index as docs/package-format.md describes it.
inline ByteVector shiftedIndex(ByteSpan index, uint64_t place, uint64_t bytes, uint64_t newBytes) {
  const ByteReader in(index);
  ByteWriter out;
  uint64_t at = 0;
  auto number = [&] {
    const uint32_t value = *in.u32(at);
    out.u32(value);
    at += 4;
    return value;
  };
  auto part = [&] {
    for (int i = 0; i < 2; ++i, at += 8) {
      const uint64_t position = *in.u64(at);
      out.u64(position >= place + bytes ? position - bytes + newBytes : position);
    }
  };
  auto text = [&] {
    out.zeroTerminated(*in.zeroTerminated(at));
    at += in.zeroTerminated(at)->size() + 1;
  };
  while (at < in.size()) {
    const uint32_t kernels = number(), images = number();
    for (uint32_t k = 0; k < kernels; ++k) {
      part();
      number();
      text();
      text();
    }
    for (uint32_t list = 0; list < 3 * images; ++list)
      for (uint32_t left = number(); left > 0; --left) {
        part();
        number();
      }
  }
  return out.take();
}

} // namespace qdc

#endif // QDC_UNIT_PACKAGE_SHIFTEDINDEX_H
