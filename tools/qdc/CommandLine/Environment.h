//===- Environment.h - Environment variables --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// qdc reads its environment here and nowhere else; the loader reads its own
// variables.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_COMMANDLINE_ENVIRONMENT_H
#define QDC_TOOLS_COMMANDLINE_ENVIRONMENT_H

#include <string>

namespace qdc {

/// TERM is "dumb": the terminal shows characters and no more.
bool terminalIsDumb();

/// NO_COLOR is set, and not empty.
bool coloursAreUnwanted();

/// QDC_CACHE: the folder where compiled packages are kept; empty: nowhere.
std::string cacheFolderVariable();

/// The value of a variable that says where programs of others are, by its name; empty: it is not set.
std::string environmentVariable(const std::string &name);

} // namespace qdc

#endif // QDC_TOOLS_COMMANDLINE_ENVIRONMENT_H
