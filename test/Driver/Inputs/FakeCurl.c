//===- FakeCurl.c - A libcurl where something fails -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// FAKE_CURL in the environment says what fails: init (the library), easy (to get
// a handle), list (to get memory for a header), option (to set any).
//
//===----------------------------------------------------------------------===//
#include <stdlib.h>
#include <string.h>

static char handle;

static int fails(const char *what) {
  const char *text = getenv("FAKE_CURL");
  return text && strcmp(text, what) == 0;
}

int curl_global_init(long flags) { return fails("init") ? 2 : 0; }
void *curl_easy_init(void) { return fails("easy") ? NULL : &handle; }
void curl_easy_reset(void *easy) {}
int curl_easy_setopt(void *easy, int option, ...) { return fails("option") ? 48 : 0; }
int curl_easy_perform(void *easy) { return 2; }
int curl_easy_getinfo(void *easy, int info, ...) { return 0; }
const char *curl_easy_strerror(int code) { return "it is a fake"; }
void curl_easy_cleanup(void *easy) {}
void *curl_slist_append(void *list, const char *text) { return fails("list") ? NULL : &handle; }
void curl_slist_free_all(void *list) {}
