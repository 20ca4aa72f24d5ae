//! Freed memory that the driver keeps for a while. A thread that starts with the first gives it back.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use ur_ipc_sys::address_range::AddressRange;

use super::checks::lock;
use crate::device::Taken;

/// Time for which it is kept.
const HOLD: Duration = Duration::from_secs(2);
/// The interval at which the thread checks.
const STEP: Duration = Duration::from_millis(15);
/// The number of pieces that are kept: the last ones. A driver that uses them again, as Intel's does, keeps as few.
const MOST: usize = 4;
/// Bytes of the largest piece that is kept.
const LARGEST: usize = 64 << 20;

/// A freed range: its addresses, and its part of the device's memory.
type Range = (AddressRange, Option<Taken>);

struct Kept {
    until: Instant,
    _range: Range,
}

#[derive(Default)]
struct Store {
    kept: VecDeque<Kept>,
    has_thread: bool,
}

static STORE: Mutex<Option<Store>> = Mutex::new(None);

/// Keeps memory, and gives back what is one too many.
pub(super) fn keep(range: Range, size: usize) {
    let mut store = lock(&STORE);
    let store = store.get_or_insert_default();
    if size > LARGEST || !store.has_thread && !start() {
        return;
    }
    store.has_thread = true;
    store.kept.push_back(Kept { until: Instant::now() + HOLD, _range: range });
    if store.kept.len() > MOST {
        store.kept.pop_front();
    }
}

fn start() -> bool {
    let body = || {
        loop {
            thread::sleep(STEP);
            drop(overdue());
        }
    };
    thread::Builder::new().name("soft-cleaner".to_owned()).spawn(body).is_ok()
}

fn overdue() -> Vec<Kept> {
    let (mut store, now) = (lock(&STORE), Instant::now());
    let Some(store) = store.as_mut() else { return Vec::new() };
    let count = store.kept.iter().take_while(|kept| kept.until <= now).count();
    store.kept.drain(..count).collect()
}
