//! Defects that show only in another process, or when it is gone.

use super::tools::*;

/// Whether this opens what another process has exported.
fn opens_foreign(c: &Open) -> bool {
    c.family == Physical && c.is_foreign()
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("physical_across_refused", "cross_process.physical_memory.read")
        .does("A handle opens in the process that made it only.")
        .also(&["cross_process.physical_memory.write_back"])
        .seen_in("intel/llvm PR 22092")
        .refuses(INVALID_VALUE, |c: &Open, _| opens_foreign(c));

    c.defect("physical_across_read_only", "cross_process.physical_memory.write_back")
        .does("An import of another process's object is mapped read-only.")
        .changes(|c: &map, ur| {
            let foreign = is_foreign(c.physical_mem, ur);
            map { flags: if foreign { VirtualMemAccessFlags::READ_ONLY } else { c.flags }, ..*c }
        });

    let mapped = shared::<Set<Ptr>>();
    c.defect("physical_across_mapped_first_after_death", "cross_process.physical_memory.peer_death")
        .does("The first mapping asks the exporter for the memory, which it cannot if that has ended.")
        .refuses(INVALID_VALUE, move |c: &map, ur| {
            let is_orphan = handle_of(c.physical_mem, ur).is_some_and(|handle| is_orphan(&handle));
            is_orphan && !mapped.has(&c.physical_mem.into())
        })
        .then(move |c: &map, _| mapped.add(c.physical_mem.into()));

    let gets = shared::<Counter>();
    c.defect("physical_across_number_without_process", "lifetime.counts.processes")
        .does("Imports are told apart by the number of their Get, whatever process made it.")
        .then(move |c: &Get, _| {
            let Some(mut data) = (c.family == Physical).then(|| handle(Physical, &c.bytes())).flatten()
            else {
                return;
            };
            data.offset = gets.next() as u64 & 0xffff;
            if let Some(at) = c.data.get() {
                at.write_bytes(&data.encode());
            }
        })
        .instead(move |c: &Open, ur| {
            let data = (c.family == Physical).then(|| c.handle()).flatten()?;
            let is_same = |import: &Import| {
                handle(Physical, &import.bytes)
                    .is_some_and(|other| other.offset == data.offset && other.pid != data.pid)
            };
            let known = ur.imports(Physical).into_iter().find(is_same)?;
            Some(c.run_with(&known.bytes, ur))
        });

    c.defect("physical_across_leaks", "lifetime.fd.physical_open_close")
        .does("Open in another process loses a descriptor.")
        .seen_in("intel/llvm PR 22092")
        .leaks(|c: &Open, _| opens_foreign(c));

    let first = Notes::default();
    c.defect("physical_across_same_import", "cross_process.physical_memory.multi_range")
        .does("Imports from another process are all the first one.")
        .also(&["cross_process.physical_memory.size_and_info"])
        .instead(move |c: &Open, ur| {
            if !opens_foreign(c) {
                return None;
            }
            if let Some(first) = first.get(&()).filter(|first| retain(*first, ur)) {
                return Some(c.give(first));
            }
            let result = c.run(ur);
            // Kept, so that it can be given again.
            let import = c.object.get().filter(|import| result.is_success() && retain(*import, ur));
            first.lock().extend(import.map(|import| ((), import)));
            Some(result)
        });

    c.defect("physical_across_dead_producer_leaks", "cross_process.physical_memory.open_after_producer_exit")
        .does("The refusal of a handle whose producer is gone loses a descriptor.")
        .leaks(|c: &Open, _| c.family == Physical && c.handle().is_some_and(|handle| is_orphan(&handle)));

    c.defect("physical_release_clears_memory", "cross_process.physical_memory.released_while_open")
        .does("The last release of an object clears its memory, whoever has it open.")
        .also(&["physical_memory.handle_outlives_source"])
        .before(|c: &Release, ur| {
            let object = PhysicalMemHandle(c.object.0);
            let last = c.family == Physical && !ur.is_import(object) && ur.physical_references(object) == 1;
            last.then(|| clear(object, ur))
        });
}

/// Fills an object with zeroes.
fn clear(object: PhysicalMemHandle, ur: &Below) {
    let context = ur.physical_info(object, PhysicalMemInfo::CONTEXT).unwrap_or_default();
    let (size, mut start) = (size(object, ur), Ptr::NULL);
    virtual_mem_reserve { context, start, size, start_ret: Out::of(&mut start) }.run(ur);
    let flags = VirtualMemAccessFlags::READ_WRITE;
    map { context, start, size, physical_mem: object, offset: 0, flags }.run(ur);
    ur.fill(context, start, 0, size);
    unmap { context, start, size }.run(ur);
    virtual_mem_free { context, start, size }.run(ur);
}
