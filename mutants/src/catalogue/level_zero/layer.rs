//! A layer between the Level Zero backend and its driver: one defect, which sees every call of an entry point.
//!
//! A process has one mutant, so there is one defect and one driver below it.

use level_zero_sys::*;
use std::ffi::{c_char, c_void};
use std::sync::OnceLock;

struct Layer {
    below: Functions,
    defect: Box<dyn Defect>,
}

static LAYER: OnceLock<Layer> = OnceLock::new();

fn layer() -> &'static Layer {
    LAYER.get().expect("calls come after the layer")
}

macro_rules! define_layer {
    ($($(#[$meta:meta])* ($major:literal, $minor:literal)
        $name:ident($($parameter:ident: $type:ty),* $(,)?) -> $result:ty;)*) => {
        /// The calls of the entry points, with their arguments.
        ///
        /// A call that a defect gets is made by Level Zero's rules. A defect that changes an argument keeps to them.
        pub(super) mod call {
            use super::*;

            $(
                $(#[$meta])*
                #[derive(Clone, Copy)]
                pub(in super::super) struct $name {
                    $(pub(in super::super) $parameter: $type,)*
                }

                impl $name {
                    /// Makes the call.
                    pub(in super::super) fn run(self) -> $result {
                        let below = layer().below.$name.expect("an entry point that was replaced");
                        // SAFETY: made by Level Zero's rules, as said above.
                        unsafe { below($(self.$parameter),*) }
                    }
                }
            )*
        }

        /// What a driver does wrong: each method takes the place of the entry point of its name.
        pub(super) trait Defect: Send + Sync {
            $(
                $(#[$meta])*
                fn $name(&self, call: call::$name) -> $result {
                    call.run()
                }
            )*
        }

        /// Puts a defect in front of the entry points.
        pub(super) fn install<D: Defect + Default + 'static>(functions: &mut Functions) {
            LAYER.get_or_init(|| Layer { below: *functions, defect: Box::new(D::default()) });
            $(
                if functions.$name.is_some() {
                    unsafe extern "C" fn entry($($parameter: $type),*) -> $result {
                        layer().defect.$name(call::$name { $($parameter),* })
                    }
                    functions.$name = Some(entry);
                }
            )*
        }
    };
}

for_each_entry_point!(define_layer);

/// Defines a defect: its state, which starts at its default, and the entry points that it changes, each with what is
/// done instead, given the defect and the call.
macro_rules! defect {
    ($defect:ident { $($field:ident: $ty:ty),* $(,)? }, $($name:ident, |$this:pat_param, $call:pat_param| $body:expr),* $(,)?) => {
        #[derive(Default)]
        struct $defect {
            $($field: $ty,)*
        }

        impl $crate::catalogue::level_zero::layer::Defect for $defect {
            $(
                fn $name(
                    &self,
                    $call: $crate::catalogue::level_zero::layer::call::$name,
                ) -> ::level_zero_sys::ze_result_t {
                    let $this = self;
                    $body
                }
            )*
        }
    };
}

pub(super) use defect;
