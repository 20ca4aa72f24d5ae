/*
 * N-M4. To destroy one import of physical memory ends the others of the process, and the source.
 *
 * A process imports one physical memory object twice, by two copies of its descriptor, and destroys the first import. The second
 * can no longer be mapped; or, if the process has allocated something meanwhile, it is that. The same holds for an object and an
 * import of it in the process that made it.
 *
 * shows with: --driver neo
 *
 * cc -std=gnu11 -pthread m4-import-closes-others.c -o m4 -lze_loader && ./m4
 * Exit code: 0 the second import is what it was, 1 the defect shows, 2 it cannot be tried here.
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

/* Imports by a copy of the descriptor, which may be the driver's from then on. */
static ze_physical_mem_handle_t import(int descriptor) {
    ze_external_memory_import_fd_t given = {.stype = ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMPORT_FD,
                                            .flags = ZE_EXTERNAL_MEMORY_TYPE_FLAG_OPAQUE_FD,
                                            .fd = fcntl(descriptor, F_DUPFD_CLOEXEC, 100)};
    return create(&given);
}

/* Maps memory, and reads or writes the number at its start, and unmaps it. */
static ze_result_t map(ze_physical_mem_handle_t memory, uint32_t *number, bool write) {
    void *at = NULL;
    need(zeVirtualMemReserve(context, NULL, size, &at), "zeVirtualMemReserve");
    ze_result_t result = zeVirtualMemMap(context, at, size, memory, 0, ZE_MEMORY_ACCESS_ATTRIBUTE_READWRITE);
    /* What failed keeps its range: the driver may not know it any more (N-M5). */
    if (result != ZE_RESULT_SUCCESS) return result;
    if (write) put_number(at, *number);
    else *number = number_at(at);
    need(zeVirtualMemUnmap(context, at, size), "zeVirtualMemUnmap");
    need(zeVirtualMemFree(context, at, size), "zeVirtualMemFree");
    return ZE_RESULT_SUCCESS;
}

static bool wrong;

static void look(const char *what, ze_physical_mem_handle_t memory) {
    uint32_t number = 0;
    ze_result_t result = map(memory, &number, false);
    if (result == ZE_RESULT_SUCCESS) printf("%s: it is mapped, and begins with %u; it should be 11\n", what, number);
    else printf("%s: zeVirtualMemMap gives 0x%x\n", what, result);
    wrong |= result != ZE_RESULT_SUCCESS || number != 11;
}

/* The importer: gets a descriptor over a socket. */
static int receive(int channel) {
    char byte, space[CMSG_SPACE(sizeof(int))];
    struct iovec part = {&byte, 1};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = space, .msg_controllen = sizeof space};
    struct cmsghdr *head = recvmsg(channel, &message, 0) == 1 ? CMSG_FIRSTHDR(&message) : NULL;
    if (!head || head->cmsg_type != SCM_RIGHTS) exit(UNTRIED);
    int descriptor;
    memcpy(&descriptor, CMSG_DATA(head), sizeof descriptor);
    return descriptor;
}

static void send_descriptor(int channel, int descriptor) {
    char byte = 0, space[CMSG_SPACE(sizeof(int))];
    memset(space, 0, sizeof space);
    struct iovec part = {&byte, 1};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = space, .msg_controllen = sizeof space};
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(head), &descriptor, sizeof descriptor);
    if (sendmsg(channel, &message, 0) != 1) exit(UNTRIED);
}

static void measure(void) {
    start();
    need(zeVirtualMemQueryPageSize(context, device, 1, &size), "zeVirtualMemQueryPageSize");
}

/* Another process than the one that made the memory. */
static int importer(int channel) {
    measure();
    int descriptor = receive(channel);
    ze_physical_mem_handle_t first = import(descriptor), second = import(descriptor), third = import(descriptor);
    look("in another process, a second import", second);
    need(zePhysicalMemDestroy(context, first), "zePhysicalMemDestroy");
    look("after the first import was destroyed", second);
    uint32_t number = 44;
    ze_physical_mem_handle_t other = create(NULL);
    if (map(other, &number, true) == ZE_RESULT_SUCCESS) look("after other memory was made that begins with 44, a third import", third);
    return wrong ? DEFECT : CORRECT;
}

/* The process that made it. */
static int exporter(int channel) {
    measure();
    ze_physical_mem_handle_t source = create_for_export();
    uint32_t number = 11;
    need(map(source, &number, true), "zeVirtualMemMap");
    int descriptor = descriptor_of(source);
    send_descriptor(channel, descriptor);
    int status = 0;
    if (wait(&status) < 0 || !WIFEXITED(status)) {
        printf("the importer has crashed\n");
        wrong = true;
    } else if (WEXITSTATUS(status) == UNTRIED) {
        return UNTRIED;
    } else {
        wrong |= WEXITSTATUS(status) == DEFECT;
    }
    need(zePhysicalMemDestroy(context, import(descriptor)), "zePhysicalMemDestroy");
    look("in the process that made it, after an import was destroyed, the source", source);
    printf(wrong ? "defect: destroying an import took the memory of others away\n" : "correct: all imports were independent\n");
    return wrong ? DEFECT : CORRECT;
}

int main(void) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) return UNTRIED;
    pid_t child = fork();
    if (child < 0) return UNTRIED;
    exit(child ? exporter(ends[0]) : importer(ends[1]));
}
