// Kernels of a package with the types of their arguments. Made by qdc header: make it anew where the kernels change.
#pragma once

#include <qdrt/typed.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Kernel 'class' of 'odd.qir', line 2; made from it: class_find.
typedef struct kernels_class_2 {
  // f32[?], written; 'for' in the kernel
  struct {
    float *data;
    int64_t shape[1];
    uint32_t memory;
  } for_;
  // f64[?x3]; 'x.y' in the kernel
  struct {
    const double *data;
    int64_t shape[2];
    uint32_t memory;
  } x_y_2;
  // i16[2x3] unsigned, written
  struct {
    uint16_t *data;
    int64_t shape[2];
    uint32_t memory;
  } x_y;
  // index; '3d' in the kernel
  int64_t argument_3d;
  // i32; 'λ' in the kernel
  int32_t argument;
  // i8; 'a "?\*/' in the kernel
  int8_t a;
  // i64; '__x' in the kernel
  int64_t x;
  // f32
  float Results;
  // f32
  float add;
  // i1
  bool kernels;
  // i8
  int8_t Given;
  // i8
  int8_t Setters;
  // i8; 'INT32_MAX' in the kernel
  int8_t INT32_MAX_;
  // i8; 'what?\x3f/ \x5c ' in the kernel
  int8_t what;
} kernels_class_2;
typedef struct kernels_class_2_results {
  // i32 unsigned
  uint32_t result0;
  // f16
  uint16_t result1;
  // i1
  bool result2;
  // index
  int64_t result3;
} kernels_class_2_results;
// Finds it in a package: QDRT_INCOMPATIBLE if it takes or gives something else there.
static inline qdrt_status kernels_class_2_find(qdrt_package package, qdrt_kernel *kernel) {
  static const int64_t shape0[] = {QDRT_DYNAMIC};
  static const int64_t shape1[] = {QDRT_DYNAMIC, 3};
  static const int64_t shape2[] = {2, 3};
  qdrt_argument_info arguments[14];
  arguments[0] = qdrt_array_info("for", QDRT_F32, 0, 1, shape0, 1);
  arguments[1] = qdrt_array_info("x.y", QDRT_F64, 0, 2, shape1, 0);
  arguments[2] = qdrt_array_info("x_y", QDRT_I16, 1, 2, shape2, 1);
  arguments[3] = qdrt_scalar_info("3d", QDRT_INDEX, 0);
  arguments[4] = qdrt_scalar_info("\316\273", QDRT_I32, 0);
  arguments[5] = qdrt_scalar_info("a \"\?\\*/", QDRT_I8, 0);
  arguments[6] = qdrt_scalar_info("__x", QDRT_I64, 0);
  arguments[7] = qdrt_scalar_info("Results", QDRT_F32, 0);
  arguments[8] = qdrt_scalar_info("add", QDRT_F32, 0);
  arguments[9] = qdrt_scalar_info("kernels", QDRT_I1, 0);
  arguments[10] = qdrt_scalar_info("Given", QDRT_I8, 0);
  arguments[11] = qdrt_scalar_info("Setters", QDRT_I8, 0);
  arguments[12] = qdrt_scalar_info("INT32_MAX", QDRT_I8, 0);
  arguments[13] = qdrt_scalar_info("what\?\?/ \\ ", QDRT_I8, 0);
  qdrt_result_info results[4];
  results[0] = qdrt_result_of("", QDRT_I32, 1);
  results[1] = qdrt_result_of("", QDRT_F16, 0);
  results[2] = qdrt_result_of("", QDRT_I1, 0);
  results[3] = qdrt_result_of("", QDRT_INDEX, 0);
  qdrt_interface expected;
  expected.size = sizeof(expected);
  expected.kernel = "class";
  expected.argument_count = 14;
  expected.result_count = 4;
  expected.arguments = arguments;
  expected.results = results;
  return qdrt_package_find_interface(package, &expected, kernel);
}
// Launches it, as qdrt_kernel_launch does.
static inline qdrt_status kernels_class_2_launch(qdrt_kernel kernel, const kernels_class_2 *given, qdrt_stream stream,
                                                 const qdrt_launch_options *options) {
  qdrt_argument arguments[14];
  arguments[0] = qdrt_array_argument(QDRT_F32, 1, given->for_.memory, given->for_.shape, given->for_.data);
  arguments[1] = qdrt_array_argument(QDRT_F64, 2, given->x_y_2.memory, given->x_y_2.shape, given->x_y_2.data);
  arguments[2] = qdrt_array_argument(QDRT_I16, 2, given->x_y.memory, given->x_y.shape, given->x_y.data);
  arguments[3] = qdrt_scalar_argument(QDRT_INDEX, &given->argument_3d, sizeof(given->argument_3d));
  arguments[4] = qdrt_scalar_argument(QDRT_I32, &given->argument, sizeof(given->argument));
  arguments[5] = qdrt_scalar_argument(QDRT_I8, &given->a, sizeof(given->a));
  arguments[6] = qdrt_scalar_argument(QDRT_I64, &given->x, sizeof(given->x));
  arguments[7] = qdrt_scalar_argument(QDRT_F32, &given->Results, sizeof(given->Results));
  arguments[8] = qdrt_scalar_argument(QDRT_F32, &given->add, sizeof(given->add));
  arguments[9] = qdrt_scalar_argument(QDRT_I1, &given->kernels, sizeof(given->kernels));
  arguments[10] = qdrt_scalar_argument(QDRT_I8, &given->Given, sizeof(given->Given));
  arguments[11] = qdrt_scalar_argument(QDRT_I8, &given->Setters, sizeof(given->Setters));
  arguments[12] = qdrt_scalar_argument(QDRT_I8, &given->INT32_MAX_, sizeof(given->INT32_MAX_));
  arguments[13] = qdrt_scalar_argument(QDRT_I8, &given->what, sizeof(given->what));
  return qdrt_kernel_launch(kernel, arguments, stream, options);
}
// The results of its last launch on the stream, as qdrt_kernel_results gives them.
static inline qdrt_status kernels_class_2_take(qdrt_kernel kernel, qdrt_stream stream,
                                               kernels_class_2_results *results) {
  qdrt_scalar values[4];
  const qdrt_status status = qdrt_kernel_results(kernel, stream, values, 4);
  if (status != QDRT_OK)
    return status;
  results->result0 = (uint32_t)values[0].i32;
  results->result1 = values[1].f16;
  results->result2 = values[2].i1 != 0;
  results->result3 = values[3].i64;
  return QDRT_OK;
}

