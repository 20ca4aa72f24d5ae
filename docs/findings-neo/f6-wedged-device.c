/*
 * N-F6. On a device that the kernel has given up, each process ends by an abort.
 *
 * The kernel driver answers each request to a device that it has declared wedged by ECANCELED. A process that has used the
 * device before, and now returns from main, destroys its queues.
 *
 * shows with: --driver neo SOFTWARE_XE_FAULTS=EXEC_QUEUE_DESTROY:*=ECANCELED
 * fine with: --driver neo
 *
 * cc -std=gnu11 -pthread f6-wedged-device.c -o f6 -lze_loader
 * LD_PRELOAD=libsoftware_xe.so SOFTWARE_XE_FAULTS=EXEC_QUEUE_DESTROY:*=ECANCELED ./f6
 * Exit code: 0 all was as it should be, 1 the defect shows, 2 it cannot be tried here.
 */
#define _GNU_SOURCE
#include <level_zero/ze_api.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
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

int main(void) {
    pid_t child = fork();
    if (child < 0) return UNTRIED;
    if (child == 0) {
        start();
        need(zeCommandListDestroy(new_list(0)), "zeCommandListDestroy");
        need(zeContextDestroy(context), "zeContextDestroy");
        printf("all is freed, and the process returns from main\n");
        return CORRECT;
    }
    int status = 0;
    if (waitpid(child, &status, 0) != child) return UNTRIED;
    if (WIFEXITED(status) && WEXITSTATUS(status) != CORRECT) return WEXITSTATUS(status);
    if (WIFSIGNALED(status)) printf("the process has died of signal %d, %s\n", WTERMSIG(status), strsignal(WTERMSIG(status)));
    printf(WIFSIGNALED(status) ? "defect: the process is aborted at its end\n" : "correct: the process ends\n");
    return WIFSIGNALED(status) ? DEFECT : CORRECT;
}
