//! `open` of each kind, and its overloads.

use super::tools::*;

/// A kind, and what is required of its `open`.
struct OpenRules {
    name: &'static str,
    wrong_size: &'static str,
    no_bytes: &'static str,
    view: &'static str,
    repeated: &'static str,
    no_aspect: &'static str,
    /// The profile of the host backend without the aspect.
    without: &'static str,
}

const KINDS: [OpenRules; 3] = [
    OpenRules {
        name: "memory",
        wrong_size: "sycl.memory.open.wrong_size",
        no_bytes: "sycl.memory.open.no_bytes",
        view: "sycl.memory.open.view",
        repeated: "sycl.memory.open.repeated",
        no_aspect: "sycl.memory.open.no_aspect",
        without: "no-memory",
    },
    OpenRules {
        name: "physical",
        wrong_size: "sycl.physical_memory.open.wrong_size",
        no_bytes: "sycl.physical_memory.open.no_bytes",
        view: "sycl.physical_memory.open.view",
        repeated: "sycl.physical_memory.open.repeated",
        no_aspect: "sycl.physical_memory.open.no_aspect",
        without: "no-physical-memory",
    },
    OpenRules {
        name: "event",
        wrong_size: "sycl.event.open.wrong_size",
        no_bytes: "sycl.event.open.no_bytes",
        view: "sycl.event.open.view",
        repeated: "sycl.event.open.repeated",
        no_aspect: "sycl.event.open.no_aspect",
        without: "no-event",
    },
];

/// The fate of an `open` with certain bytes.
enum Does {
    /// It is made.
    Opens,
    /// It is refused with this code.
    Refuses(Errc),
    /// Something else is given.
    GivesOther,
    /// It is made, and this code becomes that one.
    Recodes(Errc, Errc),
}

/// The `open` of all kinds does this with bytes by an overload.
fn opens(
    defect: Defect<'_>,
    does: impl Fn(&[u8], Overload) -> Does + Copy + Send + Sync + 'static,
) -> Defect<'_> {
    defect
        .memory_open(move |sycl, bytes, overload, place| match does(bytes, overload) {
            Does::Opens => sycl.memory_open(bytes, overload, place),
            Does::Refuses(errc) => thrown(errc),
            Does::GivesOther => other_memory(sycl, place),
            Does::Recodes(from, to) => with_code(sycl.memory_open(bytes, overload, place), from, to),
        })
        .physical_open(move |sycl, bytes, overload, place| match does(bytes, overload) {
            Does::Opens => sycl.physical_open(bytes, overload, place),
            Does::Refuses(errc) => thrown(errc),
            Does::GivesOther => other_physical(sycl, place),
            Does::Recodes(from, to) => with_code(sycl.physical_open(bytes, overload, place), from, to),
        })
        .event_open(move |sycl, bytes, overload, context| match does(bytes, overload) {
            Does::Opens => sycl.event_open(bytes, overload, context),
            Does::Refuses(errc) => thrown(errc),
            Does::GivesOther => other_event(sycl, context),
            Does::Recodes(from, to) => with_code(sycl.event_open(bytes, overload, context), from, to),
        })
}

pub(super) fn defects(c: &mut Catalogue) {
    for OpenRules { name, wrong_size, no_bytes, view, repeated, no_aspect, without } in KINDS {
        let when = |found: bool, does: Does| if found { does } else { Does::Opens };
        opens(c.defect(format!("{name}_open_takes_fewer_bytes"), wrong_size), move |bytes, _| {
            when((1..SIZE).contains(&bytes.len()), Does::GivesOther)
        })
        .does("open takes bytes of which some are missing");
        opens(c.defect(format!("{name}_open_takes_more_bytes"), wrong_size), move |bytes, _| {
            when(bytes.len() > SIZE, Does::GivesOther)
        })
        .does("open takes bytes with more behind them");
        opens(c.defect(format!("{name}_open_of_wrong_size_says_runtime"), wrong_size), move |bytes, _| {
            when(bytes.len() != SIZE, Does::Refuses(Errc::RUNTIME))
        })
        .does("open throws runtime for bytes of another number")
        .also(&[no_bytes]);
        opens(c.defect(format!("{name}_open_takes_nothing"), no_bytes), move |bytes, _| {
            when(bytes.is_empty(), Does::GivesOther)
        })
        .does("open takes no bytes at all");
        opens(c.defect(format!("{name}_open_of_view_refused"), view), move |_, overload| {
            when(overload == Overload::View, Does::Refuses(Errc::INVALID))
        })
        .does("open of a view throws");
        opens(c.defect(format!("{name}_open_of_view_gives_other"), view), move |_, overload| {
            when(overload == Overload::View, Does::GivesOther)
        })
        .does("open of a view gives something else");
        let opened = shared::<Set<Vec<u8>>>();
        opens(c.defect(format!("{name}_open_again_refused"), repeated), move |bytes, _| {
            when(bytes.len() == SIZE && !opened.add(bytes.to_vec()), Does::Refuses(Errc::RUNTIME))
        })
        .does("a handle opens once in a process");
        let opened = shared::<Set<Vec<u8>>>();
        opens(c.defect(format!("{name}_open_again_gives_other"), repeated), move |bytes, _| {
            when(bytes.len() == SIZE && !opened.add(bytes.to_vec()), Does::GivesOther)
        })
        .does("a handle that is opened again gives something else");
        opens(c.defect(format!("{name}_open_without_aspect_says_runtime"), no_aspect), |_, _| {
            Does::Recodes(Errc::FEATURE_NOT_SUPPORTED, Errc::RUNTIME)
        })
        .does("open on a device without the aspect throws runtime")
        .on(without);
        opens(c.defect(format!("{name}_open_without_aspect_says_invalid"), no_aspect), |_, _| {
            Does::Recodes(Errc::FEATURE_NOT_SUPPORTED, Errc::INVALID)
        })
        .does("open on a device without the aspect throws invalid")
        .on(without);
    }

    for (name, requirement, of) in [
        ("event_opens_first_again", "sycl.event.open.repeated", Overload::Data),
        ("event_opens_first_again_by_view", "sycl.event.open.view", Overload::View),
    ] {
        let first = shared::<Kept<Option<Vec<u8>>>>();
        c.defect(name, requirement)
            .does("open gives the event of the bytes that were opened first in the process")
            .event_open(move |sycl, bytes, overload, context| {
                if overload != of || bytes.len() != SIZE {
                    return sycl.event_open(bytes, overload, context);
                }
                let first = first.lock().get_or_insert_with(|| bytes.to_vec()).clone();
                sycl.event_open(&first, overload, context)
            });
    }
}
