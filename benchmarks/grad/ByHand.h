// Adjoints as one writes them by hand, in float or double, and the cases that run them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef QDC_BENCHMARKS_GRAD_BYHAND_H
#define QDC_BENCHMARKS_GRAD_BYHAND_H

#include "Inputs.h"
#include "server/Server.h"

namespace by_hand {

/// Forwards with what each trip begins with in an array of the thread, then backwards.
template <typename T, typename State>
class Loops final : public Case {
public:
  void call() override {
    const T rate = T(state.rate);
#pragma omp parallel for schedule(dynamic, 1024)
    for (int64_t i = 0; i < state.n; ++i) {
      T kept[inputs::Trips::longest], u = x[i];
      const int32_t count = state.count[i];
      for (int32_t trip = 0; trip < count; ++trip) {
        kept[trip] = u;
        u += rate * (u * (1 - u));
      }
      y[i] = u;
      T adjoint = T(state.weights[i]);
      for (int32_t trip = count; trip-- > 0;)
        adjoint *= 1 + rate * (1 - 2 * kept[trip]);
      gradient[i] += adjoint;
    }
  }
  std::vector<double> values() const override { return inputs::sample(gradient); }

private:
  State state;
  std::vector<T> x{state.x.begin(), state.x.end()}, y = x, gradient = std::vector<T>(x.size());
};

/// Each point gathers from its neighbours inside of the plate, so nobody adds where another one does.
template <typename T>
class Plate final : public Case {
public:
  explicit Plate(inputs::Machine machine) : state(machine) {
    const int64_t side = state.side;
    for (int64_t i = 1; i < side - 1; ++i)
      for (int64_t j = 1; j < side - 1; ++j)
        weights[(i + 1) * (side + 2) + j + 1] = T(state.weights[i * side + j]);
  }
  void call() override {
    const int64_t side = state.side, wide = side + 2;
    const T k = T(state.k);
#pragma omp parallel for
    for (int64_t i = 0; i < side; ++i) {
      const T *__restrict w = weights.data() + (i + 1) * wide + 1;
      T *__restrict row = gradient.data() + i * side;
      for (int64_t j = 0; j < side; ++j)
        row[j] += w[j] * (1 - 4 * k) + k * (w[j - wide] + w[j + wide] + w[j - 1] + w[j + 1]);
    }
  }
  std::vector<double> values() const override { return inputs::sample(gradient); }

private:
  inputs::Plate state;
  std::vector<T> weights = std::vector<T>((state.side + 2) * (state.side + 2)); // with zeros around
  std::vector<T> gradient = std::vector<T>(state.u.size());
};

/// The cases of a machine. Where a case is a reverse sweep and this one goes forwards too, its time tells nothing.
template <typename T>
void addCases(std::vector<NamedCase> &cases, const std::string &prefix, inputs::Machine machine) {
  for (const char *part : {"-grad", "-reverse"})
    cases.push_back({prefix + "trips" + part, [] { return std::make_unique<Loops<T, inputs::Trips>>(); }});
  cases.push_back({prefix + "gated-grad", [] { return std::make_unique<Loops<T, inputs::Gated>>(); }});
  cases.push_back({prefix + "plate-reverse", [machine] { return std::make_unique<Plate<T>>(machine); }});
}

} // namespace by_hand

#endif // QDC_BENCHMARKS_GRAD_BYHAND_H
