//===- ExitCode.cpp - What qdc tells the shell ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/ExitCode.h"

using namespace qdc;

static constexpr ExitCodeMeaning kMeanings[] = {
    {ExitCode::success, "success"},
    {ExitCode::inputError,
     "an error in the input: a kernel, a file, or what a launch found (qd.assert); of diff: the packages differ"},
    {ExitCode::badUsage, "bad usage: the command line names something that does not exist or does not fit"},
    {ExitCode::toolMissing, "a tool or target is missing, or a tool that qdc runs does not work"},
    {ExitCode::badPackage, "a package is invalid, or made for something that is not here"},
    {ExitCode::internalError, "an internal error: a bug in qdc"},
    {ExitCode::noDevice, "no such device; test runners take it as \"skipped\""},
};

std::span<const ExitCodeMeaning> qdc::exitCodeMeanings() { return kMeanings; }
