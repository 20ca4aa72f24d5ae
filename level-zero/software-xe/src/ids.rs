//! Numbers for things, as the kernel gives them: the lowest that is free, from 1.

use std::collections::BTreeSet;

/// Things by their numbers.
#[derive(Debug)]
pub struct Ids<T> {
    things: Vec<Option<T>>,
    free: BTreeSet<u32>,
}

impl<T> Default for Ids<T> {
    fn default() -> Self {
        Self { things: Vec::new(), free: BTreeSet::new() }
    }
}

impl<T> Ids<T> {
    /// Gives a thing its number.
    pub fn add(&mut self, thing: T) -> u32 {
        if let Some(id) = self.free.pop_first() {
            self.things[id as usize - 1] = Some(thing);
            return id;
        }
        self.things.push(Some(thing));
        self.things.len() as u32
    }

    /// The thing with this number.
    pub fn get(&self, id: u32) -> Option<&T> {
        self.things.get((id as usize).checked_sub(1)?)?.as_ref()
    }

    /// Takes a thing and its number away.
    pub fn remove(&mut self, id: u32) -> Option<T> {
        let thing = self.things.get_mut((id as usize).checked_sub(1)?)?.take()?;
        self.free.insert(id);
        Some(thing)
    }

    /// All things.
    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.things.iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_free_number_is_next() {
        let mut ids = Ids::default();
        assert_eq!([ids.add('a'), ids.add('b'), ids.add('c')], [1, 2, 3]);
        assert_eq!((ids.remove(2), ids.remove(1), ids.remove(1)), (Some('b'), Some('a'), None));
        assert_eq!([ids.add('d'), ids.add('e'), ids.add('f')], [1, 2, 4]);
        assert_eq!((ids.get(0), ids.get(2), ids.get(5), ids.get(u32::MAX)), (None, Some(&'e'), None, None));
        assert_eq!(ids.values().collect::<String>(), "decf");
    }
}
