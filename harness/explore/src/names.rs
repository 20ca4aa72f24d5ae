//! Names that are given anew.

use std::collections::BTreeMap;
use ur_ipc_model::{Name, Program};

/// Number of names that each letter has.
#[derive(Debug, Default)]
pub(super) struct Numbers(BTreeMap<char, u32>);

impl Numbers {
    /// The same program with its names numbered on from those that were given before, in the order in which it makes them.
    pub(super) fn renumber(&mut self, program: &Program) -> Program {
        let mut names = BTreeMap::new();
        for made in program.steps.iter().filter_map(|step| step.call.makes()) {
            let number = self.0.entry(made.letter).or_default();
            *number += 1;
            names.insert(made, Name { letter: made.letter, number: *number });
        }
        let mut steps = program.steps.clone();
        for step in &mut steps {
            step.call.map_names(|name| names.get(&name).copied().unwrap_or(name));
        }
        Program { steps }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_numbered_as_they_appear() {
        let text =
            "a: c7 = context\na: m12 = alloc 2 in c7\na: q3 = queue in c7\na: fill m12[0..2] with 12 by q3\n";
        let first =
            "a: c1 = context\na: m1 = alloc 2 in c1\na: q1 = queue in c1\na: fill m1[0..2] with 12 by q1\n";
        let second =
            "a: c2 = context\na: m2 = alloc 2 in c2\na: q2 = queue in c2\na: fill m2[0..2] with 12 by q2\n";
        let (program, mut numbers) = (text.parse().unwrap(), Numbers::default());
        assert_eq!(numbers.renumber(&program).to_string(), first);
        assert_eq!(numbers.renumber(&program).to_string(), second);
    }
}
