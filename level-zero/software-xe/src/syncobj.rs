//! Synchronisation objects: places for fences, of which some have a timeline of points.
//!
//! They behave as in `drm_syncobj.c` and `dma-fence-chain.c`. An object without points has one fence. A point is reached
//! when its own fence and those of all earlier points have signalled.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::fence::Fence;

/// A synchronisation object.
#[derive(Debug, Default)]
pub struct Syncobj {
    content: Mutex<Content>,
}

#[derive(Debug, Default)]
enum Content {
    #[default]
    Nothing,
    Fence(Arc<Fence>),
    /// Points in order. What was there before is the first one's, and has to come as well.
    Timeline(Vec<(u64, Arc<Fence>)>),
}

impl Syncobj {
    /// Puts a fence into the place of what is there.
    pub fn replace(&self, fence: Arc<Fence>) {
        *self.lock() = Content::Fence(fence);
    }

    /// Takes everything out.
    pub fn reset(&self) {
        *self.lock() = Content::Nothing;
    }

    /// Adds a point. One that is not later than the last begins a new timeline, with the number of the last.
    pub fn add_point(&self, point: u64, fence: Arc<Fence>) {
        let mut content = self.lock();
        *content = Content::Timeline(match std::mem::take(&mut *content) {
            Content::Nothing => vec![(point, fence)],
            Content::Fence(before) => vec![(point, Fence::all(vec![before, fence]))],
            Content::Timeline(mut points) => {
                let last = points.last().map_or(0, |(point, _)| *point);
                if point > last {
                    points.push((point, fence));
                    points
                } else {
                    let all = points.into_iter().map(|(_, fence)| fence).chain([fence]).collect();
                    vec![(last, Fence::all(all))]
                }
            }
        });
    }

    /// The fence of a point, or of what is there by now where the point is 0. There is none for a point that nobody has added.
    pub fn find(&self, point: u64) -> Option<Arc<Fence>> {
        match &*self.lock() {
            Content::Nothing => None,
            Content::Fence(fence) => (point == 0).then(|| Arc::clone(fence)),
            Content::Timeline(points) => {
                let last = match point {
                    0 => points.len(),
                    point => points.iter().position(|(other, _)| *other >= point)? + 1,
                };
                Some(Fence::all(points[..last].iter().map(|(_, fence)| Arc::clone(fence)).collect()))
            }
        }
    }

    /// The last point that was reached; 0 where there is no timeline.
    pub fn reached(&self) -> u64 {
        match &*self.lock() {
            Content::Timeline(points) => {
                points.iter().take_while(|(_, fence)| fence.has_come()).last().map_or(0, |(point, _)| *point)
            }
            Content::Nothing | Content::Fence(_) => 0,
        }
    }

    /// The last point that was added; 0 where there is no timeline.
    pub fn submitted(&self) -> u64 {
        match &*self.lock() {
            Content::Timeline(points) => points.last().map_or(0, |(point, _)| *point),
            Content::Nothing | Content::Fence(_) => 0,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Content> {
        self.content.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fence::Promise;
    use crate::progress::Progress;

    #[test]
    fn a_point_is_reached_with_all_before_it() {
        let progress = Arc::new(Progress::default());
        let syncobj = Syncobj::default();
        let early = Promise::new(Arc::clone(&progress));
        syncobj.add_point(1, early.fence());
        syncobj.add_point(5, Fence::signalled());
        assert_eq!((syncobj.reached(), syncobj.submitted()), (0, 5));
        assert!(syncobj.find(6).is_none());
        // Points between are reached with the next one.
        let between = syncobj.find(3).unwrap();
        assert!(!between.has_come());
        drop(early);
        assert!(between.has_come());
        assert_eq!(syncobj.reached(), 5);
    }

    #[test]
    fn a_point_out_of_order_begins_anew() {
        let progress = Arc::new(Progress::default());
        let syncobj = Syncobj::default();
        syncobj.add_point(5, Fence::signalled());
        let late = Promise::new(Arc::clone(&progress));
        syncobj.add_point(3, late.fence());
        assert_eq!((syncobj.reached(), syncobj.submitted()), (0, 5));
        drop(late);
        assert_eq!(syncobj.reached(), 5);
    }
}
