// Fits the lengths of a net's springs so that it hangs as it should after some time. Each step in time is a launch; the
// gradient goes back through all of them by launches of the step's gradient, over trajectories of states.
// usage: example-springs springs.fatbin [DEVICE [COLUMNS ROWS]]    without sizes: 18 masses, then 12,000
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Reference.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <qdrt/qdrt.hpp>
#include <random>

// A net of columns x rows masses with springs along its sides and diagonals, held at its upper corners.
static Net hang(int columns, int rows) {
  Net net = {int64_t(columns) * rows, 50, 200, 0.5f, 0.02f, {}, {}, {}};
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      net.start.insert(net.start.end(), {float(j), float(-i)});
      net.held.push_back(i == 0 && (j == 0 || j == columns - 1));
      const int offsets[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
      for (auto [down, right] : offsets)
        if (i + down < rows && j + right >= 0 && j + right < columns)
          net.ends.insert(net.ends.end(), {i * columns + j, (i + down) * columns + j + right});
    }
  return net;
}

// How long each spring is at the start.
static std::vector<float> startLengths(const Net &net) {
  std::vector<float> lengths;
  for (size_t k = 0; k < net.ends.size(); k += 2) {
    const float *a = &net.start[2 * size_t(net.ends[k])], *b = &net.start[2 * size_t(net.ends[k + 1])];
    lengths.push_back(std::hypot(b[0] - a[0], b[1] - a[1]));
  }
  return lengths;
}

// Two numbers for each mass at each time: row t is the state after t steps.
class Trajectory {
public:
  Trajectory(const qdrt::Device &device, const Net &net)
      : masses(net.masses), states(device, {net.steps + 1, net.masses, 2}) {}

  qdrt::View row(int64_t t) { return {states.address() + 2 * masses * t, {masses, 2}, QDRT_MEMORY_DEVICE}; }
  /// Of the states from row 0 on.
  void write(const std::vector<float> &first) { states.write(first); }
  void clear() { states.fill(0); }

private:
  int64_t masses;
  qdrt::Array<float> states;
};

// A net on a device. Its time runs forwards by step(), and backwards over what that left in the trajectories.
class Simulation {
public:
  /// `alone`: by the kernel that has the forces in a temporary.
  Simulation(const qdrt::Device &device, const qdrt::Package &package, const Net &ofNet,
             const std::vector<float> &towards, bool alone)
      : net(ofNet), isAlone(alone), stepForwards(package.kernel(alone ? "step_alone" : "step")),
        stepBackwards(package.kernel(alone ? "step_alone.grad" : "step.reverse")), distance(package.kernel("distance")),
        distanceBackwards(package.kernel("distance.reverse")), x(device, net), v(device, net), xGrad(device, net),
        vGrad(device, net), ends(device, {net.springs(), 2}, net.ends), held(device, {net.masses}, net.held),
        lengths(device, {net.springs()}), lengthsGrad(device, {net.springs()}), forces(device, {net.masses, 2}),
        forcesGrad(device, {net.masses, 2}), goal(device, {net.masses, 2}, towards) {
    x.write(net.start);
  }

  /// The distance from the goal after the last step. Row 0 of the trajectories is where it starts.
  float forwards(const std::vector<float> &from) {
    lengths.write(from);
    for (int64_t t = 0; t < net.steps; ++t)
      if (isAlone)
        stepForwards(x.row(t), v.row(t), ends, lengths, held, net.stiffness, net.drag, net.dt, x.row(t + 1),
                     v.row(t + 1));
      else
        stepForwards(x.row(t), v.row(t), ends, lengths, held, net.stiffness, net.drag, net.dt, x.row(t + 1),
                     v.row(t + 1), forces);
    distance(x.row(net.steps), goal);
    return distance.result<float>();
  }
  /// The gradient of that distance by the lengths. Shadows are 0 at first: each launch adds to those of what its step
  /// read, and takes those of what it wrote.
  std::vector<float> backwards() {
    xGrad.clear();
    vGrad.clear();
    lengthsGrad.fill(0);
    distanceBackwards(x.row(net.steps), goal, xGrad.row(net.steps), 1.0f);
    for (int64_t t = net.steps - 1; t >= 0; --t)
      if (isAlone) // this one takes the step again, into row t + 1, and then goes back
        stepBackwards(x.row(t), v.row(t), ends, lengths, held, net.stiffness, net.drag, net.dt, x.row(t + 1),
                      v.row(t + 1), xGrad.row(t), vGrad.row(t), lengthsGrad, xGrad.row(t + 1), vGrad.row(t + 1));
      else
        stepBackwards(x.row(t), v.row(t), ends, lengths, held, net.stiffness, net.drag, net.dt, x.row(t + 1),
                      v.row(t + 1), forces, xGrad.row(t), vGrad.row(t), lengthsGrad, xGrad.row(t + 1), vGrad.row(t + 1),
                      forcesGrad);
    return lengthsGrad.read();
  }

private:
  const Net &net;
  bool isAlone;
  qdrt::Kernel stepForwards, stepBackwards, distance, distanceBackwards;
  Trajectory x, v, xGrad, vGrad;
  qdrt::Array<int32_t> ends, held;
  qdrt::Array<float> lengths, lengthsGrad, forces, forcesGrad, goal;
};

