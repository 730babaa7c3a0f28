// A kernel moves particles in a vortex, and a renderer of its own draws them off-screen from the kernel's array:
// nothing is copied, and the host waits once, for the picture.
// usage: example-particles particles.fatbin [PICTURE.png]
// exit code 77: no device of Vulkan that does both
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Renderer.h"

#include <cmath>
#include <cstdio>

static constexpr uint32_t kPanels = 4, kSide = 256, kStepsBetween = 80;
static constexpr float kStep = 0.005f;

// A bar of particles through the centre, two numbers each.
static std::vector<float> start() {
  std::vector<float> places;
  for (int row = 0; row < 20; ++row)
    for (int column = 0; column < 200; ++column)
      places.insert(places.end(), {(float(column) - 99.5f) * 0.009f, (float(row) - 9.5f) * 0.01f});
  return places;
}

// The same in plain C++ and double.
static void drift(std::vector<double> &places) {
  for (size_t i = 0; i < places.size(); i += 2)
    for (uint32_t step = 0; step < kStepsBetween; ++step) {
      const double x = places[i], y = places[i + 1], dt = double(kStep), turn = 1 / (double(0.1f) + x * x + y * y);
      const double xm = x - dt / 2 * turn * y, ym = y + dt / 2 * turn * x;
      const double turnMiddle = 1 / (double(0.1f) + xm * xm + ym * ym);
      places[i] -= dt * turnMiddle * ym;
      places[i + 1] += dt * turnMiddle * xm;
    }
}

// How many pixels of a panel are wrong: dark where a particle is, or lit where none is. A particle that lies within a
// fiftieth of a pixel of its edge may light either one.
static int wrongPixels(const std::vector<uint8_t> &picture, uint32_t panel, const std::vector<double> &places) {
  enum : uint8_t { dark, either, lit };
  std::vector<uint8_t> expected(kSide * kSide, dark);
  for (size_t i = 0; i < places.size(); i += 2) {
    const double x = (places[i] + 1) / 2 * kSide, y = (1 - places[i + 1]) / 2 * kSide, edge = 0.02;
    const bool isSure = std::floor(x - edge) == std::floor(x + edge) && std::floor(y - edge) == std::floor(y + edge);
    for (double px : {x - edge, x + edge})
      for (double py : {y - edge, y + edge}) {
        uint8_t &pixel = expected[size_t(py) * kSide + size_t(px)];
        pixel = isSure ? lit : std::max<uint8_t>(pixel, either);
      }
  }
  int wrong = 0;
  for (uint32_t y = 0; y < kSide; ++y)
    for (uint32_t x = 0; x < kSide; ++x) {
      const bool isLit = picture[4 * (size_t(y) * kPanels * kSide + panel * kSide + x)] > 128; // red
      const uint8_t wanted = expected[size_t(y) * kSide + x];
      wrong += wanted != either && isLit != (wanted == lit);
    }
  return wrong;
}

static int run(const char *packagePath, const char *picturePath) {
  const Engine engine;
  const qdrt::Device device = qdrt::Device::adopt(engine.native());
  const qdrt::Package package(device, packagePath);
  const qdrt::Kernel kernel = package.kernel("drift");
  const std::vector<float> first = start();
  const auto count = uint32_t(first.size() / 2);
  qdrt::Array<float> places(device, {count, 2}, first);
  Renderer renderer(engine, kPanels, kSide);
  for (uint32_t panel = 0; panel < kPanels; ++panel) {
    const qdrt::VulkanPoint drawn = renderer.draw(panel, places.exportVulkan(), count, device.vulkanPoint());
    device.waitForVulkan(drawn);
    kernel(places, kStep, kStepsBetween);
  }
  const std::vector<uint8_t> picture = renderer.picture();
  device.synchronize();
  if (picturePath && !writePicture(picturePath, picture, renderer.width()))
    return std::fprintf(stderr, "particles: cannot write '%s'\n", picturePath), 1;
  std::vector<double> expected(first.begin(), first.end());
  int wrong = 0;
  for (uint32_t panel = 0; panel < kPanels; ++panel) {
    wrong += wrongPixels(picture, panel, expected);
    drift(expected);
  }
  std::printf("particles: %u particles, %u panels of %u x %u pixels, %d pixels other than plain C++ has them\n", count,
              kPanels, kSide, kSide, wrong);
  return wrong == 0 ? 0 : 1;
}

int main(int argc, char **argv) {
  if (argc != 2 && argc != 3)
    return std::fprintf(stderr, "usage: %s particles.fatbin [PICTURE.png]\n", argv[0]), 2;
  try {
    return run(argv[1], argc > 2 ? argv[2] : nullptr);
  } catch (const Engine::NoDevice &reason) {
    return std::fprintf(stderr, "particles: skipped, %s\n", reason.what()), 77;
  } catch (const qdrt::Error &error) {
    const bool isSkipped = error.status() == QDRT_NO_DEVICE || error.status() == QDRT_UNSUPPORTED;
    return std::fprintf(stderr, "particles: %s%s\n", isSkipped ? "skipped, " : "", error.what()), isSkipped ? 77 : 1;
  } catch (const std::exception &error) {
    return std::fprintf(stderr, "particles: %s\n", error.what()), 1;
  }
}