// Kernel 'class_' of 'odd.qir', line 20.
typedef struct kernels_class_ {
  // The arguments of group 'body'.
  struct {
    // f32[?], written; 'body.x' in the kernel
    struct {
      float *data;
      int64_t shape[1];
      uint32_t memory;
    } x;
    // f32[?]; 'body.v' in the kernel
    struct {
      const float *data;
      int64_t shape[1];
      uint32_t memory;
    } v;
  } body;
  // f32
  float a;
} kernels_class_;
// Finds it in a package: QDRT_INCOMPATIBLE if it takes or gives something else there.
static inline qdrt_status kernels_class__find(qdrt_package package, qdrt_kernel *kernel) {
  static const int64_t shape0[] = {QDRT_DYNAMIC};
  static const int64_t shape2[] = {QDRT_DYNAMIC};
  qdrt_argument_info arguments[3];
  arguments[0] = qdrt_array_info("body.x", QDRT_F32, 0, 1, shape0, 1);
  arguments[2] = qdrt_array_info("body.v", QDRT_F32, 0, 1, shape2, 0);
  arguments[1] = qdrt_scalar_info("a", QDRT_F32, 0);
  qdrt_interface expected;
  expected.size = sizeof(expected);
  expected.kernel = "class_";
  expected.argument_count = 3;
  expected.result_count = 0;
  expected.arguments = arguments;
  expected.results = NULL;
  return qdrt_package_find_interface(package, &expected, kernel);
}
// Launches it, as qdrt_kernel_launch does.
static inline qdrt_status kernels_class__launch(qdrt_kernel kernel, const kernels_class_ *given, qdrt_stream stream,
                                                const qdrt_launch_options *options) {
  qdrt_argument arguments[3];
  arguments[0] = qdrt_array_argument(QDRT_F32, 1, given->body.x.memory, given->body.x.shape, given->body.x.data);
  arguments[2] = qdrt_array_argument(QDRT_F32, 1, given->body.v.memory, given->body.v.shape, given->body.v.data);
  arguments[1] = qdrt_scalar_argument(QDRT_F32, &given->a, sizeof(given->a));
  return qdrt_kernel_launch(kernel, arguments, stream, options);
}

