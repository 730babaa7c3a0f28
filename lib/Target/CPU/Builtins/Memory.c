/*===- Memory.c - Copy, fill and compare bytes ------------------------------===
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===------------------------------------------------------------------------===
 *
 * The functions that LLVM calls for llvm.memcpy and its siblings, as ISO C
 * defines them. Up to 32 bytes take two overlapping moves; the middle sizes go
 * through SSE registers; from `string_instruction_minimum` on, `rep movsb` and
 * `rep stosb`, whose microcode picks the widest moves that the processor has,
 * win in spite of their start-up time.
 *
 *===------------------------------------------------------------------------===*/
#include <stddef.h>
#include <stdint.h>

typedef uint8_t bytes16 __attribute__((vector_size(16), aligned(1), may_alias));
typedef uint64_t bytes8 __attribute__((aligned(1), may_alias));
typedef uint32_t bytes4 __attribute__((aligned(1), may_alias));
typedef uint16_t bytes2 __attribute__((aligned(1), may_alias));

enum { string_instruction_minimum = 2048 };

/* Copies up to 32 bytes; all loads come before the stores, so the ranges may overlap. */
static inline void copy_small(unsigned char *to, const unsigned char *from, size_t size) {
#define TWO_MOVES(type)                                                                                                \
  do {                                                                                                                 \
    type first = *(const type *)from;                                                                                  \
    type last = *(const type *)(from + size - sizeof(type));                                                           \
    *(type *)to = first;                                                                                               \
    *(type *)(to + size - sizeof(type)) = last;                                                                        \
  } while (0)
  if (size >= 16)
    TWO_MOVES(bytes16);
  else if (size >= 8)
    TWO_MOVES(bytes8);
  else if (size >= 4)
    TWO_MOVES(bytes4);
  else if (size >= 2)
    TWO_MOVES(bytes2);
  else if (size == 1)
    *to = *from;
#undef TWO_MOVES
}

static inline void copy_forward(unsigned char *to, const unsigned char *from, size_t size) {
  bytes16 last = *(const bytes16 *)(from + size - 16);
  for (size_t at = 0; at + 16 < size; at += 16)
    *(bytes16 *)(to + at) = *(const bytes16 *)(from + at);
  *(bytes16 *)(to + size - 16) = last;
}

static inline void copy_backward(unsigned char *to, const unsigned char *from, size_t size) {
  bytes16 first = *(const bytes16 *)from;
  for (size_t left = size; left > 16; left -= 16)
    *(bytes16 *)(to + left - 16) = *(const bytes16 *)(from + left - 16);
  *(bytes16 *)to = first;
}

void *memcpy(void *destination, const void *source, size_t size) {
  unsigned char *to = destination;
  const unsigned char *from = source;
  if (size <= 32)
    copy_small(to, from, size);
  else if (size < string_instruction_minimum)
    copy_forward(to, from, size);
  else
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(size) : : "memory");
  return destination;
}

void *memmove(void *destination, const void *source, size_t size) {
  unsigned char *to = destination;
  const unsigned char *from = source;
  /* `to` lies in the source after its start: only then would a forward copy read what it has written. */
  int backward = (uintptr_t)to - (uintptr_t)from < size;
  if (size <= 32)
    copy_small(to, from, size);
  else if (backward)
    copy_backward(to, from, size);
  else
    copy_forward(to, from, size);
  return destination;
}

void *memset(void *destination, int value, size_t size) {
  unsigned char *to = destination;
  uint64_t pattern = (uint64_t)(unsigned char)value * 0x0101010101010101;
  if (size >= string_instruction_minimum) {
    __asm__ volatile("rep stosb" : "+D"(to), "+c"(size) : "a"(value) : "memory");
  } else if (size >= 8) {
    for (size_t at = 0; at + 8 < size; at += 8)
      *(bytes8 *)(to + at) = pattern;
    *(bytes8 *)(to + size - 8) = pattern;
  } else {
    for (size_t at = 0; at < size; ++at)
      *(volatile unsigned char *)(to + at) = (unsigned char)value;
  }
  return destination;
}

int memcmp(const void *left, const void *right, size_t size) {
  const unsigned char *a = left, *b = right;
  for (size_t at = 0; at < size; ++at)
    if (a[at] != b[at])
      return a[at] < b[at] ? -1 : 1;
  return 0;
}

int bcmp(const void *left, const void *right, size_t size) {
  const unsigned char *a = left, *b = right;
  unsigned char difference = 0;
  for (size_t at = 0; at < size; ++at)
    difference |= a[at] ^ b[at];
  return difference;
}
