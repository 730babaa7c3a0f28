// RUN: qdc-opt %s --convert-tasks-to-grid=subgroup-width=32 --split-input-file --verify-diagnostics

qd.kernel @k() {
  qd.return
}
qd.task @k.0 of @k extent(#qd.size<"1">) (%a: i32 {qd.slot = #qd.slot<scalar(0)>}) {
  // expected-error @+1 {{'llvm.add' op cannot stand in a function of a grid; accepted: functions of 'arith', 'index', 'math' and 'scf', flat accesses to arrays, and operations among threads}}
  %b = llvm.add %a, %a : i32
}

// -----

qd.kernel @k(%x: memref<?xf32>) {
  qd.return
}
qd.task @k.0 of @k extent(#qd.size<"1">) (%x: memref<?xf32> {qd.slot = #qd.slot<array(0)>}) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'memref.dim' cannot take an array here; accepted: 'memref.load',}}
  %n = memref.dim %x, %c0 : memref<?xf32>
}

// -----

qd.kernel @k() {
  qd.return
}
qd.task @k.0 of @k extent(#qd.size<"1">) (%w: memref<?xi64> {qd.slot = #qd.slot<workspace(0)>}) {
  %c0 = arith.constant 0 : i64
  // expected-error @+1 {{'qd.write_word' op cannot stand in a function of a grid; accepted: functions of}}
  qd.write_word %c0, 64 : i64
}

// -----

qd.kernel @k() {
  qd.return
}
qd.task @k.0 of @k extent(#qd.size<"1">) () {
  %c0 = arith.constant 0 : index
  %x = memref.alloca() : memref<2x2xf32>
  // expected-error @+1 {{'memref.load' op accesses an element by 2 indices; accepted: one, as in arrays of rank 1}}
  %y = memref.load %x[%c0, %c0] : memref<2x2xf32>
}

// -----

// expected-error @+1 {{is an entry point without 'qd.entry_point', or without 'launch' in it, as 'convert-tasks-to-grid' writes them}}
func.func @f() {
  return
}

// -----

// expected-error @+1 {{is an entry point without 'qd.entry_point', or without 'launch' in it, as 'convert-tasks-to-grid' writes them}}
func.func @f() attributes {qd.entry_point = #qd.entry_point<task = <"f.0" of "f">, slots = []>} {
  return
}

// -----

// What says that it is an entry point is one.
// expected-error @+1 {{is an entry point without 'qd.entry_point', or without 'launch' in it, as 'convert-tasks-to-grid' writes them}}
func.func private @f() attributes {qd.entry_point = #qd.entry_point<task = <"f.0" of "f">, slots = []>} {
  return
}

// -----

// expected-error @+1 {{needs one slot for each parameter}}
func.func @f(%x: memref<?xf32>) attributes {qd.entry_point = #qd.entry_point<task = <"f.0" of "f">, slots = [], launch = <block_threads = 64, subgroup_width = 32>>} {
  return
}

// -----

// expected-error @+1 {{uses an array of another rank than 1 in a function of a grid}}
func.func private @f(%x: memref<?x?xi32>) {
  return
}

// -----

// A grid has one dimension.
func.func private @f(%x: memref<?xindex>) {
  // expected-error @+1 {{'gpu.thread_id' op cannot stand in a function of a grid}}
  %t = gpu.thread_id y
  return
}

// -----

// Of what threads reduce together there is the largest alone, of those that are there.
func.func private @f(%x: memref<?xi32>, %w: i32) {
  %c0 = arith.constant 0 : i64
  // expected-error @+1 {{'gpu.subgroup_reduce' op cannot stand in a function of a grid}}
  %r = gpu.subgroup_reduce maxui %w uniform : (i32) -> i32
  qd.flat_store %r, %x[%c0] : i32, memref<?xi32>
  return
}

// -----

func.func private @f(%x: memref<?xi32>, %w: i32) {
  %c0 = arith.constant 0 : i64
  // expected-error @+1 {{'gpu.subgroup_reduce' op cannot stand in a function of a grid}}
  %r = gpu.subgroup_reduce add %w : (i32) -> i32
  qd.flat_store %r, %x[%c0] : i32, memref<?xi32>
  return
}

// -----

// Whether another thread took part is not asked.
func.func private @f(%x: memref<?xi32>, %w: i32) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i32
  %c32 = arith.constant 32 : i32
  // expected-error @+1 {{'gpu.shuffle' op cannot stand in a function of a grid}}
  %r, %v = gpu.shuffle down %w, %c1, %c32 : i32
  scf.if %v {
    qd.flat_store %r, %x[%c0] : i32, memref<?xi32>
  }
  return
}

// -----

