/* qdrt.h - run kernels that qdc compiled
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The C interface of libqdrt. It opens a package (.fatbin), picks the machine
 * code for a device, and launches kernels. There is no compiler in it. This file
 * includes all of it: memory.h has buffers, workspace.h the memory in which a
 * kernel works, graphs.h what a device replays, interfaces.h kernels as a program
 * was compiled for them, vulkan.h what a program shares that uses Vulkan itself.
 *
 * Rules that hold for every call:
 *  - Every function that can fail returns a qdrt_status. On failure, a sentence
 *    that names what was wrong and what would be accepted is kept for the
 *    calling thread: qdrt_last_error(). Output parameters are then unchanged.
 *  - What a function may return beside QDRT_OK stands after "Returns:" at the end
 *    of its comment, or of the one above if it has none. Three statuses are left
 *    out there, since every function may return them: QDRT_INVALID_ARGUMENT for
 *    NULL in place of a required pointer or a struct without its `size`,
 *    QDRT_OUT_OF_MEMORY if the host has no memory left, QDRT_INTERNAL for a bug.
 *  - "the driver's" stands for what an error of the device's driver becomes:
 *    QDRT_DEVICE_LOST, QDRT_OUT_OF_MEMORY, QDRT_NO_DEVICE, QDRT_UNSUPPORTED, or
 *    QDRT_IO_ERROR if it is none of these. The CPU has no driver.
 *  - Nothing throws, aborts, exits or prints, but for what a kernel prints, and what
 *    Vulkan's validation layer says where QDRT_VALIDATE=1 asks for it.
 *  - Handles are opaque. What a function named ..._open, ..._create, ..._load
 *    or ..._allocate gives belongs to the caller until it is handed to the
 *    matching ..._close, ..._destroy, ..._unload or ..._free. For NULL these do
 *    nothing. All other pointers that a call gives belong to the handle they came
 *    from and live as long as it does, unless the call says otherwise.
 *  - A child keeps its parent alive: closing a device while packages are open
 *    on it is safe and takes effect when the last of them is unloaded.
 *  - Any thread may call anything on any handle, except that a handle is not
 *    used while another thread destroys it. Two threads that use one stream take
 *    turns; what a launch left (its results, its failure, its graph) is there until
 *    the next one of that kernel on that stream. A thread that asks for it once
 *    another thread has launched the kernel there gets QDRT_INVALID_ARGUMENT:
 *    threads that ask take a stream each. One that never launched the kernel there
 *    is told of the last launch.
 *  - Structs that may grow start with `size`, which the caller sets to sizeof of
 *    the struct it was compiled with. Fields beyond it have their default, and
 *    are not written. A field that the library is too old to know must be 0,
 *    else QDRT_UNSUPPORTED.
 *  - Strings are UTF-8, zero-terminated. Sizes are bytes.
 *  - NULL for a required pointer never crashes. Options, streams and arrays
 *    without elements may be NULL. Functions that return a count, a size or a
 *    pointer return 0 or NULL for a handle that is NULL.
 */
#ifndef QDRT_QDRT_H
#define QDRT_QDRT_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define QDRT_API
#else
#define QDRT_API __attribute__((visibility("default")))
#endif

/* Enumerations are ints, so that a number without a name is a value too. */
#ifdef __cplusplus
#define QDRT_ENUM(name) enum name : int
#else
#define QDRT_ENUM(name) enum name
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Versions and errors ------------------------------------------------ */

#define QDRT_VERSION_MAJOR 0
#define QDRT_VERSION_MINOR 1

/* The version of the library that is loaded, major << 16 | minor. Differs from
 * the macros above when a program runs with another library than it was
 * compiled with. */
QDRT_API uint32_t qdrt_version(void);

