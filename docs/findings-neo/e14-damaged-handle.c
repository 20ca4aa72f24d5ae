/*
 * N-E14. A damaged handle of an event ends the process that opens it.
 *
 * A bit of a good handle is flipped, one after another, and each is opened. Nothing says what a damaged handle gives. A driver
 * that adds an offset from it to an address without a look ends the process.
 *
 * shows with: --driver neo
 *
 * cc -std=gnu11 e14-damaged-handle.c -o bug -lze_loader && ./bug
 * Exit code: 0 each open gave an error or an event, 1 the defect shows, 2 it cannot be tried here.
 */
#define _GNU_SOURCE
#include <level_zero/ze_api.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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
/* What the opening process is at, which outlives it. */
static volatile int *at;

static void importer(int from) {
    ze_ipc_event_counter_based_handle_t handle;
    int opened = 0;
    if (read(from, &handle, sizeof handle) != sizeof handle)
        _exit(UNUSABLE);
    start_level_zero();
    for (int bit = 0; bit < (int)(8 * sizeof handle); bit++) {
        ze_ipc_event_counter_based_handle_t damaged = handle;
        ze_event_handle_t event;
        damaged.data[bit / 8] ^= (char)(1 << bit % 8);
        *at = bit;
        if (zeEventCounterBasedOpenIpcHandle(context, damaged, &event) == ZE_RESULT_SUCCESS) {
            opened++;
            zeEventCounterBasedCloseIpcHandle(event);
        }
    }
    printf("of %d damaged handles %d opened\n", (int)(8 * sizeof handle), opened);
    fflush(stdout);
    _exit(GOOD);
}

int main(void) {
    int pipes[2], status = 0;
    at = mmap(NULL, sizeof *at, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED || pipe(pipes) != 0)
        return UNUSABLE;
    pid_t child = fork();
    if (child == 0)
        importer(pipes[0]);
    start_level_zero();
    ze_event_handle_t event;
    ze_ipc_event_counter_based_handle_t handle;
    ze_event_counter_based_desc_t desc = {
        .stype = ZE_STRUCTURE_TYPE_EVENT_COUNTER_BASED_DESC,
        .flags = ZE_EVENT_COUNTER_BASED_FLAG_IMMEDIATE | ZE_EVENT_COUNTER_BASED_FLAG_HOST_VISIBLE |
                 ZE_EVENT_COUNTER_BASED_FLAG_IPC,
        .signal = ZE_EVENT_SCOPE_FLAG_HOST,
    };
    NEED(zeEventCounterBasedCreate(context, device, &desc, &event));
    NEED(zeEventCounterBasedGetIpcHandle(event, &handle));
    if (write(pipes[1], &handle, sizeof handle) != sizeof handle)
        return UNUSABLE;
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status)) {
        printf("bit %d of byte %d flipped: zeEventCounterBasedOpenIpcHandle ended its process by signal %d (%s)\n", *at % 8,
               *at / 8, WTERMSIG(status), strsignal(WTERMSIG(status)));
        return DEFECT;
    }
    return WEXITSTATUS(status);
}
