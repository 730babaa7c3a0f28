// What the cases of `./dev bench codegen` that move 2^30 bytes start from, for elements of several types. f16 is given
// as its bits.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef QDC_BENCHMARKS_CODEGEN_STREAMS_H
#define QDC_BENCHMARKS_CODEGEN_STREAMS_H

#include <algorithm>
#include <cstdint>
#include <vector>

namespace inputs {

/// Small whole numbers whose sums are small whatever is added first, so that each type holds them exactly.
template <typename T>
struct Stream {
  static constexpr int64_t bytes = int64_t{1} << 30, period = 7;
  static constexpr int64_t n = bytes / int64_t(sizeof(T));
  static constexpr int64_t side = int64_t{1} << (sizeof(T) == 1 ? 15 : sizeof(T) < 8 ? 14 : 13);
  static constexpr int64_t rows = n / side;
  std::vector<T> x;

  /// `number(k)` is the whole number k as T, from -3 to 3.
  template <typename Number>
  explicit Stream(Number number) : x(n) {
    for (int k = 0; k < period; ++k)
      x[k] = number(k - 3);
    for (int64_t filled = period; filled < n; filled *= 2)
      std::copy_n(x.begin(), std::min(filled, n - filled), x.begin() + filled);
  }
};

/// Elements from all over the array, as `number(element)` gives them.
template <typename T, typename Number>
std::vector<double> sample(const std::vector<T> &values, Number number) {
  constexpr size_t apart = 65537;
  std::vector<double> numbers;
  for (size_t i = 0; i < values.size(); i += apart)
    numbers.push_back(number(values[i]));
  numbers.push_back(number(values.back()));
  return numbers;
}

/// The f16 with this value, a whole number from -2,048 to 2,048, by its bits.
inline uint16_t halfBits(int value) {
  if (value == 0)
    return 0;
  const int size = value < 0 ? -value : value;
  int exponent = 0;
  while (size >> (exponent + 1))
    ++exponent;
  const int fraction = (size << (10 - std::min(exponent, 10))) & 0x3ff;
  return uint16_t((value < 0 ? 0x8000 : 0) | ((exponent + 15) << 10) | fraction);
}
/// The value of an f16 that is normal or 0.
inline double halfValue(uint16_t bits) {
  const int exponent = ((bits >> 10) & 31) - 25;
  if ((bits & 0x7fff) == 0)
    return 0;
  double value = 1024 + (bits & 0x3ff);
  for (int step = exponent; step != 0; step += step < 0 ? 1 : -1)
    value = step < 0 ? value / 2 : value * 2;
  return bits & 0x8000 ? -value : value;
}

} // namespace inputs

#endif // QDC_BENCHMARKS_CODEGEN_STREAMS_H
