//! The pinned layouts, numbers, texts and signatures equal those of the official headers, as a compiler sees
//! them. Without headers or compiler a test says so and passes.

use crate::catalogue;
use crate::probe::{self, HeaderSet, Headers, Program};
use level_zero_sys::{ENTRY_POINTS, EXTENSION_FUNCTIONS};

/// Found in headers that must contain everything.
const COMPLETE_CORE: &str = "ZE_API_VERSION_1_17";

/// Found in headers of the next version.
const NEXT_CORE: &str = "ZE_API_VERSION_1_18";

/// What differs from version to version, and is compared with the bound version only.
const VERSIONED: &[&str] = &["ZE_API_VERSION_CURRENT", "ze_dditable_driver_t", "ze_handle_t"];

/// The newest `zex` name that is bound.
const COMPLETE_DRIVER: &str = "ZEX_COUNTER_BASED_EVENT_FLAG_EXTERNAL";

#[test]
fn core_headers_agree() {
    compare(&probe::CORE, COMPLETE_CORE, |program| {
        use catalogue::{device, driver, execution, memory, tags};
        for types in [driver::types(), device::types(), execution::types(), memory::types(), tags::types()] {
            program.types(&types);
        }
        for values in [driver::values(), device::values(), execution::values(), memory::values()] {
            program.values(&values);
        }
        let (driver_tags, core_tags) = split_tags();
        assert_eq!(driver_tags.len(), 3);
        program.values(&core_tags);
        for texts in [driver::texts(), device::texts(), execution::texts(), memory::texts()] {
            program.texts(&texts);
        }
        program.signatures(ENTRY_POINTS);
    });
}

#[test]
fn driver_headers_agree() {
    compare(&probe::DRIVER, COMPLETE_DRIVER, |program| {
        program.types(&catalogue::zex::types());
        program.values(&catalogue::zex::values());
        program.values(&split_tags().0);
        program.texts(&catalogue::zex::texts());
        program.signatures(EXTENSION_FUNCTIONS);
    });
}

/// Tags of Intel's driver, and those of the specification.
fn split_tags() -> (Vec<catalogue::Value>, Vec<catalogue::Value>) {
    catalogue::tags::values().into_iter().partition(|tag| tag.name.starts_with("ZEX_"))
}

/// Compares the facts that `describe` adds with a set of headers.
fn compare(set: &'static HeaderSet, complete: &str, describe: impl FnOnce(&mut Program)) {
    let headers = match Headers::find(set) {
        Ok(headers) => headers,
        Err(reason) => return eprintln!("not compared: {reason}"),
    };
    let exact = headers.mention(complete) && !headers.mention(NEXT_CORE);
    let mut program = Program::new(&headers, if exact { &[] } else { VERSIONED });
    describe(&mut program);
    let missing = program.missing();
    if exact {
        assert!(missing.is_empty(), "these headers lack {missing:?}");
    } else {
        eprintln!("these headers are of another version; not compared: {missing:?}");
    }
    match program.run() {
        Ok(differences) => assert!(differences.is_empty(), "{}", differences.join("\n")),
        Err(reason) => eprintln!("not compared: {reason}"),
    }
}
