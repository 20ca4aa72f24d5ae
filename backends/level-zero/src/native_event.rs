//! Level Zero's events.

use crate::driver::{Driver, EventRoute};
use crate::native_context::NativeContext;
use crate::result::{Native, Ze, is_lacking, ze};
use crate::zel::HandleType;
use level_zero_sys::{
    ze_context_handle_t, ze_device_handle_t, ze_event_counter_based_desc_t, ze_event_counter_based_flags_t,
    ze_event_desc_t, ze_event_handle_t, ze_event_pool_desc_t, ze_event_pool_flags_t, ze_event_pool_handle_t,
    ze_event_scope_flags_t, ze_ipc_event_counter_based_handle_t, ze_kernel_timestamp_result_t, ze_result_t,
    zex_counter_based_event_desc_t, zex_counter_based_event_exp_flags_t, zex_pfnCounterBasedEventCreate2_t,
};
use std::sync::Arc;

/// The purpose of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To order commands.
    Order,
    /// To order them and take their times.
    Times,
    /// To be shared with other processes.
    Sharing,
}

/// The way in which an event was made, which decides the call that takes it back.
enum Owned {
    /// Made by a counter-based call: `zeEventDestroy`.
    Created,
    /// Made in a pool of its own: `zeEventDestroy`, then the pool.
    Pooled(Native<ze_event_pool_handle_t>),
    /// Opened: `zeEventCounterBasedCloseIpcHandle`.
    Imported,
}

/// An event of Level Zero. Its one owner gives it back by the call that fits how it came to be.
pub struct NativeEvent {
    /// Level Zero's handle.
    pub native: Native<ze_event_handle_t>,
    /// The purpose of the event.
    pub purpose: Purpose,
    owned: Owned,
    context: Arc<NativeContext>,
}

impl NativeEvent {
    /// A counter-based event: one that can be signalled again and again. Never signalled, it counts as complete.
    pub fn counter_based(
        context: &Arc<NativeContext>,
        device: Native<ze_device_handle_t>,
        purpose: Purpose,
    ) -> Ze<Self> {
        let route = &context.driver.event_route;
        let native = match route.get() {
            Some(EventRoute::Core) => create(context, device.0, purpose),
            Some(EventRoute::ByName(function)) => create_by_name(*function, context, device.0, purpose),
            None => match create(context, device.0, purpose) {
                Ok(made) => {
                    route.get_or_init(|| EventRoute::Core);
                    Ok(made)
                }
                Err(error) if is_lacking(error) => {
                    let function = context.driver.create_event_by_name().ok_or(error)?;
                    let made = create_by_name(function, context, device.0, purpose)?;
                    route.get_or_init(|| EventRoute::ByName(function));
                    Ok(made)
                }
                other => other,
            },
        }?;
        Ok(Self { native: Native(native), purpose, owned: Owned::Created, context: Arc::clone(context) })
    }

    /// An event for one command: counter-based, or in a pool of its own where the driver has no other.
    pub fn for_command(
        context: &Arc<NativeContext>,
        device: Native<ze_device_handle_t>,
        times: bool,
    ) -> Ze<Self> {
        let purpose = if times { Purpose::Times } else { Purpose::Order };
        match Self::counter_based(context, device, purpose) {
            Err(error) if is_lacking(error) => Self::pooled(context, device, purpose),
            other => other,
        }
    }

    /// An event that the host switches on and off, in a pool of its own.
    pub fn switch(context: &Arc<NativeContext>, device: Native<ze_device_handle_t>) -> Ze<Self> {
        Self::pooled(context, device, Purpose::Order)
    }

    /// Signals an event of a pool from the host.
    pub fn switch_on(&self) -> Ze {
        // SAFETY: the event lives.
        unsafe { ze!(self.driver().functions, zeEventHostSignal(self.native.0)) }
    }

    /// Takes the signal of an event of a pool back from the host. No command signals it meanwhile.
    pub fn switch_off(&self) -> Ze {
        // SAFETY: the event lives.
        unsafe { ze!(self.driver().functions, zeEventHostReset(self.native.0)) }
    }

