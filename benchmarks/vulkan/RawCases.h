// The cases in hand-written Vulkan.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef QDC_BENCHMARKS_VULKAN_RAWCASES_H
#define QDC_BENCHMARKS_VULKAN_RAWCASES_H

#include "Inputs.h"
#include "RawDevice.h"
#include "server/Server.h"

#include <memory>

/// Where a case runs, and how it waits.
struct Machine {
  const raw::Device &device;
  raw::Submitter::By by;
  inputs::Sizes sizes;
};

/// Work that is submitted again in each call.
class SubmittedCase : public Case {
public:
  explicit SubmittedCase(const Machine &machine, inputs::Timing timing = inputs::Timing::backToBack)
      : device(machine.device), submitter(machine.device, machine.by), timing(timing) {}
  void call() final {
    ++calls;
    if (timing == inputs::Timing::synchronized)
      submitter.submitAndWait(*commands);
    else
      submitter.submit(*commands);
  }
  void finish() final { submitter.finish(); }
  bool finishCounts() const final { return timing != inputs::Timing::host; }

protected:
  const raw::Device &device;
  std::unique_ptr<raw::Commands> commands; // a derived class records them
  int64_t calls = 0;

private:
  raw::Submitter submitter;
  inputs::Timing timing;
};

std::unique_ptr<Case> makeRawChain(const Machine &machine, inputs::Timing timing);
std::unique_ptr<Case> makeRawSaxpy(const Machine &machine);
std::unique_ptr<Case> makeRawSum(const Machine &machine);
std::unique_ptr<Case> makeRawMpm88(const Machine &machine);

/// What a part of a loop costs: a call is a command buffer with as many of it as inputs::costIterations says.
/// A dispatch that depends on the one before it, one that does not, one whose workgroups stand in memory, one of those
/// that has none, and an iteration of two such, of which the second writes the workgroups of the first.
enum class Part { dependent, independent, indirect, skipped, decided };
std::unique_ptr<Case> makeRawDispatches(const Machine &machine, Part part);
/// One dispatch, for which the host waits, to read what it wrote.
std::unique_ptr<Case> makeRawRoundTrip(const Machine &machine);
/// A loop with so many iterations that one workgroup runs.
std::unique_ptr<Case> makeRawBlock(const Machine &machine);
/// One workgroup reads inputs::blockElements.
std::unique_ptr<Case> makeRawBlockMemory(const Machine &machine);

#endif // QDC_BENCHMARKS_VULKAN_RAWCASES_H
