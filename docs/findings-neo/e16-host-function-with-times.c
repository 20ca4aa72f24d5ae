/*
 * N-E16. A host function that signals an event with time stamps ends the process.
 *
 * One process, no sharing. A host function is appended with an event that takes no times, and with one that does, each in a
 * process of its own. The second call reads near address 0.
 *
 * shows with: --driver neo
 *
 * cc -std=gnu11 e16-host-function-with-times.c -o bug -lze_loader && ./bug
 * Exit code: 0 both calls return, 1 the defect shows, 2 it cannot be tried here.
 */
#define _GNU_SOURCE
#include <level_zero/ze_api.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { GOOD, DEFECT, UNUSABLE };

typedef ze_result_t (*append_host_function)(ze_command_list_handle_t, void (*)(void *), void *, const void *, ze_event_handle_t,
                                            uint32_t, ze_event_handle_t *);

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
    uint32_t one = 1;
    ze_context_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
    NEED(zeInit(ZE_INIT_FLAG_GPU_ONLY));
    NEED(zeDriverGet(&one, &driver));
    NEED(zeDeviceGet(driver, &one, &device));
    NEED(zeContextCreate(driver, &desc, &context));
}

static void nothing(void *data) { (void)data; }

/* Appends a host function that signals an event with these flags, and waits for it. */
static void append(ze_event_counter_based_flags_t flags) {
    append_host_function function = NULL;
    ze_event_handle_t event;
    ze_command_list_handle_t list;
    ze_command_queue_desc_t queue = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                     .flags = ZE_COMMAND_QUEUE_FLAG_IN_ORDER,
                                     .mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS};
    ze_event_counter_based_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_EVENT_COUNTER_BASED_DESC,
                                          .flags = ZE_EVENT_COUNTER_BASED_FLAG_IMMEDIATE | flags};
    start_level_zero();
    NEED(zeDriverGetExtensionFunctionAddress(driver, "zeCommandListAppendHostFunction", (void **)&function));
    NEED(zeCommandListCreateImmediate(context, device, &queue, &list));
    NEED(zeEventCounterBasedCreate(context, device, &desc, &event));
    NEED(function(list, nothing, NULL, NULL, event, 0, NULL));
    NEED(zeCommandListHostSynchronize(list, UINT64_MAX));
}

/* The signal that ended it, or 0. */
static int tried(const char *what, ze_event_counter_based_flags_t flags) {
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        append(flags);
        _exit(GOOD);
    }
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) != GOOD)
        _exit(UNUSABLE);
    printf("%s: %s\n", what, WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "the function has run");
    fflush(stdout);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

int main(void) {
    if (tried("an event without time stamps", 0))
        return UNUSABLE;
    return tried("an event with time stamps", ZE_EVENT_COUNTER_BASED_FLAG_DEVICE_TIMESTAMP) ? DEFECT : GOOD;
}