typedef QDRT_ENUM(qdrt_status) {
  QDRT_OK = 0,
  QDRT_INVALID_ARGUMENT = 1, /* the caller passed something wrong */
  QDRT_INVALID_PACKAGE = 2,  /* the bytes are not a valid package */
  QDRT_INCOMPATIBLE = 3,     /* a valid package, but for another version, target or feature */
  QDRT_NOT_FOUND = 4,        /* no kernel, argument, global or file of that name */
  QDRT_OUT_OF_MEMORY = 5,    /* of the host or of the device */
  QDRT_IO_ERROR = 6,         /* the operating system or a driver refused or failed; the message has its reason */
  QDRT_NO_DEVICE = 7,        /* no such device, or its driver is absent */
  QDRT_UNSUPPORTED = 8,      /* this device, backend or version cannot do that */
  QDRT_ASSERTION_FAILED = 9, /* a qd.assert, or a check of a checked variant, failed in the launch */
  QDRT_LOOP_MAXIMUM = 10,    /* a qd.do_while with on_max(error) reached its maximum, or a loop the launch's */
  QDRT_INTERNAL = 11,        /* a bug in libqdrt, or an exception that a print function threw */
  QDRT_DEVICE_LOST = 12,     /* an error ended its context and all in it: open it anew, if need be in a new process */
  QDRT_STOPPED = 13,         /* qdrt_stream_stop ended the launch */
  QDRT_ADSTACK_OVERFLOW = 14 /* a push found its adstack full in the launch; it was dropped */
} qdrt_status;

/* The name of a status, for example "QDRT_NOT_FOUND"; "unknown status" for a
 * number that is none. */
QDRT_API const char *qdrt_status_name(qdrt_status status);

/* The message of the calling thread's last failed call; "" if none failed yet.
 * Valid until the thread's next failing call. */
QDRT_API const char *qdrt_last_error(void);

/* ---- Devices ------------------------------------------------------------ */

typedef struct qdrt_device_s *qdrt_device;

typedef QDRT_ENUM(qdrt_backend) {
  QDRT_CPU = 0,
  QDRT_CUDA = 1,
  QDRT_VULKAN = 2,
  QDRT_NULL = 100 /* runs nothing; for tests, in a loader that was built with it */
} qdrt_backend;

typedef struct qdrt_device_info {
  size_t size;
  qdrt_backend backend;
  uint32_t index;         /* of the backend, from 0 */
  const char *name;       /* the processor's or device's own name */
  const char *spelling;   /* how the command line and qdrt_device_open_by_name spell it: "cpu", "cuda:0" */
  const char *unavailable; /* NULL: can be opened; else the reason why it can't, with options that are all 0 */
  uint32_t thread_count;  /* CPU: threads a device opened now would use; 0 for others, and if it is unavailable */
} qdrt_device_info;

/* How many rows qdrt_device_query has: one for each device, and one with a
 * reason for each backend that has none. 0, with a message, if there is no
 * memory for the list. */
QDRT_API uint32_t qdrt_device_count(void);
/* Row `row` of the list. Strings live as long as the process.
 * Returns: QDRT_INVALID_ARGUMENT past the end. */
QDRT_API qdrt_status qdrt_device_query(uint32_t row, qdrt_device_info *info);

/* More threads than this are refused: they are a typing error. */
#define QDRT_MAX_THREADS 4096

typedef struct qdrt_device_options {
  size_t size;
  uint32_t thread_count; /* CPU: threads that run tasks, the caller's among them, at most QDRT_MAX_THREADS; 0:
                            QDRT_THREADS, or else one for each processor this process may use */
  const char *cache; /* a folder, made where there is none, that keeps what the device's driver compiles of PTX or
                        SPIR-V for the next device of any process that is opened with it; NULL: QDRT_CACHE, or else
                        nothing is kept; "": nothing is kept. It must belong to the user of the process, and nobody
                        else may write it */
} qdrt_device_options;

/* Opens device `index` of a backend. Opening one device twice gives two
 * independent handles.
 * Returns: QDRT_NO_DEVICE with the reason; QDRT_INVALID_ARGUMENT for a backend
 * that does not exist, too many threads, a `cache` that others own or can write,
 * or a wrong value of QDRT_THREADS, QDRT_GRAPH, QDRT_LOOP or QDRT_CACHE in the
 * environment; QDRT_UNSUPPORTED for an option that the library does not know; the
 * driver's. */
QDRT_API qdrt_status qdrt_device_open(qdrt_backend backend, uint32_t index, const qdrt_device_options *options,
                                      qdrt_device *device);
