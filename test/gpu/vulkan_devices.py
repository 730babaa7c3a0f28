"""What devices Vulkan lists here, through ctypes.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import ctypes

VERSION_1_2 = 1 << 22 | 2 << 12  # VK_API_VERSION_1_2
CPU = 4  # VK_PHYSICAL_DEVICE_TYPE_CPU


class ApplicationInfo(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_int), ("next", ctypes.c_void_p), ("name", ctypes.c_char_p),
                ("version", ctypes.c_uint32), ("engine", ctypes.c_char_p), ("engine_version", ctypes.c_uint32),
                ("api", ctypes.c_uint32)]


class InstanceInfo(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_int), ("next", ctypes.c_void_p), ("flags", ctypes.c_uint32),
                ("application", ctypes.POINTER(ApplicationInfo)), ("layers", ctypes.c_uint32),
                ("layer_names", ctypes.c_void_p), ("extensions", ctypes.c_uint32), ("extension_names", ctypes.c_void_p)]


class Properties(ctypes.Structure):
    _fields_ = [("api", ctypes.c_uint32), ("driver", ctypes.c_uint32), ("vendor", ctypes.c_uint32),
                ("device", ctypes.c_uint32), ("type", ctypes.c_int), ("name", ctypes.c_char * 256),
                ("rest", ctypes.c_char * 2048)]  # more than there is


def devices():
    """Name and type of each, in the order in which libqdrt counts them. OSError with the reason where there is no Vulkan."""
    library, instance, count = ctypes.CDLL("libvulkan.so.1"), ctypes.c_void_p(), ctypes.c_uint32()
    application = ApplicationInfo(0, api=VERSION_1_2)  # VK_STRUCTURE_TYPE_APPLICATION_INFO
    code = library.vkCreateInstance(ctypes.byref(InstanceInfo(1, application=ctypes.pointer(application))), None,
                                    ctypes.byref(instance))
    if code:
        raise OSError(f"libvulkan.so.1 makes no instance: VkResult {code}")
    library.vkEnumeratePhysicalDevices(instance, ctypes.byref(count), None)
    handles = (ctypes.c_void_p * count.value)()
    library.vkEnumeratePhysicalDevices(instance, ctypes.byref(count), handles)
    found = []
    for handle in handles:
        properties = Properties()
        library.vkGetPhysicalDeviceProperties(ctypes.c_void_p(handle), ctypes.byref(properties))
        found.append((properties.name.decode(), properties.type))
    library.vkDestroyInstance(instance, None)
    return found


def first_gpu():
    """How libqdrt spells the first device that does not compute on the CPU, or None, and why there is none."""
    try:
        found = devices()
    except OSError as reason:
        return None, str(reason)
    for index, (_, kind) in enumerate(found):
        if kind != CPU:
            return f"vulkan:{index}", ""
    return None, f"no GPU among the devices of Vulkan: {', '.join(name for name, _ in found) or 'there are none'}"
