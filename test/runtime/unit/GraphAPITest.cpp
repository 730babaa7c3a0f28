//===- GraphAPITest.cpp - Tests of GraphDot.h and of graphs in qdrt.h -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "DeferredFixture.h"

using namespace qdc;
using namespace runtime_test;

namespace {
struct Setup : DeferredFixture {
  KernelBuilder &k = package.kernel("k \"1\"");
  uint32_t site = package.site(SiteKind::assertion, 17, "no");
  uint32_t out = k.array("out", ElementType::i64, {kDynamicDimension}), n = k.scalar("n", ElementType::i64),
           s = k.scalar("site", ElementType::i64);
  std::string name = "k \"1\"";

  Setup() {
    k.graph(
        {k.task("store", {word(64), scalar(n)}), k.task("add_index", {array(out)}, SizeExpr::dim(out, 0)),
         k.task("assert_below", {source(SlotKind::errorRecord), scalar(n), scalar(s), word(64)}, SizeExpr::word(64))});
    KernelBuilder &one = package.kernel("one");
    one.graph({one.task("store", {word(64), word(64)})});
    load();
  }
};
} // namespace

TEST_CASE_METHOD(Setup, "the graph of the last launch is shown with its tasks, sizes and dependencies") {
  qdrt::Array<int64_t> x(device(), {5}), y(device(), {7});
  qdrt::Kernel launched = kernel(name);
  launched(x, int64_t{3}, int64_t{site});
  launched(y, int64_t{3}, int64_t{site});
  std::vector<qdrt_graph_node_info> nodes = launched.graph();
  REQUIRE(nodes.size() == 4);
  CHECK(nodes[0].dependency_count == 0);
  CHECK(nodes[1].kind == QDRT_GRAPH_TASK);
  CHECK(nodes[1].task == name + "_1");
  CHECK(nodes[1].file == std::string("test.qir"));
  CHECK(nodes[1].line == 101);
  CHECK(nodes[1].extent == 7);
  CHECK(nodes[1].dependency_count == 1);
  CHECK(nodes[1].dependencies[0] == 0);
  CHECK(nodes[2].extent == -1);
  CHECK(nodes[3].kind == QDRT_GRAPH_READ);
  CHECK(nodes[3].bytes == 464);
  CHECK(nodes[3].task == std::string());
  // Nothing was waited for.
  CHECK(state.waits == 0);
  CHECK(launched.graphDot() == R"(digraph "k \"1\"" {
  node [shape=box];
  n0 [label="k \"1\"_0: 1"];
  n1 [label="k \"1\"_1: 7"];
  n0 -> n1;
  n2 [label="k \"1\"_2: ?"];
  n0 -> n2;
  n3 [label="report 464 bytes to the host"];
  n1 -> n3;
  n2 -> n3;
}
)");
  device().synchronize();
}

TEST_CASE_METHOD(Setup, "a launch without a graph has no nodes, and a kernel without a launch no graph") {
  kernel("one")();
  CHECK(kernel("one").graph().empty());
  CHECK(kernel("one").graphDot() == "digraph \"one\" {\n  node [shape=box];\n}\n");
  auto info = sized<qdrt_graph_node_info>();
  CHECK_FAILS(qdrt_graph_node(kernel("one").get(), nullptr, 0, &info), QDRT_INVALID_ARGUMENT,
              "node 0 of the graph of kernel 'one' does not exist; there are 0");
  uint32_t count = 0;
  const char *text = nullptr;
  qdrt_kernel never = kernel(name).get();
  CHECK_FAILS(qdrt_graph_node_count(never, nullptr, &count), QDRT_INVALID_ARGUMENT, "was not launched on this stream");
  CHECK_FAILS(qdrt_graph_node(never, nullptr, 0, &info), QDRT_INVALID_ARGUMENT, "was not launched on this stream");
  CHECK_FAILS(qdrt_graph_dot(never, nullptr, &text), QDRT_INVALID_ARGUMENT, "was not launched on this stream");
  CHECK_FAILS(qdrt_graph_node_count(nullptr, nullptr, &count), QDRT_INVALID_ARGUMENT, "'kernel'");
  CHECK_FAILS(qdrt_graph_node_count(never, nullptr, nullptr), QDRT_INVALID_ARGUMENT, "'count'");
  CHECK_FAILS(qdrt_graph_node(nullptr, nullptr, 0, &info), QDRT_INVALID_ARGUMENT, "'kernel'");
  CHECK_FAILS(qdrt_graph_node(never, nullptr, 0, nullptr), QDRT_INVALID_ARGUMENT, "'info'");
  CHECK_FAILS(qdrt_graph_dot(nullptr, nullptr, &text), QDRT_INVALID_ARGUMENT, "'kernel'");
  CHECK_FAILS(qdrt_graph_dot(never, nullptr, nullptr), QDRT_INVALID_ARGUMENT, "'text'");
}
