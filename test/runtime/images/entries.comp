/* entries.comp - entries.c and store_double.c in the language of Vulkan
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * WriteSpirv.py makes a module of the bodies here: each becomes the entry points that entry.h has for CUDA, all with
 * their slots in memory. A body runs iteration i. */
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 1) in;
layout(buffer_reference, buffer_reference_align = 1) buffer I8 { int8_t v; };
layout(buffer_reference, buffer_reference_align = 2) buffer I16 { int16_t v; };
layout(buffer_reference, buffer_reference_align = 4) buffer I32 { int32_t v; };
layout(buffer_reference, buffer_reference_align = 4) buffer U32 { uint32_t v; };
layout(buffer_reference, buffer_reference_align = 4) buffer F32 { float v; };
layout(buffer_reference, buffer_reference_align = 8) buffer I64 { int64_t v; };
layout(buffer_reference, buffer_reference_align = 8) buffer U64 { uint64_t v; };
layout(push_constant) uniform Push { uint64_t slots; };
#ifndef STORED
#define STORED 1
#endif
#define ENTRY(name, count) void name##_body(int64_t i)
#define SLOT(k) (U64(slots + 8 * (k)).v)
#define NUMBER(k) int64_t(SLOT(k))
#define AT(TYPE, k, i) (TYPE(SLOT(k) + uint64_t(i)).v)
/* Of the error record that is slot 0: the first iteration that fails owns it. */
#define FAILS_FIRST(code) (atomicCompSwap(U32(SLOT(0)).v, 0u, uint32_t(code)) == 0u)
#define RECORD_SITE AT(U32, 0, 4)
#define RECORD_ITERATION AT(I64, 0, 8)
#define RECORD_VALUE(k) AT(U64, 0, 16 + 8 * (k))

ENTRY(saxpy, 3) { AT(F32, 1, 4 * i) += uintBitsToFloat(uint32_t(SLOT(2))) * AT(F32, 0, 4 * i); }

ENTRY(add_index, 1) { AT(I64, 0, 8 * i) += i + 1; }

ENTRY(record_thread, 1) { AT(I64, 0, 8 * i) = 0; }

ENTRY(add, 2) { AT(I64, 0, 0) += NUMBER(1); }

ENTRY(add_word, 2) { AT(I64, 0, 0) += AT(I64, 1, 0); }

ENTRY(store, 2) { AT(I64, 0, 0) = STORED * NUMBER(1); }

ENTRY(copy_word, 2) { AT(I64, 0, 0) = AT(I64, 1, 0); }

ENTRY(less, 3) { AT(I8, 0, 0) = int8_t(AT(I64, 1, 0) < NUMBER(2) ? 1 : 0); }

ENTRY(is_odd, 2) { AT(I8, 0, 0) = int8_t(AT(I64, 1, 0) & 1); }

ENTRY(note, 2) {
  const int64_t count = AT(I64, 0, 0);
  if (count < 4095) {
    AT(I64, 0, 0) = count + 1;
    AT(I64, 0, 8 * (count + 1)) = NUMBER(1);
  }
}

ENTRY(note_word, 2) {
  const int64_t count = AT(I64, 0, 0);
  if (count < 4095) {
    AT(I64, 0, 0) = count + 1;
    AT(I64, 0, 8 * (count + 1)) = AT(I64, 1, 0);
  }
}

ENTRY(down_i1, 1) { AT(I8, 0, 0) = int8_t(0); }

ENTRY(down_i8, 1) { AT(I8, 0, 0) -= int8_t(1); }

ENTRY(down_i16, 1) { AT(I16, 0, 0) -= int16_t(1); }

ENTRY(down_i32, 1) { AT(I32, 0, 0) -= 1; }

ENTRY(down_i64, 1) { AT(I64, 0, 0) -= 1; }

ENTRY(generate, 2) {
  uint64_t state = uint64_t(i);
  for (uint64_t step = 0; step < SLOT(1); ++step)
    state = state * 6364136223846793005UL + 1442695040888963407UL;
  AT(U64, 0, 8 * i) = state;
}

