//! References, and what objects are asked about themselves.

use super::{Calls, InC, block};
use crate::reproduce::checks::{self, Seen};
use crate::reproduce::helpers::Helper;
use crate::reproduce::script::Turn;
use crate::reproduce::things::ThingKind;
use ur_ipc_fixtures::api::UrResult;
use ur_ipc_model::{CommandQuery, Name, Observable, verb};

/// C code that collects the errors in properties, one bit for each.
const WRONG: &str = "unsigned wrong = (properties.stype != UR_STRUCTURE_TYPE_PHYSICAL_MEM_PROPERTIES) | \
                     (properties.pNext != NULL) << 1 | ((properties.flags & UR_PHYSICAL_MEM_FLAGS_MASK) != 0) << 2;";

/// Writes the checks of queries with buffers of other sizes. Whether a query leaves a refused buffer alone is not
/// checked.
fn buffers(
    turn: &Turn,
    (asked, kind): (&str, &str),
    queries: &[(&str, &str)],
    any_error: bool,
) -> Vec<String> {
    let says = |what| {
        let rule = turn.allowed.0.iter().find(|rule| rule.what == what).filter(|_| turn.succeeds);
        rule.map(|rule| format!("\"{}\"", rule.says.join(", ")))
    };
    let mut lines = Vec::new();
    if let Some(says) = says(Observable::AnswerSize) {
        lines.extend(["size_t told = 0;".to_owned(), "unsigned char other[64];".to_owned()]);
        let refused = if any_error { "!= UR_RESULT_SUCCESS" } else { "== UR_RESULT_ERROR_INVALID_SIZE" };
        for (name, value) in queries {
            let with = |size: &str| format!("result = {asked}{kind}{name}, {size}, other, NULL)");
            lines.push(format!(
                "EXPECT({asked}{kind}{name}, 0, NULL, &told) == UR_RESULT_SUCCESS && told == sizeof {value}, told, {says});"
            ));
            lines.extend([
                format!("for (size_t bytes = 0; bytes < sizeof {value}; bytes++) {{"),
                format!("    {};", with("bytes")),
                format!("    EXPECT(result {refused}, result, {says});"),
                "}".to_owned(),
                format!("{};", with("sizeof other")),
                format!("EXPECT(result == UR_RESULT_SUCCESS, result, {says});"),
            ]);
        }
    }
    if let Some(says) = says(Observable::Unknown) {
        let number = "(ur_physical_mem_info_t)0x7fff0000, sizeof other, other, NULL)";
        let call = format!("result = {}{number}", asked);
        let codes = [UrResult::ERROR_INVALID_ENUMERATION, UrResult::ERROR_UNSUPPORTED_ENUMERATION];
        let known = codes.map(|code| format!("result == {code}")).join(" || ");
        lines.extend([format!("{call};"), format!("EXPECT({known}, result, {says});")]);
    }
    lines
}

impl Calls<'_> {
    fn counted(&self, object: Name) -> &'static str {
        match self.script.things.kind(object) {
            ThingKind::Queue => "urQueue",
            ThingKind::Physical => "urPhysicalMem",
            ThingKind::Event => "urEvent",
            _ => "urContext",
        }
    }
}

impl InC for verb::Retain {
    fn lines(&self, calls: &mut Calls<'_>, turn: &Turn) -> Vec<String> {
        let call = format!("{}Retain({})", calls.counted(self.object), self.object);
        calls.called(turn, &call, &[])
    }
}

impl InC for verb::Release {
    fn lines(&self, calls: &mut Calls<'_>, turn: &Turn) -> Vec<String> {
        let call = format!("{}Release({})", calls.counted(self.object), self.object);
        calls.called(turn, &call, &[])
    }
}

impl InC for verb::Ask {
    /// Writes a query about commands, which may be refused.
    fn lines(&self, calls: &mut Calls<'_>, turn: &Turn) -> Vec<String> {
        let of = self.of;
        let (query, value, declared, seen) = match self.what {
            CommandQuery::Queue => (
                format!("urEventGetInfo({of}, UR_EVENT_INFO_COMMAND_QUEUE"),
                "queue",
                "ur_queue_handle_t queue = NULL;",
                Observable::Queue,
            ),
            CommandQuery::Type => (
                format!("urEventGetInfo({of}, UR_EVENT_INFO_COMMAND_TYPE"),
                "type",
                "ur_command_t type = UR_COMMAND_FORCE_UINT32;",
                Observable::CommandType,
            ),
            CommandQuery::Empty => (
                format!("urQueueGetInfo({of}, UR_QUEUE_INFO_EMPTY"),
                "empty",
                "ur_bool_t empty = UINT8_MAX;",
                Observable::Empty,
            ),
        };
        calls.used.insert(Helper::Results);
        let call = format!("result = {query}, sizeof {value}, &{value}, NULL);");
        let mut lines = vec![declared.to_owned(), call];
        let results = checks::of_result(turn);
        if !results.is_empty() {
            calls.used.insert(Helper::Result);
        }
        lines.extend(results);
        lines.push("if (result == UR_RESULT_SUCCESS)".to_owned());
        lines.extend(calls.seen(turn, &[Seen::new(seen, value)]).iter().map(|line| format!("    {line}")));
        block(lines)
    }
}

