/*
 * What files of `ur-ipc-cts reproduce` use of Unified Runtime's header, with its names, numbers and layouts: so that tests
 * compile them where nothing was fetched. tools/check-reproducers.sh compiles with the header itself.
 */
#ifndef UR_API_H
#define UR_API_H
#include <stddef.h>
#include <stdint.h>

typedef uint8_t ur_bool_t;
typedef struct ur_loader_config_handle_t_ *ur_loader_config_handle_t;
typedef struct ur_adapter_handle_t_ *ur_adapter_handle_t;
typedef struct ur_platform_handle_t_ *ur_platform_handle_t;
typedef struct ur_device_handle_t_ *ur_device_handle_t;
typedef struct ur_context_handle_t_ *ur_context_handle_t;
typedef struct ur_queue_handle_t_ *ur_queue_handle_t;
typedef struct ur_event_handle_t_ *ur_event_handle_t;
typedef struct ur_physical_mem_handle_t_ *ur_physical_mem_handle_t;
typedef struct ur_usm_pool_handle_t_ *ur_usm_pool_handle_t;

typedef enum {
    UR_RESULT_SUCCESS = 0,
    UR_RESULT_ERROR_INVALID_VALUE = 4,
    UR_RESULT_ERROR_INVALID_CONTEXT = 5,
    UR_RESULT_ERROR_INVALID_EVENT = 12,
    UR_RESULT_ERROR_UNINITIALIZED = 37,
    UR_RESULT_ERROR_OUT_OF_RESOURCES = 40,
    UR_RESULT_ERROR_UNSUPPORTED_FEATURE = 44,
    UR_RESULT_ERROR_INVALID_ARGUMENT = 45,
    UR_RESULT_ERROR_INVALID_NULL_HANDLE = 46,
    UR_RESULT_ERROR_INVALID_SIZE = 49,
    UR_RESULT_ERROR_INVALID_ENUMERATION = 53,
    UR_RESULT_ERROR_UNSUPPORTED_ENUMERATION = 54,
    UR_RESULT_ERROR_UNKNOWN = 0x7ffffffe,
} ur_result_t;
typedef enum { UR_DEVICE_TYPE_ALL = 2 } ur_device_type_t;
typedef enum { UR_PLATFORM_INFO_NAME = 1 } ur_platform_info_t;
typedef enum { UR_EXP_PEER_INFO_UR_PEER_ACCESS_SUPPORT = 0 } ur_exp_peer_info_t;
typedef enum {
    UR_DEVICE_INFO_NAME = 66,
    UR_DEVICE_INFO_VIRTUAL_MEMORY_SUPPORT = 114,
    UR_DEVICE_INFO_IPC_MEMORY_SUPPORT_EXP = 0x2023,
    UR_DEVICE_INFO_IPC_PHYSICAL_MEMORY_SUPPORT_EXP = 0x2024,
    UR_DEVICE_INFO_REUSABLE_EVENTS_SUPPORT_EXP = 0x2025,
    UR_DEVICE_INFO_IPC_EVENT_SUPPORT_EXP = 0x2026,
    UR_DEVICE_INFO_ENQUEUE_HOST_TASK_SUPPORT_EXP = 0x9000,
} ur_device_info_t;
typedef enum {
    UR_STRUCTURE_TYPE_USM_DESC = 7,
    UR_STRUCTURE_TYPE_USM_POOL_DESC = 10,
    UR_STRUCTURE_TYPE_QUEUE_PROPERTIES = 14,
    UR_STRUCTURE_TYPE_PHYSICAL_MEM_PROPERTIES = 37,
    UR_STRUCTURE_TYPE_EXP_EVENT_DESC = 0x8000,
    UR_STRUCTURE_TYPE_FORCE_UINT32 = 0x7fffffff,
} ur_structure_type_t;
typedef uint32_t ur_queue_flags_t;
#define UR_QUEUE_FLAG_OUT_OF_ORDER_EXEC_MODE_ENABLE 0x1
#define UR_QUEUE_FLAG_PROFILING_ENABLE 0x2
#define UR_QUEUE_FLAG_PRIORITY_LOW 0x20
#define UR_QUEUE_FLAG_PRIORITY_HIGH 0x40
#define UR_QUEUE_FLAG_SUBMISSION_BATCHED 0x80
#define UR_QUEUE_FLAG_SUBMISSION_IMMEDIATE 0x100
typedef struct {
    ur_structure_type_t stype;
    const void *pNext;
    ur_queue_flags_t flags;
} ur_queue_properties_t;
typedef enum { UR_USM_TYPE_DEVICE = 2, UR_USM_TYPE_FORCE_UINT32 = 0x7fffffff } ur_usm_type_t;
typedef enum {
    UR_USM_ALLOC_INFO_TYPE = 0,
    UR_USM_ALLOC_INFO_BASE_PTR = 1,
    UR_USM_ALLOC_INFO_SIZE = 2,
    UR_USM_ALLOC_INFO_DEVICE = 3,
} ur_usm_alloc_info_t;
typedef enum { UR_VIRTUAL_MEM_GRANULARITY_INFO_MINIMUM = 0x30100 } ur_virtual_mem_granularity_info_t;
typedef uint32_t ur_virtual_mem_access_flags_t;
#define UR_VIRTUAL_MEM_ACCESS_FLAG_READ_WRITE 2
#define UR_VIRTUAL_MEM_ACCESS_FLAG_READ_ONLY 4
typedef enum { UR_VIRTUAL_MEM_INFO_ACCESS_MODE = 0 } ur_virtual_mem_info_t;
typedef uint32_t ur_physical_mem_flags_t;
#define UR_PHYSICAL_MEM_FLAG_ENABLE_IPC 2
#define UR_PHYSICAL_MEM_FLAGS_MASK 0xfffffffc
typedef struct {
    ur_structure_type_t stype;
    void *pNext;
    ur_physical_mem_flags_t flags;
} ur_physical_mem_properties_t;
typedef enum {
    UR_PHYSICAL_MEM_INFO_CONTEXT = 0,
    UR_PHYSICAL_MEM_INFO_DEVICE = 1,
    UR_PHYSICAL_MEM_INFO_SIZE = 2,
    UR_PHYSICAL_MEM_INFO_PROPERTIES = 3,
    UR_PHYSICAL_MEM_INFO_REFERENCE_COUNT = 4,
} ur_physical_mem_info_t;
typedef enum {
    UR_EVENT_STATUS_COMPLETE = 0,
    UR_EVENT_STATUS_RUNNING = 1,
    UR_EVENT_STATUS_SUBMITTED = 2,
    UR_EVENT_STATUS_QUEUED = 3,
    UR_EVENT_STATUS_FORCE_UINT32 = 0x7fffffff,
} ur_event_status_t;
typedef enum {
    UR_EVENT_INFO_COMMAND_QUEUE = 0,
    UR_EVENT_INFO_CONTEXT = 1,
    UR_EVENT_INFO_COMMAND_TYPE = 2,
    UR_EVENT_INFO_COMMAND_EXECUTION_STATUS = 3,
    UR_EVENT_INFO_REFERENCE_COUNT = 4,
} ur_event_info_t;
typedef enum {
    UR_QUEUE_INFO_CONTEXT = 0,
    UR_QUEUE_INFO_DEVICE = 1,
    UR_QUEUE_INFO_FLAGS = 3,
    UR_QUEUE_INFO_REFERENCE_COUNT = 4,
    UR_QUEUE_INFO_EMPTY = 6,
} ur_queue_info_t;
typedef enum { UR_COMMAND_FORCE_UINT32 = 0x7fffffff } ur_command_t;
typedef uint32_t ur_exp_event_flags_t;
#define UR_EXP_EVENT_FLAG_IPC_EXP 2
typedef struct {
    ur_structure_type_t stype;
    const void *pNext;
    ur_exp_event_flags_t flags;
} ur_exp_event_desc_t;
typedef void (*ur_exp_host_task_function_t)(void *data);