func.func private @f(%x: memref<?xi32>) {
  return
}
func.func private @g(%x: memref<?xi32>) {
  // expected-error @+1 {{calls no body from an entry point}}
  call @f(%x) : (memref<?xi32>) -> ()
  return
}

// -----

func.func private @f(%thread: i64, %x: memref<?xi32>) {
  return
}
func.func @g(%x: memref<?xi32>) attributes {qd.entry_point = #qd.entry_point<task = <"f.0" of "f">, slots = [<array(0)>], launch = <block_threads = 64, subgroup_width = 32>>} {
  %c0 = arith.constant 0 : i64
  // expected-error @+1 {{hands a parameter of the entry point to the body after a value that is none}}
  call @f(%c0, %x) : (i64, memref<?xi32>) -> ()
  return
}

// -----

func.func private @f(%x: memref<?xi32>, %y: memref<?xi32>) {
  return
}
func.func @g(%x: memref<?xi32>) attributes {qd.entry_point = #qd.entry_point<task = <"f.0" of "f">, slots = [<array(0)>], launch = <block_threads = 64, subgroup_width = 32>>} {
  // expected-error @+1 {{hands an array twice that is not marked 'qd.may_alias'}}
  call @f(%x, %x) : (memref<?xi32>, memref<?xi32>) -> ()
  return
}

// -----

func.func private @f(%x: memref<?xi32>) {
  return
}
func.func @g(%x: memref<?xi32> {qd.may_alias}) attributes {qd.entry_point = #qd.entry_point<task = <"f.0" of "f">, slots = [<array(0)>], launch = <block_threads = 64, subgroup_width = 32>>} {
  // expected-error @+1 {{hands a parameter on that only one of entry point and body marks 'qd.may_alias'}}
  call @f(%x) : (memref<?xi32>) -> ()
  return
}

// -----

func.func private @f(%x: memref<?xi8>) {
  return
}
func.func @g(%x: memref<?xi8>) attributes {qd.entry_point = #qd.entry_point<task = <"f.0" of "f">, slots = [<array(0)>], launch = <block_threads = 64, subgroup_width = 32>>} {
  call @f(%x) : (memref<?xi8>) -> ()
  return
}
func.func @h(%x: memref<?xi8>) attributes {qd.entry_point = #qd.entry_point<task = <"f.0" of "f">, slots = [<error_record>], launch = <block_threads = 64, subgroup_width = 32>>} {
  // expected-error @+1 {{hands parameters of other kinds to the body than another entry point}}
  call @f(%x) : (memref<?xi8>) -> ()
  return
}

// -----

func.func private @f() -> i32 {
  %c0 = arith.constant 0 : i32
  return %c0 : i32
}
func.func @g() attributes {qd.entry_point = #qd.entry_point<task = <"f.0" of "f">, slots = [], launch = <block_threads = 64, subgroup_width = 32>>} {
  // expected-error @+1 {{calls a body with results; bodies write to arrays}}
  %r = call @f() : () -> i32
  return
}

// -----

// expected-error @+1 {{is a body that no entry point calls}}
func.func private @f() {
  return
}

// -----

func.func private @f(%words: memref<?xi64>) {
  // expected-error @+1 {{'qd.grid_barrier' op stands in a body, which may be part of any entry point; accepted: in entry points}}
  qd.grid_barrier at %words[0] : memref<?xi64> {
  ^bb0(%thread: i64):
    qd.grid_barrier_end
  }
  return
}

// -----

// Elements are accessed in one form.
func.func private @f(%x: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'memref.load' op cannot stand in a function of a grid; accepted: functions of}}
  %y = memref.load %x[%c0] : memref<?xf32>
  return
}

// -----

func.func private @f(%c: i1) {
  // expected-error @+1 {{'qd.assert' op cannot stand in a function of a grid; accepted: functions of}}
  qd.assert %c, "holds" {site = 0 : i32}
  return
}

// -----

// A body is no entry point.
// expected-error @+1 {{has 'qd.entry_point', but is private; accepted: on public functions, which a launch can find}}
func.func private @f() attributes {qd.entry_point = #qd.entry_point<task = <"f.0" of "f">, slots = [], launch = <block_threads = 64, subgroup_width = 32>>}

// -----

// expected-error @+1 {{has parameter 0 of type 'memref<?xf32>' in a slot of kind 'seed'; accepted: arrays in slots of addresses, scalars in others}}
func.func @f(%x: memref<?xf32>) attributes {qd.entry_point = #qd.entry_point<task = <"f.0" of "f">, slots = [<seed>], launch = <block_threads = 64, subgroup_width = 32>>} {
  return
}

// -----

// expected-error @+1 {{has parameter 0 of type 'i64' in a slot of kind 'array'; accepted: arrays in slots of addresses, scalars in others}}
func.func @f(%x: i64) attributes {qd.entry_point = #qd.entry_point<task = <"f.0" of "f">, slots = [<array(0)>], launch = <block_threads = 64, subgroup_width = 32>>} {
  return
}

// -----

// What a loop counts is no parameter.
func.func private @f(%i: index) {
  return
}
func.func @g() attributes {qd.entry_point = #qd.entry_point<task = <"g.0" of "g">, slots = [], launch = <block_threads = 64, subgroup_width = 32>>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    func.call @f(%i) : (index) -> ()
  }
  return
}

