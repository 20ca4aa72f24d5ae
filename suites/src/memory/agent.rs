//! The test's side of an agent: another process that makes, exports, opens, reads and writes memory as it is
//! told, so that a test across processes reads from top to bottom.

use super::agent_role;
use super::command::{Command, Window};
use std::process::ExitStatus;
use ur_ipc_fixtures::{Peer, Role, TestContext, TestResult};

const AGENT: &str = "agent";

/// The roles of a test that uses agents.
pub(super) const AGENTS: &[Role] = &[Role { name: AGENT, body: agent_role::serve }];

/// An agent. It must end before memory that it has opened is freed: declare it after that memory.
pub(super) struct Agent<'t> {
    peer: Peer<'t>,
    exports: usize,
}

/// An object of an agent: memory that it allocated, or opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Remote(usize);

/// An export of an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RemoteExport {
    number: usize,
    /// The handle's bytes.
    pub(super) handle: Vec<u8>,
}

impl<'t> Agent<'t> {
    /// Starts an agent, which has a context and a queue of its own.
    #[track_caller]
    pub(super) fn start(t: &'t TestContext<'t>) -> TestResult<Self> {
        Ok(Self { peer: Peer::start(t, AGENT)?, exports: 0 })
    }

    #[track_caller]
    fn ask(&mut self, command: &Command) -> TestResult<Vec<u8>> {
        self.peer.send("command", &command.encode())?;
        self.peer.recv("answer")
    }

    #[track_caller]
    fn ask_object(&mut self, command: &Command) -> TestResult<Remote> {
        let answer = self.ask(command)?;
        Ok(Remote(agent_role::number(&answer)))
    }

    /// Lets it allocate `size` bytes of shareable memory.
    #[track_caller]
    pub(super) fn allocate(&mut self, size: usize) -> TestResult<Remote> {
        self.ask_object(&Command::Allocate(size))
    }

    /// Lets it write a window of an object by a copy from the host that waits for its end.
    #[track_caller]
    pub(super) fn write(&mut self, object: Remote, window: Window) -> TestResult {
        self.ask(&Command::Write(object.0, window)).map(drop)
    }

    /// Lets it write a window of an object by a copy on the device that nobody waits for, and finish its queue.
    #[track_caller]
    pub(super) fn copy(&mut self, object: Remote, window: Window) -> TestResult {
        self.ask(&Command::Copy(object.0, window)).map(drop)
    }

    /// Lets it check a window of an object.
    #[track_caller]
    pub(super) fn verify(&mut self, object: Remote, window: Window) -> TestResult {
        self.ask(&Command::Verify(object.0, window)).map(drop)
    }

    /// Lets it export an object.
    #[track_caller]
    pub(super) fn export(&mut self, object: Remote) -> TestResult<RemoteExport> {
        let handle = self.ask(&Command::Export(object.0, 0))?;
        self.exports += 1;
        Ok(RemoteExport { number: self.exports - 1, handle })
    }

    /// Lets it put an export.
    #[track_caller]
    pub(super) fn put(&mut self, export: &RemoteExport) -> TestResult {
        self.ask(&Command::Put(export.number)).map(drop)
    }

    /// Lets it open a handle.
    #[track_caller]
    pub(super) fn open(&mut self, handle: &[u8]) -> TestResult<Remote> {
        self.ask_object(&Command::Open(handle.to_vec()))
    }

    /// Lets it free or close an object.
    #[track_caller]
    pub(super) fn release(&mut self, object: Remote) -> TestResult {
        self.ask(&Command::Release(object.0)).map(drop)
    }

    /// Lets it open a handle, check a window, and close it.
    #[track_caller]
    pub(super) fn verify_once(&mut self, handle: &[u8], window: Window) -> TestResult {
        let object = self.open(handle)?;
        self.verify(object, window)?;
        self.release(object)
    }

    /// Lets it open and close a handle until it is killed; a few times before this returns.
    #[track_caller]
    pub(super) fn churn(&mut self, handle: &[u8]) -> TestResult {
        self.ask(&Command::Churn(handle.to_vec())).map(drop)
    }

    /// Ends its role: it releases what it has, and all of that must succeed.
    #[track_caller]
    pub(super) fn end(self) -> TestResult {
        self.peer.send("command", &Command::End.encode())?;
        self.peer.join()
    }

    /// Kills it (SIGKILL).
    pub(super) fn kill(self) {
        self.peer.kill();
    }

    /// Lets it exit with code 0 and without releasing anything. `None` if it ended otherwise.
    #[track_caller]
    pub(super) fn exit(self) -> TestResult<Option<ExitStatus>> {
        self.peer.send("command", &Command::Exit.encode())?;
        self.peer.wait_death()
    }

    /// Lets it release everything and exit with code 0 if all of that succeeded.
    #[track_caller]
    pub(super) fn release_and_exit(self) -> TestResult<Option<ExitStatus>> {
        self.peer.send("command", &Command::ReleaseAndExit.encode())?;
        self.peer.wait_death()
    }
}
