// RUN: qdc-opt %s | qdc-opt | FileCheck %s
// RUN: qdc-opt %s --emit-bytecode | qdc-opt | FileCheck %s

// What a lowering leaves says what the manifest will: parameters with the usual value are left out.

// CHECK: @cpu() attributes {qd.entry_point = #qd.entry_point<task = <"a@b.0" of "a@b">, slots = []>}
func.func @cpu() attributes {qd.entry_point = #qd.entry_point<task = <"a@b.0" of "a@b">, slots = []>} { return }
// CHECK: @gpu() attributes {qd.entry_point = #qd.entry_point<task = <"k.0" of "k">, slots = [<array(0)>, <dim(0, 1)>, <workspace(8)>, <seed>], launch = <block_threads = 256, subgroup_width = 32>>}
func.func @gpu() attributes {qd.entry_point = #qd.entry_point<launch = <subgroup_width = 32, block_threads = 256, threads_per_iteration = 1, iterations_per_thread = 1, slot_passing = values, grid = iterations>, slots = [<array(0)>, #qd.slot<dim(0, 1)>, <workspace(8)>, <seed>], task = #qd.source_task<"k.0" of "k">>} { return }
// CHECK: @chunks() {{.*}}launch = <block_threads = 96, subgroup_width = 64, iterations_per_thread = 4, slot_passing = memory, grid = resident>>}
func.func @chunks() attributes {qd.entry_point = #qd.entry_point<task = <"k.0" of "k">, slots = [], launch = <block_threads = 96, subgroup_width = 64, iterations_per_thread = 4, slot_passing = memory, grid = resident>>} { return }
// CHECK: @subgroups() {{.*}}launch = <block_threads = 1024, subgroup_width = 64, threads_per_iteration = 64>>}
func.func @subgroups() attributes {qd.entry_point = #qd.entry_point<task = <"k.0" of "k">, slots = [], launch = <block_threads = 1024, subgroup_width = 64, threads_per_iteration = 64>>} { return }
// CHECK: @block() attributes {qd.entry_point = #qd.entry_point<loop = <0 of "k" as block>, slots = [<workspace(0)>, <maximum_iterations>, <stop_word>], launch = <block_threads = 512, subgroup_width = 32, grid = single>>}
func.func @block() attributes {qd.entry_point = #qd.entry_point<loop = #qd.loop_node<0 of "k" as block>, slots = [<workspace(0)>, <maximum_iterations>, <stop_word>], launch = <block_threads = 512, subgroup_width = 32, grid = single>>} { return }
// CHECK: @grid() attributes {qd.entry_point = #qd.entry_point<loop = <4294967295 of "a@b" as grid>, slots = [], launch = <block_threads = 256, subgroup_width = 32, grid = cooperative>>}
func.func @grid() attributes {qd.entry_point = #qd.entry_point<loop = <4294967295 of "a@b" as grid>, slots = [], launch = <block_threads = 256, subgroup_width = 32, grid = cooperative>>} { return }
// CHECK: @end() attributes {qd.entry_point = #qd.entry_point<loop = <1 of "k" as graph, last = 2>, slots = [<condition_handle(1)>, <loop_state(1)>]>}
func.func @end() attributes {qd.entry_point = #qd.entry_point<loop = <1 of "k" as graph, last = 2>, slots = [#qd.slot<condition_handle(1)>, <loop_state(1)>]>} { return }
// CHECK: @private() attributes {qd.private_form = #qd.private_form<of = @cpu, atomics = 4294967295, copies = [<slot = 0, merge = @merge, neutral = 0x80000000>, <slot = 3, merge = @merge, neutral = 0xffffffffffffffff>]>}
func.func @private() attributes {qd.private_form = #qd.private_form<of = @cpu, atomics = 4294967295, copies = [<slot = 0, merge = @merge, neutral = 2147483648>, <slot = 3, merge = @merge, neutral = 0xFFFFFFFFFFFFFFFF>]>} { return }
// CHECK: qd.task @k.1 {{.*}} attributes {qd.private_form = #qd.private_form<of = @k.0, atomics = 1>, qd.source_task = #qd.source_task<"k.1" of "k">}
qd.task @k.1 of @k extent(#qd.size<"1">) () attributes {qd.source_task = #qd.source_task<"k.1" of "k">, qd.private_form = #qd.private_form<of = @k.0, atomics = 1, copies = []>} {}
// CHECK: qd.task @k.2 {{.*}} attributes {qd.equal_tasks = [#qd.entry_point<task = <"k.3" of "k">, slots = []>]}
qd.task @k.2 of @k extent(#qd.size<"1">) () attributes {qd.equal_tasks = [#qd.entry_point<slots = [], task = <"k.3" of "k">>]} {}
