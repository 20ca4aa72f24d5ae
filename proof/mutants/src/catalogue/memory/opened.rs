//! Opened pointers in commands, and `urUSMGetMemAllocInfo` of them.

use super::tools::*;

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("memory_opened_is_read_only", "memory.open.usable_in_enqueue")
        .does("a copy into opened memory is refused")
        .refuses(INVALID_VALUE, |c: &memcpy, ur| place_in_import(ur, c.dst).is_some());

    c.defect("memory_opened_ignores_writes_behind_its_start", "memory.open.usable_in_enqueue")
        .does("a copy into the middle of opened memory succeeds and writes nothing")
        .instead(|c: &memcpy, ur| {
            let memcpy { queue, num_events_in_wait_list, event_wait_list, event, .. } = *c;
            place_in_import(ur, c.dst).filter(|offset| *offset > 0)?;
            Some(enqueue_events_wait { queue, num_events_in_wait_list, event_wait_list, event }.run(ur))
        });

    c.defect("memory_opened_writes_at_its_start", "memory.open.usable_in_enqueue")
        .does("a copy into the middle of opened memory writes at its start")
        .changes(|c: &memcpy, ur| {
            let offset = place_in_import(ur, c.dst).unwrap_or_default();
            memcpy { dst: c.dst.at(offset.wrapping_neg()), ..*c }
        });

    c.defect("memory_opened_cannot_be_filled", "memory.open.usable_in_enqueue")
        .does("a fill of opened memory is refused")
        .refuses(INVALID_VALUE, |c: &fill, ur| place_in_import(ur, c.mem).is_some());

    c.defect("memory_opened_fills_use_128_bytes_of_patterns", "memory.open.usable_in_enqueue")
        .does("a fill of opened memory repeats the first 128 bytes of a longer pattern")
        .changes(|c: &fill, ur| {
            let cut = place_in_import(ur, c.mem).is_some();
            fill { pattern_size: if cut { c.pattern_size.min(128) } else { c.pattern_size }, ..*c }
        });

    c.defect("memory_opened_is_filled_in_whole_pages", "memory.open.usable_in_enqueue")
        .does("a fill of opened memory goes on to the end of the page")
        .changes(|c: &fill, ur| {
            let to_page_end = |offset: usize| (offset + c.size).next_multiple_of(4096) - offset;
            fill { size: place_in_import(ur, c.mem).map_or(c.size, to_page_end), ..*c }
        });

    c.defect("memory_opened_rows_refused", "memory.open.copies_2d")
        .does("a copy of rows out of opened memory is refused")
        .refuses(INVALID_VALUE, |c: &rows, ur| place_in_import(ur, c.src).is_some());

    c.defect("memory_opened_rows_without_pitch", "memory.open.copies_2d")
        .does("rows are written to opened memory without a gap between them")
        .changes(|c: &rows, ur| {
            let dst_pitch = if place_in_import(ur, c.dst).is_some() { c.width } else { c.dst_pitch };
            rows { dst_pitch, ..*c }
        });

    c.defect("memory_opened_rows_fill_gaps", "memory.open.copies_2d")
        .does("rows that are written to opened memory are a byte too wide")
        .changes(|c: &rows, ur| {
            let wide = place_in_import(ur, c.dst).is_some() && c.width < c.dst_pitch;
            let src_pitch = c.src_pitch + usize::from(wide);
            rows { width: c.width + usize::from(wide), src_pitch, ..*c }
        });

    for (id, description, info, wrong) in [
        (
            "memory_opened_has_no_device",
            "opened memory says that it is on a null device",
            UsmAllocInfo::DEVICE,
            (|_| 0) as fn(usize) -> usize,
        ),
        (
            "memory_opened_has_no_base",
            "opened memory says that it starts at null",
            UsmAllocInfo::BASE_PTR,
            |_| 0,
        ),
        (
            "memory_opened_has_one_byte_less",
            "opened memory says that it has one byte less",
            UsmAllocInfo::SIZE,
            |size| size - 1,
        ),
    ] {
        let answer = move |c: &usm_get_mem_alloc_info, value, ur: &Below| {
            if place_in_import(ur, c.mem).is_some() { wrong(value) } else { value }
        };
        c.defect(id, "memory.open.alloc_info").does(description).answers(info, answer);
    }

    c.defect("memory_close_forgets_infos_of_others", "memory.open.alloc_info")
        .does("after a Close no opened pointer has allocation infos")
        .refuses(INVALID_MEM_OBJECT, |c: &usm_get_mem_alloc_info, ur| ur.is_import(c.mem) && has_closed(ur));
}
