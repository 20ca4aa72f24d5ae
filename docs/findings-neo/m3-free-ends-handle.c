/*
 * N-M3. To free one allocation ends the handle of another.
 *
 * The exporter has two small allocations. It shares the first, and frees the second, which was never shared. With that the handle
 * of the first no longer opens. When then a third allocation is shared, the first's handle opens again, as the third's memory.
 *
 * shows with: --driver neo
 * fine with: --driver soft LEVEL_ZERO_SOFT_MEMORY_HANDLES=opaque:5
 *
 * cc -std=gnu11 -pthread m3-free-ends-handle.c -o m3 -lze_loader && ./m3
 * Exit code: 0 the handle opens to its memory, 1 the defect shows, 2 it cannot be tried here.
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

static void look(int channel, const char *when, ze_ipc_mem_handle_t handle, uint32_t expected) {
    struct answer answer = ask(channel, handle);
    if (answer.opened == ZE_RESULT_SUCCESS)
        printf("%s: the handle of the memory that begins with %u opens, and there is %u\n", when, expected, answer.number);
    else
        printf("%s: the handle of the memory that begins with %u gives 0x%x\n", when, expected, answer.opened);
    wrong |= answer.opened != ZE_RESULT_SUCCESS || answer.number != expected;
}

int main(void) {
    /* One process opens the handle before, and another after, as the driver may remember what it has opened. */
    int control = start_importer(), channel = start_importer();
    start();
    void *shared = allocate(4096, 11), *neighbour = allocate(4096, 22);
    ze_ipc_mem_handle_t handle = get(shared);
    look(control, "before", handle, 11);
    if (wrong) {
        printf("cannot be tried here: this driver wants more than the bytes of a handle, or shares no memory\n");
        return UNTRIED;
    }
    need(zeMemFree(context, neighbour), "zeMemFree");
    look(channel, "after another allocation was freed", handle, 11);
    /* Large enough for whatever offset the first handle has. */
    void *other = allocate((size_t)300 << 20, 33);
    ze_ipc_mem_handle_t of_other = get(other);
    look(channel, "after a third was shared", handle, 11);
    need(zeMemPutIpcHandle(context, of_other), "zeMemPutIpcHandle");
    need(zeMemPutIpcHandle(context, handle), "zeMemPutIpcHandle");
    need(zeMemFree(context, other), "zeMemFree");
    need(zeMemFree(context, shared), "zeMemFree");
    printf(wrong ? "defect: a handle ended before it was put\n" : "correct: the handle opened to its memory until it was put\n");
    return wrong ? DEFECT : CORRECT;
}
