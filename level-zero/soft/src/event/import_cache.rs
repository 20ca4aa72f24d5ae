//! The descriptors of events that were opened last, where the driver keeps them.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use crate::faults::{Rule, follows};
use crate::memory::checks::lock;
use crate::memory::descriptor::Descriptor;

/// How many are kept.
const MOST: usize = 8;

/// What tells events apart: the identity of the page, the exporting process and its descriptor.
type Key = (u64, i32, i32);

static CACHE: Mutex<VecDeque<(Key, Arc<Descriptor>)>> = Mutex::new(VecDeque::new());

/// The descriptor of an event that was opened before, if it is kept.
pub(super) fn find(key: Key) -> Option<Arc<Descriptor>> {
    lock(&CACHE).iter().find(|(kept, _)| *kept == key).map(|(_, file)| Arc::clone(file))
}

/// Keeps a descriptor, as the last.
pub(super) fn keep(key: Key, file: Arc<Descriptor>) {
    if !follows(Rule::CachedImports) {
        return;
    }
    let mut cache = lock(&CACHE);
    cache.retain(|(kept, _)| *kept != key);
    cache.push_back((key, file));
    if cache.len() > MOST {
        cache.pop_front();
    }
}
