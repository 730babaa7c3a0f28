// Serves the cases of `./dev bench codegen` as C++ with OpenMP, written as one writes it without a thought of vectors.
// It is built by each of the compilers that it is a rival for.
// usage: bench-codegen-NAME
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Inputs.h"
#include "server/Server.h"

#include <omp.h>

namespace {

using inputs::Machine;

class Bodies final : public Case {
public:
  void call() override {
    const int64_t n = state.n;
    const float *__restrict x = state.x.data(), *__restrict y = state.y.data(), *__restrict z = state.z.data(),
                            *__restrict mass = state.mass.data();
#pragma omp parallel for
    for (int64_t i = 0; i < n; ++i) {
      float sx = 0, sy = 0, sz = 0;
      for (int64_t j = 0; j < n; ++j) {
        const float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
        const float inverse = 1 / std::sqrt(dx * dx + dy * dy + dz * dz + state.softening);
        const float factor = mass[j] * (inverse * inverse * inverse);
        sx += factor * dx;
        sy += factor * dy;
        sz += factor * dz;
      }
      ax[i] = sx;
      ay[i] = sy;
      az[i] = sz;
    }
  }
  std::vector<double> values() const override { return inputs::digest({ax, ay, az}); }

private:
  inputs::Bodies state{Machine::cpu};
  std::vector<float> ax = std::vector<float>(state.n), ay = ax, az = ax;
};

template <typename T>
class Options final : public Case {
public:
  void call() override {
    const T rate = state.rate, volatility = state.volatility;
    const T *__restrict price = state.price.data(), *__restrict strike = state.strike.data(),
                        *__restrict years = state.years.data();
    T *__restrict calls = call_.data(), *__restrict puts = put.data();
#pragma omp parallel for
    for (int64_t i = 0; i < state.n; ++i) {
      const T spread = volatility * std::sqrt(years[i]);
      const T d1 = (std::log(price[i] / strike[i]) + (rate + T(0.5) * volatility * volatility) * years[i]) / spread;
      const T present = strike[i] * std::exp(-rate * years[i]);
      const T value = price[i] * normal(d1) - present * normal(d1 - spread);
      calls[i] = value;
      puts[i] = value - price[i] + present;
    }
  }
  std::vector<double> values() const override { return inputs::digest({call_, put}); }

private:
  static T normal(T d) { return T(0.5) + T(0.5) * std::erf(d * T(0.70710678118654752)); }
  inputs::Options<T> state{Machine::cpu};
  std::vector<T> call_ = std::vector<T>(state.n), put = call_;
};

class Box final : public Case {
public:
  void call() override {
    const int64_t side = state.side, plane = side * side;
    const float *__restrict u = state.u.data(), *__restrict f = state.f.data();
    float *__restrict out = v.data();
#pragma omp parallel for
    for (int64_t i = 1; i < side - 1; ++i)
      for (int64_t j = 1; j < side - 1; ++j)
        for (int64_t k = 1; k < side - 1; ++k) {
          const int64_t at = i * plane + j * side + k;
          out[at] = 0.16666667f *
                    (u[at - plane] + u[at + plane] + u[at - side] + u[at + side] + u[at - 1] + u[at + 1] + f[at]);
        }
  }
  std::vector<double> values() const override { return inputs::digest(v); }

private:
  inputs::Box state{Machine::cpu};
  std::vector<float> v = std::vector<float>(state.u.size());
};

class Matrices final : public Case {
public:
  void call() override {
    const int64_t n = state.n;
    const float *__restrict a = state.a.data(), *__restrict b = state.b.data();
#pragma omp parallel for
    for (int64_t i = 0; i < n; ++i)
      for (int64_t j = 0; j < n; ++j) {
        float sum = 0;
        for (int64_t k = 0; k < n; ++k)
          sum += a[i * n + k] * b[k * n + j];
        c[i * n + j] = sum;
      }
  }
  std::vector<double> values() const override { return inputs::digest(c); }

private:
  inputs::Matrices state{Machine::cpu};
  std::vector<float> c = std::vector<float>(state.a.size());
};

class Systems final : public Case {
public:
  void call() override {
    constexpr int size = inputs::Systems::size;
    const int64_t n = state.n;
    const float *__restrict a = state.a.data(), *__restrict b = state.b.data();
    float *__restrict out = x.data();
#pragma omp parallel for
    for (int64_t s = 0; s < n; ++s) {
      float m[size][size], r[size];
      for (int i = 0; i < size; ++i) {
        for (int j = 0; j < size; ++j)
          m[i][j] = a[(i * size + j) * n + s];
        r[i] = b[i * n + s];
      }
      for (int k = 0; k < size; ++k) {
        const float inverse = 1 / m[k][k];
        for (int i = k + 1; i < size; ++i) {
          const float factor = m[i][k] * inverse;
          for (int j = k + 1; j < size; ++j)
            m[i][j] -= factor * m[k][j];
          r[i] -= factor * r[k];
        }
      }
      for (int i = size - 1; i >= 0; --i) {
        for (int j = i + 1; j < size; ++j)
          r[i] -= m[i][j] * r[j];
        r[i] /= m[i][i];
        out[i * n + s] = r[i];
      }
    }
  }
  std::vector<double> values() const override { return inputs::digest(x); }

private:
  inputs::Systems state{Machine::cpu};
  std::vector<float> x = std::vector<float>(state.b.size());
};

class Cells final : public Case {
public:
  void call() override {
    const float *__restrict x = state.x.data(), *__restrict y = state.y.data(), *__restrict z = state.z.data();
    const int32_t *__restrict first = state.first.data();
    const int side = int(state.side);
    const float scale = 1 / state.radius, square = state.radius * state.radius;
#pragma omp parallel for
    for (int64_t i = 0; i < state.n; ++i) {
      const int cx = int(x[i] * scale), cy = int(y[i] * scale), cz = int(z[i] * scale);
      float sum = 0;
      for (int dz = -1; dz <= 1; ++dz)
        for (int dy = -1; dy <= 1; ++dy) {
          const int cell = ((cz + dz) * side + cy + dy) * side + cx;
          for (int j = first[cell - 1]; j < first[cell + 2]; ++j) {
            const float ex = x[j] - x[i], ey = y[j] - y[i], ez = z[j] - z[i];
            const float near = std::max(square - (ex * ex + ey * ey + ez * ez), 0.0f);
            sum += near * near * near;
          }
        }
      density[i] = sum;
    }
  }
  std::vector<double> values() const override { return inputs::digest(density); }

private:
  inputs::Cells state{Machine::cpu};
  std::vector<float> density = std::vector<float>(state.n);
};

class Plane final : public Case {
public:
  void call() override {
    const int64_t side = state.side;
#pragma omp parallel for
    for (int64_t i = 0; i < side; ++i)
      for (int64_t j = 0; j < side; ++j) {
        const float ci = state.top + float(i) * state.width, cr = state.left + float(j) * state.width;
        float r = 0, m = 0;
        int32_t n = 0;
        while (r * r + m * m < 4 && n < state.limit) {
          const float next = r * r - m * m + cr;
          m = 2 * (r * m) + ci;
          r = next;
          ++n;
        }
        steps[i * side + j] = n;
      }
  }
  std::vector<double> values() const override { return inputs::digest(steps); }

private:
  inputs::Plane state{Machine::cpu};
  std::vector<int32_t> steps = std::vector<int32_t>(state.side * state.side);
};

class Sparse final : public Case {
public:
  void call() override {
    const inputs::Cube &matrix = state.matrix;
    const int32_t *__restrict start = matrix.start.data(), *__restrict column = matrix.column.data();
    const double *__restrict value = matrix.value.data(), *__restrict x = state.x.data();
#pragma omp parallel for
    for (int64_t i = 0; i < matrix.rows; ++i) {
      double sum = 0;
      for (int32_t k = start[i]; k < start[i + 1]; ++k)
        sum += value[k] * x[column[k]];
      y[i] = sum;
    }
  }
  std::vector<double> values() const override { return inputs::digest(y); }

private:
  inputs::Sparse state{Machine::cpu};
  std::vector<double> y = std::vector<double>(state.matrix.rows);
};

class Lists final : public Case {
public:
  void call() override {
    constexpr int length = inputs::Lists::length;
    const int64_t n = state.n;
    const float *__restrict x = state.x.data();
    float *__restrict out = sorted.data();
#pragma omp parallel for
    for (int64_t s = 0; s < n; ++s) {
      float list[length];
      for (int i = 0; i < length; ++i)
        list[i] = x[i * n + s];
      for (int end = length - 1; end > 0; --end)
        for (int i = 0; i < end; ++i)
          if (list[i + 1] < list[i])
            std::swap(list[i], list[i + 1]);
      for (int i = 0; i < length; ++i)
        out[i * n + s] = list[i];
    }
  }
  std::vector<double> values() const override { return inputs::digest(sorted); }

private:
  inputs::Lists state{Machine::cpu};
  std::vector<float> sorted = std::vector<float>(state.x.size());
};

class Rows final : public Case {
public:
  void call() override {
    const int64_t columns = state.columns;
    const float *__restrict a = state.a.data();
#pragma omp parallel for
    for (int64_t i = 0; i < state.rows; ++i) {
      float sum = 0;
      for (int64_t j = 0; j < columns; ++j)
        sum += a[i * columns + j] * a[i * columns + j];
      sums[i] = sum;
    }
  }
  std::vector<double> values() const override { return inputs::digest(sums); }

private:
  inputs::Rows state{Machine::cpu};
  std::vector<float> sums = std::vector<float>(state.rows);
};

class Flow final : public Case {
public:
  void call() override {
    const int64_t side = state.side;
    const float *__restrict u = state.u.data(), *__restrict v = state.v.data();
    float *__restrict out = moved.data();
#pragma omp parallel for
    for (int64_t i = 0; i < side; ++i)
      for (int64_t j = 1; j < side - 1; ++j) {
        const int64_t at = i * side + j;
        float next = u[at];
        if (v[at] > state.solid) {
          const float a = u[at] - u[at - 1], b = u[at + 1] - u[at];
          float slope = 0;
          if (a * b > 0)
            slope = std::abs(a) < std::abs(b) ? a : b;
          next = u[at] - state.step * v[at] * (v[at] > 0 ? a : b) + 0.1f * slope;
        }
        out[at] = next;
      }
  }
  std::vector<double> values() const override { return inputs::digest(moved); }

private:
  inputs::Flow state{Machine::cpu};
  std::vector<float> moved = std::vector<float>(state.u.size());
};

class Lattice final : public Case {
public:
  void call() override {
    using inputs::Lattice;
    constexpr int directions = Lattice::directions;
    const int side = int(state.side);
    const size_t plane = size_t(side) * size_t(side);
    const float *__restrict from = state.from.data();
    float *__restrict out = to.data();
#pragma omp parallel for
    for (int i = 0; i < side; ++i)
      for (int j = 0; j < side; ++j) {
        const size_t at = size_t(i) * size_t(side) + size_t(j);
        float g[directions], rho = 0, jx = 0, jy = 0;
        for (int k = 0; k < directions; ++k) {
          const int si = i - Lattice::cy[k], sj = j - Lattice::cx[k];
          if (si >= 0 && si < side && sj >= 0 && sj < side)
            g[k] = from[size_t(k) * plane + size_t(si) * size_t(side) + size_t(sj)];
          else {
            g[k] = from[size_t(Lattice::opposite[k]) * plane + at];
            if (si >= side)
              g[k] += 6 * (Lattice::w[k] * float(Lattice::cx[k]) * state.lid);
          }
          rho += g[k];
          jx += g[k] * float(Lattice::cx[k]);
          jy += g[k] * float(Lattice::cy[k]);
        }
        const float ux = jx / rho, uy = jy / rho, rest = 1 - 1.5f * (ux * ux + uy * uy);
        for (int k = 0; k < directions; ++k) {
          const float cu = ux * float(Lattice::cx[k]) + uy * float(Lattice::cy[k]);
          const float equal = Lattice::w[k] * rho * (rest + 3 * cu + 4.5f * (cu * cu));
          out[size_t(k) * plane + at] = g[k] + state.omega * (equal - g[k]);
        }
      }
  }
  std::vector<double> values() const override { return inputs::digest(to); }

private:
  inputs::Lattice state{Machine::cpu};
  std::vector<float> to = std::vector<float>(state.from.size());
};

template <typename Made>
std::unique_ptr<Case> make() {
  return std::make_unique<Made>();
}

} // namespace

int main() {
  omp_set_num_threads(2); // as docs/benchmarks.md says
  return serve("C++ with OpenMP, " QDC_BENCH_COMPILER " " __VERSION__ ", " QDC_BENCH_FLAGS ", 2 threads",
               {{"cpu-nbody", make<Bodies>},
                {"cpu-black-scholes-f32", make<Options<float>>},
                {"cpu-black-scholes-f64", make<Options<double>>},
                {"cpu-jacobi", make<Box>},
                {"cpu-matmul", make<Matrices>},
                {"cpu-solve", make<Systems>},
                {"cpu-neighbours", make<Cells>},
                {"cpu-fractal", make<Plane>},
                {"cpu-spmv", make<Sparse>},
                {"cpu-sort", make<Lists>},
                {"cpu-rows", make<Rows>},
                {"cpu-upwind", make<Flow>},
                {"cpu-lattice", make<Lattice>}});
}
