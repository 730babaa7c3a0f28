//===- DeviceAPI.cpp - Devices of qdrt.h ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/API/Handles.h"
#include "Runtime/API/Structs.h"

#include <set>

using namespace qdrt::loader;

static const Backend *findBackend(qdrt_backend kind) {
  for (const Backend *backend : backends())
    if (backend->kind() == kind)
      return backend;
  return nullptr;
}

/// "0 ('cpu'), 1 ('cuda')", of all backends or of those that adopt devices.
static std::string listBackends(bool thatAdopt) {
  std::string list;
  for (const Backend *backend : backends())
    if (!thatAdopt || backend->nativeBytes() != 0)
      list +=
          qdc::formatText("{}{} ('{}')", list.empty() ? "" : ", ", static_cast<int>(backend->kind()), backend->name());
  return list.empty() ? "none" : list;
}

static qdrt_status failNoBackend(qdrt_backend kind) {
  return fail(QDRT_INVALID_ARGUMENT, "backend {} does not exist; there are {}", static_cast<int>(kind),
              listBackends(false));
}

/// A copy of the text that lives as long as the process, one for equal texts.
static const char *keepText(const std::string &text) {
  static std::mutex mutex;
  static std::set<std::string> kept;
  std::lock_guard lock(mutex);
  return kept.insert(text).first->c_str();
}

static qdrt_device_info infoOf(const DeviceDescription &description) {
  qdrt_device_info info = {};
  info.backend = description.backend;
  info.index = description.index;
  info.name = description.name.c_str();
  info.spelling = description.spelling.c_str();
  info.unavailable = description.unavailable.empty() ? nullptr : description.unavailable.c_str();
  return info;
}

uint32_t qdrt_device_count(void) {
  uint32_t count = 0;
  (void)guard([&] {
    for (const Backend *backend : backends())
      count += static_cast<uint32_t>(devicesOf(*backend).size());
    return QDRT_OK;
  });
  return count;
}

qdrt_status qdrt_device_query(uint32_t row, qdrt_device_info *info) {
  if (!info)
    return failNull("qdrt_device_query", "info");
  return guard([&] {
    size_t before = 0;
    for (const Backend *backend : backends()) {
      const std::vector<DeviceDescription> &rows = devicesOf(*backend);
      if (row - before >= rows.size()) {
        before += rows.size();
        continue;
      }
      qdrt_device_info found = infoOf(rows[row - before]);
      // What the environment has wrong stands in the way of opening a device, not of showing it.
      qdc::Result<BackendCapabilities> capabilities = backend->capabilities({});
      if (capabilities)
        found.thread_count = capabilities->threads.value_or(0);
      else
        found.unavailable = keepText(capabilities.error().message);
      return writeInfo(info, found, "qdrt_device_info");
    }
    return fail(QDRT_INVALID_ARGUMENT, "device row {} does not exist; there are {}", row, before);
  });
}

/// A handle for a device that was opened.
static qdrt_status makeSession(qdc::Result<std::shared_ptr<Device>> opened, qdrt_device *device) {
  if (!opened)
    return fail(opened.error());
  qdc::Result<std::shared_ptr<Session>> session = Session::create(std::move(*opened));
  if (!session)
    return fail(session.error());
  *device = new qdrt_device_s{std::move(*session)};
  return QDRT_OK;
}

static qdrt_status openDevice(const DeviceDescription &description, const qdrt_device_options *given,
                              qdrt_device *device) {
  qdrt_device_options options;
  if (qdc::Status read = readOptions(given, "qdrt_device_options", options); !read)
    return fail(read.error());
  return makeSession(Device::open(*findBackend(description.backend), description, options), device);
}

qdrt_status qdrt_device_open(qdrt_backend backend, uint32_t index, const qdrt_device_options *options,
                             qdrt_device *device) {
  if (!device)
    return failNull("qdrt_device_open", "device");
  return guard([&] {
    const Backend *found = findBackend(backend);
    if (!found)
      return failNoBackend(backend);
    for (const DeviceDescription &description : devicesOf(*found))
      if (description.index == index)
        return openDevice(description, options, device);
    return fail(QDRT_NO_DEVICE, "backend '{}' has no device {}", found->name(), index);
  });
}