// Kernel 'Package' of 'odd.qir', line 31.
// Finds it in a package: QDRT_INCOMPATIBLE if it takes or gives something else there.
static inline qdrt_status kernels_Package_find(qdrt_package package, qdrt_kernel *kernel) {
  qdrt_interface expected;
  expected.size = sizeof(expected);
  expected.kernel = "Package";
  expected.argument_count = 0;
  expected.result_count = 0;
  expected.arguments = NULL;
  expected.results = NULL;
  return qdrt_package_find_interface(package, &expected, kernel);
}
// Launches it, as qdrt_kernel_launch does.
static inline qdrt_status kernels_Package_launch(qdrt_kernel kernel, qdrt_stream stream,
                                                 const qdrt_launch_options *options) {
  return qdrt_kernel_launch(kernel, NULL, stream, options);
}

// Kernel 'class.find' of 'odd.qir', line 34.
typedef struct kernels_class_find {
  // bf16[]
  struct {
    const uint16_t *data;
    uint32_t memory;
  } x;
} kernels_class_find;
// Finds it in a package: QDRT_INCOMPATIBLE if it takes or gives something else there.
static inline qdrt_status kernels_class_find_find(qdrt_package package, qdrt_kernel *kernel) {
  qdrt_argument_info arguments[1];
  arguments[0] = qdrt_array_info("x", QDRT_BF16, 0, 0, NULL, 0);
  qdrt_interface expected;
  expected.size = sizeof(expected);
  expected.kernel = "class.find";
  expected.argument_count = 1;
  expected.result_count = 0;
  expected.arguments = arguments;
  expected.results = NULL;
  return qdrt_package_find_interface(package, &expected, kernel);
}
// Launches it, as qdrt_kernel_launch does.
static inline qdrt_status kernels_class_find_launch(qdrt_kernel kernel, const kernels_class_find *given,
                                                    qdrt_stream stream, const qdrt_launch_options *options) {
  qdrt_argument arguments[1];
  arguments[0] = qdrt_array_argument(QDRT_BF16, 0, given->x.memory, NULL, given->x.data);
  return qdrt_kernel_launch(kernel, arguments, stream, options);
}

// All kernels of a package.
typedef struct kernels_package {
  qdrt_kernel class_2;
  qdrt_kernel class_;
  qdrt_kernel Package;
  qdrt_kernel class_find;
} kernels_package;
// Finds them in a package: QDRT_INCOMPATIBLE if one of them takes or gives something else there, QDRT_NOT_FOUND if
// there is none of its name.
static inline qdrt_status kernels_find(qdrt_package package, kernels_package *kernels) {
  qdrt_status status = QDRT_OK;
  if (status == QDRT_OK)
    status = kernels_class_2_find(package, &kernels->class_2);
  if (status == QDRT_OK)
    status = kernels_class__find(package, &kernels->class_);
  if (status == QDRT_OK)
    status = kernels_Package_find(package, &kernels->Package);
  if (status == QDRT_OK)
    status = kernels_class_find_find(package, &kernels->class_find);
  return status;
}
