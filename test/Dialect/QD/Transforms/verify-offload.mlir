// RUN: qdc-opt %s --split-input-file --verify-diagnostics --qd-verify-offload

// expected-error@+1 {{'qd.kernel' op has no graph yet; run qd-offload}}
qd.kernel @no_graph() {
}

// -----

qd.kernel @statement(%x: memref<i32>) attributes {workspace_bytes = #qd.size<"8">} {
  // expected-error@+1 {{'memref.load' op stands in the graph of '@statement', which holds tasks and control only}}
  %v = memref.load %x[] : memref<i32>
}

// -----

// A word that only one side of an if writes.
qd.kernel @one_side(%c: i1) attributes {workspace_bytes = #qd.size<"16">} {
  qd.launch @one_side.0
  qd.graph_if condition at 0 {
    qd.launch @one_side.1
  } else {
  }
  qd.launch @one_side.2
}
qd.task @one_side.0 of @one_side extent(#qd.size<"1">) (%c: i1 {qd.slot = #qd.slot<scalar(0)>}) {
  qd.write_word %c, 0 : i1
}
qd.task @one_side.1 of @one_side extent(#qd.size<"1">) (%c: i1 {qd.slot = #qd.slot<scalar(0)>}) {
  qd.write_word %c, 8 : i1
}
// expected-error@+1 {{'qd.task' op reads a parameter from the word at byte 8, which is not written on every path that leads here}}
qd.task @one_side.2 of @one_side extent(#qd.size<"1">) (%d: i1 {qd.slot = #qd.slot<word(8)>}) {
}

// -----

// A counted loop may run no iteration, so what its body writes is not there afterwards.
// expected-error@+1 {{'qd.kernel' op reads a result from the word at byte 0, which is not written on every path that leads here}}
qd.kernel @zero_trips(%n: index) -> i64 attributes {workspace_bytes = #qd.size<"8">, result_offsets = array<i64: 0>, readback_offset = 0 : i64, readback_bytes = 8 : i64} {
  qd.graph_repeat from <"0"> to <"scalar(0)"> step <"1"> {
    qd.launch @zero_trips.0
  }
}
qd.task @zero_trips.0 of @zero_trips extent(#qd.size<"1">) () {
  %c = arith.constant 1 : i64
  qd.write_word %c, 0 : i64
}

// -----

// Unless its bounds are constants that let it run.
qd.kernel @sure_trips() -> i64 attributes {workspace_bytes = #qd.size<"8">, result_offsets = array<i64: 0>, readback_offset = 0 : i64, readback_bytes = 8 : i64} {
  qd.graph_repeat from <"0"> to <"1"> step <"1"> {
    qd.launch @sure_trips.0
  }
}
qd.task @sure_trips.0 of @sure_trips extent(#qd.size<"1">) () {
  %c = arith.constant 1 : i64
  qd.write_word %c, 0 : i64
}

// -----

// These don't.
// expected-error@+1 {{'qd.kernel' op reads a result from the word at byte 0, which is not written on every path that leads here}}
qd.kernel @no_trips() -> i64 attributes {workspace_bytes = #qd.size<"8">, result_offsets = array<i64: 0>, readback_offset = 0 : i64, readback_bytes = 8 : i64} {
  qd.graph_repeat from <"1"> to <"1"> step <"1"> {
    qd.launch @no_trips.0
  }
}
qd.task @no_trips.0 of @no_trips extent(#qd.size<"1">) () {
  %c = arith.constant 1 : i64
  qd.write_word %c, 0 : i64
}

// -----

// What a condition of a while loop needs is written before its first check.
qd.kernel @late_condition() attributes {workspace_bytes = #qd.size<"8">} {
  // expected-error@+1 {{'qd.graph_while' op reads a condition from the word at byte 0, which is not written on every path that leads here}}
  qd.graph_while condition at 0 {
  } do {
    qd.launch @late_condition.0
  }
}
qd.task @late_condition.0 of @late_condition extent(#qd.size<"1">) () {
  %c = arith.constant true
  qd.write_word %c, 0 : i1
}

// -----

qd.kernel @size(%x: memref<?xi32>) attributes {workspace_bytes = #qd.size<"8">} {
  qd.launch @size.0
}
// expected-error@+1 {{'qd.task' op reads a size from the word at byte 0, which is not written on every path that leads here}}
qd.task @size.0 of @size extent(#qd.size<"max(word(0), 0)">) (%n: index {qd.slot = #qd.slot<scalar(0)>}) {
  qd.for (%i) in (%n) {
  }
}

// -----

