#include <cstdio>

float twice(float value);

int main() { std::printf("%g\n", twice(21)); }
