//! Probes what a device can share. Loaders and drivers have entry points that do nothing, and answer queries with
//! more than they can do.

use crate::device::Device;
use crate::driver::Driver;
use crate::event_probe;
use crate::native_context::NativeContext;
use crate::native_event::{NativeEvent, Purpose};
use crate::native_memory::{NativeMemory, OpenedMemory};
use crate::native_physical::NativePhysical;
use crate::result::{Native, Ze, is_refusal, ur, ze};
use level_zero_sys::{ze_device_handle_t, ze_result_t};
use std::convert;
use std::fmt::Display;
use std::fs::File;
use std::os::fd::AsRawFd;
use std::sync::Arc;
use ur_ipc_api::{UrResult, UsmType};
use ur_ipc_sys::{pidfd, yama};

/// Whether there is a feature, and why not.
pub type Feature = Result<(), String>;

/// The features of a device.
pub struct Capabilities {
    /// Device USM between processes.
    pub ipc_memory: Feature,
    /// Physical memory between processes.
    pub ipc_physical: Feature,
    /// Events between processes.
    pub ipc_event: Feature,
    /// Events that can be signalled again and again.
    pub reusable_events: Feature,
    /// Events that take times.
    pub times: Feature,
    /// Reserving and mapping addresses.
    pub virtual_memory: Feature,
    /// Host functions in a queue.
    pub host_tasks: Feature,
    /// Calls of probes that failed and were no refusals, for reports.
    pub failures: Vec<String>,
}

impl Capabilities {
    /// Tries everything once, in a context of its own.
    pub fn probe(of: &Device) -> Self {
        let (driver, device) = (&of.driver, of.native);
        let context = match NativeContext::new(driver, [device]) {
            Ok(context) => Arc::new(context),
            Err(error) => return Self::none(&format!("no context: {error}")),
        };
        let peers = peers();
        let shared = |feature: Feature| peers.clone().and(feature);
        let virtual_memory = virtual_memory(&context, device);
        let (mut used, mut failures) = (UsedNumbers::new(), Vec::new());
        let ipc_event = used.keep_apart(|| shared(ipc_event(&context, of, &mut failures)));
        let ipc_memory = used.keep_apart(|| shared(ipc_memory(&context, device, &mut failures)));
        let ipc_physical = used.keep_apart(|| {
            virtual_memory
                .clone()
                .and_then(|page| shared(ipc_physical(&context, device, page, &mut failures)))
        });
        Self {
            ipc_memory,
            ipc_physical,
            ipc_event,
            reusable_events: events(&context, device, Purpose::Order),
            times: events(&context, device, Purpose::Times),
            virtual_memory: virtual_memory.map(drop),
            host_tasks: host_tasks(driver),
            failures,
        }
    }

    fn none(reason: &str) -> Self {
        let no = || Err(reason.to_owned());
        Self {
            ipc_memory: no(),
            ipc_physical: no(),
            ipc_event: no(),
            reusable_events: no(),
            times: no(),
            virtual_memory: no(),
            host_tasks: no(),
            failures: Vec::new(),
        }
    }

    /// Every feature by name, for reports.
    pub fn named(&self) -> [(&'static str, &Feature); 7] {
        [
            ("memory between processes", &self.ipc_memory),
            ("physical memory between processes", &self.ipc_physical),
            ("events between processes", &self.ipc_event),
            ("reusable events", &self.reusable_events),
            ("time stamps", &self.times),
            ("virtual memory", &self.virtual_memory),
            ("host tasks", &self.host_tasks),
        ]
    }
}

/// Keeps the numbers of the descriptors that a probe exports from what is exported after it. Intel's driver knows imports
/// by the exporter's process and the descriptor's number, and forgets none: without this a probe would find what another
/// has shared, and so would the process' first calls. None of them could show it again without the probes.
struct UsedNumbers {
    taken: Vec<File>,
}

impl UsedNumbers {
    /// More than a process exports that exports few.
    const LOW: usize = 64;

    fn new() -> Self {
        let mut new = Self { taken: Vec::new() };
        new.take(Self::LOW);
        new
    }

    /// Takes the lowest numbers that are free. What is not to be had is left: the probes tell of a lack themselves.
    fn take(&mut self, count: usize) {
        self.taken
            .extend(std::iter::repeat_with(|| File::open("/dev/null")).take(count).map_while(Result::ok));
    }

