// Curves and points in panels side by side.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef QDC_EXAMPLES_FIT_PLOT_H
#define QDC_EXAMPLES_FIT_PLOT_H

#include <array>
#include <cstdint>
#include <string>
#include <vector>

using Colour = std::array<uint8_t, 3>;

/// What a panel shows: x from `left` to `right`, y from `bottom` to `top`.
struct Axes {
  int panel;
  double left, right, bottom, top;
};

class Plot {
public:
  /// A row of panels of that many pixels, on a dark ground.
  Plot(int panels, int width, int height);
  /// Thin lines that divide a panel into columns and rows.
  void frame(const Axes &axes, int columns, int rows);
  /// Joins values at x = `left`, `left` + 1 and so on.
  void line(const Axes &axes, const std::vector<double> &values, Colour colour);
  void dot(const Axes &axes, double x, double y, Colour colour);
  /// Writes a PNG; false if the file cannot be written.
  bool write(const std::string &path) const;

private:
  void segment(double x0, double y0, double x1, double y1, int thickness, const Axes &axes, Colour colour);
  double column(const Axes &axes, double x) const;
  double row(const Axes &axes, double y) const;
  void square(int x, int y, int side, int panel, Colour colour);

  int panels, width, height;
  std::vector<uint8_t> pixels; // RGB, rows from the top
};

#endif // QDC_EXAMPLES_FIT_PLOT_H
