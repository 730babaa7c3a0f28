//===- Races.cpp - Accesses that nothing orders ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Races.h"

namespace qdc {

static bool isSameThread(const Access &a, const Access &b) {
  return a.by.block == b.by.block && a.by.thread == b.by.thread;
}

static bool isConcurrent(const Access &earlier, const Access &now) {
  if (!earlier.op || isSameThread(earlier, now))
    return false;
  return earlier.by.block == now.by.block ? earlier.by.blockInterval == now.by.blockInterval
                                          : earlier.by.gridInterval == now.by.gridInterval;
}

void Races::History::add(const Access &access) {
  if (last.op && !isSameThread(last, access)) {
    if (last.by.block != access.by.block)
      otherBlock = last;
    otherThread = last;
  }
  last = access;
}

const Access *Races::History::concurrentWith(const Access &access, bool inBlock) const {
  for (const Access *earlier : {&last, &otherThread, &otherBlock})
    if (isConcurrent(*earlier, access) && (!inBlock || earlier->by.block == access.by.block))
      return earlier;
  return nullptr;
}

/// Whether other blocks write the same here at this time.
bool Races::Byte::isRepeated(const Access &access, Kind kind) {
  const Access &write = plain.writes.last;
  bool isWritten = write.op && write.by.gridInterval == access.by.gridInterval;
  if (kind == Kind::sameValue && isWritten && write.by.block != access.by.block)
    repeated = access.by.gridInterval;
  return repeated == access.by.gridInterval && kind != Kind::write;
}

const Access *Races::Byte::writtenBeside(const Access &access, bool inBlock) const {
  if (const Access *other = plain.writes.concurrentWith(access, inBlock))
    return other;
  return access.isAtomic ? nullptr : atomic.writes.concurrentWith(access);
}

const Access *Races::Byte::readBeside(const Access &access, bool inBlock) const {
  if (const Access *other = plain.reads.concurrentWith(access, inBlock))
    return other;
  return access.isAtomic ? nullptr : atomic.reads.concurrentWith(access);
}

const Access *Races::Byte::raceWith(const Access &access, Kind kind, bool inBlock) const {
  if (const Access *other = writtenBeside(access, inBlock))
    return other;
  return kind == Kind::load ? nullptr : readBeside(access, inBlock);
}

Races::Byte &Races::at(uint64_t byte) {
  std::unique_ptr<Byte[]> &page = pages[byte / pageBytes];
  if (!page)
    page = std::make_unique<Byte[]>(pageBytes);
  return page[byte % pageBytes];
}

const Access *Races::find(uint64_t first, unsigned bytes, const Access &access) {
  for (uint64_t byte = first; byte < first + bytes; ++byte)
    if (const Access *other = at(byte).writtenBeside(access, /*inBlock=*/false))
      return other;
  return nullptr;
}

const Access *Races::note(uint64_t first, unsigned bytes, const Access &access, Kind kind) {
  for (uint64_t byte = first; byte < first + bytes; ++byte) {
    Byte &known = at(byte);
    if (const Access *other = known.raceWith(access, kind, known.isRepeated(access, kind)))
      return other;
  }
  for (uint64_t byte = first; byte < first + bytes; ++byte) {
    Histories &ofKind = access.isAtomic ? at(byte).atomic : at(byte).plain;
    (kind == Kind::load ? ofKind.reads : ofKind.writes).add(access);
  }
  return nullptr;
}

const Access *Races::writtenSince(uint64_t first, unsigned bytes, uint64_t begin) const {
  for (uint64_t byte = first; byte < first + bytes; ++byte)
    if (const auto &page = pages[byte / pageBytes])
      for (const Histories *ofKind : {&page[byte % pageBytes].plain, &page[byte % pageBytes].atomic})
        if (const Access &write = ofKind->writes.last; write.op && write.by.gridInterval >= begin)
          return &write;
  return nullptr;
}

} // namespace qdc