    /// Runs a probe, and takes as many numbers afterwards as it may have used.
    fn keep_apart(&mut self, probe: impl FnOnce() -> Feature) -> Feature {
        const OF_A_PROBE: usize = 8;
        let found = probe();
        self.take(OF_A_PROBE);
        found
    }
}

/// A call of a probe that failed: words for it, and its answer.
type FailedCall = (String, UrResult);

/// The outcome of a call of a probe, whose answer has this meaning in UR.
fn tried<T, E: Copy + Display>(
    call: &str,
    answer: Result<T, E>,
    ur: fn(E) -> UrResult,
) -> Result<T, FailedCall> {
    answer.map_err(|error| (format!("{call}: {error}"), ur(error)))
}

/// Takes a feature as lacking where the driver refuses it. Another failure is a defect, which is noted: taken as a lack, it would
/// skip the tests that find it.
fn unless_refused(probe: Result<(), FailedCall>, failures: &mut Vec<String>) -> Feature {
    match probe {
        Err((words, answer)) if is_refusal(answer) => return Err(words),
        Err((words, _)) => failures.push(words),
        Ok(()) => {}
    }
    Ok(())
}

/// Words for the failure of a call.
fn failed<T>(call: &str, answer: Ze<T>) -> Result<T, String> {
    answer.map_err(|error| format!("{call}: {error}"))
}

/// Whether processes may take descriptors from each other here.
fn peers() -> Feature {
    if let Some(scope) = yama::forbidding_scope() {
        return Err(format!("Yama's ptrace_scope is {scope}: no process may take descriptors from another"));
    }
    let file = File::open("/dev/null").map_err(|error| format!("/dev/null: {error}"))?;
    let pid = i32::try_from(std::process::id()).map_err(|error| error.to_string())?;
    pidfd::copy_through_pidfd(pid, file.as_raw_fd()).map_err(|error| format!("pidfd_getfd: {error}"))?;
    Ok(())
}

fn ipc_memory(
    context: &Arc<NativeContext>,
    device: Native<ze_device_handle_t>,
    failures: &mut Vec<String>,
) -> Feature {
    const SIZE: usize = 4096;
    if matches!(context.driver.shares_memory(), Ok(false)) {
        return Err("zeDriverGetIpcProperties: the driver shares no memory".to_owned());
    }
    let shared = || {
        let memory = NativeMemory::new(context, device, UsmType::DEVICE, SIZE, 0);
        let memory = tried("zeMemAllocDevice", memory, ur)?;
        let handle = tried("zeMemGetIpcHandle", memory.export(), ur)?;
        tried("zeMemOpenIpcHandle", OpenedMemory::new(context, device, handle.bytes()), ur).map(drop)
    };
    unless_refused(shared(), failures)
}

/// The page size in bytes for this much virtual and physical memory.
pub fn page_size(context: &NativeContext, device: Native<ze_device_handle_t>, size: usize) -> Ze<usize> {
    let mut page = 0;
    // SAFETY: the context lives and has the device; the output is a local variable.
    unsafe {
        ze!(
            context.driver.functions,
            zeVirtualMemQueryPageSize(context.native.0, device.0, size, &raw mut page)
        )
    }?;
    if page == 0 { Err(ze_result_t::ZE_RESULT_ERROR_UNKNOWN) } else { Ok(page) }
}

fn virtual_memory(context: &NativeContext, device: Native<ze_device_handle_t>) -> Result<usize, String> {
    let functions = &context.driver.functions;
    // Before the first call: what could not be given back would leak.
    for name in [
        "zePhysicalMemCreate",
        "zePhysicalMemDestroy",
        "zeVirtualMemFree",
        "zeVirtualMemMap",
        "zeVirtualMemUnmap",
    ] {
        if !functions.has(name) {
            return Err(format!("the loader lacks {name}"));
        }
    }
    let page = failed("zeVirtualMemQueryPageSize", page_size(context, device, 1))?;
    let mut start = std::ptr::null_mut();
    // SAFETY: the context lives; the output is a local variable.
    let reserved = unsafe {
        ze!(functions, zeVirtualMemReserve(context.native.0, std::ptr::null(), page, &raw mut start))
    };
    failed("zeVirtualMemReserve", reserved)?;
    // SAFETY: reserved just now with this size, and nothing is mapped there.
    failed("zeVirtualMemFree", unsafe { ze!(functions, zeVirtualMemFree(context.native.0, start, page)) })?;
    Ok(page)
}

fn ipc_physical(
    context: &Arc<NativeContext>,
    device: Native<ze_device_handle_t>,
    page: usize,
    failures: &mut Vec<String>,
) -> Feature {
    let memory = failed("zePhysicalMemCreate", NativePhysical::create(context, device, page, true))?;
    let shared = || {
        let fd = tried("zePhysicalMemGetProperties", memory.export(), convert::identity)?;
        let imported = NativePhysical::try_import(context, device, page, fd);
        tried("zePhysicalMemCreate from a descriptor", imported, convert::identity)
    };
    unless_refused(shared(), failures)
}

fn events(context: &Arc<NativeContext>, device: Native<ze_device_handle_t>, purpose: Purpose) -> Feature {
    let answer = NativeEvent::counter_based(context, device, purpose);
    failed("zeEventCounterBasedCreate and zexCounterBasedEventCreate2", answer).map(drop)
}

fn ipc_event(context: &Arc<NativeContext>, device: &Device, failures: &mut Vec<String>) -> Feature {
    let event = NativeEvent::counter_based(context, device.native, Purpose::Sharing);
    let source = failed("zeEventCounterBasedCreate and zexCounterBasedEventCreate2", event)?;
    let handle = match source.export() {
        // Intel's driver, where it shares events one way, exports none that was never signalled.
        Err(ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT) => {
            return Err("zeEventCounterBasedGetIpcHandle: the driver shares events one way only".to_owned());
        }
        other => failed("zeEventCounterBasedGetIpcHandle", other)?,
    };
    let import = match tried("zeEventCounterBasedOpenIpcHandle", NativeEvent::import(context, handle), ur) {
        Ok(import) => import,
        Err(failed) => return unless_refused(Err(failed), failures),
    };
    event_probe::both_ways(context, device, source, import)
}

fn host_tasks(driver: &Driver) -> Feature {
    let core = driver.functions.zeCommandListAppendHostFunction.is_some() && driver.implements(17);
    if core || driver.append_host_function_by_name().is_some() {
        return Ok(());
    }
    Err("neither loader nor driver has zeCommandListAppendHostFunction".to_owned())
}
