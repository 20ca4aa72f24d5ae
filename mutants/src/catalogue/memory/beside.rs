//! Defects that show in what is open beside.

use crate::Legacy as Mutant;
use crate::catalogue::cross_process::sharing::{Defect, End, Memory, Notes, Open, make};
use std::ptr::with_exposed_provenance_mut;
use ur_ipc_api::UrResult;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "memory_open_refuses_second_handle_of_open_allocation",
        "Open fails while another handle of the same allocation is open",
        &["memory.get.repeated"],
        make::<Memory, OneHandleAtATime>,
    ),
    Mutant::new(
        "memory_close_closes_other_handles_of_allocation",
        "Close of what one handle opened to closes what the other handles of its allocation opened to",
        &["memory.get.repeated"],
        make::<Memory, CloseEndsOtherHandles>,
    ),
    Mutant::new(
        "memory_second_close_closes_another",
        "A second Close of a pointer is refused, and closes another one that is open",
        &["memory.close.double"],
        make::<Memory, SecondCloseEndsAnother>,
    ),
];

/// Which allocation a handle names, and what tells it from other handles of that.
type Origin = (Vec<u8>, u64);

fn origin(call: &Open<'_>) -> Option<Origin> {
    call.bytes().map(|bytes| (bytes[super::support::SOURCE].to_vec(), call.token()))
}

/// Of two, whether they are different handles of one allocation.
fn are_siblings(one: &Origin, other: &Origin) -> bool {
    one.0 == other.0 && one.1 != other.1
}

/// Closes what is open at an address, in the context of a call.
fn end(call: &End<'_>, address: usize) {
    End { object: with_exposed_provenance_mut(address), ..*call }.run();
}

/// Has room for one handle of an allocation.
#[derive(Default)]
struct OneHandleAtATime {
    open: Notes<Origin>,
}

impl Defect for OneHandleAtATime {
    fn open(&self, call: &Open<'_>) -> UrResult {
        let Some(origin) = origin(call) else { return call.run() };
        if self.open.all().iter().any(|(_, other)| are_siblings(&origin, other)) {
            return UrResult::ERROR_OUT_OF_RESOURCES;
        }
        let result = call.run();
        if result.is_success() {
            self.open.set(call.gave(), origin);
        }
        result
    }

    fn close(&self, call: &End<'_>) -> UrResult {
        self.open.take(call.object.addr());
        call.run()
    }
}

/// Closes by the allocation.
#[derive(Default)]
struct CloseEndsOtherHandles {
    open: Notes<Origin>,
}

impl Defect for CloseEndsOtherHandles {
    fn open(&self, call: &Open<'_>) -> UrResult {
        let result = call.run();
        if let Some(origin) = origin(call).filter(|_| result.is_success()) {
            self.open.set(call.gave(), origin);
        }
        result
    }

    fn close(&self, call: &End<'_>) -> UrResult {
        let result = call.run();
        if let Some(origin) = self.open.take(call.object.addr()).filter(|_| result.is_success()) {
            for (address, _) in self.open.all().iter().filter(|(_, other)| are_siblings(&origin, other)) {
                end(call, *address);
            }
        }
        result
    }
}

/// Takes a reference that is not there from somebody else.
#[derive(Default)]
struct SecondCloseEndsAnother {
    open: Notes<()>,
    closed: Notes<()>,
}

impl Defect for SecondCloseEndsAnother {
    fn open(&self, call: &Open<'_>) -> UrResult {
        let result = call.run();
        if result.is_success() {
            self.closed.take(call.gave());
            self.open.set(call.gave(), ());
        }
        result
    }

    fn close(&self, call: &End<'_>) -> UrResult {
        let result = call.run();
        let address = call.object.addr();
        if result.is_success() {
            self.open.take(address);
            self.closed.set(address, ());
        } else if self.closed.get(address).is_some() {
            self.open.all().iter().for_each(|(other, ())| end(call, *other));
        }
        result
    }
}
