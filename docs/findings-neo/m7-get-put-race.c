/*
 * N-M7. Threads that get and put handles get handles that are not valid.
 *
 * Each thread has a small allocation of its own, and gets and puts its handle again and again; no handle is used by two threads. Level
 * Zero lets threads do so. Some handles are dead when they are given: the descriptor in them is closed, and no process can open
 * them. Their put closes whatever has the number by then.
 *
 * may show with: --driver neo
 * fine with: --driver soft LEVEL_ZERO_SOFT_MEMORY_HANDLES=opaque:5
 *
 * cc -std=gnu11 -pthread m7-get-put-race.c -o m7 -lze_loader && ./m7
 * Exit code: 0 all handles were good, 1 the defect shows, 2 it cannot be tried here.
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

enum { THREADS = 4, ROUNDS = 20000, ATTEMPTS = 32 };

static void *memory[THREADS];
static pthread_mutex_t found = PTHREAD_MUTEX_INITIALIZER;
static bool stop;
static int dead_of;
static ze_ipc_mem_handle_t dead;

/* The descriptor that a handle contains, by the driver's own word. */
static int descriptor_in(ze_ipc_mem_handle_t handle) {
    uint64_t descriptor = 0;
    need(zeMemGetFileDescriptorFromIpcHandleExp(context, handle, &descriptor), "zeMemGetFileDescriptorFromIpcHandleExp");
    return (int)descriptor;
}

static bool is_dead(ze_ipc_mem_handle_t handle) { return fcntl(descriptor_in(handle), F_GETFD) < 0; }

static void *get_and_put(void *argument) {
    int thread = (int)(intptr_t)argument;
    for (int i = 0; i < ROUNDS && !__atomic_load_n(&stop, __ATOMIC_RELAXED); i++) {
        ze_ipc_mem_handle_t handle = get(memory[thread]);
        if (is_dead(handle)) {
            pthread_mutex_lock(&found);
            bool first = !stop;
            if (first) {
                dead_of = thread;
                dead = handle;
                __atomic_store_n(&stop, true, __ATOMIC_RELAXED);
                printf("thread %d, round %d: the handle that it just got contains a closed descriptor\n", thread, i);
            }
            pthread_mutex_unlock(&found);
            if (first) break;
        }
        need(zeMemPutIpcHandle(context, handle), "zeMemPutIpcHandle");
    }
    return NULL;
}

/* Until some handle is dead. */
static bool find_dead(void) {
    pthread_t threads[THREADS];
    stop = false;
    dead_of = -1;
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, get_and_put, (void *)(intptr_t)i)) exit(UNTRIED);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    return dead_of >= 0;
}

/* What the put of a dead handle does to a file that the program has opened meanwhile. */
static void put_over_a_file(void) {
    int file, number = descriptor_in(dead);
    do file = open("/dev/null", O_RDONLY | O_CLOEXEC);
    while (file >= 0 && file < number);
    if (file != number) return;
    need(zeMemPutIpcHandle(context, dead), "zeMemPutIpcHandle");
    if (fcntl(file, F_GETFD) < 0) printf("the program opened a file, which got this number; the put of the handle closed the file\n");
}

int main(void) {
    int importers[ATTEMPTS], control = start_importer();
    for (int i = 0; i < ATTEMPTS; i++) importers[i] = start_importer();
    start();
    for (int i = 0; i < THREADS; i++) memory[i] = allocate(4096, 100 + (uint32_t)i);
    ze_ipc_mem_handle_t good = get(memory[0]);
    if (ask(control, good).opened != ZE_RESULT_SUCCESS) {
        printf("cannot be tried here: this driver wants more than the bytes of a handle, or shares no memory\n");
        return UNTRIED;
    }
    need(zeMemPutIpcHandle(context, good), "zeMemPutIpcHandle");
    /* A handle that was dead can be revived by another thread's, of the same number. So not each one that is found shows it. */
    for (int i = 0; i < ATTEMPTS && find_dead(); i++) {
        struct answer answer = ask(importers[i], dead);
        if (answer.opened == ZE_RESULT_SUCCESS)
            printf("another process opens this handle, as another thread got one of the same number since\n");
        else
            printf("another process opens this handle, which was not put yet: 0x%x\n", answer.opened);
        if (answer.opened != ZE_RESULT_SUCCESS || answer.number != 100 + (uint32_t)dead_of) {
            put_over_a_file();
            printf("defect: a thread got a handle that does not open\n");
            return DEFECT;
        }
        need(zeMemPutIpcHandle(context, dead), "zeMemPutIpcHandle");
    }
    printf("correct, as far as %d rounds of %d threads tell: all handles opened\n", ROUNDS, THREADS);
    return CORRECT;
}
