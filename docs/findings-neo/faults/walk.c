/*
 * What faults/walk.py walks: cycles of calls to Level Zero, in an exporter (E) and an importer (I), each call with its result on
 * standard output and its name in the log of requests. A call whose counterpart has failed is left out; all that was made is freed.
 *
 * walk MODE CYCLES: MODE is mem, phys, event or list. SOFTWARE_XE_FAULTS is for the exporter, and WALK_I_FAULTS for the importer.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <level_zero/ze_api.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static ze_driver_handle_t driver;
static ze_device_handle_t device;
static ze_context_handle_t context;
static char role;
static int channel;
static int cycle;
static const char *log_dir;

static void mark(const char *text) {
    if (!log_dir) return;
    char path[256], line[256];
    snprintf(path, sizeof path, "%s/%d.log", log_dir, getpid());
    int fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    int n = snprintf(line, sizeof line, "%d # %c %d %s\n", getpid(), role, cycle, text);
    if (write(fd, line, (size_t)n) < 0) _exit(9);
    close(fd);
}
static ze_result_t done(const char *name, ze_result_t r) {
    printf("%c %d %s 0x%x\n", role, cycle, name, r);
    return r;
}
#define CALL(f, ...) (mark(#f), done(#f, f(__VA_ARGS__)))
#define OK(f, ...) (CALL(f, __VA_ARGS__) == ZE_RESULT_SUCCESS)
#define INIT(f, ...) do { if (!OK(f, __VA_ARGS__)) { printf("%c INITFAIL\n", role); exit(3); } } while (0)
static void wrong(const char *what, unsigned found, unsigned wanted) {
    printf("%c %d WRONG %s found %u wanted %u\n", role, cycle, what, found, wanted);
}
static void gone(void) {
    printf("%c PEERGONE\n", role);
    if (role == 'E') { int status = 0; wait(&status); if (WIFSIGNALED(status)) printf("I SIGNAL %d\n", WTERMSIG(status)); else printf("I EXIT %d\n", WEXITSTATUS(status)); }
    exit(4);
}
static void tell(const void *p, size_t n) {
    if (send(channel, p, n, MSG_NOSIGNAL) != (ssize_t)n) gone();
}
static void hear(void *p, size_t n) {
    if (recv(channel, p, n, MSG_WAITALL) != (ssize_t)n) gone();
}
static void start(void) {
    prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
    INIT(zeInit, 0);
    uint32_t one = 1;
    INIT(zeDriverGet, &one, &driver);
    one = 1;
    INIT(zeDeviceGet, driver, &one, &device);
    ze_context_desc_t d = {.stype = ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    INIT(zeContextCreate, driver, &d, &context);
}
static ze_command_list_handle_t new_list(void) {
    ze_command_list_handle_t l = NULL;
    ze_command_queue_desc_t d = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC, .flags = ZE_COMMAND_QUEUE_FLAG_IN_ORDER, .mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS};
    if (!OK(zeCommandListCreateImmediate, context, device, &d, &l)) return NULL;
    return l;
}
#define SECONDS 2000000000ull
static ze_command_list_handle_t list; /* long-lived */
static char *staging;                 /* plain malloc */

#define PIECE ((size_t)65536)
/* writes number over the first and last bytes */
static bool put(ze_command_list_handle_t l, void *to, size_t size, unsigned char n) {
    size_t piece = size < PIECE ? size : PIECE;
    memset(staging, n, piece);
    if (!OK(zeCommandListAppendMemoryCopy, l, to, staging, piece, NULL, 0, NULL)) return false;
    if (size > piece && !OK(zeCommandListAppendMemoryCopy, l, (char *)to + size - piece, staging, piece, NULL, 0, NULL)) return false;
    return OK(zeCommandListHostSynchronize, l, SECONDS);
}
static bool check(ze_command_list_handle_t l, const void *from, size_t size, unsigned char n) {
    size_t piece = size < PIECE ? size : PIECE;
    memset(staging, 0xee, 2 * piece);
    if (!OK(zeCommandListAppendMemoryCopy, l, staging, from, piece, NULL, 0, NULL)) return false;
    if (!OK(zeCommandListAppendMemoryCopy, l, staging + piece, (const char *)from + size - piece, piece, NULL, 0, NULL)) return false;
    if (!OK(zeCommandListHostSynchronize, l, SECONDS)) return false;
    for (size_t i = 0; i < 2 * piece; i++)
        if ((unsigned char)staging[i] != n) { wrong("contents", (unsigned char)staging[i], n); return false; }
    return true;
}

