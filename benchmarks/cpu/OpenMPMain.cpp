// Serves the CPU's cases as C++ with OpenMP.
// usage: bench-cpu-openmp THREADS FOLDER     (the folder is not used)
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Inputs.h"
#include "OpenMPKernels.h"
#include "server/Server.h"

#include <cstdio>
#include <cstdlib>
#include <omp.h>

namespace {
class Saxpy final : public Case {
public:
  void call() override { openmp::saxpy(state.x.data(), state.y.data(), state.a, state.y.size()); }
  std::vector<double> values() const override { return {inputs::sum(state.y), state.y.back()}; }

private:
  inputs::Saxpy state;
};

class Heat final : public Case {
public:
  void call() override { change = openmp::heat(state.u.data(), state.v.data(), state.side, state.side, state.k); }
  std::vector<double> values() const override { return {inputs::sum(state.u), change}; }

private:
  inputs::Plate state;
  float change = 0;
};

class ConjugateGradient final : public Case {
public:
  void call() override {
    solver.start();
    for (int64_t i = 0; i < state.iterations; ++i)
      solver.iterate();
  }
  std::vector<double> values() const override { return {inputs::sum(state.x), solver.residual}; }

private:
  inputs::Poisson state;
  openmp::ConjugateGradient solver = {state.side,     state.side,     state.b.data(), state.x.data(),
                                      state.r.data(), state.p.data(), state.q.data(), 0};
};

class Mpm88 final : public Case {
public:
  void call() override {
    for (int64_t step = 0; step < state.substeps; ++step)
      fluid.substep(state.dt);
  }
  std::vector<double> values() const override { return state.values(); }

private:
  inputs::Fluid state;
  openmp::Mpm88 fluid = {state.particles, state.nodes,    state.x.data(),     state.v.data(),
                         state.c.data(),  state.j.data(), state.gridV.data(), state.gridM.data()};
};
} // namespace

int main(int argc, char **argv) {
  const int threads = argc == 3 ? std::atoi(argv[1]) : 0;
  if (threads < 1)
    return std::fprintf(stderr, "usage: %s THREADS FOLDER\n", argv[0]), 2;
  omp_set_num_threads(threads);
  return serve("C++ with OpenMP, " __VERSION__ ", " QDC_BENCH_FLAGS ", " + std::string(argv[1]) + " threads",
               {{"saxpy", [] { return std::make_unique<Saxpy>(); }},
                {"heat", [] { return std::make_unique<Heat>(); }},
                {"conjugate-gradient", [] { return std::make_unique<ConjugateGradient>(); }},
                {"mpm88", [] { return std::make_unique<Mpm88>(); }}});
}
