// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Cases.h"
#include "Measure.h"

#include <chrono>
#include <thread>

void benchLaunch(qdrt::Device &device, const std::string &folder) {
  qdrt::Package package(device, folder + "/tiny.fatbin");
  int32_t counter = 0;
  qdrt::Kernel serial = package.kernel("serial");
  qdrt::View counterView(&counter, {}, QDRT_MEMORY_HOST);
  Row row = {.name = "launch of a serial task", .rivalName = "", .goal = 1};
  row.qdc = measure([&] { serial(counterView); }, 21, 10000);
  print(row);

  // Large enough to be split.
  std::vector<float> x(16384);
  qdrt::Kernel parallel = package.kernel("parallel");
  row = {.name = "launch of a parallel task, workers awake", .rivalName = "", .goal = 5};
  row.qdc = measure([&] { parallel(x); }, 21, 2000);
  print(row);

  row = {.name = "launch of a parallel task, workers asleep", .rivalName = "", .goal = 40};
  double asleep = 0;
  for (int round = 0; round < 50; ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    auto start = std::chrono::steady_clock::now();
    parallel(x);
    asleep += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  row.qdc = asleep / 50;
  print(row);

  std::vector<float> a(64), b(64);
  int32_t go = 1;
  qdrt::Kernel loop = package.kernel("loop");
  row = {.name = "do-while iteration of two tiny tasks", .rivalName = "", .goal = 2};
  row.qdc = measure([&] { loop(a, b, qdrt::View(&go, {}, QDRT_MEMORY_HOST), int64_t(1000)); }, 21, 10) / 1000;
  print(row);
}
