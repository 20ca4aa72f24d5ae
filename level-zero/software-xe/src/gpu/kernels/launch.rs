//! The work items of a launch.

use std::ops::Range;

use super::KernelError;

/// Items that a group can have along an axis.
const LARGEST: u32 = 1024;

/// The work groups that a walker starts, and their size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::gpu) struct Grid {
    /// The first group's id.
    pub(in crate::gpu) first: [u32; 3],
    /// The id behind that of the last group.
    pub(in crate::gpu) end: [u32; 3],
    /// Work items of a group, if the hardware counts them; else the threads do.
    pub(in crate::gpu) local: Option<[u32; 3]>,
}

/// The ids that work items see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Items {
    /// Global ids. They have no gaps, as each group is full.
    pub(super) global: [Range<u64>; 3],
    /// Work items of a group.
    pub(super) local: [u32; 3],
}

impl Items {
    /// The work items of a grid whose kernel was told of groups of `local` items.
    pub(super) fn of(grid: &Grid, local: Option<[u32; 3]>, offset: [u32; 3]) -> Result<Self, KernelError> {
        let size = match (grid.local, local) {
            (Some(walked), Some(told)) if walked != told => {
                return Err(KernelError::GroupSize { walked, told });
            }
            (_, Some(size)) | (Some(size), None) => size,
            (None, None) => return Err(KernelError::Description("no size of its groups".to_owned())),
        };
        if size.iter().any(|items| !(1..=LARGEST).contains(items)) {
            return Err(KernelError::Argument(format!("work groups of {size:?} items")));
        }
        let global = std::array::from_fn(|axis| {
            let id = |group: u32| u64::from(group) * u64::from(size[axis]) + u64::from(offset[axis]);
            id(grid.first[axis])..id(grid.end[axis].max(grid.first[axis]))
        });
        Ok(Self { global, local: size })
    }

    /// The number of work items.
    pub(super) fn count(&self) -> u64 {
        self.global.iter().fold(1, |count: u64, ids| count.saturating_mul(ids.end - ids.start))
    }
}
