//! Arrows from calls that give something to those that take it.

use super::event::{Event, Moment};
use super::lanes::Passed;
use std::collections::HashMap;

/// The objects that calls have given so far.
#[derive(Default)]
pub(super) struct Arrows {
    /// When, by the names. Names come again, as those that are made of bytes do.
    given: HashMap<String, Vec<Moment>>,
    count: u64,
}

impl Arrows {
    /// Draws an arrow to each call that takes what another has given before, from the last one that has.
    pub(super) fn draw(&mut self, passed: Vec<Passed>, events: &mut Vec<Event>) {
        let mut all_taken = Vec::new();
        for passed in passed {
            match passed {
                Passed::Given(name, moment) => self.given.entry(name).or_default().push(moment),
                Passed::Taken(name, moment) => all_taken.push((name, moment)),
            }
        }
        for (name, to) in &all_taken {
            let given = self.given.get(name).into_iter().flatten();
            if let Some(&from) = given.filter(|from| from.at <= to.at).max_by_key(|from| from.at) {
                self.count += 1;
                events.extend(Event::arrow(name, self.count, from, *to));
            }
        }
        // Only the last one of each can be what is taken from now on.
        for given in self.given.values_mut() {
            given.sort_by_key(|moment| moment.at);
            given.drain(..given.len().saturating_sub(1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn moment(pid: u32, at: u64) -> Moment {
        Moment { pid, tid: pid.cast_signed(), at }
    }

    fn drawn(arrows: &mut Arrows, passed: Vec<Passed>) -> Vec<Value> {
        let mut events = Vec::new();
        arrows.draw(passed, &mut events);
        events.iter().filter_map(|event| event.value(0)).collect()
    }

    fn ends(id: u64, from: (u32, u64), to: (u32, u64)) -> [Value; 2] {
        let end = |ph: &str, (pid, at): (u32, u64)| {
            let ts = at as f64 / 1000.0;
            json!({ "name": "h", "cat": "flow", "ph": ph, "pid": pid, "tid": pid, "id": id, "ts": ts })
        };
        let mut to = end("f", to);
        to["bp"] = "e".into();
        [end("s", from), to]
    }

    #[test]
    fn an_arrow_goes_from_the_last_gift_before() {
        let mut arrows = Arrows::default();
        let given = |pid, at| Passed::Given("h".to_owned(), moment(pid, at));
        let taken = |pid, at| Passed::Taken("h".to_owned(), moment(pid, at));
        let first = drawn(&mut arrows, vec![taken(2, 3000), given(1, 1000), given(1, 2000), given(1, 4000)]);
        assert_eq!(first, ends(1, (1, 2000), (2, 3000)));
        let second = drawn(&mut arrows, vec![taken(2, 5000), taken(3, 6000)]);
        let expected = [ends(2, (1, 4000), (2, 5000)), ends(3, (1, 4000), (3, 6000))].concat();
        assert_eq!(second, expected);
        assert!(drawn(&mut arrows, vec![Passed::Taken("other".to_owned(), moment(2, 7000))]).is_empty());
    }
}
