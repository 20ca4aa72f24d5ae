//! Roles of entry points and of their parameters, as far as the types do not tell them.

use crate::Family;

/// An entry point, by what it is for.
#[derive(Debug)]
pub struct EntryPoint {
    /// UR's name.
    pub name: &'static str,
    /// Its operation on handles between processes, with the family of the object; `None` for other entry points.
    pub sharing: Option<(Sharing, Family)>,
    /// The families of which most tests are skipped without it.
    pub needed_by: &'static [Family],
    /// In the order of the C signature.
    pub parameters: &'static [Parameter],
}

/// A parameter of an entry point.
#[derive(Debug)]
pub struct Parameter {
    /// UR's name.
    pub name: &'static str,
    /// The role of the parameter in the call.
    pub role: Role,
}

/// An operation on handles between processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "UR's words")]
pub enum Sharing {
    Get,
    Put,
    Open,
    Close,
}

/// The role of a parameter in its call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// None beyond its type.
    Plain,
    /// Handles are listed there, of which there is room for as many as the parameter before it says.
    Listed,
    /// The call writes there what it makes: a handle, or the address of memory.
    New,
    /// The address of a range that the call reserves is written there.
    NewRange,
    /// The address of the bytes of a handle between processes is written there. Their number is written to the next one.
    NewData,
    /// As `New`, unless there is an event already: the call signals that.
    Reusable,
    /// A handle of the driver is written there.
    Native,
    /// A number is written there: how many there are, or how many bytes.
    Number,
    /// A property is written there: what the parameter two before it asks for, into as many bytes as the one between says.
    Property,
    /// The call, or the command that it enqueues, writes this memory.
    Written,
    /// Bytes to be read, as many as the parameter before it says.
    Bytes,
    /// The size of what the call makes, in bytes.
    Size,
    /// The object gets one reference more.
    Retained,
    /// The object has one reference less, or ends.
    Consumed,
    /// The object that a handle between processes is made of.
    Exported,
    /// The bytes of a handle between processes.
    Data,
    /// The number of bytes of such a handle.
    DataSize,
    /// The bytes of a handle between processes, which end.
    ConsumedData,
}

impl Role {
    /// True if the call gives something there.
    #[must_use]
    pub const fn is_output(self) -> bool {
        matches!(self, Self::Native | Self::Number | Self::Property | Self::Written) || self.is_address()
    }

    /// Whether the call gives a handle of UR's or an address there.
    #[must_use]
    pub const fn is_address(self) -> bool {
        matches!(self, Self::Listed | Self::New | Self::NewRange | Self::NewData | Self::Reusable)
    }
}

macro_rules! describe {
    ($($(#[$doc:meta])* fn $name:ident ($ur:literal $(: $sharing:ident of $family:ident)? $(; needed by $($need:ident)+)?)
        ($($arg:ident ($c:literal $(, $role:ident)?): $ty:ty,)*);)*) => {
        /// Each entry point, by the name of its method.
        #[expect(non_upper_case_globals, reason = "the names of the methods")]
        impl EntryPoint {
            $(
                #[doc = concat!("`", $ur, "`")]
                pub const $name: &'static Self = &Self {
                    name: $ur,
                    sharing: [$(Some((Sharing::$sharing, Family::$family)),)? None][0],
                    needed_by: &[$($(Family::$need),+)?],
                    parameters: &[$(Parameter { name: $c, role: [$(Role::$role,)? Role::Plain][0] }),*],
                };
            )*

            /// All of them, in the order of the contract.
            pub const ALL: &'static [&'static Self] = &[$(Self::$name),*];
        }
    };
}
crate::table_of_entry_points!({ describe });

impl EntryPoint {
    /// The entry point of this name of UR's.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::ALL.iter().copied().find(|entry_point| entry_point.name == name)
    }

    /// By which handles of a family are got, put, opened and closed: imports of events end by `urEventRelease`.
    #[must_use]
    pub fn of(sharing: Sharing, family: Family) -> &'static Self {
        let found = Self::ALL.iter().find(|entry_point| entry_point.sharing == Some((sharing, family)));
        found.copied().unwrap_or(Self::event_release)
    }

    /// The family that no device can share without it: it shares objects of this family, or makes them.
    #[must_use]
    pub fn promised_with(&self) -> Option<Family> {
        let families = [Family::Memory, Family::Physical, Family::Event];
        let makes = |family: &Family| family.maker().name == self.name;
        self.sharing.map(|(_, family)| family).or_else(|| families.into_iter().find(makes))
    }

    /// The place of the parameter that has this role.
    #[must_use]
    pub fn position(&self, role: Role) -> Option<usize> {
        self.parameters.iter().position(|parameter| parameter.role == role)
    }
}
