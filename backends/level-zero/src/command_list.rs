//! Level Zero's immediate command lists.

use crate::device::Device;
use crate::native_context::NativeContext;
use crate::native_event::NativeEvent;
use crate::result::{Native, Ze, ze};
use crate::zel::HandleType;
use level_zero_sys::{
    ze_command_list_handle_t, ze_command_queue_desc_t, ze_command_queue_flags_t, ze_command_queue_mode_t,
    ze_event_handle_t, ze_host_function_callback_t, ze_result_t,
};
use std::ffi::c_void;
use std::sync::Arc;
use std::time::Duration;

/// The events of a command: those it waits for, and the one it signals or null.
#[derive(Default)]
pub struct Wiring {
    waits: Vec<ze_event_handle_t>,
    signal: ze_event_handle_t,
    /// True if the signal is to take times.
    times: bool,
}

impl Wiring {
    /// Waits for `waits` and signals `signal`, which all outlive the command. `times` is true if the signal takes times.
    pub fn new<'e>(
        waits: impl IntoIterator<Item = &'e NativeEvent>,
        signal: Option<&NativeEvent>,
        times: bool,
    ) -> Self {
        Self {
            waits: waits.into_iter().map(|event| event.native.0).collect(),
            signal: signal.map_or(ze_event_handle_t::NULL, |event| event.native.0),
            times,
        }
    }

    /// The wiring of the first of several commands, and of the last.
    pub fn split(self) -> (Self, Self) {
        let Self { waits, signal, times } = self;
        (
            Self { waits, signal: ze_event_handle_t::NULL, times: false },
            Self { waits: Vec::new(), signal, times },
        )
    }

    fn count(&self) -> u32 {
        u32::try_from(self.waits.len()).unwrap_or(u32::MAX)
    }

    /// Level Zero takes null for an empty list.
    fn list(&mut self) -> *mut ze_event_handle_t {
        if self.waits.is_empty() { std::ptr::null_mut() } else { self.waits.as_mut_ptr() }
    }
}

/// An immediate command list that runs in order. Level Zero wants one thread to append at a time; any may wait.
pub struct CommandList {
    context: Arc<NativeContext>,
    native: Native<ze_command_list_handle_t>,
}

impl CommandList {
    /// A list whose commands run as they are appended, one after another.
    pub fn new(context: &Arc<NativeContext>, device: &Device) -> Ze<Self> {
        let desc = ze_command_queue_desc_t {
            ordinal: device.group.ordinal,
            flags: ze_command_queue_flags_t::ZE_COMMAND_QUEUE_FLAG_IN_ORDER,
            mode: ze_command_queue_mode_t::ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS,
            ..Default::default()
        };
        let mut native = ze_command_list_handle_t::NULL;
        // SAFETY: the context lives and has the device; the descriptor and the output are local variables.
        unsafe {
            ze!(
                context.driver.functions,
                zeCommandListCreateImmediate(
                    context.native.0,
                    device.native.0,
                    &raw const desc,
                    &raw mut native
                )
            )
        }?;
        Ok(Self { context: Arc::clone(context), native: Native(native) })
    }

    /// Appends a copy between ranges that were checked.
    pub fn copy(&self, to: usize, from: usize, size: usize, mut wiring: Wiring) -> Ze {
        let destination: *mut c_void = std::ptr::with_exposed_provenance_mut(to);
        let source: *const c_void = std::ptr::with_exposed_provenance(from);
        // SAFETY: the list and the events live. Both ranges stay valid until the command is done: UR demands it of the
        // caller for the caller's, and the queue keeps its own.
        unsafe {
            ze!(
                self.context.driver.functions,
                zeCommandListAppendMemoryCopy(
                    self.native.0,
                    destination,
                    source,
                    size,
                    wiring.signal,
                    wiring.count(),
                    wiring.list()
                )
            )
        }
    }

    /// Appends a fill of a range that was checked; Level Zero reads the pattern before it returns.
    pub fn fill(&self, start: usize, pattern: &[u8], size: usize, mut wiring: Wiring) -> Ze {
        let start: *mut c_void = std::ptr::with_exposed_provenance_mut(start);
        // SAFETY: the list and the events live; the pattern is no longer than the group's limit and a power of two, as
        // the call demands; the range stays valid as for a copy.
        unsafe {
            ze!(
                self.context.driver.functions,
                zeCommandListAppendMemoryFill(
                    self.native.0,
                    start,
                    pattern.as_ptr().cast(),
                    pattern.len(),
                    size,
                    wiring.signal,
                    wiring.count(),
                    wiring.list()
                )
            )
        }
    }