/* Nothing that is passed as null has its type here. */
#define WAIT_LIST uint32_t, const ur_event_handle_t *, ur_event_handle_t *
#define QUERY size_t, void *, size_t *

ur_result_t urLoaderInit(uint32_t, ur_loader_config_handle_t);
ur_result_t urLoaderTearDown(void);
ur_result_t urAdapterGet(uint32_t, ur_adapter_handle_t *, uint32_t *);
ur_result_t urAdapterRelease(ur_adapter_handle_t);
ur_result_t urPlatformGet(ur_adapter_handle_t, uint32_t, ur_platform_handle_t *, uint32_t *);
ur_result_t urPlatformGetInfo(ur_platform_handle_t, ur_platform_info_t, size_t, void *, size_t *);
ur_result_t urDeviceGet(ur_platform_handle_t, ur_device_type_t, uint32_t, ur_device_handle_t *, uint32_t *);
ur_result_t urDeviceGetInfo(ur_device_handle_t, ur_device_info_t, QUERY);
ur_result_t urUsmP2PPeerAccessGetInfoExp(ur_device_handle_t, ur_device_handle_t, ur_exp_peer_info_t, QUERY);
ur_result_t urContextCreate(uint32_t, const ur_device_handle_t *, const void *, ur_context_handle_t *);
ur_result_t urContextRetain(ur_context_handle_t);
ur_result_t urContextRelease(ur_context_handle_t);
ur_result_t urQueueCreate(ur_context_handle_t, ur_device_handle_t, const ur_queue_properties_t *,
                          ur_queue_handle_t *);