/// "cuda" of "cuda:0".
static std::string_view kindOf(std::string_view spelling) { return spelling.substr(0, spelling.find(':')); }

/// Whether a spelling names a kind of device that there is somewhere, if not here.
static bool isDeviceKind(std::string_view spelling) {
  std::string_view kind = kindOf(spelling);
  return kind == "cpu" || kind == "cuda" || kind == "hip" || kind == "vulkan";
}

qdrt_status qdrt_device_open_by_name(const char *spelling, const qdrt_device_options *options, qdrt_device *device) {
  if (!spelling)
    return failNull("qdrt_device_open_by_name", "spelling");
  if (!device)
    return failNull("qdrt_device_open_by_name", "device");
  return guard([&] {
    // A driver that is not meant is not loaded.
    for (const Backend *backend : backends())
      if (kindOf(spelling) == backend->name())
        for (const DeviceDescription &description : devicesOf(*backend))
          if (description.spelling == spelling)
            return openDevice(description, options, device);
    std::string known;
    for (const Backend *backend : backends())
      for (const DeviceDescription &description : devicesOf(*backend))
        known += qdc::formatText("{}{}'", known.empty() ? "'" : ", '", description.spelling);
    qdrt_status status = isDeviceKind(spelling) ? QDRT_NO_DEVICE : QDRT_INVALID_ARGUMENT;
    return fail(status, "there is no device '{}'; there are {}", spelling, known);
  });
}

qdrt_status qdrt_device_adopt(const qdrt_native_device *givenNative, const qdrt_device_options *given,
                              qdrt_device *device) {
  if (!givenNative)
    return failNull("qdrt_device_adopt", "native");
  if (!device)
    return failNull("qdrt_device_adopt", "device");
  return guard([&] {
    qdrt_native_device native;
    if (qdc::Status read = readOptions(givenNative, "qdrt_native_device", native); !read)
      return fail(read.error());
    const Backend *found = findBackend(native.kind);
    if (!found)
      return fail(QDRT_INVALID_ARGUMENT, "qdrt_native_device.kind is {}; it takes {}", static_cast<int>(native.kind),
                  listBackends(true));
    qdrt_device_options options;
    if (qdc::Status read = readOptions(given, "qdrt_device_options", options); !read)
      return fail(read.error());
    return makeSession(Device::adopt(*found, native, options), device);
  });
}

void qdrt_device_close(qdrt_device device) { delete device; }

qdrt_status qdrt_device_describe(qdrt_device device, qdrt_device_info *info) {
  if (!device)
    return failNull("qdrt_device_describe", "device");
  if (!info)
    return failNull("qdrt_device_describe", "info");
  return guard([&] {
    qdrt_device_info found = infoOf(device->session->device().description());
    found.thread_count = device->session->device().backend().capabilities().threads.value_or(0);
    return writeInfo(info, found, "qdrt_device_info");
  });
}

qdrt_status qdrt_device_code_counters(qdrt_device device, qdrt_code_counters *counters) {
  if (!device)
    return failNull("qdrt_device_code_counters", "device");
  if (!counters)
    return failNull("qdrt_device_code_counters", "counters");
  return guard([&] {
    const CodeUse use = device->session->device().backend().codeUse();
    qdrt_code_counters found = {};
    found.compiled = use.compiled;
    found.cached = use.cached;
    found.kept = use.kept;
    found.failures = use.failures;
    found.failure = use.firstFailure;
    return writeInfo(counters, found, "qdrt_code_counters");
  });
}

qdrt_status qdrt_device_synchronize(qdrt_device device) {
  if (!device)
    return failNull("qdrt_device_synchronize", "device");
  return guard([&] { return tell(device->session->synchronize()); });
}

qdrt_status qdrt_device_reset(qdrt_device device) {
  if (!device)
    return failNull("qdrt_device_reset", "device");
  return guard([&] { return tell(device->session->reset()); });
}

qdrt_status qdrt_device_set_print(qdrt_device device, qdrt_print_function function, void *user) {
  if (!device)
    return failNull("qdrt_device_set_print", "device");
  return guard([&] {
    device->session->device().setPrint(function, user);
    return QDRT_OK;
  });
}