/* The same by spelling: "cpu", "cuda:0". If no device has it, the message lists
 * the spellings there are.
 * Returns: as qdrt_device_open; QDRT_NO_DEVICE for a kind of device that is not
 * here ("hip:0"); QDRT_INVALID_ARGUMENT for what names no kind. */
QDRT_API qdrt_status qdrt_device_open_by_name(const char *spelling, const qdrt_device_options *options,
                                              qdrt_device *device);
/* A device that the caller has opened, as its driver knows it. `kind` is the
 * backend, and says which member of `of` is set; what that member leaves of `of` is
 * 0. */
typedef struct qdrt_native_device {
  size_t size;
  qdrt_backend kind;
  union {
    struct {
      void *context; /* a CUcontext */
    } cuda; /* QDRT_CUDA */
    struct {
      void *instance; /* a VkInstance, of libvulkan.so.1, made for Vulkan 1.2 or newer */
      void *physical_device; /* its VkPhysicalDevice */
      void *device; /* the VkDevice */
      void *queue; /* a VkQueue for computing; the work goes there, in order with the caller's own */
      uint32_t queue_family; /* that it is of */
      uint32_t extension_count;
      const char *const *extensions; /* of the device, that are enabled; read during the call */
      const void *features; /* a VkPhysicalDeviceFeatures2 with all that is enabled, as VkDeviceCreateInfo.pNext had it;
                               features of Vulkan 1.1 and 1.2 are in the structs of these versions, or in those that
                               have one each; read during the call */
      void (*lock)(void *user, int is_taken); /* called with 1 before the queue is used and with 0 afterwards, by any
                                                 thread; NULL: nobody else uses the queue. Who holds what it takes
                                                 calls nothing of libqdrt */
      void *user;
      uint32_t api_version; /* of the instance, as VkApplicationInfo.apiVersion had it; 0: that of Vulkan 1.2 */
    } vulkan; /* QDRT_VULKAN */
    uint64_t reserved[12];
  } of;
} qdrt_native_device;

/* Opens a device by what the caller made of it with the driver and keeps until the
 * device is closed and nothing of it is left. qdrt_device_open takes the primary
 * context of a CUDA device, which other libraries of the process use too. On a
 * Vulkan device arrays may lie in buffers of the caller's, by their addresses; these
 * are used by tasks alone, and are not copied or filled, unless they are imported
 * (vulkan.h).
 * Returns: as qdrt_device_open; QDRT_INVALID_ARGUMENT for a kind that does not
 * exist, with those that are taken, and for what the driver does not know, a queue
 * family among it;
 * QDRT_UNSUPPORTED for a backend whose devices are only opened by qdrt_device_open
 * (CPU), for a Vulkan device without a feature that libqdrt needs, which is named,
 * and for a field that the library does not know, also within `of`.
 */
QDRT_API qdrt_status qdrt_device_adopt(const qdrt_native_device *native, const qdrt_device_options *options,
                                       qdrt_device *device);
QDRT_API void qdrt_device_close(qdrt_device device);
/* What qdrt_device_query tells of the device, with the threads that it has.
 * Strings live as long as the device. Returns: no others. */
QDRT_API qdrt_status qdrt_device_describe(qdrt_device device, qdrt_device_info *info);
/* Waits for all work on the device that was there before the call; launches that
 * other threads begin meanwhile, on any of its streams, wait until it returns.
 * Reports one error, as qdrt_stream_synchronize does for each stream.
 * Returns: as qdrt_stream_synchronize. */
QDRT_API qdrt_status qdrt_device_synchronize(qdrt_device device);
/* Waits and reports as qdrt_device_synchronize does, then frees what the device
 * caches: instances of every kernel, with workspaces that are bound, pools, sleeping
 * threads. Packages and buffers stay valid; the next launch builds anew.
 * Returns: as qdrt_device_synchronize. */
QDRT_API qdrt_status qdrt_device_reset(qdrt_device device);

/* ---- Streams and events ------------------------------------------------- */

/* Work on one stream runs in order; streams run side by side where the device
 * can. NULL is the device's default stream. On the CPU a launch is complete
 * when the call returns, so all of this is defined and trivially true. */
typedef struct qdrt_stream_s *qdrt_stream;
typedef struct qdrt_event_s *qdrt_event;

/* Makes another stream of the device.
 * Returns: the driver's. */
