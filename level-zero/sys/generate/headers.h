// What is bound: the official headers, and what Intel's driver offered before specification 1.15, whose own header is C++.
#include <level_zero/ze_api.h>
#include <level_zero/zes_api.h>
#include <level_zero/ze_ddi_common.h>

/// @brief Name of the extension with counter-based events.
#define ZEX_COUNTER_BASED_EVENT_EXT_NAME "ZEX_counter_based_event"
/// @brief Name under which the driver offers it.
#define ZEX_COUNTER_BASED_EVENT_CREATE2_NAME "zexCounterBasedEventCreate2"

/// @brief Use and form of a counter-based event.
typedef uint32_t zex_counter_based_event_exp_flags_t;
typedef enum _zex_counter_based_event_exp_flag_t {
    ZEX_COUNTER_BASED_EVENT_FLAG_IMMEDIATE = ZE_BIT(0), ///< Signalled from immediate command lists.
    ZEX_COUNTER_BASED_EVENT_FLAG_NON_IMMEDIATE = ZE_BIT(1), ///< Signalled from regular command lists.
    ZEX_COUNTER_BASED_EVENT_FLAG_HOST_VISIBLE = ZE_BIT(2), ///< The host can query it and wait for it.
    ZEX_COUNTER_BASED_EVENT_FLAG_IPC = ZE_BIT(3), ///< Can be shared with other processes.
    ZEX_COUNTER_BASED_EVENT_FLAG_KERNEL_TIMESTAMP = ZE_BIT(4), ///< Records kernel timestamps.
    ZEX_COUNTER_BASED_EVENT_FLAG_KERNEL_MAPPED_TIMESTAMP = ZE_BIT(5), ///< Records them in the time of the host.
    ZEX_COUNTER_BASED_EVENT_FLAG_EXTERNAL = ZE_BIT(6), ///< Can be used outside of the graph that captured it.
} zex_counter_based_event_exp_flag_t;

/// @brief Argument of zexCounterBasedEventCreate2.
typedef struct _zex_counter_based_event_desc_t {
    ze_structure_type_t stype; ///< Tag of the structure.
    const void *pNext; ///< Next structure of the chain, or null.
    zex_counter_based_event_exp_flags_t flags; ///< Use and form.
    ze_event_scope_flags_t signalScope; ///< Scope of a signal.
    ze_event_scope_flags_t waitScope; ///< Scope of a wait.
} zex_counter_based_event_desc_t;

/// @brief Extends zex_counter_based_event_desc_t: a counter in user memory.
typedef struct _zex_counter_based_event_external_sync_alloc_properties_t {
    ze_structure_type_t stype; ///< Tag of the structure.
    const void *pNext; ///< Next structure of the chain, or null.
    uint64_t *deviceAddress; ///< Address of the counter for the device.
    uint64_t *hostAddress; ///< Address of the counter for the host.
    uint64_t completionValue; ///< Counter value at which the event is complete.
} zex_counter_based_event_external_sync_alloc_properties_t;

/// @brief Extends zex_counter_based_event_desc_t: a counter in device memory to which each signal adds.
typedef struct _zex_counter_based_event_external_storage_properties_t {
    ze_structure_type_t stype; ///< Tag of the structure.
    const void *pNext; ///< Next structure of the chain, or null.
    uint64_t *deviceAddress; ///< Address of the counter, in device memory.
    uint64_t incrementValue; ///< What each signal adds.
    uint64_t completionValue; ///< Counter value at which the event is complete.
} zex_counter_based_event_external_storage_properties_t;

/// @brief Opaque bytes that stand for a counter-based event in other processes.
typedef struct _zex_ipc_counter_based_event_handle_t {
    uint8_t data[ZE_MAX_IPC_HANDLE_SIZE]; ///< The bytes.
} zex_ipc_counter_based_event_handle_t;

/// @brief Creates a counter-based event.
ze_result_t zexCounterBasedEventCreate2(ze_context_handle_t hContext, ze_device_handle_t hDevice,
    const zex_counter_based_event_desc_t *desc, ze_event_handle_t *phEvent);
/// @brief Makes a handle of an event for other processes.
ze_result_t zexCounterBasedEventGetIpcHandle(
    ze_event_handle_t hEvent, zex_ipc_counter_based_event_handle_t *phIpc);
/// @brief Opens the event of another process.
ze_result_t zexCounterBasedEventOpenIpcHandle(
    ze_context_handle_t hContext, zex_ipc_counter_based_event_handle_t hIpc, ze_event_handle_t *phEvent);
/// @brief Closes an opened event.
ze_result_t zexCounterBasedEventCloseIpcHandle(ze_event_handle_t hEvent);
/// @brief Reads the address of the counter and the value at which the event is complete.
ze_result_t zexEventGetDeviceAddress(ze_event_handle_t event, uint64_t *completionValue, uint64_t *address);
