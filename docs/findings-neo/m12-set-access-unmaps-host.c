/*
 * N-M12. A change of access unmaps host physical memory.
 *
 * Physical memory of the host is mapped for reading and writing, filled, and made read-only. The call succeeds, and the memory is no
 * longer there: a copy from the range ends the process, or brings other bytes.
 *
 * shows with: --driver neo
 *
 * cc -std=gnu11 m12-set-access-unmaps-host.c -o bug -lze_loader && ./bug
 * Exit code: 0 the range shows what it was mapped to, 1 the defect shows, 2 it cannot be tried here.
 */
#define _GNU_SOURCE
#include <level_zero/ze_api.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { GOOD, DEFECT, UNUSABLE };

static ze_driver_handle_t driver;
static ze_device_handle_t device;
static ze_context_handle_t context;

/* A call that has to succeed for anything to be seen here. */
static void need(const char *call, ze_result_t result) {
    if (result == ZE_RESULT_SUCCESS)
        return;
    printf("%s gives %#x: inconclusive\n", call, result);
    fflush(stdout);
    _exit(UNUSABLE);
}
#define NEED(call) need(#call, call)

static void start_level_zero(void) {
    ze_driver_handle_t drivers[8];
    uint32_t count = 8;
    /* Handles may be passed by pidfd_getfd, which Yama allows those only that are told of here. */
    prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
    NEED(zeInit(ZE_INIT_FLAG_GPU_ONLY));
    NEED(zeDriverGet(&count, drivers));
    for (uint32_t i = 0; i < count && i < 8 && !device; i++) {
        uint32_t one = 1;
        ze_context_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_CONTEXT_DESC};
        driver = drivers[i];
        if (zeDeviceGet(driver, &one, &device) != ZE_RESULT_SUCCESS || one == 0)
            device = NULL;
        else
            NEED(zeContextCreate(driver, &desc, &context));
    }
    if (!device) {
        printf("there is no device\n");
        _exit(UNUSABLE);
    }
}

#define SIZE (2u << 20)
#define VALUE 0x11

/* Whether the access was changed, for the process that looks how this one ends. */
static volatile bool *changed;

static ze_command_list_handle_t list;

static const char *kind(const void *range) {
    ze_memory_allocation_properties_t properties = {.stype = ZE_STRUCTURE_TYPE_MEMORY_ALLOCATION_PROPERTIES};
    NEED(zeMemGetAllocProperties(context, range, &properties, NULL));
    switch (properties.type) {
    case ZE_MEMORY_TYPE_HOST: return "memory of the host";
    case ZE_MEMORY_TYPE_DEVICE: return "memory of a device";
    case ZE_MEMORY_TYPE_SHARED: return "shared memory";
    default: return "unknown memory";
    }
}

static int try(void) {
    size_t page;
    void *range = NULL;
    unsigned char value = VALUE, before = 0, after = 0;
    ze_physical_mem_handle_t memory;
    ze_physical_mem_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_PHYSICAL_MEM_DESC,
                                   .flags = ZE_PHYSICAL_MEM_FLAG_ALLOCATE_ON_HOST,
                                   .size = SIZE};
    ze_command_queue_desc_t queue = {
        .stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC, .mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS};
    start_level_zero();
    NEED(zeCommandListCreateImmediate(context, device, &queue, &list));
    NEED(zeVirtualMemQueryPageSize(context, device, SIZE, &page));
    if (SIZE % page) {
        printf("pages have %zu bytes: not tried\n", page);
        return UNUSABLE;
    }
    NEED(zePhysicalMemCreate(context, device, &desc, &memory));
    NEED(zeVirtualMemReserve(context, NULL, SIZE, &range));
    NEED(zeVirtualMemMap(context, range, SIZE, memory, 0, ZE_MEMORY_ACCESS_ATTRIBUTE_READWRITE));
    NEED(zeCommandListAppendMemoryFill(list, range, &value, 1, SIZE, NULL, 0, NULL));
    NEED(zeCommandListAppendMemoryCopy(list, &before, range, 1, NULL, 0, NULL));
    printf("mapped for reading and writing: reported as %s, begins with %#x\n", kind(range), before);
    if (before != VALUE)
        return UNUSABLE;
    NEED(zeVirtualMemSetAccessAttribute(context, range, SIZE, ZE_MEMORY_ACCESS_ATTRIBUTE_READONLY));
    *changed = true;
    printf("zeVirtualMemSetAccessAttribute(READONLY) succeeds; it is reported as %s, and a copy from it ...\n", kind(range));
    fflush(stdout);
    ze_result_t copied = zeCommandListAppendMemoryCopy(list, &after, range, 1, NULL, 0, NULL);
    if (copied != ZE_RESULT_SUCCESS)
        printf("... gives %#x\n", copied);
    else
        printf("... succeeds, and brings %#x; it should be %#x\n", after, VALUE);
    return copied == ZE_RESULT_SUCCESS && after == VALUE ? GOOD : DEFECT;
}

int main(void) {
    int status;
    changed = mmap(NULL, sizeof *changed, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (changed == MAP_FAILED)
        return UNUSABLE;
    /* In a process of its own, which the copy may end. */
    pid_t child = fork();
    if (child == 0) {
        int result = try();
        fflush(stdout);
        _exit(result);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        return UNUSABLE;
    if (!WIFSIGNALED(status))
        return WEXITSTATUS(status);
    printf("... ends the process by signal %d\n", WTERMSIG(status));
    return *changed ? DEFECT : UNUSABLE;
}
