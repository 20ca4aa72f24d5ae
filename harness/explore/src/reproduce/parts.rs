//! Parts of files, in C: a program gets those that it uses, which `helpers` chooses.

/// The beginning of every file, behind its includes.
pub(super) const ALWAYS: &str = r#"
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
"#;

/// The device, in each process.
pub(super) const SET_UP: &str = r#"
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
"#;

pub(super) const PROCESSES: &str = r#"
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
"#;

pub(super) const RESULTS: &str = r#"
static ur_result_t result;
"#;

pub(super) const NAMES: &str = r#"
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
"#;

pub(super) const NEED: &str = r#"
/* No requirement says that this has to succeed; without it there is nothing to be shown. */
static void need(ur_result_t code) {
    if (code == UR_RESULT_SUCCESS)
        return;
    printf("    seen: %#x, %s\n", code, name(code));
    unusable("the program cannot go on");
}
"#;

pub(super) const RESULT: &str = r#"
static void judge_result(int good, const char *allowed, const char *requirements) {
    printf("    %s %s (%s), seen: %#x, %s\n", good ? "as expected:" : "DEFECT: expected", allowed, requirements,
           result, name(result));
    if (!good)
        _exit(DEFECT);
}
#define RESULT(allowed, requirements) judge_result(allowed, #allowed, requirements)
"#;

