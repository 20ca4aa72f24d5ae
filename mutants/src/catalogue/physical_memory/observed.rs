//! Defects where UR leaves a choice and these choose nothing that it offers. Tests write them down.

use crate::Legacy as Mutant;
use crate::catalogue::cross_process::sharing::{Defect, End, Get, Notes, Open, Physical, make};
use ur_ipc_api::UrResult;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "physical_get_of_import_wrong_code",
        "Get on an import is refused with a code that UR does not offer there",
        &["physical_memory.get.reexport_imported"],
        make::<Physical, ImportWrongCode>,
    ),
    Mutant::new(
        "physical_open_negative_descriptor_wrong_code",
        "Open of a handle with a negative descriptor says that memory has run out",
        &["physical_memory.open.corrupt_fields"],
        make::<Physical, NegativeDescriptor>,
    ),
    Mutant::new(
        "physical_close_of_local_object_destroys_it",
        "Close of an object that was created here drops all its references",
        &["physical_memory.close.local_object"],
        make::<Physical, CloseDestroys>,
    ),
];

/// Refuses to export imports, in its own way.
#[derive(Default)]
struct ImportWrongCode {
    imports: Notes<()>,
}

impl Defect for ImportWrongCode {
    fn open(&self, call: &Open<'_>) -> UrResult {
        call.run_noted(&self.imports)
    }

    fn get(&self, call: &Get<'_>) -> UrResult {
        if self.imports.get(call.object.addr()).is_some() {
            return UrResult::ERROR_INVALID_OPERATION;
        }
        call.run()
    }
}

/// Passes a negative descriptor on, and takes the failure for want of memory.
#[derive(Default)]
struct NegativeDescriptor;

impl Defect for NegativeDescriptor {
    fn open(&self, call: &Open<'_>) -> UrResult {
        if call.descriptor().cast_signed() < 0 {
            return UrResult::ERROR_OUT_OF_HOST_MEMORY;
        }
        call.run()
    }
}

/// Takes every object for one that was opened, with all its references.
#[derive(Default)]
struct CloseDestroys {
    imports: Notes<()>,
}

impl Defect for CloseDestroys {
    fn open(&self, call: &Open<'_>) -> UrResult {
        call.run_noted(&self.imports)
    }

    fn close(&self, call: &End<'_>) -> UrResult {
        if self.imports.take(call.object.addr()).is_some() || call.object.is_null() {
            return call.run();
        }
        while (End { closes: false, ..*call }.run().is_success()) {}
        UrResult::SUCCESS
    }
}
