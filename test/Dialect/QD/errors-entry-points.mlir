// RUN: qdc-opt %s --split-input-file --verify-diagnostics

// What passes say about the functions that tasks become.

// expected-error @+1 {{'subgroup_width' is 16; accepted: 0 (none is guaranteed), 32, 64}}
#launch = #qd.launch<block_threads = 64, subgroup_width = 16>

// -----

// expected-error @+1 {{'threads_per_iteration' is 32; accepted: 1, 64 where 'subgroup_width' is 64, and 'block_threads', which is 64}}
#launch = #qd.launch<block_threads = 64, subgroup_width = 64, threads_per_iteration = 32>

// -----

// expected-error @+1 {{'block_threads' is 96; accepted: multiples of 64 where 'threads_per_iteration' is 64, up to 1024}}
#launch = #qd.launch<block_threads = 96, subgroup_width = 64, threads_per_iteration = 64>

// -----

// expected-error @+1 {{'block_threads' is 96; accepted: multiples of 64 where 'threads_per_iteration' is 96, up to 1024}}
#launch = #qd.launch<block_threads = 96, subgroup_width = 64, threads_per_iteration = 96>

// -----

// expected-error @+1 {{'block_threads' is 128; accepted: 64, which is 'threads_per_iteration', since 'subgroup_width' is 0}}
#launch = #qd.launch<block_threads = 128, subgroup_width = 0, threads_per_iteration = 64>

// -----

// expected-error @+1 {{'block_threads' is 0; accepted: multiples of 1 where 'threads_per_iteration' is 1, up to 1024}}
#launch = #qd.launch<block_threads = 0, subgroup_width = 32>

// -----

// expected-error @+1 {{'block_threads' is 1025; accepted: multiples of 1 where 'threads_per_iteration' is 1, up to 1024}}
#launch = #qd.launch<block_threads = 1025, subgroup_width = 32>

// -----

// expected-error @+1 {{'iterations_per_thread' is 0; accepted: 1, and more where 'threads_per_iteration' is 1}}
#launch = #qd.launch<block_threads = 32, subgroup_width = 32, iterations_per_thread = 0>

// -----

// expected-error @+1 {{'iterations_per_thread' is 2; accepted: 1, and more where 'threads_per_iteration' is 1}}
#launch = #qd.launch<block_threads = 32, subgroup_width = 32, threads_per_iteration = 32, iterations_per_thread = 2>

// -----

// expected-error @+2 {{failed to parse QD_LaunchAttr parameter 'grid'}}
// expected-error @+1 {{'boundless' is none of 'iterations', 'resident', 'single', 'cooperative'}}
#launch = #qd.launch<block_threads = 32, subgroup_width = 32, grid = boundless>

// -----

// expected-error @+2 {{failed to parse QD_LaunchAttr parameter 'slot_passing'}}
// expected-error @+1 {{'registers' is none of 'values', 'memory'}}
#launch = #qd.launch<block_threads = 32, subgroup_width = 32, slot_passing = registers>

// -----

// expected-error @+1 {{struct is missing required parameter: subgroup_width}}
#launch = #qd.launch<block_threads = 32>

// -----

// expected-error @+1 {{slot 1 of an entry point is a word, which a launch does not pass; its code loads words from the workspace}}
#entry = #qd.entry_point<task = <"f.0" of "f">, slots = [<array(0)>, <word(8)>]>

// -----

// expected-error @+1 {{an entry point runs one 'task' or one 'loop', not neither}}
#entry = #qd.entry_point<slots = []>

// -----

// expected-error @+1 {{an entry point runs one 'task' or one 'loop', not both}}
#entry = #qd.entry_point<task = <"f.0" of "f">, loop = <0 of "f" as grid>, slots = []>

// -----

// expected-error @+1 {{slot 0 of an entry point is a word, which a launch does not pass}}
#entry = #qd.entry_point<loop = <0 of "f" as grid>, slots = [<word(8)>]>

// -----

// The other strategies run no entry point.
// expected-error @+2 {{failed to parse QD_LoopNodeAttr parameter 'strategy'}}
// expected-error @+1 {{to be one of: block, grid, graph}}
#loop = #qd.loop_node<0 of "f" as replay>

// -----

