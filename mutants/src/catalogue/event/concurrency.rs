//! Defects that show when several threads call at once.

use super::methods::method;
use super::shapes::remember_imports;
use crate::Legacy as Mutant;
use crate::catalogue::tools::{Known, layer, leak_descriptor};
use std::cell::Cell;
use std::fs::File;
use std::os::fd::AsRawFd;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use ur_ipc_api::{EventHandle, UrResult};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "event_get_at_once_shares_output",
        "Gets at once go through one variable, and two of them give the same handle",
        &["event.concurrent"],
        GetSharesOutput::make,
    ),
    Mutant::new(
        "event_open_at_once_shares_output",
        "Opens at once go through one variable, and two of them give the same event",
        &["event.concurrent"],
        OpenSharesOutput::make,
    ),
    Mutant::new(
        "event_get_at_once_refused",
        "Get fails while another Get is running",
        &["event.concurrent"],
        GetRefused::make,
    ),
    Mutant::new(
        "event_open_at_once_refused",
        "Open fails while another Open is running",
        &["event.concurrent"],
        OpenRefused::make,
    ),
    Mutant::new(
        "event_open_at_once_leaks",
        "Open keeps a descriptor when another Open is running",
        &["event.concurrent"],
        OpenLeaks::make,
    ),
    Mutant::new(
        "event_put_at_once_leaks",
        "Put keeps a descriptor when another Put is running",
        &["event.concurrent"],
        PutLeaks::make,
    ),
    Mutant::new(
        "event_wait_at_once_refused",
        "A wait on an import fails while another wait is running",
        &["event.concurrent"],
        WaitRefused::make,
    ),
    Mutant::new(
        "event_release_at_once_leaks",
        "Release of an import keeps a descriptor when another Release is running",
        &["event.concurrent"],
        ReleaseLeaks::make,
    ),
    Mutant::new(
        "event_get_at_once_leaks",
        "Get keeps a descriptor when another Get is running",
        &["event.concurrent"],
        GetLeaks::make,
    ),
    Mutant::new(
        "event_put_at_once_refused",
        "Put fails while another Put is running",
        &["event.concurrent"],
        PutRefused::make,
    ),
    Mutant::new(
        "event_create_at_once_refused",
        "Creation fails while another creation is running",
        &["event.concurrent"],
        CreateRefused::make,
    ),
    Mutant::new(
        "event_get_beside_open_refused",
        "Get fails while an Open is running",
        &["event.concurrent"],
        GetBesideOpenRefused::make,
    ),
    Mutant::new(
        "event_open_keeps_mapping_of_each_thread",
        "The first Open of each thread maps a page, which outlives the thread",
        &["event.concurrent"],
        OpenKeepsMapping::make,
    ),
];

/// Long enough for the other threads of a test to come in between.
const MEANWHILE: Duration = Duration::from_micros(200);

/// Counts the calls that are running.
#[derive(Debug, Default)]
struct Running(AtomicUsize);

impl Running {
    /// Runs `call`, and says whether others were running at its begin.
    fn with<T>(&self, call: impl FnOnce(bool) -> T) -> T {
        let others = self.0.fetch_add(1, Ordering::SeqCst) > 0;
        std::thread::sleep(MEANWHILE);
        let result = call(others);
        self.0.fetch_sub(1, Ordering::SeqCst);
        result
    }
}

layer!(GetSharesOutput { last: AtomicUsize }
    method! { ipc_get_event_handle_exp(this, event, data, size) {
        // SAFETY: same contract.
        let result = unsafe { this.inner.ipc_get_event_handle_exp(event, data, size) };
        if result.is_success() {
            // SAFETY: written by the successful call; the addresses are those of handles that are out.
            unsafe {
                this.last.store(data.read().expose_provenance(), Ordering::SeqCst);
                std::thread::sleep(MEANWHILE);
                data.write(std::ptr::with_exposed_provenance_mut(this.last.load(Ordering::SeqCst)));
            }
        }
        result
    } }
);