ENTRY(dump_slots, 8) {
  for (int k = 0; k < 7; ++k)
    AT(U64, 0, 8 * k) = SLOT(k + 1);
}

ENTRY(assert_below, 3) {
  if (i >= NUMBER(1) && FAILS_FIRST(1)) {
    RECORD_SITE = uint32_t(SLOT(2));
    RECORD_ITERATION = i;
  }
}

ENTRY(check_below, 3) {
  if (i >= NUMBER(1) && FAILS_FIRST(6)) {
    RECORD_SITE = uint32_t(SLOT(2));
    RECORD_ITERATION = i;
    RECORD_VALUE(0) = uint64_t(i);
    RECORD_VALUE(1) = uint64_t(2 * i);
  }
}

ENTRY(push_below, 3) {
  if (i >= NUMBER(1) && FAILS_FIRST(7)) {
    RECORD_SITE = uint32_t(SLOT(2));
    RECORD_ITERATION = i;
    RECORD_VALUE(0) = SLOT(1);
  }
}

ENTRY(assert_word_below, 4) {
  if (AT(I64, 1, 0) < NUMBER(2))
    return;
  AT(U32, 0, 0) = 1;
  RECORD_SITE = uint32_t(SLOT(3));
  RECORD_ITERATION = 0;
}

ENTRY(report_maximum, 2) {
  AT(U32, 0, 0) = 2;
  RECORD_SITE = uint32_t(SLOT(1));
  RECORD_ITERATION = 7;
}

ENTRY(loop_down, 3) {
  if (i != 0)
    return;
  AT(I64, 2, 0) = 0;
  do {
    AT(I64, 0, 0) += 1;
    AT(I64, 2, 0) += 1;
    AT(I64, 1, 0) -= 1;
  } while (AT(I64, 1, 0) != 0);
}

ENTRY(loop_down_limited, 6) {
  if (i != 0)
    return;
  AT(I64, 3, 0) = 0;
  do {
    AT(I64, 1, 0) += 1;
    AT(I64, 3, 0) += 1;
    AT(I64, 2, 0) -= 1;
  } while (AT(I64, 2, 0) != 0 && AT(I64, 3, 0) < NUMBER(4));
  if (AT(I64, 2, 0) == 0)
    return;
  AT(U32, 0, 0) = 3;
  RECORD_SITE = uint32_t(SLOT(5));
  RECORD_ITERATION = NUMBER(4);
}

layout(buffer_reference, buffer_reference_align = 8) volatile buffer StopWord { uint64_t v; };
ENTRY(loop_down_stoppable, 6) {
  if (i != 0)
    return;
  AT(I64, 4, 0) = 0;
  do {
    AT(I64, 2, 0) += 1;
    AT(I64, 4, 0) += 1;
    const uint64_t word = StopWord(SLOT(1)).v;
    if (int32_t(uint32_t(word) - uint32_t(word >> 32)) > 0) {
      AT(U32, 0, 0) = 5;
      RECORD_SITE = uint32_t(SLOT(5));
      RECORD_ITERATION = AT(I64, 4, 0);
      return;
    }
    AT(I64, 3, 0) -= 1;
  } while (AT(I64, 3, 0) != 0);
}

ENTRY(report_error, 4) {
  AT(U32, 0, 0) = uint32_t(SLOT(1));
  RECORD_SITE = uint32_t(SLOT(2));
  RECORD_ITERATION = NUMBER(3);
}

ENTRY(print_pair, 2) {
  const uint32_t at = atomicAdd(AT(U32, 0, 4), 4u);
  if (at + 4 > AT(U32, 0, 0)) {
    atomicAdd(AT(U32, 0, 8), 1u);
    return;
  }
  AT(U64, 0, 16 + 8 * at) = (SLOT(1) + 1) | uint64_t(2) << 32;
  AT(I64, 0, 24 + 8 * at) = i;
  AT(I64, 0, 32 + 8 * at) = i;
  AT(U64, 0, 40 + 8 * at) = doubleBitsToUint64(double(i) / 2);
}
