/*
 * N-M9. Nobody can tell whose the descriptor of physical memory is.
 *
 * zePhysicalMemGetProperties gives a descriptor. If it is the caller's to close, the next query must give one that is open. If it
 * is the driver's, the end of the memory must close it. Neither is so. And a put of an IPC handle of the memory, which is another
 * thing, closes it. Whose the descriptor of an import is, is told as well, and not judged: Level Zero does not say.
 *
 * shows with: --driver neo
 *
 * cc -std=gnu11 -pthread m9-physical-descriptor.c -o m9 -lze_loader && ./m9
 * Exit code: 0 one of the readings holds, 1 the defect shows, 2 it cannot be tried here.
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

static size_t size;

static ze_physical_mem_handle_t create(const void *chained) {
    ze_physical_mem_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_PHYSICAL_MEM_DESC, .pNext = chained, .size = size};
    ze_physical_mem_handle_t memory = NULL;
    need(zePhysicalMemCreate(context, device, &desc, &memory), "zePhysicalMemCreate");
    return memory;
}

static ze_physical_mem_handle_t create_for_export(void) {
    ze_external_memory_export_desc_t wanted = {.stype = ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_EXPORT_DESC,
                                               .flags = ZE_EXTERNAL_MEMORY_TYPE_FLAG_OPAQUE_FD};
    return create(&wanted);
}

static int descriptor_of(ze_physical_mem_handle_t memory) {
    ze_external_memory_export_fd_t given = {.stype = ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_EXPORT_FD,
                                            .flags = ZE_EXTERNAL_MEMORY_TYPE_FLAG_OPAQUE_FD,
                                            .fd = -1};
    ze_physical_mem_properties_t properties = {.stype = ZE_STRUCTURE_TYPE_PHYSICAL_MEM_PROPERTIES, .pNext = &given};
    need(zePhysicalMemGetProperties(context, memory, &properties), "zePhysicalMemGetProperties");
    return given.fd;
}

static bool is_open(int descriptor) { return fcntl(descriptor, F_GETFD) >= 0; }

static const char *word(int descriptor) { return is_open(descriptor) ? "open" : "closed"; }

int main(void) {
    start();
    need(zeVirtualMemQueryPageSize(context, device, 1, &size), "zeVirtualMemQueryPageSize");
    ze_physical_mem_handle_t memory = create_for_export();
    int first = descriptor_of(memory);
    close(first);
    int second = descriptor_of(memory);
    bool of_caller = is_open(second);
    printf("asked for a descriptor: %d; the program closes it and asks again: %d, which is %s\n", first, second, word(second));

    ze_physical_mem_handle_t other = create_for_export();
    int kept = descriptor_of(other);
    need(zePhysicalMemDestroy(context, other), "zePhysicalMemDestroy");
    bool of_driver = !is_open(kept);
    printf("asked for that of other memory: %d; when this is destroyed, it is %s\n", kept, word(kept));

    ze_physical_mem_handle_t third = create_for_export();
    int given = descriptor_of(third);
    ze_ipc_mem_handle_t handle;
    bool closed_by_put = false;
    if (zeMemGetIpcHandle(context, (void *)third, &handle) == ZE_RESULT_SUCCESS) {
        need(zeMemPutIpcHandle(context, handle), "zeMemPutIpcHandle");
        closed_by_put = !is_open(given);
        printf("asked for that of a third: %d; after an IPC handle of it was got and put, it is %s\n", given, word(given));
    }

    ze_physical_mem_handle_t fourth = create_for_export();
    int copy = fcntl(descriptor_of(fourth), F_DUPFD_CLOEXEC, 100);
    ze_external_memory_import_fd_t wanted = {.stype = ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMPORT_FD,
                                             .flags = ZE_EXTERNAL_MEMORY_TYPE_FLAG_OPAQUE_FD,
                                             .fd = copy};
    ze_physical_mem_handle_t import = create(&wanted);
    need(zePhysicalMemDestroy(context, import), "zePhysicalMemDestroy");
    printf("not judged: the descriptor %d of an import is %s when the import is destroyed\n", copy, word(copy));

    bool wrong = (!of_caller && !of_driver) || closed_by_put;
    printf(wrong ? "defect: the descriptor is neither the caller's nor the driver's\n" : "correct: it is plain whose the descriptor is\n");
    return wrong ? DEFECT : CORRECT;
}
