//===- EmbedObject.h - A package as an object file --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program that has its package in itself needs no file at run time. The object
// is written here, without an assembler or a linker:
//
//   extern const unsigned char SYMBOL[]; /* the package */
//   extern const size_t SYMBOL_size;     /* its bytes */
//
//===----------------------------------------------------------------------===//
#ifndef QDC_EMBED_EMBEDOBJECT_H
#define QDC_EMBED_EMBEDOBJECT_H

#include "qdc/Package/Container.h"
#include "qdc/Support/Bytes.h"
#include "qdc/Support/Result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace qdc {

/// Where the package begins in memory: at a multiple of this, so that its images lie there as they do in the file. The
/// loader copies what it needs and asks for no alignment.
inline constexpr uint64_t kEmbedAlignment = kContainerAlignment;

/// The machine whose linker takes the object. The code in the package does not depend on it.
enum class EmbedMachine : uint8_t { x86_64, aarch64 };

/// "x86_64" and "aarch64", in the order of the enum.
std::vector<std::string> embedMachineNames();
/// By one of these names; none for others.
std::optional<EmbedMachine> embedMachine(std::string_view name);
/// The machine that this program was compiled for.
EmbedMachine hostEmbedMachine();

/// Whether C and C++ can declare the symbol: letters of ASCII, digits and '_', no digit first, and no word of theirs
/// (ReservedWords.h). The error names it; its code is invalidArgument.
Status checkEmbedSymbol(std::string_view symbol);

/// A relocatable ELF64 object of little-endian order; checkEmbedSymbol takes `symbol`. It and `symbol`_size are hidden:
/// other shared libraries of the process may have symbols of that name. Both lie in read-only data in a section of
/// their own, which --gc-sections drops where nothing uses them. The object asks for no executable stack, and a program
/// whose code is all marked for guarded branches and returns stays so: it has no code. Equal arguments give equal
/// bytes.
ByteVector embedObject(ByteSpan package, std::string_view symbol, EmbedMachine machine);

} // namespace qdc

#endif // QDC_EMBED_EMBEDOBJECT_H
