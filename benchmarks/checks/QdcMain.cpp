// Serves the cases of `./dev bench checks`: kernels of packages that hold checked variants, of which one is taken. What
// a case is called says which variant it is about; this program runs its own.
// usage: bench-checks-qdc DEVICE FOLDER-OF-PACKAGES VARIANT
// VARIANT: as `qdrt_package_options` has it, or 'plain'.
// Exit code 77: there is no such device.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Inputs.h"
#include "server/KernelCase.h"

#include <cstdio>

namespace {

std::unique_ptr<Case> makePlate(const Place &place) {
  const inputs::Plate state;
  const qdrt::Shape plate = {state.side, state.side}, one = {};
  const std::vector<int32_t> go = {1};
  const std::vector<float> change = {0};
  return place.run("heat", "heat", State<float>{plate, state.u}, State<float>{plate, state.v}, Given<int32_t>{one, go},
                   Given<float>{one, change}, float(state.k), 0.0f, int64_t(1));
}

std::unique_ptr<Case> makePoisson(const Place &place) {
  const inputs::Poisson state;
  const qdrt::Shape grid = {state.side, state.side}, one = {};
  const std::vector<int32_t> go = {1};
  const Given<double> scratch = {grid, state.zero};
  return place.run("conjugate_gradient", "solve", Given<double>{grid, state.b}, Result<double>{grid}, scratch, scratch,
                   scratch, Result<double>{one}, Given<int32_t>{one, go}, 0.0, int64_t(state.iterations));
}

std::unique_ptr<Case> makeDroplets(const Place &place) {
  const inputs::Droplets state(place.machine);
  const int64_t particles = state.particles, nodes = state.nodes;
  return place.run("mpm88", "substep", State<float>{{particles, 2}, state.x}, Given<float>{{particles, 2}, state.v},
                   Given<float>{{particles, 2, 2}, state.c}, State<float>{{particles}, state.j},
                   Given<float>{{nodes, nodes, 2}, state.gridV}, Given<float>{{nodes, nodes}, state.gridM}, state.dt,
                   int64_t(state.substeps));
}

std::unique_ptr<Case> makeLookup(const Place &place) {
  const inputs::Lookup state(place.machine);
  return place.run("gather", "gather", Given<float>{{state.table}, state.x}, Given<int32_t>{{state.n}, state.p},
                   Result<float>{{state.n}}, float(state.factor));
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 4)
    return std::fprintf(stderr, "usage: %s DEVICE FOLDER-OF-PACKAGES VARIANT\n", argv[0]), 2;
  const std::string name = argv[1], variant = argv[3];
  constexpr uint32_t threads = 2; // of a CPU, as docs/benchmarks.md says
  try {
    const bool isCPU = name == "cpu";
    const qdrt::Device device = isCPU ? qdrt::Device::open(name, threads) : qdrt::Device::open(name);
    qdrt::PackageOptions options;
    options.variant = variant == "plain" ? "" : variant;
    const Place place = {device, argv[2], options, isCPU ? inputs::Machine::cpu : inputs::Machine::gpu};
    std::vector<NamedCase> cases;
    for (const char *about : {"-bounds", "-arithmetic", "-float"})
      for (const auto &[kernel, make] : {std::pair("gather", &makeLookup), std::pair("heat", &makePlate),
                                         std::pair("cg", &makePoisson), std::pair("mpm88", &makeDroplets)})
        cases.push_back(
            {(isCPU ? "cpu-" : "cuda-") + std::string(kernel) + about, [&place, made = make] { return made(place); }});
    const std::string suffix = isCPU ? ", 2 threads, " : ", ";
    return serve(std::string("qdc, ") + device.describe().name + suffix + variant, cases);
  } catch (const qdrt::Error &error) {
    constexpr int noDevice = 77; // the bench then skips the case
    return std::fprintf(stderr, "bench-checks-qdc: %s\n", error.what()),
           error.status() == QDRT_NO_DEVICE ? noDevice : 1;
  }
}
