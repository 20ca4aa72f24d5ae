/*
 * N-E18. A wait for an event writes into the queue of a list that is destroyed.
 *
 * One process, no sharing. A list signals an event, has done so, and is destroyed. What that frees is filled and kept, by
 * a free of the program's own. The program waits for the event, and a byte of it becomes 0.
 *
 * shows with: --driver neo
 *
 * cc -std=gnu11 e18-list-is-destroyed.c -o bug -lze_loader && ./bug
 * Exit code: 0 what was freed is as it was filled, 1 the defect shows, 2 it cannot be tried here.
 */
#define _GNU_SOURCE
#include <level_zero/ze_api.h>
#include <malloc.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { GOOD, DEFECT, UNUSABLE };

enum { MOST = 4096, FILL = 0xa5 };

extern void __libc_free(void *block);

static _Thread_local int destroying;
static unsigned char *kept[MOST];
static int count;

/* In place of the C library's: while the list is destroyed, blocks are filled and not given back. */
void free(void *block) {
    if (!block || !destroying || count == MOST) {
        __libc_free(block);
        return;
    }
    memset(block, FILL, malloc_usable_size(block));
    kept[count++] = block;
}

/* A call that has to succeed for anything to be seen here. */
static void need(const char *call, ze_result_t result) {
    if (result == ZE_RESULT_SUCCESS)
        return;
    printf("%s gives %#x: inconclusive\n", call, result);
    fflush(stdout);
    _exit(UNUSABLE);
}
#define NEED(call) need(#call, call)

int main(void) {
    ze_driver_handle_t driver;
    ze_device_handle_t device;
    ze_context_handle_t context;
    ze_command_list_handle_t list;
    ze_event_handle_t event;
    uint32_t one = 1;
    ze_context_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    ze_command_queue_desc_t queue = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                     .flags = ZE_COMMAND_QUEUE_FLAG_IN_ORDER,
                                     .mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS};
    ze_event_counter_based_desc_t counter = {.stype = ZE_STRUCTURE_TYPE_EVENT_COUNTER_BASED_DESC,
                                             .flags = ZE_EVENT_COUNTER_BASED_FLAG_IMMEDIATE | ZE_EVENT_COUNTER_BASED_FLAG_HOST_VISIBLE,
                                             .signal = ZE_EVENT_SCOPE_FLAG_HOST};
    int changed = 0;
    NEED(zeInit(ZE_INIT_FLAG_GPU_ONLY));
    NEED(zeDriverGet(&one, &driver));
    NEED(zeDeviceGet(driver, &one, &device));
    NEED(zeContextCreate(driver, &desc, &context));
    NEED(zeCommandListCreateImmediate(context, device, &queue, &list));
    NEED(zeEventCounterBasedCreate(context, device, &counter, &event));
    NEED(zeCommandListAppendBarrier(list, event, 0, NULL));
    NEED(zeCommandListHostSynchronize(list, UINT64_MAX));
    destroying = 1;
    NEED(zeCommandListDestroy(list));
    destroying = 0;
    NEED(zeEventHostSynchronize(event, UINT64_MAX));
    for (int i = 0; i < count; i++)
        for (size_t at = 0; at < malloc_usable_size(kept[i]); at++)
            if (kept[i][at] != FILL) {
                printf("byte %#zx of %#zx freed ones is %#x now\n", at, malloc_usable_size(kept[i]), kept[i][at]);
                changed = 1;
            }
    printf("%s\n", changed ? "THE DEFECT SHOWS" : "the defect does not show");
    fflush(stdout);
    _exit(changed ? DEFECT : GOOD);
}
