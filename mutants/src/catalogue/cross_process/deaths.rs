//! What goes wrong when one of the processes ends.

use super::sharing::{Defect, End, Events, Family, Get, Memory, Notes, Open, Physical, is_alive, lock, make};
use crate::catalogue::tools::layer;
use crate::{Legacy as Mutant, Manner};
use std::collections::HashMap;
use std::ffi::c_void;
use std::io;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram};
use std::process;
use std::ptr::null;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;
use ur_ipc_api::*;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "cross_memory_dead_consumer_ends_exports",
        "USM memory cannot be exported any more once a consumer has died with it open",
        &["cross_process.memory.consumer_killed"],
        make::<Memory, DeadConsumerEndsExports>,
    ),
    Mutant::new(
        "cross_memory_dead_consumer_blocks_free",
        "USM memory cannot be freed once a consumer has died with it open",
        &["cross_process.memory.consumer_killed"],
        make::<Memory, DeadConsumerBlocksFree>,
    ),
    Mutant::new(
        "cross_physical_dead_consumer_ends_exports",
        "Physical memory cannot be exported any more once a consumer has died with it open",
        &["cross_process.physical_memory.peer_death"],
        make::<Physical, DeadConsumerEndsExports>,
    ),
    Mutant::new(
        "cross_event_dead_consumer_ends_exports",
        "An event cannot be exported any more once a consumer has died with an import",
        &["cross_process.event.consumer_death"],
        make::<Events, DeadConsumerEndsExports>,
    ),
    Mutant::new(
        "cross_memory_close_needs_exporter",
        "Close of USM memory fails when the process that exported it is gone",
        &["cross_process.memory.producer_exit_while_open"],
        make::<Memory, CloseNeedsExporter>,
    ),
    Mutant::new(
        "cross_memory_close_crashes_without_exporter",
        "Close of USM memory crashes when the process that exported it is gone",
        &["cross_process.memory.producer_exit_while_open"],
        make::<Memory, CloseCrashesWithoutExporter>,
    )
    .by(Manner::Crash),
    Mutant::new(
        "cross_physical_close_needs_exporter",
        "Close of physical memory fails when the process that exported it is gone",
        &["cross_process.physical_memory.peer_death"],
        make::<Physical, CloseNeedsExporter>,
    ),
    Mutant::new(
        "cross_event_release_needs_exporter",
        "The release of an import fails when the process that exported it is gone",
        &["cross_process.event.producer_death"],
        make::<Events, CloseNeedsExporter>,
    ),
    Mutant::new(
        "cross_event_wait_needs_exporter",
        "A wait on an import fails when the process that exported it is gone",
        &["cross_process.event.producer_death"],
        WaitNeedsExporter::make,
    ),
    Mutant::new(
        "cross_event_wait_crashes_without_exporter",
        "A wait on an import aborts when the process that exported it is gone",
        &["cross_process.event.producer_death"],
        WaitCrashesWithoutExporter::make,
    )
    .by(Manner::Crash)
    .seen_in("Level Zero driver, which aborts a consumer that imports counter memory anew"),
    Mutant::new(
        "cross_memory_dead_exporter_opens_to_other",
        "A handle of a process that is gone opens to new memory",
        &["cross_process.memory.open_after_producer_exit"],
        make::<Memory, DeadExporterOpensToOther>,
    ),
    Mutant::new(
        "cross_memory_dead_exporter_crashes",
        "Open aborts when the process that exported is gone",
        &["cross_process.memory.open_after_producer_exit"],
        make::<Memory, DeadExporterCrashes>,
    )
    .by(Manner::Crash),
    Mutant::new(
        "cross_memory_dead_exporter_succeeds",
        "Open of a handle of a process that is gone succeeds and gives nothing",
        &["cross_process.memory.open_after_producer_exit"],
        make::<Memory, DeadExporterSucceeds>,
    ),
    Mutant::new(
        "cross_memory_dead_exporter_breaks_open",
        "After a handle of a process that is gone nothing is opened any more",
        &["cross_process.memory.open_after_producer_exit"],
        make::<Memory, DeadExporterBreaksOpen>,
    ),
    Mutant::new(
        "cross_physical_dead_exporter_opens_to_other",
        "A handle of a process that is gone opens to a new object",
        &["cross_process.physical_memory.peer_death"],
        make::<Physical, DeadExporterOpensToOther>,
    ),
];

