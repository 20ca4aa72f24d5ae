/*
 * N-F5. An importer without a free descriptor signals, and nobody sees it; then it crashes.
 *
 * An importer signals the event that it has opened. To share its counter it needs a descriptor, and there is none: the append
 * succeeds all the same. When the import is closed, the counter of the list is freed with it, and what the process does next
 * with the list may crash.
 *
 * shows with: --driver neo SOFTWARE_XE_FAULTS=PRIME_HANDLE_TO_FD:1=EMFILE
 * fine with: --driver neo
 *
 * cc -std=gnu11 -pthread f5-signal-without-descriptor.c -o f5 -lze_loader
 * LD_PRELOAD=libsoftware_xe.so SOFTWARE_XE_FAULTS=PRIME_HANDLE_TO_FD:1=EMFILE ./f5
 * Exit code: 0 all was as it should be, 1 the defect shows, 2 it cannot be tried here.
 */
#define _GNU_SOURCE
#include <level_zero/ze_api.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CORRECT, DEFECT, UNTRIED };

static ze_driver_handle_t driver;
static ze_device_handle_t device;
static ze_context_handle_t context;

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
}

static ze_command_list_handle_t new_list(ze_command_queue_flags_t flags) {
    ze_command_queue_desc_t queue = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                     .flags = flags,
                                     .mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS};
    ze_command_list_handle_t list = NULL;
    need(zeCommandListCreateImmediate(context, device, &queue, &list), "zeCommandListCreateImmediate");
    return list;
}

static int inbox[2][2];

static void tell(int process, const void *bytes, size_t size) {
    if (write(inbox[process][1], bytes, size) != (ssize_t)size) _exit(UNTRIED);
}

static void hear(int self, void *bytes, size_t size) {
    for (char *at = bytes; size > 0;) {
        ssize_t count = read(inbox[self][0], at, size);
        if (count <= 0) _exit(UNTRIED);
        at += count;
        size -= (size_t)count;
    }
}

static ze_event_handle_t new_event(void) {
    ze_event_counter_based_desc_t desc = {
        .stype = ZE_STRUCTURE_TYPE_EVENT_COUNTER_BASED_DESC,
        .flags = ZE_EVENT_COUNTER_BASED_FLAG_IMMEDIATE | ZE_EVENT_COUNTER_BASED_FLAG_HOST_VISIBLE | ZE_EVENT_COUNTER_BASED_FLAG_IPC,
        .signal = ZE_EVENT_SCOPE_FLAG_HOST,
    };
    ze_event_handle_t event = NULL;
    need(zeEventCounterBasedCreate(context, device, &desc, &event), "zeEventCounterBasedCreate");
    return event;
}

static ze_ipc_event_counter_based_handle_t signalled_and_got(ze_event_handle_t event, ze_command_list_handle_t list) {
    ze_ipc_event_counter_based_handle_t handle;
    ze_result_t result = ZE_RESULT_NOT_READY;
    need(zeCommandListAppendSignalEvent(list, event), "zeCommandListAppendSignalEvent");
    need(zeCommandListHostSynchronize(list, 2000000000), "zeCommandListHostSynchronize");
    /* Here a request may be refused as well. */
    for (int i = 0; i < 5 && result != ZE_RESULT_SUCCESS; i++) result = zeEventCounterBasedGetIpcHandle(event, &handle);
    need(result, "zeEventCounterBasedGetIpcHandle");
    return handle;
}

static int exporter(void) {
    start();
    ze_event_handle_t event = new_event();
    ze_ipc_event_counter_based_handle_t handle = signalled_and_got(event, new_list(ZE_COMMAND_QUEUE_FLAG_IN_ORDER));
    char turn;
    tell(1, &handle, sizeof handle);
    hear(0, &turn, 1);
    return CORRECT;
}

static int importer(void) {
    ze_ipc_event_counter_based_handle_t handle;
    bool wrong = false;
    hear(1, &handle, sizeof handle);
    start();
    for (int i = 0; i < 3; i++) {
        ze_command_list_handle_t list = new_list(ZE_COMMAND_QUEUE_FLAG_IN_ORDER);
        ze_event_handle_t event = NULL, again = NULL, gate = NULL;
        ze_event_pool_handle_t pool = NULL;
        ze_event_pool_desc_t pool_desc = {.stype = ZE_STRUCTURE_TYPE_EVENT_POOL_DESC, .flags = ZE_EVENT_POOL_FLAG_HOST_VISIBLE, .count = 1};
        ze_event_desc_t gate_desc = {.stype = ZE_STRUCTURE_TYPE_EVENT_DESC};
        need(zeEventPoolCreate(context, &pool_desc, 1, &device, &pool), "zeEventPoolCreate");
        need(zeEventCreate(pool, &gate_desc, &gate), "zeEventCreate");
        need(zeEventCounterBasedOpenIpcHandle(context, handle, &event), "zeEventCounterBasedOpenIpcHandle");
        /* A signal that is held back until another import is there. */
        need(zeCommandListAppendWaitOnEvents(list, 1, &gate), "zeCommandListAppendWaitOnEvents");
        ze_result_t signal = zeCommandListAppendSignalEvent(list, event);
        need(zeEventCounterBasedOpenIpcHandle(context, handle, &again), "zeEventCounterBasedOpenIpcHandle");
        need(zeEventHostSignal(gate), "zeEventHostSignal");
        need(zeCommandListHostSynchronize(list, 2000000000), "zeCommandListHostSynchronize");
        ze_result_t one = zeEventQueryStatus(event), other = zeEventQueryStatus(again);
        printf("the signal gives 0x%x; when it is done, the import is %s, another import 0x%x, %s\n", signal, one ? "pending" : "complete",
               other, other ? "pending" : "complete");
        if (signal == ZE_RESULT_SUCCESS && one != other) wrong = true;
        need(zeEventCounterBasedCloseIpcHandle(again), "zeEventCounterBasedCloseIpcHandle");
        need(zeEventCounterBasedCloseIpcHandle(event), "zeEventCounterBasedCloseIpcHandle");
        need(zeCommandListDestroy(list), "zeCommandListDestroy");
    }
    tell(0, "", 1);
    return wrong ? DEFECT : CORRECT;
}

int main(void) {
    setvbuf(stdout, NULL, _IONBF, 0);
    if (pipe(inbox[0]) || pipe(inbox[1])) return UNTRIED;
    pid_t source = fork();
    if (source < 0) return UNTRIED;
    if (source == 0) _exit(exporter());
    pid_t child = fork();
    if (child < 0) return UNTRIED;
    if (child == 0) {
        alarm(30);
        _exit(importer());
    }
    int status = 0;
    waitpid(child, &status, 0);
    kill(source, SIGKILL);
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : DEFECT;
    if (WIFSIGNALED(status)) printf("the importer has died of signal %d, %s\n", WTERMSIG(status), strsignal(WTERMSIG(status)));
    if (code != UNTRIED)
        printf(code ? "defect: the signal succeeds, and is not to be seen\n" : "correct: a signal that succeeds is to be seen\n");
    return code;
}
