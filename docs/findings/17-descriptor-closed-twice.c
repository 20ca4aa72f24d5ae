/*
 * Finding 17. The descriptor of an import is closed twice, by the adapter and by a driver that takes descriptors of imports
 * over: the second close hits whatever has the number by then, here the descriptor of another object.
 * Needs a driver that does so, as Intel's does.
 * shows with: --adapter v2 --driver neo
 *
 * cc -std=c11 -I UR/include 17-descriptor-closed-twice.c -o bug -L UR/lib -l:libur_loader.so.0 && LD_LIBRARY_PATH=UR/lib ./bug [DEVICE]
 *
 * DEVICE is a part of the name of a platform or device. The default is UR's first device.
 * ONEAPI_DEVICE_SELECTOR selects the adapters that UR loads, for example level_zero:gpu.
 *
 * Exit codes: 0 no defect shows, 1 the defect shows, 2 inconclusive.
 * Made by `ur-ipc-cts reproduce`. It prints each step with its expectation, the requirements of ur-ipc-cts behind it, and the
 * observation. Each process is this program started anew.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unified-runtime/ur_api.h>
#include <unistd.h>

enum { A, B, PROCESSES };
#define NAMES "ab"

/* Exit codes of a process: no defect, a defect, inconclusive, a call was refused, which is allowed. */
enum { GOOD = 100, DEFECT, UNUSABLE, REFUSED };

/* What the arguments of a process begin with. */
#define PROCESS "--process"

static ur_adapter_handle_t adapter;
static ur_device_handle_t device;

static void step(const char *text) { printf("%s\n", text); }

static void unusable(const char *why) {
    printf("inconclusive: %s\n", why);
    _exit(UNUSABLE);
}

static ur_result_t result;

static const char *name(ur_result_t code) {
    switch (code) {
#define NAME(code) case UR_RESULT_##code: return #code
    NAME(SUCCESS);
    NAME(ERROR_INVALID_VALUE);
    NAME(ERROR_INVALID_CONTEXT);
    NAME(ERROR_INVALID_EVENT);
    NAME(ERROR_UNINITIALIZED);
    NAME(ERROR_OUT_OF_RESOURCES);
    NAME(ERROR_UNSUPPORTED_FEATURE);
    NAME(ERROR_INVALID_ARGUMENT);
    NAME(ERROR_INVALID_NULL_HANDLE);
    NAME(ERROR_INVALID_SIZE);
    NAME(ERROR_UNSUPPORTED_ENUMERATION);
    NAME(ERROR_UNKNOWN);
    default: return "see ur_result_t";
    }
}

/* No requirement says that this has to succeed; without it there is nothing to be shown. */
static void need(ur_result_t code) {
    if (code == UR_RESULT_SUCCESS)
        return;
    printf("    seen: %#x, %s\n", code, name(code));
    unusable("the program cannot go on");
}

static void judge_result(int good, const char *allowed, const char *requirements) {
    printf("    %s %s (%s), seen: %#x, %s\n", good ? "as expected:" : "DEFECT: expected", allowed, requirements,
           result, name(result));
    if (!good)
        _exit(DEFECT);
}
#define RESULT(allowed, requirements) judge_result(allowed, #allowed, requirements)

