/*
 * N-E11. On Lunar Lake, zeEventHostSynchronize of a complete event, with a timeout of 0, waits for work that
 * has nothing to do with it.
 *
 * One process, no sharing. An event is complete. Another list waits for the host. zeEventHostSynchronize of the
 * complete event returns only when that list was let go, here by a signal handler after two seconds. On a B580 it
 * returns at once.
 *
 * shows with: --driver neo SOFTWARE_XE_DEVICES=lnl
 *
 * cc -std=gnu11 -I LEVEL_ZERO/include e11-wait-for-what-is-done.c -o bug -L LEVEL_ZERO/lib -lze_loader && ./bug
 *
 * Exit code: 0 no defect shows, 1 the defect shows, 2 inconclusive. It takes the first device. It
 * needs no GPU where the library of the software xe kernel driver is preloaded: LD_PRELOAD=libsoftware_xe.so ./bug.
 * Processes are forked before they call Level Zero.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <level_zero/ze_api.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { A, PROCESSES };
#define LAST_RITES(which) (void)which

enum { GOOD, DEFECT, UNUSABLE };

static int self;
static int inbox[PROCESSES][2];
static ze_device_handle_t device;
static ze_context_handle_t context;

static void say(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    printf("%c: ", 'A' + self);
    vprintf(format, arguments);
    printf("\n");
    va_end(arguments);
}

/* A call that has to succeed for anything to be seen here. */
static void need(const char *call, ze_result_t result) {
    if (result == ZE_RESULT_SUCCESS)
        return;
    say("%s gives %#x: inconclusive", call, result);
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
        if (zeDeviceGet(drivers[i], &one, &device) != ZE_RESULT_SUCCESS || one == 0)
            device = NULL;
        else
            NEED(zeContextCreate(drivers[i], &desc, &context));
    }
    if (!device) {
        say("there is no device: inconclusive");
        _exit(UNUSABLE);
    }
}

/* An in-order list that executes at once, which is what counter-based events need. */
static ze_command_list_handle_t new_list(void) {
    ze_command_list_handle_t list;
    ze_command_queue_desc_t desc = {
        .stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
        .flags = ZE_COMMAND_QUEUE_FLAG_IN_ORDER,
        .mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS,
    };
    NEED(zeCommandListCreateImmediate(context, device, &desc, &list));
    return list;
}

/* A counter-based event; shared ones can be exported. */
static ze_event_handle_t new_event(ze_event_counter_based_flags_t more) {
    ze_event_handle_t event;
    ze_event_counter_based_desc_t desc = {
        .stype = ZE_STRUCTURE_TYPE_EVENT_COUNTER_BASED_DESC,
        .flags = ZE_EVENT_COUNTER_BASED_FLAG_IMMEDIATE | ZE_EVENT_COUNTER_BASED_FLAG_HOST_VISIBLE | more,
        .signal = ZE_EVENT_SCOPE_FLAG_HOST,
    };
    NEED(zeEventCounterBasedCreate(context, device, &desc, &event));
    return event;
}
#define SHARED ZE_EVENT_COUNTER_BASED_FLAG_IPC

/* An event that holds commands back until the host signals it. */
static ze_event_handle_t new_gate(void) {
    ze_event_pool_handle_t pool;
    ze_event_handle_t gate;
    ze_event_pool_desc_t pool_desc = {
        .stype = ZE_STRUCTURE_TYPE_EVENT_POOL_DESC, .flags = ZE_EVENT_POOL_FLAG_HOST_VISIBLE, .count = 1};
    ze_event_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_EVENT_DESC, .signal = ZE_EVENT_SCOPE_FLAG_HOST};
    NEED(zeEventPoolCreate(context, &pool_desc, 1, &device, &pool));
    NEED(zeEventCreate(pool, &desc, &gate));
    return gate;
}

static void wait_for(ze_command_list_handle_t list) { NEED(zeCommandListHostSynchronize(list, 10000000000)); }

static void signal_now(ze_command_list_handle_t list, ze_event_handle_t event) {
    NEED(zeCommandListAppendSignalEvent(list, event));
    wait_for(list);
}

static void signal_behind(ze_command_list_handle_t list, ze_event_handle_t gate, ze_event_handle_t event) {
    NEED(zeCommandListAppendWaitOnEvents(list, 1, &gate));
    NEED(zeCommandListAppendSignalEvent(list, event));
}

static const char *state(ze_result_t result) {
    static char other[32];
    if (result == ZE_RESULT_SUCCESS)
        return "complete";
    if (result == ZE_RESULT_NOT_READY)
        return "pending";
    snprintf(other, sizeof other, "error %#x", result);
    return other;
}

/* Runs one process for each program, and ends with them, all at once when one has shown something. */
static int run(void (*const programs[])(void)) {
    pid_t children[PROCESSES];
    int verdict = GOOD;
    setvbuf(stdout, NULL, _IONBF, 0);
    for (int i = 0; i < PROCESSES; i++)
        if (pipe(inbox[i]))
            return UNUSABLE;
    for (int i = 0; i < PROCESSES; i++) {
        children[i] = fork();
        if (children[i] < 0)
            return UNUSABLE;
        if (children[i] > 0)
            continue;
        self = i;
        alarm(60);
        programs[i]();
        _exit(GOOD);
    }
    for (int left = PROCESSES; left > 0; left--) {
        int status = 0, which = 0;
        pid_t child = wait(&status);
        while (which < PROCESSES - 1 && children[which] != child)
            which++;
        int code = WIFEXITED(status) ? WEXITSTATUS(status) : DEFECT;
        if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
            printf("%c: a call has not returned for a minute\n", 'A' + which);
        else if (WIFSIGNALED(status))
            printf("%c: ended by signal %d, %s\n", 'A' + which, WTERMSIG(status), strsignal(WTERMSIG(status)));
        if (code == DEFECT || verdict == GOOD)
            verdict = code;
        if (code != GOOD)
            for (int i = 0; i < PROCESSES; i++)
                if (i != which)
                    kill(children[i], SIGKILL);
        if (code != GOOD)
            break;
        LAST_RITES(which);
    }
    static const char *const verdicts[] = {"the defect does not show", "THE DEFECT SHOWS", "inconclusive"};
    printf("%s\n", verdicts[verdict]);
    return verdict;
}

static ze_event_handle_t gate;
static volatile int opened;

static void open_the_gate(int signal) {
    (void)signal;
    opened = 1;
    zeEventHostSignal(gate);
}

static void program(void) {
    start_level_zero();
    ze_command_list_handle_t list = new_list(), held = new_list();
    ze_event_handle_t done = new_event(0), pending = new_event(0);
    gate = new_gate();
    signal_now(list, done);
    say("an event was signalled: %s", state(zeEventQueryStatus(done)));
    signal_behind(held, gate, pending);
    say("another list waits until the host lets it go; what it signals is %s", state(zeEventQueryStatus(pending)));
    /* What would never end is ended after two seconds. */
    signal(SIGALRM, open_the_gate);
    alarm(2);
    say("zeEventHostSynchronize of the first event, with a timeout of nothing ...");
    ze_result_t result = zeEventHostSynchronize(done, 0);
    say("... gives %s%s", state(result), opened ? ", and only when the other list was let go" : " at once");
    if (opened)
        _exit(DEFECT);
    open_the_gate(0);
    wait_for(held);
}

int main(void) { return run((void (*const[])(void)){program}); }
