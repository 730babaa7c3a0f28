#include <cstdio>
#include <dlfcn.h>

/// Loads the plugin that is named.
int main(int, char **words) {
  void *plugin = dlopen(words[1], RTLD_NOW);
  void *twice = plugin ? dlsym(plugin, "_Z5twicef") : nullptr;
  if (!twice) {
    std::printf("%s\n", dlerror());
    return 1;
  }
  std::printf("%g\n", reinterpret_cast<float (*)(float)>(twice)(21));
}