QDRT_API qdrt_status qdrt_stream_create(qdrt_device device, qdrt_stream *stream);
/* Uses a stream that the caller made in the device's context (CUDA: a CUstream;
 * NULL is CUDA's default stream) and keeps until the handle is destroyed. A
 * launch on it while the caller captures it adds the kernel to the caller's
 * graph.
 * Returns: QDRT_INVALID_ARGUMENT for what is no stream, or one of another
 * context; QDRT_UNSUPPORTED for a backend without streams of its own (CPU);
 * QDRT_DEVICE_LOST. */
QDRT_API qdrt_status qdrt_stream_adopt(qdrt_device device, void *native, qdrt_stream *stream);
/* Waits for the stream's work, then frees it and the instances made for it. One
 * that was adopted is only let go. */
QDRT_API void qdrt_stream_destroy(qdrt_stream stream);
/* Waits for the stream's work. Reports the first error of a launch on it that
 * was not reported yet, by this, by the launch itself or by qdrt_kernel_results
 * and qdrt_kernel_failure.
 * Returns: QDRT_ASSERTION_FAILED, QDRT_ADSTACK_OVERFLOW, QDRT_LOOP_MAXIMUM and
 * QDRT_STOPPED of a launch;
 * QDRT_INVALID_PACKAGE if a kernel reported or printed what its package does not
 * describe; QDRT_INVALID_ARGUMENT for a loop's step below 1 that the device
 * found, a stream of another device, or one that is being captured; the driver's. */
QDRT_API qdrt_status qdrt_stream_synchronize(qdrt_device device, qdrt_stream stream);
/* Ends the launches whose calls began before this one: the one that runs, those
 * that are queued, and those whose threads still wait for their turn. That they were
 * stopped is told as other failures are. What they wrote stays, and device, buffers,
 * packages and the kernels' instances are as good as before. A launch that is called
 * later runs as ever, and a stream on which nothing is under way is left alone. Other
 * streams go on.
 *
 * Any thread may call it, also while others launch on the stream or wait for it: it
 * waits neither for them nor for the launches, which end a little later. Not for
 * handlers of signals.
 *
 * A launch notices between two iterations of a loop that holds parallel loops: one
 * that the device runs by itself looks every few dozen iterations. One that comes
 * to its end before it notices is complete, and no failure; so is every launch of a
 * kernel without such a loop. A loop in a task, which holds no parallel loop, can't
 * be stopped: if it never ends by itself, the launch doesn't. Launches in a graph
 * that the caller captured can't either. Where the driver fails to tell the device,
 * loops that this runs by itself go on, and the others end.
 *
 * Returns: QDRT_INVALID_ARGUMENT for a stream of another device; the driver's. */
QDRT_API qdrt_status qdrt_stream_stop(qdrt_device device, qdrt_stream stream);
/* Makes an event that is not recorded yet.
 * Returns: the driver's. */
QDRT_API qdrt_status qdrt_event_create(qdrt_device device, qdrt_event *event);
QDRT_API void qdrt_event_destroy(qdrt_event event);
/* Records the event: it completes when the work now on the stream has.
 * Returns: QDRT_INVALID_ARGUMENT for a stream of another device; the driver's. */
QDRT_API qdrt_status qdrt_event_record(qdrt_event event, qdrt_stream stream);
/* Makes later work on the stream wait for the event. An event that was never
 * recorded is complete.
 * Returns: as qdrt_event_record. */
QDRT_API qdrt_status qdrt_stream_wait(qdrt_stream stream, qdrt_event event);
/* Waits for the event.
 * Returns: the driver's. */
QDRT_API qdrt_status qdrt_event_synchronize(qdrt_event event);
/* Time between two recorded events, in seconds. Waits for both.
 * Returns: QDRT_INVALID_ARGUMENT if one was never recorded, or they are of
 * different devices; the driver's. */
QDRT_API qdrt_status qdrt_event_elapsed(qdrt_event start, qdrt_event end, double *seconds);

/* ---- Memory ------------------------------------------------------------- */

/* Device memory, whose functions are in memory.h. */
typedef struct qdrt_buffer_s *qdrt_buffer;

/* ---- Packages ----------------------------------------------------------- */

