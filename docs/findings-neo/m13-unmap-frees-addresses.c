/*
 * N-M13. To unmap host physical memory gives up the addresses of its reservation.
 *
 * Memory is mapped to a reserved range, and unmapped from it. The range is not freed, so its addresses stay taken. With physical
 * memory of the host they do not: the process can map a page of its own there, as any mmap, malloc or thread may by chance. When
 * the range is mapped again, that page is lost.
 *
 * shows with: --driver neo
 *
 * cc -std=gnu11 m13-unmap-frees-addresses.c -o bug -lze_loader && ./bug
 * Exit code: 0 the addresses stay reserved, 1 the defect shows, 2 it cannot be tried here.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <level_zero/ze_api.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

enum { GOOD, DEFECT, UNUSABLE };

static ze_driver_handle_t driver;
static ze_device_handle_t device;
static ze_context_handle_t context;

/* A call that has to succeed for anything to be seen here. */
static void need(const char *call, ze_result_t result) {
    if (result == ZE_RESULT_SUCCESS)
        return;
    printf("%s gives %#x: inconclusive\n", call, result);
    fflush(stdout);
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
        driver = drivers[i];
        if (zeDeviceGet(driver, &one, &device) != ZE_RESULT_SUCCESS || one == 0)
            device = NULL;
        else
            NEED(zeContextCreate(driver, &desc, &context));
    }
    if (!device) {
        printf("there is no device\n");
        _exit(UNUSABLE);
    }
}

#define SIZE (2u << 20)
#define OWN 0x22

/* A page of this process's own at an address, if that is free. */
static unsigned char *own_page(void *at) {
    void *page = mmap(at, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (page != MAP_FAILED && page == at)
        return page;
    if (page != MAP_FAILED || errno != EEXIST) {
        printf("mmap gives %p (%s): inconclusive\n", page, strerror(errno));
        fflush(stdout);
        _exit(UNUSABLE);
    }
    return NULL;
}

static ze_physical_mem_handle_t memory;

static void *reserve(ze_physical_mem_flags_t flags) {
    void *range = NULL;
    ze_physical_mem_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_PHYSICAL_MEM_DESC, .flags = flags, .size = SIZE};
    NEED(zePhysicalMemCreate(context, device, &desc, &memory));
    NEED(zeVirtualMemReserve(context, NULL, SIZE, &range));
    return range;
}

static void map(void *range) {
    NEED(zeVirtualMemMap(context, range, SIZE, memory, 0, ZE_MEMORY_ACCESS_ATTRIBUTE_READWRITE));
}

/* Whether the addresses of a range are free for others once memory was unmapped from it. */
static bool given_up(ze_physical_mem_flags_t flags, const char *kind) {
    void *range = reserve(flags);
    if (own_page(range)) {
        printf("%s: the reserved addresses are not taken in this process: inconclusive\n", kind);
        fflush(stdout);
        _exit(UNUSABLE);
    }
    map(range);
    NEED(zeVirtualMemUnmap(context, range, SIZE));
    unsigned char *own = own_page(range);
    if (!own) {
        printf("%s: reserved, mapped, unmapped: the addresses are taken\n", kind);
        NEED(zeVirtualMemFree(context, range, SIZE));
        NEED(zePhysicalMemDestroy(context, memory));
        return false;
    }
    printf("%s: reserved, mapped, unmapped: the addresses are free for others\n", kind);
    memset(own, OWN, 4096);
    map(range);
    printf("a page of this process's own there, filled with %#x, begins with %#x after the range was mapped again\n", OWN, *own);
    return true;
}

int main(void) {
    size_t page;
    start_level_zero();
    NEED(zeVirtualMemQueryPageSize(context, device, SIZE, &page));
    if (SIZE % page) {
        printf("pages have %zu bytes: not tried\n", page);
        return UNUSABLE;
    }
    bool device_too = given_up(0, "memory of the device");
    bool host = given_up(ZE_PHYSICAL_MEM_FLAG_ALLOCATE_ON_HOST, "memory of the host");
    return device_too || host ? DEFECT : GOOD;
}
