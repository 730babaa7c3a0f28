// A case that launches one kernel of a package with arrays of the device.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef QDC_BENCHMARKS_SERVER_KERNELCASE_H
#define QDC_BENCHMARKS_SERVER_KERNELCASE_H

#include "codegen/Inputs.h"
#include "server/Server.h"

#include <qdrt/qdrt.hpp>

#include <tuple>

/// What a case gives to its kernel: a copy of these values in an array that it owns.
template <typename T>
struct Given {
  qdrt::Shape shape;
  const std::vector<T> &values;
};
/// The same of an array that the kernel changes, all of whose elements are compared.
template <typename T>
struct State {
  qdrt::Shape shape;
  const std::vector<T> &values;
};
/// An array that the kernel fills, all of whose elements are compared.
template <typename T>
struct Result {
  qdrt::Shape shape;
};

template <typename T>
struct InputArray {
  InputArray(const qdrt::Device &device, const Given<T> &given) : array(device, given.shape, given.values) {}
  qdrt::Array<T> &argument() { return array; }
  void append(std::vector<double> &) const {}
  qdrt::Array<T> array;
};
template <typename T>
struct ResultArray {
  ResultArray(const qdrt::Device &device, const Result<T> &result) : array(device, result.shape) {}
  ResultArray(const qdrt::Device &device, const State<T> &state) : array(device, state.shape, state.values) {}
  qdrt::Array<T> &argument() { return array; }
  void append(std::vector<double> &numbers) const {
    for (double number : inputs::digest(array.read()))
      numbers.push_back(number);
  }
  qdrt::Array<T> array;
};
template <typename T>
struct Scalar {
  Scalar(const qdrt::Device &, T value) : value(value) {}
  T argument() { return value; }
  void append(std::vector<double> &) const {}
  T value;
};

template <typename T>
InputArray<T> argumentOf(const Given<T> &);
template <typename T>
ResultArray<T> argumentOf(const State<T> &);
template <typename T>
ResultArray<T> argumentOf(const Result<T> &);
template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>
Scalar<T> argumentOf(const T &);

template <typename... Arguments>
class KernelCase final : public Case {
public:
  template <typename... Sources>
  KernelCase(const qdrt::Device &device, qdrt::Package loaded, const char *kernel, const Sources &...sources)
      : device(device), package(std::move(loaded)), kernel(package.kernel(kernel)),
        arguments(Arguments(device, sources)...) {}
  void call() override {
    std::apply([&](auto &...argument) { kernel(argument.argument()...); }, arguments);
  }
  void finish() override { device.synchronize(); }
  std::vector<double> values() const override {
    std::vector<double> numbers;
    std::apply([&](const auto &...argument) { (argument.append(numbers), ...); }, arguments);
    return numbers;
  }

private:
  const qdrt::Device &device;
  qdrt::Package package;
  qdrt::Kernel kernel;
  std::tuple<Arguments...> arguments;
};

/// Where packages lie and run, and which of their code.
struct Place {
  const qdrt::Device &device;
  std::string folder;
  qdrt::PackageOptions options;
  inputs::Machine machine;

  /// A case of the kernel in FOLDER/PACKAGE.fatbin; `sources` are its arguments: Given, State, Result or numbers.
  template <typename... Sources>
  std::unique_ptr<Case> run(const char *package, const char *kernel, const Sources &...sources) const {
    return std::make_unique<KernelCase<decltype(argumentOf(sources))...>>(
        device, qdrt::Package(device, folder + "/" + package + ".fatbin", options), kernel, sources...);
  }
};

#endif // QDC_BENCHMARKS_SERVER_KERNELCASE_H