ur_result_t urQueueFinish(ur_queue_handle_t);
ur_result_t urQueueFlush(ur_queue_handle_t);
ur_result_t urQueueRetain(ur_queue_handle_t);
ur_result_t urQueueGetInfo(ur_queue_handle_t, ur_queue_info_t, QUERY);
ur_result_t urQueueRelease(ur_queue_handle_t);
typedef struct {
    ur_structure_type_t stype;
    const void *pNext;
    uint32_t hints;
    uint32_t align;
} ur_usm_desc_t;
typedef struct {
    ur_structure_type_t stype;
    void *pNext;
    uint32_t flags;
} ur_usm_pool_desc_t;
ur_result_t urUSMPoolCreate(ur_context_handle_t, ur_usm_pool_desc_t *, ur_usm_pool_handle_t *);
ur_result_t urUSMPoolRelease(ur_usm_pool_handle_t);
ur_result_t urUSMDeviceAlloc(ur_context_handle_t, ur_device_handle_t, const void *, ur_usm_pool_handle_t, size_t, void **);
ur_result_t urUSMHostAlloc(ur_context_handle_t, const void *, ur_usm_pool_handle_t, size_t, void **);
ur_result_t urUSMSharedAlloc(ur_context_handle_t, ur_device_handle_t, const void *, ur_usm_pool_handle_t, size_t, void **);
ur_result_t urUSMFree(ur_context_handle_t, void *);
ur_result_t urUSMGetMemAllocInfo(ur_context_handle_t, const void *, ur_usm_alloc_info_t, QUERY);
ur_result_t urEnqueueUSMFill(ur_queue_handle_t, void *, size_t, const void *, size_t, WAIT_LIST);
ur_result_t urEnqueueUSMMemcpy(ur_queue_handle_t, _Bool, void *, const void *, size_t, WAIT_LIST);
ur_result_t urEnqueueUSMMemcpy2D(ur_queue_handle_t, _Bool, void *, size_t, const void *, size_t, size_t, size_t, WAIT_LIST);
ur_result_t urEnqueueHostTaskExp(ur_queue_handle_t, ur_exp_host_task_function_t, void *, const void *, WAIT_LIST);
ur_result_t urEnqueueTimestampRecordingExp(ur_queue_handle_t, _Bool, WAIT_LIST);
ur_result_t urEnqueueEventsWaitWithBarrierExt(ur_queue_handle_t, const void *, WAIT_LIST);
ur_result_t urVirtualMemGranularityGetInfo(ur_context_handle_t, ur_device_handle_t, size_t,
                                           ur_virtual_mem_granularity_info_t, QUERY);
ur_result_t urVirtualMemReserve(ur_context_handle_t, const void *, size_t, void **);
ur_result_t urVirtualMemFree(ur_context_handle_t, const void *, size_t);
ur_result_t urVirtualMemMap(ur_context_handle_t, const void *, size_t, ur_physical_mem_handle_t, size_t,
                            ur_virtual_mem_access_flags_t);
ur_result_t urVirtualMemSetAccess(ur_context_handle_t, const void *, size_t, ur_virtual_mem_access_flags_t);
ur_result_t urVirtualMemGetInfo(ur_context_handle_t, const void *, size_t, ur_virtual_mem_info_t, QUERY);
ur_result_t urVirtualMemUnmap(ur_context_handle_t, const void *, size_t);
ur_result_t urPhysicalMemCreate(ur_context_handle_t, ur_device_handle_t, size_t, const ur_physical_mem_properties_t *,
                                ur_physical_mem_handle_t *);
ur_result_t urPhysicalMemRetain(ur_physical_mem_handle_t);
ur_result_t urPhysicalMemRelease(ur_physical_mem_handle_t);
ur_result_t urPhysicalMemGetInfo(ur_physical_mem_handle_t, ur_physical_mem_info_t, QUERY);
ur_result_t urEventCreateExp(ur_context_handle_t, ur_device_handle_t, const ur_exp_event_desc_t *, ur_event_handle_t *);
ur_result_t urEventWait(uint32_t, const ur_event_handle_t *);
ur_result_t urEventRetain(ur_event_handle_t);
ur_result_t urEventRelease(ur_event_handle_t);
ur_result_t urEventGetInfo(ur_event_handle_t, ur_event_info_t, QUERY);
ur_result_t urIPCGetMemHandleExp(ur_context_handle_t, void *, void **, size_t *);
ur_result_t urIPCPutMemHandleExp(ur_context_handle_t, void *);
ur_result_t urIPCOpenMemHandleExp(ur_context_handle_t, ur_device_handle_t, void *, size_t, void **);
ur_result_t urIPCCloseMemHandleExp(ur_context_handle_t, void *);
ur_result_t urIPCGetPhysMemHandleExp(ur_context_handle_t, ur_physical_mem_handle_t, void **, size_t *);
ur_result_t urIPCPutPhysMemHandleExp(ur_context_handle_t, const void *);
ur_result_t urIPCOpenPhysMemHandleExp(ur_context_handle_t, ur_device_handle_t, const void *, size_t,
                                      ur_physical_mem_handle_t *);
ur_result_t urIPCClosePhysMemHandleExp(ur_context_handle_t, ur_physical_mem_handle_t);
ur_result_t urIPCGetEventHandleExp(ur_event_handle_t, void **, size_t *);
ur_result_t urIPCPutEventHandleExp(ur_context_handle_t, void *);
ur_result_t urIPCOpenEventHandleExp(ur_context_handle_t, const void *, size_t, ur_event_handle_t *);

#endif
