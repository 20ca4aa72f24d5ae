//! Where the calls of a process are noted.

use super::{Address, ChildRole};
use crate::process::CallRing;
use crate::trace::Notebook;
use std::sync::Arc;
use ur_ipc_fixtures::{CallSink, RecordedCall, Returned};

/// The last calls in the ring, and where a trace is asked for, all of them in a notebook.
pub(crate) struct CallLog {
    ring: Arc<CallRing>,
    notebook: Option<Notebook>,
}

impl CallLog {
    /// The log of this process, which is for this.
    pub(crate) fn new(ring: Arc<CallRing>, role: ChildRole, address: &Address) -> Self {
        let process = || match role {
            ChildRole::Probe | ChildRole::Examiner => format!("{} of {}", role.name(), address.label),
            ChildRole::Worker | ChildRole::Peer | ChildRole::Actor => format!("{} on {address}", role.name()),
        };
        let notebook = address.trace.as_ref().map(|folder| Notebook::new(folder, &process()));
        Self { ring, notebook }
    }

    pub(crate) fn ring(&self) -> &CallRing {
        &self.ring
    }

    /// A new test begins, or a part of it.
    pub(crate) fn begin_test(&self, test: &str) {
        // Whoever waits for the beginning looks at the ring.
        self.notebook.iter().for_each(|notebook| notebook.begin_test(test));
        self.ring.begin_test();
    }

    /// The test has ended.
    pub(crate) fn end_test(&self) {
        self.notebook.iter().for_each(Notebook::end_test);
    }
}

impl CallSink for CallLog {
    fn begin(&self, call: &RecordedCall, late: bool) -> u64 {
        let token = self.ring.begin(call, late);
        self.notebook.iter().for_each(|notebook| notebook.begin_call(call, late));
        token
    }

    fn end(&self, token: u64, call: &RecordedCall, returned: Returned<'_>) {
        self.notebook.iter().for_each(|notebook| notebook.end_call(call, returned));
        self.ring.end(token, call, returned);
    }

    fn panicked(&self, token: u64, call: &RecordedCall) {
        self.notebook.iter().for_each(Notebook::call_panicked);
        self.ring.panicked(token, call);
    }
}