typedef struct qdrt_package_s *qdrt_package;
typedef struct qdrt_kernel_s *qdrt_kernel;

typedef QDRT_ENUM(qdrt_type) {
  QDRT_I1 = 0, /* one byte, 0 or 1 */
  QDRT_I8,
  QDRT_I16,
  QDRT_I32,
  QDRT_I64,
  QDRT_INDEX, /* a signed 64-bit integer */
  QDRT_F16,
  QDRT_BF16,
  QDRT_F32,
  QDRT_F64
} qdrt_type;

/* "f32" and so on, as the kernel language spells it; "?" for a number that is none. */
QDRT_API const char *qdrt_type_name(qdrt_type type);
/* Bytes of one element; 0 for a number that is none. */
QDRT_API uint32_t qdrt_type_bytes(qdrt_type type);

typedef struct qdrt_package_options {
  size_t size;
  const char *target; /* take the image of this target ("cpu:x86-64-v2") or fail; NULL: QDRT_TARGET, or else the best */
  const char *variant; /* take code with these checks ("bounds,arithmetic", in any order): of the images that have them
                        * all, the one with the fewest further checks, then the best target; or fail. NULL or "": code
                        * without checks. qdrt_package_image tells which was taken */
} qdrt_package_options;

/* Loads a package for one device: verifies its structure and digests, picks for
 * each module the best image that the device runs and makes the globals. A kernel
 * is read and verified when somebody first asks for it (qdrt_package_kernel), so
 * that a package of thousands loads as fast as it can be read.
 *
 * A package is a program: its code runs with the rights of the process, and is
 * believed to do to memory what its manifest says. Digests tell damage, not who
 * made it. Load packages that you would run as a program; SECURITY.md says what
 * is checked. No code of a CPU image runs before a kernel is launched: one that
 * would run some when it is loaded or unloaded, needs other libraries, or has an
 * executable stack is QDRT_INVALID_PACKAGE.
 * Returns: as qdrt_package_load_memory; QDRT_NOT_FOUND if there is no such file;
 * QDRT_IO_ERROR if it can't be read. */
QDRT_API qdrt_status qdrt_package_load(qdrt_device device, const char *path, const qdrt_package_options *options,
                                       qdrt_package *package);
/* The same from memory, which may be freed when the call returns.
 * Returns: QDRT_INVALID_PACKAGE for bytes that are no package, are damaged, or
 * have an image that is refused; QDRT_INCOMPATIBLE for a package of another
 * version, or if a module has no image that can be taken: the message has the
 * reason for each, and if none runs on the device, what to compile for;
 * QDRT_IO_ERROR if the system does not load the image; QDRT_INVALID_ARGUMENT for a
 * `variant` that is no list of checks; QDRT_UNSUPPORTED for an option that the
 * library does not know; the driver's. */
QDRT_API qdrt_status qdrt_package_load_memory(qdrt_device device, const void *bytes, uint64_t size,
                                              const qdrt_package_options *options, qdrt_package *package);
/* Kernels of the package must not be running. */
QDRT_API void qdrt_package_unload(qdrt_package package);

typedef struct qdrt_image_info {
  size_t size;
  const char *target;
  const char *variant; /* "" or the checks compiled in */
  uint64_t bytes;
  int chosen; /* 1 for the image in use, of which each module of the package has one */
  const char *reason; /* why it was not chosen; "" for the chosen one */
} qdrt_image_info;

/* The images of all modules of the package, in their order.
 * Returns: QDRT_INVALID_ARGUMENT past the end. */
QDRT_API uint32_t qdrt_package_image_count(qdrt_package package);
QDRT_API qdrt_status qdrt_package_image(qdrt_package package, uint32_t index, qdrt_image_info *info);
/* The manifest's JSON text, as stored. Kernels and their code are checked when
 * they are first asked for: until then, the text may hold what is no valid JSON
 * inside of them. */
QDRT_API const char *qdrt_package_manifest(qdrt_package package);

typedef struct qdrt_global_info {
  size_t size;
  const char *name;
  qdrt_type type;
  uint32_t rank;
  const int64_t *shape;
  uint64_t bytes;
  void *address; /* a device address; NULL while an external global is not bound */
  int is_external;
} qdrt_global_info;

