// Serves the cases of `./dev bench grad` as qdc runs them, or, with the word primal, the kernels that these are the
// derivatives of.
// usage: bench-grad-qdc DEVICE FOLDER-OF-PACKAGES [primal]
// Exit code 77: there is no such device.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Inputs.h"
#include "server/Server.h"

#include <qdrt/qdrt.hpp>

#include <cstdio>

namespace {

/// What is launched: the gradient with its forward sweep, or the reverse sweep alone. Programs that are asked for the
/// primal kernels launch these in place of both.
enum class Part { gradient, reverse };

struct Place {
  const qdrt::Device &device;
  std::string folder;
  inputs::Machine machine;
  bool isPrimal;

  qdrt::Package load(const char *package) const { return {device, folder + "/" + package + ".fatbin"}; }
};

/// Two kernels of a package, of which `primal` has been launched once: the reverse sweep needs what it leaves.
class KernelCase : public Case {
public:
  KernelCase(const Place &place, const char *name, Part part)
      : isPrimal(place.isPrimal), device(place.device), package(place.load(name)), primal(package.kernel(name)),
        derivative(package.kernel(std::string(name) + (part == Part::gradient ? ".grad" : ".reverse"))) {}
  void finish() override { device.synchronize(); }

protected:
  qdrt::Array<float> zeros(qdrt::Shape shape) const { return {device, shape}; }

