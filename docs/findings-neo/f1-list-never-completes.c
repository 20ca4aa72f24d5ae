/*
 * N-F1. After a submission that the kernel refused, an in-order list never completes.
 *
 * The kernel refuses one submission for a lack of memory (three times, as the driver asks thrice), and the append says so. The
 * appends after it succeed, and nothing of them is executed. A list without ZE_COMMAND_QUEUE_FLAG_IN_ORDER goes on (./f1 out).
 *
 * shows with: --driver neo SOFTWARE_XE_FAULTS=EXEC:2=ENOMEM,EXEC:3=ENOMEM,EXEC:4=ENOMEM
 * fine with: --driver neo
 *
 * cc -std=gnu11 -pthread f1-list-never-completes.c -o f1 -lze_loader
 * LD_PRELOAD=libsoftware_xe.so SOFTWARE_XE_FAULTS=EXEC:2=ENOMEM,EXEC:3=ENOMEM,EXEC:4=ENOMEM ./f1
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

#define SIZE ((size_t)65536)
static unsigned char out[SIZE], back[SIZE];

static void *allocate(size_t size) {
    ze_device_mem_alloc_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    void *memory = NULL;
    need(zeMemAllocDevice(context, &desc, size, 0, device, &memory), "zeMemAllocDevice");
    return memory;
}

static const char *word(ze_result_t result) {
    static char words[4][32];
    static int last;
    last = (last + 1) % 4;
    snprintf(words[last], sizeof *words, "0x%x", result);
    return result == ZE_RESULT_SUCCESS                  ? "success"
           : result == ZE_RESULT_NOT_READY              ? "NOT_READY"
           : result == ZE_RESULT_ERROR_DEVICE_LOST      ? "DEVICE_LOST"
           : result == ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY ? "OUT_OF_HOST_MEMORY"
           : result == ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY ? "OUT_OF_DEVICE_MEMORY"
                                                        : words[last];
}

/* Copies to the memory and back, waiting two seconds at most for each, and says what comes of it. */
static bool copies(ze_command_list_handle_t list, void *memory, unsigned char number) {
    memset(out, number, sizeof out);
    memset(back, 0, sizeof back);
    ze_result_t to = zeCommandListAppendMemoryCopy(list, memory, out, sizeof out, NULL, 0, NULL);
    ze_result_t there = zeCommandListHostSynchronize(list, 2000000000);
    ze_result_t from = zeCommandListAppendMemoryCopy(list, back, memory, sizeof back, NULL, 0, NULL);
    ze_result_t here = zeCommandListHostSynchronize(list, 2000000000);
    printf("copy %d: to the device %s, wait %s; back %s, wait %s; contents %d\n", number, word(to), word(there), word(from), word(here), back[0]);
    return to == ZE_RESULT_SUCCESS && there == ZE_RESULT_SUCCESS && from == ZE_RESULT_SUCCESS && here == ZE_RESULT_SUCCESS &&
           !memcmp(out, back, sizeof out);
}

static void too_long(int signal) {
    (void)signal;
    static const char words[] = "a call has not returned for ten seconds\ndefect: the list does not go on after a submission that was refused\n";
    if (write(1, words, sizeof words - 1) < 0) _exit(UNTRIED);
    _exit(DEFECT);
}

int main(int count, char **arguments) {
    start();
    signal(SIGALRM, too_long);
    ze_command_list_handle_t list = new_list(count > 1 && !strcmp(arguments[1], "out") ? 0 : ZE_COMMAND_QUEUE_FLAG_IN_ORDER);
    void *memory = allocate((size_t)3 << 20);
    bool refused = false, well = true;
    for (unsigned char i = 1; i <= 4; i++) {
        alarm(10);
        bool good = copies(list, memory, i);
        /* The first that fails is the one whose request was refused; those after it have no reason to. */
        if (refused) well = well && good;
        refused = refused || !good;
        usleep(300000);
    }
    if (!refused) printf("nothing was refused\n");
    printf(well ? "correct: the list goes on after a submission that was refused\n" : "defect: the list does not go on after a submission that was refused\n");
    /* What comes with the end of the driver is not asked for here. */
    _exit(well ? CORRECT : DEFECT);
}