qd.kernel @types() attributes {workspace_bytes = #qd.size<"8">} {
  qd.launch @types.0
  qd.launch @types.1
}
qd.task @types.0 of @types extent(#qd.size<"1">) () {
  %c = arith.constant 1.0 : f32
  qd.write_word %c, 0 : f32
}
// expected-error@+1 {{'qd.task' op uses the word at byte 0 as 'i32', but it is a word of type 'f32'}}
qd.task @types.1 of @types extent(#qd.size<"1">) (%d: i32 {qd.slot = #qd.slot<word(0)>}) {
}

// -----

qd.kernel @outside() attributes {workspace_bytes = #qd.size<"8">} {
  qd.launch @outside.0
}
qd.task @outside.0 of @outside extent(#qd.size<"1">) () {
  %c = arith.constant 1.0 : f32
  // expected-error@+1 {{'qd.write_word' op uses the word at byte 8, but words lie at multiples of 8 inside the workspace of 8 bytes}}
  qd.write_word %c, 8 : f32
}

// -----

qd.kernel @partials(%n: index) attributes {workspace_bytes = #qd.size<"64">} {
  qd.launch @partials.0
}
qd.task @partials.0 of @partials extent(#qd.size<"1">) (%n: index {qd.slot = #qd.slot<scalar(0)>}) {
  // expected-error@+1 {{'qd.combine_partials' op reads partials at byte 0, which are not written on every path that leads here}}
  %s = qd.combine_partials addf of %n iterations at 0 : f32
}

// -----

qd.kernel @unused() attributes {workspace_bytes = #qd.size<"0">} {
}
// expected-error@+1 {{'qd.task' op is run by no graph}}
qd.task @unused.0 of @unused extent(#qd.size<"1">) () {
}

// -----

qd.kernel @a() attributes {workspace_bytes = #qd.size<"0">} {
}
qd.kernel @b() attributes {workspace_bytes = #qd.size<"0">} {
  // expected-error@+1 {{'qd.launch' op runs '@a.0', a task of '@a'}}
  qd.launch @a.0
}
qd.task @a.0 of @a extent(#qd.size<"1">) () {
}

// -----

qd.kernel @far_partials(%n: index) attributes {workspace_bytes = #qd.size<"64">} {
  qd.launch @far_partials.0
}
// expected-error@+1 {{'qd.task' op has partials at byte 128, outside of the workspace of 64 bytes}}
qd.task @far_partials.0 of @far_partials extent(#qd.size<"1">) partials [128] (%n: index {qd.slot = #qd.slot<scalar(0)>}) {
  %s = qd.for (%i) in (%n) reduce(addi) -> i32 {
    %c = arith.constant 1 : i32
    qd.yield %c : i32
  }
}

// -----

// expected-error@+1 {{'qd.kernel' op has partials from byte 0 on, but words up to byte 16 of its workspace}}
qd.kernel @mixed(%n: index) attributes {workspace_bytes = #qd.size<"64">} {
  qd.launch @mixed.0
  qd.launch @mixed.1
}
qd.task @mixed.0 of @mixed extent(#qd.size<"1">) partials [0] (%n: index {qd.slot = #qd.slot<scalar(0)>}) {
  %s = qd.for (%i) in (%n) reduce(addi) -> i32 {
    %c = arith.constant 1 : i32
    qd.yield %c : i32
  }
}
qd.task @mixed.1 of @mixed extent(#qd.size<"1">) (%n: index {qd.slot = #qd.slot<scalar(0)>}) {
  qd.write_word %n, 8 : index
}

// -----

qd.kernel @counts_alone() attributes {workspace_bytes = #qd.size<"64">} {
  // expected-error@+1 {{'qd.graph_repeat' op counts its iterations, but its kernel has no 'barrier_offset', where an entry point that runs the loop waits}}
  qd.graph_repeat from <"0"> to <"4"> step <"1"> counts at 0 {
  }
}

// -----

qd.kernel @two_counts() attributes {workspace_bytes = #qd.size<"64">, barrier_offset = 8} {
  qd.graph_repeat from <"0"> to <"4"> step <"1"> counts at 0 {
  }
  // expected-error@+1 {{'qd.graph_repeat' op uses the word at byte 0, in which a loop counts its iterations or barriers wait; each has its words for itself}}
  qd.graph_repeat from <"0"> to <"4"> step <"1"> counts at 0 {
  }
}

// -----

// Barriers have two words.
qd.kernel @counts_at_barriers(%go: memref<i32>) attributes {workspace_bytes = #qd.size<"64">, barrier_offset = 8} {
  // expected-error@+1 {{'qd.graph_do_while' op uses the word at byte 16, in which a loop counts its iterations or barriers wait}}
  qd.graph_do_while flag <array(0)> on_max(stop) counts at 16 {
  }
}

// -----

