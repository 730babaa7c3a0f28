//===- SourcePlaces.cpp - Where in files a location is --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/IR/SourcePlaces.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace qdc::qd;

namespace {

/// Fills in the places of one location. Call run() once.
class PlaceFinder {
public:
  SmallVector<FileLineColLoc> run(Location location) {
    enter(location);
    while (!stack.empty() && places.size() < kMaximumPlaces)
      step();
    return std::move(places);
  }

private:
  /// A location that is made of others, of which those before `next` are done.
  struct Frame {
    LocationAttr location;
    SmallVector<LocationAttr, 2> parts;
    size_t placesBefore;
    size_t next = 0;
  };

  static SmallVector<LocationAttr, 2> partsOf(LocationAttr location) {
    using Parts = SmallVector<LocationAttr, 2>;
    return llvm::TypeSwitch<LocationAttr, Parts>(location)
        .Case([](NameLoc name) { return Parts{name.getChildLoc()}; })
        .Case([](OpaqueLoc opaque) { return Parts{opaque.getFallbackLocation()}; })
        .Case([](CallSiteLoc call) { return Parts{call.getCallee(), call.getCaller()}; })
        .Case([](FusedLoc fused) { return Parts(fused.getLocations().begin(), fused.getLocations().end()); })
        .Default([](LocationAttr) { return Parts(); });
  }

  void enter(LocationAttr location) {
    if (auto place = dyn_cast<FileLineColLoc>(location))
      places.push_back(place);
    else if (!placeless.contains(location))
      stack.push_back({location, partsOf(location), places.size()});
  }

  void step() {
    Frame &frame = stack.back();
    bool hasPlace = places.size() > frame.placesBefore;
    if (frame.next < frame.parts.size() && !(hasPlace && isa<FusedLoc>(frame.location))) {
      enter(frame.parts[frame.next++]);
      return;
    }
    // Without this, locations that name no place could be visited as often as there are paths to them.
    if (!hasPlace)
      placeless.insert(frame.location);
    stack.pop_back();
  }

  SmallVector<Frame> stack;
  SmallVector<FileLineColLoc> places;
  llvm::DenseSet<Attribute> placeless;
};

} // namespace

SmallVector<FileLineColLoc> qdc::qd::sourcePlaces(Location location) { return PlaceFinder().run(location); }
