//===- ModulePartsTest.cpp - Modules that are compiled apart --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/ModuleParts.h"

#include "catch2/catch.hpp"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

using namespace qdc;

namespace {

/// Two tasks as the lowering leaves them, of 9 and 4 operations, and what both call.
constexpr const char *twoTasks = R"(
  llvm.func @outside()
  llvm.func internal @a.chunk() attributes {no_inline} {
    llvm.call @outside() : () -> ()
    llvm.call @a.chunk.part0() : () -> ()
    llvm.return
  }
  llvm.func internal @a.chunk.part0() attributes {no_inline} {
    llvm.return
  }
  llvm.func @a() {
    llvm.call @a.chunk() : () -> ()
    llvm.return
  }
  llvm.func internal @b.chunk() attributes {no_inline} {
    llvm.return
  }
  llvm.func @b() {
    llvm.call @b.chunk() : () -> ()
    llvm.return
  }
  llvm.func @unused()
)";

/// Two tasks that call a function of 2 operations.
constexpr const char *sharedFunction = R"(
  llvm.func hidden @shared() attributes {no_inline} {
    llvm.return
  }
  llvm.func @a() {
    llvm.call @shared() : () -> ()
    llvm.return
  }
  llvm.func @b() {
    llvm.call @shared() : () -> ()
    llvm.return
  }
)";

class Parts {
public:
  explicit Parts(const ModuleParts::Bounds &bounds, const char *source = twoTasks)
      : context(mlir::MLIRContext::Threading::DISABLED) {
    context.loadDialect<mlir::LLVM::LLVMDialect>();
    module = mlir::parseSourceString<mlir::ModuleOp>(source, &context);
    REQUIRE(module);
    ModuleParts parts(*module, bounds);
    largestFirst = parts.largestFirst();
    for (size_t part = 0; part < parts.size(); ++part) {
      mlir::OwningOpRef<mlir::ModuleOp> clone = parts.clone(part);
      CHECK(mlir::succeeded(mlir::verify(*clone)));
      names.push_back(namesIn(*clone));
      // LLVM takes no declaration that says where its body is from.
      for (auto function : clone->getOps<mlir::LLVM::LLVMFuncOp>())
        CHECK(mlir::isa<mlir::UnknownLoc>(function.getLoc()) == function.isExternal());
    }
    if (parts.size() == 1) {
      CHECK(parts.only() == *module);
      CHECK(mlir::succeeded(mlir::verify(*module)));
      onlyNames = namesIn(*module);
    }
  }

  /// For each part its symbols in their order; of a declaration in brackets.
  std::vector<std::string> names;
  std::string onlyNames; // of the module itself, where it is the only part
  std::vector<size_t> largestFirst;

  mlir::LLVM::LLVMFuncOp function(llvm::StringRef name) { return module->lookupSymbol<mlir::LLVM::LLVMFuncOp>(name); }

private:
  static std::string namesIn(mlir::ModuleOp part) {
    std::string text;
    for (auto function : part.getOps<mlir::LLVM::LLVMFuncOp>()) {
      std::string name = function.getSymName().str();
      text += (text.empty() ? "" : " ") + (function.isExternal() ? "[" + name + "]" : name);
    }
    return text;
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

} // namespace

TEST_CASE("tasks are parts with all that they call, and with declarations of what is defined elsewhere") {
  Parts parts({.parts = 100, .smallestPart = 1, .fullPart = 100, .largestGroup = 100});
  CHECK(parts.names == std::vector<std::string>{"[outside] a.chunk a.chunk.part0 a", "b.chunk b"});
  CHECK(parts.function("a.chunk").getLinkage() == mlir::LLVM::Linkage::Internal);
}

TEST_CASE("small tasks share a part, and so do more tasks than parts, until it is full") {
  const std::vector<std::string> whole = {"[outside] a.chunk a.chunk.part0 a b.chunk b"};
  CHECK(Parts({.parts = 100, .smallestPart = 10, .fullPart = 100, .largestGroup = 100}).names == whole);
  CHECK(Parts({.parts = 1, .smallestPart = 1, .fullPart = 100, .largestGroup = 100}).names == whole);
  CHECK(Parts({.parts = 1, .smallestPart = 1, .fullPart = 100, .largestGroup = 100}).onlyNames == whole.front());
  CHECK(Parts({.parts = 1, .smallestPart = 1, .fullPart = 9, .largestGroup = 100}).names.size() == 2);
  CHECK(Parts({.parts = 1, .smallestPart = 1, .fullPart = 10, .largestGroup = 100}).names.size() == 1);
}

TEST_CASE("functions of a large task are in several parts, and still no symbols of the image") {
  Parts parts({.parts = 100, .smallestPart = 1, .fullPart = 100, .largestGroup = 8});
  CHECK(parts.names ==
        std::vector<std::string>{"[outside] [a.chunk.part0] a.chunk", "a.chunk.part0", "[a.chunk] a", "b.chunk b"});
  CHECK(parts.function("a.chunk").getVisibility_() == mlir::LLVM::Visibility::Hidden);
  CHECK(parts.function("a.chunk").getLinkage() == mlir::LLVM::Linkage::External);
  CHECK(parts.function("b.chunk").getLinkage() == mlir::LLVM::Linkage::Internal);
  // Of 4, 2, 3 and 5 operations.
  CHECK(parts.largestFirst == std::vector<size_t>{3, 0, 2, 1});
}

TEST_CASE("a hidden function does not keep the tasks that call it together") {
  ModuleParts::Bounds bounds = {.parts = 100, .smallestPart = 1, .fullPart = 100, .largestGroup = 100};
  CHECK(Parts(bounds, sharedFunction).names == std::vector<std::string>{"shared", "[shared] a", "[shared] b"});
  bounds.smallestPart = 4;
  CHECK(Parts(bounds, sharedFunction).names == std::vector<std::string>{"shared a", "[shared] b"});
}
