/*
 * N-E17. What a closed import of an event leaves in the driver's list of allocations is taken for shared memory.
 *
 * The importer opens an event 200 times and closes all imports. Shared memory that it allocates then comes to lie where these
 * were. The driver finds an import in its list instead: it has that one's size, and to free it uses an object that is freed,
 * so that the process ends or the call does not return, if it does not succeed by luck.
 *
 * may show with: --driver neo
 *
 * cc -std=gnu11 -I LEVEL_ZERO/include e17-shared-memory.c -o bug -L LEVEL_ZERO/lib -lze_loader && ./bug
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

enum { A, B, PROCESSES };
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

static void tell(int process, const void *bytes, size_t size) {
    if (write(inbox[process][1], bytes, size) != (ssize_t)size)
        _exit(UNUSABLE);
}

static void hear(void *bytes, size_t size) {
    for (char *at = bytes; size > 0;) {
        ssize_t count = read(inbox[self][0], at, size);
        if (count <= 0)
            _exit(UNUSABLE);
        at += count;
        size -= (size_t)count;
    }
}

static void turn_to(int process) { tell(process, "", 1); }

static void my_turn(void) {
    char turn;
    hear(&turn, 1);
}

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

#define IMPORTS 200
#define ALLOCATIONS 64
#define SIZE 65536

static void exporter(void) {
    start_level_zero();
    ze_event_handle_t event = new_event(SHARED);
    ze_ipc_event_counter_based_handle_t handle;
    NEED(zeEventCounterBasedGetIpcHandle(event, &handle));
    tell(B, &handle, sizeof handle);
    my_turn();
}

static void importer(void) {
    ze_ipc_event_counter_based_handle_t handle;
    ze_event_handle_t imports[IMPORTS];
    ze_device_mem_alloc_desc_t of_device = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    ze_host_mem_alloc_desc_t of_host = {.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    hear(&handle, sizeof handle);
    start_level_zero();
    for (int i = 0; i < IMPORTS; i++)
        NEED(zeEventCounterBasedOpenIpcHandle(context, handle, &imports[i]));
    for (int i = 0; i < IMPORTS; i++)
        NEED(zeEventCounterBasedCloseIpcHandle(imports[i]));
    say("an event was opened %d times, and each import closed", IMPORTS);
    for (int i = 0; i < ALLOCATIONS; i++) {
        void *memory;
        size_t size;
        NEED(zeMemAllocShared(context, &of_device, &of_host, SIZE, 0, device, &memory));
        NEED(zeMemGetAddressRange(context, memory, NULL, &size));
        if (size == SIZE)
            continue;
        say("%d bytes of shared memory: zeMemGetAddressRange says %zu bytes; zeMemFree ...", SIZE, size);
        alarm(10);
        say("... gives %#x", zeMemFree(context, memory));
        _exit(DEFECT);
    }
    turn_to(A);
}

int main(void) { return run((void (*const[])(void)){exporter, importer}); }