/* Globals that are public, in the order of the modules and their sources.
 * Returns: QDRT_INVALID_ARGUMENT past the end. */
QDRT_API uint32_t qdrt_package_global_count(qdrt_package package);
QDRT_API qdrt_status qdrt_package_global(qdrt_package package, uint32_t index, qdrt_global_info *info);
/* A public global by name.
 * Returns: QDRT_NOT_FOUND with the names there are. */
QDRT_API qdrt_status qdrt_package_find_global(qdrt_package package, const char *name, qdrt_global_info *info);
/* Binds an external global to device memory of the caller, which must outlive
 * the package and hold the global's `bytes` or more. Kernels of the package must
 * not be running. Those that use an external global can't be launched until it is
 * bound.
 * Returns: QDRT_NOT_FOUND with the names there are; QDRT_INVALID_ARGUMENT for a
 * global that is not external, for memory that is too small, is not aligned to
 * an element, belongs to another global of the package, or could not be given to
 * a launch as QDRT_MEMORY_DEVICE. */
QDRT_API qdrt_status qdrt_package_bind_global(qdrt_package package, const char *name, void *address, uint64_t bytes);
/* Copies a global's value out or in, ordered on the stream. `bytes` must be the
 * global's size.
 * Returns: QDRT_NOT_FOUND with the names there are; QDRT_INVALID_ARGUMENT for
 * another size, an external global that is not bound, a constant one that would
 * be written, or a stream of another device; QDRT_UNSUPPORTED on a stream that is
 * being captured; the driver's. */
QDRT_API qdrt_status qdrt_package_read_global(qdrt_package package, const char *name, void *to, uint64_t bytes,
                                              qdrt_stream stream);
QDRT_API qdrt_status qdrt_package_write_global(qdrt_package package, const char *name, const void *from, uint64_t bytes,
                                               qdrt_stream stream);

/* ---- Kernels ------------------------------------------------------------ */

/* How many kernels the package has. Neither this nor the next reads any. */
QDRT_API uint32_t qdrt_package_kernel_count(qdrt_package package);
/* The name of kernel `index`; NULL past the end. Belongs to the package. */
QDRT_API const char *qdrt_package_kernel_name(qdrt_package package, uint32_t index);
/* Kernel `index`, in the order of the modules and their sources: the same handle
 * each time, which belongs to the package. The first call reads the kernel and
 * verifies it. Where that fails, other kernels can be used all the same, and later
 * calls for this one fail likewise.
 * Returns: QDRT_INVALID_ARGUMENT past the end; QDRT_INVALID_PACKAGE for a kernel
 * that is malformed, by its place in the manifest, or whose code the image lacks;
 * QDRT_INCOMPATIBLE for one that says what only later versions know, or whose
 * code was made for subgroups of another width than the device's, or for larger
 * blocks than it takes;
 * QDRT_UNSUPPORTED for entry points, slots and regions of workspace that the
 * library does not take; the driver's. */
QDRT_API qdrt_status qdrt_package_kernel(qdrt_package package, uint32_t index, qdrt_kernel *kernel);
/* The same by name.
 * Returns: as qdrt_package_kernel; QDRT_NOT_FOUND with the names there are. */
QDRT_API qdrt_status qdrt_package_find_kernel(qdrt_package package, const char *name, qdrt_kernel *kernel);
QDRT_API const char *qdrt_kernel_name(qdrt_kernel kernel);

typedef QDRT_ENUM(qdrt_argument_kind) { QDRT_ARRAY = 0, QDRT_SCALAR = 1 } qdrt_argument_kind;
enum { QDRT_ACCESS_READ = 1, QDRT_ACCESS_WRITE = 2 };
#define QDRT_DYNAMIC (-1)
#define QDRT_MAX_RANK 8

typedef struct qdrt_argument_info {
  size_t size;
  const char *name;
  const char *group; /* "" for none */
  qdrt_argument_kind kind;
  qdrt_type type;
  int is_unsigned;
  uint32_t rank; /* arrays */
  const int64_t *shape; /* arrays: QDRT_DYNAMIC where any extent fits */
  uint32_t access; /* arrays: QDRT_ACCESS_... bits */
  int may_alias; /* arrays: may overlap another array with this mark */
} qdrt_argument_info;

