// Serves the cases of `./dev bench vulkan` as Vulkan written by hand, on the first device.
// usage: bench-vulkan-raw full|small fence|timeline    (how large cases are, and what waits)
// Exit code 77: there is no such device.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RawCases.h"

#include <cstdio>

int main(int argc, char **argv) {
  const auto sizes = argc == 3 ? inputs::sizesOf(argv[1]) : std::nullopt;
  const std::string_view by = argc == 3 ? argv[2] : "";
  if (!sizes || (by != "fence" && by != "timeline"))
    return std::fprintf(stderr, "usage: %s full|small fence|timeline\n", argv[0]), 2;
  using inputs::Timing;
  try {
    const raw::Device device;
    const Machine machine = {device, by == "fence" ? raw::Submitter::By::fence : raw::Submitter::By::timeline, *sizes};
    auto chain = [&](Timing timing) { return [&, timing] { return makeRawChain(machine, timing); }; };
    auto dispatches = [&](Part part) { return [&, part] { return makeRawDispatches(machine, part); }; };
    return serve("Vulkan by hand, waits by " + std::string(by) + ", " + device.description(),
                 {{"graph-host", chain(Timing::host)},
                  {"graph-back-to-back", chain(Timing::backToBack)},
                  {"graph-synchronized", chain(Timing::synchronized)},
                  {"wait", chain(Timing::synchronized)},
                  {"saxpy", [&] { return makeRawSaxpy(machine); }},
                  {"sum", [&] { return makeRawSum(machine); }},
                  {"mpm88", [&] { return makeRawMpm88(machine); }},
                  {"cost-dependent", dispatches(Part::dependent)},
                  {"cost-independent", dispatches(Part::independent)},
                  {"cost-indirect", dispatches(Part::indirect)},
                  {"cost-skipped", dispatches(Part::skipped)},
                  {"cost-decided", dispatches(Part::decided)},
                  {"cost-round-trip", [&] { return makeRawRoundTrip(machine); }},
                  {"cost-block", [&] { return makeRawBlock(machine); }},
                  {"cost-block-memory", [&] { return makeRawBlockMemory(machine); }}});
  } catch (const raw::NoDevice &reason) {
    constexpr int noDevice = 77; // the bench then skips the case
    return std::fprintf(stderr, "bench-vulkan-raw: %s\n", reason.what()), noDevice;
  } catch (const std::exception &failure) {
    return std::fprintf(stderr, "bench-vulkan-raw: %s\n", failure.what()), 1;
  }
}