impl InC for verb::Info {
    /// The queries about something, one after the other as long as they succeed.
    fn lines(&self, calls: &mut Calls<'_>, turn: &Turn) -> Vec<String> {
        let of = self.of;
        let context = calls.script.things.context(of);
        let asked_at = match self.at {
            0 => of.to_string(),
            at => format!("((char *){of} + {at} * {})", calls.block(of)),
        };
        let handles = ["ur_context_handle_t within = NULL;", "ur_device_handle_t of = NULL;"];
        let (asked, kind, names, mut lines): (String, &str, &[(&str, &str)], Vec<&str>) = match calls.script.things.kind(of) {
            ThingKind::Physical => (
                format!("urPhysicalMemGetInfo({of}, "),
                "UR_PHYSICAL_MEM_INFO_",
                &[
                    ("CONTEXT", "within"),
                    ("DEVICE", "of"),
                    ("SIZE", "size"),
                    ("PROPERTIES", "properties"),
                    ("REFERENCE_COUNT", "references"),
                ],
                [
                    &handles[..],
                    &[
                        "size_t size = 0;",
                        "ur_physical_mem_properties_t properties = {UR_STRUCTURE_TYPE_FORCE_UINT32, &device, 0};",
                        "uint32_t references = UINT32_MAX;",
                    ],
                ]
                .concat(),
            ),
            ThingKind::Event => (
                format!("urEventGetInfo({of}, "),
                "UR_EVENT_INFO_",
                &[("CONTEXT", "within"), ("REFERENCE_COUNT", "references")],
                vec![handles[0], "uint32_t references = UINT32_MAX;"],
            ),
            ThingKind::Queue => (
                format!("urQueueGetInfo({of}, "),
                "UR_QUEUE_INFO_",
                &[("CONTEXT", "within"), ("DEVICE", "of"), ("REFERENCE_COUNT", "references")],
                [&handles[..], &["uint32_t references = UINT32_MAX;"]].concat(),
            ),
            ThingKind::Mapping(blocks, _) => (
                format!(
                    "urVirtualMemGetInfo({context}, {of}, {blocks} * granule({context}), "
                ),
                "UR_VIRTUAL_MEM_INFO_",
                &[("ACCESS_MODE", "access")],
                vec!["ur_virtual_mem_access_flags_t access = UINT32_MAX;"],
            ),
            _ => (
                format!("urUSMGetMemAllocInfo({context}, {asked_at}, "),
                "UR_USM_ALLOC_INFO_",
                &[("TYPE", "type"), ("DEVICE", "of"), ("BASE_PTR", "base"), ("SIZE", "size")],
                vec![
                    "ur_usm_type_t type = UR_USM_TYPE_FORCE_UINT32;",
                    handles[1],
                    "void *base = NULL;",
                    "size_t size = 0;",
                ],
            ),
        };
        let (queries, query) = (names, format!("{asked}{kind}"));
        let mut lines: Vec<String> = lines.drain(..).map(str::to_owned).collect();
        for (number, (name, value)) in names.iter().enumerate() {
            let call = format!("result = {query}{name}, sizeof {value}, &{value}, NULL);");
            if number > 0 {
                lines.push("if (result == UR_RESULT_SUCCESS)".to_owned());
            }
            lines.push(if number == 0 { call } else { format!("    {call}") });
        }
        let is_memory = calls.script.things.kind(of) == ThingKind::Memory;
        let behind = format!("size_t behind = size - (size_t)((char *){asked_at} - (char *)base);");
        let size = match is_memory {
            true => {
                Seen::new(Observable::Size, "behind").meaning(calls.block(of)).after(vec![behind.clone()])
            }
            false => Seen::new(Observable::Size, "size").meaning(format!("granule({context})")),
        };
        let device = calls.device(calls.script.things.is_on_other(of));
        let seen = [
            Seen::new(Observable::SameContext, "within").meaning(format!("within == {context}")),
            Seen::new(Observable::SameDevice, "of").meaning(format!("of == {device}")),
            Seen::new(Observable::Shared, "properties.flags")
                .meaning("properties.flags & UR_PHYSICAL_MEM_FLAG_ENABLE_IPC"),
            Seen::new(Observable::References, "references"),
            Seen::new(Observable::MemoryType, "type"),
            Seen::new(Observable::Before, "base").meaning(format!("(char *)base <= (char *){of}")),
            size,
            Seen::new(Observable::Properties, "wrong").after(vec![WRONG.to_owned()]),
            Seen::new(Observable::Access, "access"),
        ];
        let in_granules = matches!(calls.script.things.kind(of), ThingKind::Mapping(..))
            || turn.allowed.0.iter().any(|rule| rule.what == Observable::Size) && !is_memory;
        if in_granules {
            calls.used.insert(Helper::Granule);
        }
        calls.used.insert(Helper::Results);
        lines.extend(calls.called(turn, "", &seen));
        if is_memory && !checks::are_of(turn, Observable::Size) {
            lines.push(behind);
        }
        lines.extend(buffers(turn, (&asked, kind), queries, is_memory));
        block(lines)
    }
}