/* ---- memory ---- */
struct offer { bool valid; size_t size; ze_ipc_mem_handle_t h; unsigned char n; };
static void mem_one_E(size_t size, unsigned char n, int kind) {
    void *p = NULL;
    struct offer o = {.size = size, .n = n};
    ze_device_mem_alloc_desc_t d = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    ze_host_mem_alloc_desc_t hd = {.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    ze_result_t r = kind == 0 ? CALL(zeMemAllocDevice, context, &d, size, 0, device, &p)
                  : kind == 1 ? CALL(zeMemAllocHost, context, &hd, size, 0, &p)
                              : CALL(zeMemAllocShared, context, &d, &hd, size, 0, device, &p);
    if (r == ZE_RESULT_SUCCESS) {
        bool filled = put(list, p, size, n);
        if (filled && kind && *(unsigned char *)p != n) wrong("host's view", *(unsigned char *)p, n);
        if (filled && kind < 2) o.valid = OK(zeMemGetIpcHandle, context, p, &o.h);
    }
    char answer;
    tell(&o, sizeof o);
    hear(&answer, 1);
    if (answer == 'w') check(list, p, size, (unsigned char)(n + 1));
    if (o.valid) CALL(zeMemPutIpcHandle, context, o.h);
    if (r == ZE_RESULT_SUCCESS) CALL(zeMemFree, context, p);
}
static void mem_one_I(void) {
    struct offer o;
    hear(&o, sizeof o);
    char answer = 'n';
    void *p = NULL;
    if (o.valid && OK(zeMemOpenIpcHandle, context, device, o.h, 0, &p)) {
        if (check(list, p, o.size, o.n) && put(list, p, o.size, (unsigned char)(o.n + 1))) answer = 'w';
        CALL(zeMemCloseIpcHandle, context, p);
    }
    tell(&answer, 1);
}
static void mem_cycle(void) {
    if (role == 'E') {
        mem_one_E(4096, (unsigned char)(10 + cycle), 0);
        mem_one_E((3u << 20) + ((unsigned)cycle << 16), (unsigned char)(30 + cycle), 0);
        mem_one_E((3u << 20) + ((unsigned)cycle << 16), (unsigned char)(50 + cycle), 1);
        mem_one_E((3u << 20) + ((unsigned)cycle << 16), (unsigned char)(70 + cycle), 2);
    } else
        for (int i = 0; i < 4; i++) mem_one_I();
}
/* ---- physical ---- */
static size_t page;
static void send_fd(int fd) {
    char c = fd >= 0 ? 'f' : 'n';
    struct iovec v = {&c, 1};
    char b[CMSG_SPACE(sizeof(int))];
    memset(b, 0, sizeof b);
    struct msghdr m = {.msg_iov = &v, .msg_iovlen = 1};
    if (fd >= 0) {
        m.msg_control = b; m.msg_controllen = sizeof b;
        struct cmsghdr *h = CMSG_FIRSTHDR(&m);
        h->cmsg_level = SOL_SOCKET; h->cmsg_type = SCM_RIGHTS; h->cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(h), &fd, sizeof fd);
    }
    if (sendmsg(channel, &m, MSG_NOSIGNAL) != 1) gone();
}
static int hear_fd(void) {
    char c;
    struct iovec v = {&c, 1};
    char b[CMSG_SPACE(sizeof(int))];
    struct msghdr m = {.msg_iov = &v, .msg_iovlen = 1, .msg_control = b, .msg_controllen = sizeof b};
    if (recvmsg(channel, &m, 0) != 1) gone();
    struct cmsghdr *h = CMSG_FIRSTHDR(&m);
    int fd = -1;
    if (h) memcpy(&fd, CMSG_DATA(h), sizeof fd);
    return fd;
}
static void phys_cycle(void) {
    size_t size = page * (size_t)(1 + cycle);
    unsigned char n = (unsigned char)(10 + cycle);
    void *at = NULL;
    ze_physical_mem_handle_t m = NULL;
    char answer = 'n';
    bool created = false, mapped = false, reserved = false;
    int fd = -1;
    if (role == 'E') {
        ze_external_memory_export_desc_t w = {.stype = ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_EXPORT_DESC, .flags = ZE_EXTERNAL_MEMORY_TYPE_FLAG_OPAQUE_FD};
        ze_physical_mem_desc_t d = {.stype = ZE_STRUCTURE_TYPE_PHYSICAL_MEM_DESC, .pNext = &w, .size = size};
        created = OK(zePhysicalMemCreate, context, device, &d, &m);
        ze_external_memory_export_fd_t g = {.stype = ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_EXPORT_FD, .flags = ZE_EXTERNAL_MEMORY_TYPE_FLAG_OPAQUE_FD, .fd = -1};
        ze_physical_mem_properties_t p = {.stype = ZE_STRUCTURE_TYPE_PHYSICAL_MEM_PROPERTIES, .pNext = &g};
        if (created && OK(zePhysicalMemGetProperties, context, m, &p)) {
            fd = g.fd;
            if (fcntl(fd, F_GETFD) < 0) { wrong("descriptor", (unsigned)fd, 0); fd = -1; }
        }
    } else {
        fd = hear_fd();
        if (fd >= 0) {
            ze_external_memory_import_fd_t w = {.stype = ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMPORT_FD, .flags = ZE_EXTERNAL_MEMORY_TYPE_FLAG_OPAQUE_FD, .fd = fd};
            ze_physical_mem_desc_t d = {.stype = ZE_STRUCTURE_TYPE_PHYSICAL_MEM_DESC, .pNext = &w, .size = size};
            created = OK(zePhysicalMemCreate, context, device, &d, &m);
        }
    }
    if (created) {
        reserved = OK(zeVirtualMemReserve, context, NULL, size, &at);
        if (reserved) mapped = OK(zeVirtualMemMap, context, at, size, m, 0, ZE_MEMORY_ACCESS_ATTRIBUTE_READWRITE);
    }
    if (role == 'E') {
        bool filled = mapped && put(list, at, size, n);
        send_fd(filled ? fd : -1);
        hear(&answer, 1);
        if (answer == 'w') check(list, at, size, (unsigned char)(n + 1));
    } else {
        if (mapped && check(list, at, size, n) && put(list, at, size, (unsigned char)(n + 1))) answer = 'w';
    }
    if (mapped) CALL(zeVirtualMemUnmap, context, at, size);
    if (created) CALL(zePhysicalMemDestroy, context, m);
    if (reserved) CALL(zeVirtualMemFree, context, at, size);
    if (role == 'E') { if (fd >= 0) close(fd); }
    else {
        if (fd >= 0 && !created) close(fd);
        tell(&answer, 1);
    }
}
/* ---- events ---- */
struct eoffer { bool valid; ze_ipc_event_counter_based_handle_t h; };
static void event_cycle(void) {
    ze_event_handle_t e = NULL;
    char answer = 'n';
    struct eoffer o = {0};
    if (role == 'E') {
        ze_command_list_handle_t l = new_list();
        ze_event_counter_based_desc_t d = {.stype = ZE_STRUCTURE_TYPE_EVENT_COUNTER_BASED_DESC, .flags = ZE_EVENT_COUNTER_BASED_FLAG_IMMEDIATE | ZE_EVENT_COUNTER_BASED_FLAG_HOST_VISIBLE | ZE_EVENT_COUNTER_BASED_FLAG_IPC, .signal = ZE_EVENT_SCOPE_FLAG_HOST};
        bool created = OK(zeEventCounterBasedCreate, context, device, &d, &e);
        if (created && l && OK(zeCommandListAppendSignalEvent, l, e) && OK(zeEventHostSynchronize, e, SECONDS))
            o.valid = OK(zeEventCounterBasedGetIpcHandle, e, &o.h);
        tell(&o, sizeof o);
        hear(&answer, 1);
        if (answer == 'w') CALL(zeEventQueryStatus, e);
        tell("x", 1);
        hear(&answer, 1);
        if (created) CALL(zeEventDestroy, e);
        if (l) CALL(zeCommandListDestroy, l);
    } else {
        hear(&o, sizeof o);
        ze_command_list_handle_t l = NULL;
        bool opened = o.valid && OK(zeEventCounterBasedOpenIpcHandle, context, o.h, &e);
        if (opened) {
            CALL(zeEventQueryStatus, e);
            CALL(zeEventHostSynchronize, e, SECONDS);
            l = new_list();
            if (l && OK(zeCommandListAppendWaitOnEvents, l, 1, &e) && OK(zeCommandListHostSynchronize, l, SECONDS) &&
                OK(zeCommandListAppendSignalEvent, l, e) && OK(zeCommandListHostSynchronize, l, SECONDS)) answer = 'w';
        }
        tell(&answer, 1);
        hear(&answer, 1);
        if (opened) CALL(zeEventCounterBasedCloseIpcHandle, e);
        if (l) CALL(zeCommandListDestroy, l);
        tell(&answer, 1);
    }
}
/* ---- contexts and lists ---- */
static void list_cycle(void) {
    if (role == 'I') return;
    ze_context_handle_t old = context;
    ze_context_desc_t d = {.stype = ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    if (!OK(zeContextCreate, driver, &d, &context)) { context = old; return; }
    ze_command_list_handle_t l = new_list();
    void *p = NULL;
    ze_device_mem_alloc_desc_t md = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    bool got = OK(zeMemAllocDevice, context, &md, 65536, 0, device, &p);
    if (got && l && put(l, p, 65536, (unsigned char)cycle)) check(l, p, 65536, (unsigned char)cycle);
    ze_event_pool_handle_t pool = NULL;
    ze_event_handle_t e = NULL;
    ze_event_pool_desc_t pd = {.stype = ZE_STRUCTURE_TYPE_EVENT_POOL_DESC, .flags = ZE_EVENT_POOL_FLAG_HOST_VISIBLE, .count = 64};
    ze_event_desc_t ed = {.stype = ZE_STRUCTURE_TYPE_EVENT_DESC, .signal = ZE_EVENT_SCOPE_FLAG_HOST};
    bool pooled = OK(zeEventPoolCreate, context, &pd, 1, &device, &pool);
    bool evented = pooled && OK(zeEventCreate, pool, &ed, &e);
    if (evented && l && OK(zeCommandListAppendSignalEvent, l, e)) CALL(zeEventHostSynchronize, e, SECONDS);
    /* a queue and a regular list */
    ze_command_queue_desc_t qd = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC, .mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS};
    ze_command_list_desc_t ld = {.stype = ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC};
    ze_command_queue_handle_t q = NULL;
    ze_command_list_handle_t r = NULL;
    bool queued = OK(zeCommandQueueCreate, context, device, &qd, &q);
    bool regular = OK(zeCommandListCreate, context, device, &ld, &r);
    if (queued && regular && got) {
        memset(staging, 77, 65536);
        if (OK(zeCommandListAppendMemoryCopy, r, p, staging, 65536, NULL, 0, NULL) && OK(zeCommandListClose, r) &&
            OK(zeCommandQueueExecuteCommandLists, q, 1, &r, NULL) && OK(zeCommandQueueSynchronize, q, SECONDS) && l)
            check(l, p, 65536, 77);
    }
    if (regular) CALL(zeCommandListDestroy, r);
    if (queued) CALL(zeCommandQueueDestroy, q);
    if (evented) CALL(zeEventDestroy, e);
    if (pooled) CALL(zeEventPoolDestroy, pool);
    if (got) CALL(zeMemFree, context, p);
    if (l) CALL(zeCommandListDestroy, l);
    CALL(zeContextDestroy, context);
    context = old;
}

