//! Makes the bindings of `level-zero-sys` from the official headers: `INCLUDE_DIRECTORY OUTPUT [CLANG_ARGUMENT...]`.
//!
//! bindgen gives types, layouts, numbers and signatures. This program adds what C does not say: enumerations behind
//! types of flags, tags of structures, and tables of functions and names.

mod callbacks;
mod selection;
mod tables;

use std::collections::BTreeSet;
use std::env;

use callbacks::Callbacks;

const START: &str = "// Made by tools/level-zero-bindings.sh of Level Zero's headers, whose texts are
// Copyright (C) 2019-2025 Intel Corporation, SPDX-License-Identifier: MIT.

";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = env::args().skip(1);
    let include = arguments.next().ok_or("which directory holds level_zero/ze_api.h?")?;
    let output = arguments.next().ok_or("which file is to be written?")?;
    let clang: Vec<String> = [format!("-I{include}")].into_iter().chain(arguments).collect();
    // Members name no enumeration but only a number for their flags, so that the first look tells which there are.
    let flags: BTreeSet<String> = tables::flags(&look(&clang, &BTreeSet::new())?);
    let bindings = look(&clang, &flags)?;
    std::fs::write(output, START.to_owned() + &tables::complete(bindings)?)?;
    Ok(())
}

/// Runs bindgen over the selection, with the bits of these types for flags.
fn look(clang: &[String], flags: &BTreeSet<String>) -> Result<syn::File, Box<dyn std::error::Error>> {
    let mut builder = bindgen::Builder::default()
        .header(concat!(env!("CARGO_MANIFEST_DIR"), "/headers.h"))
        .clang_args(clang)
        .use_core()
        .generate_cstr(true)
        .derive_partialeq(true)
        .derive_eq(true)
        .default_enum_style(bindgen::EnumVariation::NewType { is_bitfield: false, is_global: false })
        .bitfield_enum("_zex?s?_\\w+_flag_t")
        .blocklist_type("zex?s?_\\w+_flags_t")
        // The tables of the families are only pointed to.
        .opaque_type("_ze_\\w+_dditable_t|_ze[tsr]_dditable_driver_t")
        .disable_header_comment()
        .formatter(bindgen::Formatter::None)
        .merge_extern_blocks(true)
        .parse_callbacks(Box::new(Callbacks));
    let functions =
        selection::FUNCTIONS.iter().map(|(_, names)| *names).chain([selection::EXTENSION_FUNCTIONS]);
    for name in functions.flat_map(str::split_whitespace) {
        builder = builder.allowlist_function(name);
    }
    for name in selection::TYPES.split_whitespace() {
        builder = builder.allowlist_type(name);
    }
    for name in selection::CONSTANTS.split_whitespace() {
        builder = builder.allowlist_var(name);
    }
    for name in flags {
        builder = builder.allowlist_type(format!("_{}", name.replace("_flags_t", "_flag_t")));
    }
    Ok(syn::parse_file(&builder.generate()?.to_string())?)
}
