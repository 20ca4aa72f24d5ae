//! References of imports.

use super::calls::*;
use super::imported_info::of_imports;
use crate::Legacy as Mutant;
use std::sync::Mutex;
use ur_ipc_api::*;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "physical_info_fresh_import_has_2_references",
        "A fresh import says that it has two references.",
        &["physical_memory.info.imported_refcount", "physical_memory.open.multiple"],
        FreshHas2::make,
    ),
    Mutant::new(
        "physical_info_fresh_import_has_none",
        "A fresh import says that it has no reference.",
        &["physical_memory.info.imported_refcount", "physical_memory.open.multiple"],
        FreshHas0::make,
    ),
    Mutant::new(
        "physical_info_import_references_constant",
        "An import always says that it has one reference.",
        &["physical_memory.info.imported_refcount"],
        ReferencesConstant::make,
    ),
    Mutant::new(
        "physical_retain_of_import_does_nothing",
        "Retain of an import does nothing.",
        &["physical_memory.info.imported_refcount"],
        RetainDoesNothing::make,
    ),
    Mutant::new(
        "physical_retain_of_import_twice",
        "Retain of an import adds two references.",
        &["physical_memory.info.imported_refcount"],
        RetainTwice::make,
    ),
    Mutant::new(
        "physical_retain_of_import_retains_others",
        "Retain of an import retains the other imports too.",
        &["physical_memory.info.imported_refcount"],
        RetainsOthers::make,
    ),
    Mutant::new(
        "physical_release_of_retained_import_destroys",
        "Release of a retained import destroys it.",
        &["physical_memory.info.imported_refcount"],
        ReleaseDestroys::make,
    ),
    Mutant::new(
        "physical_release_of_import_releases_others",
        "The last Release of an import releases the other imports too.",
        &["physical_memory.info.imported_refcount"],
        ReleasesOthers::make,
    ),
];

of_imports!(FreshHas2, |this, call| {
    call.change(PhysicalMemInfo::REFERENCE_COUNT, |count: u32| count + 1)
});
of_imports!(FreshHas0, |this, call| {
    call.change(PhysicalMemInfo::REFERENCE_COUNT, |count: u32| count - 1)
});
of_imports!(ReferencesConstant, |this, call| { call.replace(PhysicalMemInfo::REFERENCE_COUNT, 1u32) });

/// Defines a layer that knows imports, and does something of its own when one is retained or released.
macro_rules! counts_imports {
    ($type:ident, $entry:ident, |$this:ident, $call:ident| $does:block) => {
        physical!($type { imports: Mutex<Vec<PhysicalMemHandle>> }
            open(this, call) {
                let result = call.run();
                if result.is_success() {
                    locked(&this.imports).push(call.opened());
                }
                result
            }
            $entry($this, $call) {
                let import = locked(&$this.imports).contains(&$call.object);
                if import $does else { $call.run() }
            }
        );
    };
}

counts_imports!(RetainDoesNothing, retain, |_this, call| { UrResult::SUCCESS });
counts_imports!(RetainTwice, retain, |_this, call| {
    call.run();
    call.run()
});
counts_imports!(RetainsOthers, retain, |this, call| {
    for object in locked(&this.imports).iter().filter(|object| **object != call.object) {
        Retain { below: call.below, object: *object }.run();
    }
    call.run()
});
counts_imports!(ReleaseDestroys, release, |_this, call| {
    let result = call.run();
    while call.run().is_success() {}
    result
});
counts_imports!(ReleasesOthers, release, |this, call| {
    if references(call.below, call.object) == 1 {
        for object in locked(&this.imports).iter().filter(|object| **object != call.object) {
            Release { below: call.below, object: *object }.run();
        }
    }
    call.run()
});
