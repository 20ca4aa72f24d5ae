//! The shim's functions in C++ are those of the table in Rust: by name, and by the types as `pass` has them.

use std::collections::BTreeMap;
use std::path::Path;
use ur_ipc_api::for_each_sycl_function;
use ur_ipc_api::sycl::SyclIpc;

/// A function's parameters in C++, the place for the answer last.
type Signature = Vec<String>;

macro_rules! define_table {
    ($($(#[$doc:meta])* fn $name:ident ($sycl:literal) ($($arg:ident: $ty:ty,)*) -> $out:ty;)*) => {
        fn table() -> BTreeMap<String, Signature> {
            // That it is the trait's table is seen by its methods.
            $(let _ = <dyn SyclIpc>::$name;)*
            let row = |name: &str, arguments: &[&str], out: &str| {
                let plain = |ty: &str| ty.replace(' ', "");
                let mut signature: Signature = arguments.iter().map(|ty| argument(&plain(ty)).to_owned()).collect();
                signature.push(format!("{} *", answer(&plain(out))));
                (name.to_owned(), signature)
            };
            [$(row(stringify!($name), &[$(stringify!($ty)),*], stringify!($out))),*].into()
        }
    };
}

for_each_sycl_function!(define_table);

fn argument(ty: &str) -> &'static str {
    match ty {
        "Device" => "device",
        "Context" | "Option<Context>" | "Queue" | "PhysicalMem" | "Event" | "Handle" => "object",
        "&[Device]" | "&[Event]" | "&[u8]" => "slice",
        "usize" => "std::size_t",
        "u8" | "bool" => "std::uint8_t",
        "Option<bool>" => "std::int32_t",
        "Aspect" | "UsmKind" | "Access" | "Overload" | "ProfilingTime" | "QueueProperties" => "std::uint32_t",
        "Place" => "place",
        other => panic!("no argument of the shim is a {other}"),
    }
}

fn answer(ty: &str) -> &'static str {
    match ty {
        "()" => "nothing",
        "Vec<u8>" | "String" => "slice",
        "u64" => "std::uint64_t",
        "u32" | "EventStatus" | "Option<UsmKind>" => "std::uint32_t",
        other => argument(other),
    }
}

/// The functions of the shim's sources.
fn shim() -> BTreeMap<String, Signature> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("shim");
    let mut found = BTreeMap::new();
    for file in std::fs::read_dir(folder).expect("the shim's sources") {
        let text = std::fs::read_to_string(file.expect("a file").path()).expect("a text");
        for function in text.split("SHIM std::int32_t ur_ipc_sycl_").skip(1) {
            let (name, rest) = function.split_once('(').expect("parameters");
            let (parameters, _) = rest.split_once(')').expect("their end");
            found.insert(name.to_owned(), parameters.split(',').map(of_parameter).collect());
        }
    }
    found
}

/// The type of a parameter, with its name or without.
fn of_parameter(parameter: &str) -> String {
    let parameter = parameter.trim();
    match parameter.split_once('*') {
        Some((ty, _)) => format!("{} *", ty.trim()),
        None => parameter.split(' ').next().unwrap_or_default().to_owned(),
    }
}

#[test]
fn the_shim_has_the_functions_of_the_table() {
    let shim = shim();
    for (name, signature) in table() {
        assert_eq!(shim.get(&name), Some(&signature), "{name}");
    }
}

#[test]
fn both_sides_name_the_same_version() {
    let header = include_str!("../shim/shim.hpp");
    let source = include_str!("../src/shim.rs");
    let number = |text: &str, before: &str| {
        let (_, rest) = text.split_once(before).expect("a version");
        rest.split_once(';').expect("its end").0.parse::<u32>().expect("a number")
    };
    assert_eq!(
        number(header, "constexpr std::uint32_t ABI = "),
        number(source, "pub(crate) const ABI: u32 = ")
    );
}
