// Serves the cases of `./dev bench codegen` as qdc runs them: each loads its package from the folder and launches its
// kernel with arrays of the device.
// With "written", only what is there in two forms, in the one that is written out.
// usage: bench-codegen-qdc DEVICE FOLDER-OF-PACKAGES [written]
// Exit code 77: there is no such device.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Inputs.h"
#include "QdcStreams.h"
#include "server/KernelCase.h"

#include <cstdio>

namespace {

std::unique_ptr<Case> makeBodies(const Place &place) {
  const inputs::Bodies state(place.machine);
  const qdrt::Shape all = {state.n};
  const Result<float> result = {all};
  return place.run("nbody", "nbody", Given<float>{all, state.x}, Given<float>{all, state.y}, Given<float>{all, state.z},
                   Given<float>{all, state.mass}, result, result, result, state.softening);
}

template <typename T>
std::unique_ptr<Case> makeOptions(const Place &place, const char *kernel) {
  const inputs::Options<T> state(place.machine);
  const qdrt::Shape all = {state.n};
  return place.run("black_scholes", kernel, Given<T>{all, state.price}, Given<T>{all, state.strike},
                   Given<T>{all, state.years}, Result<T>{all}, Result<T>{all}, T(state.rate), T(state.volatility));
}

std::unique_ptr<Case> makeBox(const Place &place) {
  const inputs::Box state(place.machine);
  const qdrt::Shape box = {state.side, state.side, state.side};
  return place.run("jacobi", "jacobi", Given<float>{box, state.u}, Given<float>{box, state.f}, Result<float>{box});
}

std::unique_ptr<Case> makeMatrices(const Place &place) {
  const inputs::Matrices state(place.machine);
  const qdrt::Shape square = {state.n, state.n};
  return place.run("matmul", "matmul", Given<float>{square, state.a}, Given<float>{square, state.b},
                   Result<float>{square});
}

std::unique_ptr<Case> makeSystems(const Place &place) {
  const inputs::Systems state(place.machine);
  const int64_t size = state.size;
  return place.run("solve", "solve", Given<float>{{size, size, state.n}, state.a},
                   Given<float>{{size, state.n}, state.b}, Result<float>{{size, state.n}});
}

std::unique_ptr<Case> makeCells(const Place &place) {
  const inputs::Cells state(place.machine);
  const qdrt::Shape all = {state.n};
  return place.run("neighbours", "neighbours", Given<float>{all, state.x}, Given<float>{all, state.y},
                   Given<float>{all, state.z}, Given<int32_t>{{int64_t(state.first.size())}, state.first},
                   Result<float>{all}, int32_t(state.side), float(state.radius));
}

std::unique_ptr<Case> makePlane(const Place &place) {
  const inputs::Plane state(place.machine);
  return place.run("fractal", "fractal", Result<int32_t>{{state.side, state.side}}, float(state.left), float(state.top),
                   state.width, int32_t(state.limit));
}

std::unique_ptr<Case> makeSparse(const Place &place) {
  const inputs::Sparse state(place.machine);
  const inputs::Cube &matrix = state.matrix;
  const qdrt::Shape elements = {int64_t(matrix.column.size())};
  return place.run("spmv", "spmv", Given<int32_t>{{matrix.rows + 1}, matrix.start},
                   Given<int32_t>{elements, matrix.column}, Given<double>{elements, matrix.value},
                   Given<double>{{matrix.rows}, state.x}, Result<double>{{matrix.rows}});
}

std::unique_ptr<Case> makeLists(const Place &place) {
  const inputs::Lists state(place.machine);
  const qdrt::Shape lists = {int64_t(state.length), state.n};
  return place.run("sort", "sort", Given<float>{lists, state.x}, Result<float>{lists});
}

std::unique_ptr<Case> makeRows(const Place &place) {
  const inputs::Rows state(place.machine);
  return place.run("rows", "rows", Given<float>{{state.rows, state.columns}, state.a}, Result<float>{{state.rows}});
}

std::unique_ptr<Case> makeFlow(const Place &place) {
  const inputs::Flow state(place.machine);
  const qdrt::Shape square = {state.side, state.side};
  return place.run("upwind", "upwind", Given<float>{square, state.u}, Given<float>{square, state.v},
                   Result<float>{square}, float(state.step));
}

std::unique_ptr<Case> makeLattice(const Place &place, const char *kernel) {
  const inputs::Lattice state(place.machine);
  const qdrt::Shape planes = {int64_t(state.directions), state.side, state.side};
  return place.run("lattice", kernel, Given<float>{planes, state.from}, Result<float>{planes}, float(state.omega),
                   float(state.lid));
}

} // namespace

int main(int argc, char **argv) {
  const bool isWritten = argc == 4 && std::string(argv[3]) == "written";
  if (argc != 3 && !isWritten)
    return std::fprintf(stderr, "usage: %s DEVICE FOLDER-OF-PACKAGES [written]\n", argv[0]), 2;
  const std::string name = argv[1], folder = argv[2];
  constexpr uint32_t threads = 2; // of a CPU, as docs/benchmarks.md says
  try {
    const bool isCPU = name == "cpu";
    const qdrt::Device device = isCPU ? qdrt::Device::open(name.c_str(), threads) : qdrt::Device::open(name.c_str());
    const Place place = {device, folder, {}, isCPU ? inputs::Machine::cpu : inputs::Machine::gpu};
    const std::string version = std::to_string(qdrt_version() >> 16) + '.' + std::to_string(qdrt_version() & 0xffff);
    const std::string suffix = isCPU ? ", 2 threads" : "", prefix = isCPU ? "cpu-" : "cuda-";
    if (isWritten)
      return serve("qdc, the loop written out",
                   {{prefix + "lattice", [&] { return makeLattice(place, "lattice_written"); }}});
    std::vector<NamedCase> cases = {
        {prefix + "nbody", [&] { return makeBodies(place); }},
        {prefix + "black-scholes-f32", [&] { return makeOptions<float>(place, "black_scholes_f32"); }},
        {prefix + "black-scholes-f64", [&] { return makeOptions<double>(place, "black_scholes_f64"); }},
        {prefix + "jacobi", [&] { return makeBox(place); }},
        {prefix + "matmul", [&] { return makeMatrices(place); }},
        {prefix + "solve", [&] { return makeSystems(place); }},
        {prefix + "neighbours", [&] { return makeCells(place); }},
        {prefix + "fractal", [&] { return makePlane(place); }},
        {prefix + "spmv", [&] { return makeSparse(place); }},
        {prefix + "sort", [&] { return makeLists(place); }},
        {prefix + "rows", [&] { return makeRows(place); }},
        {prefix + "upwind", [&] { return makeFlow(place); }},
        {prefix + "lattice", [&] { return makeLattice(place, "lattice_tables"); }}};
    if (!isCPU)
      for (NamedCase &stream : streamCases(place))
        cases.push_back(std::move(stream));
    return serve("qdc, libqdrt " + version + ", " + device.describe().name + suffix, cases);
  } catch (const qdrt::Error &error) {
    constexpr int noDevice = 77; // the bench then skips the case
    return std::fprintf(stderr, "bench-codegen-qdc: %s\n", error.what()),
           error.status() == QDRT_NO_DEVICE ? noDevice : 1;
  }
}
