//! The second process of a test: the same test again, with a handle in its environment.

use std::env;
use std::io::{BufRead, BufReader};
use std::os::fd::{AsRawFd, OwnedFd};
use std::process::{Child, Command, Stdio};

use ur_ipc_sys::pidfd;

use crate::support::apart_and_well;

const HANDLE: &str = "HANDLE_FOR_PEER";
const PRODUCER: &str = "PID_OF_PRODUCER";
const EXPORTER: &str = "EXPORTER_TO_BE_KILLED";
const MARK: &str = "handle:";

/// The handle that the first process gave, and its id; `None` in the first process.
pub fn given() -> Option<(Vec<u8>, i32)> {
    let bytes = env::var(HANDLE).ok()?;
    let pid = env::var(PRODUCER).expect("given with the handle").parse().expect("a process id");
    Some((parse(&bytes), pid))
}

/// Runs the test in a second process, which must succeed, and gives it the bytes.
pub fn run(test: &str, bytes: &[u8]) {
    let pid = std::process::id().to_string();
    let variables = [(HANDLE, text(bytes)), (PRODUCER, pid)];
    let variables = [(variables[0].0, &*variables[0].1), (variables[1].0, &*variables[1].1)];
    assert!(apart_and_well(test, &variables, || unreachable!("the peer was given a handle")));
}

/// A descriptor of the producer, copied as whoever carries a handle does.
pub fn copy(pid: i32, number: i32) -> OwnedFd {
    pidfd::copy_descriptor(pid, number).expect("the producer may be inspected")
}

/// The memory handle as it is carried into this process, and the descriptor that it names here.
pub fn carry(mut bytes: [u8; 64], pid: i32) -> ([u8; 64], OwnedFd) {
    let number = i32::from_ne_bytes(*bytes.first_chunk().expect("there are 64"));
    let own = copy(pid, number);
    bytes[..4].copy_from_slice(&own.as_raw_fd().to_ne_bytes());
    (bytes, own)
}

/// Whether this process is the exporter that [`Victim::start`] started.
pub fn is_victim() -> bool {
    env::var_os(EXPORTER).is_some()
}

/// As the victim: tells the handle, and waits to be killed.
pub fn tell_and_wait(bytes: &[u8]) {
    println!("\n{MARK}{}", text(bytes));
    loop {
        std::thread::park();
    }
}

/// A process that exports something and is then killed, at the latest when dropped.
pub struct Victim {
    child: Child,
    pub handle: Vec<u8>,
}

impl Victim {
    /// Runs the test in another process until that tells its handle.
    pub fn start(test: &str) -> Self {
        let executable = env::current_exe().expect("the test has a path");
        let mut child = Command::new(executable)
            .args(["--exact", test, "--include-ignored", "--nocapture"])
            .env(EXPORTER, "1")
            .stdout(Stdio::piped())
            .spawn()
            .expect("the test starts again");
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        let line = output.lines().map_while(Result::ok).find(|line| line.starts_with(MARK));
        let handle = parse(&line.expect("the victim tells its handle")[MARK.len()..]);
        Self { child, handle }
    }

    pub fn pid(&self) -> i32 {
        i32::try_from(self.child.id()).expect("ids fit")
    }

    pub fn kill(&mut self) {
        self.child.kill().expect("it is a child of this process");
        self.child.wait().expect("it is a child of this process");
    }
}

impl Drop for Victim {
    fn drop(&mut self) {
        // The test may have done it.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn text(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn parse(text: &str) -> Vec<u8> {
    let digits = |at| u8::from_str_radix(&text[at..at + 2], 16).expect("hexadecimal digits");
    (0..text.len()).step_by(2).map(digits).collect()
}