layer!(OpenSharesOutput { last: AtomicUsize }
    method! { ipc_open_event_handle_exp(this, context, data, size, event) {
        // SAFETY: same contract.
        let result = unsafe { this.inner.ipc_open_event_handle_exp(context, data, size, event) };
        if result.is_success() {
            // SAFETY: written by the successful call.
            unsafe {
                this.last.store(event.read().address(), Ordering::SeqCst);
                std::thread::sleep(MEANWHILE);
                event.write(EventHandle::from_address(this.last.load(Ordering::SeqCst)));
            }
        }
        result
    } }
);

/// A layer that does `$then` when calls of an entry point run at once; it may return.
macro_rules! at_once {
    ($type:ident, $method:ident($($arg:ident),*), $then:expr) => {
        layer!($type { running: Running }
            method! { $method(this, $($arg),*) {
                this.running.with(|others| {
                    if others {
                        $then;
                    }
                    // SAFETY: same contract.
                    unsafe { this.inner.$method($($arg),*) }
                })
            } }
        );
    };
}

at_once!(GetRefused, ipc_get_event_handle_exp(event, data, size), return UrResult::ERROR_OUT_OF_RESOURCES);
at_once!(
    OpenRefused,
    ipc_open_event_handle_exp(context, data, size, event),
    return UrResult::ERROR_OUT_OF_RESOURCES
);
at_once!(OpenLeaks, ipc_open_event_handle_exp(context, data, size, event), leak_descriptor());
at_once!(PutLeaks, ipc_put_event_handle_exp(context, data), leak_descriptor());
at_once!(WaitRefused, event_wait(count, list), return UrResult::ERROR_INVALID_OPERATION);

layer!(ReleaseLeaks { imports: Known, running: Running }
    remember_imports! { imports }

    method! { event_release(this, event) {
        this.running.with(|others| {
            if others && this.imports.has(event.address()) {
                leak_descriptor();
            }
            // SAFETY: same contract.
            unsafe { this.inner.event_release(event) }
        })
    } }
);

at_once!(GetLeaks, ipc_get_event_handle_exp(event, data, size), leak_descriptor());
at_once!(PutRefused, ipc_put_event_handle_exp(context, data), return UrResult::ERROR_INVALID_VALUE);
at_once!(
    CreateRefused,
    event_create_exp(context, device, desc, event),
    return UrResult::ERROR_OUT_OF_RESOURCES
);

layer!(GetBesideOpenRefused { opening: Running }
    method! { ipc_open_event_handle_exp(this, context, data, size, event) {
        // SAFETY: same contract.
        this.opening.with(|_| unsafe { this.inner.ipc_open_event_handle_exp(context, data, size, event) })
    } }

    method! { ipc_get_event_handle_exp(this, event, data, size) {
        if this.opening.0.load(Ordering::SeqCst) > 0 {
            return UrResult::ERROR_OUT_OF_RESOURCES;
        }
        // SAFETY: same contract.
        unsafe { this.inner.ipc_get_event_handle_exp(event, data, size) }
    } }
);

thread_local! {
    /// Whether this thread has mapped its page.
    static HAS_PAGE: Cell<bool> = const { Cell::new(false) };
}

layer!(OpenKeepsMapping {}
    method! { ipc_open_event_handle_exp(this, context, data, size, event) {
        if !HAS_PAGE.replace(true)
            && let Ok(file) = File::open("/proc/self/exe")
        {
            let (protection, flags) = (libc::PROT_READ, libc::MAP_PRIVATE);
            // SAFETY: a new mapping of a file, at an address that the kernel chooses.
            unsafe { libc::mmap(std::ptr::null_mut(), 4096, protection, flags, file.as_raw_fd(), 0) };
        }
        // SAFETY: same contract.
        unsafe { this.inner.ipc_open_event_handle_exp(context, data, size, event) }
    } }
);
