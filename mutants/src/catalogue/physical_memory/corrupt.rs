//! Opening bytes that are no handle, or hardly one.

use super::calls::*;
use crate::Legacy as Mutant;
use crate::catalogue::tools::Known;
use ur_ipc_api::*;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "physical_open_zeroes",
        "Zeroed bytes open an object.",
        &["physical_memory.open.corrupt_bytes"],
        Zeroes::make,
    ),
    Mutant::new(
        "physical_open_ones",
        "Bytes of ones open an object.",
        &["physical_memory.open.corrupt_bytes"],
        Ones::make,
    ),
    Mutant::new(
        "physical_open_random_bytes",
        "Random bytes open an object, unless they are all the same.",
        &["physical_memory.open.corrupt_bytes"],
        RandomBytes::make,
    ),
    Mutant::new(
        "physical_open_corrupt_leaks",
        "The refusal of corrupt bytes loses a descriptor.",
        &["physical_memory.open.corrupt_bytes"],
        CorruptLeaks::make,
    ),
    Mutant::new(
        "physical_open_corrupt_maps",
        "The refusal of corrupt bytes leaves a mapping.",
        &["physical_memory.open.corrupt_bytes"],
        CorruptMaps::make,
    ),
    Mutant::new(
        "physical_open_flipped_cannot_be_closed",
        "A handle with a flipped bit opens an object that cannot be closed.",
        &["physical_memory.open.corrupt_bytes"],
        FlippedCannotBeClosed::make,
    ),
    Mutant::new(
        "physical_open_flipped_leaks",
        "A handle with a flipped bit opens its object, and loses a descriptor.",
        &["physical_memory.open.corrupt_bytes"],
        FlippedLeaks::make,
    ),
    Mutant::new(
        "physical_open_flipped_ends_handle",
        "A handle does not open any more after it was tried with a flipped bit.",
        &["physical_memory.open.corrupt_bytes"],
        FlippedEnds::make,
    ),
];

/// Defines a layer that opens corrupt bytes.
macro_rules! opens_corrupt {
    ($type:ident, $which:expr) => {
        physical!($type { fakes: Fakes }
            open(this, call) {
                let which: fn(&[u8]) -> bool = $which;
                let bytes = call.bytes();
                let result = call.run();
                if result.is_success() || call.out.is_null() || bytes.is_empty() || !which(&bytes) {
                    return result;
                }
                this.fakes.open(&call, GRANULE)
            }
            close(this, call) { this.fakes.close(&call) }
        );
    };
}

/// What the host backend's handles begin with.
const MAGIC: &[u8] = b"URIPCHND";

opens_corrupt!(Zeroes, |bytes| bytes.iter().all(|byte| *byte == 0));
opens_corrupt!(Ones, |bytes| bytes.iter().all(|byte| *byte == 0xff));
opens_corrupt!(RandomBytes, |bytes| !bytes.starts_with(MAGIC) && bytes[0] != bytes[1]);

leaks!(CorruptLeaks, open, |call| {
    let bytes = call.bytes();
    !bytes.is_empty() && !bytes.starts_with(MAGIC)
});

physical!(CorruptMaps {} open(_, call) {
    let result = call.run();
    let bytes = call.bytes();
    if !result.is_success() && !bytes.is_empty() && !bytes.starts_with(MAGIC) {
        let mut lost = PhysicalMemHandle::NULL;
        let (below, context, device) = (call.below, call.context, call.device);
        Create { below, context, device, size: GRANULE, properties: std::ptr::null(), out: &raw mut lost }.run();
    }
    result
});

/// Where a handle has its checksum.
const CHECK: std::ops::Range<usize> = 88..96;

physical!(FlippedCannotBeClosed { held: Handles, stuck: Known }
    get(this, call) {
        let result = call.run();
        if result.is_success() {
            this.held.note(&call);
        }
        result
    }
    open(this, call) {
        let Some(true_one) = this.held.forged(&call.bytes(), CHECK) else { return call.run() };
        let result = call.run_with(&true_one);
        if result.is_success() {
            this.stuck.add(call.opened().address());
        }
        result
    }
    close(this, call) {
        if this.stuck.has(call.object.address()) { UrResult::ERROR_INVALID_MEM_OBJECT } else { call.run() }
    }
);

physical!(FlippedLeaks { held: Handles }
    get(this, call) {
        let result = call.run();
        if result.is_success() {
            this.held.note(&call);
        }
        result
    }
    open(this, call) {
        let Some(true_one) = this.held.forged(&call.bytes(), CHECK) else { return call.run() };
        lose_if(true);
        call.run_with(&true_one)
    }
);

physical!(FlippedEnds { held: Handles, ended: Handles }
    get(this, call) {
        let result = call.run();
        if result.is_success() {
            this.held.note(&call);
        }
        result
    }
    open(this, call) {
        let bytes = call.bytes();
        if let Some(true_one) = this.held.forged(&bytes, CHECK) {
            this.ended.add(true_one);
        }
        if this.ended.has(&bytes) { UrResult::ERROR_INVALID_VALUE } else { call.run() }
    }
);
