// RUN: qdc-opt %s --convert-grid-to-spirv --split-input-file --verify-diagnostics
// RUN: not qdc-opt %s --convert-grid-to-spirv=minor=1 --split-input-file 2>&1 | FileCheck %s --check-prefix=MINOR
// MINOR: error: there is no code for Vulkan 1.1; accepted: 'minor=2', 'minor=3'

// Each operation without code is named.
func.func @functions(%x: memref<?xf32>, %a: f32) attributes {qd.entry_point = #qd.entry_point<
    task = <"k.0" of "k">, slots = [<array(0)>, <scalar(1)>],
    launch = <block_threads = 64, subgroup_width = 0, slot_passing = memory>>} {
  %zero = arith.constant 0 : i64
  // expected-error @+1 {{'math.sin' op is not supported by targets 'vulkan:...' with a result of type 'f32'}}
  %sin = math.sin %a : f32
  // expected-error @+1 {{'arith.remf' op is not supported by targets 'vulkan:...' with a result of type 'f32'}}
  %rem = arith.remf %sin, %a : f32
  qd.flat_store %rem, %x[%zero] : f32, memref<?xf32>
  return
}

// -----

func.func @types(%x: memref<?xi32>, %a: i32) attributes {qd.entry_point = #qd.entry_point<
    task = <"k.0" of "k">, slots = [<array(0)>, <scalar(1)>],
    launch = <block_threads = 64, subgroup_width = 0, slot_passing = memory>>} {
  %zero = arith.constant 0 : i64
  // expected-error @+1 {{has values of type 'i24', which targets 'vulkan:...' do not support; accepted: integers of 1, 8, 16, 32 and 64 bits, f16, bf16, f32 and f64}}
  %odd = arith.trunci %a : i32 to i24
  // expected-error @+1 {{has values of type 'i24'}}
  %back = arith.extui %odd : i24 to i32
  qd.flat_store %back, %x[%zero] : i32, memref<?xi32>
  return
}

// -----

// expected-error @+1 {{has a parameter or a result of a type that targets 'vulkan:...' do not support}}
func.func private @k.body(%a: i128) {
  return
}
func.func @k(%a: i64) attributes {qd.entry_point = #qd.entry_point<
    task = <"k.0" of "k">, slots = [<scalar(0)>],
    launch = <block_threads = 64, subgroup_width = 0, slot_passing = memory>>} {
  // expected-error @+1 {{has values of type 'i128'}}
  %wide = arith.extui %a : i64 to i128
  // expected-error @+1 {{has values of type 'i128'}}
  func.call @k.body(%wide) : (i128) -> ()
  return
}

// -----

// expected-error @+1 {{is made for subgroups, or for slots by value; run 'convert-tasks-to-grid' with 'subgroup-width=0 parameters=0'}}
func.func @k(%a: i64) attributes {qd.entry_point = #qd.entry_point<
    task = <"k.0" of "k">, slots = [<scalar(0)>],
    launch = <block_threads = 64, subgroup_width = 32, slot_passing = memory>>} {
  return
}

// -----

func.func @k(%words: memref<?xi64>) attributes {qd.entry_point = #qd.entry_point<
    loop = <0 of "k" as grid>, slots = [<workspace(0)>],
    launch = <block_threads = 64, subgroup_width = 0, slot_passing = memory, grid = cooperative>>} {
  // expected-error @+1 {{is one of several blocks, which targets 'vulkan:...' do not support; accepted: barriers of one block}}
  qd.grid_barrier at %words[16] : memref<?xi64> {
  ^bb0(%thread: i64):
    qd.grid_barrier_end
  }
  return
}