    fn pooled(
        context: &Arc<NativeContext>,
        device: Native<ze_device_handle_t>,
        purpose: Purpose,
    ) -> Ze<Self> {
        let functions = &context.driver.functions;
        // A pool that could not be destroyed would leak.
        functions.zeEventPoolDestroy.ok_or(ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_FEATURE)?;
        let mut flags = ze_event_pool_flags_t::ZE_EVENT_POOL_FLAG_HOST_VISIBLE;
        if purpose == Purpose::Times {
            flags |= ze_event_pool_flags_t::ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP;
        }
        let pool_desc = ze_event_pool_desc_t { flags, count: 1, ..Default::default() };
        let mut pool = ze_event_pool_handle_t::NULL;
        let mut devices = [device.0];
        // SAFETY: the context lives and has the device; the descriptor and the output are local variables.
        unsafe {
            ze!(
                functions,
                zeEventPoolCreate(
                    context.native.0,
                    &raw const pool_desc,
                    1,
                    devices.as_mut_ptr(),
                    &raw mut pool
                )
            )
        }?;
        let desc = ze_event_desc_t {
            signal: ze_event_scope_flags_t::ZE_EVENT_SCOPE_FLAG_HOST,
            ..Default::default()
        };
        let mut native = ze_event_handle_t::NULL;
        // SAFETY: the pool was just made and has the one slot; the descriptor and the output are local variables.
        let created = unsafe { ze!(functions, zeEventCreate(pool, &raw const desc, &raw mut native)) };
        if let Err(error) = created {
            // SAFETY: made above and empty.
            let _ = unsafe { ze!(functions, zeEventPoolDestroy(pool)) };
            return Err(error);
        }
        let owned = Owned::Pooled(Native(pool));
        Ok(Self { native: Native(native), purpose, owned, context: Arc::clone(context) })
    }

    /// Opens the event behind the bytes that [`export`](Self::export) gave in some process.
    pub fn import(context: &Arc<NativeContext>, handle: [u8; 64]) -> Ze<Self> {
        let functions = &context.driver.functions;
        // An event that could not be closed again would leak.
        functions
            .zeEventCounterBasedCloseIpcHandle
            .ok_or(ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_FEATURE)?;
        let handle = ze_ipc_event_counter_based_handle_t { data: handle };
        let mut native = ze_event_handle_t::NULL;
        // SAFETY: the context lives, and its exporter vouched for the handle; the output is a local variable.
        unsafe {
            ze!(functions, zeEventCounterBasedOpenIpcHandle(context.native.0, handle, &raw mut native))
        }?;
        let context = Arc::clone(context);
        Ok(Self { native: Native(native), purpose: Purpose::Sharing, owned: Owned::Imported, context })
    }

    /// The bytes by which other processes open the event. Level Zero asks for nothing back.
    pub fn export(&self) -> Ze<[u8; 64]> {
        let mut handle = ze_ipc_event_counter_based_handle_t::default();
        // SAFETY: the event lives; the output is a local variable.
        unsafe {
            ze!(self.driver().functions, zeEventCounterBasedGetIpcHandle(self.native.0, &raw mut handle))
        }?;
        Ok(handle.data)
    }

