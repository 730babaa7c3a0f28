//===- WarningOptions.h - Which warnings are shown, and how -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DRIVER_WARNINGOPTIONS_H
#define QDC_DRIVER_WARNINGOPTIONS_H

#include "qdc/Dialect/QD/Transforms/WarningNames.h"
#include "qdc/Driver/Diagnostics.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace qdc {

/// What the options -W have said. Without any, every warning is shown as it was found: as one, or as an error where no
/// launch can do what is meant.
///
///   -WNAME           on                     -Wno-NAME        off
///   -Werror          all that are on, as errors, but for those of -Wno-error=NAME
///   -Wno-error       takes -Werror back
///   -Werror=NAME     on, as an error        -Wno-error=NAME  as a warning, if it is on
///
/// Of several about one thing the last counts.
class WarningOptions {
public:
  /// What may follow -W: "race", "no-race", "error", "no-error", "error=race", "no-error=race", ...
  static std::vector<std::string> values();

  /// Takes one of values(); does nothing with another one.
  void take(std::string_view value);

  /// All that they have said, in the order of qd::warningDescriptions: how each warning is shown if it was found as a
  /// warning, and if as an error. Equal texts mean equal options, however they were given.
  std::string text() const;

  /// How a warning is shown: as a warning, as an error, or, if nothing, not at all. `found`: as which of the two it was
  /// found, which the options overrule.
  std::optional<Severity> severity(qd::Warning warning, Severity found) const;

private:
  struct State {
    bool isOn = true;
    std::optional<bool> isError = {}; // nothing: as areErrors says, or as it was found
  };
  std::array<State, std::size(qd::warningDescriptions)> states;
  bool areErrors = false;
};

} // namespace qdc

#endif // QDC_DRIVER_WARNINGOPTIONS_H
