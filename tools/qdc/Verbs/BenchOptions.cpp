//===- BenchOptions.cpp - The command line of qdc bench -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CommandLine/Verb.h"
#include "Run/BenchRequest.h"
#include "Verbs/LaunchOptions.h"
#include "Verbs/Verbs.h"

using namespace qdc;

void qdc::addBench(CLI::App &tool) {
  Verb &verb = addVerb(tool, "bench", "measure a kernel with each way to run its loops",
                       "PACKAGE [KERNEL] [NAME=VALUE ...] [options]");
  verb.examples = {
      {"the time of a launch", "qdc bench saxpy.fatbin x=f32[1000000]:3 y=f32[x] a=2.5"},
      {"more launches, as JSON", "qdc bench saxpy.fatbin x=f32[64]:3 y=f32[x] a=2.5 --rounds 100 --json"},
  };
  verb.details = {"A kernel with loops that hold parallel loops is launched with each strategy that\n"
                  "the loader has for them, and with 'auto', where it chooses; what a strategy asks\n"
                  "for in the source counts for none of them. A strategy that the device, the image\n"
                  "or the loops do not take is shown with the reason. On the CPU the host leads all\n"
                  "loops, so 'auto' is measured alone.",
                  "Ahead of each launch arguments and public globals get the values of the command\n"
                  "line again, and qd.launch_ordinal is 0, so that all launches do the same work;\n"
                  "private globals stay as launches leave them. The time of a launch is that of the\n"
                  "call and of the wait for it. What it prints is not shown. The time of an\n"
                  "iteration is that of the launch, divided by the iterations of all its loops.",
                  launchDetails()};
  verb.variables = {{"QDRT_THREADS", "processor threads to use, as --threads"},
                    {"QDRT_GRAPH", "0: run the tasks of a GPU one by one; 1: replay every kernel that can be a graph"},
                    {"QDRT_CACHE", "the folder of code that a driver compiled, as --cache"},
                    {"QDRT_TARGET", "use the image of this target, or fail, as --target"}};
  auto request = std::make_shared<BenchRequest>();
  verb.add_option("--rounds=N", request->rounds, "launches to measure, with each strategy")
      ->transform(wholeNumber(1, 1000000))
      ->default_str(std::to_string(request->rounds));
  verb.add_option("--warmup=N", request->warmUp, "launches before them, with each strategy")
      ->transform(wholeNumber(0, 1000000))
      ->default_str(std::to_string(request->warmUp));
  addLaunchOptions(verb, *request);
  verb.add_flag("--json", request->isJson, "everything as one JSON object");
  verb.run = [request](std::span<const std::string> words) {
    Failure failure = readLaunchWords("bench", words, *request);
    return failure ? reportError(*failure) : runBench(*request);
  };
}
