// Fits a damped pendulum to measurements by gradient descent, and draws the fit and how the loss falls.
// usage: example-fit fit.fatbin fit.png
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Plot.h"
#include "Reference.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <qdrt/qdrt.hpp>
#include <random>

static constexpr int measurements = 256, longest = 400, rounds = 150;
static constexpr float dt = 0.01f, rate = 0.5f, momentum = 0.9f, noise = 0.02f;
static constexpr Pendulum truth = {1.2, 9, 0.4}, guess = {0.6, 6, 1};

// Angles of the true pendulum at random times, with errors.
static void measure(std::vector<int32_t> &steps, std::vector<float> &measured) {
  std::mt19937 random(18);
  auto uniform = [&] { return double(random()) / 4294967296.0; };
  const std::vector<double> angles = swing(truth, longest, dt);
  for (int i = 0; i < measurements; ++i) {
    steps[i] = 1 + int(uniform() * longest);
    double error = 0; // nearly a normal distribution
    for (int k = 0; k < 12; ++k)
      error += uniform() - 0.5;
    measured[i] = float(angles[steps[i]] + noise * error);
  }
}

static void draw(Plot &plot, const std::vector<int32_t> &steps, const std::vector<float> &measured,
                 const Pendulum &fitted, const std::vector<double> &losses) {
  Axes swings = {0, 0, longest, -1.5, 1.5}, falls = {1, 0, rounds, -4, 0};
  plot.frame(swings, 4, 6);
  plot.frame(falls, 3, 4);
  std::vector<double> logarithms;
  for (double loss : losses)
    logarithms.push_back(std::log10(loss));
  plot.line(swings, swing(guess, longest, dt), {110, 110, 125});
  for (int i = 0; i < measurements; ++i)
    plot.dot(swings, steps[i], measured[i], {120, 190, 255});
  plot.line(swings, swing(fitted, longest, dt), {255, 170, 60});
  plot.line(falls, logarithms, {255, 170, 60});
}

// Prints how the fit went; true if it is right.
static bool judge(const Pendulum &fitted, const std::vector<double> &losses, double gradientError) {
  double error = 0;
  for (int i = 0; i < 3; ++i)
    error = std::max(error, std::abs(fitted[i] / truth[i] - 1));
  std::printf("the loss falls from %.4f to %.6f in %d steps; the pendulum is found within %.1f %%\n"
              "the first gradient is off by %.1e of the one in double\n",
              losses.front(), losses.back(), rounds, 100 * error, gradientError);
  return losses.back() < 1.2 * noise * noise && error < 0.05 && gradientError < 1e-5;
}

static int run(const char *path, const char *picture, const char *device_name) {
  qdrt::Device device = qdrt::Device::open(device_name);
  qdrt::Package package(device, path);
  qdrt::Kernel gradient = package.kernel("loss.grad");

  std::vector<int32_t> steps(measurements);
  std::vector<float> measured(measurements), pendulum(guess.begin(), guess.end()), velocity(3);
  measure(steps, measured);
  const Pendulum expected = lossGradient(guess, steps, measured, dt);
  std::vector<double> losses;
  double gradientError = 0;
  for (int round = 0; round < rounds; ++round) {
    std::vector<float> slope(3); // the sweep adds to it
    gradient(std::as_const(steps), std::as_const(measured), pendulum, dt, slope, 1.0f);
    losses.push_back(gradient.result<float>());
    for (int i = 0; i < 3; ++i) {
      if (round == 0)
        gradientError = std::max(gradientError, std::abs(slope[i] - expected[i]) / length(expected));
      velocity[i] = momentum * velocity[i] - rate * slope[i];
      pendulum[i] += velocity[i];
    }
  }
  const Pendulum fitted = {pendulum[0], pendulum[1], pendulum[2]};
  Plot plot(2, 480, 300);
  draw(plot, steps, measured, fitted, losses);
  if (!plot.write(picture))
    return std::fprintf(stderr, "fit: cannot write '%s'\n", picture), 1;
  return judge(fitted, losses, gradientError) ? 0 : 1;
}

int main(int argc, char **argv) {
  if (argc < 3 || argc > 4)
    return std::fprintf(stderr, "usage: %s fit.fatbin fit.png [DEVICE]\n", argv[0]), 2;
  try {
    return run(argv[1], argv[2], argc == 4 ? argv[3] : "cpu");
  } catch (const qdrt::Error &error) {
    return std::fprintf(stderr, "fit: %s\n", error.what()), 1;
  }
}