/* The kernel's arguments, in its order.
 * Returns: QDRT_INVALID_ARGUMENT past the end. */
QDRT_API uint32_t qdrt_kernel_argument_count(qdrt_kernel kernel);
QDRT_API qdrt_status qdrt_kernel_argument(qdrt_kernel kernel, uint32_t index, qdrt_argument_info *info);
/* The position of an argument by name.
 * Returns: QDRT_NOT_FOUND with the names there are. */
QDRT_API qdrt_status qdrt_kernel_find_argument(qdrt_kernel kernel, const char *name, uint32_t *index);
/* Types of the kernel's results, in its order.
 * Returns: QDRT_INVALID_ARGUMENT past the end. */
QDRT_API uint32_t qdrt_kernel_result_count(qdrt_kernel kernel);
QDRT_API qdrt_status qdrt_kernel_result(qdrt_kernel kernel, uint32_t index, qdrt_type *type, int *is_unsigned);

/* ---- Launch ------------------------------------------------------------- */

/* A value of any type that the kernel language has. */
typedef union qdrt_scalar {
  uint8_t i1;
  int8_t i8;
  int16_t i16;
  int32_t i32;
  int64_t i64;
  uint16_t f16; /* the bits */
  uint16_t bf16; /* the bits */
  float f32;
  double f64;
  uint64_t bits; /* set to 0 before a smaller member */
} qdrt_scalar;

enum {
  QDRT_MEMORY_DEVICE = 0, /* an address the device can use, as of a buffer plus an offset; memory of another device
                             that it has no access to, and memory of the host that its driver does not know, are
                             QDRT_INVALID_ARGUMENT in the first launch that has them */
  QDRT_MEMORY_HOST = 1 /* host memory: copied to the device before and, if the kernel writes it, back after the
                          launch, which then waits; on the CPU used in place */
};

/* One argument of a launch. An array is contiguous, last index fastest. */
typedef struct qdrt_argument {
  qdrt_type type;
  uint32_t rank; /* arrays; ignored for a scalar */
  uint32_t memory; /* arrays: QDRT_MEMORY_... */
  const int64_t *shape; /* arrays: rank extents, 0 or more; may be NULL for rank 0 */
  void *data; /* arrays: the first element; may be NULL if there are no elements */
  qdrt_scalar value; /* scalars */
} qdrt_argument;

typedef struct qdrt_launch_options {
  size_t size;
  uint64_t seed; /* what qd.seed gives */
  uint64_t ordinal; /* what qd.launch_ordinal gives, if set_ordinal; else it counts this kernel's launches */
  int set_ordinal; /* 1: use `ordinal` */
  uint64_t maximum_iterations; /* 0: none; else a further bound for every qd.do_while and every scf.while that holds
                                  parallel loops: one that would begin another iteration after so many in one visit
                                  is ended, and the launch is QDRT_LOOP_MAXIMUM. A loop inside of a task, which holds
                                  no parallel loop, is not bounded. */
  const char *loops; /* how every loop that holds parallel loops is run, as QDRT_LOOP says it: "auto", "host", "graph",
                        "replay", "block" or "grid"; NULL: as QDRT_LOOP says, else as the source asks, else "auto" */
} qdrt_launch_options;

