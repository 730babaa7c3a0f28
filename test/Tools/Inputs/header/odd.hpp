// Kernels of a package with the types of their arguments. Made by qdc header: make it anew where the kernels change.
#pragma once

#include <qdrt/typed.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <utility>

namespace kernels {

/// Kernel 'class' of 'odd.qir', line 2; made from it: class_find.
struct class_2 {
  /// f32[?], written; 'for' in the kernel
  qdrt::InOut<float, qdrt::any> for_;
  /// f64[?x3]; 'x.y' in the kernel
  qdrt::In<double, qdrt::any, 3> x_y_2;
  /// i16[2x3] unsigned, written
  qdrt::InOut<std::uint16_t, 2, 3> x_y;
  /// index; '3d' in the kernel
  qdrt::Scalar<qdrt::Index> argument_3d;
  /// i32; 'λ' in the kernel
  qdrt::Scalar<std::int32_t> argument;
  /// i8; 'a "?\*/' in the kernel
  qdrt::Scalar<std::int8_t> a;
  /// i64; '__x' in the kernel
  qdrt::Scalar<std::int64_t> x;
  /// f32; 'Results' in the kernel
  qdrt::Scalar<float> Results_2;
  /// f32
  qdrt::Scalar<float> add;
  /// i1
  qdrt::Scalar<bool> kernels;
  /// i8; 'Given' in the kernel
  qdrt::Scalar<std::int8_t> Given_2;
  /// i8; 'Setters' in the kernel
  qdrt::Scalar<std::int8_t> Setters_2;
  /// i8; 'INT32_MAX' in the kernel
  qdrt::Scalar<std::int8_t> INT32_MAX_;
  /// i8; 'what?\x3f/ \x5c ' in the kernel
  qdrt::Scalar<std::int8_t> what;

  /// What it gives.
  struct Results {
    /// i32 unsigned
    std::uint32_t result0;
    /// f16
    qdrt::Float16 result1;
    /// i1
    bool result2;
    /// index
    std::int64_t result3;
  };
};

/// Kernel 'class_' of 'odd.qir', line 20.
struct class_ {
  /// The arguments of group 'body'.
  struct {
    /// f32[?], written; 'body.x' in the kernel
    qdrt::InOut<float, qdrt::any> x;
    /// f32[?]; 'body.v' in the kernel
    qdrt::In<float, qdrt::any> v;
  } body;
  /// f32
  qdrt::Scalar<float> a;
};

/// Kernel 'Package' of 'odd.qir', line 31.
struct Package_2 {};

/// Kernel 'class.find' of 'odd.qir', line 34.
struct class_find {
  /// bf16[]
  qdrt::In<qdrt::BFloat16> x;
};

} // namespace kernels

namespace qdrt {

template <>
struct Interface<::kernels::class_2> {
  static constexpr const char *kName = "class";

  static constexpr std::array<qdrt_argument_info, 14> arguments() {
    std::array<qdrt_argument_info, 14> list = {};
    list[0] = qdrt::InOut<float, qdrt::any>::describe("for");
    list[1] = qdrt::In<double, qdrt::any, 3>::describe("x.y");
    list[2] = qdrt::InOut<std::uint16_t, 2, 3>::describe("x_y");
    list[3] = qdrt::Scalar<qdrt::Index>::describe("3d");
    list[4] = qdrt::Scalar<std::int32_t>::describe("\316\273");
    list[5] = qdrt::Scalar<std::int8_t>::describe("a \"\?\\*/");
    list[6] = qdrt::Scalar<std::int64_t>::describe("__x");
    list[7] = qdrt::Scalar<float>::describe("Results");
    list[8] = qdrt::Scalar<float>::describe("add");
    list[9] = qdrt::Scalar<bool>::describe("kernels");
    list[10] = qdrt::Scalar<std::int8_t>::describe("Given");
    list[11] = qdrt::Scalar<std::int8_t>::describe("Setters");
    list[12] = qdrt::Scalar<std::int8_t>::describe("INT32_MAX");
    list[13] = qdrt::Scalar<std::int8_t>::describe("what\?\?/ \\ ");
    return list;
  }
  static constexpr std::array<qdrt_result_info, 4> results() {
    std::array<qdrt_result_info, 4> list = {};
    list[0] = describeResult<std::uint32_t>("");
    list[1] = describeResult<qdrt::Float16>("");
    list[2] = describeResult<bool>("");
    list[3] = describeResult<qdrt::Index>("");
    return list;
  }
  static std::array<qdrt_argument, 14> list(const ::kernels::class_2 &given) {
    std::array<qdrt_argument, 14> list = {};
    list[0] = given.for_.get();
    list[1] = given.x_y_2.get();
    list[2] = given.x_y.get();
    list[3] = given.argument_3d.get();
    list[4] = given.argument.get();
    list[5] = given.a.get();
    list[6] = given.x.get();
    list[7] = given.Results_2.get();
    list[8] = given.add.get();
    list[9] = given.kernels.get();
    list[10] = given.Given_2.get();
    list[11] = given.Setters_2.get();
    list[12] = given.INT32_MAX_.get();
    list[13] = given.what.get();
    return list;
  }
  static ::kernels::class_2::Results take(const std::array<qdrt_scalar, 4> &values) {
    ::kernels::class_2::Results taken = {};
    taken.result0 = resultOf<std::uint32_t>(values[0]);
    taken.result1 = resultOf<qdrt::Float16>(values[1]);
    taken.result2 = resultOf<bool>(values[2]);
    taken.result3 = resultOf<qdrt::Index>(values[3]);
    return taken;
  }

