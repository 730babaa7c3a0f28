//===- EmbedOptions.h - The machine of an object file -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_VERBS_EMBEDOPTIONS_H
#define QDC_TOOLS_VERBS_EMBEDOPTIONS_H

#include "CommandLine/Verb.h"
#include "qdc/Embed/EmbedObject.h"

namespace qdc {

/// Adds --embed-target, which sets `machine`; this must outlive the verb.
CLI::Option *addEmbedTarget(Verb &verb, EmbedMachine &machine);

} // namespace qdc

#endif // QDC_TOOLS_VERBS_EMBEDOPTIONS_H