// expected-error @+1 {{'last' is 0; accepted: 1 or more, the tasks at the end of an iteration, as 'graph', and 0 as 'block' and 'grid', which run all}}
#loop = #qd.loop_node<0 of "f" as graph>

// -----

// expected-error @+1 {{'last' is 2; accepted: 1 or more, the tasks at the end of an iteration, as 'graph'}}
#loop = #qd.loop_node<0 of "f" as grid, last = 2>

// -----

// expected-error @+1 {{a private form saves 1 atomic or more, but 'atomics' is 0}}
#form = #qd.private_form<of = @k.0, atomics = 0>

// -----

// expected-error @+1 {{'copies' are not in ascending order of slots: 1 stands after 1}}
#form = #qd.private_form<of = @k.0, atomics = 1, copies = [<slot = 1, merge = @f, neutral = 0x0>, <slot = 1, merge = @f, neutral = 0x0>]>

// -----

// expected-error @+1 {{'func.func' op has 'qd.entry_point' with another value than '#qd.entry_point<...>'}}
func.func @f() attributes {qd.entry_point = 3 : i32} { return }

// -----

// expected-error @+1 {{'qd.task' op has 'qd.source_task' with another value than '#qd.source_task<...>'}}
qd.task @f.0 of @f extent(#qd.size<"1">) () attributes {qd.source_task = "f.0"} {}

// -----

// expected-error @+1 {{'qd.task' op has 'qd.private_form' with another value than '#qd.private_form<...>'}}
qd.task @f.1 of @f extent(#qd.size<"1">) () attributes {qd.private_form = @f.0} {}

// -----

// expected-error @+1 {{'qd.task' op has 'qd.private_form' with 'copies', which only functions have}}
qd.task @f.1 of @f extent(#qd.size<"1">) () attributes {qd.private_form = #qd.private_form<of = @f.0, atomics = 1, copies = [<slot = 0, merge = @f, neutral = 0x0>]>} {}

// -----

// expected-error @+1 {{'func.func' op has 'qd.private_form' without 'copies'; a private form has one or more}}
func.func @f() attributes {qd.private_form = #qd.private_form<of = @f.0, atomics = 1>} { return }

// -----

// A task becomes a function with an entry point; it has none itself.
// expected-error @+1 {{'qd.task' op has 'qd.entry_point', but its attributes are 'extent', }}
qd.task @f.0 of @f extent(#qd.size<"1">) () attributes {qd.entry_point = #qd.entry_point<task = <"f.0" of "f">, slots = []>} {}

// -----

// expected-error @+1 {{'qd.kernel' op has 'qd.private_form', but its attributes are 'barrier_offset', 'checked', 'graph', }}
qd.kernel @f() attributes {qd.private_form = #qd.private_form<of = @f.0, atomics = 1>} {}

// -----

// expected-error @+1 {{'qd.task' op has 'qd.equal_tasks' with another value than '[#qd.entry_point<task = ..., slots = ...>]', which passes write}}
qd.task @f.0 of @f extent(#qd.size<"1">) () attributes {qd.equal_tasks = #qd.entry_point<task = <"g.0" of "g">, slots = []>} {}

// -----

// How an equal task is launched is said for the first one.
// expected-error @+1 {{'func.func' op has 'qd.equal_tasks' with another value than '[#qd.entry_point<task = ..., slots = ...>]', which passes write}}
func.func @f() attributes {qd.equal_tasks = [#qd.entry_point<task = <"g.0" of "g">, slots = [], launch = <block_threads = 32, subgroup_width = 32>>]} { return }

// -----

// expected-error @+1 {{'qd.task' op has 'qd.equal_tasks' with 1 slots for "g.0", but 0 of its own}}
qd.task @f.0 of @f extent(#qd.size<"1">) () attributes {qd.equal_tasks = [#qd.entry_point<task = <"g.0" of "g">, slots = [<array(0)>]>]} {}

// -----

// A function's own slots are told by its attribute: its parameters may be others.
// expected-error @+1 {{'func.func' op has 'qd.equal_tasks' with 0 slots for "g.0", but 1 of its own}}
func.func @f() attributes {qd.entry_point = #qd.entry_point<task = <"f.0" of "f">, slots = [<seed>]>, qd.equal_tasks = [#qd.entry_point<task = <"g.0" of "g">, slots = []>]} { return }