/// A way to tell the exporting process of imports, by its process id. Every import is a message, and so is
/// its end.
#[derive(Default)]
struct Post {
    inbox: Arc<Mutex<Inbox>>,
    exporters: Notes<u32>,
}

/// What the exporting process has been told: how many imports there are, by process ids.
#[derive(Default)]
struct Inbox {
    socket: Option<UnixDatagram>,
    imports: HashMap<u32, i32>,
}

impl Inbox {
    fn empty(&mut self) {
        let Some(socket) = &self.socket else { return };
        let mut message = [0; 8];
        while socket.recv(&mut message).is_ok() {
            let [process, more] = [0, 4].map(|at| [0, 1, 2, 3].map(|byte| message[at + byte]));
            *self.imports.entry(u32::from_ne_bytes(process)).or_default() += i32::from_ne_bytes(more);
        }
    }
}

impl Post {
    fn name(process: u32) -> io::Result<SocketAddr> {
        SocketAddr::from_abstract_name(format!("ur-ipc-mutant-post-{process}"))
    }

    fn socket() -> io::Result<UnixDatagram> {
        let socket = UnixDatagram::bind_addr(&Self::name(process::id())?)?;
        socket.set_nonblocking(true)?;
        Ok(socket)
    }

    /// Begins to listen; the first handle of this process is on its way.
    fn listen(&self) {
        let mut inbox = lock(&self.inbox);
        if inbox.socket.is_some() {
            return;
        }
        inbox.socket = Self::socket().ok();
        let inbox = Arc::clone(&self.inbox);
        // Senders wait while the inbox is full.
        thread::spawn(move || {
            loop {
                lock(&inbox).empty();
                thread::sleep(Duration::from_millis(1));
            }
        });
    }

    /// Tells a process how many more imports there are here.
    fn tell(process: u32, more: i32) {
        let message = [process::id().to_ne_bytes(), more.to_ne_bytes()].concat();
        if let (Ok(socket), Ok(name)) = (UnixDatagram::unbound(), Self::name(process)) {
            // A process that is gone is not told.
            let _ = socket.send_to_addr(&message, &name);
        }
    }

    fn open(&self, call: &Open<'_>) -> UrResult {
        let result = call.run();
        if result.is_success() {
            self.exporters.set(call.gave(), call.exporter());
            Self::tell(call.exporter(), 1);
        }
        result
    }

    fn end(&self, call: &End<'_>) -> UrResult {
        if let Some(exporter) = self.exporters.take(call.object.addr()) {
            Self::tell(exporter, -1);
        }
        call.run()
    }

    /// Whether a process has died with an import from here.
    fn a_consumer_died(&self) -> bool {
        let mut inbox = lock(&self.inbox);
        inbox.empty();
        inbox.imports.iter().any(|(process, count)| *count > 0 && !is_alive(*process))
    }
}

#[derive(Default)]
struct DeadConsumerEndsExports {
    post: Post,
}

impl Defect for DeadConsumerEndsExports {
    fn get(&self, call: &Get<'_>) -> UrResult {
        self.post.listen();
        if self.post.a_consumer_died() { UrResult::ERROR_DEVICE_LOST } else { call.run() }
    }

    fn open(&self, call: &Open<'_>) -> UrResult {
        self.post.open(call)
    }

    fn close(&self, call: &End<'_>) -> UrResult {
        self.post.end(call)
    }

    fn release(&self, call: &End<'_>) -> UrResult {
        self.post.end(call)
    }
}

#[derive(Default)]
struct DeadConsumerBlocksFree {
    post: Post,
}

impl Defect for DeadConsumerBlocksFree {
    fn get(&self, call: &Get<'_>) -> UrResult {
        self.post.listen();
        call.run()
    }

    fn open(&self, call: &Open<'_>) -> UrResult {
        self.post.open(call)
    }

    fn close(&self, call: &End<'_>) -> UrResult {
        self.post.end(call)
    }

