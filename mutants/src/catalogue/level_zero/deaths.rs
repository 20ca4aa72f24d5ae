//! Drivers that cannot bear the death of the process on the other side, or a third one.

use super::layer::{call, defect, install};
use super::outputs::{descriptor_of, event_identity_of, is_done};
use super::presence::{Name, Shared, is_taken};
use super::shared_bytes::{close, duplicate};
use crate::catalogue::cross_process::sharing::Notes;
use crate::{Legacy as Mutant, Manner};
use level_zero_sys::ze_result_t;
use std::os::fd::{AsRawFd, OwnedFd};
use std::process;
use std::sync::Arc;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::of_driver(
        "lz_driver_memory_open_is_exclusive",
        "zeMemOpenIpcHandle refuses memory that another process has open",
        &["cross_process.memory.multiple_consumers"],
        install::<MemoryOpenIsExclusive>,
    ),
    Mutant::of_driver(
        "lz_driver_event_open_is_exclusive",
        "zeEventCounterBasedOpenIpcHandle refuses an event that another process has open",
        &["cross_process.event.multiple_consumers"],
        install::<EventOpenIsExclusive>,
    ),
    Mutant::of_driver(
        "lz_driver_memory_get_needs_consumer",
        "zeMemGetIpcHandle reports a lost device when a process died that had the memory open",
        &["cross_process.memory.consumer_killed"],
        install::<MemoryGetNeedsConsumer>,
    ),
    Mutant::of_driver(
        "lz_driver_memory_close_needs_exporter",
        "zeMemCloseIpcHandle aborts when the exporter is gone",
        &["cross_process.memory.producer_exit_while_open"],
        install::<MemoryCloseNeedsExporter>,
    )
    .by(Manner::Crash),
    Mutant::of_driver(
        "lz_driver_physical_get_needs_consumer",
        "zePhysicalMemGetProperties reports a lost device when a process died that had the memory imported",
        &["cross_process.physical_memory.peer_death"],
        install::<PhysicalGetNeedsConsumer>,
    ),
    Mutant::of_driver(
        "lz_driver_physical_destroy_needs_exporter",
        "zePhysicalMemDestroy of an import aborts when the exporter is gone",
        &["cross_process.physical_memory.peer_death"],
        install::<PhysicalDestroyNeedsExporter>,
    )
    .by(Manner::Crash),
    Mutant::of_driver(
        "lz_driver_map_needs_exporter",
        "zeVirtualMemMap of an import fails when the exporter is gone",
        &["cross_process.physical_memory.peer_death"],
        install::<MapNeedsExporter>,
    ),
];

const IN_USE: ze_result_t = ze_result_t::ZE_RESULT_ERROR_HANDLE_OBJECT_IN_USE;

defect!(
    MemoryOpenIsExclusive { names: Notes<Arc<Name>> },
    zeMemOpenIpcHandle,
    |this, call| {
        let name = Shared::of(descriptor_of(&call.handle)).name("user");
        let Some(name) = Name::take(&name) else { return IN_USE };
        let result = call.run();
        if is_done(result) {
            this.names.set(call.gave().addr(), Arc::new(name));
        }
        result
    },
    zeMemCloseIpcHandle,
    |this, call| {
        this.names.take(call.ptr.addr());
        call.run()
    }
);

defect!(
    EventOpenIsExclusive { names: Notes<Arc<Name>> },
    zeEventCounterBasedOpenIpcHandle,
    |this, call| {
        let name = format!("event-{}", event_identity_of(&call.hIpc));
        let Some(name) = Name::take(&name) else { return IN_USE };
        let result = call.run();
        if is_done(result) {
            this.names.set(call.gave().0.addr(), Arc::new(name));
        }
        result
    },
    zeEventCounterBasedCloseIpcHandle,
    |this, call| {
        this.names.take(call.hEvent.0.addr());
        call.run()
    }
);

/// What this process has open of others' or its own, marked in the files.
#[derive(Default)]
struct Entered(Notes<Arc<(OwnedFd, usize, Name)>>);

impl Entered {
    fn enter(&self, object: usize, fd: OwnedFd) {
        if let Some((mark, name)) = Shared::of(fd.as_raw_fd()).enter() {
            self.0.set(object, Arc::new((fd, mark, name)));
        }
    }

    fn leave(&self, object: usize) {
        if let Some(entered) = self.0.take(object) {
            Shared::of(entered.0.as_raw_fd()).leave(entered.1);
        }
    }
}

