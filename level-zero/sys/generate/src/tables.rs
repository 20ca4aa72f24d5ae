//! Makes the tables at the end of bindgen's items.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use quote::ToTokens as _;
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Fields, File, FnArg, ForeignItem, ForeignItemFn, ImplItem, Item, Meta, Path,
    PointerMutability, ReturnType, Token, Type,
};

use crate::selection::{FUNCTIONS, TAGS};

/// The types for flags that members and parameters have.
pub fn flags(bindings: &File) -> BTreeSet<String> {
    words(bindings).filter(|word| word.ends_with("_flags_t")).collect()
}

/// The bindings with handles that are types of their own, and with all tables.
pub fn complete(mut bindings: File) -> Result<String, String> {
    let (mut items, mut functions, mut handles) = (Vec::new(), Vec::new(), String::new());
    for item in std::mem::take(&mut bindings.items) {
        match item {
            Item::ForeignMod(block) => functions.extend(block.items),
            Item::Struct(item) if is_opaque(&item.fields) => {}
            // What is opaque is bytes, and no text.
            Item::Struct(mut item) if item.ident.to_string().ends_with("_handle_t") => {
                for field in &mut item.fields {
                    if let Type::Array(array) = &mut field.ty {
                        *array.elem = syn::parse_quote!(u8);
                    }
                }
                items.push(Item::Struct(item));
            }
            Item::Type(item) if item.ident.to_string().ends_with("_handle_t") => {
                writeln!(handles, "    /// {}\n    {};", documentation(&item.attrs), item.ident)
                    .expect("strings grow");
            }
            Item::Struct(mut item)
                if item.ident.to_string().starts_with("ze") && matches!(item.fields, Fields::Unnamed(_)) =>
            {
                prints_otherwise(&mut item.attrs);
                items.push(Item::Struct(item));
            }
            item => items.push(item),
        }
    }
    let mut text = format!("handles! {{\n{handles}}}\n");
    for item in &items {
        text += &additions(item);
    }
    let functions: Vec<ForeignItemFn> = functions
        .into_iter()
        .filter_map(|item| if let ForeignItem::Fn(function) = item { Some(function) } else { None })
        .collect();
    text += &entry_points(&functions)?;
    text += &extension_functions(&functions);
    bindings.items = items;
    Ok(prettyplease::unparse(&bindings) + "\n" + &text)
}

/// Returns the macro call that a type needs besides, with its arguments.
fn additions(item: &Item) -> String {
    match item {
        Item::Impl(item) if item.trait_.is_none() => {
            let name = item.self_ty.to_token_stream().to_string();
            let kind = if name.ends_with("_flags_t") { "flags" } else { "enumeration" };
            let values = item.items.iter().filter_map(|item| match item {
                ImplItem::Const(value) => Some(format!("    {},\n", value.ident)),
                _ => None,
            });
            format!("\n{kind}!({name} {{\n{}}});\n", values.collect::<String>())
        }
        Item::Struct(item) if matches!(item.fields, Fields::Named(_)) => {
            let member = |name: &str| {
                item.fields.iter().find(|field| field.ident.as_ref().is_some_and(|known| known == name))
            };
            let name = item.ident.to_string();
            match member("stype") {
                // Bytes that stand for what is only pointed to.
                _ if member("_bindgen_opaque_blob").is_some() => String::new(),
                // What all others begin with has no tag of its own.
                Some(tags) if !name.starts_with("ze_base_") => {
                    format!("\ntagged!({name}: {}::{});\n", in_words(&tags.ty), tag(&name))
                }
                _ => format!("\nplain!({name});\n"),
            }
        }
        _ => String::new(),
    }
}

/// Numbers print as their names: takes back what prints them as numbers.
fn prints_otherwise(attributes: &mut [Attribute]) {
    for attribute in attributes.iter_mut().filter(|attribute| attribute.path().is_ident("derive")) {
        let derives = attribute.parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated);
        let derives = derives.expect("traits are paths").into_iter().filter(|name| !name.is_ident("Debug"));
        *attribute = syn::parse_quote!(#[derive(#(#derives),*)]);
    }
}

