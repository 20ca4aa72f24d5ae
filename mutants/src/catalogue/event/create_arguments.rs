//! Defects of `urEventCreateExp` with arguments that it must refuse.

use super::methods::method;
use super::shapes::{answers, replaces};
use crate::Legacy as Mutant;
use crate::catalogue::tools::layer;
use std::ptr::null_mut;
use ur_ipc_api::{ContextInfo, DeviceHandle, EventHandle, ExpEventDesc, ExpEventFlags};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "event_create_null_context_wrong_code",
        "Creation in a null context answers INVALID_CONTEXT",
        &["event.create.null_arguments"],
        NullContextWrongCode::make,
    ),
    Mutant::new(
        "event_create_null_device_wrong_code",
        "Creation on a null device answers INVALID_DEVICE",
        &["event.create.null_arguments"],
        NullDeviceWrongCode::make,
    ),
    Mutant::new(
        "event_create_null_device_taken",
        "Creation on a null device takes the first device of the context",
        &["event.create.null_arguments"],
        NullDeviceTaken::make,
    ),
    Mutant::new(
        "event_create_null_desc_taken",
        "Creation without a descriptor makes a plain event",
        &["event.create.null_arguments"],
        NullDescTaken::make,
    ),
    Mutant::new(
        "event_create_null_desc_wrong_code",
        "Creation without a descriptor answers INVALID_VALUE",
        &["event.create.null_arguments"],
        NullDescWrongCode::make,
    ),
    Mutant::new(
        "event_create_null_out_succeeds",
        "Creation without an output makes an event that nobody can release",
        &["event.create.null_arguments"],
        NullOutSucceeds::make,
    ),
    Mutant::new(
        "event_create_reserved_bits_ignored",
        "Creation ignores all reserved flags",
        &["event.create.reserved_flags"],
        ReservedBitsIgnored::make,
    ),
    Mutant::new(
        "event_create_checks_highest_bit_only",
        "Creation refuses the highest reserved flag and no other",
        &["event.create.reserved_flags"],
        HighestBitOnly::make,
    ),
    Mutant::new(
        "event_create_highest_bit_ignored",
        "Creation refuses every reserved flag but the highest",
        &["event.create.reserved_flags"],
        HighestBitIgnored::make,
    ),
    Mutant::new(
        "event_create_mask_one_bit_short",
        "Creation takes the first reserved flag for a valid one",
        &["event.create.reserved_flags"],
        MaskOneBitShort::make,
    ),
    Mutant::new(
        "event_create_reserved_beside_ipc_ignored",
        "Creation ignores reserved flags beside the one for sharing",
        &["event.create.reserved_flags"],
        ReservedBesideIpcIgnored::make,
    ),
    Mutant::new(
        "event_create_reserved_alone_ignored",
        "Creation ignores reserved flags unless the one for sharing is set",
        &["event.create.reserved_flags"],
        ReservedAloneIgnored::make,
    ),
    Mutant::new(
        "event_create_reserved_wrong_code",
        "Creation answers reserved flags with INVALID_VALUE",
        &["event.create.reserved_flags"],
        ReservedWrongCode::make,
    ),
    Mutant::new(
        "event_create_drops_profiling_beside_ipc",
        "Creation of a shareable event with profiling makes one without profiling",
        &["event.create.ipc_plus_profiling"],
        DropsProfiling::make,
    ),
    Mutant::new(
        "event_create_drops_ipc_beside_profiling",
        "Creation of a shareable event with profiling makes one that cannot be shared",
        &["event.create.ipc_plus_profiling"],
        DropsIpc::make,
    ),
    Mutant::new(
        "event_create_ipc_plus_profiling_gives_event",
        "Creation of a shareable event with profiling fails and gives an event all the same",
        &["event.create.ipc_plus_profiling"],
        FailsAndGives::make,
    ),
    Mutant::new(
        "event_create_device_not_checked",
        "Creation takes a device that is not in the context",
        &["event.create.device_not_in_context"],
        DeviceNotChecked::make,
    )
    .seen_in("intel/llvm PR 22445")
    .on("two-devices"),
    Mutant::new(
        "event_create_outside_device_gives_event",
        "Creation refuses a device that is not in the context and gives an event all the same",
        &["event.create.device_not_in_context"],
        OutsideDeviceGivesEvent::make,
    )
    .on("two-devices"),
];

/// The flags of a descriptor that may be null.
///
/// # Safety
/// `desc` is null or valid for reads.
unsafe fn flags(desc: *const ExpEventDesc) -> ExpEventFlags {
    // SAFETY: this function's contract.
    if desc.is_null() { ExpEventFlags::NONE_SET } else { unsafe { desc.read().flags } }
}

/// A layer that gives other flags to the backend below.
macro_rules! changes_flags {
    ($type:ident, $flags:ident => $new:expr) => {
        layer!($type {}
            method! { event_create_exp(this, context, device, desc, event) {
                // SAFETY: null or readable.
                let $flags = unsafe { flags(desc) }.0;
                let own = ExpEventDesc::new(ExpEventFlags($new));
                let desc = if desc.is_null() { desc } else { &raw const own };
                // SAFETY: same contract.
                unsafe { this.inner.event_create_exp(context, device, desc, event) }
            } }
        );
    };
}

