/*
 * N-M10. The access of a mapping of physical memory is not kept.
 *
 * Physical memory is mapped read-only, and without access, and written to by a command. What is read back, when it can be read and
 * written again, is what was written. A device may refuse the command, or the process may end: both keep the memory.
 *
 * shows with: --driver neo
 *
 * cc -std=gnu11 m10-access-not-kept.c -o bug -lze_loader && ./bug
 * Exit code: 0 what was there stays there, 1 the defect shows, 2 it cannot be tried here.
 */
#define _GNU_SOURCE
#include <level_zero/ze_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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
#define SIZE 65536

static ze_command_list_handle_t list;

static void fill(void *range, int value) {
    NEED(zeCommandListAppendMemoryFill(list, range, &value, 1, SIZE, NULL, 0, NULL));
}

static int try(ze_memory_access_attribute_t access, const char *name) {
    size_t page;
    void *range = NULL;
    unsigned char seen = 0, value = 0x22;
    ze_physical_mem_handle_t memory;
    ze_physical_mem_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_PHYSICAL_MEM_DESC, .size = SIZE};
    ze_command_queue_desc_t queue = {
        .stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC, .mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS};
    start_level_zero();
    NEED(zeCommandListCreateImmediate(context, device, &queue, &list));
    NEED(zeVirtualMemQueryPageSize(context, device, SIZE, &page));
    if (page != SIZE) {
        printf("pages have %zu bytes: not tried\n", page);
        return UNUSABLE;
    }
    NEED(zePhysicalMemCreate(context, device, &desc, &memory));
    NEED(zeVirtualMemReserve(context, NULL, SIZE, &range));
    NEED(zeVirtualMemMap(context, range, SIZE, memory, 0, ZE_MEMORY_ACCESS_ATTRIBUTE_READWRITE));
    fill(range, 0x11);
    NEED(zeVirtualMemUnmap(context, range, SIZE));
    NEED(zeVirtualMemMap(context, range, SIZE, memory, 0, access));
    printf("mapped %s, a fill with %#x ...\n", name, value);
    fflush(stdout);
    ze_result_t written = zeCommandListAppendMemoryFill(list, range, &value, 1, SIZE, NULL, 0, NULL);
    if (written != ZE_RESULT_SUCCESS) {
        printf("... gives %#x\n", written);
        return GOOD;
    }
    NEED(zeVirtualMemUnmap(context, range, SIZE));
    NEED(zeVirtualMemMap(context, range, SIZE, memory, 0, ZE_MEMORY_ACCESS_ATTRIBUTE_READWRITE));
    NEED(zeCommandListAppendMemoryCopy(list, &seen, range, 1, NULL, 0, NULL));
    printf("... succeeds, and the memory holds %#x, where %#x was before\n", seen, 0x11);
    return seen == 0x11 ? GOOD : DEFECT;
}

/* In a process of its own, which the write may end. */
static int tried(ze_memory_access_attribute_t access, const char *name) {
    int status;
    pid_t child = fork();
    if (child == 0) {
        int result = try(access, name);
        fflush(stdout);
        _exit(result);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        return UNUSABLE;
    if (WIFSIGNALED(status)) {
        printf("... ends the process by signal %d\n", WTERMSIG(status));
        return GOOD;
    }
    return WEXITSTATUS(status);
}

int main(void) {
    int first = tried(ZE_MEMORY_ACCESS_ATTRIBUTE_READONLY, "read-only");
    int second = tried(ZE_MEMORY_ACCESS_ATTRIBUTE_NONE, "without access");
    return first == UNUSABLE || second == UNUSABLE ? UNUSABLE : first | second;
}
