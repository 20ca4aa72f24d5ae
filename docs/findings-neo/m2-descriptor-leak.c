/*
 * N-M2. Each open of a memory handle loses a descriptor.
 *
 * The importer opens and closes one handle again and again. Each time a descriptor stays open, of the exporter's memory. When the process
 * has as many as it may, opens fail.
 *
 * shows with: --driver neo
 * fine with: --driver soft LEVEL_ZERO_SOFT_MEMORY_HANDLES=opaque:5
 *
 * cc -std=gnu11 -pthread m2-descriptor-leak.c -o m2 -lze_loader && ./m2
 * Exit code: 0 no descriptor stays, 1 the defect shows, 2 it cannot be tried here.
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

static int open_descriptors(void) {
    int count = 0;
    DIR *folder = opendir("/proc/self/fd");
    if (!folder) exit(UNTRIED);
    while (readdir(folder)) count++;
    closedir(folder);
    return count;
}

static void open_and_close(ze_ipc_mem_handle_t handle, int times) {
    for (int i = 0; i < times; i++) {
        void *memory = NULL;
        need(zeMemOpenIpcHandle(context, device, handle, 0, &memory), "zeMemOpenIpcHandle");
        need(zeMemCloseIpcHandle(context, memory), "zeMemCloseIpcHandle");
    }
}

static int importer(int channel) {
    start();
    ze_ipc_mem_handle_t handle;
    if (read(channel, &handle, sizeof handle) != (ssize_t)sizeof handle) return UNTRIED;
    /* What a driver sets up at the first open is no leak. */
    open_and_close(handle, 1);
    int before = open_descriptors();
    open_and_close(handle, 100);
    int after = open_descriptors();
    printf("100 times zeMemOpenIpcHandle and zeMemCloseIpcHandle: %d descriptors became %d\n", before, after);
    if (after <= before) return CORRECT;
    struct rlimit limit = {after + 50, after + 50};
    if (setrlimit(RLIMIT_NOFILE, &limit)) return DEFECT;
    for (int i = 0; i < 200; i++) {
        void *memory = NULL;
        ze_result_t result = zeMemOpenIpcHandle(context, device, handle, 0, &memory);
        if (result != ZE_RESULT_SUCCESS) {
            printf("with %d descriptors allowed, open %d gives 0x%x, although nothing is open\n", after + 50, i + 1, result);
            break;
        }
        need(zeMemCloseIpcHandle(context, memory), "zeMemCloseIpcHandle");
    }
    return DEFECT;
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
    ze_ipc_mem_handle_t handle = get(allocate((size_t)1 << 20, 1));
    int status = 0;
    if (write(ends[0], &handle, sizeof handle) != (ssize_t)sizeof handle) return UNTRIED;
    if (waitpid(child, &status, 0) != child || !WIFEXITED(status)) {
        printf("cannot be tried here: the importer has crashed\n");
        return UNTRIED;
    }
    int code = WEXITSTATUS(status);
    if (code != UNTRIED)
        printf(code == DEFECT ? "defect: closed imports keep descriptors\n" : "correct: no descriptor stays\n");
    return code;
}
