// RUN: qdc-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{parameter 'x' has no 'qd.slot', which says where a launch takes it from}}
qd.task @f.0 of @f extent(#qd.size<"1">) (%x: memref<f32>) {}

// -----

// expected-error @+1 {{parameter 'x' has type 'memref<f32>', but a slot of kind 'scalar' gives a scalar}}
qd.task @f.0 of @f extent(#qd.size<"1">) (%x: memref<f32> {qd.slot = #qd.slot<scalar(0)>}) {}

// -----

// expected-error @+1 {{parameter 'n' has type 'i64', but a slot of kind 'array' gives an address}}
qd.task @f.0 of @f extent(#qd.size<"1">) (%n: i64 {qd.slot = #qd.slot<array(0)>}) {}

// -----

// expected-error @+1 {{parameter 'n' has type 'i32', but a slot of kind 'dim' gives a 64-bit integer}}
qd.task @f.0 of @f extent(#qd.size<"1">) (%n: i32 {qd.slot = #qd.slot<dim(0, 1)>}) {}

// -----

// expected-error @+1 {{'pointer' is none of 'array', 'dim', 'scalar', 'global', 'workspace', 'word', 'error_record', 'print_buffer', 'seed', 'launch_ordinal', 'maximum_iterations', 'stop_word'}}
qd.task @f.0 of @f extent(#qd.size<"1">) (%n: i32 {qd.slot = #qd.slot<pointer(0)>}) {}

// -----

// expected-error @+1 {{is not a SizeExpr}}
qd.task @f.0 of @f extent(#qd.size<"dim(0">) () {}

// -----

// expected-error @+1 {{a SizeExpr is written in its canonical form, '3', not 'add(1, 2)'}}
qd.task @f.0 of @f extent(#qd.size<"add(1, 2)">) () {}

// -----

// expected-error @+1 {{holds more than one 'qd.for'; a task is one launch}}
qd.task @f.0 of @f extent(#qd.size<"1">) (%n: index {qd.slot = #qd.slot<dim(0, 0)>}) {
  qd.for (%i) in (%n) {}
  // expected-note @+1 {{the second one}}
  qd.for (%i) in (%n) {}
}

// -----

qd.task @f.0 of @f extent(#qd.size<"1">) (%n: index {qd.slot = #qd.slot<dim(0, 0)>}) {
  qd.for (%i) in (%n) {}
  // expected-error @+1 {{stands after the 'qd.for' of a parallel task; words are written by serial tasks}}
  qd.write_word %n, 0 : index
}

// -----

// expected-error @+1 {{holds a loop with 1 results, but names 0 places for partials; each result needs one}}
qd.task @f.0 of @f extent(#qd.size<"1">) (%n: index {qd.slot = #qd.slot<dim(0, 0)>}) {
  %0 = qd.for (%i) in (%n) reduce(addi) -> index {
    qd.yield %i : index
  }
}

// -----

// expected-error @+1 {{names 1 places for partials, but holds no 'qd.for' that reduces}}
qd.task @f.0 of @f extent(#qd.size<"1">) partials [0] () {}

// -----

qd.task @f.0 of @f extent(#qd.size<"1">) (%n: index {qd.slot = #qd.slot<dim(0, 0)>}) {
  // expected-error @+1 {{has the offset 4, but words lie at multiples of 8 from 0}}
  qd.write_word %n, 4 : index
}

// -----

qd.task @f.0 of @f extent(#qd.size<"1">) (%x: memref<f32> {qd.slot = #qd.slot<array(0)>}) {
  // expected-error @+1 {{writes a value of type 'memref<f32>', but words hold i1, i8, i16, i32, i64, f16, bf16, f32 and f64, and index}}
  qd.write_word %x, 0 : memref<f32>
}

// -----

qd.task @f.0 of @f extent(#qd.size<"1">) (%n: index {qd.slot = #qd.slot<dim(0, 0)>}) {
  // expected-error @+1 {{reduces values of type 'i32' by 'addf'; addf, mulf, minimumf and maximumf take floats, the others integers and index}}
  %0 = qd.combine_partials addf of %n iterations at 64 : i32
}

// -----

qd.task @f.0 of @f extent(#qd.size<"1">) (%n: index {qd.slot = #qd.slot<dim(0, 0)>}) {
  // expected-error @+1 {{has the offset -8, but words lie at multiples of 8 from 0}}
  %0 = qd.combine_partials addf of %n iterations at -8 : f32
}

// -----

"builtin.module"() ({
  // expected-error @+1 {{has results, but a task writes to arrays and words}}
  "qd.task"() <{sym_name = "f.0", kernel = @f, extent = #qd.size<"1">, function_type = () -> i32}> ({
    "qd.task_end"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----

qd.kernel @f() {
  // expected-error @+1 {{is a node of a graph, but stands in 'qd.kernel'; it belongs into a kernel that 'qd-offload' has cut into tasks}}
  qd.launch @f.0
}
qd.task @f.0 of @f extent(#qd.size<"1">) () {}

// -----

qd.kernel @f() attributes {workspace_bytes = #qd.size<"0">, readback_offset = 0, readback_bytes = 0,
                           result_offsets = array<i64>} {
  // expected-error @+1 {{launches 'f.1', but there is no 'qd.task' of that name}}
  qd.launch @f.1
}

// -----

qd.kernel @f() attributes {workspace_bytes = #qd.size<"0">, readback_offset = 0, readback_bytes = 0,
                           result_offsets = array<i64>} {
  // expected-error @+1 {{has 'condition_word' 12, but words lie at multiples of 8 from 0}}
  qd.graph_if condition at 12 {} else {}
}

// -----

qd.kernel @f() attributes {workspace_bytes = #qd.size<"0">, readback_offset = 0, readback_bytes = 0,
                           result_offsets = array<i64>} {
  // expected-error @+1 {{has 'condition_word' -8, but words lie at multiples of 8 from 0}}
  qd.graph_while condition at -8 {} do {}
}

// -----

qd.kernel @f() attributes {workspace_bytes = #qd.size<"0">, readback_offset = 0, readback_bytes = 0,
                           result_offsets = array<i64>} {
  // expected-error @+1 {{has 'induction_word' 1, but words lie at multiples of 8 from 0}}
  qd.graph_repeat from <"0"> to <"1"> step <"1"> induction at 1 {}
}

// -----

qd.kernel @f() attributes {workspace_bytes = #qd.size<"0">, readback_offset = 0, readback_bytes = 0,
                           result_offsets = array<i64>} {
  // expected-error @+1 {{has 'iteration_word' 7, but words lie at multiples of 8 from 0}}
  qd.graph_do_while flag <array(0)> on_max(stop) iterations at 7 {}
}

// -----

qd.kernel @f() attributes {workspace_bytes = #qd.size<"0">, readback_offset = 0, readback_bytes = 0,
                           result_offsets = array<i64>} {
  // expected-error @+1 {{has 'count_word' 7, but words lie at multiples of 8 from 0}}
  qd.graph_do_while flag <array(0)> on_max(stop) counts at 7 {}
}

// -----

qd.kernel @f() attributes {workspace_bytes = #qd.size<"0">, readback_offset = 0, readback_bytes = 0,
                           result_offsets = array<i64>} {
  // expected-error @+1 {{has 'count_word' 12, but words lie at multiples of 8 from 0}}
  qd.graph_while condition at 0 counts at 12 {} do {}
}

// -----

qd.kernel @f() attributes {workspace_bytes = #qd.size<"0">, readback_offset = 0, readback_bytes = 0,
                           result_offsets = array<i64>} {
  // expected-error @+1 {{has 'count_word' -8, but words lie at multiples of 8 from 0}}
  qd.graph_repeat from <"0"> to <"1"> step <"1"> counts at -8 {}
}

// -----

qd.kernel @f() attributes {workspace_bytes = #qd.size<"0">, readback_offset = 0, readback_bytes = 0,
                           result_offsets = array<i64>} {
  // expected-error @+1 {{has a flag of kind 'scalar', but a flag is an array, a global or a region}}
  qd.graph_do_while flag <scalar(0)> on_max(stop) {}
}

// -----

qd.kernel @f() attributes {workspace_bytes = #qd.size<"0">, readback_offset = 0, readback_bytes = 0,
                           result_offsets = array<i64>} {
  // expected-error @+1 {{has on_max(error) without a maximum; add one, as 'max <"scalar(0)">'}}
  qd.graph_do_while flag <array(0)> on_max(error) {}
}

// -----

qd.kernel @f() attributes {workspace_bytes = #qd.size<"0">, readback_offset = 0, readback_bytes = 0,
                           result_offsets = array<i64>} {
  qd.graph_if condition at 0 {
    // expected-error @+1 {{stands in 'qd.graph_if', but a graph holds only 'qd.launch' and 'qd.graph_*'}}
    %0 = arith.constant 0 : index
  } else {}
}

// -----

qd.task @t of @k extent(#qd.size<"1">) (%n: index {qd.slot = #qd.slot<scalar(0)>}) {
  // expected-error @+1 {{'qd.temporary' op lies in region 0, which is for words}}
  %t = qd.temporary 0(%n) : memref<?xf32>
}

// -----

qd.task @t of @k extent(#qd.size<"1">) (%n: index {qd.slot = #qd.slot<scalar(0)>}) {
  // expected-error @+1 {{'qd.temporary' op has 1 extents, but its type 'memref<?x?xf32>' leaves 2 open}}
  %t = qd.temporary 1(%n) : memref<?x?xf32>
}