// How far two vectors are from each other, relative to the second.
static double error(const std::vector<float> &found, const std::vector<double> &expected) {
  double difference = 0, whole = 0;
  for (size_t k = 0; k < expected.size(); ++k) {
    difference += (double(found[k]) - expected[k]) * (double(found[k]) - expected[k]);
    whole += expected[k] * expected[k];
  }
  return std::sqrt(difference / whole);
}

// The error of the slope along the gradient, which plain C++ has by hand, by central differences.
static double slopeError(const Net &net, const std::vector<float> &lengths, const std::vector<float> &goal,
                         const std::vector<double> &gradient) {
  double squares = 0;
  for (double g : gradient)
    squares += g * g;
  const double length = std::sqrt(squares), step = 1e-5;
  double ends[2];
  for (int side = 0; side < 2; ++side) {
    std::vector<double> moved(lengths.begin(), lengths.end());
    for (size_t k = 0; k < moved.size(); ++k)
      moved[k] += (side ? step : -step) * gradient[k] / length;
    ends[side] = distance(finish(net, moved), goal);
  }
  return std::abs((ends[1] - ends[0]) / (2 * step) / length - 1);
}

// Descends along the gradient, in shorter steps once one went too far; gives the last distance.
static float fit(Simulation &simulation, std::vector<float> lengths, float rate) {
  float best = simulation.forwards(lengths);
  std::vector<float> gradient = simulation.backwards();
  for (int round = 0; round < 8; ++round) {
    std::vector<float> next = lengths;
    for (size_t k = 0; k < next.size(); ++k)
      next[k] -= rate * gradient[k];
    const float found = simulation.forwards(next);
    if (!(found < best)) {
      rate /= 4;
      continue;
    }
    best = found;
    lengths = next;
    gradient = simulation.backwards();
  }
  return best;
}

// True if all is right.
static bool run(const qdrt::Device &device, const qdrt::Package &package, int columns, int rows) {
  const Net net = hang(columns, rows);
  const std::vector<float> lengths = startLengths(net);
  // The goal is where a net with other lengths is after the same time.
  std::mt19937 random(18);
  std::vector<double> others(lengths.begin(), lengths.end());
  for (double &length : others)
    length *= 1 + 0.2 * (double(random()) / 4294967296.0 - 0.5);
  const std::vector<double> places = finish(net, others);
  const std::vector<float> goal(places.begin(), places.end());

  const std::vector<double> lengths64(lengths.begin(), lengths.end());
  const std::vector<double> expected = distanceGradient(net, lengths64, goal);
  const double expectedDistance = distance(finish(net, lengths64), goal);
  const double slope = slopeError(net, lengths, goal, expected);
  std::printf("springs: %lld masses, %lld springs, %lld steps; plain C++ is off by %.1e of finite differences\n",
              static_cast<long long>(net.masses), static_cast<long long>(net.springs()),
              static_cast<long long>(net.steps), slope);
  bool isRight = slope < 1e-6;
  for (bool alone : {false, true}) {
    Simulation simulation(device, package, net, goal, alone);
    const float first = simulation.forwards(lengths);
    const double gradientError = error(simulation.backwards(), expected);
    const double distanceError = std::abs(double(first) / expectedDistance - 1);
    const float last = fit(simulation, lengths, 0.1f * float(net.masses));
    std::printf("  forces in %s: distance off by %.1e, gradient by %.1e of those in double; the fit takes %g to %g\n",
                alone ? "a temporary" : "an argument", distanceError, gradientError, double(first), double(last));
    isRight = isRight && distanceError < 1e-3 && gradientError < 1e-3 && last < first / 2;
  }
  return isRight;
}

int main(int argc, char **argv) {
  if (argc != 2 && argc != 3 && argc != 5)
    return std::fprintf(stderr, "usage: %s springs.fatbin [DEVICE [COLUMNS ROWS]]\n", argv[0]), 2;
  try {
    qdrt::Device device = qdrt::Device::open(argc > 2 ? argv[2] : "cpu");
    qdrt::Package package(device, argv[1]);
    if (argc == 5)
      return run(device, package, std::max(2, std::atoi(argv[3])), std::max(2, std::atoi(argv[4]))) ? 0 : 1;
    const bool isSmallRight = run(device, package, 6, 3), isLargeRight = run(device, package, 120, 100);
    return isSmallRight && isLargeRight ? 0 : 1;
  } catch (const qdrt::Error &error) {
    return std::fprintf(stderr, "springs: %s\n", error.what()), 1;
  }
}
