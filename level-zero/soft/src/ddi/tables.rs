//! The tables and their functions.
//!
//! Written by `tools/generate-tables.py` from Level Zero v1.17-r1.17.24; not to be edited.

use super::define_tables;
use crate::dispatch::*;
use crate::exports::*;

define_tables! {
    CORE {
        zeGetRTASBuilderProcAddrTable {
            (1, 13)
                zeRTASBuilderCreateExt zeRTASBuilderGetBuildPropertiesExt zeRTASBuilderBuildExt
                zeRTASBuilderCommandListAppendCopyExt zeRTASBuilderDestroyExt;
        }
        zeGetRTASBuilderExpProcAddrTable {
            (1, 7)
                zeRTASBuilderCreateExp zeRTASBuilderGetBuildPropertiesExp zeRTASBuilderBuildExp
                zeRTASBuilderDestroyExp;
        }
        zeGetRTASParallelOperationProcAddrTable {
            (1, 13)
                zeRTASParallelOperationCreateExt zeRTASParallelOperationGetPropertiesExt
                zeRTASParallelOperationJoinExt zeRTASParallelOperationDestroyExt;
        }
        zeGetRTASParallelOperationExpProcAddrTable {
            (1, 7)
                zeRTASParallelOperationCreateExp zeRTASParallelOperationGetPropertiesExp
                zeRTASParallelOperationJoinExp zeRTASParallelOperationDestroyExp;
        }
        zeGetGlobalProcAddrTable {
            (1, 0)
                zeInit;
            (1, 10)
                zeInitDrivers;
        }
        zeGetDriverProcAddrTable {
            (1, 0)
                zeDriverGet zeDriverGetApiVersion zeDriverGetProperties zeDriverGetIpcProperties
                zeDriverGetExtensionProperties;
            (1, 1)
                zeDriverGetExtensionFunctionAddress;
            (1, 6)
                zeDriverGetLastErrorDescription;
            (1, 13)
                zeDriverRTASFormatCompatibilityCheckExt;
            (1, 14)
                zeDriverGetDefaultContext;
        }
        zeGetDriverExpProcAddrTable {
            (1, 7)
                zeDriverRTASFormatCompatibilityCheckExp;
        }
        zeGetDeviceProcAddrTable {
            (1, 0)
                zeDeviceGet zeDeviceGetSubDevices zeDeviceGetProperties zeDeviceGetComputeProperties
                zeDeviceGetModuleProperties zeDeviceGetCommandQueueGroupProperties
                zeDeviceGetMemoryProperties zeDeviceGetMemoryAccessProperties zeDeviceGetCacheProperties
                zeDeviceGetImageProperties zeDeviceGetExternalMemoryProperties zeDeviceGetP2PProperties
                zeDeviceCanAccessPeer zeDeviceGetStatus;
            (1, 1)
                zeDeviceGetGlobalTimestamps;
            (1, 2)
                zeDeviceReserveCacheExt zeDeviceSetCacheAdviceExt;
            (1, 3)
                zeDevicePciGetPropertiesExt;
            (1, 7)
                zeDeviceGetRootDevice;
            (1, 12)
                zeDeviceImportExternalSemaphoreExt zeDeviceReleaseExternalSemaphoreExt;
            (1, 13)
                zeDeviceGetVectorWidthPropertiesExt;
            (1, 14)
                zeDeviceSynchronize;
            (1, 15)
                zeDeviceGetAggregatedCopyOffloadIncrementValue;
            (1, 16)
                zeDeviceGetRuntimeRequirements zeDeviceGetRuntimeRequirementsKey
                zeDeviceValidateRuntimeRequirements;
            (1, 17)
                zeDeviceGetCounterBasedEventMaxValue;
        }
        zeGetDeviceExpProcAddrTable {
            (1, 4)
                zeDeviceGetFabricVertexExp;
        }
        zeGetContextProcAddrTable {
            (1, 0)
                zeContextCreate zeContextDestroy zeContextGetStatus zeContextSystemBarrier
                zeContextMakeMemoryResident zeContextEvictMemory zeContextMakeImageResident
                zeContextEvictImage;
            (1, 1)
                zeContextCreateEx;
        }
        zeGetCommandQueueProcAddrTable {
            (1, 0)
                zeCommandQueueCreate zeCommandQueueDestroy zeCommandQueueExecuteCommandLists
                zeCommandQueueSynchronize;
            (1, 9)
                zeCommandQueueGetOrdinal zeCommandQueueGetIndex;
            (1, 17)
                zeCommandQueueGetFlags zeCommandQueueGetMode zeCommandQueueGetPriority;
        }
        zeGetCommandListProcAddrTable {
            (1, 0)
                zeCommandListCreate zeCommandListCreateImmediate zeCommandListDestroy zeCommandListClose
                zeCommandListReset zeCommandListAppendWriteGlobalTimestamp zeCommandListAppendBarrier
                zeCommandListAppendMemoryRangesBarrier zeCommandListAppendMemoryCopy
                zeCommandListAppendMemoryFill zeCommandListAppendMemoryCopyRegion
                zeCommandListAppendMemoryCopyFromContext zeCommandListAppendImageCopy
                zeCommandListAppendImageCopyRegion zeCommandListAppendImageCopyToMemory
                zeCommandListAppendImageCopyFromMemory zeCommandListAppendMemoryPrefetch
                zeCommandListAppendMemAdvise zeCommandListAppendSignalEvent zeCommandListAppendWaitOnEvents
                zeCommandListAppendEventReset zeCommandListAppendQueryKernelTimestamps
                zeCommandListAppendLaunchKernel zeCommandListAppendLaunchCooperativeKernel
                zeCommandListAppendLaunchKernelIndirect zeCommandListAppendLaunchMultipleKernelsIndirect;
            (1, 3)
                zeCommandListAppendImageCopyToMemoryExt zeCommandListAppendImageCopyFromMemoryExt;
            (1, 6)
                zeCommandListHostSynchronize;
            (1, 9)
                zeCommandListGetDeviceHandle zeCommandListGetContextHandle zeCommandListGetOrdinal
                zeCommandListImmediateGetIndex zeCommandListIsImmediate;
            (1, 12)
                zeCommandListAppendSignalExternalSemaphoreExt zeCommandListAppendWaitExternalSemaphoreExt;
            (1, 14)
                zeCommandListAppendLaunchKernelWithParameters zeCommandListAppendLaunchKernelWithArguments;
            (1, 16)
                zeCommandListAppendMemoryCopyWithParameters zeCommandListAppendMemoryFillWithParameters
                zeCommandListImmediateAppendCommandListsWithParameters;
            (1, 17)
                zeCommandListGetFlags zeCommandListImmediateGetFlags zeCommandListImmediateGetMode
                zeCommandListImmediateGetPriority zeCommandListBeginGraphCaptureExt
                zeCommandListBeginCaptureIntoGraphExt zeCommandListIsGraphCaptureEnabledExt
                zeCommandListEndGraphCaptureExt zeCommandListGetGraphExt zeCommandListAppendGraphExt
                zeCommandListAppendHostFunction;
        }
        zeGetCommandListExpProcAddrTable {
            (1, 9)
                zeCommandListCreateCloneExp zeCommandListImmediateAppendCommandListsExp
                zeCommandListGetNextCommandIdExp zeCommandListUpdateMutableCommandsExp
                zeCommandListUpdateMutableCommandSignalEventExp
                zeCommandListUpdateMutableCommandWaitEventsExp;
            (1, 10)
                zeCommandListGetNextCommandIdWithKernelsExp zeCommandListUpdateMutableCommandKernelsExp;
            (1, 17)
                zeCommandListIsMutableExp;
        }
        zeGetImageProcAddrTable {
            (1, 0)
                zeImageGetProperties zeImageCreate zeImageDestroy;
            (1, 3)
                zeImageGetAllocPropertiesExt;
            (1, 5)
                zeImageViewCreateExt;
        }
        zeGetImageExpProcAddrTable {
            (1, 2)
                zeImageGetMemoryPropertiesExp zeImageViewCreateExp;
            (1, 9)
                zeImageGetDeviceOffsetExp;
        }
        zeGetMemProcAddrTable {
            (1, 0)
                zeMemAllocShared zeMemAllocDevice zeMemAllocHost zeMemFree zeMemGetAllocProperties
                zeMemGetAddressRange zeMemGetIpcHandle zeMemOpenIpcHandle zeMemCloseIpcHandle;
            (1, 3)
                zeMemFreeExt;
            (1, 6)
                zeMemPutIpcHandle;
            (1, 9)
                zeMemGetPitchFor2dImage;
            (1, 15)
                zeMemGetIpcHandleWithProperties;
        }
        zeGetMemExpProcAddrTable {
            (1, 6)
                zeMemGetIpcHandleFromFileDescriptorExp zeMemGetFileDescriptorFromIpcHandleExp;
            (1, 7)
                zeMemSetAtomicAccessAttributeExp zeMemGetAtomicAccessAttributeExp;
        }
        zeGetFenceProcAddrTable {
            (1, 0)
                zeFenceCreate zeFenceDestroy zeFenceHostSynchronize zeFenceQueryStatus zeFenceReset;
        }
        zeGetEventPoolProcAddrTable {
            (1, 0)
                zeEventPoolCreate zeEventPoolDestroy zeEventPoolGetIpcHandle zeEventPoolOpenIpcHandle
                zeEventPoolCloseIpcHandle;
            (1, 6)
                zeEventPoolPutIpcHandle;
            (1, 9)
                zeEventPoolGetContextHandle zeEventPoolGetFlags;
        }
        zeGetEventProcAddrTable {
            (1, 0)
                zeEventCreate zeEventDestroy zeEventHostSignal zeEventHostSynchronize zeEventQueryStatus
                zeEventHostReset zeEventQueryKernelTimestamp;
            (1, 6)
                zeEventQueryKernelTimestampsExt;
            (1, 9)
                zeEventGetEventPool zeEventGetSignalScope zeEventGetWaitScope;
            (1, 15)
                zeEventCounterBasedCreate zeEventCounterBasedGetIpcHandle zeEventCounterBasedOpenIpcHandle
                zeEventCounterBasedCloseIpcHandle zeEventCounterBasedGetDeviceAddress;
            (1, 17)
                zeEventGetCounterBasedFlags;
        }
        zeGetEventExpProcAddrTable {
            (1, 2)
                zeEventQueryTimestampsExp;
        }
        zeGetModuleProcAddrTable {
            (1, 0)
                zeModuleCreate zeModuleDestroy zeModuleDynamicLink zeModuleGetNativeBinary
                zeModuleGetGlobalPointer zeModuleGetKernelNames zeModuleGetProperties
                zeModuleGetFunctionPointer;
            (1, 3)
                zeModuleInspectLinkageExt;
        }
        zeGetModuleBuildLogProcAddrTable {
            (1, 0)
                zeModuleBuildLogDestroy zeModuleBuildLogGetString;
        }
        zeGetKernelProcAddrTable {
            (1, 0)
                zeKernelCreate zeKernelDestroy zeKernelSetCacheConfig zeKernelSetGroupSize
                zeKernelSuggestGroupSize zeKernelSuggestMaxCooperativeGroupCount zeKernelSetArgumentValue
                zeKernelSetIndirectAccess zeKernelGetIndirectAccess zeKernelGetSourceAttributes
                zeKernelGetProperties zeKernelGetName;
        }
        zeGetKernelExpProcAddrTable {
            (1, 1)
                zeKernelSetGlobalOffsetExp;
            (1, 2)
                zeKernelSchedulingHintExp;
            (1, 11)
                zeKernelGetBinaryExp;
            (1, 14)
                zeKernelGetAllocationPropertiesExp;
        }
        zeGetSamplerProcAddrTable {
            (1, 0)
                zeSamplerCreate zeSamplerDestroy;
        }
        zeGetPhysicalMemProcAddrTable {
            (1, 0)
                zePhysicalMemCreate zePhysicalMemDestroy;
            (1, 15)
                zePhysicalMemGetProperties;
        }
        zeGetVirtualMemProcAddrTable {
            (1, 0)
                zeVirtualMemReserve zeVirtualMemFree zeVirtualMemQueryPageSize zeVirtualMemMap
                zeVirtualMemUnmap zeVirtualMemSetAccessAttribute zeVirtualMemGetAccessAttribute;
        }
        zeGetFabricVertexExpProcAddrTable {
            (1, 4)
                zeFabricVertexGetExp zeFabricVertexGetSubVerticesExp zeFabricVertexGetPropertiesExp
                zeFabricVertexGetDeviceExp;
        }
        zeGetFabricEdgeExpProcAddrTable {
            (1, 4)
                zeFabricEdgeGetExp zeFabricEdgeGetVerticesExp zeFabricEdgeGetPropertiesExp;
        }
        zeGetGraphProcAddrTable {
            (1, 17)
                zeGraphCreateExt zeGraphGetPrimaryCommandListExt zeGraphSetDestructionCallbackExt
                zeGraphInstantiateExt zeGraphIsEmptyExt zeGraphDumpContentsExt zeGraphDestroyExt;
        }
        zeGetExecutableGraphProcAddrTable {
            (1, 17)
                zeExecutableGraphGetSourceGraphExt zeExecutableGraphDestroyExt;
        }
    }
    TOOLS {
        zetGetMetricProgrammableExpProcAddrTable {
            (1, 9)
                zetMetricProgrammableGetExp zetMetricProgrammableGetPropertiesExp
                zetMetricProgrammableGetParamInfoExp zetMetricProgrammableGetParamValueInfoExp;
        }
        zetGetMetricTracerExpProcAddrTable {
            (1, 10)
                zetMetricTracerCreateExp zetMetricTracerDestroyExp zetMetricTracerEnableExp
                zetMetricTracerDisableExp zetMetricTracerReadDataExp zetMetricTracerDecodeExp;
        }
        zetGetMetricDecoderExpProcAddrTable {
            (1, 10)
                zetMetricDecoderCreateExp zetMetricDecoderDestroyExp zetMetricDecoderGetDecodableMetricsExp;
        }
        zetGetDeviceProcAddrTable {
            (1, 0)
                zetDeviceGetDebugProperties;
        }
        zetGetDeviceExpProcAddrTable {
            (1, 10)
                zetDeviceGetConcurrentMetricGroupsExp zetDeviceCreateMetricGroupsFromMetricsExp;
            (1, 13)
                zetDeviceEnableMetricsExp zetDeviceDisableMetricsExp;
        }
        zetGetContextProcAddrTable {
            (1, 0)
                zetContextActivateMetricGroups;
        }
        zetGetCommandListProcAddrTable {
            (1, 0)
                zetCommandListAppendMetricStreamerMarker zetCommandListAppendMetricQueryBegin
                zetCommandListAppendMetricQueryEnd zetCommandListAppendMetricMemoryBarrier;
        }
        zetGetCommandListExpProcAddrTable {
            (1, 13)
                zetCommandListAppendMarkerExp;
        }
        zetGetModuleProcAddrTable {
            (1, 0)
                zetModuleGetDebugInfo;
        }
        zetGetKernelProcAddrTable {
            (1, 0)
                zetKernelGetProfileInfo;
        }
        zetGetMetricProcAddrTable {
            (1, 0)
                zetMetricGet zetMetricGetProperties;
        }
        zetGetMetricExpProcAddrTable {
            (1, 9)
                zetMetricCreateFromProgrammableExp zetMetricDestroyExp;
            (1, 11)
                zetMetricCreateFromProgrammableExp2;
        }
        zetGetMetricGroupProcAddrTable {
            (1, 0)
                zetMetricGroupGet zetMetricGroupGetProperties zetMetricGroupCalculateMetricValues;
        }
        zetGetMetricGroupExpProcAddrTable {
            (1, 2)
                zetMetricGroupCalculateMultipleMetricValuesExp;
            (1, 5)
                zetMetricGroupGetGlobalTimestampsExp;
            (1, 6)
                zetMetricGroupGetExportDataExp zetMetricGroupCalculateMetricExportDataExp;
            (1, 9)
                zetMetricGroupCreateExp zetMetricGroupAddMetricExp zetMetricGroupRemoveMetricExp
                zetMetricGroupCloseExp zetMetricGroupDestroyExp;
        }
        zetGetMetricStreamerProcAddrTable {
            (1, 0)
                zetMetricStreamerOpen zetMetricStreamerClose zetMetricStreamerReadData;
        }
        zetGetMetricQueryPoolProcAddrTable {
            (1, 0)
                zetMetricQueryPoolCreate zetMetricQueryPoolDestroy;
        }
        zetGetMetricQueryProcAddrTable {
            (1, 0)
                zetMetricQueryCreate zetMetricQueryDestroy zetMetricQueryReset zetMetricQueryGetData;
        }
        zetGetTracerExpProcAddrTable {
            (1, 0)
                zetTracerExpCreate zetTracerExpDestroy zetTracerExpSetPrologues zetTracerExpSetEpilogues
                zetTracerExpSetEnabled;
        }
        zetGetDebugProcAddrTable {
            (1, 0)
                zetDebugAttach zetDebugDetach zetDebugReadEvent zetDebugAcknowledgeEvent zetDebugInterrupt
                zetDebugResume zetDebugReadMemory zetDebugWriteMemory zetDebugGetRegisterSetProperties
                zetDebugReadRegisters zetDebugWriteRegisters;
            (1, 5)
                zetDebugGetThreadRegisterSetProperties;
        }
    }
    SYSMAN {
        zesGetGlobalProcAddrTable {
            (1, 5)
                zesInit;
        }
        zesGetDeviceProcAddrTable {
            (1, 0)
                zesDeviceGetProperties zesDeviceGetState zesDeviceReset zesDeviceProcessesGetState
                zesDevicePciGetProperties zesDevicePciGetState zesDevicePciGetBars zesDevicePciGetStats
                zesDeviceEnumDiagnosticTestSuites zesDeviceEnumEngineGroups zesDeviceEventRegister
                zesDeviceEnumFabricPorts zesDeviceEnumFans zesDeviceEnumFirmwares
                zesDeviceEnumFrequencyDomains zesDeviceEnumLeds zesDeviceEnumMemoryModules
                zesDeviceEnumPerformanceFactorDomains zesDeviceEnumPowerDomains zesDeviceGetCardPowerDomain
                zesDeviceEnumPsus zesDeviceEnumRasErrorSets zesDeviceEnumSchedulers
                zesDeviceEnumStandbyDomains zesDeviceEnumTemperatureSensors;
            (1, 4)
                zesDeviceEccAvailable zesDeviceEccConfigurable zesDeviceGetEccState zesDeviceSetEccState;
            (1, 5)
                zesDeviceGet zesDeviceSetOverclockWaiver zesDeviceGetOverclockDomains
                zesDeviceGetOverclockControls zesDeviceResetOverclockSettings zesDeviceReadOverclockState
                zesDeviceEnumOverclockDomains;
            (1, 7)
                zesDeviceResetExt;
            (1, 15)
                zesDevicePciLinkSpeedUpdateExt;
        }
        zesGetDeviceExpProcAddrTable {
            (1, 9)
                zesDeviceGetSubDevicePropertiesExp zesDeviceEnumActiveVFExp;
            (1, 10)
                zesDeviceEnumEnabledVFExp;
        }
        zesGetDriverProcAddrTable {
            (1, 0)
                zesDriverEventListen;
            (1, 1)
                zesDriverEventListenEx;
            (1, 5)
                zesDriverGet;
            (1, 8)
                zesDriverGetExtensionProperties zesDriverGetExtensionFunctionAddress;
        }
        zesGetDriverExpProcAddrTable {
            (1, 9)
                zesDriverGetDeviceByUuidExp;
        }
        zesGetOverclockProcAddrTable {
            (1, 5)
                zesOverclockGetDomainProperties zesOverclockGetDomainVFProperties
                zesOverclockGetDomainControlProperties zesOverclockGetControlCurrentValue
                zesOverclockGetControlPendingValue zesOverclockSetControlUserValue
                zesOverclockGetControlState zesOverclockGetVFPointValues zesOverclockSetVFPointValues;
        }
        zesGetSchedulerProcAddrTable {
            (1, 0)
                zesSchedulerGetProperties zesSchedulerGetCurrentMode zesSchedulerGetTimeoutModeProperties
                zesSchedulerGetTimesliceModeProperties zesSchedulerSetTimeoutMode
                zesSchedulerSetTimesliceMode zesSchedulerSetExclusiveMode zesSchedulerSetComputeUnitDebugMode;
        }
        zesGetPerformanceFactorProcAddrTable {
            (1, 0)
                zesPerformanceFactorGetProperties zesPerformanceFactorGetConfig zesPerformanceFactorSetConfig;
        }
        zesGetPowerProcAddrTable {
            (1, 0)
                zesPowerGetProperties zesPowerGetEnergyCounter zesPowerGetLimits zesPowerSetLimits
                zesPowerGetEnergyThreshold zesPowerSetEnergyThreshold zesPowerGetLimitsExt
                zesPowerSetLimitsExt;
            (1, 16)
                zesPowerGetUsage zesPowerGetLimitsExt2 zesPowerSetLimitsExt2;
        }
        zesGetFrequencyProcAddrTable {
            (1, 0)
                zesFrequencyGetProperties zesFrequencyGetAvailableClocks zesFrequencyGetRange
                zesFrequencySetRange zesFrequencyGetState zesFrequencyGetThrottleTime
                zesFrequencyOcGetCapabilities zesFrequencyOcGetFrequencyTarget
                zesFrequencyOcSetFrequencyTarget zesFrequencyOcGetVoltageTarget
                zesFrequencyOcSetVoltageTarget zesFrequencyOcSetMode zesFrequencyOcGetMode
                zesFrequencyOcGetIccMax zesFrequencyOcSetIccMax zesFrequencyOcGetTjMax zesFrequencyOcSetTjMax;
        }
        zesGetEngineProcAddrTable {
            (1, 0)
                zesEngineGetProperties;
            (1, 7)
                zesEngineGetActivity zesEngineGetActivityExt;
        }
        zesGetStandbyProcAddrTable {
            (1, 0)
                zesStandbyGetProperties zesStandbyGetMode zesStandbySetMode;
        }
        zesGetFirmwareProcAddrTable {
            (1, 0)
                zesFirmwareGetProperties zesFirmwareFlash;
            (1, 8)
                zesFirmwareGetFlashProgress;
            (1, 9)
                zesFirmwareGetConsoleLogs;
        }
        zesGetFirmwareExpProcAddrTable {
            (1, 9)
                zesFirmwareGetSecurityVersionExp zesFirmwareSetSecurityVersionExp;
        }
        zesGetMemoryProcAddrTable {
            (1, 0)
                zesMemoryGetProperties zesMemoryGetState zesMemoryGetBandwidth;
        }
        zesGetFabricPortProcAddrTable {
            (1, 0)
                zesFabricPortGetProperties zesFabricPortGetLinkType zesFabricPortGetConfig
                zesFabricPortSetConfig zesFabricPortGetState zesFabricPortGetThroughput;
            (1, 7)
                zesFabricPortGetFabricErrorCounters zesFabricPortGetMultiPortThroughput;
        }
        zesGetTemperatureProcAddrTable {
            (1, 0)
                zesTemperatureGetProperties zesTemperatureGetConfig zesTemperatureSetConfig
                zesTemperatureGetState;
        }
        zesGetPsuProcAddrTable {
            (1, 0)
                zesPsuGetProperties zesPsuGetState;
        }
        zesGetFanProcAddrTable {
            (1, 0)
                zesFanGetProperties zesFanGetConfig zesFanSetDefaultMode zesFanSetFixedSpeedMode
                zesFanSetSpeedTableMode zesFanGetState;
        }
        zesGetLedProcAddrTable {
            (1, 0)
                zesLedGetProperties zesLedGetState zesLedSetState zesLedSetColor;
        }
        zesGetRasProcAddrTable {
            (1, 0)
                zesRasGetProperties zesRasGetConfig zesRasSetConfig zesRasGetState;
        }
        zesGetRasExpProcAddrTable {
            (1, 0)
                zesRasGetStateExp zesRasClearStateExp;
            (1, 16)
                zesRasGetSupportedCategoriesExp zesRasGetStateExp2 zesRasGetConfigExp zesRasSetConfigExp;
        }
        zesGetDiagnosticsProcAddrTable {
            (1, 0)
                zesDiagnosticsGetProperties zesDiagnosticsGetTests zesDiagnosticsRunTests;
        }
        zesGetVFManagementExpProcAddrTable {
            (1, 9)
                zesVFManagementGetVFPropertiesExp zesVFManagementGetVFMemoryUtilizationExp
                zesVFManagementGetVFEngineUtilizationExp zesVFManagementSetVFTelemetryModeExp
                zesVFManagementSetVFTelemetrySamplingIntervalExp;
            (1, 10)
                zesVFManagementGetVFCapabilitiesExp zesVFManagementGetVFMemoryUtilizationExp2
                zesVFManagementGetVFEngineUtilizationExp2;
            (1, 12)
                zesVFManagementGetVFCapabilitiesExp2;
        }
    }
    RUNTIME {
        zerGetGlobalProcAddrTable {
            (1, 14)
                zerGetLastErrorDescription zerTranslateDeviceHandleToIdentifier
                zerTranslateIdentifierToDeviceHandle zerGetDefaultContext;
        }
    }
}
