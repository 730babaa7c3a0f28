//===- DeviceMathReport.cpp - Accuracy and speed tables of a GPU ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// device-math-report --kernels
//   prints the kernels that it needs compiled.
// device-math-report --bounds
//   prints the table of Accuracy.cpp, the bounds of every function in ulp, as JSON:
//   {"absf": {"cpu:f32": 0, "cpu:f64": 0, "gpu:f32": 0, ...}, ...}.
// device-math-report DEVICE PACKAGE LIBDEVICE-PACKAGE [F32-STEP F64-STEP]
//   prints the tables of docs/math.md for a device, from these kernels with qdc's
//   functions and with NVIDIA's. The arguments are those of qdc-math-report with
//   these steps (211 and 2003 when left out). Exit code 1 if an error is larger
//   than its bound in Accuracy.cpp, 2 if something is wrong, 77 if there is no
//   such device.
// device-math-report vulkan:NUMBER PACKAGE [F32-STEP F64-STEP]
//   prints the errors on a device of Vulkan, whose functions are those of CPUs, and
//   ends likewise.
//
//===----------------------------------------------------------------------===//
#include "DeviceFunctions.h"

#include "qdc/Support/JsonValue.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <mutex>
#include <thread>

using namespace qdc::test;

namespace {
/// The kernels of one math library.
struct Library {
  const char *name;
  MathImplementation implementation;
  DeviceFunctions functions;
};

/// What was measured of one function of one type.
struct Row {
  WorstError error;
  double rate = 0;
  double bound = 0;
};
} // namespace

/// As JSON: function to its bounds by implementation and type.
static void printBounds() {
  struct Column {
    const char *name;
    MathImplementation implementation;
    const char *type;
  };
  static constexpr Column columns[] = {
      {"cpu:f32", MathImplementation::qdcOnCPU, "f32"},        {"cpu:f64", MathImplementation::qdcOnCPU, "f64"},
      {"gpu:f32", MathImplementation::qdcOnGPU, "f32"},        {"gpu:f64", MathImplementation::qdcOnGPU, "f64"},
      {"libdevice:f32", MathImplementation::libdevice, "f32"}, {"libdevice:f64", MathImplementation::libdevice, "f64"},
  };
  qdc::Json json;
  for (const AccuracyCase &function : accuracyCases()) {
    qdc::Json &bounds = json[function.mnemonic];
    for (const Column &column : columns)
      bounds[column.name] = boundOf(function, column.implementation, column.type);
  }
  std::puts(qdc::writeJson(json, 1).c_str());
}

/// The errors of every function, by as many threads as there are processors: the reference takes most of the time.
static std::vector<Row> measureErrors(const Library &library, const std::string &type, uint64_t step) {
  std::vector<Row> rows(accuracyCases().size());
  std::atomic<size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr failure;
  auto work = [&] {
    try {
      for (size_t index; (index = next++) < rows.size();) {
        const AccuracyCase &function = accuracyCases()[index];
        LoopUnderTest loop = library.functions.loop(function, type);
        bool isF32 = type == "f32";
        rows[index].error = isF32 ? sweepF32(loop, function, step) : sweepF64(loop, function, step);
        rows[index].bound = boundOf(function, library.implementation, type);
      }
    } catch (...) {
      std::lock_guard lock(mutex);
      failure = std::current_exception();
      next = rows.size();
    }
  };
  std::vector<std::thread> threads;
  for (unsigned count = std::max(1u, std::thread::hardware_concurrency()); count > 0; --count)
    threads.emplace_back(work);
  for (std::thread &thread : threads)
    thread.join();
  if (failure)
    std::rethrow_exception(failure);
  return rows;
}

/// Where libdevice is clearly better, how: at least half as fast again, or half an ulp closer.
static std::string remark(const Row &ours, const Row &theirs) {
  std::string text;
  auto add = [&](const char *what, double value) {
    char number[32];
    std::snprintf(number, sizeof(number), "%.1f", value);
    text += (text.empty() ? "" : ", ") + std::string(number) + what;
  };
  if (theirs.rate > 1.5 * ours.rate)
    add(" times as fast", theirs.rate / ours.rate);
  if (ours.error.error > theirs.error.error + 0.5)
    add(" ulp closer", ours.error.error - theirs.error.error);
  return text;
}

/// Says so where an error is beyond its bound. Gives whether it is within it.
static bool isWithinBound(const Library &library, const AccuracyCase &function, const std::string &type,
                          const Row &row) {
  if (row.error.error <= row.bound)
    return true;
  std::fprintf(stderr, "error: %s: %s of %s at %.17g, %.17g gives %.17g instead of %.17g: %g ulp, at most %g\n",
               library.name, function.mnemonic, type.c_str(), row.error.a, row.error.b, row.error.result,
               row.error.expected, row.error.error, row.bound);
  return false;
}