defect!(
    MemoryGetNeedsConsumer { entered: Entered },
    zeMemGetIpcHandle,
    |_, call| {
        let result = call.run();
        if !is_done(result) || !Shared::of(descriptor_of(&call.gave())).was_abandoned() {
            return result;
        }
        call::zeMemPutIpcHandle { hContext: call.hContext, handle: call.gave() }.run();
        ze_result_t::ZE_RESULT_ERROR_DEVICE_LOST
    },
    zeMemOpenIpcHandle,
    |this, call| {
        let result = call.run();
        if let Some(fd) = duplicate(descriptor_of(&call.handle)).filter(|_| is_done(result)) {
            this.entered.enter(call.gave().addr(), fd);
        }
        result
    },
    zeMemCloseIpcHandle,
    |this, call| {
        this.entered.leave(call.ptr.addr());
        call.run()
    }
);

defect!(
    PhysicalGetNeedsConsumer { entered: Entered },
    zePhysicalMemGetProperties,
    |_, call| {
        let result = call.run();
        match call.descriptor().filter(|_| is_done(result)) {
            Some(fd) if Shared::of(fd).was_abandoned() => {
                close(fd);
                call.give_descriptor(-1);
                ze_result_t::ZE_RESULT_ERROR_DEVICE_LOST
            }
            _ => result,
        }
    },
    zePhysicalMemCreate,
    |this, call| {
        let result = call.run();
        if let Some(fd) = call.imported().and_then(duplicate).filter(|_| is_done(result)) {
            this.entered.enter(call.gave().0.addr(), fd);
        }
        result
    },
    zePhysicalMemDestroy,
    |this, call| {
        this.entered.leave(call.hPhysicalMemory.0.addr());
        call.run()
    }
);

/// The role of a process that exports.
const EXPORTER: &str = "exporter";

/// The names by which this process is known as an exporter, and those of the exporters of what it has opened.
#[derive(Default)]
struct Exporters {
    own: Notes<Arc<Name>>,
    of: Notes<String>,
}

impl Exporters {
    fn exported(&self, fd: i32) {
        if let Some(name) = Name::take(&Shared::of(fd).name(EXPORTER)) {
            self.own.set(self.own.count(), Arc::new(name));
        }
    }

    fn opened(&self, object: usize, fd: i32) {
        self.of.set(object, Shared::of(fd).name(EXPORTER));
    }

    /// Whether the exporter of an object is gone.
    fn is_gone(&self, object: usize) -> bool {
        self.of.get(object).is_some_and(|name| !is_taken(&name))
    }
}

defect!(
    MemoryCloseNeedsExporter { exporters: Exporters },
    zeMemGetIpcHandle,
    |this, call| {
        let result = call.run();
        if is_done(result) {
            this.exporters.exported(descriptor_of(&call.gave()));
        }
        result
    },
    zeMemOpenIpcHandle,
    |this, call| {
        let result = call.run();
        if is_done(result) {
            this.exporters.opened(call.gave().addr(), descriptor_of(&call.handle));
        }
        result
    },
    zeMemCloseIpcHandle,
    |this, call| {
        if this.exporters.is_gone(call.ptr.addr()) {
            process::abort();
        }
        this.exporters.of.take(call.ptr.addr());
        call.run()
    }
);

/// Defines a driver that knows the exporters of physical memory.
macro_rules! with_exporters {
    ($defect:ident, $($name:ident, |$this:ident, $call:ident| $body:expr),* $(,)?) => {
        defect!(
            $defect { exporters: Exporters },
            zePhysicalMemGetProperties,
            |this, call| {
                let result = call.run();
                if let Some(fd) = call.descriptor().filter(|_| is_done(result)) {
                    this.exporters.exported(fd);
                }
                result
            },
            zePhysicalMemCreate,
            |this, call| {
                let result = call.run();
                if let Some(fd) = call.imported().filter(|_| is_done(result)) {
                    this.exporters.opened(call.gave().0.addr(), fd);
                }
                result
            },
            $($name, |$this, $call| $body),*
        );
    };
}

with_exporters!(PhysicalDestroyNeedsExporter, zePhysicalMemDestroy, |this, call| {
    if this.exporters.is_gone(call.hPhysicalMemory.0.addr()) {
        process::abort();
    }
    this.exporters.of.take(call.hPhysicalMemory.0.addr());
    call.run()
});

with_exporters!(
    MapNeedsExporter,
    zePhysicalMemDestroy,
    |this, call| {
        this.exporters.of.take(call.hPhysicalMemory.0.addr());
        call.run()
    },
    zeVirtualMemMap,
    |this, call| {
        if this.exporters.is_gone(call.hPhysicalMemory.0.addr()) {
            return ze_result_t::ZE_RESULT_ERROR_DEVICE_LOST;
        }
        call.run()
    }
);