/* Launches a kernel. `arguments` has qdrt_kernel_argument_count entries in the
 * order of the kernel. They are checked against the manifest (type, rank, static
 * extents, NULL, overlap), and the error names the argument. Arrays of one launch
 * must not overlap where one of them is written, unless both are marked
 * may_alias. What was checked and did not change since the last launch of this
 * kernel on this stream is not checked again. A launch that is refused changes
 * nothing.
 *
 * A stream keeps what it prepared for 256 kernels (instances). Beyond that, the
 * one that was launched longest ago is freed, with its results and its failure;
 * on a stream that is being captured, after the capture.
 *
 * On a stream that the caller is capturing, the launch becomes part of the
 * caller's graph, with these arguments, seed and ordinal, and memory of its own
 * that the graph owns: the package stays loaded and the device open as long as
 * the graph is replayed. An assertion that fails in a replay is told by a wait
 * for this stream. Kernels can't be captured that have loops or branches that the
 * host decides about, temporaries whose size tasks compute, results, prints, or an
 * array in host memory. With the option `loops` "graph" the caller's graph gets
 * conditional nodes, and can then be neither cloned, nor a part of another graph,
 * nor instantiated twice at a time.
 *
 * The arrays must stay alive until the launch is complete. Errors that the
 * device finds (QDRT_ASSERTION_FAILED, QDRT_ADSTACK_OVERFLOW, QDRT_LOOP_MAXIMUM,
 * QDRT_STOPPED, a loop's step) are told by this call if it waited for them (on the
 * CPU, where the launch is then complete; for a kernel that writes an array in host
 * memory; in a loop that the host decides about; for temporaries whose size tasks
 * compute), else by the next wait for the stream.
 *
 * Returns: QDRT_INVALID_ARGUMENT for arguments that are not right, sizes that
 * can't be computed from them, a loop's step below 1, `loops` that names no
 * strategy, an external global that is not bound, or a stream of another device;
 * QDRT_UNSUPPORTED for an option that the library does not know, a loop that can't
 * be run as is asked for, a kernel that can't be captured or can't be the graph
 * that it asks to be, or arrays in host memory that overlap where they are copied;
 * QDRT_OUT_OF_MEMORY also where the workspace that is bound is too small, or where
 * there is no memory for a temporary whose size a task has computed: then the launch
 * ends there, and a later one may need less; QDRT_ASSERTION_FAILED,
 * QDRT_ADSTACK_OVERFLOW and QDRT_LOOP_MAXIMUM; QDRT_STOPPED also for one that was
 * stopped before it began, which counts as refused; QDRT_INVALID_PACKAGE if the
 * kernel reported, printed or used what its package does not describe; the
 * driver's. */
QDRT_API qdrt_status qdrt_kernel_launch(qdrt_kernel kernel, const qdrt_argument *arguments, qdrt_stream stream,
                                        const qdrt_launch_options *options);

/* The results of the kernel's last launch on the stream: waits for it. `count`
 * must be the number of results. If that launch failed, gives its status and
 * message again.
 * Returns: as qdrt_stream_synchronize; QDRT_INVALID_ARGUMENT for another count,
 * without a launch whose instance is still there, or where another thread has
 * launched the kernel on the stream since the calling one did. */
QDRT_API qdrt_status qdrt_kernel_results(qdrt_kernel kernel, qdrt_stream stream, qdrt_scalar *results, uint32_t count);

/* Where and why a launch failed. */
typedef struct qdrt_failure_info {
  size_t size;
  qdrt_status status; /* QDRT_OK: the last launch did not fail */
  const char *message;
  const char *file; /* of the kernel's source */
  uint32_t line;
  uint32_t column;
  int64_t iteration; /* flat index in the task's range */
} qdrt_failure_info;
/* The failure of the kernel's last launch on the stream: waits for it. A launch
 * that was refused does not count. Strings live until the next launch.
 * Returns: QDRT_INVALID_ARGUMENT without a launch whose instance is still there,
 * where another thread has launched the kernel on the stream since the calling one
 * did, or for a stream of another device or one that is being captured;
 * QDRT_INVALID_PACKAGE if a kernel printed what its package does not describe;
 * the driver's. */
QDRT_API qdrt_status qdrt_kernel_failure(qdrt_kernel kernel, qdrt_stream stream, qdrt_failure_info *info);

/* A line that qd.print made, with its values in place. Called by the thread
 * that waits for the launch, in the order in which the device stored the
 * lines. Strings live until it returns. It must neither call into libqdrt nor
 * throw. */
typedef void (*qdrt_print_function)(void *user, const char *text, const char *file, uint32_t line);
/* Sets who receives what the device's kernels print; NULL: standard output.
 * Lines beyond what the buffer holds are counted in the counters.
 * Returns: no others. */
QDRT_API qdrt_status qdrt_device_set_print(qdrt_device device, qdrt_print_function function, void *user);

#ifdef __cplusplus
} /* extern "C" */
#endif

#include "counters.h" /* these lie beside this file, wherever that is */
#include "graphs.h"
#include "interfaces.h"
#include "memory.h"
#include "vulkan.h"
#include "workspace.h"

#endif /* QDRT_QDRT_H */