  template <typename... Given>
  struct Setters : GivenArguments<::kernels::class_2, Given...> {
    auto for_(const decltype(::kernels::class_2::for_) &value) const { return this->template qdrt_add<0>(value); }
    auto x_y_2(const decltype(::kernels::class_2::x_y_2) &value) const { return this->template qdrt_add<1>(value); }
    auto x_y(const decltype(::kernels::class_2::x_y) &value) const { return this->template qdrt_add<2>(value); }
    auto argument_3d(const decltype(::kernels::class_2::argument_3d) &value) const {
      return this->template qdrt_add<3>(value);
    }
    auto argument(const decltype(::kernels::class_2::argument) &value) const {
      return this->template qdrt_add<4>(value);
    }
    auto a(const decltype(::kernels::class_2::a) &value) const { return this->template qdrt_add<5>(value); }
    auto x(const decltype(::kernels::class_2::x) &value) const { return this->template qdrt_add<6>(value); }
    auto Results_2(const decltype(::kernels::class_2::Results_2) &value) const {
      return this->template qdrt_add<7>(value);
    }
    auto add(const decltype(::kernels::class_2::add) &value) const { return this->template qdrt_add<8>(value); }
    auto kernels(const decltype(::kernels::class_2::kernels) &value) const { return this->template qdrt_add<9>(value); }
    auto Given_2(const decltype(::kernels::class_2::Given_2) &value) const {
      return this->template qdrt_add<10>(value);
    }
    auto Setters_2(const decltype(::kernels::class_2::Setters_2) &value) const {
      return this->template qdrt_add<11>(value);
    }
    auto INT32_MAX_(const decltype(::kernels::class_2::INT32_MAX_) &value) const {
      return this->template qdrt_add<12>(value);
    }
    auto what(const decltype(::kernels::class_2::what) &value) const { return this->template qdrt_add<13>(value); }
  };
};

template <>
struct Interface<::kernels::class_> {
  static constexpr const char *kName = "class_";

  static constexpr std::array<qdrt_argument_info, 3> arguments() {
    std::array<qdrt_argument_info, 3> list = {};
    list[0] = qdrt::InOut<float, qdrt::any>::describe("body.x");
    list[2] = qdrt::In<float, qdrt::any>::describe("body.v");
    list[1] = qdrt::Scalar<float>::describe("a");
    return list;
  }
  static constexpr std::array<qdrt_result_info, 0> results() {
    std::array<qdrt_result_info, 0> list = {};
    return list;
  }
  static std::array<qdrt_argument, 3> list(const ::kernels::class_ &given) {
    std::array<qdrt_argument, 3> list = {};
    list[0] = given.body.x.get();
    list[2] = given.body.v.get();
    list[1] = given.a.get();
    return list;
  }
  static void take(const std::array<qdrt_scalar, 0> &) {}

  template <typename... Given>
  struct Setters : GivenArguments<::kernels::class_, Given...> {
    auto body(const decltype(::kernels::class_::body) &value) const { return this->template qdrt_add<0>(value); }
    auto a(const decltype(::kernels::class_::a) &value) const { return this->template qdrt_add<1>(value); }
  };
};

template <>
struct Interface<::kernels::Package_2> {
  static constexpr const char *kName = "Package";

  static constexpr std::array<qdrt_argument_info, 0> arguments() {
    std::array<qdrt_argument_info, 0> list = {};
    return list;
  }
  static constexpr std::array<qdrt_result_info, 0> results() {
    std::array<qdrt_result_info, 0> list = {};
    return list;
  }
  static std::array<qdrt_argument, 0> list(const ::kernels::Package_2 &) {
    std::array<qdrt_argument, 0> list = {};
    return list;
  }
  static void take(const std::array<qdrt_scalar, 0> &) {}

  template <typename... Given>
  struct Setters : GivenArguments<::kernels::Package_2, Given...> {};
};

template <>
struct Interface<::kernels::class_find> {
  static constexpr const char *kName = "class.find";

  static constexpr std::array<qdrt_argument_info, 1> arguments() {
    std::array<qdrt_argument_info, 1> list = {};
    list[0] = qdrt::In<qdrt::BFloat16>::describe("x");
    return list;
  }
  static constexpr std::array<qdrt_result_info, 0> results() {
    std::array<qdrt_result_info, 0> list = {};
    return list;
  }
  static std::array<qdrt_argument, 1> list(const ::kernels::class_find &given) {
    std::array<qdrt_argument, 1> list = {};
    list[0] = given.x.get();
    return list;
  }
  static void take(const std::array<qdrt_scalar, 0> &) {}

  template <typename... Given>
  struct Setters : GivenArguments<::kernels::class_find, Given...> {
    auto x(const decltype(::kernels::class_find::x) &value) const { return this->template qdrt_add<0>(value); }
  };
};

} // namespace qdrt

namespace kernels {

/// A loaded package with these kernels. Error with QDRT_INCOMPATIBLE where one of them takes or gives something else
/// there, QDRT_NOT_FOUND where there is none of its name.
struct Package {
  Package(const qdrt::Device &device, const std::string &path, const qdrt::PackageOptions &options = {})
      : Package(qdrt::Package(device, path, options)) {}
  explicit Package(qdrt::Package package) : loaded(std::move(package)) {}

  qdrt::Package loaded;
  qdrt::TypedKernel<::kernels::class_2> class_2{loaded};
  qdrt::TypedKernel<::kernels::class_> class_{loaded};
  qdrt::TypedKernel<::kernels::Package_2> Package_2{loaded};
  qdrt::TypedKernel<::kernels::class_find> class_find{loaded};
};

} // namespace kernels
