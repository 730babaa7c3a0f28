//===- HostExecutorTest.cpp - Tests of HostExecutor.h ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// test/runtime/GraphTest.cpp has what each step means; here a run is cut.
//
//===----------------------------------------------------------------------===//
#include "Runtime/Graph/HostExecutor.h"

#include "DeferredFixture.h"
#include "Runtime/Arguments/ArgumentBinding.h"

using namespace qdc;
using namespace qdrt::loader;
using namespace runtime_test;

namespace {
constexpr int64_t outerTrips = 3;

/// Of loops that are not around the next step, a state may hold anything.
void forgetLoopsThatAreNotBegun(ProgramState &state, const Program &program) {
  uint32_t at = state.step;
  while (!isControl(program.steps[at].kind) && at + 1 < program.steps.size())
    ++at;
  const Step &next = program.steps[at];
  const bool isInLoop = next.kind == StepKind::endDoWhile || next.kind == StepKind::testWhileDo ||
                        next.kind == StepKind::endWhileDo || next.kind == StepKind::endRepeat;
  for (uint32_t loop = isControl(next.kind) ? next.depth + isInLoop : 0; loop < state.loops.size(); ++loop)
    state.loops[loop] = {77, -77, 78, 0};
}

/// A kernel with every kind of control, whose log tells the order of all that it does.
struct Setup {
  explicit Setup(DeferredFixture &fixture) : fixture(fixture), k(fixture.package.kernel("k")) {
    log = k.array("log", ElementType::i64, {64});
    flag = k.array("flag", ElementType::i64, {});
    two = k.scalar("two", ElementType::i64);
    zero = k.scalar("zero", ElementType::i64);
    one = k.scalar("one", ElementType::i64);
    auto site = [&](uint32_t line, std::string name) { return fixture.package.site(SiteKind::loop, line, name); };
    auto noteWord = [&](uint64_t at) { return k.task("note_word", {array(log), word(at)}); };
    // for i in [0, 3): { j = 0; while (j < 2) { note i; if (i is odd) note j else note 0; ++j }; note i }
    Node inner = whileDo(site(2, "inner"), {k.task("less", {word(72), word(80), scalar(two)})}, 72,
                         {noteWord(64), k.task("is_odd", {word(88), word(64)}),
                          branch(88, {noteWord(80)}, {k.task("note", {array(log), scalar(zero)})}),
                          k.task("add", {word(80), scalar(one)})});
    Node outer = repeat(site(1, "outer"), SizeExpr::constant(0), SizeExpr::constant(outerTrips), SizeExpr::constant(1),
                        {k.task("store", {word(80), scalar(zero)}), inner, noteWord(64)}, 64);
    // do { note flag's number of iterations so far } while (--flag)
    Node last = doWhile(site(3, "last"), {FlagKind::argument, flag},
                        {noteWord(96), k.task("add", {word(96), scalar(one)}), k.task("down_i64", {array(flag)})});
    k.graph({outer, last});
    fixture.load();
  }

  /// Runs the program in pieces of so many steps, each with an executor of its own, and gives the log.
  Values run(Session &session, uint64_t steps, GraphMode mode) {
    qdrt::loader::Kernel &kernel = *fixture.kernel("k").get()->kernel;
    const Variant &variant = kernel.general();
    BackendStream &stream = session.defaultStream().work();
    std::vector<int64_t> entries(64);
    int64_t flagValue = 4;
    const int64_t shape[] = {64};
    qdrt_argument given[5] = {};
    for (qdrt_argument &each : given)
      each.type = QDRT_I64;
    given[0].rank = 1;
    given[0].shape = shape;
    given[0].data = entries.data();
    given[1].data = &flagValue;
    given[0].memory = given[1].memory = QDRT_MEMORY_DEVICE;
    given[2].value.i64 = 2;
    given[4].value.i64 = 1;
    ArgumentBinding binding(kernel, session.device());
    auto nothingUnderWay = [] { return Status(); };
    REQUIRE(binding.bind(given, 0, nothingUnderWay).ok());
    Result<VariantState> state = VariantState::make(variant, session.device().backend(), stream);
    REQUIRE(state.ok());
    REQUIRE(state->resize(binding.arguments(), session.device().backend(), stream, nothingUnderWay).ok());
    state->fillAllSlots(kernel.module(), binding.arguments());
    LaunchCounters counters;
    ProgramState progress(variant.program);
    for (pieces = 0; progress.step < variant.program.steps.size(); ++pieces) {
      ProgramState copy = progress;
      forgetLoopsThatAreNotBegun(copy, variant.program);
      HostExecutor executor({kernel.module(), *state, binding.arguments(), session.device().backend(), stream, 0, mode},
                            counters);
      REQUIRE(executor.run(copy, steps));
      progress = copy;
    }
    REQUIRE(stream.synchronize().ok());
    tasks = counters.tasks;
    REQUIRE(entries[0] < 64);
    return Values(entries.begin() + 1, entries.begin() + 1 + entries[0]);
  }

