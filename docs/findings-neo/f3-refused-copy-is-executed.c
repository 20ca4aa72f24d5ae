/*
 * N-F3. A copy that was refused is executed with the next one, and loses the device.
 *
 * The program allocates memory and copies to it until a copy says that there is none left. It frees the allocation that had no
 * room, and copies to the first one, as it did before. The GPU then writes to the allocation that is freed. Nothing need be
 * refused on demand: local memory is full.
 *
 * shows with: --driver neo SOFTWARE_XE_VRAM=512M
 * fine with: --driver neo SOFTWARE_XE_VRAM=16G
 *
 * cc -std=gnu11 -pthread f3-refused-copy-is-executed.c -o f3 -lze_loader
 * LD_PRELOAD=libsoftware_xe.so SOFTWARE_XE_VRAM=512M ./f3
 * With an argument, the list is in order, and N-F1 comes first.
 * Exit code: 0 all was as it should be, 1 the defect shows, 2 it cannot be tried here.
 */
#define _GNU_SOURCE
#include <level_zero/ze_api.h>
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

int main(int count, char **arguments) {
    (void)arguments;
    start();
    ze_command_list_handle_t list = new_list(count > 1 ? ZE_COMMAND_QUEUE_FLAG_IN_ORDER : 0);
    void *first = allocate((size_t)64 << 20), *last = NULL;
    bool well = copies(list, first, 1);
    if (!well) return UNTRIED;
    /* A machine that has more than this is not filled here. */
    for (unsigned char i = 2; i < 200 && well; i++) {
        ze_device_mem_alloc_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
        ze_result_t result = zeMemAllocDevice(context, &desc, (size_t)64 << 20, 0, device, &last);
        if (result != ZE_RESULT_SUCCESS) {
            printf("cannot be tried here: an allocation gives %s before a copy has failed\n", word(result));
            _exit(UNTRIED);
        }
        memset(out, i, sizeof out);
        result = zeCommandListAppendMemoryCopy(list, last, out, sizeof out, NULL, 0, NULL);
        if (result == ZE_RESULT_SUCCESS) need(zeCommandListHostSynchronize(list, 10000000000), "zeCommandListHostSynchronize");
        well = result == ZE_RESULT_SUCCESS;
        if (!well) printf("copy %d, to the allocation at %p, gives %s\n", i, last, word(result));
    }
    if (!well) printf("this allocation is freed: %s\n", word(zeMemFree(context, last)));
    else
        printf("the memory is not full\n");
    well = copies(list, first, 200) && copies(list, first, 201);
    printf(well ? "correct: the device works after memory that was full\n" : "defect: the device does not work after memory that was full\n");
    /* What comes with the end of the driver is not asked for here. */
    _exit(well ? CORRECT : DEFECT);
}