// -----

func.func private @f(%c: i1, %x: memref<?xf32>, %y: memref<?xf32>) {
  // expected-error @+1 {{'arith.select' op makes or takes an array; accepted: 'memref.alloca' of a constant size, 'memref.get_global', 'memref.extract_aligned_pointer_as_index', flat accesses, and calls of bodies}}
  %z = arith.select %c, %x, %y : memref<?xf32>
  return
}

// -----

func.func private @f(%n: index) {
  // expected-error @+1 {{'memref.alloca' op makes or takes an array; accepted: 'memref.alloca' of a constant size}}
  %x = memref.alloca(%n) : memref<?xf32>
  return
}

// -----

func.func private @h(memref<?xf32>)
func.func private @f(%x: memref<?xf32>) {
  // expected-error @+1 {{'func.call' op makes or takes an array}}
  func.call @h(%x) : (memref<?xf32>) -> ()
  return
}

// -----

func.func private @f(%x: memref<4xf32>) {
  return
}
func.func @g() attributes {qd.entry_point = #qd.entry_point<task = <"g.0" of "g">, slots = [], launch = <block_threads = 64, subgroup_width = 32>>} {
  %x = memref.alloca() : memref<4xf32>
  // expected-error @+1 {{hands an array to the body that is no parameter of the entry point}}
  call @f(%x) : (memref<4xf32>) -> ()
  return
}

// -----

func.func private @f() {
  // expected-error @+1 {{'func.constant' op cannot stand in a function of a grid}}
  %f = func.constant @f : () -> ()
  return
}

// -----

func.func private @f() {
  return
}
// expected-error @+1 {{'func.call' op stands in no function}}
func.call @f() : () -> ()

// -----

// expected-error @+1 {{is an entry point with results; entry points write to arrays}}
func.func @g() -> i32 attributes {qd.entry_point = #qd.entry_point<task = <"g.0" of "g">, slots = [], launch = <block_threads = 64, subgroup_width = 32>>} {
  %c0 = arith.constant 0 : i32
  return %c0 : i32
}

// -----

// What a barrier runs is part of the grid too.
func.func @g() attributes {qd.entry_point = #qd.entry_point<loop = <0 of "g" as block>, slots = [], launch = <block_threads = 64, subgroup_width = 32, grid = single>>} {
  qd.grid_barrier {
  ^bb0(%thread: i64):
    // expected-error @+1 {{'gpu.thread_id' op cannot stand in a function of a grid}}
    %t = gpu.thread_id y
    qd.grid_barrier_end
  }
  return
}

// -----

// Which of several blocks runs a body is the vote of a subgroup.
func.func @g(%words: memref<?xi64>) attributes {qd.entry_point = #qd.entry_point<loop = <0 of "g" as grid>, slots = [<workspace(0)>], launch = <block_threads = 64, subgroup_width = 0, grid = cooperative>>} {
  qd.grid_barrier at %words[0] : memref<?xi64> {
  ^bb0(%thread: i64):
    qd.grid_barrier_end
  }
  // expected-error @+1 {{'qd.grid_barrier' op runs its body in one of several blocks, which a subgroup chooses, in an entry point that counts on no subgroup width; accepted there: barriers of one block, and barriers without a body}}
  %more = qd.grid_barrier at %words[0] : memref<?xi64> -> i1 {
  ^bb0(%thread: i64):
    %yes = arith.constant true
    qd.grid_barrier_end %yes : i1
  }
  return
}

// -----

// A body may be called from there.
func.func private @f(%x: memref<?xi32>, %thread: i64) {
  return
}
func.func @g(%x: memref<?xi32>) attributes {qd.entry_point = #qd.entry_point<loop = <0 of "g" as block>, slots = [<array(0)>], launch = <block_threads = 64, subgroup_width = 32, grid = single>>} {
  qd.grid_barrier {
  ^bb0(%thread: i64):
    func.call @f(%x, %thread) : (memref<?xi32>, i64) -> ()
    qd.grid_barrier_end
  }
  return
}
