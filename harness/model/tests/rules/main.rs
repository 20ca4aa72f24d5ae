//! The model's rules for single steps.

mod devices;
mod undefined;
mod values;

use ur_ipc_model::{Device, Program, State, Step};

const MEMORY: &str = "a: c1 = context
a: q1 = queue in c1
a: m1 = alloc 2 in c1
a: fill m1[0..2] with 7 by q1
a: h1 = get m1
b: c2 = context
b: q2 = queue in c2
b: i1 = open h1 in c2
";

const EVENT: &str = "a: c1 = context
a: q1 = queue in c1
a: e1 = event in c1 shared
a: h1 = get e1
b: c2 = context
b: q2 = queue in c2
b: i1 = open h1 in c2
";

const PHYSICAL: &str = "a: c1 = context
a: q1 = queue in c1
a: p1 = physical 2 in c1 shared
a: h1 = get p1
b: c2 = context
b: q2 = queue in c2
b: i1 = open h1 in c2
";

const OUT_OF_ORDER: &str = "a: c1 = context
a: q1 = queue in c1 out of order
a: q2 = queue in c1
a: m1 = alloc 2 in c1
a: e1 = event in c1 shared
a: e2 = event in c1 shared
a: h1 = get e1
a: fill m1[0..1] with 7 by q1
";

const ROWS: &str = "a: c1 = context
a: q1 = queue in c1
a: m1 = alloc 6 in c1
a: fill m1[0..6] with 7 by q1
a: finish q1
a: h1 = get m1
b: c2 = context
b: q2 = queue in c2
b: m2 = alloc 6 in c2
b: fill m2[0..6] with 70 by q2
b: i1 = open h1 in c2
";

/// The state behind a program of which every step went as expected, and the step that comes next.
fn behind(before: &str, rest: &str) -> (State, Step) {
    let mut steps = format!("{before}{rest}").parse::<Program>().unwrap().steps;
    let (last, mut state) = (steps.pop().unwrap(), State::new(Device::WHOLE));
    for step in steps {
        let allowed = state.allowed(&step).unwrap_or_else(|why| panic!("{step}: {why}"));
        state.apply(&step, &allowed.expected());
    }
    (state, last)
}
