//! Answers to bindgen's questions.

use bindgen::callbacks::{
    DeriveInfo, EnumVariantCustomBehavior, EnumVariantValue, ImplementsTrait, IntKind, ItemInfo,
    ParseCallbacks, TypeKind,
};

#[derive(Debug)]
pub struct Callbacks;

impl ParseCallbacks for Callbacks {
    /// Tags of C are the types' names with an underscore in front, and the type of a member with flags has the bits.
    fn item_name(&self, item: ItemInfo) -> Option<String> {
        let name = item.name.strip_prefix("_ze").map(|rest| format!("ze{rest}"))?;
        Some(name.strip_suffix("_flag_t").map(|kind| format!("{kind}_flags_t")).unwrap_or(name))
    }

    /// Lengths of arrays.
    fn int_macro(&self, _name: &str, _value: i64) -> Option<IntKind> {
        Some(IntKind::Custom { name: "usize", is_signed: false })
    }

    /// The number that makes a compiler take 32 bits is no value.
    fn enum_variant_behavior(
        &self,
        _enumeration: Option<&str>,
        variant: &str,
        _value: EnumVariantValue,
    ) -> Option<EnumVariantCustomBehavior> {
        variant.ends_with("_FORCE_UINT32").then_some(EnumVariantCustomBehavior::Hide)
    }

    fn add_derives(&self, info: &DeriveInfo<'_>) -> Vec<String> {
        let derives: &[&str] = match info.kind {
            TypeKind::Enum => &["PartialOrd", "Ord", "Default"],
            _ => &[],
        };
        derives.iter().map(|&name| name.to_owned()).collect()
    }

    /// Left out are numbers, whose types are bound under their names, and what only pointers name.
    fn blocklisted_type_implements_trait(
        &self,
        _name: &str,
        _derived: bindgen::callbacks::DeriveTrait,
    ) -> Option<ImplementsTrait> {
        Some(ImplementsTrait::Yes)
    }

    /// The headers' short description, in Markdown.
    fn process_comment(&self, comment: &str) -> Option<String> {
        let text = match comment.split_once("@details") {
            Some((brief, details)) if brief.trim().is_empty() => details,
            Some((brief, _)) => brief,
            None => comment,
        };
        let text = text.replace("@brief", "");
        let words: Vec<&str> = text.split_whitespace().filter(|word| *word != "<").collect();
        let mut text = words.join(" ");
        // Whether it is read or written, as in "[in,out][optional] bytes".
        while let Some((_, rest)) = text.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            if rest.is_empty() {
                break;
            }
            text = rest.trim_start().to_owned();
        }
        Some(format!(" {}", text.replace("::", "").replace('[', "\\[").replace('<', "\\<")))
    }
}
