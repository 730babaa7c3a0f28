//===- EmbedOptions.cpp - The machine of an object file -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Verbs/EmbedOptions.h"

using namespace qdc;

CLI::Option *qdc::addEmbedTarget(Verb &verb, EmbedMachine &machine) {
  CLI::callback_t take = [&machine](const CLI::results_t &given) {
    machine = *embedMachine(given.back());
    return true;
  };
  return verb.add_option("--embed-target=MACHINE", take, "the machine of the program that the object is linked into")
      ->check(CLI::IsMember(embedMachineNames()))
      ->default_str("that of qdc itself");
}