qd.kernel @writes_a_count(%n: index) attributes {workspace_bytes = #qd.size<"64">, barrier_offset = 8} {
  qd.graph_repeat from <"0"> to <"4"> step <"1"> counts at 0 {
    qd.launch @writes_a_count.0
  }
}
qd.task @writes_a_count.0 of @writes_a_count extent(#qd.size<"1">) (%n: index {qd.slot = #qd.slot<scalar(0)>}) {
  // expected-error@+1 {{'qd.write_word' op uses the word at byte 0, in which a loop counts its iterations or barriers wait}}
  qd.write_word %n, 0 : index
}

// -----

// expected-error@+1 {{'qd.kernel' op uses the word at byte 64, but words lie at multiples of 8 inside the workspace of 64 bytes}}
qd.kernel @far_barriers() attributes {workspace_bytes = #qd.size<"64">, barrier_offset = 56} {
}

// -----

// expected-error@+1 {{'qd.kernel' op has partials from byte 0 on, but words up to byte 24 of its workspace}}
qd.kernel @barriers_in_partials(%n: index) attributes {workspace_bytes = #qd.size<"64">, barrier_offset = 8} {
  qd.launch @barriers_in_partials.0
}
qd.task @barriers_in_partials.0 of @barriers_in_partials extent(#qd.size<"1">) partials [0] (%n: index {qd.slot = #qd.slot<scalar(0)>}) {
  %s = qd.for (%i) in (%n) reduce(addi) -> i32 {
    %c = arith.constant 1 : i32
    qd.yield %c : i32
  }
}

// -----

qd.kernel @strategy(%n: index) attributes {workspace_bytes = #qd.size<"64">} {
  // expected-error@+1 {{'qd.graph_repeat' op has 'strategy' with the value "auto", but it takes one of "host", "graph", "replay", "block", "grid"}}
  qd.graph_repeat from <"0"> to <"4"> step <"1"> attributes {strategy = "auto"} {
  }
}

// -----

qd.kernel @temporary(%n: index) attributes {workspace_bytes = #qd.size<"64">,
    temporaries = [#qd.temporary<memref<?xf32> extents [<"scalar(0)">] in 1 at loc(unknown)>]} {
  qd.launch @temporary.0
}
qd.task @temporary.0 of @temporary extent(#qd.size<"1">) (%n: index {qd.slot = #qd.slot<scalar(0)>}) {
  %t = qd.temporary 1(%n) : memref<?xf32>
  // expected-error@+1 {{'qd.temporary' op lies in region 2, but 'temporaries' of '@temporary' has no array of type 'memref<?xf32>' there}}
  %u = qd.temporary 2(%n) : memref<?xf32>
}

// -----

// A size that words tell is known at the top level of the graph, ahead of the node that uses the array.
qd.kernel @known_size(%n: index) attributes {workspace_bytes = #qd.size<"64">,
    temporaries = [#qd.temporary<memref<?xf32> extents [<"word(8)">] in 1 at loc(unknown)>]} {
  qd.launch @known_size.0
  qd.launch @known_size.1
}
qd.task @known_size.0 of @known_size extent(#qd.size<"1">) (%n: index {qd.slot = #qd.slot<scalar(0)>}) {
  %t = qd.temporary 1(%n) : memref<?xf32>
  %c0 = arith.constant 0 : index
  %d = memref.dim %t, %c0 : memref<?xf32>
  qd.write_word %d, 8 : index
}
qd.task @known_size.1 of @known_size extent(#qd.size<"1">) (%n: index {qd.slot = #qd.slot<word(8)>}) {
  %t = qd.temporary 1(%n) : memref<?xf32>
  %c0 = arith.constant 0 : index
  %v = memref.load %t[%c0] : memref<?xf32>
}

// -----

qd.kernel @late_size(%n: index) attributes {workspace_bytes = #qd.size<"64">, barrier_offset = 48,
    temporaries = [#qd.temporary<memref<?xf32> extents [<"word(8)">] in 1 at loc(unknown)>]} {
  qd.graph_repeat from <"0"> to <"4"> step <"1"> {
    qd.launch @late_size.0
    qd.launch @late_size.1
  }
}
qd.task @late_size.0 of @late_size extent(#qd.size<"1">) (%n: index {qd.slot = #qd.slot<scalar(0)>}) {
  qd.write_word %n, 8 : index
}
qd.task @late_size.1 of @late_size extent(#qd.size<"1">) (%n: index {qd.slot = #qd.slot<word(8)>}) {
  // expected-error@+1 {{'qd.temporary' op has an extent from the word at byte 8, which no earlier node at the top level of the graph of '@late_size' writes for certain}}
  %t = qd.temporary 1(%n) : memref<?xf32>
  %c0 = arith.constant 0 : index
  %v = memref.load %t[%c0] : memref<?xf32>
}
