//! Answers of queries about imports, except for their status.

use super::tools::*;

pub(super) fn variants(c: &mut Catalogue) {
    for (name, code) in [("enumeration", INVALID_ENUMERATION), ("value", INVALID_VALUE)] {
        c.variant(
            format!("event_unknown_query_is_invalid_{name}"),
            "event.yml, urEventGetInfo: UNSUPPORTED_ENUMERATION, \"If `propName` is not supported by the \
             adapter.\", and nothing of what is no propName at all; the validation layer answers \
             INVALID_ENUMERATION, and Level Zero v2 INVALID_VALUE",
        )
        .of(&["event.imported.info_basic"])
        .does(format!("a query of an event that is none of UR's is refused with {code}"))
        .after(move |c: &Info, result, _| {
            let unknown = !EventInfo::NAMED.contains(&c.prop_name);
            if unknown && result == UNSUPPORTED_ENUMERATION { code } else { result }
        });
    }

    c.variant(
        "event_import_has_no_command",
        "event.yml, urEventGetInfo: UNSUPPORTED_ENUMERATION, \"If `propName` is not supported by the \
         adapter.\"; an import that no local queue used has neither a command nor a queue",
    )
    .of(&["event.imported.info_command_type", "event.imported.info_command_queue"])
    .does("an import tells neither a command nor a queue")
    .refuses(UNSUPPORTED_ENUMERATION, |c: &Info, ur| {
        [EventInfo::COMMAND_TYPE, EventInfo::COMMAND_QUEUE].contains(&c.prop_name) && ur.is_import(c.event)
    });

    c.variant(
        "event_import_queue_is_invalid",
        "event.yml, urEventGetInfo: lists INVALID_EVENT without a condition; what an event without a queue \
         answers is not said",
    )
    .of(&["event.imported.info_command_queue"])
    .does("asked for its queue, an import answers INVALID_EVENT")
    .refuses(INVALID_EVENT, |c: &Info, ur| c.prop_name == EventInfo::COMMAND_QUEUE && ur.is_import(c.event));

    c.variant(
        "event_import_is_a_plain_wait",
        "event.yml, ur_command_t: each is for an \"Event created by\" a function, none for one that no \
         command has made",
    )
    .of(&["event.imported.info_command_type"])
    .does("the command of an import is urEnqueueEventsWait, whoever signals it")
    .answers(EventInfo::COMMAND_TYPE, |c: &Info, told: CommandType, ur| {
        if ur.is_import(c.event) { CommandType::EVENTS_WAIT } else { told }
    });
}
