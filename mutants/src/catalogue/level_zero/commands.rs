//! Drivers whose commands do something wrong with memory that is open.

use super::layer::{call, defect, install};
use super::outputs::{is_done, size_of_memory};
use crate::Legacy as Mutant;
use crate::catalogue::cross_process::sharing::Notes;
use level_zero_sys::ze_result_t;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::of_driver(
        "lz_driver_copy_loses_last_byte",
        "zeCommandListAppendMemoryCopy to opened memory leaves its last byte out",
        &["memory.open.usable_in_enqueue"],
        install::<CopyLosesLastByte>,
    ),
    Mutant::of_driver(
        "lz_driver_copy_to_import_is_lost",
        "zeCommandListAppendMemoryCopy to opened memory has no effect",
        &["cross_process.memory.write_back", "memory.open.usable_in_enqueue"],
        install::<CopyToImportIsLost>,
    ),
    Mutant::of_driver(
        "lz_driver_copy_from_import_is_refused",
        "zeCommandListAppendMemoryCopy refuses opened memory as its source",
        &["memory.open.usable_in_enqueue", "cross_process.memory.read"],
        install::<CopyFromImportIsRefused>,
    ),
    Mutant::of_driver(
        "lz_driver_fill_of_import_writes_once",
        "zeCommandListAppendMemoryFill writes the pattern once into opened memory",
        &["memory.open.usable_in_enqueue"],
        install::<FillOfImportWritesOnce>,
    ),
];

/// The sizes of what is open, by address.
#[derive(Default)]
struct Opened(Notes<usize>);

impl Opened {
    fn open(&self, call: &call::zeMemOpenIpcHandle) -> ze_result_t {
        let result = call.run();
        if is_done(result) {
            self.0.set(call.gave().expose_provenance(), size_of_memory(&call.handle));
        }
        result
    }

    fn close(&self, call: &call::zeMemCloseIpcHandle) -> ze_result_t {
        self.0.take(call.ptr.addr());
        call.run()
    }

    fn has(&self, address: usize) -> bool {
        self.0.all().iter().any(|(base, size)| (*base..base + size).contains(&address))
    }
}

/// Defines a driver that changes a command, knowing what is open.
macro_rules! command {
    ($defect:ident, $name:ident, |$opened:ident, $call:ident| $body:expr) => {
        defect!(
            $defect { opened: Opened },
            zeMemOpenIpcHandle,
            |this, call| this.opened.open(&call),
            zeMemCloseIpcHandle,
            |this, call| this.opened.close(&call),
            $name,
            |this, $call| {
                let $opened = &this.opened;
                $body
            }
        );
    };
}

command!(CopyLosesLastByte, zeCommandListAppendMemoryCopy, |opened, call| {
    let lost = usize::from(call.size > 1 && opened.has(call.dstptr.addr()));
    call::zeCommandListAppendMemoryCopy { size: call.size - lost, ..call }.run()
});

command!(CopyToImportIsLost, zeCommandListAppendMemoryCopy, |opened, call| {
    let size = if opened.has(call.dstptr.addr()) { 0 } else { call.size };
    call::zeCommandListAppendMemoryCopy { size, ..call }.run()
});

command!(CopyFromImportIsRefused, zeCommandListAppendMemoryCopy, |opened, call| {
    if opened.has(call.srcptr.addr()) { ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT } else { call.run() }
});

command!(FillOfImportWritesOnce, zeCommandListAppendMemoryFill, |opened, call| {
    let size = if opened.has(call.ptr.addr()) { call.pattern_size } else { call.size };
    call::zeCommandListAppendMemoryFill { size, ..call }.run()
});
