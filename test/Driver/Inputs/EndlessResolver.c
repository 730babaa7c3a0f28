//===- EndlessResolver.c - Names of hosts are never found -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// To be preloaded: whoever looks a host up waits for ever, as with a name server
// that does not answer and a resolver that is patient.
//
//===----------------------------------------------------------------------===//
#include <unistd.h>

struct addrinfo;

int getaddrinfo(const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **found) {
  for (;;)
    pause();
}
