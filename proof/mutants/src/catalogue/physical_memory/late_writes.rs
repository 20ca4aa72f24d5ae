//! Writes through virtual memory that come after the signal which they precede.

use super::tools::*;
use std::thread::{sleep, spawn};
use std::time::Duration;

/// The delay of the writes: long enough that a busy machine does not read as late.
const LATE: Duration = Duration::from_millis(200);

pub(super) fn defects(c: &mut Catalogue) {
    for (imports, side) in [(false, "source"), (true, "import")] {
        let maps = shared::<Maps>();
        let mapped = move |at: Ptr, ur: &Below| {
            let holds = |map: &map| (map.start..map.start.at(map.size)).contains(&at);
            maps.all().iter().any(|map| ur.is_import(map.physical_mem) == imports && holds(map))
        };
        c.defect(format!("physical_map_writes_of_{side}_late"), "cross_process.physical_memory.orders_data")
            .does(format!(
                "What is filled through a mapping of {side}s is there {} ms later",
                LATE.as_millis()
            ))
            .with(noted_in(maps))
            .instead(move |c: &enqueue_usm_fill, ur| {
                if !mapped(c.mem, ur) {
                    return None;
                }
                let context = ur.queue_info(c.queue, QueueInfo::CONTEXT)?;
                let (mem, byte, size, below) = (c.mem, c.pattern.read()?, c.size, ur.again());
                spawn(move || {
                    sleep(LATE);
                    below.fill(context, mem, byte, size);
                });
                Some(stand_in(c).run(ur))
            });
    }
}
