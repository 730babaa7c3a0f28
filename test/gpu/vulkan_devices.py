"""What devices and layers Vulkan lists here, through ctypes.

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


class Layer(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char * 256), ("version", ctypes.c_uint32), ("implementation", ctypes.c_uint32),
                ("description", ctypes.c_char * 256)]


def library():
    """What gives a function of libvulkan.so.1 by its name. OSError with the reason where there is no library."""
    find = ctypes.CDLL("libvulkan.so.1").vkGetInstanceProcAddr
    find.argtypes, find.restype = [ctypes.c_void_p, ctypes.c_char_p], ctypes.c_void_p
    kind = ctypes.CFUNCTYPE(ctypes.c_int)

    def function(name, instance=None):
        address = find(instance, name)
        if not address:
            raise OSError(f"libvulkan.so.1 lacks '{name.decode()}'")
        return kind(address)

    return function


def devices():
    """Name and type of each, in the order in which libqdrt counts them. OSError with the reason where there is no Vulkan."""
    function, instance, count = library(), ctypes.c_void_p(), ctypes.c_uint32()
    application = ApplicationInfo(0, api=VERSION_1_2)  # VK_STRUCTURE_TYPE_APPLICATION_INFO
    info = InstanceInfo(1, application=ctypes.pointer(application))  # VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO
    code = function(b"vkCreateInstance")(ctypes.byref(info), None, ctypes.byref(instance))
    if code:
        raise OSError(f"libvulkan.so.1 makes no instance: VkResult {code}")
    enumerate_devices = function(b"vkEnumeratePhysicalDevices", instance)
    enumerate_devices(instance, ctypes.byref(count), None)
    handles = (ctypes.c_void_p * count.value)()
    enumerate_devices(instance, ctypes.byref(count), handles)
    found = []
    for handle in handles:
        properties = Properties()
        function(b"vkGetPhysicalDeviceProperties", instance)(ctypes.c_void_p(handle), ctypes.byref(properties))
        found.append((properties.name.decode(), properties.type))
    function(b"vkDestroyInstance", instance)(instance, None)
    return found


def layers():
    """The names of those that are installed. OSError as devices()."""
    enumerate_layers, count = library()(b"vkEnumerateInstanceLayerProperties"), ctypes.c_uint32()
    enumerate_layers(ctypes.byref(count), None)
    found = (Layer * count.value)()
    enumerate_layers(ctypes.byref(count), found)
    return [layer.name.decode() for layer in found[:count.value]]


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