  DeferredFixture &fixture;
  KernelBuilder &k;
  uint32_t log, flag, two, zero, one;
  uint64_t pieces = 0, tasks = 0;
};
} // namespace

static const Values expected = {0, 0, 0, 0, 0, 1, 0, 1, 1, 1, 2, 0, 2, 0, 2, 0, 1, 2, 3};
// In each outer iteration: the store, three tests, twice four tasks, and a note; then three in each of four.
static constexpr uint64_t expectedTasks = outerTrips * (1 + 3 + 2 * 4 + 1) + 4 * 3;

TEST_CASE("a run can stop after any step and go on in another executor") {
  auto mode = GENERATE(GraphMode::never, GraphMode::automatic, GraphMode::always);
  DeferredFixture fixture;
  Setup setup(fixture);
  Session &session = *fixture.device().get()->session;
  uint64_t whole = 0;
  for (uint64_t steps : {uint64_t{1}, uint64_t{2}, uint64_t{3}, uint64_t{7}, uint64_t{50}, UINT64_MAX}) {
    CAPTURE(mode, steps);
    CHECK(setup.run(session, steps, mode) == expected);
    CHECK(setup.tasks == expectedTasks);
    if (steps == 1)
      whole = setup.pieces;
    CHECK(setup.pieces == (steps == UINT64_MAX ? 1 : (whole + steps - 1) / steps));
  }
  CHECK((fixture.state.graphLaunches > 0) == (mode != GraphMode::never));
}

TEST_CASE("a state of another program, or with a step that there is not, is refused") {
  DeferredFixture fixture;
  Setup setup(fixture);
  // Of the same steps.
  KernelBuilder &one = fixture.package.kernel("one"), &other = fixture.package.kernel("other");
  for (KernelBuilder *each : {&one, &other})
    each->graph({each->task(
        "add", {array(each->array("a", ElementType::i64, {})), scalar(each->scalar("s", ElementType::i64))})});
  fixture.unload();
  fixture.load();
  Session &session = *fixture.device().get()->session;
  qdrt::loader::Kernel &kernel = *fixture.kernel("one").get()->kernel;
  BackendStream &stream = session.defaultStream().work();
  Result<VariantState> state = VariantState::make(kernel.general(), session.device().backend(), stream);
  REQUIRE(state.ok());
  LaunchCounters counters;
  HostExecutor executor({kernel.module(), *state, {}, session.device().backend(), stream, 0, GraphMode::never},
                        counters);
  ProgramState foreign(fixture.kernel("other").get()->kernel->general().program);
  ProgramState beyond(kernel.general().program);
  beyond.step = static_cast<uint32_t>(kernel.general().program.steps.size()) + 1;
  for (ProgramState *progress : {&foreign, &beyond}) {
    CHECK_FALSE(executor.run(*progress));
    CHECK(executor.failure().status == QDRT_INVALID_ARGUMENT);
    CHECK(executor.failure().message ==
          "the launch can't go on: its state is that of another program than kernel 'one' has");
  }
  CHECK(counters == LaunchCounters());
}

TEST_CASE_METHOD(KernelFixture, "a counted loop whose conditions follow from its counter is submitted without a wait") {
  uint32_t log = k.array("log", ElementType::i64, {64}), limit = k.scalar("limit", ElementType::i64);
  const uint32_t site = package.site(SiteKind::loop, 1, "");
  const Node less = k.task("less", {word(72), word(64), scalar(limit)});
  const SizeExpr away = SizeExpr::binary(SizeExprKind::sub, SizeExpr::scalar(limit), SizeExpr::word(64));
  k.knownWord(72,
              SizeExpr::binary(SizeExprKind::min, SizeExpr::binary(SizeExprKind::max, away, SizeExpr::constant(0)),
                               SizeExpr::constant(1)),
              less);
  k.graph({repeat(site, SizeExpr(), SizeExpr::constant(4), SizeExpr::constant(1),
                  {less, branch(72, {k.task("note_word", {array(log), word(64)})})}, 64)});
  load();
  qdrt::Array<int64_t> entries(device(), {64}, Values(64));
  const uint64_t reads = state.reads, waits = state.waits;
  kernel("k")(entries, int64_t{3});
  CHECK(state.reads == reads);
  CHECK(state.waits == waits);
  device().synchronize();
  const Values found = entries.read();
  CHECK(Values(found.begin(), found.begin() + 4) == Values{3, 0, 1, 2});
}
