//===- Npy.h - NumPy's array files ------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The .npy format, versions 1 and 2: magic "\x93NUMPY", two version bytes, the
// header's length (2 bytes, or 4 from version 2 on), a Python dictionary with
// `descr`, `fortran_order` and `shape`, then the elements. Only C order and
// little-endian elements are taken.
//
// Types: i1 is '|b1'; i8 to i64 are '|i1' to '<i8' or, without a sign, '|u1' to
// '<u8'; index is '<i8'; f16, f32 and f64 are '<f2', '<f4', '<f8'. NumPy has no
// bf16: it travels as '<u2', or '|V2', which ml_dtypes writes; we write '<u2'.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_RUN_NPY_H
#define QDC_TOOLS_RUN_NPY_H

#include "qdc/Support/Result.h"
#include "qdrt/qdrt.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace qdc {

struct NpyArray {
  std::string descr; // "<f4"
  std::vector<int64_t> shape;
  std::vector<std::byte> data; // C order
};

/// Reads a file's bytes. Errors (invalidArgument) name what is wrong with it;
/// nothing is allocated before the sizes are known to fit the bytes given.
Result<NpyArray> parseNpy(std::span<const std::byte> bytes);
/// The same from a file; errors start with its name in quotes.
Result<NpyArray> readNpy(const std::string &path);

/// The bytes of a version-1 file (version 2 if the header needs it). `data`
/// holds the elements in C order.
std::vector<std::byte> npyBytes(std::string_view descr, std::span<const int64_t> shape,
                                std::span<const std::byte> data);
/// Writes the file by rename.
Status writeNpy(const std::string &path, std::string_view descr, std::span<const int64_t> shape,
                std::span<const std::byte> data);

/// What we write for an element type.
std::string npyDescr(qdrt_type type, bool isUnsigned);
/// True if elements of `descr` are elements of `type`, bit for bit.
bool npyHolds(std::string_view descr, qdrt_type type);
/// What npyHolds takes for a type, for messages: "'<i4' or '<u4'".
std::string npyAccepted(qdrt_type type);

} // namespace qdc

#endif // QDC_TOOLS_RUN_NPY_H