/// Rows of the functions that loaders export.
fn entry_points(functions: &[ForeignItemFn]) -> Result<String, String> {
    let mut text = "
/// Passes the whole table of entry points to the macro `$callback`: rows of the form
/// `#[doc] (major, minor) name(parameter: type, ..) -> result;`, where the version is that of the specification
/// which introduced the function.
///
/// The types are named as in this crate, and `c_char` and `c_void` as in `core::ffi`, without a path.
#[macro_export]
macro_rules! for_each_entry_point {
    ($callback:ident) => {
        $callback! {
"
    .to_owned();
    let mut count = 0;
    for function in functions {
        let name = function.sig.ident.to_string();
        let since = FUNCTIONS.iter().find(|(_, names)| names.split_whitespace().any(|known| known == name));
        if let Some(((major, minor), _)) = since {
            count += 1;
            text += &row(function, &format!("({major}, {minor})"));
        }
    }
    let selected = FUNCTIONS.iter().map(|(_, names)| names.split_whitespace().count()).sum::<usize>();
    if count != selected {
        return Err(format!("of {selected} functions, the headers have {count}"));
    }
    Ok(text + "        }\n    };\n}\n")
}

/// Rows of the functions that drivers offer by name only.
fn extension_functions(functions: &[ForeignItemFn]) -> String {
    let mut text = "
/// Passes the functions that drivers offer by name only to the macro `$callback`: rows of the form
/// `#[doc] pointer_type = name(parameter: type, ..) -> result;`.
///
/// The types are named as in this crate, without a path.
#[macro_export]
macro_rules! for_each_extension_function {
    ($callback:ident) => {
        $callback! {
"
    .to_owned();
    for function in functions {
        if let Some(kind) = function.sig.ident.to_string().strip_prefix("zex") {
            text += &row(function, &format!("zex_pfn{kind}_t ="));
        }
    }
    text + "        }\n    };\n}\n"
}

/// A row of a table: the description of a function, what comes before its name, and what it takes and gives.
fn row(function: &ForeignItemFn, before: &str) -> String {
    let parameters: Vec<String> = function
        .sig
        .inputs
        .iter()
        .filter_map(|parameter| match parameter {
            FnArg::Typed(typed) => Some(format!("{}: {}", typed.pat.to_token_stream(), in_words(&typed.ty))),
            _ => None,
        })
        .collect();
    let result = match &function.sig.output {
        ReturnType::Type(_, result) => in_words(result),
        ReturnType::Default => "()".to_owned(),
    };
    let (name, parameters) = (&function.sig.ident, parameters.join(", "));
    format!("            {}\n            {before} {name}({parameters}) -> {result};\n", described(function))
}

/// A type as one writes it, without the path.
fn in_words(r#type: &Type) -> String {
    match r#type {
        Type::Ptr(pointer) => {
            let way = if matches!(pointer.mutability, PointerMutability::Mut(_)) { "mut" } else { "const" };
            format!("*{way} {}", in_words(&pointer.elem))
        }
        Type::Path(path) => path.path.segments.last().expect("paths have segments").ident.to_string(),
        other => other.to_token_stream().to_string(),
    }
}

/// Tag of a structure: ZE_STRUCTURE_TYPE_CONTEXT_DESC is that of ze_context_desc_t.
fn tag(name: &str) -> String {
    if let Some((_, tag)) = TAGS.iter().find(|(known, _)| *known == name) {
        return (*tag).to_owned();
    }
    let (api, kind) = name.split_once('_').expect("names begin with that of their API");
    let kind = kind.strip_suffix("_t").unwrap_or(kind);
    format!("{api}_STRUCTURE_TYPE_{kind}").to_uppercase()
}

fn described(function: &ForeignItemFn) -> String {
    format!("/// {}", documentation(&function.attrs))
}

fn documentation(attributes: &[Attribute]) -> String {
    let texts = attributes.iter().filter_map(|attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            syn::Expr::Lit(literal) => match &literal.lit {
                syn::Lit::Str(text) => Some(text.value()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    });
    texts.collect::<Vec<_>>().join(" ").trim().to_owned()
}

fn is_opaque(fields: &Fields) -> bool {
    fields.iter().any(|field| field.ident.as_ref().is_some_and(|name| name == "_unused"))
}

/// All words of the bindings.
fn words(bindings: &File) -> impl Iterator<Item = String> {
    let text = bindings.to_token_stream().to_string();
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_owned);
    words.collect::<BTreeSet<String>>().into_iter()
}
