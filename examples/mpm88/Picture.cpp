// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Picture.h"

#include <algorithm>
#include <cmath>
#include <png.h>

Picture::Picture(int panels, int side) : width(panels * side), side(side), pixels(size_t(width) * side * 3, 17) {
  // A thin line between the squares.
  for (int panel = 1; panel < panels; ++panel)
    for (int y = 0; y < side; ++y)
      std::fill_n(&pixels[(size_t(y) * width + panel * side) * 3], 3, uint8_t(90));
}

void Picture::draw(int panel, const std::vector<float> &positions, const std::vector<float> &velocities,
                   float fastest) {
  for (size_t p = 0; p + 1 < positions.size(); p += 2) {
    float t = std::clamp(std::hypot(velocities[p], velocities[p + 1]) / fastest, 0.0f, 1.0f);
    uint8_t red = t < 0.5f ? uint8_t(60 + 390 * t) : 255;
    uint8_t blue = t < 0.5f ? 255 : uint8_t(255 - 390 * (t - 0.5f));
    uint8_t green = uint8_t(110 + 145 * (1 - std::abs(2 * t - 1)));
    int x = int(positions[p] * side), y = side - 1 - int(positions[p + 1] * side);
    for (int dy = 0; dy < 2; ++dy)
      for (int dx = 0; dx < 2; ++dx) {
        if (x + dx < 1 || x + dx >= side || y + dy < 0 || y + dy >= side)
          continue;
        uint8_t *pixel = &pixels[(size_t(y + dy) * width + panel * side + x + dx) * 3];
        pixel[0] = red, pixel[1] = green, pixel[2] = blue;
      }
  }
}

bool Picture::write(const std::string &path) const {
  png_image image = {};
  image.version = PNG_IMAGE_VERSION;
  image.width = width;
  image.height = side;
  image.format = PNG_FORMAT_RGB;
  return png_image_write_to_file(&image, path.c_str(), 0, pixels.data(), 0, nullptr);
}
