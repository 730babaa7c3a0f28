// A picture of particles at several moments, side by side.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef QDC_EXAMPLES_MPM88_PICTURE_H
#define QDC_EXAMPLES_MPM88_PICTURE_H

#include <cstdint>
#include <string>
#include <vector>

class Picture {
public:
  /// A row of `panels` squares with sides of `side` pixels, on a dark ground.
  Picture(int panels, int side);
  /// Draws particles into a square: positions in [0, 1)^2 as x, y pairs with y
  /// upwards, coloured by speed from blue (0) over white to red (`fastest`).
  void draw(int panel, const std::vector<float> &positions, const std::vector<float> &velocities, float fastest);
  /// Writes a PNG; false if the file cannot be written.
  bool write(const std::string &path) const;

private:
  int width, side;
  std::vector<uint8_t> pixels; // RGB, rows from the top
};

#endif // QDC_EXAMPLES_MPM88_PICTURE_H