    fn release(&self, call: &End<'_>) -> UrResult {
        if self.post.a_consumer_died() { UrResult::ERROR_HANDLE_OBJECT_IN_USE } else { call.run() }
    }
}

/// Crashes in place of an answer.
fn crash() -> UrResult {
    process::abort()
}

/// Does something else at the end of an import whose exporter is gone.
macro_rules! end_without_exporter {
    ($defect:ident $instead:expr) => {
        #[derive(Default)]
        struct $defect {
            exporters: Notes<u32>,
        }

        impl Defect for $defect {
            fn open(&self, call: &Open<'_>) -> UrResult {
                let result = call.run();
                if result.is_success() {
                    self.exporters.set(call.gave(), call.exporter());
                }
                result
            }

            fn close(&self, call: &End<'_>) -> UrResult {
                if self.exporters.take(call.object.addr()).is_some_and(|exporter| !is_alive(exporter)) {
                    return $instead;
                }
                call.run()
            }

            fn release(&self, call: &End<'_>) -> UrResult {
                self.close(call)
            }
        }
    };
}

end_without_exporter!(CloseNeedsExporter UrResult::ERROR_INVALID_VALUE);
end_without_exporter!(CloseCrashesWithoutExporter crash());

/// Does something else in place of an Open whose exporter is gone.
macro_rules! open_without_exporter {
    ($defect:ident, |$call:ident| $instead:expr) => {
        #[derive(Default)]
        struct $defect;

        impl Defect for $defect {
            fn open(&self, $call: &Open<'_>) -> UrResult {
                if $call.is_foreign() && !is_alive($call.exporter()) {
                    return $instead;
                }
                $call.run()
            }
        }
    };
}

open_without_exporter!(DeadExporterCrashes, |call| crash());
open_without_exporter!(DeadExporterSucceeds, |call| UrResult::SUCCESS);
open_without_exporter!(DeadExporterOpensToOther, |call| {
    let Open { below, context, device, out, .. } = *call;
    let size = call.object_size();
    // SAFETY: the outputs are those of this call; the host backend checks the handles.
    unsafe {
        match call.family {
            Family::Physical => below.physical_mem_create(context, device, size, null(), out.cast()),
            _ => below.usm_device_alloc(context, device, null(), UsmPoolHandle::NULL, size, out),
        }
    }
});

#[derive(Default)]
struct DeadExporterBreaksOpen {
    broken: Notes<()>,
}

impl Defect for DeadExporterBreaksOpen {
    fn open(&self, call: &Open<'_>) -> UrResult {
        if call.is_foreign() && !is_alive(call.exporter()) {
            self.broken.set(0, ());
        }
        if self.broken.get(0).is_some() { UrResult::ERROR_INVALID_VALUE } else { call.run() }
    }
}

/// Does something else in place of a wait for an import whose exporter is gone.
macro_rules! wait_without_exporter {
    ($type:ident $instead:expr) => {
        layer!($type { exporters: Notes<u32> }
            unsafe fn ipc_open_event_handle_exp(
                &self,
                context: ContextHandle,
                data: *const c_void,
                size: usize,
                event: *mut EventHandle,
            ) -> UrResult {
                // SAFETY: same contract.
                let result = unsafe { self.inner.ipc_open_event_handle_exp(context, data, size, event) };
                if result.is_success() {
                    // SAFETY: the successful call has read 96 bytes of the one and written the other.
                    let exporter = unsafe { data.cast::<u8>().add(16).cast::<u32>().read_unaligned() };
                    // SAFETY: as above.
                    self.exporters.set(unsafe { event.read() }.address(), exporter);
                }
                result
            }

            unsafe fn event_wait(&self, count: u32, list: *const EventHandle) -> UrResult {
                // SAFETY: a list that is not empty has a first event.
                let first = if list.is_null() || count == 0 { 0 } else { unsafe { list.read() }.address() };
                if self.exporters.get(first).is_some_and(|exporter| !is_alive(exporter)) {
                    return $instead;
                }
                // SAFETY: same contract.
                unsafe { self.inner.event_wait(count, list) }
            }
        );
    };
}

wait_without_exporter!(WaitNeedsExporter UrResult::ERROR_DEVICE_LOST);
wait_without_exporter!(WaitCrashesWithoutExporter crash());
