//! Mappings that have something of other ones.

use super::tools::*;

pub(super) fn defects(c: &mut Catalogue) {
    let maps = shared::<Maps>();
    c.defect("physical_map_goes_on_where_neighbour_ends", "physical_memory.map.access_of_several")
        .does(
            "A mapping of an import right behind another one of it is made part of that: it goes on in the object where the \
             first one ends.",
        )
        .with(noted_in(maps))
        .changes(|c: &map, ur| {
            let size = size(c.physical_mem, ur);
            let before = maps.around(Ptr::from_address(c.start.address() - 1));
            let before = before.filter(|before| {
                before.physical_mem == c.physical_mem && before.start.at(before.size) == c.start
            });
            let next = before.map(|before| before.offset + before.size).filter(|next| next + c.size <= size);
            map { offset: next.filter(|_| ur.is_import(c.physical_mem)).unwrap_or(c.offset), ..*c }
        });

    let access = shared::<Notes<Ptr, VirtualMemAccessFlags>>();
    c.defect("physical_map_keeps_access_of_addresses", "physical_memory.map.after_unmap")
        .does("Addresses keep the access that they were last given when an import is mapped there anew.")
        .seen_in("compute-runtime, ContextImp::setVirtualMemAccessAttribute: flags of the reservation")
        .then(move |c: &virtual_mem_set_access, _| access.set(c.start, c.flags))
        .then(move |c: &virtual_mem_free, _| {
            access.take(&c.start);
        })
        .changes(move |c: &map, ur| {
            let kept = access.get(&c.start).filter(|_| ur.is_import(c.physical_mem));
            map { flags: kept.unwrap_or(c.flags), ..*c }
        });

    let answers = shared::<Notes<Ptr, VirtualMemAccessFlags>>();
    c.defect("physical_access_answer_outlives_mapping", "physical_memory.map.after_unmap")
        .does("The access of an address is asked for once, until it is changed or the address is freed.")
        .also(&["physical_memory.map.offset_and_access"])
        .then(move |c: &virtual_mem_set_access, _| answers.take(&c.start))
        .then(move |c: &virtual_mem_free, _| answers.take(&c.start))
        .answers(
            VirtualMemInfo::ACCESS_MODE,
            move |c: &virtual_mem_get_info, access: VirtualMemAccessFlags, _| {
                *answers.lock().entry(c.start).or_insert(access)
            },
        );

    let imports = shared::<Set<Ptr>>();
    let bare = shared::<Set<Ptr>>();
    c.defect("physical_map_access_given_back_leaks", "lifetime.virtual_memory.cycles")
        .does("A mapping of an import that had no access leaves a descriptor when it gets access again.")
        .then(move |c: &map, ur| {
            if ur.is_import(c.physical_mem) {
                imports.add(c.start);
            }
        })
        .then(move |c: &virtual_mem_set_access, _| {
            if c.flags != VirtualMemAccessFlags::NONE {
                bare.remove(&c.start).then(leak_descriptor);
            } else if imports.has(&c.start) {
                bare.add(c.start);
            }
        });
}
