//! The turns of commands on devices that run one command at a time, whatever lists they are in.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

use ur_ipc_soft_gpu::{Dependency, EventPage};

use crate::faults::{Freedom, uses};
use crate::memory::checks::lock;

/// The turns that were taken and have not come to their end, by device.
static TURNS: Mutex<BTreeMap<u32, Vec<Dependency>>> = Mutex::new(BTreeMap::new());

/// The turn of a command, which ends when it is dropped: the command is done or given up.
pub(super) struct Turn(Arc<EventPage>);

impl Drop for Turn {
    fn drop(&mut self) {
        self.0.complete(1);
    }
}

/// The place behind all commands of a device. No other is taken until it is dropped.
pub(super) struct QueuePlace {
    turns: MutexGuard<'static, BTreeMap<u32, Vec<Dependency>>>,
    device: u32,
}

impl QueuePlace {
    /// Waits for it; none where lists run beside each other.
    pub(super) fn take(device: u32) -> Option<Self> {
        uses(Freedom::OneEngine).then(|| Self { turns: lock(&TURNS), device })
    }

    /// Takes the next turn, and adds those before it to what it waits for.
    pub(super) fn turn(&mut self, waits: &mut Vec<Dependency>) -> Turn {
        let turns = self.turns.entry(self.device).or_default();
        turns.retain(|turn| !turn.is_met());
        waits.extend(turns.iter().cloned());
        let page = Arc::new(EventPage::local());
        page.append();
        turns.push(Dependency::on(&page));
        Turn(page)
    }
}