  const bool isPrimal;
  const qdrt::Device &device;
  qdrt::Package package;
  qdrt::Kernel primal, derivative;
};

template <typename State>
class Loops : public KernelCase {
public:
  Loops(const Place &place, Part part, const char *name) : KernelCase(place, name, part) {}
  void call() override {
    if (isPrimal)
      primal(x, count, y, state.rate);
    else
      derivative(x, count, y, state.rate, xGrad, yGrad);
  }
  std::vector<double> values() const override { return inputs::sample(isPrimal ? y.read() : xGrad.read()); }

private:
  State state;
  const qdrt::Shape all = {state.n};
  qdrt::Array<float> x{device, all, state.x}, y{device, all}, xGrad{device, all}, yGrad{device, all, state.weights};
  qdrt::Array<int32_t> count{device, all, state.count};
};

class Trips final : public Loops<inputs::Trips> {
public:
  Trips(const Place &place, Part part) : Loops(place, part, "trips") {}
};

using Gated = Loops<inputs::Gated>;

/// Its value is the workspace that the gradient takes, in bytes.
class GatedMemory final : public Gated {
public:
  explicit GatedMemory(const Place &place) : Gated(place, Part::gradient, "gated") {}
  std::vector<double> values() const override { return {double(derivative.counters().workspace_bytes)}; }
};

class Plate final : public KernelCase {
public:
  Plate(const Place &place, Part part) : KernelCase(place, "plate", part), state(place.machine) {}
  void call() override {
    if (isPrimal)
      primal(u, v, state.k);
    else
      derivative(u, v, state.k, uGrad, vGrad);
  }
  std::vector<double> values() const override { return inputs::sample(isPrimal ? v.read() : uGrad.read()); }

private:
  const inputs::Plate state;
  const qdrt::Shape all = {state.side, state.side};
  qdrt::Array<float> u{device, all, state.u}, v{device, all}, uGrad{device, all}, vGrad{device, all, state.weights};
};

class Fluid final : public KernelCase {
public:
  Fluid(const Place &place, Part part) : KernelCase(place, "fluid", part), state(place.machine) {
    primal(x, v, c, j, nextX, nextV, nextC, nextJ, gridP, gridV, gridM, state.dt);
  }
  void call() override {
    if (isPrimal)
      primal(x, v, c, j, nextX, nextV, nextC, nextJ, gridP, gridV, gridM, state.dt);
    else
      derivative(x, v, c, j, nextX, nextV, nextC, nextJ, gridP, gridV, gridM, state.dt, xGrad, vGrad, cGrad, jGrad,
                 nextXGrad, nextVGrad, nextCGrad, nextJGrad, gridPGrad, gridVGrad, gridMGrad);
  }
  std::vector<double> values() const override { return inputs::sample(isPrimal ? nextV.read() : vGrad.read()); }

private:
  const inputs::FluidBlock state;
  const qdrt::Shape pairs = {state.particles, 2}, squares = {state.particles, 2, 2}, single = {state.particles},
                    cells = {state.nodes, state.nodes}, cellPairs = {state.nodes, state.nodes, 2};
  qdrt::Array<float> x{device, pairs, state.x}, v{device, pairs, state.v}, c{device, squares, state.c},
      j{device, single, state.j}, nextX{device, pairs}, nextV{device, pairs}, nextC{device, squares},
      nextJ{device, single}, gridP{device, cellPairs}, gridV{device, cellPairs}, gridM{device, cells};
  qdrt::Array<float> xGrad{device, pairs}, vGrad{device, pairs}, cGrad{device, squares}, jGrad{device, single},
      nextXGrad{device, pairs, state.v}, nextVGrad{device, pairs, state.v}, nextCGrad{device, squares},
      nextJGrad{device, single, state.j}, gridPGrad{device, cellPairs}, gridVGrad{device, cellPairs},
      gridMGrad{device, cells};
};

/// A kernel that is no derivative.
class Adstack final : public Case {
public:
  Adstack(const Place &place, int64_t depth)
      : depth(depth), device(place.device), package(place.load("adstack")),
        kernel(package.kernel("adstack" + std::to_string(depth))) {}
  void call() override { kernel(x, depth, y); }
  void finish() override { device.synchronize(); }
  std::vector<double> values() const override { return inputs::sample(y.read()); }

private:
  const int64_t depth;
  const inputs::Adstack state;
  const qdrt::Device &device;
  qdrt::Package package;
  qdrt::Kernel kernel;
  const qdrt::Shape all = {state.n};
  qdrt::Array<float> x{device, all, state.x}, y{device, all};
};

template <typename Served>
void add(std::vector<NamedCase> &cases, const Place &place, const std::string &name) {
  for (auto [part, suffix] : {std::pair(Part::gradient, "-grad"), std::pair(Part::reverse, "-reverse")})
    cases.push_back({name + suffix, [&place, part = part] { return std::make_unique<Served>(place, part); }});
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 3 || argc > 4 || (argc == 4 && std::string(argv[3]) != "primal"))
    return std::fprintf(stderr, "usage: %s DEVICE FOLDER-OF-PACKAGES [primal]\n", argv[0]), 2;
  const std::string name = argv[1];
  constexpr uint32_t threads = 2; // of a CPU, as docs/benchmarks.md says
  try {
    const bool isCPU = name == "cpu";
    const qdrt::Device device = isCPU ? qdrt::Device::open(name.c_str(), threads) : qdrt::Device::open(name.c_str());
    const Place place = {device, argv[2], isCPU ? inputs::Machine::cpu : inputs::Machine::gpu, argc == 4};
    const std::string version = std::to_string(qdrt_version() >> 16) + '.' + std::to_string(qdrt_version() & 0xffff);
    const std::string prefix = isCPU ? "cpu-" : "cuda-";
    std::vector<NamedCase> cases;
    add<Trips>(cases, place, prefix + "trips");
    cases.push_back(
        {prefix + "gated-grad", [&place] { return std::make_unique<Gated>(place, Part::gradient, "gated"); }});
    cases.push_back({prefix + "gated-memory", [&place] { return std::make_unique<GatedMemory>(place); }});
    add<Plate>(cases, place, prefix + "plate");
    add<Fluid>(cases, place, prefix + "fluid");
    for (int64_t depth : inputs::Adstack::depths)
      cases.push_back({prefix + "adstack-" + std::to_string(depth),
                       [&place, depth] { return std::make_unique<Adstack>(place, depth); }});
    return serve("qdc, libqdrt " + version + ", " + device.describe().name + (isCPU ? ", 2 threads" : "") +
                     (place.isPrimal ? ", primal kernels" : ""),
                 cases);
  } catch (const qdrt::Error &error) {
    constexpr int noDevice = 77; // the bench then skips the case
    return std::fprintf(stderr, "bench-grad-qdc: %s\n", error.what()), error.status() == QDRT_NO_DEVICE ? noDevice : 1;
  }
}
