/*
 * N-M1. An importer opens the memory of an earlier handle.
 *
 * Two allocations live at the same time. The exporter shares the first: get, open, read, close, put, as Level Zero's programming
 * guide has it. Then it shares the second in the same way. The importer's second open succeeds, and gives the memory of the
 * first. So it does for a third allocation, after the first two were freed.
 *
 * shows with: --driver neo
 * fine with: --driver soft LEVEL_ZERO_SOFT_MEMORY_HANDLES=opaque:5
 *
 * cc -std=gnu11 -pthread m1-stale-import.c -o m1 -lze_loader && ./m1
 * Exit code: 0 the right memory each time, 1 the defect shows, 2 it cannot be tried here.
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

static void *allocate(size_t size, uint32_t number) {
    ze_device_mem_alloc_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    void *memory = NULL;
    need(zeMemAllocDevice(context, &desc, size, 0, device, &memory), "zeMemAllocDevice");
    put_number(memory, number);
    return memory;
}

static ze_ipc_mem_handle_t get(const void *memory) {
    ze_ipc_mem_handle_t handle;
    memset(&handle, 0, sizeof handle);
    need(zeMemGetIpcHandle(context, memory, &handle), "zeMemGetIpcHandle");
    return handle;
}

/* What the importer answers to a handle: what the open gave, and what it read then. */
struct answer {
    ze_result_t opened;
    uint32_t number;
};

static void transfer(ssize_t done, size_t wanted) {
    if (done == (ssize_t)wanted) return;
    printf("cannot be tried here: the other process has ended\n");
    exit(UNTRIED);
}

/* The importer: opens each handle that comes, reads the number there, closes it, and answers. */
static int importer(int channel) {
    ze_ipc_mem_handle_t handle;
    while (read(channel, &handle, sizeof handle) == (ssize_t)sizeof handle) {
        struct answer answer = {0, 0};
        void *memory = NULL;
        if (!context) start();
        answer.opened = zeMemOpenIpcHandle(context, device, handle, 0, &memory);
        if (answer.opened == ZE_RESULT_SUCCESS) {
            answer.number = number_at(memory);
            need(zeMemCloseIpcHandle(context, memory), "zeMemCloseIpcHandle");
        }
        transfer(write(channel, &answer, sizeof answer), sizeof answer);
    }
    return CORRECT;
}

/* Starts the importer, before either process has called Level Zero. */
static int start_importer(void) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) exit(UNTRIED);
    signal(SIGPIPE, SIG_IGN);
    pid_t child = fork();
    if (child < 0) exit(UNTRIED);
    if (child == 0) {
        close(ends[0]);
        exit(importer(ends[1]));
    }
    close(ends[1]);
    return ends[0];
}

static struct answer ask(int channel, ze_ipc_mem_handle_t handle) {
    struct answer answer;
    transfer(write(channel, &handle, sizeof handle), sizeof handle);
    transfer(read(channel, &answer, sizeof answer), sizeof answer);
    return answer;
}

static bool wrong;

/* Shares memory that begins with a number, as the guide says: close in the importer, then put, then perhaps free. */
static ze_ipc_mem_handle_t share(int channel, const char *name, void *memory, uint32_t number) {
    ze_ipc_mem_handle_t handle = get(memory);
    struct answer answer = ask(channel, handle);
    if (answer.opened == ZE_RESULT_SUCCESS)
        printf("%s begins with %u; the importer opens its handle, and reads %u\n", name, number, answer.number);
    else
        printf("%s begins with %u; the importer's zeMemOpenIpcHandle gives 0x%x\n", name, number, answer.opened);
    wrong |= answer.opened != ZE_RESULT_SUCCESS || answer.number != number;
    need(zeMemPutIpcHandle(context, handle), "zeMemPutIpcHandle");
    return handle;
}

int main(void) {
    int channel = start_importer();
    start();
    /* Sizes that differ, and that no pool of a driver takes. */
    void *first = allocate((size_t)300 << 20, 11), *second = allocate((size_t)320 << 20, 22);
    ze_ipc_mem_handle_t one = share(channel, "the first allocation", first, 11);
    if (wrong) {
        printf("cannot be tried here: this driver wants more than the bytes of a handle, or shares no memory\n");
        return UNTRIED;
    }
    ze_ipc_mem_handle_t two = share(channel, "the second, while the first is still allocated,", second, 22);
    if (!memcmp(&one, &two, sizeof one)) printf("the driver gave the same bytes as handles of the two\n");
    need(zeMemFree(context, first), "zeMemFree");
    need(zeMemFree(context, second), "zeMemFree");
    void *third = allocate((size_t)340 << 20, 33);
    share(channel, "a third, after the others were freed,", third, 33);
    need(zeMemFree(context, third), "zeMemFree");
    printf(wrong ? "defect: a handle opened other memory than its own\n" : "correct: each handle opened its memory\n");
    return wrong ? DEFECT : CORRECT;
}
