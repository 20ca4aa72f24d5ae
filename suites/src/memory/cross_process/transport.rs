//! The ways by which a handle's bytes reach the consumer.

use super::super::agent::{AGENTS, Agent};
use super::super::command::Window;
use super::super::fixtures::check;
use std::fs;
use std::io::{self, Write};
use std::os::fd::AsRawFd;
use std::path::PathBuf;
use ur_ipc_fixtures::ladder::{
    CONSUMER, Fixture, MEM_SIZE, MemHandleFixture, QueueFixture, UrContextTest, UrIpcMemHandleTest,
};
use ur_ipc_fixtures::objects;
use ur_ipc_fixtures::{Failure, Link, Pattern, Peer, Role, Stop, Test, TestContext, TestResult, with};

/// A consumer that is told where to read the handle.
const READERS: &[Role] = &[Role { name: CONSUMER, body: open_from_path }];

pub(in super::super) const TESTS: &[Test] = &[
    Test::new(
        "cross_process::memory::through_socket",
        &["cross_process.memory.bytes_only_transport"],
        with!(MemHandleFixture, through_socket),
    )
    .roles(AGENTS),
    Test::new(
        "cross_process::memory::through_pipe",
        &["cross_process.memory.bytes_only_transport"],
        with!(MemHandleFixture, through_pipe),
    )
    .roles(READERS),
    Test::new(
        "cross_process::memory::through_file",
        &["cross_process.memory.bytes_only_transport"],
        with!(MemHandleFixture, through_file),
    )
    .roles(READERS),
];

/// A file that goes away with its guard.
struct TemporaryFile(PathBuf);

impl TemporaryFile {
    fn with(t: &TestContext<'_>, bytes: &[u8]) -> TestResult<Self> {
        let name = format!("ur-ipc-handle-{}-{:016x}", std::process::id(), t.seed());
        let file = Self(std::env::temp_dir().join(name));
        // A process of the same number may have been killed here before; mostly there is nothing to remove.
        let _ = fs::remove_file(&file.0);
        let written = fs::File::create_new(&file.0).and_then(|mut to| to.write_all(bytes));
        written.map_err(|error| system("writing a temporary file", &error))?;
        Ok(file)
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        // A file that cannot be removed is no matter of the implementation's.
        let _ = fs::remove_file(&self.0);
    }
}

#[track_caller]
fn system(doing: &str, error: &io::Error) -> Stop {
    Failure::new(format!("{doing} failed: {error}")).into()
}

/// The bytes travel in a socket.
fn through_socket(t: &TestContext<'_>, f: &impl UrIpcMemHandleTest) -> TestResult {
    let mut agent = Agent::start(t)?;
    agent.verify_once(&f.handle(), Window::whole(f.pattern(), MEM_SIZE))?;
    agent.end()
}

/// The bytes travel in a pipe, whose reading end the consumer finds under this process's descriptors.
fn through_pipe(t: &TestContext<'_>, f: &impl UrIpcMemHandleTest) -> TestResult {
    let (reader, mut writer) = io::pipe().map_err(|error| system("making a pipe", &error))?;
    writer.write_all(&f.handle()).map_err(|error| system("writing to a pipe", &error))?;
    // The end of the bytes is where nobody can write any more.
    drop(writer);
    let path = format!("/proc/{}/fd/{}", std::process::id(), reader.as_raw_fd());
    let peer = Peer::start(t, CONSUMER)?;
    peer.send("path", path.as_bytes())?;
    peer.join()
}

/// The bytes travel in a file.
fn through_file(t: &TestContext<'_>, f: &impl UrIpcMemHandleTest) -> TestResult {
    let file = TemporaryFile::with(t, &f.handle())?;
    let peer = Peer::start(t, CONSUMER)?;
    peer.send("path", file.0.as_os_str().as_encoded_bytes())?;
    peer.join()
}

/// Reads a handle from a path, opens it, and checks what it opens to.
fn open_from_path(t: &TestContext<'_>, link: &Link) -> TestResult {
    let f = QueueFixture::set_up(t)?;
    let path = String::from_utf8_lossy(&link.recv("path")?).into_owned();
    let handle = fs::read(&path).map_err(|error| system(&format!("reading {path}"), &error))?;
    let opened = objects::open_memory(t, f.context(), &handle)?;
    check(t, &f, opened.raw(), Window::whole(Pattern(t.seed()), MEM_SIZE))?;
    opened.release()
}
