// RUN: qdc-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{argument 'x' has rank 9, but arrays have at most 8 dimensions}}
qd.kernel @f(%x: memref<1x1x1x1x1x1x1x1x1xf32>) {}

// -----

// expected-error @+1 {{argument 'x' has the layout 'strided<[2]>', but arrays have the identity layout: leave it out, and pass strides as scalars}}
qd.kernel @f(%x: memref<4xf32, strided<[2]>>) {}

// -----

// expected-error @+1 {{argument 'x' has the memory space '3 : i64', but arrays are in the default one: leave it out}}
qd.kernel @f(%x: memref<4xf32, 3>) {}

// -----

// expected-error @+1 {{argument 'x' holds elements of type 'i24', but the element types are i1, i8, i16, i32, i64, f16, bf16, f32 and f64}}
qd.kernel @f(%x: memref<4xi24>) {}

// -----

// expected-error @+1 {{argument 'x' holds elements of type 'index', but the element types are}}
qd.kernel @f(%x: memref<4xindex>) {}

// -----

// expected-error @+1 {{argument 'x' has no rank, but arrays have a fixed one, for example 'memref<?x?xf32>'}}
qd.kernel @f(%x: memref<*xf32>) {}

// -----

// expected-error @+1 {{argument 'x' has type 'f128', but arguments are arrays (memref) and scalars: i1, i8, i16, i32, i64, f16, bf16, f32 and f64, and index}}
qd.kernel @f(%x: f128) {}

// -----

// expected-error @+1 {{argument 'arg0' has type 'ui32', but arguments are}}
qd.kernel @f(%0: ui32) {}

// -----

// expected-error @+1 {{result 0 has type 'memref<4xf32>', but results are scalars: i1, i8, i16, i32, i64, f16, bf16, f32 and f64, and index; write an array through an argument}}
qd.kernel @f(%x: memref<4xf32>) -> memref<4xf32> {
  qd.return %x : memref<4xf32>
}

// -----

// expected-error @+1 {{has two arguments named 'x'; give one another 'qd.arg_name'}}
qd.kernel @f(%x: i32, %y: i32 {qd.arg_name = "x"}) {}

// -----

// expected-error @+1 {{'qd.arg_name' of argument 0 is a name in quotes, not '3 : i64'}}
qd.kernel @f(%x: i32 {qd.arg_name = 3}) {}

// -----

// expected-error @+1 {{'qd.arg_group' of argument 0 is a name in quotes, not '""'}}
qd.kernel @f(%x: i32 {qd.arg_group = ""}) {}

// -----

// expected-error @+1 {{argument 'x' of type 'i32' has 'qd.may_alias', which is for arrays}}
qd.kernel @f(%x: i32 {qd.may_alias}) {}

// -----

// expected-error @+1 {{'qd.may_alias' of argument 'x' takes no value}}
qd.kernel @f(%x: memref<f32> {qd.may_alias = false}) {}

// -----

// expected-error @+1 {{argument 'x' of type 'memref<f32>' has 'qd.unsigned', which is for integers and arrays of integers}}
qd.kernel @f(%x: memref<f32> {qd.unsigned}) {}

// -----

// expected-error @+1 {{argument 'x' has 'qd.alias', but the attributes of arguments are 'qd.arg_name', 'qd.arg_group', 'qd.arg_role', 'qd.dims', 'qd.doc', 'qd.may_alias', 'qd.specialize' and 'qd.unsigned'}}
qd.kernel @f(%x: memref<f32> {qd.alias}) {}

// -----

// expected-error @+1 {{argument 'x' of type 'f16' has 'qd.specialize', which is for scalars that are integers, f32 or f64}}
qd.kernel @f(%x: f16 {qd.specialize = [1.0]}) {}

// -----

// expected-error @+1 {{'qd.specialize' of argument 'x' is a list of 1 to 64 values, for example [8, 16], not '[]'}}
qd.kernel @f(%x: i32 {qd.specialize = []}) {}

// -----

// expected-error @+1 {{'qd.specialize' of argument 'x' is a list of 1 to 64 values, for example [8, 16], not '[}}
qd.kernel @f(%x: i32 {qd.specialize = [
   0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
  29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57,
  58, 59, 60, 61, 62, 63, 64]}) {}

// -----

// expected-error @+1 {{'qd.specialize' of argument 'x' holds '300 : i64', which is no value of its type 'i8'}}
qd.kernel @f(%x: i8 {qd.specialize = [8, 300]}) {}

// -----

// expected-error @+1 {{'qd.specialize' of argument 'x' holds '8 : i64', which is no value of its type 'f32'}}
qd.kernel @f(%x: f32 {qd.specialize = [8]}) {}

// -----

// expected-error @+1 {{'qd.specialize' of argument 'x' holds '1.000000e+300 : f64', which is no value of its type 'f32'}}
qd.kernel @f(%x: f32 {qd.specialize = [1.0e300]}) {}

// -----

// expected-error @+1 {{'qd.specialize' of argument 'x' holds '8 : i64' twice; name each value once}}
qd.kernel @f(%x: i32 {qd.specialize = [8 : i32, 16, 8]}) {}

// -----

// One value of eight bits, written in two ways.
// expected-error @+1 {{'qd.specialize' of argument 'x' holds '-1 : i64' twice; name each value once}}
qd.kernel @f(%x: i8 {qd.specialize = [255, -1]}) {}

// -----

// expected-error @+1 {{'qd.specialize' of argument 'x' is a list of 1 to 64 values, for example [8, 16], not '3 : i64'}}
qd.kernel @f(%x: i8 {qd.specialize = 3}) {}

// -----

// expected-error @+1 {{'graph' is "auto", "always" or "never", not "sometimes"}}
qd.kernel @f() attributes {graph = "sometimes"} {}

// -----

// expected-error @+1 {{is private, but kernels are public; use a private func.func for code that only other kernels need}}
qd.kernel @f() attributes {sym_visibility = "private"} {}

// -----

qd.kernel @f(%x: f32) -> f32 {
  // expected-error @+1 {{returns (), but kernel 'f' declares the results ('f32')}}
  qd.return
}

// -----

// The implicit 'qd.return' has the kernel's location.
// expected-error @+1 {{returns (), but kernel 'f' declares the results ('f32')}}
qd.kernel @f(%x: f32) -> f32 {}

// -----

// expected-error @+1 {{has 'readback_offset', 'readback_bytes' or 'result_offsets', but no 'workspace_bytes'; 'qd-offload' adds them together}}
qd.kernel @f() attributes {readback_offset = 0} {}

// -----

// expected-error @+1 {{has 1 results and 0 'result_offsets'; each result needs one}}
qd.kernel @f() -> f32 attributes {workspace_bytes = #qd.size<"8">, readback_offset = 0, readback_bytes = 0,
                                  result_offsets = array<i64>} {}

// -----

qd.kernel @f(%x: f32) -> f32 attributes {workspace_bytes = #qd.size<"8">, readback_offset = 0, readback_bytes = 8,
                                         result_offsets = array<i64: 0>} {
  // expected-error @+1 {{returns values from kernel 'f', whose tasks write them to the workspace already; return nothing}}
  qd.return %x : f32
}

// -----

// expected-error @+1 {{argument 0, of type 'i1', has no name; write one before its type}}
qd.kernel @f(i1, memref<?xf32>) {
}

// -----

// expected-error @+1 {{argument 'y' has the type 'memref<4294967296x?x4294967296xf32>', but arrays have less than 2^63 bytes}}
qd.kernel @f(%x: memref<0xf32>, %y: memref<4294967296x?x4294967296xf32>) {
}