static void count(void) {
    int fds = 0, maps = 0;
    unsigned long bytes = 0;
    DIR *f = opendir("/proc/self/fd");
    while (readdir(f)) fds++;
    closedir(f);
    FILE *m = fopen("/proc/self/maps", "r");
    char *line = NULL; size_t n = 0;
    while (getline(&line, &n, m) > 0) {
        if (!strstr(line, "memfd") && !strstr(line, "dri")) continue;
        unsigned long a, b;
        maps++;
        if (sscanf(line, "%lx-%lx", &a, &b) == 2) bytes += b - a;
    }
    free(line);
    fclose(m);
    printf("%c %d COUNT fds %d maps %d mapped %lu\n", role, cycle, fds, maps, bytes >> 12);
}

int main(int argc, char **argv) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    log_dir = getenv("WALK_LOG_DIR");
    const char *mode = argv[1];
    int cycles = atoi(argv[2]);
    if (argc > 3) { role = 'I'; channel = atoi(argv[3]); }
    else {
        role = 'E';
        int s[2];
        if (socketpair(AF_UNIX, SOCK_STREAM, 0, s)) return 9;
        if (fork() == 0) {
            char n[16];
            snprintf(n, sizeof n, "%d", s[1]);
            close(s[0]);
            char *f = getenv("WALK_I_FAULTS");
            if (f) setenv("SOFTWARE_XE_FAULTS", f, 1); else unsetenv("SOFTWARE_XE_FAULTS");
            execl(argv[0], argv[0], mode, argv[2], n, (char *)NULL);
            _exit(9);
        }
        close(s[1]);
        channel = s[0];
    }
    staging = malloc(1 << 20);
    start();
    list = new_list();
    if (!list) { printf("%c INITFAIL\n", role); exit(3); }
    if (!strcmp(mode, "phys")) INIT(zeVirtualMemQueryPageSize, context, device, 1 << 20, &page);
    /* a first use of the list */
    void (*one)(void) = !strcmp(mode, "mem") ? mem_cycle : !strcmp(mode, "phys") ? phys_cycle : !strcmp(mode, "event") ? event_cycle : list_cycle;
    for (cycle = 1; cycle <= cycles; cycle++) {
        mark("CYCLE");
        one();
        if (cycle == 2 || cycle == cycles) count();
    }
    cycle = 99;
    mark("END");
    CALL(zeCommandListDestroy, list);
    CALL(zeContextDestroy, context);
    printf("%c DONE\n", role);
    if (role == 'E') {
        shutdown(channel, SHUT_WR);
        int status = 0;
        wait(&status);
        if (WIFSIGNALED(status)) printf("I SIGNAL %d\n", WTERMSIG(status));
    }
    return 0;
}
