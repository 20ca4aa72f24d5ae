//! The ways by which a handle's bytes reach the consumer.

use crate::memory::support::{WHOLE, opens_to};
use std::fs;
use std::io::{self, Write};
use std::os::fd::AsRawFd;
use std::path::PathBuf;
use ur_ipc_fixtures::hierarchy::{UrIpcMemHandleTest, UrQueueTest};
use ur_ipc_fixtures::{At, Scenario, TestContext, TestResult, Tests, system};

const REQUIREMENT: &str = "cross_process.memory.bytes_only_transport";

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("memory", "cross_process::memory");
    // The bytes travel in a socket, as all does between the processes of a test.
    group.test("through_socket").checks(REQUIREMENT).across(|s, f: &At<UrIpcMemHandleTest>| {
        let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
        let bytes = s.give(&consumer, |_| Ok(f.handle()))?;
        s.at(&consumer, |t| opens_to(&there, &bytes, t.source_pattern(), WHOLE))?;
        s.leave(consumer)
    });
    // The bytes travel in a pipe, whose reading end the consumer finds under this process's descriptors.
    group.test("through_pipe").checks(REQUIREMENT).across(|s, f: &At<UrIpcMemHandleTest>| {
        through_path(s, |_| {
            let (reader, mut writer) = system("making a pipe", io::pipe())?;
            // The end of the bytes is where nobody can write any more: the writer goes here.
            system("writing to a pipe", writer.write_all(&f.handle()))?;
            let path = format!("/proc/{}/fd/{}", std::process::id(), reader.as_raw_fd());
            Ok((reader, path.into()))
        })
    });
    // The bytes travel in a file.
    group.test("through_file").checks(REQUIREMENT).across(|s, f: &At<UrIpcMemHandleTest>| {
        through_path(s, |t| {
            let file = TemporaryFile::with(t, &f.handle())?;
            let path = file.0.clone();
            Ok((file, path))
        })
    });
}

/// Lets a consumer read a handle from a path, which is there as long as its guard is.
fn through_path<G>(
    s: &Scenario,
    source: impl FnOnce(&TestContext) -> TestResult<(G, PathBuf)>,
) -> TestResult {
    let source = s.here(source)?;
    let (consumer, there) = s.peer_with::<UrQueueTest>("consumer")?;
    let path = s.give(&consumer, |_| Ok(source.1.clone()))?;
    s.at(&consumer, |t| {
        let bytes = system(&format!("reading {}", path.display()), fs::read(&*path))?;
        opens_to(&there, &bytes, t.source_pattern(), WHOLE)
    })?;
    s.leave(consumer)
}

/// A file that goes away with its guard.
struct TemporaryFile(PathBuf);

impl TemporaryFile {
    fn with(t: &TestContext, bytes: &[u8]) -> TestResult<Self> {
        let name = format!("ur-ipc-handle-{}-{:016x}", std::process::id(), t.seed());
        let file = Self(std::env::temp_dir().join(name));
        // A process of the same number may have been killed here before; mostly there is nothing to remove.
        let _ = fs::remove_file(&file.0);
        let written = fs::File::create_new(&file.0).and_then(|mut to| to.write_all(bytes));
        system("writing a temporary file", written)?;
        Ok(file)
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        // A file that cannot be removed is no matter of the implementation's.
        let _ = fs::remove_file(&self.0);
    }
}
