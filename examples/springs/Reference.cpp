// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Reference.h"

#include <cmath>
#include <cstddef>

using Vector = std::vector<double>;

// A spring between its ends, as it pulls at the first one.
namespace {
struct Pull {
  Pull(const Net &net, const Vector &lengths, const Vector &x, size_t spring)
      : a(2 * size_t(net.ends[2 * spring])), b(2 * size_t(net.ends[2 * spring + 1])), dx(x[b] - x[a]),
        dy(x[b + 1] - x[a + 1]), length(std::hypot(dx, dy)),
        each(double(net.stiffness) * (length - lengths[spring]) / length) {}

  size_t a, b; // where the coordinates of its ends begin
  double dx, dy, length;
  double each; // force for a unit of dx and dy
};
} // namespace

static void step(const Net &net, const Vector &lengths, Vector &x, Vector &v) {
  Vector forces(x.size());
  for (size_t i = 1; i < x.size(); i += 2)
    forces[i] = -1;
  for (size_t spring = 0; spring < lengths.size(); ++spring) {
    const Pull pull(net, lengths, x, spring);
    forces[pull.a] += pull.each * pull.dx;
    forces[pull.a + 1] += pull.each * pull.dy;
    forces[pull.b] -= pull.each * pull.dx;
    forces[pull.b + 1] -= pull.each * pull.dy;
  }
  for (size_t i = 0; i < x.size(); ++i) {
    v[i] = net.held[i / 2] ? 0 : v[i] + double(net.dt) * (forces[i] - double(net.drag) * v[i]);
    x[i] += double(net.dt) * v[i];
  }
}

// From the gradient by the state after a step to that by the state before it, whose places are x; adds that by lengths.
static void reverse(const Net &net, const Vector &lengths, const Vector &x, Vector &byX, Vector &byV,
                    Vector &byLengths) {
  Vector byForces(x.size());
  for (size_t i = 0; i < x.size(); ++i) {
    const double bySpeed = net.held[i / 2] ? 0 : byV[i] + double(net.dt) * byX[i];
    byForces[i] = double(net.dt) * bySpeed;
    byV[i] = (1 - double(net.dt) * double(net.drag)) * bySpeed;
  }
  for (size_t spring = 0; spring < lengths.size(); ++spring) {
    const Pull pull(net, lengths, x, spring);
    const double fx = byForces[pull.a] - byForces[pull.b], fy = byForces[pull.a + 1] - byForces[pull.b + 1];
    const double byEach = fx * pull.dx + fy * pull.dy;
    // each = stiffness (1 - lengths / length)
    const double byLength = byEach * double(net.stiffness) * lengths[spring] / (pull.length * pull.length);
    byLengths[spring] -= byEach * double(net.stiffness) / pull.length;
    const double gx = pull.each * fx + byLength * pull.dx / pull.length;
    const double gy = pull.each * fy + byLength * pull.dy / pull.length;
    byX[pull.a] -= gx;
    byX[pull.a + 1] -= gy;
    byX[pull.b] += gx;
    byX[pull.b + 1] += gy;
  }
}

// Places before each step, and after the last one.
static std::vector<Vector> trajectory(const Net &net, const Vector &lengths) {
  Vector x(net.start.begin(), net.start.end()), v(x.size());
  std::vector<Vector> places = {x};
  for (int64_t t = 0; t < net.steps; ++t) {
    step(net, lengths, x, v);
    places.push_back(x);
  }
  return places;
}

std::vector<double> finish(const Net &net, const std::vector<double> &lengths) {
  return trajectory(net, lengths).back();
}

double distance(const std::vector<double> &places, const std::vector<float> &goal) {
  double sum = 0;
  for (size_t i = 0; i < places.size(); ++i)
    sum += (places[i] - double(goal[i])) * (places[i] - double(goal[i]));
  return 2 * sum / double(places.size());
}

std::vector<double> distanceGradient(const Net &net, const std::vector<double> &lengths,
                                     const std::vector<float> &goal) {
  const std::vector<Vector> places = trajectory(net, lengths);
  Vector byX(goal.size()), byV(goal.size()), byLengths(lengths.size());
  for (size_t i = 0; i < goal.size(); ++i)
    byX[i] = 4 * (places.back()[i] - double(goal[i])) / double(goal.size());
  for (size_t t = places.size() - 1; t-- > 0;)
    reverse(net, lengths, places[t], byX, byV, byLengths);
  return byLengths;
}