    /// True if the newest signal has come, or there is none.
    pub fn is_complete(&self) -> Ze<bool> {
        // SAFETY: the event lives.
        match unsafe { ze!(self.driver().functions, zeEventQueryStatus(self.native.0)) } {
            Ok(()) => Ok(true),
            Err(ze_result_t::ZE_RESULT_NOT_READY) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Blocks until the newest signal has come.
    pub fn synchronize(&self) -> Ze {
        // SAFETY: the event lives; the specification lets any number of threads wait.
        unsafe { ze!(self.driver().functions, zeEventHostSynchronize(self.native.0, u64::MAX)) }
    }

    /// Start and end of the command, in cycles of the device's timer.
    pub fn cycles(&self) -> Ze<(u64, u64)> {
        let mut times = ze_kernel_timestamp_result_t::default();
        // SAFETY: the event lives and takes times; the output is a local variable.
        unsafe { ze!(self.driver().functions, zeEventQueryKernelTimestamp(self.native.0, &raw mut times)) }?;
        Ok((times.global.kernelStart, times.global.kernelEnd))
    }

    /// The driver.
    pub fn driver(&self) -> &Driver {
        &self.context.driver
    }
}

impl Drop for NativeEvent {
    fn drop(&mut self) {
        let functions = &self.driver().functions;
        let event = self.native.0;
        // SAFETY: given back once, by the call that the specification pairs with the one that made it. Queues keep the
        // events of their commands until these are done. There is nobody to tell of a failure.
        let _ = unsafe {
            match self.owned {
                Owned::Created => ze!(functions, zeEventDestroy(event)),
                Owned::Imported => ze!(functions, zeEventCounterBasedCloseIpcHandle(event)),
                Owned::Pooled(Native(pool)) => ze!(functions, zeEventDestroy(event))
                    .and_then(|()| ze!(functions, zeEventPoolDestroy(pool))),
            }
        };
    }
}

/// `zeEventCounterBasedCreate`
fn create(context: &NativeContext, device: ze_device_handle_t, purpose: Purpose) -> Ze<ze_event_handle_t> {
    type Flags = ze_event_counter_based_flags_t;
    let mut flags = Flags::ZE_EVENT_COUNTER_BASED_FLAG_IMMEDIATE
        | Flags::ZE_EVENT_COUNTER_BASED_FLAG_NON_IMMEDIATE
        | Flags::ZE_EVENT_COUNTER_BASED_FLAG_HOST_VISIBLE;
    match purpose {
        Purpose::Order => {}
        Purpose::Times => flags |= Flags::ZE_EVENT_COUNTER_BASED_FLAG_DEVICE_TIMESTAMP,
        Purpose::Sharing => flags |= Flags::ZE_EVENT_COUNTER_BASED_FLAG_IPC,
    }
    let signal = ze_event_scope_flags_t::ZE_EVENT_SCOPE_FLAG_HOST;
    let desc = ze_event_counter_based_desc_t { flags, signal, ..Default::default() };
    let mut event = ze_event_handle_t::NULL;
    // SAFETY: the context lives and has the device; the descriptor and the output are local variables.
    unsafe {
        ze!(
            context.driver.functions,
            zeEventCounterBasedCreate(context.native.0, device, &raw const desc, &raw mut event)
        )
    }?;
    Ok(event)
}

/// `zexCounterBasedEventCreate2`
fn create_by_name(
    function: zex_pfnCounterBasedEventCreate2_t,
    context: &NativeContext,
    device: ze_device_handle_t,
    purpose: Purpose,
) -> Ze<ze_event_handle_t> {
    type Flags = zex_counter_based_event_exp_flags_t;
    let mut flags = Flags::ZEX_COUNTER_BASED_EVENT_FLAG_IMMEDIATE
        | Flags::ZEX_COUNTER_BASED_EVENT_FLAG_NON_IMMEDIATE
        | Flags::ZEX_COUNTER_BASED_EVENT_FLAG_HOST_VISIBLE;
    match purpose {
        Purpose::Order => {}
        Purpose::Times => flags |= Flags::ZEX_COUNTER_BASED_EVENT_FLAG_KERNEL_TIMESTAMP,
        Purpose::Sharing => flags |= Flags::ZEX_COUNTER_BASED_EVENT_FLAG_IPC,
    }
    let signal_scope = ze_event_scope_flags_t::ZE_EVENT_SCOPE_FLAG_HOST;
    let desc = zex_counter_based_event_desc_t { flags, signalScope: signal_scope, ..Default::default() };
    let extras = &context.driver.extras;
    let own_context = extras.translate(HandleType::Context, context.native.0.0);
    let own_device = extras.translate(HandleType::Device, device.0);
    let mut event = ze_event_handle_t::NULL;
    // SAFETY: the driver's own handles of a context that lives and of a device in it; the descriptor and the output are
    // local variables.
    unsafe {
        function(
            ze_context_handle_t(own_context),
            ze_device_handle_t(own_device),
            &raw const desc,
            &raw mut event,
        )
    }
    .ok()?;
    Ok(event)
}
