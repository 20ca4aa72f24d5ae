/*
 * N-M14. A change of the access to two mappings unmaps both.
 *
 * Two physical memory objects are mapped side by side, and the access to both ranges is changed by one call, which succeeds.
 * Nothing is mapped to either range any more, so that the next command on one loses the device.
 *
 * shows with: --driver neo
 *
 * cc -std=gnu11 m14-set-access-of-two.c -o bug -lze_loader && ./bug
 * Exit code: 0 both ranges show what they were mapped to, 1 the defect shows, 2 it cannot be tried here.
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
#define PAGE 65536

static ze_command_list_handle_t list;

/* The first byte of a range; -1 if it cannot be read. */
static int first_byte(void *range) {
    unsigned char byte = 0;
    ze_result_t result = zeCommandListAppendMemoryCopy(list, &byte, range, 1, NULL, 0, NULL);
    return result == ZE_RESULT_SUCCESS ? byte : -1;
}

int main(void) {
    size_t page;
    void *range = NULL;
    ze_physical_mem_handle_t memory[2];
    ze_physical_mem_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_PHYSICAL_MEM_DESC, .size = PAGE};
    ze_command_queue_desc_t queue = {
        .stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC, .mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS};
    start_level_zero();
    NEED(zeCommandListCreateImmediate(context, device, &queue, &list));
    NEED(zeVirtualMemQueryPageSize(context, device, PAGE, &page));
    if (page != PAGE) {
        printf("pages have %zu bytes: not tried\n", page);
        return UNUSABLE;
    }
    NEED(zeVirtualMemReserve(context, NULL, 2 * PAGE, &range));
    for (int i = 0; i < 2; i++) {
        unsigned char value = i ? 0x22 : 0x11;
        void *part = (char *)range + i * PAGE;
        NEED(zePhysicalMemCreate(context, device, &desc, &memory[i]));
        NEED(zeVirtualMemMap(context, part, PAGE, memory[i], 0, ZE_MEMORY_ACCESS_ATTRIBUTE_READWRITE));
        NEED(zeCommandListAppendMemoryFill(list, part, &value, 1, PAGE, NULL, 0, NULL));
    }
    ze_result_t changed = zeVirtualMemSetAccessAttribute(context, range, 2 * PAGE, ZE_MEMORY_ACCESS_ATTRIBUTE_READONLY);
    int second = first_byte((char *)range + PAGE);
    int first = first_byte(range);
    printf("zeVirtualMemSetAccessAttribute of two mappings gives %#x; the second begins with %#x, the first with %#x (-1: lost)\n",
           changed, second, first);
    return first == 0x11 && second == 0x22 ? GOOD : DEFECT;
}
