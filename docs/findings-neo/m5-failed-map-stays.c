/*
 * N-M5. A map that fails stays in the driver's books, and spoils later ones.
 *
 * zeVirtualMemMap fails, as an import of the same physical memory was destroyed before (N-M4). Any other failure of the kernel's bind
 * will do, such as a lack of memory. The program gives up, destroys the memory and frees the range. Then it reserves a range
 * again, which has the same address, maps new memory there, and copies to it: the driver finds the destroyed memory at this address.
 * Another process tries the same memory again: the map succeeds, and the memory is bound at another address than was asked for.
 * With `plain` the memory is not spoilt beforehand: then something else has to make its bind fail, as software-xe does with
 * SOFTWARE_XE_FAULTS=VM_BIND:33=ENOMEM,VM_BIND:34=ENOMEM.
 *
 * shows with: --driver neo
 * cannot be tried with: --driver soft
 *
 * cc -std=gnu11 -pthread m5-failed-map-stays.c -o m5 -lze_loader && ./m5 [plain]
 * Exit code: 0 later maps work, 1 the defect shows, 2 it cannot be tried here.
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

static void *reserve(void) {
    void *at = NULL;
    need(zeVirtualMemReserve(context, NULL, size, &at), "zeVirtualMemReserve");
    return at;
}

static ze_result_t map(void *at, ze_physical_mem_handle_t memory) {
    return zeVirtualMemMap(context, at, size, memory, 0, ZE_MEMORY_ACCESS_ATTRIBUTE_READWRITE);
}

static int descriptor;

static void import_and_destroy(bool destroy) {
    ze_external_memory_import_fd_t copy = {.stype = ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMPORT_FD,
                                           .flags = ZE_EXTERNAL_MEMORY_TYPE_FLAG_OPAQUE_FD,
                                           .fd = fcntl(descriptor, F_DUPFD_CLOEXEC, 100)};
    ze_physical_mem_handle_t import = create(&copy);
    if (destroy) need(zePhysicalMemDestroy(context, import), "zePhysicalMemDestroy");
}

/* Memory that the kernel will not bind, where the driver closes it with its import. */
static ze_physical_mem_handle_t spoilt(void) {
    ze_external_memory_export_desc_t wanted = {.stype = ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_EXPORT_DESC,
                                               .flags = ZE_EXTERNAL_MEMORY_TYPE_FLAG_OPAQUE_FD};
    ze_physical_mem_handle_t memory = create(&wanted);
    ze_external_memory_export_fd_t given = {.stype = ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_EXPORT_FD,
                                            .flags = ZE_EXTERNAL_MEMORY_TYPE_FLAG_OPAQUE_FD,
                                            .fd = -1};
    ze_physical_mem_properties_t properties = {.stype = ZE_STRUCTURE_TYPE_PHYSICAL_MEM_PROPERTIES, .pNext = &given};
    need(zePhysicalMemGetProperties(context, memory, &properties), "zePhysicalMemGetProperties");
    descriptor = given.fd;
    import_and_destroy(true);
    return memory;
}

/* Copies to the range and back, and says what comes of it. */
static int use(void *range) {
    uint32_t number = 55, found = 0;
    ze_result_t result = zeCommandListAppendMemoryCopy(list, range, &number, sizeof number, NULL, 0, NULL);
    if (result == ZE_RESULT_SUCCESS)
        result = zeCommandListAppendMemoryCopy(list, &found, range, sizeof found, NULL, 0, NULL);
    printf("the copies give 0x%x, and find %u; it should be %u\n", result, found, number);
    return result == ZE_RESULT_SUCCESS && found == number ? CORRECT : DEFECT;
}

/* Lets a map fail, and frees the range. Then maps other memory, or the same again. */
static int try(bool plain, bool again) {
    start();
    need(zeVirtualMemQueryPageSize(context, device, 1, &size), "zeVirtualMemQueryPageSize");
    void *at = reserve();
    ze_physical_mem_handle_t memory = plain ? create(NULL) : spoilt();
    ze_result_t result = map(at, memory);
    if (result == ZE_RESULT_SUCCESS) {
        printf("cannot be tried here: the map that was to fail succeeds\n");
        return UNTRIED;
    }
    printf("zeVirtualMemMap at %p gives 0x%x\n", at, result);
    if (!again) {
        need(zePhysicalMemDestroy(context, memory), "zePhysicalMemDestroy");
        memory = NULL;
    }
    need(zeVirtualMemFree(context, at, size), "zeVirtualMemFree");
    /* Allocations of the program's own, so that what the driver has freed is something else by now. */
    for (int i = 0; i < 1000 && !again; i++) {
        void *volatile block = malloc(16 * (size_t)i);
        if (block) memset(block, 0xa5, 16 * (size_t)i);
    }
    /* Another import brings back what the kernel needs for the same memory. */
    if (again && !plain) import_and_destroy(false);
    void *range = reserve();
    result = map(range, again ? memory : create(NULL));
    printf("a new range is at %p, and a map of %s memory there gives 0x%x\n", range, again ? "the same" : "new", result);
    return result == ZE_RESULT_SUCCESS ? use(range) : DEFECT;
}

static int in_child(bool plain, bool again) {
    pid_t child = fork();
    if (child < 0) return UNTRIED;
    if (child == 0) {
        alarm(20);
        exit(try(plain, again));
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFEXITED(status)) return WEXITSTATUS(status);
    printf("the process has died of signal %d, %s\n", WTERMSIG(status), strsignal(WTERMSIG(status)));
    return DEFECT;
}

int main(int count, char **arguments) {
    setvbuf(stdout, NULL, _IONBF, 0);
    bool plain = count > 1 && !strcmp(arguments[1], "plain");
    int other = in_child(plain, false), same = in_child(plain, true);
    if (other == UNTRIED && same == UNTRIED) return UNTRIED;
    bool wrong = other == DEFECT || same == DEFECT;
    printf(wrong ? "defect: a map that failed spoils later ones\n" : "correct: a map that failed leaves nothing\n");
    return wrong ? DEFECT : CORRECT;
}
