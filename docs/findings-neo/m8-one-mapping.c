/*
 * N-M8. Physical memory of a device can be mapped once at a time.
 *
 * A process reserves two ranges and maps one physical memory object in both.
 *
 * shows with: --driver neo
 *
 * cc -std=gnu11 -pthread m8-one-mapping.c -o m8 -lze_loader && ./m8
 * Exit code: 0 both ranges show the same memory, 1 the defect shows, 2 it cannot be tried here.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <level_zero/ze_api.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CORRECT, DEFECT, UNTRIED };

static ze_driver_handle_t driver;
static ze_device_handle_t device;
static ze_context_handle_t context;
static ze_command_list_handle_t list;

/* Ends where a call fails that has to work before anything can be shown. */
static void need(ze_result_t result, const char *call) {
    if (result == ZE_RESULT_SUCCESS) return;
    printf("cannot be tried here: %s gives 0x%x\n", call, result);
    exit(UNTRIED);
}

static void start(void) {
    setvbuf(stdout, NULL, _IONBF, 0);
    prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
    need(zeInit(0), "zeInit");
    uint32_t one = 1;
    need(zeDriverGet(&one, &driver), "zeDriverGet");
    one = 1;
    need(zeDeviceGet(driver, &one, &device), "zeDeviceGet");
    ze_context_desc_t context_desc = {.stype = ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    need(zeContextCreate(driver, &context_desc, &context), "zeContextCreate");
    ze_command_queue_desc_t queue = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                     .mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS};
    need(zeCommandListCreateImmediate(context, device, &queue, &list), "zeCommandListCreateImmediate");
}

/* Writes a number to the start of memory of the device. */
static void put_number(void *to, uint32_t number) {
    need(zeCommandListAppendMemoryCopy(list, to, &number, sizeof number, NULL, 0, NULL), "a copy to the device");
}

static uint32_t number_at(const void *from) {
    uint32_t number = 0;
    need(zeCommandListAppendMemoryCopy(list, &number, from, sizeof number, NULL, 0, NULL), "a copy from the device");
    return number;
}

int main(void) {
    start();
    size_t size = 0;
    void *one = NULL, *two = NULL;
    need(zeVirtualMemQueryPageSize(context, device, 1, &size), "zeVirtualMemQueryPageSize");
    ze_physical_mem_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_PHYSICAL_MEM_DESC, .size = size};
    ze_physical_mem_handle_t memory = NULL;
    need(zePhysicalMemCreate(context, device, &desc, &memory), "zePhysicalMemCreate");
    need(zeVirtualMemReserve(context, NULL, size, &one), "zeVirtualMemReserve");
    need(zeVirtualMemReserve(context, NULL, size, &two), "zeVirtualMemReserve");
    need(zeVirtualMemMap(context, one, size, memory, 0, ZE_MEMORY_ACCESS_ATTRIBUTE_READWRITE), "the first zeVirtualMemMap");
    ze_result_t result = zeVirtualMemMap(context, two, size, memory, 0, ZE_MEMORY_ACCESS_ATTRIBUTE_READWRITE);
    if (result != ZE_RESULT_SUCCESS) {
        printf("the second zeVirtualMemMap gives 0x%x\n", result);
        printf("defect: memory that is mapped cannot be mapped again\n");
        return DEFECT;
    }
    put_number(one, 11);
    uint32_t number = number_at(two);
    printf("11 was written through one range, and %u is read through the other\n", number);
    printf(number == 11 ? "correct: both ranges show the same memory\n" : "defect: the ranges show different memory\n");
    return number == 11 ? CORRECT : DEFECT;
}
