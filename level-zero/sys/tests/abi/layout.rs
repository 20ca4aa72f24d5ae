//! Sizes, offsets, numbers and texts equal the pinned ones.

use crate::catalogue::{self, Text, Type, Value};
use rstest::rstest;

#[rstest]
#[case::driver(catalogue::driver::types())]
#[case::device(catalogue::device::types())]
#[case::execution(catalogue::execution::types())]
#[case::memory(catalogue::memory::types())]
#[case::zex(catalogue::zex::types())]
#[case::tags(catalogue::tags::types())]
fn types_have_their_layout(#[case] types: Vec<Type>) {
    for found in types {
        assert_eq!(found.actual, found.pinned, "size of {}", found.name);
        for member in found.members {
            assert_eq!(member.actual, member.pinned, "offset and size of {}.{}", found.name, member.name);
        }
    }
}

#[rstest]
#[case::driver(catalogue::driver::values())]
#[case::device(catalogue::device::values())]
#[case::execution(catalogue::execution::values())]
#[case::memory(catalogue::memory::values())]
#[case::zex(catalogue::zex::values())]
#[case::tags(catalogue::tags::values())]
fn names_have_their_number(#[case] values: Vec<Value>) {
    for found in values {
        assert_eq!(found.actual, found.pinned, "{}", found.name);
    }
}

#[rstest]
#[case::driver(catalogue::driver::texts())]
#[case::device(catalogue::device::texts())]
#[case::execution(catalogue::execution::texts())]
#[case::memory(catalogue::memory::texts())]
#[case::zex(catalogue::zex::texts())]
fn names_have_their_text(#[case] texts: Vec<Text>) {
    for found in texts {
        assert_eq!(found.actual, found.pinned, "{}", found.name);
    }
}
