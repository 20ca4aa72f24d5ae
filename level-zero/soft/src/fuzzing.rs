//! Entry points for fuzzers and property tests: the driver's readers, and properties of their results.
//!
//! Every function takes any bytes, and panics if a property does not hold.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

use crate::event::ipc_handle::{EventHandle, start_in};
use crate::faults::{Calls, Settings, VARIABLES};
use crate::memory::ipc_handle::{MemoryHandle, NUMBER};
use crate::memory::wire::{Bytes, reseal};

/// Reads the bytes, filled up with zeros, as handles of both kinds: as they are and with right checksums. What is
/// accepted is written in the same bytes.
pub fn handle(bytes: &[u8]) {
    let mut data: Bytes = [0; _];
    for (place, byte) in data.iter_mut().zip(bytes) {
        *place = *byte;
    }
    for skipped in [None, Some(NUMBER), Some(0)] {
        if let Some(skipped) = skipped {
            reseal(&mut data, skipped);
        }
        if let Some(memory) = MemoryHandle::decode(&data) {
            assert_eq!(memory.encode(), data);
        }
        if let Some(event) = EventHandle::decode(&data) {
            assert_eq!(event.encode(), data);
        }
    }
}

/// Reads lines such as `DEVICES=3` as the environment. An error names the variable, the place in its value and what is
/// allowed; a variable that is wrong alone is wrong among others, too.
pub fn settings(bytes: &[u8]) {
    let variables: Vec<(OsString, OsString)> = bytes
        .split(|byte| *byte == b'\n')
        .filter_map(|line| {
            let equals = line.iter().position(|byte| *byte == b'=')?;
            let mut name = OsString::from("LEVEL_ZERO_SOFT_");
            name.push(OsStr::from_bytes(&line[..equals]));
            Some((name, OsStr::from_bytes(&line[equals + 1..]).to_owned()))
        })
        .collect();
    let wrong_alone =
        variables.iter().filter(|one| Settings::from_variables([(*one).clone()]).is_err()).count();
    match Settings::from_variables(variables) {
        Ok(settings) => {
            assert_eq!(wrong_alone, 0);
            assert!(settings.devices <= 64);
            for failure in &settings.failures {
                let call = match failure.calls {
                    Calls::Every => 1,
                    Calls::Nth(number) => number,
                };
                assert!(settings.failure_of(&failure.function, call).is_some());
            }
            assert!(settings.delays.iter().all(|delay| settings.delay_of(&delay.function).is_some()));
        }
        Err(wrong) => {
            assert_eq!(wrong.len(), wrong_alone);
            for invalid in wrong {
                assert!(invalid.variable.starts_with("LEVEL_ZERO_SOFT_"));
                assert!(!invalid.place.is_empty() && !invalid.problem.is_empty());
                let known = VARIABLES.iter().any(|known| invalid.allowed == known.allowed);
                assert_eq!(known, invalid.place != "the name", "{invalid}");
            }
        }
    }
}

/// Finds the start time in the line that the kernel writes of a process, whose name may be anything.
pub fn process_line(bytes: &[u8]) {
    let name = String::from_utf8_lossy(bytes);
    let _any_line_will_do = start_in(&name);
    let line = format!("12 ({name}) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 4242 20");
    assert_eq!(start_in(&line), Some(4242));
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    /// Values that are right somewhere, and pieces of such.
    const PIECES: &[&str] = &[
        "zeMemFree",
        "zeInit",
        "zexCounterBasedEventCreate2",
        "ZE_RESULT_ERROR_UNKNOWN",
        "ZEX_counter_based_event",
        "zeMemFee",
        "*",
        ":",
        ":",
        ",",
        "0",
        "1",
        "0x",
        "7",
        "1.9",
        "1.",
        "+",
        "-",
        " ",
        "65536",
        "3600001",
        "one-way",
        "trusting",
        "18446744073709551616",
        "%p",
        "\u{fc}",
    ];

    fn line() -> impl Strategy<Value = String> {
        let names: Vec<_> = VARIABLES.iter().map(|variable| variable.name).chain(["ODD", ""]).collect();
        (proptest::sample::select(names), vec(proptest::sample::select(PIECES), 0..6))
            .prop_map(|(name, pieces)| format!("{name}={}", pieces.concat()))
    }

    proptest! {
        #[test]
        fn any_bytes_are_handles_or_refused(bytes in vec(any::<u8>(), 0..72)) {
            handle(&bytes);
        }

        #[test]
        fn any_fields_are_handles_or_refused(
            magic in proptest::sample::select(vec![*b"ZSM1", *b"ZSE1"]),
            at in proptest::sample::select(vec![0usize, 4]),
            fields in vec(any::<u8>(), 28..52),
        ) {
            let mut bytes = vec![0; at];
            bytes.extend(magic);
            bytes.extend(fields);
            handle(&bytes);
        }

        #[test]
        fn any_bytes_are_settings_or_refused(bytes in vec(any::<u8>(), 0..80)) {
            settings(&bytes);
        }

        #[test]
        fn near_settings_are_taken_or_refused_with_a_place(lines in vec(line(), 0..4)) {
            settings(lines.join("\n").as_bytes());
        }

        #[test]
        fn the_start_time_is_found_behind_any_name(name in "\\PC{0,40}|[ ()0-9]{0,60}") {
            process_line(name.as_bytes());
        }
    }
}
