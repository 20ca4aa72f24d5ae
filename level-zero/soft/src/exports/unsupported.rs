//! Functions that this driver does not have.
//!
//! Written by `tools/generate-tables.py` from Level Zero v1.17-r1.17.24; not to be edited.

use level_zero_sys::*;

use super::define_unsupported;

define_unsupported! {
    ze_result_t {
        zeRTASBuilderCreateExt zeRTASBuilderGetBuildPropertiesExt zeRTASBuilderBuildExt
        zeRTASBuilderCommandListAppendCopyExt zeRTASBuilderDestroyExt zeRTASBuilderCreateExp
        zeRTASBuilderGetBuildPropertiesExp zeRTASBuilderBuildExp zeRTASBuilderDestroyExp
        zeRTASParallelOperationCreateExt zeRTASParallelOperationGetPropertiesExt
        zeRTASParallelOperationJoinExt zeRTASParallelOperationDestroyExt zeRTASParallelOperationCreateExp
        zeRTASParallelOperationGetPropertiesExp zeRTASParallelOperationJoinExp
        zeRTASParallelOperationDestroyExp zeDriverRTASFormatCompatibilityCheckExt
        zeDriverRTASFormatCompatibilityCheckExp zeDeviceReserveCacheExt zeDeviceSetCacheAdviceExt
        zeDeviceImportExternalSemaphoreExt zeDeviceReleaseExternalSemaphoreExt
        zeDeviceGetVectorWidthPropertiesExt zeDeviceGetAggregatedCopyOffloadIncrementValue
        zeDeviceGetRuntimeRequirements zeDeviceGetRuntimeRequirementsKey zeDeviceValidateRuntimeRequirements
        zeDeviceGetCounterBasedEventMaxValue zeDeviceGetFabricVertexExp zeContextSystemBarrier
        zeContextMakeImageResident zeContextEvictImage zeCommandQueueGetOrdinal zeCommandQueueGetIndex
        zeCommandQueueGetFlags zeCommandQueueGetMode zeCommandQueueGetPriority
        zeCommandListAppendMemoryRangesBarrier zeCommandListAppendMemoryCopyRegion
        zeCommandListAppendMemoryCopyFromContext zeCommandListAppendImageCopy
        zeCommandListAppendImageCopyRegion zeCommandListAppendImageCopyToMemory
        zeCommandListAppendImageCopyFromMemory zeCommandListAppendMemoryPrefetch zeCommandListAppendMemAdvise
        zeCommandListAppendQueryKernelTimestamps zeCommandListAppendLaunchKernel
        zeCommandListAppendLaunchCooperativeKernel zeCommandListAppendLaunchKernelIndirect
        zeCommandListAppendLaunchMultipleKernelsIndirect zeCommandListAppendImageCopyToMemoryExt
        zeCommandListAppendImageCopyFromMemoryExt zeCommandListGetDeviceHandle zeCommandListGetContextHandle
        zeCommandListGetOrdinal zeCommandListImmediateGetIndex zeCommandListAppendSignalExternalSemaphoreExt
        zeCommandListAppendWaitExternalSemaphoreExt zeCommandListAppendLaunchKernelWithParameters
        zeCommandListAppendLaunchKernelWithArguments zeCommandListAppendMemoryCopyWithParameters
        zeCommandListAppendMemoryFillWithParameters zeCommandListImmediateAppendCommandListsWithParameters
        zeCommandListGetFlags zeCommandListImmediateGetFlags zeCommandListImmediateGetMode
        zeCommandListImmediateGetPriority zeCommandListBeginGraphCaptureExt
        zeCommandListBeginCaptureIntoGraphExt zeCommandListIsGraphCaptureEnabledExt
        zeCommandListEndGraphCaptureExt zeCommandListGetGraphExt zeCommandListAppendGraphExt
        zeCommandListCreateCloneExp zeCommandListGetNextCommandIdExp zeCommandListUpdateMutableCommandsExp
        zeCommandListUpdateMutableCommandSignalEventExp zeCommandListUpdateMutableCommandWaitEventsExp
        zeCommandListGetNextCommandIdWithKernelsExp zeCommandListUpdateMutableCommandKernelsExp
        zeCommandListIsMutableExp zeImageGetProperties zeImageCreate zeImageDestroy
        zeImageGetAllocPropertiesExt zeImageViewCreateExt zeImageGetMemoryPropertiesExp zeImageViewCreateExp
        zeImageGetDeviceOffsetExp zeMemGetPitchFor2dImage zeMemSetAtomicAccessAttributeExp
        zeMemGetAtomicAccessAttributeExp zeFenceCreate zeFenceDestroy zeFenceHostSynchronize
        zeFenceQueryStatus zeFenceReset zeEventPoolGetContextHandle zeEventPoolGetFlags
        zeEventQueryKernelTimestampsExt zeEventGetEventPool zeEventGetSignalScope zeEventGetWaitScope
        zeEventGetCounterBasedFlags zeEventQueryTimestampsExp zeModuleCreate zeModuleDestroy
        zeModuleDynamicLink zeModuleGetNativeBinary zeModuleGetGlobalPointer zeModuleGetKernelNames
        zeModuleGetProperties zeModuleGetFunctionPointer zeModuleInspectLinkageExt zeModuleBuildLogDestroy
        zeModuleBuildLogGetString zeKernelCreate zeKernelDestroy zeKernelSetCacheConfig zeKernelSetGroupSize
        zeKernelSuggestGroupSize zeKernelSuggestMaxCooperativeGroupCount zeKernelSetArgumentValue
        zeKernelSetIndirectAccess zeKernelGetIndirectAccess zeKernelGetSourceAttributes zeKernelGetProperties
        zeKernelGetName zeKernelSetGlobalOffsetExp zeKernelSchedulingHintExp zeKernelGetBinaryExp
        zeKernelGetAllocationPropertiesExp zeSamplerCreate zeSamplerDestroy zeFabricVertexGetExp
        zeFabricVertexGetSubVerticesExp zeFabricVertexGetPropertiesExp zeFabricVertexGetDeviceExp
        zeFabricEdgeGetExp zeFabricEdgeGetVerticesExp zeFabricEdgeGetPropertiesExp zeGraphCreateExt
        zeGraphGetPrimaryCommandListExt zeGraphSetDestructionCallbackExt zeGraphInstantiateExt
        zeGraphIsEmptyExt zeGraphDumpContentsExt zeGraphDestroyExt zeExecutableGraphGetSourceGraphExt
        zeExecutableGraphDestroyExt zetMetricProgrammableGetExp zetMetricProgrammableGetPropertiesExp
        zetMetricProgrammableGetParamInfoExp zetMetricProgrammableGetParamValueInfoExp
        zetMetricTracerCreateExp zetMetricTracerDestroyExp zetMetricTracerEnableExp zetMetricTracerDisableExp
        zetMetricTracerReadDataExp zetMetricTracerDecodeExp zetMetricDecoderCreateExp
        zetMetricDecoderDestroyExp zetMetricDecoderGetDecodableMetricsExp zetDeviceGetDebugProperties
        zetDeviceGetConcurrentMetricGroupsExp zetDeviceCreateMetricGroupsFromMetricsExp
        zetDeviceEnableMetricsExp zetDeviceDisableMetricsExp zetContextActivateMetricGroups
        zetCommandListAppendMetricStreamerMarker zetCommandListAppendMetricQueryBegin
        zetCommandListAppendMetricQueryEnd zetCommandListAppendMetricMemoryBarrier
        zetCommandListAppendMarkerExp zetModuleGetDebugInfo zetKernelGetProfileInfo zetMetricGet
        zetMetricGetProperties zetMetricCreateFromProgrammableExp zetMetricDestroyExp
        zetMetricCreateFromProgrammableExp2 zetMetricGroupGet zetMetricGroupGetProperties
        zetMetricGroupCalculateMetricValues zetMetricGroupCalculateMultipleMetricValuesExp
        zetMetricGroupGetGlobalTimestampsExp zetMetricGroupGetExportDataExp
        zetMetricGroupCalculateMetricExportDataExp zetMetricGroupCreateExp zetMetricGroupAddMetricExp
        zetMetricGroupRemoveMetricExp zetMetricGroupCloseExp zetMetricGroupDestroyExp zetMetricStreamerOpen
        zetMetricStreamerClose zetMetricStreamerReadData zetMetricQueryPoolCreate zetMetricQueryPoolDestroy
        zetMetricQueryCreate zetMetricQueryDestroy zetMetricQueryReset zetMetricQueryGetData
        zetTracerExpCreate zetTracerExpDestroy zetTracerExpSetPrologues zetTracerExpSetEpilogues
        zetTracerExpSetEnabled zetDebugAttach zetDebugDetach zetDebugReadEvent zetDebugAcknowledgeEvent
        zetDebugInterrupt zetDebugResume zetDebugReadMemory zetDebugWriteMemory
        zetDebugGetRegisterSetProperties zetDebugReadRegisters zetDebugWriteRegisters
        zetDebugGetThreadRegisterSetProperties zesDeviceGetProperties zesDeviceGetState zesDeviceReset
        zesDeviceProcessesGetState zesDevicePciGetProperties zesDevicePciGetState zesDevicePciGetBars
        zesDevicePciGetStats zesDeviceEnumDiagnosticTestSuites zesDeviceEnumEngineGroups
        zesDeviceEventRegister zesDeviceEnumFabricPorts zesDeviceEnumFans zesDeviceEnumFirmwares
        zesDeviceEnumFrequencyDomains zesDeviceEnumLeds zesDeviceEnumPerformanceFactorDomains
        zesDeviceEnumPowerDomains zesDeviceGetCardPowerDomain zesDeviceEnumPsus zesDeviceEnumRasErrorSets
        zesDeviceEnumSchedulers zesDeviceEnumStandbyDomains zesDeviceEnumTemperatureSensors
        zesDeviceEccAvailable zesDeviceEccConfigurable zesDeviceGetEccState zesDeviceSetEccState zesDeviceGet
        zesDeviceSetOverclockWaiver zesDeviceGetOverclockDomains zesDeviceGetOverclockControls
        zesDeviceResetOverclockSettings zesDeviceReadOverclockState zesDeviceEnumOverclockDomains
        zesDeviceResetExt zesDevicePciLinkSpeedUpdateExt zesDeviceGetSubDevicePropertiesExp
        zesDeviceEnumActiveVFExp zesDeviceEnumEnabledVFExp zesDriverEventListen zesDriverEventListenEx
        zesDriverGetExtensionProperties zesDriverGetExtensionFunctionAddress zesOverclockGetDomainProperties
        zesOverclockGetDomainVFProperties zesOverclockGetDomainControlProperties
        zesOverclockGetControlCurrentValue zesOverclockGetControlPendingValue zesOverclockSetControlUserValue
        zesOverclockGetControlState zesOverclockGetVFPointValues zesOverclockSetVFPointValues
        zesSchedulerGetProperties zesSchedulerGetCurrentMode zesSchedulerGetTimeoutModeProperties
        zesSchedulerGetTimesliceModeProperties zesSchedulerSetTimeoutMode zesSchedulerSetTimesliceMode
        zesSchedulerSetExclusiveMode zesSchedulerSetComputeUnitDebugMode zesPerformanceFactorGetProperties
        zesPerformanceFactorGetConfig zesPerformanceFactorSetConfig zesPowerGetProperties
        zesPowerGetEnergyCounter zesPowerGetLimits zesPowerSetLimits zesPowerGetEnergyThreshold
        zesPowerSetEnergyThreshold zesPowerGetLimitsExt zesPowerSetLimitsExt zesPowerGetUsage
        zesPowerGetLimitsExt2 zesPowerSetLimitsExt2 zesFrequencyGetProperties zesFrequencyGetAvailableClocks
        zesFrequencyGetRange zesFrequencySetRange zesFrequencyGetState zesFrequencyGetThrottleTime
        zesFrequencyOcGetCapabilities zesFrequencyOcGetFrequencyTarget zesFrequencyOcSetFrequencyTarget
        zesFrequencyOcGetVoltageTarget zesFrequencyOcSetVoltageTarget zesFrequencyOcSetMode
        zesFrequencyOcGetMode zesFrequencyOcGetIccMax zesFrequencyOcSetIccMax zesFrequencyOcGetTjMax
        zesFrequencyOcSetTjMax zesEngineGetProperties zesEngineGetActivity zesEngineGetActivityExt
        zesStandbyGetProperties zesStandbyGetMode zesStandbySetMode zesFirmwareGetProperties zesFirmwareFlash
        zesFirmwareGetFlashProgress zesFirmwareGetConsoleLogs zesFirmwareGetSecurityVersionExp
        zesFirmwareSetSecurityVersionExp zesMemoryGetBandwidth zesFabricPortGetProperties
        zesFabricPortGetLinkType zesFabricPortGetConfig zesFabricPortSetConfig zesFabricPortGetState
        zesFabricPortGetThroughput zesFabricPortGetFabricErrorCounters zesFabricPortGetMultiPortThroughput
        zesTemperatureGetProperties zesTemperatureGetConfig zesTemperatureSetConfig zesTemperatureGetState
        zesPsuGetProperties zesPsuGetState zesFanGetProperties zesFanGetConfig zesFanSetDefaultMode
        zesFanSetFixedSpeedMode zesFanSetSpeedTableMode zesFanGetState zesLedGetProperties zesLedGetState
        zesLedSetState zesLedSetColor zesRasGetProperties zesRasGetConfig zesRasSetConfig zesRasGetState
        zesRasGetStateExp zesRasClearStateExp zesRasGetSupportedCategoriesExp zesRasGetStateExp2
        zesRasGetConfigExp zesRasSetConfigExp zesDiagnosticsGetProperties zesDiagnosticsGetTests
        zesDiagnosticsRunTests zesVFManagementGetVFPropertiesExp zesVFManagementGetVFMemoryUtilizationExp
        zesVFManagementGetVFEngineUtilizationExp zesVFManagementSetVFTelemetryModeExp
        zesVFManagementSetVFTelemetrySamplingIntervalExp zesVFManagementGetVFCapabilitiesExp
        zesVFManagementGetVFMemoryUtilizationExp2 zesVFManagementGetVFEngineUtilizationExp2
        zesVFManagementGetVFCapabilitiesExp2 zerGetLastErrorDescription
    }
    u32 {
        zerTranslateDeviceHandleToIdentifier
    }
    ze_context_handle_t {
        zerGetDefaultContext
    }
    ze_device_handle_t {
        zerTranslateIdentifierToDeviceHandle
    }
}
