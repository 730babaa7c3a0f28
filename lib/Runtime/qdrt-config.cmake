# find_package(qdrt) gives the targets qdrt::qdrt, the shared library, and qdrt::qdrt_static, the archive.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
include(${CMAKE_CURRENT_LIST_DIR}/qdrt-targets.cmake)
