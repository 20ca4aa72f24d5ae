//! Pinned layouts, numbers and texts of everything that the crate binds, next to what Rust makes of it.

/// A type with its size in bytes.
#[derive(Clone, Debug)]
pub struct Type {
    /// Name in C and in Rust.
    pub name: &'static str,
    /// Size that the C API gives it.
    pub pinned: usize,
    /// Size in Rust.
    pub actual: usize,
    /// Members; empty for numbers and pointers.
    pub members: Vec<Member>,
}

/// A member of a structure, as offset and size in bytes.
#[derive(Clone, Debug)]
pub struct Member {
    /// Name in C.
    pub name: &'static str,
    /// Place that the C API gives it.
    pub pinned: (usize, usize),
    /// Place in Rust.
    pub actual: (usize, usize),
}

/// A number behind a name.
#[derive(Clone, Debug)]
pub struct Value {
    /// Name in C.
    pub name: &'static str,
    /// Number in the C API.
    pub pinned: u64,
    /// Number in Rust.
    pub actual: u64,
}

/// A text behind a name.
#[derive(Clone, Debug)]
pub struct Text {
    /// Name in C.
    pub name: &'static str,
    /// Text in the C API.
    pub pinned: &'static str,
    /// Text in Rust.
    pub actual: &'static str,
}

/// Size of the member that `member` reads.
pub fn size_of_member<S, M>(_member: fn(&S) -> &M) -> usize {
    size_of::<M>()
}

macro_rules! layout {
    ($name:ident: $size:literal $({ $($member:ident: $offset:literal, $member_size:literal;)* })?) => {
        Type {
            name: stringify!($name),
            pinned: $size,
            actual: size_of::<level_zero_sys::$name>(),
            members: vec![$($(super::Member {
                name: stringify!($member).trim_start_matches("r#"),
                pinned: ($offset, $member_size),
                actual: (
                    core::mem::offset_of!(level_zero_sys::$name, $member),
                    super::size_of_member(|structure: &level_zero_sys::$name| &structure.$member),
                ),
            },)*)?],
        }
    };
}

macro_rules! value {
    ($type:ident::$name:ident = $number:literal) => {
        Value { name: stringify!($name), pinned: $number, actual: u64::from(level_zero_sys::$type::$name.0) }
    };
    ($name:ident = $number:literal) => {
        Value { name: stringify!($name), pinned: $number, actual: level_zero_sys::$name as u64 }
    };
}

macro_rules! text {
    ($name:ident = $text:literal) => {
        Text {
            name: stringify!($name),
            pinned: $text,
            actual: level_zero_sys::$name.to_str().expect("names are ASCII"),
        }
    };
}

pub mod device;
pub mod driver;
pub mod execution;
pub mod memory;
pub mod tags;
pub mod zex;
