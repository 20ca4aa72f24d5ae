/*
 * N-M6. Without a free descriptor an importer takes the exporter's number for one of its own.
 *
 * A process that has as many descriptors open as it may opens a memory handle of another process. That cannot work, and should say so. It
 * succeeds, and gives the memory that has the exporter's number among the importer's own descriptors: here memory that the importer has
 * shared itself.
 *
 * shows with: --driver neo
 * fine with: --driver soft LEVEL_ZERO_SOFT_MEMORY_HANDLES=opaque:5
 *
 * cc -std=gnu11 -pthread m6-own-descriptor.c -o m6 -lze_loader && ./m6
 * Exit code: 0 an error, or the right memory, 1 the defect shows, 2 it cannot be tried here.
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

/* The importer has memory of its own, shared as well, whose handle has the same number. */
static int importer(int channel) {
    start();
    ze_ipc_mem_handle_t own = get(allocate((size_t)300 << 20, 99)), handles[2];
    (void)own;
    if (read(channel, handles, sizeof handles) != (ssize_t)sizeof handles) return UNTRIED;
    void *memory = NULL;
    if (zeMemOpenIpcHandle(context, device, handles[1], 0, &memory) != ZE_RESULT_SUCCESS || number_at(memory) != 22) {
        printf("cannot be tried here: this driver wants more than the bytes of a handle, or shares no memory\n");
        return UNTRIED;
    }
    int last = -1, next;
    struct rlimit limit = {64, 64};
    if (setrlimit(RLIMIT_NOFILE, &limit)) return UNTRIED;
    while ((next = open("/dev/null", O_RDONLY | O_CLOEXEC)) >= 0) last = next;
    printf("the importer has no descriptor left\n");
    ze_result_t result = zeMemOpenIpcHandle(context, device, handles[0], 0, &memory);
    if (result != ZE_RESULT_SUCCESS) {
        printf("the open of memory that begins with 11 gives 0x%x\n", result);
        return CORRECT;
    }
    /* A copy may need one. */
    close(last);
    uint32_t number = number_at(memory);
    printf("the open of memory that begins with 11 succeeds, and gives memory that begins with %u", number);
    printf(number == 99 ? ": the importer's own\n" : "\n");
    return number == 11 ? CORRECT : DEFECT;
}

int main(void) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) return UNTRIED;
    pid_t child = fork();
    if (child < 0) return UNTRIED;
    if (child == 0) {
        close(ends[0]);
        exit(importer(ends[1]));
    }
    close(ends[1]);
    start();
    /* The second is to show that handles open at all. */
    ze_ipc_mem_handle_t handles[2];
    handles[0] = get(allocate((size_t)300 << 20, 11));
    handles[1] = get(allocate((size_t)300 << 20, 22));
    int status = 0;
    if (write(ends[0], handles, sizeof handles) != (ssize_t)sizeof handles) return UNTRIED;
    if (waitpid(child, &status, 0) != child) return UNTRIED;
    if (!WIFEXITED(status)) {
        printf("the importer has died of signal %d\n", WTERMSIG(status));
        return DEFECT;
    }
    int code = WEXITSTATUS(status);
    if (code != UNTRIED)
        printf(code == DEFECT ? "defect: a handle of another process opened memory of this one\n" : "correct: no wrong memory\n");
    return code;
}
