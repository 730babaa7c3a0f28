// RUN: qdc-opt %s --split-input-file --verify-diagnostics

// An attribute that nothing reads is a mistake: none is dropped without a word.

// expected-error @+1 {{'qd.kernel' op has 'grpah', but its attributes are 'barrier_offset', 'checked', 'graph', 'readback_bytes', 'readback_offset', 'result_offsets', 'specialized', 'sym_visibility', 'temporaries', 'workspace_bytes', 'qd.differentiate', 'qd.doc', and those with the prefix of another dialect}}
qd.kernel @f() attributes {grpah = "never"} {}

// -----

// expected-error @+1 {{'qd.kernel' op has 'qd.graph', but its attributes are 'barrier_offset', 'checked', 'graph', }}
qd.kernel @f() attributes {qd.graph = "never"} {}

// -----

// expected-error @+1 {{'qd.kernel' op has 'qd.fusoin', but its attributes are 'barrier_offset', 'checked', 'graph', }}
qd.kernel @f() attributes {graph = "never", qd.fusoin = false} {}

// -----

// What passes put on loops and tasks has no place on a kernel.
// expected-error @+1 {{'qd.kernel' op has 'qd.transfer', but its attributes are 'barrier_offset', 'checked', 'graph', }}
qd.kernel @f() attributes {qd.transfer} {}

// -----

qd.kernel @f(%n: index) {
  // expected-error @+1 {{'qd.for' op has 'block_dmi', but its attributes are 'block_dim', 'name', 'reduce', and those with the prefix of another dialect}}
  qd.for (%i) in (%n) attributes {block_dmi = 3} {}
}

// -----

qd.kernel @f(%n: index) {
  // expected-error @+1 {{'qd.for' op has 'qd.strategy', but it stands on 'qd.do_while', 'scf.for' and 'scf.while' that hold parallel loops}}
  qd.for (%i) in (%n) attributes {qd.strategy = "grid"} {}
}

// -----

qd.kernel @f(%go: memref<i32>) {
  // expected-error @+1 {{'qd.do_while' op has 'max', but its attributes are 'name', 'on_max', 'qd.strategy', and those with the prefix of another dialect}}
  %0 = qd.do_while %go : memref<i32> attributes {max = 3} {}
}

// -----

qd.kernel @f(%c: i1) {
  // expected-error @+1 {{'qd.assert' op has 'qd.fatal', but its attributes are 'message', 'site', and those with the prefix of another dialect}}
  qd.assert %c, "c" {qd.fatal}
}

// -----

qd.kernel @f() {
  // expected-error @+1 {{'qd.return' op has 'early', but its attributes are those with the prefix of another dialect}}
  qd.return {early}
}

// -----

