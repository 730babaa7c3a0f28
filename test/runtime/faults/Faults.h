//===- Faults.h - Makes one call of the system fail -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program that links QdcFaults goes through it for every allocation, file
// operation, mapping, thread start and use of the dynamic linker that its own
// objects make; each such call is a *point*. A test lets the first point fail,
// then the second, and so on, until it runs to its end without reaching the
// point that was to fail:
//
//   faults::arm(7);
//   ... // the seventh point fails once: NULL, -1 or std::bad_alloc
//   faults::Report report = faults::disarm();
//
// What the C library and the dynamic linker do inside of a call is theirs: they
// are one point from outside. Points of all threads count.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TEST_FAULTS_FAULTS_H
#define QDC_TEST_FAULTS_FAULTS_H

namespace faults {

/// Lets point `number`, counted from now and from 1, fail; 0: only counts.
void arm(long number);

/// Lets the process be killed at that point.
void armKill(long number);

struct Report {
  long points = 0;              // passed since arm()
  const char *failed = nullptr; // the function whose call failed; NULL: the point was not reached
};

/// No point fails from now on.
Report disarm();

/// Things that somebody has to give back.
struct Live {
  long allocations = 0, files = 0, mappings = 0, libraries = 0, threads = 0;
};

/// What the program holds now.
Live live();

/// Makes read() and write() what the system may make them at any time: each call is interrupted once, then transfers
/// some bytes only.
void disturbFiles(bool disturbed);

/// Makes open() say that the file system has no unnamed files (O_TMPFILE), as some do not; no point by itself.
void forbidUnnamedFiles(bool forbidden);

} // namespace faults

#endif // QDC_TEST_FAULTS_FAULTS_H