const PROFILING: u32 = ExpEventFlags::ENABLE_PROFILING.0;
const IPC: u32 = ExpEventFlags::IPC_EXP.0;
const BOTH: u32 = IPC | PROFILING;
const HIGHEST: u32 = 1 << 31;

answers!(NullContextWrongCode, event_create_exp(context, device, desc, event),
    context.is_null() => ERROR_INVALID_CONTEXT);
answers!(NullDeviceWrongCode, event_create_exp(context, device, desc, event),
    device.is_null() => ERROR_INVALID_DEVICE);
answers!(NullDescWrongCode, event_create_exp(context, device, desc, event),
    desc.is_null() => ERROR_INVALID_VALUE);

static PLAIN: SyncDesc = SyncDesc(ExpEventDesc::new(ExpEventFlags::NONE_SET));

/// A descriptor without a chain.
struct SyncDesc(ExpEventDesc);

// SAFETY: its only pointer is null.
unsafe impl Sync for SyncDesc {}

replaces!(
    NullDescTaken,
    event_create_exp(context, device, desc, event),
    desc = if desc.is_null() { &raw const PLAIN.0 } else { desc }
);

layer!(NullDeviceTaken {}
    method! { event_create_exp(this, context, device, desc, event) {
        let mut own = device;
        if device.is_null() {
            // SAFETY: one handle fits.
            unsafe {
                let value = (&raw mut own).cast();
                let _ = this.inner.context_get_info(context, ContextInfo::DEVICES, 8, value, null_mut());
            }
        }
        // SAFETY: same contract.
        unsafe { this.inner.event_create_exp(context, own, desc, event) }
    } }
);

layer!(NullOutSucceeds {}
    method! { event_create_exp(this, context, device, desc, event) {
        let mut lost = EventHandle::NULL;
        let event = if event.is_null() { &raw mut lost } else { event };
        // SAFETY: same contract; `lost` outlives the call.
        unsafe { this.inner.event_create_exp(context, device, desc, event) }
    } }
);

changes_flags!(ReservedBitsIgnored, given => given & BOTH);
changes_flags!(HighestBitOnly, given => given & (HIGHEST | BOTH));
changes_flags!(HighestBitIgnored, given => given & !HIGHEST);
changes_flags!(MaskOneBitShort, given => given & !4);
changes_flags!(ReservedBesideIpcIgnored, given => if given & IPC == 0 { given } else { given & BOTH });
changes_flags!(ReservedAloneIgnored, given => if given & IPC == 0 { given & BOTH } else { given });
changes_flags!(DropsProfiling, given => if given == BOTH { IPC } else { given });
changes_flags!(DropsIpc, given => if given == BOTH { PROFILING } else { given });

answers!(ReservedWrongCode, event_create_exp(context, device, desc, event),
    // SAFETY: null or readable.
    unsafe { flags(desc) }.has_reserved() => ERROR_INVALID_VALUE);

layer!(FailsAndGives {}
    method! { event_create_exp(this, context, device, desc, event) {
        // SAFETY: same contract.
        let result = unsafe { this.inner.event_create_exp(context, device, desc, event) };
        // SAFETY: null or readable.
        if unsafe { flags(desc) }.0 == BOTH && !event.is_null() {
            let shareable = ExpEventDesc::new(ExpEventFlags::IPC_EXP);
            // SAFETY: same contract.
            let _ = unsafe { this.inner.event_create_exp(context, device, &raw const shareable, event) };
        }
        result
    } }
);

/// The first device of a context, or the given one where it has none or the given one is null.
fn device_of(
    inner: &dyn ur_ipc_api::UrIpc,
    context: ur_ipc_api::ContextHandle,
    device: DeviceHandle,
) -> DeviceHandle {
    let mut own = device;
    // SAFETY: one handle fits; the host backend refuses what is no context.
    let asked = unsafe {
        inner.context_get_info(context, ContextInfo::DEVICES, 8, (&raw mut own).cast(), null_mut())
    };
    if asked.is_success() && !device.is_null() { own } else { device }
}

layer!(DeviceNotChecked {}
    method! { event_create_exp(this, context, device, desc, event) {
        let device = device_of(&*this.inner, context, device);
        // SAFETY: same contract.
        unsafe { this.inner.event_create_exp(context, device, desc, event) }
    } }
);

layer!(OutsideDeviceGivesEvent {}
    method! { event_create_exp(this, context, device, desc, event) {
        // SAFETY: same contract.
        let result = unsafe { this.inner.event_create_exp(context, device, desc, event) };
        let own = device_of(&*this.inner, context, device);
        if !result.is_success() && own != device {
            // SAFETY: same contract.
            let _ = unsafe { this.inner.event_create_exp(context, own, desc, event) };
        }
        result
    } }
);
