// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Plot.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <png.h>

static constexpr int margin = 16;

Plot::Plot(int panels, int width, int height)
    : panels(panels), width(width), height(height), pixels(size_t(panels) * width * height * 3, 17) {}

double Plot::column(const Axes &axes, double x) const {
  return axes.panel * width + margin + (x - axes.left) / (axes.right - axes.left) * (width - 2 * margin);
}

double Plot::row(const Axes &axes, double y) const {
  return height - margin - (y - axes.bottom) / (axes.top - axes.bottom) * (height - 2 * margin);
}

void Plot::square(int x, int y, int side, int panel, Colour colour) {
  for (int dy = 0; dy < side; ++dy)
    for (int dx = 0; dx < side; ++dx)
      if (x + dx >= panel * width && x + dx < (panel + 1) * width && y + dy >= 0 && y + dy < height)
        std::copy(colour.begin(), colour.end(), &pixels[(size_t(y + dy) * panels * width + x + dx) * 3]);
}

void Plot::segment(double x0, double y0, double x1, double y1, int thickness, const Axes &axes, Colour colour) {
  int count = 1 + int(std::max(std::abs(x1 - x0), std::abs(y1 - y0)));
  for (int i = 0; i <= count; ++i)
    square(int(std::lround(x0 + (x1 - x0) * i / count)), int(std::lround(y0 + (y1 - y0) * i / count)), thickness,
           axes.panel, colour);
}

void Plot::frame(const Axes &axes, int columns, int rows) {
  const Colour grey = {52, 52, 60};
  for (int i = 0; i <= columns; ++i) {
    double x = column(axes, axes.left + (axes.right - axes.left) * i / columns);
    segment(x, row(axes, axes.bottom), x, row(axes, axes.top), 1, axes, grey);
  }
  for (int i = 0; i <= rows; ++i) {
    double y = row(axes, axes.bottom + (axes.top - axes.bottom) * i / rows);
    segment(column(axes, axes.left), y, column(axes, axes.right), y, 1, axes, grey);
  }
}

void Plot::line(const Axes &axes, const std::vector<double> &values, Colour colour) {
  for (size_t i = 1; i < values.size(); ++i)
    segment(column(axes, axes.left + double(i) - 1), row(axes, values[i - 1]), column(axes, axes.left + double(i)),
            row(axes, values[i]), 2, axes, colour);
}

void Plot::dot(const Axes &axes, double x, double y, Colour colour) {
  square(int(std::lround(column(axes, x))) - 1, int(std::lround(row(axes, y))) - 1, 3, axes.panel, colour);
}

bool Plot::write(const std::string &path) const {
  png_image image = {};
  image.version = PNG_IMAGE_VERSION;
  image.width = panels * width;
  image.height = height;
  image.format = PNG_FORMAT_RGB;
  return png_image_write_to_file(&image, path.c_str(), 0, pixels.data(), 0, nullptr);
}
