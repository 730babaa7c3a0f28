// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "QdcStreams.h"

#include "Streams.h"

namespace {

enum class Shape { line, plane, sum };

/// A kernel of x and of what it makes of it: as much again, or a sum.
template <typename T, qdrt_type type>
class StreamCase final : public Case {
public:
  StreamCase(const Place &place, const char *package, const std::string &kernel, Shape shape)
      : device(place.device), package(device, place.folder + "/" + package + ".fatbin", place.options),
        kernel(this->package.kernel(kernel.c_str())), x(device, extents(shape), State(number).x),
        y(device, shape == Shape::sum ? qdrt::Shape{} : extents(shape)) {}

  void call() override { kernel(qdrt::View(x).as(type), qdrt::View(y).as(type)); }
  void finish() override { device.synchronize(); }
  std::vector<double> values() const override { return inputs::sample(y.read(), value); }

private:
  using State = inputs::Stream<T>;

  static qdrt::Shape extents(Shape shape) {
    return shape == Shape::plane ? qdrt::Shape{State::rows, State::side} : qdrt::Shape{State::n};
  }
  static T number(int value) { return type == QDRT_F16 ? T(inputs::halfBits(value)) : T(value); }
  static double value(T element) { return type == QDRT_F16 ? inputs::halfValue(uint16_t(element)) : double(element); }

  const qdrt::Device &device;
  qdrt::Package package;
  qdrt::Kernel kernel;
  qdrt::Array<T> x, y;
};

template <typename T, qdrt_type type>
void add(std::vector<NamedCase> &cases, const Place &place, const std::string &suffix) {
  constexpr struct {
    const char *name;
    Shape shape;
  } kernels[] = {{"copy", Shape::line}, {"reduce", Shape::sum}, {"atomic", Shape::sum}, {"stencil", Shape::plane}};
  for (const auto &[name, shape] : kernels)
    cases.push_back({std::string("cuda-") + name + "-" + suffix, [&place, name, shape, suffix] {
                       return std::make_unique<StreamCase<T, type>>(place, name, std::string(name) + "_" + suffix,
                                                                    shape);
                     }});
}

} // namespace

std::vector<NamedCase> streamCases(const Place &place) {
  std::vector<NamedCase> cases;
  add<int8_t, QDRT_I8>(cases, place, "i8");
  add<int16_t, QDRT_I16>(cases, place, "i16");
  add<uint16_t, QDRT_F16>(cases, place, "f16");
  add<int32_t, QDRT_I32>(cases, place, "i32");
  add<float, QDRT_F32>(cases, place, "f32");
  add<double, QDRT_F64>(cases, place, "f64");
  return cases;
}
