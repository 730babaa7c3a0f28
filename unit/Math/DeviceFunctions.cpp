//===- DeviceFunctions.cpp - Math functions on a device -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "DeviceFunctions.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>

namespace qdc::test {

/// `text` with each '#' replaced by the element type and each '$' by the operation.
static std::string filled(const std::string &text, const std::string &type, const std::string &operation) {
  std::string result;
  for (char c : text)
    if (c == '#')
      result += type;
    else if (c == '$')
      result += operation;
    else
      result += c;
  return result;
}

std::string deviceKernels() {
  static const std::string head = "(%x: memref<?x#>, %y: memref<?x#>, %r: memref<?x#>";
  static const std::string elements = "  %c0 = arith.constant 0 : index\n"
                                      "  %n = memref.dim %r, %c0 : memref<?x#>\n"
                                      "  qd.for (%i) in (%n) {\n"
                                      "    %a = memref.load %x[%i] : memref<?x#>\n"
                                      "    %b = memref.load %y[%i] : memref<?x#>\n";
  static const std::string end = "    memref.store %v, %r[%i] : memref<?x#>\n  }\n}\n";
  static const std::string once = head + ") {\n" + elements + "    %v = $ : #\n" + end;
  static const std::string many = head + ", %calls: index, %step: #) {\n" + elements +
                                  "    %zero = arith.constant 0.0 : #\n"
                                  "    %from = arith.constant 0 : index\n"
                                  "    %by = arith.constant 1 : index\n"
                                  "    %last, %v = scf.for %k = %from to %calls step %by\n"
                                  "        iter_args(%a = %a0, %sum = %zero) -> (#, #) {\n"
                                  "      %f = $ : #\n"
                                  "      %next = arith.addf %a, %step : #\n"
                                  "      %more = arith.addf %sum, %f : #\n"
                                  "      scf.yield %next, %more : #, #\n"
                                  "    }\n" +
                                  end;
  std::string text;
  for (const AccuracyCase &function : accuracyCases()) {
    std::string name = function.mnemonic;
    std::string operation = (name == "remf" ? "arith." : "math.") + name + (function.isBinary ? " %a, %b" : " %a");
    for (const char *type : {"f32", "f64"}) {
      std::string symbol = "qd.kernel @" + name + "_" + type;
      text += filled(symbol + once, type, operation);
      std::string calls = filled(symbol + "_calls" + many, type, operation);
      // The argument of the first call is loaded under the name that the loop carries on from.
      calls.replace(calls.find("%a = memref.load"), 2, "%a0");
      text += calls;
    }
  }
  return text;
}

DeviceFunctions::DeviceFunctions(const qdrt::Device &device, const std::string &packagePath)
    : device(device), package(device, packagePath) {}

LoopUnderTest DeviceFunctions::loop(const AccuracyCase &function, const std::string &type) const {
  qdrt::Kernel kernel = package.kernel(std::string(function.mnemonic) + "_" + type);
  auto stream = std::make_shared<qdrt::Stream>(device);
  auto launch = [kernel, stream]<typename T>(T *out, const T *a, const T *b, size_t n) {
    kernel.launch({.stream = stream->get()}, std::span<const T>(a, n), std::span<const T>(b, n), std::span<T>(out, n));
  };
  if (type == "f32")
    return [launch](void *out, const void *a, const void *b, size_t n) {
      launch(static_cast<float *>(out), static_cast<const float *>(a), static_cast<const float *>(b), n);
    };
  return [launch](void *out, const void *a, const void *b, size_t n) {
    launch(static_cast<double *>(out), static_cast<const double *>(a), static_cast<const double *>(b), n);
  };
}

template <typename T>
double DeviceFunctions::callRateOf(const std::string &name, double offset) const {
  constexpr int64_t threads = 1 << 18;
  qdrt::Kernel kernel = package.kernel(name);
  std::vector<T> a(threads), b(threads);
  for (int64_t i = 0; i < threads; ++i) {
    a[i] = T(offset + 0.5 + 0.45 * std::sin(1.7 * double(i)));
    b[i] = T(1 + 0.5 * std::cos(double(i)));
  }
  qdrt::Array<T> x(device, {threads}, a), y(device, {threads}, b), result(device, {threads});
  // So small a step that the arguments keep their range.
  const T step = T(0x1p-18);
  qdrt::Event start(device), end(device);
  auto secondsOf = [&](int64_t calls) {
    start.record();
    kernel(x, y, result, qdrt::View(calls).as(QDRT_INDEX), step);
    end.record();
    return end.since(start);
  };
  int64_t calls = 4;
  secondsOf(calls); // builds what later launches find
  for (double seconds; calls < 4096 && (seconds = secondsOf(calls)) < 0.7e-3;)
    calls = std::min<int64_t>(4096, int64_t(double(calls) * std::clamp(1e-3 / seconds, 1.5, 8.0)));
  double best = INFINITY;
  for (int run = 0; run < 4; ++run)
    best = std::min(best, secondsOf(calls));
  return double(threads) * double(calls) / best * 1e-9;
}

double DeviceFunctions::callRate(const AccuracyCase &function, const std::string &type) const {
  std::string name = function.mnemonic;
  double offset = name == "acosh" ? 1 : 0;
  name += "_" + type + "_calls";
  return type == "f32" ? callRateOf<float>(name, offset) : callRateOf<double>(name, offset);
}

} // namespace qdc::test