/// Gives whether every error is within its bound.
static bool report(const std::vector<Library> &libraries, const std::string &type, uint64_t step) {
  std::vector<std::vector<Row>> tables;
  for (const Library &library : libraries) {
    tables.push_back(measureErrors(library, type, step));
    for (size_t index = 0; index < accuracyCases().size(); ++index)
      tables.back()[index].rate = library.functions.callRate(accuracyCases()[index], type);
  }
  std::printf("\n| %s on a GPU | qdc ulp | G/s | libdevice ulp | G/s | worst of qdc at | libdevice is |\n"
              "| --- | --- | --- | --- | --- | --- | --- |\n",
              type.c_str());
  bool isWithin = true;
  for (size_t index = 0; index < tables[0].size(); ++index) {
    const AccuracyCase &function = accuracyCases()[index];
    const WorstError &worst = tables[0][index].error;
    std::printf("| %s |", function.mnemonic);
    for (const std::vector<Row> &table : tables)
      std::printf(" %.3f | %.0f |", table[index].error.error, table[index].rate);
    std::printf(function.isBinary ? " %.9g, %.9g |" : " %.17g |", worst.a, worst.b);
    std::printf(" %s |\n", remark(tables[0][index], tables[1][index]).c_str());
    for (size_t library = 0; library < tables.size(); ++library)
      isWithin &= isWithinBound(libraries[library], function, type, tables[library][index]);
  }
  return isWithin;
}

/// The same without speeds, of a device whose functions are those of CPUs.
static bool reportErrors(const Library &library, const std::string &type, uint64_t step) {
  const std::vector<Row> rows = measureErrors(library, type, step);
  std::printf("\n| %s on Vulkan | device ulp | worst at |\n| --- | --- | --- |\n", type.c_str());
  bool isWithin = true;
  for (size_t index = 0; index < rows.size(); ++index) {
    const AccuracyCase &function = accuracyCases()[index];
    const WorstError &worst = rows[index].error;
    std::printf("| %s | %.3f |", function.mnemonic, worst.error);
    std::printf(function.isBinary ? " %.9g, %.9g |\n" : " %.17g |\n", worst.a, worst.b);
    isWithin &= isWithinBound(library, function, type, rows[index]);
  }
  return isWithin;
}

static bool reportDevice(const char *device, const std::vector<const char *> &packages, uint64_t stepF32,
                         uint64_t stepF64) {
  qdrt::Device opened = qdrt::Device::open(device);
  if (packages.size() == 1) {
    const Library library{"qdc", MathImplementation::qdcOnCPU, DeviceFunctions(opened, packages[0])};
    const bool isWithin = reportErrors(library, "f32", stepF32);
    return reportErrors(library, "f64", stepF64) && isWithin;
  }
  std::vector<Library> libraries;
  libraries.push_back({"qdc", MathImplementation::qdcOnGPU, DeviceFunctions(opened, packages[0])});
  libraries.push_back({"libdevice", MathImplementation::libdevice, DeviceFunctions(opened, packages[1])});
  const bool isWithin = report(libraries, "f32", stepF32);
  return report(libraries, "f64", stepF64) && isWithin;
}

int main(int count, char **arguments) {
  if (count == 2 && std::strcmp(arguments[1], "--kernels") == 0) {
    std::fputs(deviceKernels().c_str(), stdout);
    return 0;
  }
  if (count == 2 && std::strcmp(arguments[1], "--bounds") == 0) {
    printBounds();
    return 0;
  }
  const int packages = count > 1 && std::strncmp(arguments[1], "vulkan:", 7) == 0 ? 1 : 2;
  const bool hasSteps = count == packages + 4;
  uint64_t stepF32 = hasSteps ? std::strtoull(arguments[packages + 2], nullptr, 10) : 211;
  uint64_t stepF64 = hasSteps ? std::strtoull(arguments[packages + 3], nullptr, 10) : 2003;
  if ((count != packages + 2 && !hasSteps) || stepF32 == 0 || stepF64 == 0) {
    std::fprintf(stderr, "error: usage: device-math-report --kernels\n"
                         "       device-math-report --bounds\n"
                         "       device-math-report DEVICE PACKAGE LIBDEVICE-PACKAGE [F32-STEP F64-STEP]\n"
                         "       device-math-report vulkan:NUMBER PACKAGE [F32-STEP F64-STEP]\n"
                         "a STEP is at least 1\n");
    return 2;
  }
  try {
    const std::vector<const char *> paths(arguments + 2, arguments + 2 + packages);
    return reportDevice(arguments[1], paths, stepF32, stepF64) ? 0 : 1;
  } catch (const qdrt::Error &error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return error.status() == QDRT_NO_DEVICE ? 77 : 2;
  }
}