// expected-error @+1 {{'qd.task' op has 'qd.transfre', but its attributes are 'extent', 'kernel', 'partials', 'sym_visibility', and those with the prefix of another dialect}}
qd.task @k.0 of @k extent(#qd.size<"1">) () attributes {qd.transfre} {}
qd.kernel @k() attributes {workspace_bytes = #qd.size<"0">} {
  qd.launch @k.0
}

// -----

// expected-error @+1 {{result 1 of type 'i8' has 'qd.unsinged', but the attributes of results are 'qd.result_name' and 'qd.unsigned', which is for integers and takes no value}}
qd.kernel @f(%x: i8) -> (i8, i8 {qd.unsinged}) {
  qd.return %x, %x : i8, i8
}

// -----

// expected-error @+1 {{result 0 of type 'f32' has 'qd.unsigned', but the attributes of results are 'qd.result_name' and 'qd.unsigned', which is for integers and takes no value}}
qd.kernel @f(%x: f32) -> (f32 {qd.unsigned}) {
  qd.return %x : f32
}

// -----

// Helper functions are no exception, whether or not a kernel calls them.
func.func private @helper(%n: index) {
  // expected-error @+1 {{'qd.for' op has 'qd.block_dim', but its attributes are 'block_dim', 'name', 'reduce', and those with the prefix of another dialect}}
  qd.for (%i) in (%n) attributes {qd.block_dim = 3} {}
  return
}

// -----

// An attribute of its own must be of the kind that the operation declares: what is not would be dropped by the parser.
// expected-error @+1 {{'qd.kernel' op attribute 'graph' failed to satisfy constraint: string attribute}}
qd.kernel @f() attributes {graph = 5} {}

// -----

// expected-error @+1 {{'qd.kernel' op attribute 'workspace_bytes' failed to satisfy constraint: a SizeExpr}}
qd.kernel @f() attributes {workspace_bytes = "x"} {}

// -----

// expected-error @+1 {{'qd.kernel' op attribute 'sym_visibility' failed to satisfy constraint: string attribute}}
qd.kernel @f() attributes {sym_visibility = 5} {}

// -----

// expected-error @+1 {{'qd.kernel' op attribute 'result_offsets' failed to satisfy constraint: i64 dense array attribute}}
qd.kernel @f() attributes {result_offsets = 5} {}

// -----

// expected-error @+1 {{'qd.kernel' op attribute 'readback_offset' failed to satisfy constraint: 64-bit signless integer attribute}}
qd.kernel @f() attributes {readback_offset = "x"} {}

// -----

// expected-error @+1 {{'qd.kernel' op attribute 'barrier_offset' failed to satisfy constraint: 64-bit signless integer attribute}}
qd.kernel @f() attributes {barrier_offset = "x"} {}

// -----

// expected-error @+1 {{'qd.kernel' op attribute 'specialized' failed to satisfy constraint: the scalar values that a kernel's code was made for}}
qd.kernel @f() attributes {specialized = 5} {}

// -----

// expected-error @+1 {{'qd.kernel' op has 'arg_attrs', which the rest of its text says; leave it out}}
qd.kernel @f() attributes {arg_attrs = 5} {}

// -----

// expected-error @+1 {{'qd.kernel' op has 'function_type', which the rest of its text says; leave it out}}
qd.kernel @f() attributes {function_type = () -> ()} {}

// -----

qd.kernel @f(%n: index) {
  // expected-error @+1 {{'qd.for' op attribute 'block_dim' failed to satisfy constraint: 32-bit signless integer attribute}}
  qd.for (%i) in (%n) attributes {block_dim = "x"} {}
}

// -----

qd.kernel @f(%n: index) {
  // expected-error @+1 {{'qd.for' op attribute 'name' failed to satisfy constraint: string attribute}}
  qd.for (%i) in (%n) attributes {name = 5} {}
}

// -----

qd.kernel @f(%n: index) {
  // expected-error @+1 {{'qd.for' op attribute 'reduce' failed to satisfy constraint: kinds of reduction}}
  qd.for (%i) in (%n) attributes {reduce = 5} {}
}

// -----

qd.kernel @f(%n: index) {
  // expected-error @+1 {{'qd.for' op has 'operandSegmentSizes', which the rest of its text says; leave it out}}
  qd.for (%i) in (%n) attributes {operandSegmentSizes = array<i32: 1, 0, 0>} {}
}

// -----

qd.kernel @f(%go: memref<i32>) {
  // expected-error @+1 {{'qd.do_while' op attribute 'on_max' failed to satisfy constraint: what reaching the maximum of a qd.do_while means}}
  %0 = qd.do_while %go : memref<i32> attributes {on_max = 5} {}
}

// -----

// expected-error @+1 {{'qd.task' op attribute 'sym_visibility' failed to satisfy constraint: string attribute}}
qd.task @k.0 of @k extent(#qd.size<"1">) () attributes {sym_visibility = 5} {}

// -----

// Those of other dialects stay.
qd.kernel @f(%n: index) attributes {llvm.mine, other.thing = 3} {
  qd.for (%i) in (%n) attributes {llvm.mine} {}
}

// -----

// expected-error @+1 {{'qd.doc' is a text in quotes, not '5 : i64'}}
qd.kernel @f() attributes {qd.doc = 5} {}

// -----

// expected-error @+1 {{'qd.doc' of argument 0 is a text in quotes, not 'unit'}}
qd.kernel @f(%x: f32 {qd.doc}) {}

// -----

// expected-error @+1 {{'qd.result_name' of result 0 is a name in quotes, not '""'}}
qd.kernel @f(%x: f32) -> (f32 {qd.result_name = ""}) {
  qd.return %x : f32
}

// -----

// expected-error @+1 {{has two results named 'a'; give one another 'qd.result_name'}}
qd.kernel @f(%x: f32) -> (f32 {qd.result_name = "a"}, f32 {qd.result_name = "a"}) {
  qd.return %x, %x : f32, f32
}
