//! Commands on imports, and handles, that go wrong for some sizes and places only.

use super::tools::*;

/// From this size on, or behind as many bytes, large pages lie.
const LARGE_PAGE: usize = 2 << 20;

/// The rows of one rectangle of Intel's copy engine.
const BLIT_HEIGHT: usize = 0x4000;

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("memory_large_copies_end_at_whole_pages", "memory.open.usable_in_enqueue")
        .does("a copy of 2 MiB and more leaves out what is behind its last whole page")
        .changes(|c: &memcpy, _| {
            let size = if c.size >= LARGE_PAGE { c.size / 4096 * 4096 } else { c.size };
            memcpy { size, ..*c }
        });

    c.defect("memory_fills_of_shorts_are_of_words", "memory.open.usable_in_enqueue")
        .does(
            "a fill of an import with a pattern of two bytes works on words of four, and leaves the last two bytes of a size \
             that is no multiple of four",
        )
        .seen_in("intel/compute-runtime#457 (zeCommandListAppendMemoryFill with a pattern of two bytes)")
        .changes(|c: &fill, ur| {
            let rest = c.size % 4;
            let cut = c.pattern_size == 2 && c.size > rest && place_in_import(ur, c.mem).is_some();
            fill { size: if cut { c.size - rest } else { c.size }, ..*c }
        });

    c.defect("memory_last_part_of_a_page_is_unknown", "memory.open.alloc_info")
        .does(
            "the tracker of memory has whole pages of an import: a pointer into the last page, if that is not whole, is said to \
             be no USM memory",
        )
        .answers(UsmAllocInfo::TYPE, |c: &usm_get_mem_alloc_info, kind: UsmType, ur| {
            let (offset, size) = place(ur, c.context, c.mem);
            let is_imported = place_in_import(ur, c.mem).is_some();
            if is_imported && offset >= size / 4096 * 4096 { UsmType::UNKNOWN } else { kind }
        });

    c.defect("memory_small_copies_write_whole_words", "memory.open.usable_in_enqueue")
        .does("a copy of less than 64 bytes into an import, without waiting, writes to the end of the last word")
        .changes(|c: &memcpy, ur| {
            let rounds = !c.blocking && c.size < 64 && place_in_import(ur, c.dst).is_some();
            let size = if rounds { c.size.next_multiple_of(4) } else { c.size };
            memcpy { size, ..*c }
        });

    c.defect("memory_copies_far_inside_are_not_made", "memory.open.usable_in_enqueue")
        .does("a copy that does not wait, to more than 5 MiB behind the start of an import, is not made")
        .pretends(|c: &memcpy, ur| {
            !c.blocking && place_in_import(ur, c.dst).is_some_and(|offset| offset > 5 << 20)
        });

    for (longest, name) in [(1, "byte"), (2, "two_bytes"), (4, "word"), (8, "two_words")] {
        c.defect(format!("memory_fills_repeat_{name}"), "memory.open.usable_in_enqueue")
            .does(format!("a fill of an import with a longer pattern repeats its first {longest} bytes"))
            .changes(move |c: &fill, ur| {
                let cut = place_in_import(ur, c.mem).is_some() && c.pattern_size > longest;
                fill { pattern_size: if cut { longest } else { c.pattern_size }, ..*c }
            });
    }

    c.defect("memory_interior_pointers_have_32_bits", "cross_process.above_4_gib")
        .does("the handle of a pointer that is 4 GiB behind the start leads 4 GiB lower")
        .changes(|c: &get, ur| {
            let offset = place(ur, c.context, c.mem).0;
            let low = offset % (4 << 30);
            get { mem: c.mem.at(low.wrapping_sub(offset)), ..*c }
        });

    c.defect("memory_rows_have_32_bits", "memory.open.copies_2d")
        .does("rows of an import that begin 4 GiB and more apart begin that many bytes modulo 4 GiB apart")
        .changes(|c: &rows, ur| {
            let short = |at, pitch: usize| {
                let far = pitch >= 4 << 30 && place_in_import(ur, at).is_some();
                if far { (pitch % (4 << 30)).max(c.width) } else { pitch }
            };
            rows { src_pitch: short(c.src, c.src_pitch), dst_pitch: short(c.dst, c.dst_pitch), ..*c }
        });

    c.defect("memory_rows_behind_16384_have_pitch_of_source", "memory.open.copies_2d")
        .does("what is behind the first 16384 rows of a copy goes to where the pitch of the source leads")
        .instead(|c: &rows, ur| {
            if c.height <= BLIT_HEIGHT || c.dst_pitch <= c.src_pitch || c.width > c.src_pitch {
                return None;
            }
            let mut first = EventHandle::NULL;
            let head = rows { blocking: false, height: BLIT_HEIGHT, event: Out::of(&mut first), ..*c };
            let result = head.run(ur);
            if !result.is_success() {
                return Some(result);
            }
            let done = BLIT_HEIGHT * c.src_pitch;
            let (dst, src) = (c.dst.at(done), c.src.at(done));
            let rest = rows { dst, src, height: c.height - BLIT_HEIGHT, ..*c };
            let result = rest.run_behind(&[c.events(), vec![first]].concat(), ur);
            event_release { event: first }.run(ur);
            Some(result)
        });

    c.defect("memory_fills_end_early", "memory.open.usable_in_enqueue")
        .does("a fill of an import leaves out the last time that its pattern fits")
        .changes(|c: &fill, ur| {
            let cut = if place_in_import(ur, c.mem).is_some() { c.pattern_size } else { 0 };
            fill { size: (c.size - cut).max(c.pattern_size), ..*c }
        });

    c.defect("memory_inside_not_exported_among_many", "memory.get.interior_pointer")
        .does("Get of a pointer into memory is refused while 32 handles are out")
        .refuses(OUT_OF_RESOURCES, |c: &get, ur| {
            ur.exports(Memory).len() >= 32 && place(ur, c.context, c.mem).0 > 0
        });

    c.defect("memory_far_inside_is_unknown", "memory.open.alloc_info")
        .does("nothing is known of a pointer that is 2 MiB and more behind the start of an import")
        .refuses(INVALID_VALUE, |c: &usm_get_mem_alloc_info, ur| {
            place_in_import(ur, c.mem).is_some_and(|offset| offset >= LARGE_PAGE)
        });

    c.defect("memory_contents_of_two_threads_mixed", "memory.concurrent")
        .does("of two copies that threads make at once, one is not made")
        .instead(at_once(|_: &memcpy, _| SUCCESS));
}
