// Drops a block of fluid into a box, draws it at five moments, and compares the first substeps with plain C++.
// usage: example-mpm88 mpm88.fatbin mpm88.png [SUBSTEPS]
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Picture.h"
#include "Reference.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <qdrt/qdrt.hpp>
#include <random>
#include <unistd.h>

static constexpr int particles = 8192, nodes = 128, panels = 5, compared = 200;
static constexpr float dt = 2e-4f;

static qdrt::View host(std::vector<float> &values, qdrt::Shape shape) {
  return qdrt::View(values.data(), shape, QDRT_MEMORY_HOST);
}

static double momentum(const std::vector<float> &v, int axis) {
  double sum = 0;
  for (int p = 0; p < particles; ++p)
    sum += v[2 * p + axis];
  return sum * 0.25 / (double(nodes) * nodes);
}

// Prints how far the kernel is from the reference; true if it is near enough.
static bool agrees(const std::vector<float> &v, const std::vector<float> &gridM, ReferenceFluid &reference) {
  double mass = 0, expected = particles * 0.25 / (double(nodes) * nodes);
  for (float m : gridM)
    mass += m;
  double scale = std::hypot(reference.momentum(0), reference.momentum(1));
  double error = std::hypot(momentum(v, 0) - reference.momentum(0), momentum(v, 1) - reference.momentum(1)) / scale;
  std::printf("after %d substeps: mass on the grid off by %.1e, momentum off by %.1e of the reference in double\n",
              compared, std::abs(mass / expected - 1), error);
  return std::abs(mass / expected - 1) < 1e-6 && error < 1e-4;
}

static int run(const char *path, const char *picture_path, int substeps, const char *device_name) {
  qdrt::Device device = qdrt::Device::open(device_name);
  qdrt::Package package(device, path);
  qdrt::Kernel substep = package.kernel("substep");

  std::vector<float> x(2 * particles), v(2 * particles), c(4 * particles), j(particles, 1.0f);
  std::vector<float> gridV(nodes * nodes * 2), gridM(nodes * nodes);
  std::mt19937 random(88);
  for (float &coordinate : x)
    coordinate = 0.2f + 0.4f * (random() >> 8) / float(1 << 24);
  for (int p = 0; p < particles; ++p)
    v[2 * p + 1] = -1;
  ReferenceFluid reference = {nodes,
                              {x.begin(), x.end()},
                              {v.begin(), v.end()},
                              std::vector<double>(4 * particles),
                              std::vector<double>(particles, 1.0),
                              {},
                              {}};

  Picture picture(panels, 360);
  bool good = true, terminal = isatty(STDERR_FILENO);
  for (int done = 0;; done += 50) {
    for (int panel = 0; panel < panels; ++panel)
      if (done == substeps / (panels - 1) / 50 * 50 * panel)
        picture.draw(panel, x, v, 3.0f);
    if (done == compared)
      good = agrees(v, gridM, reference);
    if (done >= substeps)
      break;
    substep(host(x, {particles, 2}), host(v, {particles, 2}), host(c, {particles, 2, 2}), j,
            host(gridV, {nodes, nodes, 2}), host(gridM, {nodes, nodes}), dt, qdrt::View(int64_t(50)).as(QDRT_INDEX));
    for (int step = 0; step < 50 && done < compared; ++step)
      reference.substep(dt);
    if (terminal)
      std::fprintf(stderr, "\r%d of %d substeps", done + 50, substeps);
  }
  if (terminal)
    std::fprintf(stderr, "\n");
  if (!picture.write(picture_path))
    return std::fprintf(stderr, "mpm88: cannot write '%s'\n", picture_path), 1;
  return good ? 0 : 1;
}

int main(int argc, char **argv) {
  int substeps = argc > 3 ? std::atoi(argv[3]) : 2000;
  if (argc < 3 || argc > 5 || substeps < compared || substeps % 200)
    return std::fprintf(stderr, "usage: %s mpm88.fatbin mpm88.png [SUBSTEPS, a multiple of 200 [DEVICE]]\n", argv[0]),
           2;
  try {
    return run(argv[1], argv[2], substeps, argc == 5 ? argv[4] : "cpu");
  } catch (const qdrt::Error &error) {
    return std::fprintf(stderr, "mpm88: %s\n", error.what()), 1;
  }
}