static void judge(int good, const char *allowed, unsigned long long seen, const char *requirements) {
    printf("    %s %s (%s), seen: %llu = %#llx\n", good ? "as expected:" : "DEFECT: expected", allowed,
           requirements, seen, seen);
    if (!good)
        _exit(DEFECT);
}
#define EXPECT(allowed, seen, requirements) \
    judge(allowed, #allowed, (unsigned long long)(seen), requirements)

static int has(ur_device_info_t support) {
    ur_bool_t value = 0;
    return urDeviceGetInfo(device, support, sizeof value, &value, NULL) == UR_RESULT_SUCCESS && value;
}

/* A copy of a handle, as aligned as what malloc gives. */
struct handle {
    size_t size;
    _Alignas(max_align_t) char bytes[4096];
};

static void keep(struct handle *handle, const void *bytes) {
    if (handle->size > sizeof handle->bytes)
        unusable("the handle is too large for this file");
    memcpy(handle->bytes, bytes, handle->size);
}

/* Each process reads from a pipe of its own. */
#define INBOX(process) (100 + 2 * (process))
static int self;

static void tell(int process, const void *bytes, size_t size) {
    if (write(INBOX(process) + 1, bytes, size) != (ssize_t)size)
        unusable("a pipe does not take a message");
}

static void hear(void *bytes, size_t size) {
    for (char *at = bytes; size > 0;) {
        ssize_t count = read(INBOX(self), at, size);
        if (count <= 0)
            unusable("a pipe gives no message");
        at += count;
        size -= (size_t)count;
    }
}

static void turn_to(int process) { tell(process, "", 1); }

static void my_turn(void) {
    char turn;
    hear(&turn, 1);
}

static size_t granule(ur_context_handle_t context) {
    size_t bytes = 0;
    need(urVirtualMemGranularityGetInfo(context, device, 1, UR_VIRTUAL_MEM_GRANULARITY_INFO_MINIMUM, sizeof bytes,
                                        &bytes, NULL));
    return bytes;
}

/* The names of a platform and its device. A name that UR does not give is left empty. */
static void describe(ur_platform_handle_t platform, ur_device_handle_t of, char *text, size_t size) {
    char name[2][256] = {"", ""};
    urPlatformGetInfo(platform, UR_PLATFORM_INFO_NAME, sizeof name[0], name[0], NULL);
    urDeviceGetInfo(of, UR_DEVICE_INFO_NAME, sizeof name[1], name[1], NULL);
    snprintf(text, size, "%.255s: %.255s", name[0], name[1]);
}

/* The first device whose names contain `wanted`. An empty `wanted` fits every device. */
static void set_up(int process, const char *wanted) {
    ur_adapter_handle_t adapters[16];
    ur_platform_handle_t platforms[16];
    ur_device_handle_t devices[16];
    uint32_t adapter_count = 0, platform_count = 0, device_count = 0;
    char text[516], others[4096] = "";
    /* Drivers take descriptors from other processes. Linux (Yama) may allow this only to processes that are named here. */
    prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
    if (urLoaderInit(0, NULL) || urAdapterGet(16, adapters, &adapter_count))
        unusable("no adapter");
    for (uint32_t i = 0; i < adapter_count && i < 16 && !device; i++) {
        if (urPlatformGet(adapters[i], 16, platforms, &platform_count))
            continue;
        for (uint32_t j = 0; j < platform_count && j < 16 && !device; j++) {
            if (urDeviceGet(platforms[j], UR_DEVICE_TYPE_ALL, 16, devices, &device_count))
                continue;
            for (uint32_t k = 0; k < device_count && k < 16 && !device; k++) {
                size_t length = strlen(others);
                describe(platforms[j], devices[k], text, sizeof text);
                if (!strstr(text, wanted)) {
                    snprintf(others + length, sizeof others - length, "\n    %s", text);
                    continue;
                }
                adapter = adapters[i];
                device = devices[k];
            }
        }
    }
    if (device && process == 0)
        printf("on %s\n", text);
    if (!device && others[0] && process == 0)
        printf("no device has '%s' in its names; there are%s\n", wanted, others);
    if (!device)
        unusable("no device");
    if (!has(UR_DEVICE_INFO_VIRTUAL_MEMORY_SUPPORT))
        unusable("the device lacks UR_DEVICE_INFO_VIRTUAL_MEMORY_SUPPORT");
    if (!has(UR_DEVICE_INFO_IPC_PHYSICAL_MEMORY_SUPPORT_EXP))
        unusable("the device lacks UR_DEVICE_INFO_IPC_PHYSICAL_MEMORY_SUPPORT_EXP");
}

/* The program: process a. */
static void process_a(void) {
    step("a: c1 = context");
    ur_context_handle_t c1 = NULL;
    need(urContextCreate(1, &device, NULL, &c1));

    step("a: p1 = physical 1 in c1 shared");
    ur_physical_mem_properties_t p1_properties = {UR_STRUCTURE_TYPE_PHYSICAL_MEM_PROPERTIES, NULL,
        UR_PHYSICAL_MEM_FLAG_ENABLE_IPC};
    ur_physical_mem_handle_t p1 = NULL;
    result = urPhysicalMemCreate(c1, device, 1 * granule(c1), &p1_properties, &p1);
    RESULT(result == UR_RESULT_SUCCESS,
        "physical_memory.create.enable_ipc, device_info.physical_true_means_usable");
    EXPECT(p1 != NULL, p1, "physical_memory.create.enable_ipc, device_info.physical_true_means_usable");

    step("a: p2 = physical 1 in c1 shared");
    ur_physical_mem_properties_t p2_properties = {UR_STRUCTURE_TYPE_PHYSICAL_MEM_PROPERTIES, NULL,
        UR_PHYSICAL_MEM_FLAG_ENABLE_IPC};
    ur_physical_mem_handle_t p2 = NULL;
    result = urPhysicalMemCreate(c1, device, 1 * granule(c1), &p2_properties, &p2);
    RESULT(result == UR_RESULT_SUCCESS,
        "physical_memory.create.enable_ipc, device_info.physical_true_means_usable");
    EXPECT(p2 != NULL, p2, "physical_memory.create.enable_ipc, device_info.physical_true_means_usable");

    step("a: h1 = get p1");
    void *h1_data = NULL;
    struct handle h1 = {0};
    result = urIPCGetPhysMemHandleExp(c1, p1, &h1_data, &h1.size);
    RESULT(result == UR_RESULT_SUCCESS, "physical_memory.get.success");
    EXPECT(h1_data != NULL, h1_data, "physical_memory.get.success");
    EXPECT(h1.size >= 1, h1.size, "physical_memory.get.success");
    keep(&h1, h1_data);

    step("a: i1 = open h1 in c1");
    struct handle i1_from = h1;
    ur_physical_mem_handle_t i1 = NULL;
    need(urIPCOpenPhysMemHandleExp(c1, device, i1_from.bytes, i1_from.size, &i1));
    EXPECT(memcmp(i1_from.bytes, h1.bytes, h1.size) == 0, 0, "physical_memory.open.byte_copy");

    step("a: h2 = get p2");
    void *h2_data = NULL;
    struct handle h2 = {0};
    result = urIPCGetPhysMemHandleExp(c1, p2, &h2_data, &h2.size);
    RESULT(result == UR_RESULT_SUCCESS, "physical_memory.get.success");
    EXPECT(h2_data != NULL, h2_data, "physical_memory.get.success");
    EXPECT(h2.size >= 1, h2.size, "physical_memory.get.success");
    EXPECT(h2.size == h1.size, h2.size, "cross_process.constant_handle_size");
    keep(&h2, h2_data);
    tell(B, &h2, sizeof h2);

    step("a: close i1");
    result = urIPCClosePhysMemHandleExp(c1, i1);
    RESULT(result == UR_RESULT_SUCCESS, "physical_memory.close.success");
    turn_to(B);
}

/* The program: process b. */
static void process_b(void) {
    struct handle h2;
    hear(&h2, sizeof h2);
    my_turn();

    step("b: c2 = context");
    ur_context_handle_t c2 = NULL;
    need(urContextCreate(1, &device, NULL, &c2));

    step("b: i2 = open h2 in c2");
    struct handle i2_from = h2;
    ur_physical_mem_handle_t i2 = NULL;
    result = urIPCOpenPhysMemHandleExp(c2, device, i2_from.bytes, i2_from.size, &i2);
    RESULT(result == UR_RESULT_SUCCESS,
        "device_info.physical_true_means_usable, physical_memory.open.byte_copy, "
        "cross_process.handle_bounds");
    EXPECT(i2 != NULL, i2,
        "device_info.physical_true_means_usable, physical_memory.open.byte_copy, "
        "cross_process.handle_bounds");
    EXPECT(memcmp(i2_from.bytes, h2.bytes, h2.size) == 0, 0, "physical_memory.open.byte_copy");
    _exit(GOOD);
}

static pid_t children[PROCESSES];
/* The children that have ended as planned. */
static bool over[PROCESSES];

static void end(int code, const char *verdict) {
    for (int i = 0; i < PROCESSES; i++)
        if (children[i] > 0)
            kill(children[i], SIGKILL);
    printf("%s\n", verdict);
    exit(code);
}

static void start(int process, char *wanted) {
    char number[2] = {(char)('a' + process), 0};
    if ((children[process] = fork()) < 0)
        end(2, "inconclusive: no process");
    if (children[process] > 0)
        return;
    execl("/proc/self/exe", "reproducer", PROCESS, number, wanted, (char *)NULL);
    _exit(UNUSABLE);
}

/* A process has ended otherwise than it was to. */
static void wrong(int process, int status) {
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (code == UNUSABLE)
        end(2, "inconclusive");
    if (code == REFUSED)
        end(0, "no defect shows");
    if (WIFSIGNALED(status))
        printf("DEFECT: process %c was ended by signal %d, %s\n", NAMES[process], WTERMSIG(status),
               strsignal(WTERMSIG(status)));
    else if (code != DEFECT)
        printf("DEFECT: process %c ended by itself with %d\n", NAMES[process], code);
    end(1, "the defect shows");
}

/* Waits until a process is over: ended by itself, or by this signal. */
static void await(int process, int by) {
    while (!over[process]) {
        int status = 0, which = 0;
        pid_t child = waitpid(-1, &status, 0);
        if (child < 0 && errno == EINTR)
            end(1, "DEFECT: a call does not return");
        if (child < 0)
            end(2, "inconclusive: no process to wait for");
        while (which < PROCESSES - 1 && children[which] != child)
            which++;
        children[which] = 0;
        if (by && which == process)
            over[which] = WIFSIGNALED(status) && WTERMSIG(status) == by;
        else
            over[which] = WIFEXITED(status) && WEXITSTATUS(status) == GOOD;
        if (!over[which])
            wrong(which, status);
    }
}

static void awake(int signal) { (void)signal; }

int main(int count, char **arguments) {
    static void (*const programs[])(void) = {process_a, process_b};
    setvbuf(stdout, NULL, _IONBF, 0);
    if (count == 4 && strcmp(arguments[1], PROCESS) == 0) {
        alarm(2 * 60);
        self = arguments[2][0] - 'a';
        set_up(self, arguments[3]);
        programs[self]();
        for (;;)
            pause();
    }
    if (count > 2)
        end(2, "usage: bug [DEVICE], a part of the name of a device");
    for (int i = 0; i < PROCESSES; i++) {
        int ends[2];
        if (pipe(ends) || dup2(ends[0], INBOX(i)) < 0 || dup2(ends[1], INBOX(i) + 1) < 0)
            end(2, "inconclusive: no pipe");
        close(ends[0]);
        close(ends[1]);
    }
    /* A call that does not return is a defect, too. */
    sigaction(SIGALRM, &(struct sigaction){.sa_handler = awake}, NULL);
    signal(SIGCHLD, SIG_DFL);
    alarm(60);
    for (int i = 0; i < PROCESSES; i++)
        start(i, count > 1 ? arguments[1] : "");
    await(B, 0);
    end(0, "no defect shows");
}