    /// Appends what only orders: the waits, then the signal.
    pub fn order(&self, mut wiring: Wiring) -> Ze {
        let functions = &self.context.driver.functions;
        let list = self.native.0;
        // SAFETY: the list and the events live.
        unsafe {
            if wiring.times {
                // Of the three calls only this one takes times.
                let (signal, count) = (wiring.signal, wiring.count());
                return ze!(functions, zeCommandListAppendBarrier(list, signal, count, wiring.list()));
            }
            if !wiring.waits.is_empty() {
                let count = wiring.count();
                ze!(functions, zeCommandListAppendWaitOnEvents(list, count, wiring.list()))?;
            }
            if !wiring.signal.is_null() {
                ze!(functions, zeCommandListAppendSignalEvent(list, wiring.signal))?;
            }
        }
        Ok(())
    }

    /// Appends a call of a host function: by the core call where loader and driver have it, else by the driver's
    /// function of that name.
    ///
    /// # Safety
    /// `function` may be called once with `data`, on any thread.
    pub unsafe fn host_function(
        &self,
        function: ze_host_function_callback_t,
        data: *mut c_void,
        mut wiring: Wiring,
    ) -> Ze {
        let driver = &self.context.driver;
        let (list, nothing) = (self.native.0, std::ptr::null());
        if driver.implements(17) {
            // SAFETY: the list and the events live; the function is as the caller promises.
            let answer = unsafe {
                ze!(
                    driver.functions,
                    zeCommandListAppendHostFunction(
                        list,
                        function,
                        data,
                        nothing,
                        wiring.signal,
                        wiring.count(),
                        wiring.list()
                    )
                )
            };
            if answer != Err(ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_FEATURE) {
                return answer;
            }
        }
        let append =
            driver.append_host_function_by_name().ok_or(ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_FEATURE)?;
        let own_event =
            |event: ze_event_handle_t| ze_event_handle_t(driver.extras.translate(HandleType::Event, event.0));
        let list = ze_command_list_handle_t(driver.extras.translate(HandleType::CommandList, list.0));
        let mut own = Wiring {
            waits: wiring.waits.iter().copied().map(own_event).collect(),
            signal: if wiring.signal.is_null() { wiring.signal } else { own_event(wiring.signal) },
            times: wiring.times,
        };
        // SAFETY: as above, with the driver's own handles, which a function found by name takes.
        unsafe { append(list, function, data, nothing, own.signal, own.count(), own.list()) }.ok()
    }

    /// Blocks until everything in the list is done.
    pub fn synchronize(&self) -> Ze {
        // SAFETY: the list lives; any number of threads may wait.
        unsafe { ze!(self.context.driver.functions, zeCommandListHostSynchronize(self.native.0, u64::MAX)) }
    }

    /// True if everything in the list is done.
    pub fn is_idle(&self) -> Ze<bool> {
        self.is_done_within(Duration::ZERO)
    }

    /// True if nothing of the list runs any more, which is waited for this long at most. A lost device runs nothing; any
    /// other failure says nothing about the list, so a second look decides.
    pub fn has_ended_within(&self, time: Duration) -> bool {
        let look = || match self.is_done_within(time) {
            Err(ze_result_t::ZE_RESULT_ERROR_DEVICE_LOST) => Ok(true),
            other => other,
        };
        look().or_else(|_| look()) == Ok(true)
    }

    fn is_done_within(&self, time: Duration) -> Ze<bool> {
        let timeout = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        let functions = &self.context.driver.functions;
        // SAFETY: as above.
        match unsafe { ze!(functions, zeCommandListHostSynchronize(self.native.0, timeout)) } {
            Ok(()) => Ok(true),
            Err(ze_result_t::ZE_RESULT_NOT_READY) => Ok(false),
            Err(error) => Err(error),
        }
    }
}

impl Drop for CommandList {
    fn drop(&mut self) {
        // SAFETY: destroyed once, by a lane that found it idle. There is nobody to tell of a failure.
        let _ = unsafe { ze!(self.context.driver.functions, zeCommandListDestroy(self.native.0)) };
    }
}