pub(super) const EXPECT: &str = r#"
static void judge(int good, const char *allowed, unsigned long long seen, const char *requirements) {
    printf("    %s %s (%s), seen: %llu = %#llx\n", good ? "as expected:" : "DEFECT: expected", allowed,
           requirements, seen, seen);
    if (!good)
        _exit(DEFECT);
}
#define EXPECT(allowed, seen, requirements) \
    judge(allowed, #allowed, (unsigned long long)(seen), requirements)
"#;

pub(super) const HAS: &str = r#"
static int has(ur_device_info_t support) {
    ur_bool_t value = 0;
    return urDeviceGetInfo(device, support, sizeof value, &value, NULL) == UR_RESULT_SUCCESS && value;
}
"#;

/// The second device.
pub(super) const SECOND: &str = r#"
/* The next device of the platform, where each of the two reaches the memory of the other. */
static ur_device_handle_t other_device;

static bool reaches(ur_device_handle_t from, ur_device_handle_t to) {
    int reached = 0;
    return urUsmP2PPeerAccessGetInfoExp(from, to, UR_EXP_PEER_INFO_UR_PEER_ACCESS_SUPPORT, sizeof reached, &reached,
                                        NULL) == UR_RESULT_SUCCESS && reached;
}

static void find_other(const ur_device_handle_t *devices, uint32_t count) {
    for (uint32_t i = 0; i < count && i < 16 && !other_device; i++)
        if (devices[i] != device)
            other_device = devices[i];
    if (!other_device || !reaches(device, other_device) || !reaches(other_device, device))
        unusable("the platform has no second device where each of the two reaches the other");
}
"#;

pub(super) const SECOND_HAS: &str = r#"
static int other_has(ur_device_info_t support) {
    ur_bool_t value = 0;
    return urDeviceGetInfo(other_device, support, sizeof value, &value, NULL) == UR_RESULT_SUCCESS && value;
}
"#;

pub(super) const REFUSED: &str = r#"
/* There is nothing to be shown behind a call that may be refused, and is. */
static void may_refuse(void) {
    if (result == UR_RESULT_SUCCESS)
        return;
    printf("    refused, as it may be: %#x, %s\n", result, name(result));
    _exit(REFUSED);
}
"#;

pub(super) const STARVE: &str = r#"
/* The process can open no descriptor until `may` says so again. */
static void open_descriptors(bool may) {
    static struct rlimit before;
    struct rlimit none;
    if (!may && getrlimit(RLIMIT_NOFILE, &before))
        unusable("the limit of descriptors is not known");
    none = before;
    none.rlim_cur = 0;
    if (setrlimit(RLIMIT_NOFILE, may ? &before : &none))
        unusable("the limit of descriptors cannot be set");
}
"#;

pub(super) const SIGNALS: &str = r#"
/* The thread blocks all signals until this is taken back. */
static void block_signals(bool all) {
    static sigset_t before;
    sigset_t every;
    sigfillset(&every);
    sigprocmask(SIG_SETMASK, all ? &every : &before, all ? &before : NULL);
}
"#;

pub(super) const FOLDER: &str = r#"
/* The process works where nobody may make a file, until it goes back. */
static void go_elsewhere(bool away) {
    static char before[4096];
    if (away && !getcwd(before, sizeof before))
        unusable("the working folder is not known");
    if (chdir(away ? "/proc/self" : before))
        unusable("the working folder cannot be changed");
}
"#;

pub(super) const MASK: &str = r#"
/* Nobody may use files that are made until this is taken back. */
static void mask_files(bool all) {
    static mode_t before;
    mode_t mask = umask(all ? 0777 : before);
    if (all)
        before = mask;
}
"#;

pub(super) const CHILD: &str = r#"
/* A child calls nothing, and ends as any program does. */
static void child(void) {
    fflush(NULL);
    pid_t forked = fork();
    if (forked < 0)
        unusable("no child can be forked");
    if (forked == 0)
        exit(0);
    waitpid(forked, NULL, 0);
}
"#;

pub(super) const FORKED: &str = r#"
/* Goes on in a child, as a daemon does. The parent calls nothing, and ends as the child does. */
static void begin_forked(void) {
    int status = 0;
    pid_t forked = fork();
    if (forked < 0)
        unusable("no child can be forked");
    if (forked == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
        return;
    }
    while (waitpid(forked, &status, 0) < 0)
        ;
    if (WIFSIGNALED(status)) {
        signal(WTERMSIG(status), SIG_DFL);
        raise(WTERMSIG(status));
    }
    _exit(WEXITSTATUS(status));
}
"#;

pub(super) const ELSEWHERE: &str = r#"
/* The environment has other folders than that of the other processes. */
static void begin_elsewhere(void) {
    static const char *const folders[][2] = {
        {"TMPDIR", "/var/tmp"},
        {"HOME", "/nonexistent"},
        {"XDG_CACHE_HOME", "/nonexistent"},
        {"XDG_CONFIG_HOME", "/nonexistent"},
        {"XDG_RUNTIME_DIR", "/nonexistent"},
    };
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        setenv(folders[i][0], folders[i][1], 1);
}
"#;

pub(super) const ADAPTERS: &str = r#"
/* Gets the adapters once more, as a second user of the process does, and releases these references. */
static ur_result_t get_and_release_adapters(void) {
    ur_adapter_handle_t adapters[16];
    uint32_t count = 0;
    ur_result_t result = urAdapterGet(16, adapters, &count);
    for (uint32_t i = 0; i < count && i < 16 && !result; i++)
        result = urAdapterRelease(adapters[i]);
    return result;
}
"#;

pub(super) const HANDLE: &str = r#"
/* A copy of a handle, as aligned as what malloc gives. */
struct handle {
    size_t size;
    _Alignas(max_align_t) char bytes[4096];
};
"#;

pub(super) const KEEP: &str = r#"
static void keep(struct handle *handle, const void *bytes) {
    if (handle->size > sizeof handle->bytes)
        unusable("the handle is too large for this file");
    memcpy(handle->bytes, bytes, handle->size);
}
"#;

pub(super) const MESSAGES: &str = r#"
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
"#;

pub(super) const TURNS: &str = r#"
static void turn_to(int process) { tell(process, "", 1); }

static void my_turn(void) {
    char turn;
    hear(&turn, 1);
}
"#;

pub(super) const GRANULE: &str = r#"
static size_t granule(ur_context_handle_t context) {
    size_t bytes = 0;
    need(urVirtualMemGranularityGetInfo(context, device, 1, UR_VIRTUAL_MEM_GRANULARITY_INFO_MINIMUM, sizeof bytes,
                                        &bytes, NULL));
    return bytes;
}
"#;

pub(super) const FILL: &str = r#"
/* The first block gets `value` in all of its words, the next one more, and so on. */
static ur_result_t fill(ur_queue_handle_t queue, char *at, size_t block, uint32_t blocks, uint32_t value,
                        uint32_t count, const ur_event_handle_t *events) {
    ur_result_t filled = UR_RESULT_SUCCESS;
    for (uint32_t i = 0; i < blocks && filled == UR_RESULT_SUCCESS; i++) {
        uint32_t word = value + i;
        filled = urEnqueueUSMFill(queue, at + i * block, sizeof word, &word, block, count, events, NULL);
    }
    return filled;
}
"#;

pub(super) const POOLS: &str = r#"
/* The pools of the process: one for each context, as long as there is memory from it. */
static struct pool {
    ur_context_handle_t context;
    ur_usm_pool_handle_t pool;
    int allocations;
} pools[16];

static struct pool *pool_of(ur_context_handle_t context) {
    struct pool *unused = NULL;
    for (int i = 0; i < 16; i++) {
        if (pools[i].allocations && pools[i].context == context)
            return &pools[i];
        if (!pools[i].allocations)
            unused = &pools[i];
    }
    if (!unused)
        unusable("more contexts with pools than there is place for");
    unused->context = context;
    return unused;
}

static void one_less(struct pool *of) {
    if (--of->allocations == 0)
        urUSMPoolRelease(of->pool);
}

static ur_result_t alloc_pooled(ur_context_handle_t context, ur_device_handle_t on, const ur_usm_desc_t *desc,
                                size_t size, void **memory) {
    struct pool *of = pool_of(context);
    ur_usm_pool_desc_t kind = {UR_STRUCTURE_TYPE_USM_POOL_DESC, NULL, 0};
    ur_result_t made = of->allocations ? UR_RESULT_SUCCESS : urUSMPoolCreate(context, &kind, &of->pool);
    if (made != UR_RESULT_SUCCESS)
        return made;
    of->allocations++;
    made = urUSMDeviceAlloc(context, on, desc, of->pool, size, memory);
    if (made != UR_RESULT_SUCCESS)
        one_less(of);
    return made;
}

static ur_result_t free_pooled(ur_context_handle_t context, void *memory) {
    ur_result_t freed = urUSMFree(context, memory);
    if (freed == UR_RESULT_SUCCESS)
        one_less(pool_of(context));
    return freed;
}
"#;

pub(super) const COPY: &str = r#"
/* Copies blocks to blocks of another size: all words of a block are the same. */
static ur_result_t copy(ur_queue_handle_t queue, char *to, size_t block, const char *from, size_t from_block,
                        uint32_t blocks, uint32_t count, const ur_event_handle_t *events) {
    ur_result_t copied = UR_RESULT_SUCCESS;
    size_t length = block < from_block ? block : from_block;
    for (size_t at = 0; at < blocks * block && copied == UR_RESULT_SUCCESS; at += length)
        copied = urEnqueueUSMMemcpy(queue, false, to + at, from + at / block * from_block, length, count, events,
                                    NULL);
    return copied;
}
"#;

pub(super) const READ: &str = r#"
/* The word that each block is full of; where there is more than one, a larger number. */
static unsigned long long word[MOST_READ];

static ur_result_t read_blocks(ur_queue_handle_t queue, const char *at, size_t block, uint32_t blocks,
                               uint32_t count, const ur_event_handle_t *events) {
    size_t words = block / sizeof(uint32_t);
    uint32_t *bytes = malloc(blocks * block);
    memset(bytes, 0xa5, blocks * block);
    ur_result_t code = urEnqueueUSMMemcpy(queue, true, bytes, at, blocks * block, count, events, NULL);
    for (uint32_t i = 0; i < blocks; i++) {
        word[i] = bytes[i * words];
        for (size_t j = 1; j < words; j++)
            if (bytes[i * words + j] != bytes[i * words])
                word[i] |= 1ULL << 32;
    }
    free(bytes);
    return code;
}
"#;

pub(super) const HOLD: &str = r#"
static void hold(void *gate) {
    while (sem_wait(gate) != 0) {
    }
}
"#;

pub(super) const BUSY: &str = r#"
static void busy(void *unused) {
    (void)unused;
    usleep(2000);
}
"#;

pub(super) const COUNT_ENTRIES: &str = r#"
static long count(const char *folder) {
    long entries = 0;
    DIR *open = opendir(folder);
    while (open && readdir(open))
        entries++;
    if (open)
        closedir(open);
    return entries;
}
"#;

pub(super) const COUNT_LINES: &str = r#"
static long count(const char *file) {
    long lines = 0;
    FILE *open = fopen(file, "r");
    for (int byte; open && (byte = fgetc(open)) != EOF;)
        lines += byte == '\n';
    if (open)
        fclose(open);
    return lines;
}
"#;
