//===- Statements.h - What stands in a source -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// There is no IR after a syntax error. These functions read the text instead, as
// kernels are usually written: one operation on a line, or in a body's braces.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DRIVER_SOURCEMESSAGES_STATEMENTS_H
#define QDC_LIB_DRIVER_SOURCEMESSAGES_STATEMENTS_H

#include "llvm/ADT/StringRef.h"

#include <string_view>
#include <vector>

namespace qdc {

bool isNameCharacter(char c);

/// The name at `place`, with its '%'; empty if there is none.
llvm::StringRef nameAt(llvm::StringRef text, size_t place);

/// The word at `place`, or after blanks there, of letters, digits, '_' and '.', or of signs such as "<="; empty at any
/// other character.
llvm::StringRef wordAt(llvm::StringRef text, size_t place);

/// An operation as it is written.
struct Statement {
  llvm::StringRef operation;           // "arith.addi"; empty where there is none
  llvm::StringRef ahead;               // what follows the operation's name, up to the place
  llvm::StringRef after;               // from the place to the end of the line, of a comment or of a body
  std::vector<llvm::StringRef> values; // names in `ahead`
};
Statement statementAt(llvm::StringRef text, size_t place);

/// Where the kernel or function at `place` begins; npos ahead of all.
size_t functionAt(llvm::StringRef text, size_t place);

/// Where `name` is defined, of several places the last one ahead of `use` or else the first; npos if nowhere.
size_t findDefinition(llvm::StringRef text, llvm::StringRef name, size_t use);

/// The type of an argument `%x: memref<?xf32>` that is defined at `definition`; empty for what is no argument.
llvm::StringRef argumentType(llvm::StringRef text, size_t definition);

/// The names of the globals of the text, with their '@'.
std::vector<std::string_view> globalNames(llvm::StringRef text);

/// The names near to `name` (NearestNames.h) that the kernel or function at `use` defines, all with their '%'.
std::vector<std::string_view> definedNames(llvm::StringRef text, llvm::StringRef name, size_t use);

} // namespace qdc

#endif // QDC_LIB_DRIVER_SOURCEMESSAGES_STATEMENTS_H
