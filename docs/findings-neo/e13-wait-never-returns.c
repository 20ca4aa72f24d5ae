/*
 * N-E13. A wait for an import of an event that nobody has signalled yet never returns.
 *
 * A new counter-based event is complete (Level Zero's programming guide, "Counter Based Events"), and so says the source. Its import
 * in another process gives zeEventQueryStatus an error, and zeEventHostSynchronize without a limit does not end.
 *
 * shows with: --driver neo
 *
 * cc -std=gnu11 e13-wait-never-returns.c -o bug -lze_loader && ./bug
 * Exit code: 0 the import is complete, 1 the defect shows, 2 it cannot be tried here.
 */
#define _GNU_SOURCE
#include <level_zero/ze_api.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
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
static void importer(int from) {
    ze_ipc_event_counter_based_handle_t handle;
    ze_event_handle_t event;
    if (read(from, &handle, sizeof handle) != sizeof handle)
        _exit(UNUSABLE);
    start_level_zero();
    NEED(zeEventCounterBasedOpenIpcHandle(context, handle, &event));
    ze_result_t status = zeEventQueryStatus(event), within = zeEventHostSynchronize(event, 100000000);
    printf("the import: zeEventQueryStatus gives %#x, zeEventHostSynchronize within 100 ms %#x\n", status, within);
    printf("the import: zeEventHostSynchronize without a limit ...\n");
    fflush(stdout);
    ze_result_t wait = zeEventHostSynchronize(event, UINT64_MAX);
    printf("... gives %#x\n", wait);
    fflush(stdout);
    _exit(status || within || wait ? DEFECT : GOOD);
}

int main(void) {
    int pipes[2], status = 0, waited = 0;
    if (pipe(pipes) != 0)
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
    printf("the source, new: zeEventQueryStatus gives %#x\n", zeEventQueryStatus(event));
    fflush(stdout);
    if (write(pipes[1], &handle, sizeof handle) != sizeof handle)
        return UNUSABLE;
    while (waitpid(child, &status, WNOHANG) == 0 && waited++ < 50)
        usleep(100000);
    if (waited > 50) {
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
        printf("... has not returned in 5 s\n");
        return DEFECT;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : DEFECT;
}
