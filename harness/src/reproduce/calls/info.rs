//! What objects are asked about themselves.

use super::{Calls, block};
use crate::reproduce::checks::{self, Seen};
use crate::reproduce::helpers::Helper;
use crate::reproduce::script::Turn;
use crate::reproduce::things::Kind;
use ur_ipc_model::{Asked, Name, What};

impl Calls<'_> {
    /// What is asked of an event's command, which may be refused.
    pub(super) fn ask(&mut self, turn: &Turn, event: Name, what: Asked) -> Vec<String> {
        let (name, value, declared, seen) = match what {
            Asked::Queue => ("QUEUE", "queue", "ur_queue_handle_t queue = NULL;", What::Queue),
            Asked::Type => {
                ("TYPE", "type", "ur_command_t type = UR_COMMAND_FORCE_UINT32;", What::CommandType)
            }
        };
        self.used.insert(Helper::Results);
        let mut lines = vec![
            declared.to_owned(),
            format!(
                "result = urEventGetInfo({event}, UR_EVENT_INFO_COMMAND_{name}, sizeof {value}, &{value}, NULL);"
            ),
        ];
        let results = checks::of_result(turn);
        if !results.is_empty() {
            self.used.insert(Helper::Result);
        }
        lines.extend(results);
        lines.push("if (result == UR_RESULT_SUCCESS)".to_owned());
        lines.extend(self.seen(turn, &[Seen::new(seen, value)]).iter().map(|line| format!("    {line}")));
        block(lines)
    }

    /// The queries about something, one after the other as long as they succeed.
    pub(super) fn info(&mut self, turn: &Turn, of: Name) -> Vec<String> {
        let context = self.script.things.context(of);
        let handles = ["ur_context_handle_t within = NULL;", "ur_device_handle_t of = NULL;"];
        let (query, names, mut lines): (String, &[(&str, &str)], Vec<&str>) = match self.script.things.kind(of) {
            Kind::Physical => (
                format!("urPhysicalMemGetInfo({of}, UR_PHYSICAL_MEM_INFO_"),
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
                        "ur_physical_mem_properties_t properties = {UR_STRUCTURE_TYPE_PHYSICAL_MEM_PROPERTIES, NULL, 0};",
                        "uint32_t references = UINT32_MAX;",
                    ],
                ]
                .concat(),
            ),
            Kind::Event => (
                format!("urEventGetInfo({of}, UR_EVENT_INFO_"),
                &[("CONTEXT", "within"), ("REFERENCE_COUNT", "references")],
                vec![handles[0], "uint32_t references = UINT32_MAX;"],
            ),
            _ => (
                format!("urUSMGetMemAllocInfo({context}, {of}, UR_USM_ALLOC_INFO_"),
                &[("TYPE", "type"), ("DEVICE", "of"), ("BASE_PTR", "base"), ("SIZE", "size")],
                vec![
                    "ur_usm_type_t type = UR_USM_TYPE_FORCE_UINT32;",
                    handles[1],
                    "void *base = NULL;",
                    "size_t size = 0;",
                ],
            ),
        };
        let mut lines: Vec<String> = lines.drain(..).map(str::to_owned).collect();
        for (number, (name, value)) in names.iter().enumerate() {
            let call = format!("result = {query}{name}, sizeof {value}, &{value}, NULL);");
            if number > 0 {
                lines.push("if (result == UR_RESULT_SUCCESS)".to_owned());
            }
            lines.push(if number == 0 { call } else { format!("    {call}") });
        }
        let is_memory = self.script.things.kind(of) == Kind::Memory;
        let size = match is_memory {
            true => Seen::new(What::Size, "behind").meaning("BLOCK"),
            false => Seen::new(What::Size, "size").meaning(format!("granule({context})")),
        };
        let seen = [
            Seen::new(What::SameContext, "within").meaning(format!("within == {context}")),
            Seen::new(What::SameDevice, "of").meaning("of == device"),
            Seen::new(What::Shared, "properties.flags")
                .meaning("properties.flags & UR_PHYSICAL_MEM_FLAG_ENABLE_IPC"),
            Seen::new(What::References, "references"),
            Seen::new(What::MemoryType, "type"),
            Seen::new(What::Before, "base").meaning(format!("(char *)base <= (char *){of}")),
            size,
        ];
        if turn.allowed.0.iter().any(|rule| rule.what == What::Size) && !is_memory {
            self.used.insert(Helper::Granule);
        }
        self.used.insert(Helper::Results);
        lines.extend(self.called(turn, "", &seen));
        if is_memory {
            // Between the check that it is known and those of what it says.
            let at = lines.iter().position(|line| line.starts_with("EXPECT(behind")).unwrap_or(lines.len());
            lines.insert(at, format!("size_t behind = size - (size_t)((char *){of} - (char *)base);"));
        }
        block(lines)
    }
}
