/* Opens the CPU, then the device that its argument spells, and prints what comes of each. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "qdrt/qdrt.h"

#include <stdio.h>

static void open_device(const char *spelling) {
  qdrt_device device = NULL;
  if (qdrt_device_open_by_name(spelling, NULL, &device) != QDRT_OK)
    puts(qdrt_last_error());
  else
    printf("%s opens\n", spelling);
  qdrt_device_close(device);
}

int main(int count, char **arguments) {
  open_device("cpu");
  if (count == 2)
    open_device(arguments[1]);
  return 0;
}
