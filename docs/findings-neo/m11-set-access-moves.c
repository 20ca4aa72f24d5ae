/*
 * N-M11. A change of access moves a mapping to the beginning of its memory.
 *
 * The second half of a physical memory object is mapped, and its access is changed. What the range then shows is the first half.
 *
 * shows with: --driver neo
 *
 * cc -std=gnu11 m11-set-access-moves.c -o bug -lze_loader && ./bug
 * Exit code: 0 the range shows what it was mapped to, 1 the defect shows, 2 it cannot be tried here.
 */
#define _GNU_SOURCE
#include <level_zero/ze_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
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
#define HALF 65536

static ze_command_list_handle_t list;

static int first_byte(void *range) {
    unsigned char byte = 0;
    NEED(zeCommandListAppendMemoryCopy(list, &byte, range, 1, NULL, 0, NULL));
    return byte;
}

int main(void) {
    size_t page;
    void *range = NULL;
    ze_physical_mem_handle_t memory;
    ze_physical_mem_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_PHYSICAL_MEM_DESC, .size = 2 * HALF};
    ze_command_queue_desc_t queue = {
        .stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC, .mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS};
    start_level_zero();
    NEED(zeCommandListCreateImmediate(context, device, &queue, &list));
    NEED(zeVirtualMemQueryPageSize(context, device, 2 * HALF, &page));
    if (page != HALF) {
        printf("pages have %zu bytes: not tried\n", page);
        return UNUSABLE;
    }
    NEED(zePhysicalMemCreate(context, device, &desc, &memory));
    NEED(zeVirtualMemReserve(context, NULL, HALF, &range));
    for (int half = 0; half < 2; half++) {
        unsigned char value = half ? 0x22 : 0x11;
        NEED(zeVirtualMemMap(context, range, HALF, memory, (size_t)half * HALF, ZE_MEMORY_ACCESS_ATTRIBUTE_READWRITE));
        NEED(zeCommandListAppendMemoryFill(list, range, &value, 1, HALF, NULL, 0, NULL));
        if (half == 0)
            NEED(zeVirtualMemUnmap(context, range, HALF));
    }
    int before = first_byte(range);
    NEED(zeVirtualMemSetAccessAttribute(context, range, HALF, ZE_MEMORY_ACCESS_ATTRIBUTE_READONLY));
    int after = first_byte(range);
    printf("the second half of the memory, mapped: begins with %#x; after zeVirtualMemSetAccessAttribute: %#x\n", before, after);
    return before == after ? GOOD : DEFECT;
}
